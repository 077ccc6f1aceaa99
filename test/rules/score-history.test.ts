import { describe, expect, test } from 'vitest';
import type { LatestFigure } from '../../src/decision.ts';
import { findMeasuredChanges } from '../../src/rules/measured-changes.ts';
import {
  buildScoreOverview,
  findChangesToKeep,
  findFirstKeptDay,
  type KeptRow,
  mergeScores,
} from '../../src/rules/score-history.ts';
import { buildScoreSeries, dropRepeatedScores, toPartKey } from '../../src/rules/score-series.ts';
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
  expect(overview.days.map(({ score }) => score)).toEqual([61, 53]);
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
  expect(read(0)).toMatchObject({ score: { measured: [came(0)] }, earlier: [] });
  expect(read(1)).toMatchObject({ score: { measured: [] }, earlier: [came(1)] });
});

test('without scores it is empty, not zero', () => {
  expect(buildScoreOverview([], 'UTC', FRIDAY)).toMatchObject({ score: undefined, days: [], figures: [] });
});

test('a long span has all of its days', () => {
  const rows = Array.from({ length: 60 }, (_, i) => dailyScore({ date: daysAgo(i), score: i }));
  const { days } = buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, 90);
  expect(days).toHaveLength(60);
  expect(buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, 30).days).toHaveLength(30);
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
  expect(read.score?.measured).toEqual([moved]);
  // Figures by engine tell which were measured.
  const engines = { ...moved, of: 'engines' as const };
  const believed = buildScoreOverview(rows, 'Europe/Berlin', FRIDAY, undefined, [engines]);
  expect(believed.score?.measured).toEqual([]);
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
  expect(read(0)).toMatchObject({ score: { measured: [set(0)] } });
  expect(read(1)).toMatchObject({ earlier: [set(1)] });
});

/** Fri 20 Nov, 09:00 in Berlin: the last complete day is the 19th. */
const NOW = Date.parse('2026-11-20T08:00:00Z');
const day = (of: number, given: Partial<DailyScore>) => dailyScore({ date: `2026-11-${of}`, ...given });
const read = (rows: DailyScore[], moved: Parameters<typeof buildScoreOverview>[4] = []) => {
  const { score, figures } = buildScoreOverview(rows, 'Europe/Berlin', NOW, undefined, moved);
  return score ? [score, ...figures] : figures;
};
/** "score Gemini 61 on 2026-11-19 (1)" */
const inShort = ({ metric, scope: { engine, region }, now, change }: LatestFigure) => {
  const where = [engine, region].flatMap((part) => (part ? ` ${part.name}` : '')).join('');
  return `${metric}${where} ${now.value} on ${now.date}${change === undefined ? '' : ` (${change.toFixed(1)})`}`;
};

test('latest figures are of the whole, of engines and of regions, with the change since the day before', () => {
  const rows = [
    day(18, { score: 50, mentionRate: 0.4 }),
    day(19, { score: 52, mentionRate: 0.5, sentiment: 0.25, answers: 4 }),
    day(18, { score: 60, engine: 'Gemini' }),
    day(19, { score: 61, averageRank: 2, engine: 'Gemini' }),
    day(19, { score: 40, region: 'France' }),
    day(19, { score: 30, region: 'France', engine: 'Gemini' }),
    day(20, { score: 99, mentionRate: 0.9 }),
  ];
  expect(read(rows).map(inShort).toSorted()).toEqual([
    'averageRank Gemini 2 on 2026-11-19',
    'mentionRate 0.5 on 2026-11-19 (0.1)',
    'score 52 on 2026-11-19 (2.0)',
    'score France 40 on 2026-11-19',
    'score Gemini 61 on 2026-11-19 (1.0)',
    'sentiment 0.25 on 2026-11-19',
  ]);
  expect(buildScoreOverview(rows, 'Europe/Berlin', NOW).rates).toEqual([0.4, 0.5]);
});

test('latest figures keep their own day where they are late, and go once that is long ago', () => {
  const late = (engine: string, of: number) => [of - 1, of].map((on) => day(on, { score: 1, engine }));
  const rows = [day(19, { score: 52 }), ...late('Gemini', 17), ...late('Claude', 11)];
  expect(read(rows).map(inShort)).toEqual(['score 52 on 2026-11-19', 'score Gemini 1 on 2026-11-17 (0.0)']);
});

