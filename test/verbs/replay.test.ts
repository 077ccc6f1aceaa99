import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { VerbError } from '../../src/verbs/command-line.ts';
import { readSeries, replay } from '../../src/verbs/replay.ts';
import { noise } from '../rules/score-days.ts';
import { temporaryFolder } from '../support/folder.ts';
import { runVerb } from './run-verb.ts';

const TODAY = '2026-11-20';
const values = [...noise(60, 50), ...noise(61, 20, 50)];

async function replayed(text: string, ...args: string[]): Promise<string> {
  const file = path.join(await temporaryFolder(), 'series');
  await writeFile(file, text);
  return (await runVerb(replay, {}, file, ...args)).printed;
}

describe('a series', () => {
  test('of values prints every detection as JSON and nothing else', async () => {
    const { alerts } = JSON.parse(await replayed(JSON.stringify({ values }), '--json', '--min-change', '0'));
    const shift = alerts.find(({ kind }: { kind: string }) => kind === 'shift');
    expect(shift).toMatchObject({ direction: 'down', changeAt: 50 });
    expect(Object.keys(shift)).toEqual(['index', 'kind', 'direction', 'changeAt', 'delta']);
    expect(shift.delta).toBeLessThan(-7);
  });

  test('replayed in part gives the same alerts up to there', async () => {
    const json = async (length: number) =>
      JSON.parse(await replayed(JSON.stringify({ values: values.slice(0, length) }), '--json')).alerts;
    const all = await json(values.length);
    expect(await json(52)).toEqual(all.filter(({ index }: { index: number }) => index < 52));
  });

  test('is drawn for people, with the days of its alerts', async () => {
    const lines = values.map(
      (value, i) =>
        `2026-0${i < 30 ? 6 : i < 61 ? 7 : 8}-${String((i < 30 ? i : i < 61 ? i - 30 : i - 61) + 1).padStart(2, '0')},${value}`,
    );
    const shown = await replayed(['date,score', ...lines].join('\n'));
    expect(shown).toMatch(/^70 days, 2026-06-01 to 2026-08-09; changes of 5 or more\n[▁▂▃▄▅▆▇█]{70} {2}/u);
    expect(shown).toMatch(/shift down +2026-07-21/);
    expect(shown).toMatch(
      /\nA jump is a day far from the usual scores; a shift is a new level that lasts\. .*\(changeAt\)\.\n/,
    );
    expect(shown).toMatch(
      /\n\d detections: \d jumps?, 1 shift\. In Slack you may see fewer messages: [^\n]*$/,
    );
  });

  test('without dates says how it counts days', async () => {
    const shown = await replayed(JSON.stringify({ values }));
    expect(shown).toContain('The file has no dates, so days are counted from 0.');
  });

  test('without anything unusual says so, however long it is', async () => {
    const shown = await replayed(JSON.stringify({ values: noise(62, 1000) }));
    expect(shown).toMatch(/means of 14 days\nNo alerts: no change of 5 or more stood out /);
  });

  test('of one day is too short to judge, which isn’t an all-clear', async () => {
    const shown = await replayed('2026-11-19,61.4');
    expect(shown).toBe(
      [
        '1 day, 2026-11-19; changes of 5 or more',
        '▅  61.4',
        'Too short to judge. Finding a jump takes at least 9 days, finding a shift 22.',
      ].join('\n'),
    );
  });

  test('is judged from the ninth day', async () => {
    const first = (length: number) => replayed(JSON.stringify({ values: noise(60, length) }));
    expect(await first(8)).toContain('Too short to judge');
    expect(await first(9)).toContain('No alerts');
  });

  test('with changes below the threshold has no alerts', async () => {
    const shown = await replayed(JSON.stringify({ values }), '--min-change', '40');
    expect(shown).toContain('\nNo alerts: no change of 40 or more stood out from the usual ups and downs');
  });
});

describe('refuses with a sentence', () => {
  test.each([
    ['', 'The file is empty.'],
    ['{"values":[]}', 'The list “values” is empty.'],
    ['{"values":[1,null]}', 'Value 1 (the first is 0) is null, not a number.'],
    ['{"values":["61"]}', 'Value 0 (the first is 0) is the text “61”, not a number.'],
    ['{"scores":[1]}', 'The JSON has no list “values”'],
    ['{"values":[1', 'it isn’t valid JSON.'],
    ['date,score', 'The file has a heading but no scores.'],
    ['2026-11-01,5\n2026-11-01,6', 'Line 2: 2026-11-01 appears twice.'],
    ['2026-11-02,5\n2026-11-01,6', 'Line 2: 2026-11-01 comes after 2026-11-02.'],
    ['2026-11-21,5', 'Line 1: 2026-11-21 is in the future.'],
    ['2026-11-01,', 'Line 1: 2026-11-01 has no score.'],
    ['2026-11-01,null', 'Line 1: 2026-11-01 has the score “null”, which isn’t a number.'],
    ['2026-02-30,5', 'Line 1: “2026-02-30” isn’t a date'],
    ['5\n6', 'Line 1: “5” isn’t a date'],
    [`\u001b[2J${'x'.repeat(2000)}`, 'xxxxx…” isn’t a date'],
  ])('%j', (text, sentence) => {
    const read = readSeries(text, TODAY);
    expect('fault' in read && read.fault).toContain(sentence);
  });

  test.each([
    [[], 'Name one file.'],
    [['a', 'b'], 'Name one file.'],
    [[''], 'Name one file.'],
    [['a', '--min-change', 'much'], '--min-change must be a number'],
    [['/nowhere/at/all'], 'There is no file /nowhere/at/all.'],
  ])('arguments %j', async (args, sentence) => {
    const refused = await runVerb(replay, {}, ...args).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VerbError);
    expect(String(refused)).toContain(sentence);
  });

  test('accepts a heading, blank lines, tabs and a byte order mark', () => {
    expect(readSeries('\uFEFFday;score\n2026-11-01;5\n\n2026-11-03\t6.5\r\n', TODAY)).toMatchObject({
      days: [
        { name: '2026-11-01', value: 5 },
        { name: '2026-11-03', value: 6.5 },
      ],
    });
  });
});
