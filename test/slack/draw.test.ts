import type { InputBlock } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  actions,
  button,
  headline,
  type Input,
  note,
  type Page,
  type Part,
  paragraph,
  rows,
} from '../../src/messages/page.ts';
import { beside, bold, channel, code, flexible, lines, link, say, user } from '../../src/messages/text.ts';
import { LIMITS } from '../../src/slack/blocks.ts';
import { countChars, draw, drawText, drawView } from '../../src/slack/draw.ts';
import { fallbackText, mrkdwn, textFor } from '../../src/slack/text.ts';
import {
  buttonsOf,
  expectHarmless,
  expectViewWithinLimits,
  expectWithinLimits,
  wordsOf,
} from '../messages/reading.ts';
import { anyCharacter } from '../support/arbitraries.ts';

const wild = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 400 }),
  fc.string({ unit: anyCharacter, maxLength: 400 }),
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
  id: fc.constantFrom(undefined, 'L1', 'L2'),
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
          drawView({
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

test('a heading stands apart from rows that can be acted on', () => {
  const claim = button('lead.claim', 'Claim', 'Claim L1', 'L1');
  const part = rows([{ text: say`CRM?`, control: claim }], { heading: say`Still waiting` });
  expect(draw({ parts: [headline('Acme'), part] }).blocks.slice(1)).toMatchObject([
    { type: 'section', text: { text: 'Still waiting' } },
    { type: 'section', text: { text: 'CRM?' }, accessory: { type: 'button' } },
  ]);
});

const many = (amount: number, length = 100, letter = 'x') =>
  Array.from({ length: amount }, (_, i) => ({
    text: say`${`${i} ${letter.repeat(length)}`}`,
    control: button('lead.claim', 'Claim', `Claim ${i}`, `${i}`),
  }));

/** How many rows of such letters stand there. */
const shownIn = (page: Page, letter = 'x') =>
  wordsOf(draw(page).blocks).filter((words) => words.includes(letter.repeat(9))).length;

describe('a list that is too long', () => {
  test('shows the first that fit and counts the others', () => {
    const listed: Page = { parts: [headline('Leads'), rows(many(60))] };
    const shown = shownIn(listed);
    expect(shown).toBeGreaterThan(30);
    const words = wordsOf(draw(listed).blocks);
    expect(words[shown]).toMatch(new RegExp(`^${shown - 1} x`));
    expect(words.at(-1)).toBe(`${60 - shown} more are not shown here.`);
  });

  test('loses rows where another list is shorter', () => {
    const two: Page = { parts: [rows(many(55)), rows(many(5, 100, 'y'))] };
    expect(shownIn(two)).toBeLessThan(50);
    expect(shownIn(two, 'y')).toBe(5);
  });

  test('says why of fewer rows before any row is lost, and of the best ones last', () => {
    const reason = 'because the thread asks for just what you do '.repeat(6);
    const page: Page = {
      parts: [rows(many(40).map((row) => ({ ...row, text: say`${row.text} ${flexible(reason)}` })))],
    };
    const words = wordsOf(draw(page).blocks);
    expect(words).toHaveLength(40);
    expect(words[0]).toContain(reason.trim());
    expect(words.at(-1)).toMatch(/^39 x+ because .*…$/);
    expect(countChars(draw(page).blocks)).toBeGreaterThan(LIMITS.messageChars - 500);
    expectWithinLimits(draw(page));
  });
});

test('of a long summary the title gives way, not what is said around it', () => {
  const said = fallbackText(say`Acme: 4 new leads. Best: “${flexible('t'.repeat(300))}”, r/devops.`, 140);
  expect(said).toHaveLength(140);
  expect(said).toMatch(/^Acme: 4 new leads\. Best: “t+…”, r\/devops\.$/);
});

test('a notification has 140 characters of the headline, the terminal all of it', () => {
  const said = 'Acme: Globex is named in 471 of 499 answers; '.repeat(6).trim();
  const page = { parts: [headline(said), note('weekdays')] };
  expect(draw(page).text.split('\n')[0]?.length).toBeLessThanOrEqual(140);
  const reader = { timezone: 'UTC', names: new Map<string, string>() };
  expect(drawText(page, textFor(reader))).toBe(`${said}\nweekdays`);
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
  expect(mrkdwn(say`${'Nice\n*Acme* · all fine'} · L1`)).not.toContain('\n');
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

test('a fault at a field is cut, however long it is', () => {
  const field = { kind: 'field' as const, name: 'id', label: 'ID', input: { type: 'text' as const } };
  for (const fault of ['&'.repeat(4_000), '\u202E']) {
    expectViewWithinLimits(
      drawView({ id: 'a', title: 'A', submit: 'Go', carries: '', parts: [{ ...field, fault }] }),
    );
  }
});

const chartOf = (type: 'line' | 'bar', values: readonly number[][]): Part => ({
  kind: 'chart',
  title: 'Score',
  type,
  categories: (values[0] ?? []).map((_, i) => `c${i}`),
  series: values.map((some, i) => ({ name: `s${i}`, values: some })),
  words: say``,
});

describe('a chart of more than Slack draws', () => {
  const LOW = Array.from({ length: 90 }, (_, i) => (i === 41 ? -5 : 50));
  const chartIn = (part: Part) => {
    const { blocks } = draw({ parts: [headline('Acme'), part] });
    const block = blocks.find(({ type }) => type === 'data_visualization');
    const chart = block?.type === 'data_visualization' ? block.chart : expect.fail('no chart is drawn');
    const series = 'series' in chart ? chart.series : expect.fail('it has no lines');
    return {
      words: wordsOf(blocks).at(-1),
      values: series.map(({ data }) => data.map(({ value }) => value)),
    };
  };

  test('tells lines with long names apart within Slack’s limit', () => {
    const part = chartOf('line', [[1], [2]]);
    const series = ['EMEA', 'US'].map((name) => ({ name: `Northwind Observability ${name}`, values: [1] }));
    const { blocks } = draw({ parts: [headline('Acme'), { ...part, series } as Part] });
    expectWithinLimits({ text: 'Acme', blocks });
    expect(JSON.stringify(blocks)).toMatch(/"Northwind.*"Northwind/);
  });

  test('has the first bars, and says no more of them', () => {
    const { words, values } = chartIn(chartOf('bar', [LOW]));
    expect(values[0]).toHaveLength(LIMITS.chartPoints);
    expect(words).toBe('The chart shows the first 20 of 90.');
  });
});

test('a cell that is missing under “Change” is not said to be no change', () => {
  const table: Part = {
    kind: 'table',
    columns: [{ heading: 'Engine' }, { heading: 'Score' }, { heading: 'Change' }],
    rows: [
      ['ChatGPT', '61.0', '0.0'],
      ['Claude', '44.0', undefined],
    ],
  };
  const { text } = draw({ parts: [headline('Acme'), table] });
  expect(text.split('\n').slice(1)).toEqual([
    'ChatGPT: score 61.0, change 0.0',
    'Claude: score 44.0, change not given',
  ]);
});

test('text to be copied keeps its lines and their indent, and nothing in it turns the reading direction', () => {
  const text = 'title,url\r\n  \u202Egpj.exe,https://x.example\u0007';
  const { blocks } = draw({ parts: [headline('Acme'), { kind: 'copy', text }] });
  expect(JSON.stringify(blocks.at(-1))).toContain(JSON.stringify('title,url\n  gpj.exe,https://x.example'));
});

test('a button that would carry more than Slack takes is left out', () => {
  const controls = [button('a', 'Fits', 'Fits', 'v'), button('b', 'Does not', 'Does not', 'v'.repeat(2_001))];
  const { blocks } = draw({
    parts: [headline('Acme', controls[1]), actions(controls), actions([controls[1]])],
  });
  expectWithinLimits({ text: 'Acme', blocks });
  expect(buttonsOf(blocks)).toEqual(['Fits']);
  expect(blocks).toHaveLength(2);
});

test('a menu of a single thing is a button, as Slack may refuse a menu of one', () => {
  const menu = {
    kind: 'menu' as const,
    id: 'lead.menu',
    options: [{ label: 'Why this lead?', value: 'why' }],
  };
  const [block] = draw({ parts: [actions([menu])] }).blocks;
  expect(block).toMatchObject({
    elements: [{ type: 'button', text: { text: 'Why this lead?' }, action_id: 'lead.menu', value: 'why' }],
  });
});

test('a button named by what nobody can see still has a label', () => {
  expect(buttonsOf(draw({ parts: [actions([button('a', '\u202E', 'Open', 'v')])] }).blocks)).toEqual(['…']);
});

const fieldOf = (input: Input) => {
  const parts = [{ kind: 'field' as const, name: 'a', label: 'A', input }];
  const view = drawView({ id: 'a', title: 'A', submit: 'Go', carries: '', parts });
  expectViewWithinLimits(view);
  return (view.blocks[0] as InputBlock).element;
};

test('a field holds what was kept, though nobody may type that much', () => {
  const kept = 'r/devops, '.repeat(60);
  expect(fieldOf({ type: 'text', initial: kept, max: 500 })).toMatchObject({
    initial_value: kept,
    max_length: 600,
  });
});

test.each(['D0ANA', 'U0ANA', undefined])('among channels %s is not preset', (initial) => {
  expect(fieldOf({ type: 'channel', initial })).not.toHaveProperty('initial_conversation');
  expect(fieldOf({ type: 'channel', initial: 'C0ACME' })).toMatchObject({ initial_conversation: 'C0ACME' });
});

test('more to tick than a field of Slack’s holds is chosen from a list', () => {
  const options = Array.from({ length: 11 }, (_, i) => ({ value: `L${i}`, label: `L${i}` }));
  const typeOf = (some: typeof options) => fieldOf({ type: 'choices', as: 'checkboxes', options: some }).type;
  expect(typeOf(options)).toBe('multi_static_select');
  expect(typeOf(options.slice(1))).toBe('checkboxes');
});