test('have no change between days that measured something else, but an engine’s where only engines came', () => {
  const rows = [18, 19].flatMap((of) => [
    day(of, { score: of }),
    day(of, { score: of, engine: 'Gemini' }),
    day(of, { score: of, region: 'France' }),
  ]);
  const changes = (found: readonly LatestFigure[]) => found.map(({ change }) => change);
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

test('latest figures are means of each engine and region where the API gives only both at once', () => {
  const rows = ['France', 'Spain'].flatMap((region, at) =>
    [18, 19].map((of) => day(of, { score: of + 2 * at, region, engine: 'Gemini' })),
  );
  const { figures } = buildScoreOverview(rows, 'UTC', Date.parse('2026-11-20T12:00Z'));
  expect(figures.map(inShort)).toEqual([
    'score Gemini 20 on 2026-11-19 (1.0)',
    'score France 19 on 2026-11-19 (1.0)',
    'score Spain 21 on 2026-11-19 (1.0)',
  ]);
  expect(figures.every(({ meanOf }) => meanOf === 'engine and region')).toBe(true);
});

const TODAY = '2026-11-20';

/** Of days in a row, the last of them so many days ago. */
function days(figures: readonly number[], until = 0, given: Partial<DailyScore> = {}): DailyScore[] {
  return figures.map((score, i) =>
    dailyScore({ date: daysAgo(figures.length - 1 - i + until), score, ...given }),
  );
}

/** What is kept once this was polled. */
const kept = (...rows: DailyScore[]): KeptRow[] =>
  dropRepeatedScores(rows, TODAY).map((row) => ({ part: toPartKey(row), row }));
const merge = (fresh: readonly DailyScore[], before: readonly KeptRow[]) => mergeScores(fresh, before, TODAY);
const valuesOf = (rows: readonly DailyScore[], key = 'score:*:*') =>
  buildScoreSeries(rows, TODAY)
    .find((series) => series.key === key)
    ?.points.map(({ value }) => value);

const GEMINI = { engine: 'Gemini', engineId: 'e-1' };

describe('what the API gives now and what was kept', () => {
  test('are one history, in which the API has the last word on a day and part', () => {
    const before = kept(...days([50, 51, 52, 53], 1), ...days([40, 41], 1, GEMINI));
    const rows = merge([...days([99, 54]), ...days([42], 0, GEMINI)], before);
    expect(valuesOf(rows)).toEqual([50, 51, 52, 99, 54]);
    expect(valuesOf(rows, 'score:e-1:*')).toEqual([40, 41, 42]);
  });

  test('are the same history, wherever the window begins', () => {
    const all = days([50, 51, 52, 53, 54, 55]);
    const windows = [1, 2, 6].map((length) => merge(all.slice(-length), kept(...all.slice(0, -1))));
    expect(windows.map((rows) => valuesOf(rows))).toEqual(Array(3).fill([50, 51, 52, 53, 54, 55]));
  });

  test('a day keeps the parts that it was measured with, though the API lists them no more', () => {
    const before = kept(
      ...days([50, 51], 1),
      ...days([30, 31], 1, GEMINI),
      ...days([60, 61], 1, { engine: 'Claude' }),
    );
    const rows = merge([...days([51, 52]), ...days([61, 62], 0, { engine: 'Claude' })], before);
    expect(findMeasuredChanges(rows, [], daysAgo(2), daysAgo(1))).toEqual([]);
    expect(findMeasuredChanges(rows, [], daysAgo(1), daysAgo(0))).toMatchObject([
      { came: [], went: ['Gemini'] },
    ]);
  });

  test('a day that the API calls incomplete again is not taken from what was kept', () => {
    const rows = merge(
      [dailyScore({ date: daysAgo(0), score: 10, complete: false })],
      kept(...days([50, 51])),
    );
    expect(valuesOf(rows)).toEqual([50]);
  });

  test('a day of which rows contradict each other now is left out', () => {
    const rows = merge([...days([51]), ...days([44])], kept(...days([50, 51])));
    expect(valuesOf(rows)).toEqual([50]);
  });
});

describe('another scale', () => {
  const hundred = kept(...days([50, 51, 52, 53], 1));

  test('of the same days leaves out what was kept on the old one', () => {
    expect(valuesOf(merge(days([0.52, 0.53, 0.54]), hundred))).toEqual([0.52, 0.53, 0.54]);
  });

  test('is seen by the days next to each other, where none is in both', () => {
    expect(valuesOf(merge(days([0.54]), hundred))).toEqual([0.54]);
  });

  test.each([
    ['restated figures', [57, 60, 61]],
    ['figures that fell to nothing', [0, 0, 0]],
    ['one wild day', [52, 53, 1]],
  ])('is not what %s are', (_, figures) => {
    expect(valuesOf(merge(days(figures), hundred))).toEqual([50, 51, ...figures]);
  });
});

describe('what has to be written', () => {
  const before = kept(...days([50, 51, 52], 1), ...days([40, 41, 42], 1, GEMINI));
  const written = (fresh: DailyScore[]) => {
    const { put, drop } = findChangesToKeep(before, merge(fresh, before), TODAY);
    const inShort = ({ part, row }: KeptRow) => `${row.date} ${part} ${row.score}`;
    return { put: put.map(inShort), drop: drop.map(inShort) };
  };

  test('is what is new or restated, and nothing else', () => {
    expect(written(days([50, 51.5, 52, 53]))).toEqual({
      put: [`${daysAgo(2)}  51.5`, `${daysAgo(0)}  53`],
      drop: [],
    });
  });

  test('is nothing of a day that is not over, or that is long past', () => {
    const open = dailyScore({ date: daysAgo(0), score: 10, complete: false });
    const old = dailyScore({ date: '2020-01-01', score: 50 });
    expect(written([open, old, dailyScore({ date: TODAY, score: 1 })])).toEqual({ put: [], drop: [] });
    expect(findFirstKeptDay(TODAY) > '2025-01-01').toBe(true);
  });

  test('takes back what is on another scale now', () => {
    // One of the six days is among the fresh ones, and is written anew.
    expect(written(days([0.52, 0.53])).drop).toHaveLength(5);
  });

  test('leaves alone what a feed in another timezone kept of a day that is not over here', () => {
    const ahead = [...before, ...kept(...days([53]))];
    const here = [...days([52], 1), dailyScore({ date: daysAgo(0), score: 53 })];
    expect(findChangesToKeep(ahead, mergeScores(here, ahead, daysAgo(0)), daysAgo(0)).drop).toEqual([]);
  });
});
