import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  actions,
  button,
  headline,
  note,
  type Page,
  type Part,
  paragraph,
  rows,
} from '../../src/messages/page.ts';
import { beside, bold, channel, code, flexible, lines, link, say, user } from '../../src/messages/text.ts';
import { LIMITS } from '../../src/slack/blocks.ts';
import { charsOf, draw, drawForm, rowsShown } from '../../src/slack/draw.ts';
import { asFallbackWithin, asMrkdwn } from '../../src/slack/text.ts';
import { expectHarmless, expectViewWithinLimits, expectWithinLimits, wordsOf } from '../messages/reading.ts';

const wild = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.constantFrom(
    '&'.repeat(1_000),
    '* '.repeat(500),
    '<!channel> <http://evil|x> *b* `c`',
    '',
    '\u202E\n> quoted',
  ),
);
const text = wild.chain((outside) =>
  fc.constantFrom(
    say`${outside}`,
    bold(outside),
    say`${bold(outside)} by ${user('U0ANA')} in ${channel('C0ACME')}: ${flexible(outside)}`,
    lines(bold(outside), beside(outside, code(outside), link('https://forum.example/1', outside))),
  ),
);
const control = wild.map((label) => button('lead.claim', label || 'Claim', label, 'L1'));
const row = fc.record({
  text,
  note: fc.option(text, { nil: undefined }),
  control: fc.option(control, { nil: undefined }),
});
const part: fc.Arbitrary<Part | undefined> = fc.oneof(
  text.map((said) => headline(said)),
  text.map((said) => paragraph(said)),
  text.map((said) => note(said)),
  fc.array(row, { maxLength: 60 }).map((all) => rows(all)),
  fc.array(control, { maxLength: 30 }).map((all) => actions(all)),
  fc.tuple(wild, fc.array(wild, { maxLength: 120 })).map(([name, names]) => ({
    kind: 'table' as const,
    columns: [{ heading: name || 'Tool' }, { heading: 'Score' }],
    rows: names.map((one, i) => [one, i % 2 ? `${i}` : undefined]),
  })),
  fc.tuple(wild, fc.array(wild, { minLength: 1, maxLength: 60 })).map(([title, categories]) => ({
    kind: 'chart' as const,
    title: title || 'Score',
    type: 'line' as const,
    categories,
    series: [{ name: 'Score', values: categories.map((_, i) => i) }],
    words: say`${title} in words`,
  })),
);
const page: fc.Arbitrary<Page> = fc.record({
  summary: text,
  parts: fc.array(part, { maxLength: 6 }).map((parts) => [headline('Acme'), ...parts]),
});

describe('whatever a page says', () => {
  test('it is drawn within the limits of Slack, and nothing of it can ping anybody or forge a link', () => {
    fc.assert(
      fc.property(page, (any) => {
        const message = draw(any);
        expectWithinLimits(message);
        for (const words of wordsOf([...message.blocks, ...(message.plainBlocks ?? [])]))
          expectHarmless(words);
      }),
      { seed: 19, numRuns: 60 },
    );
  });

  test('a form of it is, too', () => {
    fc.assert(
      fc.property(page, wild, ({ parts }, label) => {
        expectViewWithinLimits(
          drawForm({
            id: 'feed.form',
            title: label,
            submit: 'Save',
            carries: '',
            parts: [...parts, { kind: 'field', name: 'words', label: 'Words', input: { type: 'text' } }],
          }),
        );
      }),
      { seed: 19, numRuns: 40 },
    );
  });
});

const many = (amount: number, length = 100) =>
  Array.from({ length: amount }, (_, i) => ({
    text: say`${`${i} ${'x'.repeat(length)}`}`,
    control: button('lead.claim', 'Claim', `Claim ${i}`, `${i}`),
  }));

