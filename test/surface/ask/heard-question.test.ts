import { WebAPIRateLimitedError } from '@slack/web-api';
import { expect, test } from 'vitest';
import type { Ask } from '../../../src/surface/ask.ts';
import { EVENT_ROUTES } from '../../../src/surface/index.ts';
import { buttonsOf } from '../../messages/reading.ts';
import { type Answering, broken, inTurn, limited, no, ok } from '../../support/slack-server.ts';
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

const taken = ok({ ts: '200.1', channel: 'D0ANA' });

/** What a surface with an empty API posts after these events, to a Slack that answers so. */
async function heard(
  events: readonly Heard[],
  isMember = true,
  file = FILE,
  slack: Answering = taken,
  personOf = async () => memberNamed('Ana', 'U0ANA'),
) {
  const given = {
    workspace: {
      personOf,
      isMember: async () => isMember,
    },
  };
  const { ask, calls } = await surfaceOver(file, json([]), slack, given);
  const { person: _, channel: __, ...within }: Ask = ask();
  for (const event of events) {
    const route = event.type === 'message' ? 'message.im' : event.type;
    await EVENT_ROUTES[route]?.({ ...within, channel: event.channel, person: undefined, event });
  }
  return calls
    .filter(({ method }) => method.startsWith('chat.'))
    .map(({ method, args }): { method: string; blocks?: unknown } => ({ method, ...args }));
}

test('a repeated event is answered once, a later event again', async () => {
  expect(await heard([MENTION, MENTION])).toHaveLength(1);
  expect(await heard([MENTION, { ...MENTION, ts: '100.2' }])).toHaveLength(2);
});

test('own posts, edits and messages to others are not answered', async () => {
  expect(
    await heard([
      { ...DIRECT, user: 'U0BOT' },
      { ...DIRECT, bot_id: 'B0OTHER' },
      { ...DIRECT, subtype: 'message_changed' },
      { ...DIRECT, channel_type: 'channel' },
    ]),
  ).toEqual([]);
});

test('a question back on a mention is private, and in the thread if there is one', async () => {
  expect(await heard([MENTION])).toMatchObject([{ method: 'chat.postEphemeral', user: 'U0ANA' }]);
  expect((await heard([MENTION]))[0]).not.toHaveProperty('thread_ts');
  expect(await heard([{ ...MENTION, thread_ts: '90.1' }])).toMatchObject([{ thread_ts: '90.1' }]);
});

test('a direct message is answered where it was sent', async () => {
  expect(await heard([DIRECT])).toMatchObject([{ method: 'chat.postMessage', channel: 'D0ANA' }]);
  expect(await heard([{ ...DIRECT, thread_ts: '90.1' }])).toMatchObject([
    { method: 'chat.postMessage', channel: 'D0ANA', thread_ts: '90.1' },
  ]);
});

test('an answer in a direct message that Slack doesn’t take is sent once more', async () => {
  const slack = inTurn(broken(503), taken);
  expect(await heard([DIRECT], true, FILE, slack)).toMatchObject([
    { method: 'chat.postMessage', channel: 'D0ANA' },
    { method: 'chat.postMessage', channel: 'D0ANA' },
  ]);
});

test('an answer in a direct message that Slack never takes is given up after that', async () => {
  expect(await heard([DIRECT], true, FILE, broken(503))).toHaveLength(2);
});

test.each([{}, { thread_ts: '90.1' }])(
  'an answer to a mention that no channel takes comes directly: %j',
  async (more) => {
    const slack: Answering = (...request) =>
      (request[1].args.channel === CHANNEL ? no('not_in_channel') : taken)(...request);
    const answers = await heard([{ ...MENTION, ...more }], true, FILE, slack);
    expect(answers.at(-1)).toMatchObject({ method: 'chat.postMessage', channel: 'U0ANA' });
  },
);

test('an answer to a mention is posted where it was asked, however often Slack says 429 before it takes it', async () => {
  const later = limited('1');
  const slack = inTurn(later, later, taken);
  const answers = await heard([{ ...MENTION, text: '<@U0BOT> show open leads' }], true, FILE, slack);
  expect(answers).toHaveLength(3);
  for (const answer of answers)
    expect(answer).toMatchObject({ method: 'chat.postMessage', channel: CHANNEL });
});

