/**
 * Lists that readers sort: every row is on one page and no page is too long, figures are figures, and nobody takes what
 * is missing for nothing.
 */

import type { DataTableBlock } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withControls } from '../../src/messages/answer-controls.ts';
import { leadTable, pagesOfLeads } from '../../src/messages/leads/lead-list.ts';
import { sourcesTable } from '../../src/messages/lookups/evidence.ts';
import { topicsTable } from '../../src/messages/lookups/topics.ts';
import type { Page } from '../../src/messages/page.ts';
import { promptsTable } from '../../src/messages/prompts/prompts.ts';
import {
  figureColumn,
  linkCell,
  pagesOfTable,
  type SortableList,
  tablePage,
  wordsColumn,
} from '../../src/messages/sortable-table.ts';
import { countChars } from '../../src/slack/draw.ts';
import { anyUrl } from '../support/arbitraries.ts';
import { runs } from '../support/runs.ts';
import { parseAnswer } from '../visibility/reading.ts';
import { ACME, DIGEST, FRIDAY, STANDING } from './cast.ts';
import { drawn, expectWithinLimits, heardOf, shownOf, wordsOf } from './reading.ts';

type Cells = DataTableBlock['rows'];

function cellsOf(page: Page): Cells {
  const block = drawn(page).blocks.find(({ type }) => type === 'data_table');
  return block?.type === 'data_table' ? block.rows : expect.fail('There is no table.');
}

/** Words as they stand there; figures as numbers; of what is linked its words and its address. */
function readIn(rows: Cells): unknown[][] {
  return rows.map((row) =>
    row.map((cell) => {
      if (cell.type === 'raw_number') return cell.value;
      if (cell.type === 'raw_text') return cell.text;
      const [section] = cell.elements;
      const [link] = section?.type === 'rich_text_section' ? section.elements : [];
      return link?.type === 'link' ? [link.text, link.url] : cell;
    }),
  );
}

const tableOf = <Row>(list: SortableList<Row>, at = 0) => readIn(cellsOf(tablePage(list, at).message));

describe('the columns', () => {
  test('of topics are what the API gives of each, its figures as figures', () => {
    const topics = parseAnswer('topics', [
      { label: 'pricing', own_score: 61.4, overall_rank: 2, own_mention_rate: 0.614, answer_count: 40 },
      { label: 'alerting', own_score: 8.5, overall_rank: 12, own_mention_rate: 0.08, answer_count: 7 },
    ]);
    expect(tableOf(topicsTable(ACME, topics))).toEqual([
      ['Topic', 'Score', 'Rank', 'Mention rate, %', 'Answers'],
      ['pricing', 61.4, 2, 61.4, 40],
      ['alerting', 8.5, 12, 8, 7],
    ]);
  });

  test('of sources link each page, with its share in per cent', () => {
    const sources = parseAnswer('sources', [
      { url: 'https://a.example/1', title: 'One', domain: 'a.example', citation_count: 14, share: 0.14 },
      { url: 'javascript:alert(1)', title: 'Two', citation_count: 3, share: 0.03, engines: ['Gemini'] },
    ]);
    expect(tableOf(sourcesTable(ACME, sources, { only: [] }))).toEqual([
      ['Page', 'Domain', 'Citations', 'Share, %', 'Engines'],
      [['One', 'https://a.example/1'], 'a.example', 14, 14, 'not given'],
      ['Two', 'not given', 3, 3, 'Gemini'],
    ]);
  });

  test('of prompts have the figures of those that could be read, and say of how many they could not', () => {
    const prompts = parseAnswer('prompts', [
      { id: 'a', prompt: 'k8s cost alerts', category: 'cost', active: true },
      { id: 'b', prompt: 'best crm', category: 'crm', active: false },
    ]);
    const [first, second] = prompts;
    if (!first || !second) return expect.fail('There are no prompts.');
    const figures = { score: 32, mentionRate: 0.5, averageRank: undefined, answers: 12 };
    const list = promptsTable(
      ACME,
      prompts,
      new Map([
        [first, figures],
        [second, undefined],
      ]),
    );
    expect(tableOf(list)).toEqual([
      ['Prompt', 'Score', 'Mention rate, %', 'Answers', 'Category', 'Active'],
      ['k8s cost alerts', 32, 50, 12, 'cost', 'yes'],
      ['best crm', 'not given', 'not given', 'not given', 'crm', 'no'],
    ]);
    expect(shownOf(tablePage(list, 0).message).at(-1)).toMatch(/1 prompt couldn’t be read/);
  });

  test('of leads say where each stands, how old it is, and who is at it', () => {
    const [one, ...others] = DIGEST.leads;
    const leads = [{ key: 'id:1', ...one, citedBy: ['Gemini'] }, ...others];
    const found = { project: ACME, leads, open: 2, only: [], leftOut: [], now: FRIDAY, timezone: 'UTC' };
    const standing = { ...STANDING, leads: { 'id:3': { state: 'claimed' as const, by: 'U0ANA' } } };
    const table = tableOf(leadTable({ ...found, mayAct: true }, standing));
    expect(table).toEqual([
      ['Lead', 'Score', 'Place', 'Age, days', 'Cited by', 'State', 'Short name'],
      [
        ['How do you alert on Kubernetes cost spikes?', 'https://forum.example/devops/1'],
        ...[91, 'r/devops', 0.2, 'Gemini', 'open', 'L412'],
      ],
      [
        ['Best CRM for a team of five?', 'https://news.example/2'],
        ...[84, 'Hacker News', 1.3, 'none', 'open', 'L398'],
      ],
      [
        ['Leaving Globex, what next?', 'https://forum.example/saas/3'],
        ...['not given', 'r/saas', 'not given', 'none', 'claimed', 'L377'],
      ],
    ]);
    expect(pagesOfLeads({ ...found, mayAct: true })).toEqual([leads]);
  });
});

