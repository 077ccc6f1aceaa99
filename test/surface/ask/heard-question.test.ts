import { expect, test } from 'vitest';
import type { Ask } from '../../../src/surface/ask.ts';
import { EVENT_ROUTES } from '../../../src/surface/index.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const FILE = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;

const MENTION = {
  type: 'app_mention',
  user: 'U0ANA',
  channel: CHANNEL,
  ts: '100.1',
  text: '<@U0BOT> weather in Berlin',
};
const DIRECT = {
  ...MENTION,
  type: 'message',
  channel_type: 'im',
  channel: 'D0ANA',
  text: 'weather in Berlin',
};

type Heard = Readonly<Record<string, unknown>> & { type: string; channel: string };

/** A surface whose API knows nothing, and what it posted when it has heard these events. */
async function heard(events: readonly Heard[], isMember = true) {
  const given = {
    workspace: {
      personOf: async () => memberNamed('Ana', 'U0ANA'),
      isMember: async () => isMember,
    },
  };
  const { ask, calls } = await surfaceOver(FILE, json([]), ok({ ts: '200.1', channel: 'D0ANA' }), given);
  const { person: _, channel: __, ...within }: Ask = ask();
  for (const event of events) {
    const route = event.type === 'message' ? 'message.im' : event.type;
    await EVENT_ROUTES[route]?.({ ...within, channel: event.channel, person: undefined, event });
  }
  return calls
    .filter(({ method }) => method.startsWith('chat.'))
    .map(({ method, args }) => ({ method, ...args }));
}

test('an event that Slack tells again is answered once, a later one for itself', async () => {
  expect(await heard([MENTION, MENTION])).toHaveLength(1);
  expect(await heard([MENTION, { ...MENTION, ts: '100.2' }])).toHaveLength(2);
});

test('its own posts, edits and what is said to others it does not answer', async () => {
  expect(
    await heard([
      { ...DIRECT, user: 'U0BOT' },
      { ...DIRECT, bot_id: 'B0OTHER' },
      { ...DIRECT, subtype: 'message_changed' },
      { ...DIRECT, channel_type: 'channel' },
    ]),
  ).toEqual([]);
});

test('what is asked back of a mention is private, in the thread where that is one', async () => {
  expect(await heard([MENTION])).toMatchObject([{ method: 'chat.postEphemeral', user: 'U0ANA' }]);
  expect((await heard([MENTION]))[0]).not.toHaveProperty('thread_ts');
  expect(await heard([{ ...MENTION, thread_ts: '90.1' }])).toMatchObject([{ thread_ts: '90.1' }]);
});

test('a direct message is answered where it stands', async () => {
  expect(await heard([DIRECT])).toMatchObject([{ method: 'chat.postMessage', channel: 'D0ANA' }]);
  expect(await heard([{ ...DIRECT, thread_ts: '90.1' }])).toMatchObject([
    { method: 'chat.postMessage', channel: 'D0ANA', thread_ts: '90.1' },
  ]);
});

test('whoever sees no project is told of none', async () => {
  const [answer] = await heard([{ ...DIRECT, text: 'how is Acme doing?' }], false);
  expect(JSON.stringify(answer)).toMatch(/in no channel/);
  expect(JSON.stringify(answer)).not.toContain('Acme');
});
