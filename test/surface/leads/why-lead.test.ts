import { expect, test } from 'vitest';
import { moveLead } from '../../../src/outbox/move-lead.ts';
import type { LeadAct } from '../../../src/rules/lead-state.ts';
import type { Message } from '../../../src/slack/blocks.ts';
import { leads } from '../../../src/surface/leads/leads.ts';
import { Refused } from '../../../src/surface/refused.ts';
import { why } from '../../../src/surface/why.ts';
import { clocksRead, drawn, seen, wordsOf } from '../../messages/reading.ts';
import { ok } from '../../support/slack-server.ts';
import { CHANNEL, NINE } from '../../support/store-opened.ts';
import { surfaceOver } from '../../support/surface-over.ts';
import { type Answering, json } from '../../visibility/api.ts';
import { ANA, becomes, channelWithDigest, choice, leadMenu } from './digest-shown.ts';

const ACME = '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90';
const DAY = 86_400_000;
const LISTED = [
  { id: 1, title: 'Which tool?', score: 90, place: 'r/devops', reason: 'Asks for a tool.' },
  { id: 2, title: 'Any tips?', score: 41, created_at: new Date(NINE - 3 * DAY).toISOString() },
];

/** Nothing was polled yet. `typed` is what a person reads who types a command in the project's channel. */
async function beforeTheFirstPoll(feed: string, listed: unknown = LISTED, isStranger = false) {
  const file = `projects: [{ id: ${ACME}, name: Acme, visible_in: [${CHANNEL}]${feed && `, leads: ${feed}`} }]`;
  const person = { id: 'U0ANA', name: 'Ana', isAdmin: false, isGuest: false, groups: [] };
  const given = { workspace: { personOf: async () => ({ ...person, isStranger }) } };
  const api: Answering = (...request) =>
    (request[1].url.includes('/leads') ? json(listed) : json({}, 404))(...request);
  const { ask, workspace } = await surfaceOver(file, api, ok({ members: [] }), given);
  const project = workspace.projects().projects[0] ?? expect.fail('Acme is not in the file');
  const typed = async (command: typeof why | typeof leads, words: string): Promise<Message> => {
    if (command.scope !== 'project') expect.fail('asked for a project');
    const request = { ...ask(), project, words, line: '', channels: {}, options: {}, page: 0 };
    const answer = await command.run(request);
    return answer && 'message' in answer ? drawn(answer.message) : expect.fail('there is no answer');
  };
  const act = (act: LeadAct) => {
    const { db, team, person: by } = ask();
    return moveLead(db, { team, projectId: ACME, key: 'id:1' }, act, { by, now: NINE });
  };
  return { typed, act };
}

const readIn = ({ blocks }: Message) => clocksRead(wordsOf(blocks).map(seen).join('\n')).split('\n');

test('why of a lead listed before the first poll shows what the API says and when it would be posted', async () => {
  const { typed } = await beforeTheFirstPoll(
    `{ channel: ${CHANNEL}, schedule: every day at 10:00, limit: 5 }`,
  );
  await typed(leads, 'all');
  const message = await typed(why, 'L1');
  expect(readIn(message)).toEqual([
    '*L1* · Which tool?',
    'Nobody has claimed it yet.',
    'Asks for a tool.',
    'Not all of your topics, tracked prompts and cited pages could be read just now.',
    'Acme · lead score 90 · r/devops · first seen Fri 20 Nov · the API gave no date and no link that can be shown',
    '*What happened to it*',
    'Last read from the API at 08:00 UTC, 1st in its list.',
    `<#${CHANNEL}>: next digest at 10:00 UTC. As it is now, it would be shown if it’s among the best.`,
  ]);
  expect(message.text).toMatch(/^L1 · Which tool\?\n/);
});

test.each([
  ['min_score: 60', 'left out: below your minimum score of 60.'],
  ['max_age: 2d', 'left out: older than 2 d.'],
  ['words: { never: [tips] }', 'left out: with words this feed leaves out.'],
])('the filter that would remove it is named: %s', async (filter, words) => {
  const { typed } = await beforeTheFirstPoll(
    `{ channel: ${CHANNEL}, schedule: every day at 10:00, ${filter} }`,
  );
  await typed(leads, 'all');
  expect(readIn(await typed(why, 'L2')).at(-1)).toBe(
    `<#${CHANNEL}>: next digest at 10:00 UTC. As it is now, it would be ${words}`,
  );
});

test.each<[LeadAct, string]>([
  [{ kind: 'claim' }, 'left out: already claimed, answered, dismissed or snoozed.'],
  [{ kind: 'dismiss', reason: 'spam' }, 'left out: already claimed, answered, dismissed or snoozed.'],
  [{ kind: 'snooze', until: NINE + DAY }, 'left out: already claimed, answered, dismissed or snoozed.'],
  [{ kind: 'snooze', until: NINE + DAY / 48 }, 'shown if it’s among the best.'],
])('a lead that somebody saw to before a poll judged it isn’t said to come: %j', async (done, words) => {
  const { typed, act } = await beforeTheFirstPoll(`{ channel: ${CHANNEL}, schedule: every day at 10:00 }`);
  await typed(leads, 'all');
  await act(done);
  expect(readIn(await typed(why, 'L1')).find((line) => line.includes('next digest'))).toContain(words);
});

test('it says if no feed posts leads', async () => {
  const { typed } = await beforeTheFirstPoll('');
  await typed(leads, '');
  expect(readIn(await typed(why, 'L1')).at(-1)).toBe('No feed posts Acme leads to a channel you can see.');
});

test('people from other organisations only read about this channel', async () => {
  const elsewhere = '{ channel: C0ELSE, schedule: every day at 10:00 }';
  const { typed } = await beforeTheFirstPoll(elsewhere, LISTED, true);
  await typed(leads, '');
  expect(readIn(await typed(why, 'L1')).at(-1)).toBe('No feed posts Acme leads to a channel you can see.');
});

test('an unknown handle says that it was looked up', async () => {
  const { typed } = await beforeTheFirstPoll('');
  await expect(typed(why, 'L7')).rejects.toThrow(Refused);
  await expect(typed(why, 'L7')).rejects.toThrow('Acme has no lead with this short name');
});

test.each([
  ['Snooze to tomorrow', 'Snoozed'],
  ['Too old', 'Dismissed'],
])('a card shows what was chosen in it: %s', async (label, became) => {
  const { click } = await channelWithDigest();
  const opened = await click(leadMenu, ANA, choice('why', 1));
  const card = opened && 'message' in opened ? drawn(opened.message) : expect.fail('no card');
  const [, value] =
    Object.entries(choicesOf(card)).find(([named]) => named === label) ?? expect.fail(`no ${label}`);
  const redrawn = await becomes(await click(leadMenu, ANA, value, 'private'));
  expect(seen(wordsOf(redrawn?.blocks ?? []).join())).toMatch(new RegExp(`L1.*${became}`));
  // A post is edited as posts are.
  expect(await becomes(await click(leadMenu, ANA, choice('reopen', 1)))).toBeUndefined();
});

/** What a message's menus carry, by label. */
function choicesOf({ blocks }: Message): Record<string, string> {
  const found = JSON.stringify(blocks).matchAll(
    /\{"text":\{[^{}]*"text":"([^"]*)"[^{}]*\},"value":("(?:[^"\\]|\\.)*")/g,
  );
  return Object.fromEntries([...found].map(([, label = '', value = '""']) => [label, JSON.parse(value)]));
}