type Item = { name: string; url: string; score: number | undefined; kind: string };

const listOf = (rows: readonly Item[]): SortableList<Item> => ({
  head: `Acme: ${rows.length} things`,
  caption: 'Things of Acme',
  order: 'best first',
  columns: [
    { heading: 'Thing', cell: ({ name, url }) => linkCell(url, name) },
    figureColumn('Score', rows, ({ score }) => score),
    wordsColumn('Kind', 'place', ({ kind }) => kind),
  ],
  rows,
});

const things = (many: number, name = 'Thing', url = 'https://a.example/1') =>
  Array.from({ length: many }, (_, i) => ({ name: `${name} ${i}`, url, score: i, kind: 'kind' }));

const QUESTION = { name: 'sources', words: '', channels: {}, page: 0, view: 'table', until: 0 } as const;

describe('the pages', () => {
  test('whatever stands in them, hold every row once, in order, and are within what Slack takes', () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 140 }),
      fc.constantFrom('&'.repeat(140), '*_~'.repeat(46), 'a', '', '\u202E'),
    );
    const item = fc.record({
      name: words,
      url: fc.oneof(anyUrl, fc.constant(`https://a.example/${'&'.repeat(500)}`)),
      score: fc.option(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { nil: undefined }),
      kind: words,
    });
    const items = fc
      .tuple(fc.array(item, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 25 }))
      .map(([some, times]) => Array.from({ length: times }, () => some.map((one) => ({ ...one }))).flat());
    fc.assert(
      fc.property(items, (all) => {
        const list = listOf(all);
        const pages = pagesOfTable(list);
        expect(pages.flat()).toEqual(all);
        for (const at of [0, Math.floor(pages.length / 2), pages.length - 1]) {
          const { message } = tablePage(list, at, pages);
          const offered = { pages: pages.length, share: true, sortable: true };
          const page = withControls(message, { ...QUESTION, page: at }, offered);
          expectWithinLimits(drawn(page));
          expect(cellsOf(page)).toHaveLength((pages[at]?.length ?? 0) + 1);
          expect(wordsOf(drawn(page).plainBlocks ?? []).join('\n')).not.toContain('more are not shown');
        }
      }),
      { seed: 7, numRuns: runs(40) },
    );
  });

  test('are as full as Slack takes them', () => {
    const [first = []] = pagesOfTable(listOf(things(400)));
    expect(first).toHaveLength(100);
    const long = listOf(things(400, 'How do you alert on Kubernetes cost spikes, and who looks at them'));
    const page = drawn(tablePage(long, 0).message);
    expect(Math.max(countChars(page.blocks), countChars(page.plainBlocks))).toBeGreaterThan(8_000);
    expect(wordsOf(page.plainBlocks ?? []).join()).not.toContain('more are not shown');
  });

  test('say which rows they have, and of how many', () => {
    const list = listOf(things(214));
    const heads = [0, 1, 2, 9].map((at) => shownOf(tablePage(list, at).message)[0]);
    expect(heads).toEqual([
      '*Acme: 214 things* · 1 to 100 of 214, best first',
      '*Acme: 214 things* · 101 to 200 of 214, best first',
      ...Array.from({ length: 2 }, () => '*Acme: 214 things* · 201 to 214 of 214, best first'),
    ]);
    expect(shownOf(tablePage(listOf(things(3)), 0).message)[0]).toBe('*Acme: 3 things* · best first');
  });

  test('have the same columns, also where a page has nothing in one', () => {
    const rows = things(150).map((one, i) => ({ ...one, score: i === 149 ? 5 : undefined }));
    expect(tableOf(listOf(rows))[0]).toEqual(['Thing', 'Score', 'Kind']);
    expect(tableOf(listOf(rows))[1]).toEqual([expect.anything(), 'not given', 'kind']);
  });
});

test('where Slack refuses the table, its rows stand below the names of their columns', () => {
  const { plainBlocks = [] } = drawn(tablePage(listOf(things(2)), 0).message);
  expect(wordsOf(plainBlocks).at(-1)?.split('\n')).toEqual([
    '*Thing · Score · Kind*',
    '<https://a.example/1|Thing 0> · 0 · kind',
    '<https://a.example/1|Thing 1> · 1 · kind',
  ]);
});

test('who listens hears first what it is, then each row with the names of its columns', () => {
  const heard = heardOf(tablePage(listOf(things(2)), 0).message);
  expect(heard).toEqual([
    'Acme: 2 things as a table · best first',
    'Thing 0: score 0, kind kind',
    'Thing 1: score 1, kind kind',
  ]);
});

test('an answer to a question too long to be carried has no buttons that ask it again', () => {
  const page: Page = { parts: [] };
  const offered = { pages: 3, share: true };
  expect(withControls(page, { ...QUESTION, words: 'x'.repeat(2_000) }, offered)).toBe(page);
  expect(withControls(page, QUESTION, offered)).not.toBe(page);
});