describe('a list that is too long', () => {
  test('shows the first that fit and counts the others', () => {
    const listed: Page = { parts: [headline('Leads'), rows(many(60))] };
    const [shown = 0] = rowsShown(listed);
    expect(shown).toBeGreaterThan(30);
    expect(wordsOf(draw(listed).blocks).at(-1)).toContain(`${60 - shown} more`);
  });

  test('loses rows where another list is shorter', () => {
    const two: Page = { parts: [rows(many(45)), rows(many(5))] };
    expect(rowsShown(two)[1]).toBe(5);
  });

  test('shows as many rows whatever becomes of them, where each tells its longest form', () => {
    const grown = (grow: boolean): Page => {
      const widest = { text: say`${'y'.repeat(400)}` };
      return {
        parts: [
          rows(
            many(50).map((row, i) => ({ ...(grow && i % 2 ? widest : row), control: row.control, widest })),
          ),
        ],
      };
    };
    expect(rowsShown(grown(true))).toEqual(rowsShown(grown(false)));
    expect(charsOf(draw(grown(true)).blocks)).toBeLessThanOrEqual(LIMITS.messageChars);
  });
});

test('of a long summary the title gives way, not what is said around it', () => {
  const said = asFallbackWithin(say`Acme: 4 new leads. Best: “${flexible('t'.repeat(300))}”, r/devops.`, 140);
  expect(said).toHaveLength(140);
  expect(said).toMatch(/^Acme: 4 new leads\. Best: “t+…”, r\/devops\.$/);
});

test('who listens hears what stands there, without marks', () => {
  const { text, blocks } = draw({
    summary: say`Acme has news.`,
    parts: [
      headline(bold('Acme')),
      rows([{ text: lines(bold('How?'), beside('r/devops', 'L1')), note: say`5 h` }]),
      note('weekdays'),
    ],
  });
  expect(text.split('\n')).toEqual(['Acme has news.', 'How? · r/devops · L1 · 5 h', 'weekdays']);
  expect(wordsOf(blocks)).toEqual(['*Acme*', '*How?*\nr/devops · L1', '5 h', 'weekdays']);
});

test('a stranger’s text cannot begin a line of its own', () => {
  expect(asMrkdwn(say`${'Nice\n*Acme* · all fine'} · L1`)).not.toContain('\n');
});

test('a table beyond what Slack takes counts the rows that it leaves out, also in lines', () => {
  const cells = Array.from({ length: 150 }, (_, i) => [`Tool ${i}`, i % 2 ? '50' : undefined]);
  const columns = [{ heading: 'Tool' }, { heading: 'Score' }];
  const one = draw({ parts: [headline('Acme'), { kind: 'table', columns, rows: cells }] });
  const table = one.blocks.find(({ type }) => type === 'table');
  const shown = table?.type === 'table' ? table.rows.length - 1 : 0;
  expect(shown).toBeLessThan(LIMITS.tableRows);
  expect(wordsOf(one.blocks)).toContain(`${150 - shown} more are not shown here.`);
  const many = { kind: 'table' as const, columns, rows: cells.concat(cells, cells, cells, cells) };
  expectWithinLimits(draw({ parts: [headline('Acme'), many] }));
});

test('a chart whose figures a list says already is drawn, and not told twice', () => {
  const chart = {
    kind: 'chart' as const,
    title: 'Score',
    type: 'bar' as const,
    categories: ['a', 'b'],
    series: [{ name: 'Score', values: [1, 2] }],
    words: say``,
  };
  const message = draw({ parts: [headline('Acme'), chart] });
  expect(message.blocks.map(({ type }) => type)).toEqual(['section', 'data_visualization']);
  expect(message.plainBlocks).toHaveLength(1);
  expect(message.text).toBe('Acme');
});

test('a fault above a field is cut, however long it is', () => {
  const field = { kind: 'field' as const, name: 'id', label: 'ID', input: { type: 'text' as const } };
  for (const fault of ['&'.repeat(4_000), '\u202E']) {
    expectViewWithinLimits(drawForm({ id: 'a', title: 'A', carries: '', parts: [{ ...field, fault }] }));
  }
});
