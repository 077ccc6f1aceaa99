import { expect, test } from 'vitest';
import { buildScoreFigures, buildScoreOverview } from '../../src/rules/score-history.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { dailyScore, daysAgo, FRIDAY } from './cast.ts';

test('an answer has the last days of the whole', () => {
  const overview = buildScoreOverview(
    [
      dailyScore({ date: daysAgo(1), score: 61 }),
      dailyScore({ date: daysAgo(0), score: 53 }),
      dailyScore({ date: daysAgo(1), score: 60, engine: 'Gemini' }),
      dailyScore({ date: daysAgo(0), score: 46, engine: 'Gemini' }),
      dailyScore({ date: daysAgo(3), score: 0, engineId: 'e-2' }),
      dailyScore({ date: daysAgo(0), engine: 'Claude' }),
    ],
    'Europe/Berlin',
    FRIDAY,
  );
  expect(overview.series.map(({ score }) => score)).toEqual([61, 53]);
});

test('a day with other prompts than the day before is not compared with it', () => {
  const rows = [0, 1, 2, 3].flatMap((ago) => [
    dailyScore({ date: daysAgo(ago), score: 60 - ago }),
    dailyScore({ date: daysAgo(ago), score: 50 - ago, engine: 'Gemini' }),
  ]);
  const came = (ago: number) => ({ day: daysAgo(ago), of: 'prompts' as const, came: ['helm'], went: [] });
  const read = (...ago: number[]) =>
    buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, undefined, ago.map(came));
  expect(read(3)).toEqual(read());
  expect(read(0)).toMatchObject({ sincePrevious: [came(0)] });
  expect(read(0)).not.toHaveProperty('earlier');
  expect(read(1)).toMatchObject({ earlier: [came(1)] });
  expect(read(1)).not.toHaveProperty('sincePrevious');
});

test('without scores it is empty, not zero', () => {
  expect(buildScoreOverview([], 'UTC', FRIDAY)).toEqual({ series: [] });
});

test('a long span has all of its days', () => {
  const rows = Array.from({ length: 60 }, (_, i) => dailyScore({ date: daysAgo(i), score: i }));
  const { series } = buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, 90);
  expect(series).toHaveLength(60);
  expect(buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, 30).series).toHaveLength(30);
});

test('engines that came or went within the days are named', () => {
  const on = (engine: string, days: readonly number[]) =>
    days.map((ago) => dailyScore({ date: daysAgo(ago), score: 50 + ago, engine }));
  const whole = [0, 1, 2, 3].map((ago) => dailyScore({ date: daysAgo(ago), score: 60 }));
  const { earlier } = buildScoreOverview(
    [...whole, ...on('Gemini', [0, 1, 2, 3]), ...on('Claude', [2, 3]), ...on('Grok', [0, 1])],
    'Europe/Berlin',
    FRIDAY,
    4,
  );
  expect(earlier).toEqual([{ day: daysAgo(1), of: 'engines', came: ['Grok'], went: ['Claude'] }]);
});

test('a day of other regions than the day before is not compared with it', () => {
  const rows = [0, 1].flatMap((ago) => [
    dailyScore({ date: daysAgo(ago), score: 60 - ago }),
    dailyScore({ date: daysAgo(ago), score: 50 - ago, engine: 'Gemini' }),
  ]);
  const moved = { day: daysAgo(0), of: 'regions' as const, came: ['France'], went: ['Germany'] };
  const read = buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, undefined, [moved]);
  expect(read).toMatchObject({ sincePrevious: [moved] });
  // Figures by engine tell which were measured.
  const engines = { ...moved, of: 'engines' as const };
  const believed = buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, undefined, [engines]);
  expect(believed).not.toHaveProperty('sincePrevious');
});