test('whoever asks is looked up again when Slack says 429, or the answer would be private', async () => {
  const asked = [new WebAPIRateLimitedError(1), undefined];
  const who = async () => {
    const failure = asked.shift();
    if (failure) throw failure;
    return memberNamed('Ana', 'U0ANA');
  };
  const answers = await heard([{ ...MENTION, text: '<@U0BOT> show open leads' }], true, FILE, taken, who);
  expect(answers).toMatchObject([{ method: 'chat.postMessage', channel: CHANNEL }]);
});

const TWO = `projects:
  - { id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }
  - { id: 6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b91, name: Tidewater, visible_in: [${CHANNEL}] }`;

/** The labels of the buttons. */
const labels = (answer: { blocks?: unknown } | undefined) =>
  buttonsOf(typeof answer?.blocks === 'string' ? JSON.parse(answer.blocks) : answer?.blocks);

test('a greeting is answered without asking for a project', async () => {
  for (const text of ['hi', 'Thanks!', 'ok', 'who are you?', 'help me']) {
    const [answer, ...others] = await heard([{ ...DIRECT, text }], true, TWO);
    expect(others).toEqual([]);
    expect(JSON.stringify(answer)).not.toMatch(/Which one do you mean|ask hi/);
    expect(labels(answer)).toHaveLength(3);
  }
});

test.each(['what can you do?', 'hi, what can I ask you', 'how does this work?'])(
  'a newcomer’s “%s” is answered like “help”, whatever the project',
  async (text) => {
    const [answer] = await heard([{ ...DIRECT, text }], true, TWO);
    const [listed] = await heard([{ ...DIRECT, text: 'help' }], true, TWO);
    expect(answer?.blocks).toEqual(listed?.blocks);
  },
);

test('a comparison of two projects is told that it’s one project at a time, with both to choose', async () => {
  const [answer] = await heard([{ ...DIRECT, text: 'is acme doing better than tidewater?' }], true, TWO);
  expect(JSON.stringify(answer)).toContain('one project at a time');
  expect(labels(answer)).toEqual(['Acme', 'Tidewater']);
});

test('a question that could be about several projects offers their names', async () => {
  const [answer] = await heard([{ ...DIRECT, text: 'how are we doing?' }], true, TWO);
  expect(labels(answer)).toEqual(['Acme', 'Tidewater']);
});

test('somebody who isn’t in any project’s channel learns of no project', async () => {
  const [answer] = await heard([{ ...DIRECT, text: 'how is Acme doing?' }], false);
  expect(JSON.stringify(answer)).toMatch(/aren’t in any channel/);
  expect(JSON.stringify(answer)).not.toContain('Acme');
});

