import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { carry } from '../../../src/carried.ts';
import type { LeadStory } from '../../../src/decision.ts';
import { DAY_MS } from '../../../src/durations.ts';
import { exportAsText } from '../../../src/messages/sortable-table.ts';
import { draw } from '../../../src/slack/draw.ts';
import type { Ask } from '../../../src/surface/ask.ts';
import { buildLeadExport, leads } from '../../../src/surface/leads/leads.ts';
import { ACME, FRIDAY } from '../../messages/cast.ts';
import { drawn } from '../../messages/reading.ts';
import { CHANNEL } from '../../support/store-opened.ts';
import { json } from '../../visibility/api.ts';
import { ANA, BEN, channelWithDigest, leadMenu, ACME as projectId } from './digest-shown.ts';

const STORY: LeadStory = { key: 'id:1', shownAt: FRIDAY, state: { state: 'new' } };
const exported = (stories: LeadStory[], handles = {}, standings = {}) =>
  buildLeadExport(ACME, stories, {
    handles,
    standings,
    days: 30,
    at: FRIDAY,
    timezone: 'Europe/Berlin',
    names: { U0ANA: 'Ana Ruiz', U0BEN: 'Ben Okoye' },
  });
const rowsOf = (stories: LeadStory[]) => exported(stories).csv.split('\r\n').slice(1, -1);

test('a lead is one line, with empty cells for what is unknown', () => {
  const full: LeadStory = {
    ...STORY,
    title: 'Which CRM, and why?',
    url: 'https://news.example/1',
    place: 'r/saas',
    author: 'kim',
    score: 0.91,
    reason: 'Fits.',
    postedAt: FRIDAY,
    state: { state: 'replied', replyUrl: 'https://news.example/r', outcome: 'helpful' },
    claims: [{ at: FRIDAY }],
    repliedAt: FRIDAY,
    citedBy: ['ChatGPT', 'Claude'],
  };
  const at = '2026-11-20 09:00';
  const by = { state: 'replied', by: 'U0BEN', assignedBy: 'U0ANA' };
  const { csv, name, rows } = exported([full, { ...STORY, key: 'id:2' }], { 'id:1': 'L412' }, { 'id:1': by });
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFlead,title,url,place,author,score,reason,posted_at,shown_at,state,claimed_at,replied_at,reply_url,dismissed_as,outcome,cited_by,by,assigned_by,snoozed_until',
    `L412,"Which CRM, and why?",https://news.example/1,r/saas,kim,0.91,Fits.,${at},${at},answered,${at},${at},https://news.example/r,,helpful,"ChatGPT, Claude",Ben Okoye,Ana Ruiz,`,
    `,,,,,,,,${at},open,,,,,,,,,`,
    '',
  ]);
  expect({ name, rows }).toEqual({ name: 'acme-leads-2026-11-20.csv', rows: 2 });
});

test('says who has a lead and until when, and words where the store has codes', () => {
  const state = { state: 'snoozed', by: 'U0ANA', until: FRIDAY };
  const [row = ''] = exported([{ ...STORY, state: { state: 'snoozed' } }], {}, { 'id:1': state })
    .csv.split('\r\n')
    .slice(1);
  expect(row).toMatch(/,Ana Ruiz,,2026-11-20 09:00$/);
  const [dismissed] = rowsOf([{ ...STORY, state: { state: 'dismissed', dismissReason: 'off_topic' } }]);
  expect(dismissed).toContain('dismissed,,,,Off topic,');
});

describe('forum text', () => {
  test.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '=HYPERLINK("https://evil.example","x")',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u200B=1',
    '＝1',
  ])('is no formula in a spreadsheet: %s', (title) => {
    const [row = ''] = rowsOf([{ ...STORY, title }]);
    expect(row).toMatch(/^,"?'/);
  });

  test('never starts a cell with a formula sign', () => {
    const signs = fc.constantFrom('=', '+', '-', '@', '\t', '\r', ' ', '\u200B', 'a', '"', ',');
    const anyText = fc.array(signs, { maxLength: 6 }).map((some) => some.join(''));
    fc.assert(
      fc.property(anyText, (title) => {
        const cell = exported([{ ...STORY, title }]).csv.split('\r\n,')[1] ?? '';
        expect(cell).not.toMatch(/^"?([\t\r]|[\s\p{C}]*[=+\-@])/u);
      }),
      { seed: 5 },
    );
  });
});

/** The answer to “leads export 30d”, from a Slack that takes no files. */
async function exportedFor(asker: Ask) {
  const [project = expect.fail('no project')] = asker.workspace.projects().projects;
  const question = { line: '', words: 'export 30d', channels: {}, options: {}, page: 0, project };
  const answer = await (leads as Extract<typeof leads, { scope: 'project' }>).run({ ...asker, ...question });
  return answer && 'message' in answer ? drawn(answer.message) : expect.fail('no file');
}

test('people whom Slack doesn’t name are in it by their ids', async () => {
  const { click, ask } = await channelWithDigest();
  await click(leadMenu, BEN, carry('lead_choice', { verb: 'claim', handle: 'L14', projectId }));
  const asker = ask({ person: ANA });
  const personOf: Ask['workspace']['personOf'] = async (id) => {
    if (id === BEN) throw new Error('An API error occurred: ratelimited');
    return asker.workspace.personOf(id);
  };
  const { blocks } = await exportedFor({ ...asker, workspace: { ...asker.workspace, personOf } });
  expect(JSON.stringify(blocks)).toMatch(/L14,Thread 14,.*U0BEN/);
});

test('open leads that no digest has shown are in it too, with their authors, finished ones are not', async () => {
  const { click, ask, db } = await channelWithDigest();
  await db.updateTable('lead').set({ author: 'kim' }).where('lead_key', '=', 'id:13').execute();
  const value = carry('lead_choice', { verb: 'dismiss', handle: 'L14', projectId, reason: 'off_topic' });
  await click(leadMenu, ANA, value);
  const { text, blocks } = await exportedFor(ask({ person: ANA }));
  expect(text).toContain('last 30 days and all open: 13 leads');
  expect(JSON.stringify(blocks)).toMatch(/L13,Thread 13,,,kim,,,,,open/);
});

test('so are those that lists leave out as too old', async () => {
  const feed = `, leads: { channel: ${CHANNEL}, schedule: daily at 9:00, max_age: 14d }`;
  const { ask, db } = await channelWithDigest(json([]), feed);
  await db
    .updateTable('lead')
    .set({ posted_at: FRIDAY - 60 * DAY_MS })
    .where('lead_key', '=', 'id:13')
    .execute();
  const { blocks } = await exportedFor(ask({ person: ANA }));
  expect(JSON.stringify(blocks)).toContain('L13,Thread 13,');
});

test('if Slack takes no file, the message has whole lines and says how many are missing', () => {
  const { text, blocks } = draw(
    exportAsText(exported(Array.from({ length: 200 }, () => ({ ...STORY, title: 'x'.repeat(100) })))),
  );
  expect(text).toMatch(/200 leads\. .*\n.*files:write/);
  expect(JSON.stringify(blocks)).toContain('rich_text_preformatted');
  expect(JSON.stringify(blocks).length).toBeLessThan(10_000);
});