test('engines that somebody set are named where no figure is by engine', () => {
  const rows = [0, 1, 2].map((ago) => dailyScore({ date: daysAgo(ago), score: 60 - ago }));
  const set = (ago: number) => ({
    day: daysAgo(ago),
    of: 'engines' as const,
    came: ['Copilot'],
    went: ['Gemini'],
  });
  const read = (ago: number) => buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, undefined, [set(ago)]);
  expect(read(0)).toMatchObject({ sincePrevious: [set(0)] });
  expect(read(1)).toMatchObject({ earlier: [set(1)] });
});

/** Fri 20 Nov, 09:00 in Berlin: the last complete day is the 19th. */
const NOW = Date.parse('2026-11-20T08:00:00Z');
const day = (of: number, given: Partial<DailyScore>) => dailyScore({ date: `2026-11-${of}`, ...given });
const read = (rows: DailyScore[], moved: Parameters<typeof buildScoreFigures>[3] = []) =>
  buildScoreFigures(rows, 'Europe/Berlin', NOW, moved);

test('are of the whole, of engines and of regions, with the change since the day before', () => {
  const rows = [
    day(18, { score: 50, mentionRate: 0.4 }),
    day(19, { score: 52, mentionRate: 0.5, sentiment: 0.25, answers: 4 }),
    day(18, { score: 60, engine: 'Gemini' }),
    day(19, { score: 61, averageRank: 2, engine: 'Gemini' }),
    day(19, { score: 40, region: 'France' }),
    day(19, { score: 30, region: 'France', engine: 'Gemini' }),
    day(20, { score: 99, mentionRate: 0.9 }),
  ];
  const date = '2026-11-19';
  expect(read(rows)).toMatchObject({
    day: date,
    since: '2026-11-18',
    whole: {
      score: { value: 52, date, change: 2 },
      mentionRate: { value: 0.5, date, change: expect.closeTo(0.1) },
      sentiment: { value: 0.25, date },
    },
    parts: [
      {
        of: 'engine',
        name: 'Gemini',
        figures: { score: { value: 61, date, change: 1 }, averageRank: { value: 2, date } },
      },
      { of: 'region', name: 'France', figures: { score: { value: 40, date } } },
    ],
    rates: [0.4, 0.5],
  });
  expect(read(rows)?.whole.sentiment).not.toHaveProperty('change');
});

test('keep their own day where they are late, without a change, and go once that is long ago', () => {
  const late = (engine: string, of: number) => [of - 1, of].map((on) => day(on, { score: 1, engine }));
  const rows = [day(19, { score: 52 }), ...late('Gemini', 17), ...late('Claude', 11)];
  const parts = read(rows)?.parts;
  expect(parts).toEqual([
    { of: 'engine', name: 'Gemini', figures: { score: { value: 1, date: '2026-11-17' } } },
  ]);
});

test('have no change between days that measured something else, but an engine’s where only engines came', () => {
  const rows = [18, 19].flatMap((of) => [
    day(of, { score: of }),
    day(of, { score: of, engine: 'Gemini' }),
    day(of, { score: of, region: 'France' }),
  ]);
  const changes = (found: ReturnType<typeof read>) =>
    [found?.whole, ...(found?.parts ?? []).map(({ figures }) => figures)].map((one) => one?.score?.change);
  expect(changes(read(rows))).toEqual([1, 1, 1]);
  const came = { day: '2026-11-19', came: ['a'], went: [] };
  expect(changes(read(rows, [{ ...came, of: 'prompts' }]))).toEqual([undefined, undefined, undefined]);
  expect(changes(read([...rows, day(19, { score: 3, engine: 'Claude' })]))).toEqual([
    undefined,
    1,
    undefined,
    undefined,
  ]);
});

test('are of each pair where the API gives nothing else', () => {
  const rows = [18, 19].map((of) => day(of, { score: of, region: 'France', engine: 'Gemini' }));
  const figures = { score: { value: 19, date: '2026-11-19', change: 1 } };
  expect(read(rows)?.parts).toEqual([{ of: 'engine and region', name: 'Gemini, France', figures }]);
});

test('are none where no day is complete', () => {
  expect(read([day(20, { score: 50 })])).toBeUndefined();
});