test('a direct message asks for no project if the answer is the same for all', async () => {
  const other = ACME.replace('6f0c', '6f0d');
  const both = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }, { id: ${other}, name: Tidewater, visible_in: [${CHANNEL}] }]`;
  const told = async (text: string) => JSON.stringify(await heard([{ ...DIRECT, text }], true, both));
  expect(await told('what is our score?')).toContain('Tidewater');
  expect(await told('what is average rank?')).toContain('your position');
  expect(await told('what is average rank?')).not.toContain('Tidewater');
});

/** The first line of the answer to each direct message, with two projects. */
async function toldOfTwo(...texts: string[]) {
  const answers = await heard(
    texts.map((text, i) => ({ ...DIRECT, text, ts: `${100 + i}.1` })),
    true,
    TWO,
  );
  return answers.map((answer) => ('text' in answer ? String(answer.text).split('\n')[0] : ''));
}

const ASKED_BACK = /^Which project/;

test('a name alone answers which project a question in a direct message was about', async () => {
  const [, whole] = await toldOfTwo('hi', 'how are we doing in Tidewater?');
  expect(whole).toMatch(/^Tidewater/);
  for (const name of [
    'tidewater',
    'Tidewater, please',
    'in tidewater',
    'I mean Tidewatr',
    'no, Tidewater',
    'not acme, tidewater',
  ]) {
    const [question, answer] = await toldOfTwo('how are we doing?', name);
    expect(question).toMatch(ASKED_BACK);
    expect(answer).toBe(whole);
  }
});

test('what goes on while a project is asked for is asked after what it goes on from', async () => {
  const [, whole] = await toldOfTwo('why did we drop on Gemini in Acme?', 'and on ChatGPT?');
  const [asked, again, answer] = await toldOfTwo('why did we drop on Gemini?', 'and on ChatGPT?', 'no, Acme');
  expect(asked).toMatch(ASKED_BACK);
  expect(again).toMatch(ASKED_BACK);
  expect(answer).toBe(whole);
  expect(whole).toContain('ChatGPT');
});

test('a name alone after an answer asks the same about that project, and “all projects” about each', async () => {
  const [, other] = await toldOfTwo('which leads are open in Acme?', 'tidewater');
  expect(other).toMatch(/^Tidewater.* leads?/);
  const asked = ['which leads are open in Acme?', 'all projects'];
  const answers = await heard(
    asked.map((text, i) => ({ ...DIRECT, text, ts: `${100 + i}.1` })),
    true,
    TWO,
  );
  expect(labels(answers[1])).toEqual(['Acme', 'Tidewater']);
});

test('an answer says which project it took from the one before, once in a conversation', async () => {
  const asked = ['how is Acme doing?', 'which leads are open?', 'who is named first?', 'tidewater', 'why?'];
  const answers = await heard(
    asked.map((text, i) => ({ ...DIRECT, text, ts: `${100 + i}.1` })),
    true,
    TWO,
  );
  const saysSo = answers.map((answer) => JSON.stringify(answer).includes('Acme, as before'));
  expect(saysSo).toEqual([false, true, false, false, false]);
  expect(JSON.stringify(answers[4])).toContain('Tidewater, as before');
});

test('in a channel of several projects each person’s next question is about the one they last asked about', async () => {
  const mention = (ts: string, text: string, user = 'U0ANA') => ({
    ...MENTION,
    ts,
    user,
    text: `<@U0BOT> ${text}`,
  });
  const answers = await heard(
    [
      mention('100.1', 'which prompts do we track in Tidewater?'),
      mention('101.1', 'how are we doing?'),
      mention('102.1', 'how are we doing?', 'U0BEN'),
    ],
    true,
    TWO,
  );
  const [, next, others] = answers.map((answer) => JSON.stringify(answer));
  expect(next).toContain('Tidewater, as before');
  expect(others).toContain('Which project');
});

test('with two waiting questions a name answers the second, and the first keeps its buttons', async () => {
  const asked = ['how are we doing?', 'leads', 'leads', 'acme'];
  const answers = await heard(
    asked.map((text, i) => ({ ...DIRECT, text, ts: `${100 + i}.1` })),
    true,
    TWO,
  );
  expect(labels(answers[1])).toEqual(['Acme', 'Tidewater']);
  expect(JSON.stringify(answers[3])).toContain('open lead');
});

test('a command waits for its project like a question', async () => {
  const [asked, leads] = await toldOfTwo('leads', 'acme');
  expect(asked).toMatch(ASKED_BACK);
  expect(leads).toBe((await toldOfTwo('leads in Acme'))[0]);
});

test('after that the project is remembered until another one is named', async () => {
  const [, ...answers] = await toldOfTwo(
    'how are we doing?',
    'tidewater',
    'what are our scores?',
    'leads',
    'flumox the wibble',
    'how is Acme doing?',
    'leads',
  );
  const projects = answers.map((answer) => answer?.match(/Acme|Tidewater/)?.[0]);
  expect(projects).toEqual([...Array(4).fill('Tidewater'), 'Acme', 'Acme']);
});

test('a name alone isn’t an answer if nothing is waiting', async () => {
  const answers = await toldOfTwo('which prompts do we track?', 'leads in Acme', 'tidewater');
  expect(answers[2]).not.toBe((await toldOfTwo('which prompts do we track in Tidewater?'))[0]);
});
