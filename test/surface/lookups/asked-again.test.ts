import { expect, test } from 'vitest';
import { headline, type Page } from '../../../src/messages/page.ts';
import type { Person } from '../../../src/slack/people.ts';
import { readAudits } from '../../../src/store/audit.ts';
import type { CommandRoute } from '../../../src/surface/ask.ts';
import { type Reply, respondTo } from '../../../src/surface/reply.ts';
import { carryQuestion, runTyped, shareHere } from '../../../src/surface/run-command.ts';
import { buttonsOf, drawn, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE, TEAM } from '../../support/store-opened.ts';
import { memberNamed, surfaceOver } from '../../support/surface-over.ts';
import { json } from '../../visibility/api.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const ANSWER: Page = { parts: [headline('Acme metrics')] };
const METRICS: CommandRoute = {
  permission: 'everyone',
  command: {
    name: 'metrics',
    usage: 'metrics',
    example: 'metrics',
    summary: 'Figures',
    words: 'none',
    scope: 'project',
    run: async () => ({ message: ANSWER, share: true }),
  },
};

/** An answer in a channel, with a Slack that accepts or refuses public posts. */
async function answered() {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { db, ask } = await surfaceOver(file, json([]), ok());
  const slack = { takes: true };
  const said: { how: string; words: string }[] = [];
  const reply: Reply = {
    async say(message, how = 'privately') {
      const { blocks } = drawn(message);
      if (how === 'to_channel' && !slack.takes) throw new Error('Slack took no answer there: 500');
      said.push({ how, words: wordsOf(blocks).join(' ') });
    },
    show: async () => undefined,
  };
  let clicks = 0;
  return {
    slack,
    said,
    audit: async () => {
      const rows = await readAudits(db, TEAM, { projectIds: [ACME], limit: 9, offset: 0 });
      return rows.map(({ subject, outcome }) => [subject, outcome]);
    },
    async share() {
      clicks += 1;
      const asker = ask({ id: `click ${clicks}` });
      const value = carryQuestion('metrics', '', ACME, NINE);
      const click = { ...asker, commands: [METRICS], value, ts: '1.2', isPrivate: true };
      await respondTo(asker, reply, () => shareHere.run(click));
    },
  };
}

test('an answer is shared once, and audited', async () => {
  const { share, said, audit } = await answered();
  await share();
  await share();
  expect(said).toMatchObject([{ how: 'to_channel' }, { words: 'You already shared this here.' }]);
  expect(await audit()).toEqual([['metrics', 'shown to the channel']]);
});

test('an answer that Slack refused isn’t audited as shared, and can be shared again', async () => {
  const { slack, share, said, audit } = await answered();
  slack.takes = false;
  await share();
  expect(said).toMatchObject([{ how: 'privately', words: expect.stringContaining('That didn’t work') }]);
  expect(await audit()).toEqual([]);
  slack.takes = true;
  await share();
  expect(said.at(-1)).toMatchObject({ how: 'to_channel', words: expect.stringContaining('Acme metrics') });
  expect(await audit()).toEqual([['metrics', 'shown to the channel']]);
});

test('only people who may share an answer get the button', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { ask, workspace } = await surfaceOver(file, json([]), ok());
  const typed = { slash: '/visibility', text: 'metrics', channels: {} };
  const offered = async (person: Partial<Person>) => {
    const personOf = async () => ({ ...memberNamed('Ana', 'U0ANA'), ...person });
    const answer = await runTyped(typed, {
      ...ask({ commands: [METRICS] }),
      workspace: { ...workspace, personOf },
    });
    return answer && 'message' in answer ? buttonsOf(drawn(answer.message).blocks) : undefined;
  };
  expect(await offered({})).toEqual(['Share here']);
  expect(await offered({ isGuest: true })).toEqual([]);
  expect(await offered({ isStranger: true })).toEqual([]);
});

test.each([
  ['an answer for the asker only', 'project' as const, false],
  ['an answer without a project', 'anywhere' as const, true],
])('%s can’t be shared, whatever its button carries', async (_, scope, share) => {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const personOf = async () => memberNamed('Ana', 'U0ANA');
  const { ask } = await surfaceOver(file, json([]), ok(), { workspace: { personOf } });
  const command = { ...METRICS.command, scope, run: async () => ({ message: ANSWER, share }) };
  const value = carryQuestion('metrics', '', ACME, NINE);
  const answer = await shareHere.run({
    ...ask({ commands: [{ command, permission: 'everyone' }] }),
    value,
    ts: '1.2',
    isPrivate: true,
  });
  expect(answer).not.toHaveProperty('delivered');
});

test('an answer can’t be shared in a channel that doesn’t show its project', async () => {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}] }]`;
  const { ask } = await surfaceOver(file, json([]), ok());
  const elsewhere = ask({ channel: 'C0OTHER', commands: [METRICS] });
  const click = { ...elsewhere, value: carryQuestion('metrics', '', ACME, NINE), ts: '1.2', isPrivate: true };
  await expect(shareHere.run(click)).rejects.toThrow();
});
