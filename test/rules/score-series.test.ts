import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildScoreSeries, detectorSettings } from '../../src/rules/score-series.ts';
import { dailyScore, daysAgo } from './cast.ts';

const series = (rows: Parameters<typeof buildScoreSeries>[0]) => buildScoreSeries(rows, '2026-11-20');

describe('rows become series', () => {
  test('one for each figure of the whole, of each engine and of each region', () => {
    const found = series([
      dailyScore({ date: daysAgo(0), score: 60, mentionRate: 0.6, averageRank: 2, sentiment: 0.1 }),
      dailyScore({ date: daysAgo(0), score: 50, engine: 'Gemini', engineId: 'e-1' }),
      dailyScore({ date: daysAgo(0), score: 40, engine: 'Gemini', engineId: 'e-1', regionId: 'r-1' }),
    ]);
    expect(found.map(({ key }) => key)).toEqual([
      'score:*:*',
      'mentionRate:*:*',
      'averageRank:*:*',
      'sentiment:*:*',
      'score:e-1:*',
      'score:e-1:r-1',
    ]);
  });

  test('a day without a figure is missing, a figure of 0 is one', () => {
    const rows = [dailyScore({ date: daysAgo(2), score: 0 }), dailyScore({ date: daysAgo(1) })];
    expect(series(rows)).toMatchObject([{ points: [{ value: 0 }] }]);
  });

  test.each([
    ['today, which is not over', { date: '2026-11-20', score: 50 }],
    ['a day to come', { date: '2027-01-01', score: 50 }],
    ['a day that the API calls incomplete', { date: daysAgo(0), score: 50, complete: false }],
    ['a day that is in no calendar', { date: '2026-02-30', score: 50 }],
    ['a row without a day', { score: 50 }],
    ['a figure that is none', { date: daysAgo(0), score: Number.NaN }],
  ])('%s is left out', (_, row) => {
    expect(series([dailyScore(row)])).toEqual([]);
  });

  test('the order of the rows does not matter', () => {
    const rows = Array.from({ length: 20 }, (_, i) => dailyScore({ date: daysAgo(i), score: i }));
    fc.assert(
      fc.property(fc.shuffledSubarray(rows, { minLength: rows.length }), (shuffled) => {
        expect(series(shuffled)).toEqual(series(rows));
      }),
      { seed: 6, numRuns: 30 },
    );
  });

  test('rows of a day that give different figures are none, of that part alone', () => {
    const rows = [60, 61, 60].map((score) => dailyScore({ date: daysAgo(0), score }));
    const others = [
      dailyScore({ date: daysAgo(1), score: 59 }),
      dailyScore({ date: daysAgo(0), score: 40, engine: 'Gemini' }),
    ];
    expect(series([...rows, ...others])).toMatchObject([
      { key: 'score:*:*', points: [{ value: 59 }] },
      { key: 'score:Gemini:*', points: [{ value: 40 }] },
    ]);
  });

  test('a day whose rows contradict each other is left out', () => {
    const rows = [60, 61, 60].map((score) => dailyScore({ date: daysAgo(0), score }));
    expect(series([...rows, dailyScore({ date: daysAgo(1), score: 59 })])).toMatchObject([
      { points: [{ value: 59 }] },
    ]);
  });

  test('of equal figures from other numbers of answers nobody knows whose they are', () => {
    const rows = [20, 30].map((answers) => dailyScore({ date: daysAgo(0), score: 0, answers }));
    expect(series(rows)).toEqual([]);
  });

  test('a row that is repeated counts once, and rows of one day may share out its figures', () => {
    const rate = dailyScore({ date: daysAgo(0), mentionRate: 0.4 });
    const row = dailyScore({ date: daysAgo(0), score: 60 });
    expect(series([row, row, rate])).toMatchObject([
      { key: 'score:*:*', points: [{ value: 60 }] },
      { key: 'mentionRate:*:*', points: [{ value: 0.4 }] },
    ]);
  });

  test('a day that is not over yet takes nothing from the row that says it is', () => {
    const partly = dailyScore({ date: daysAgo(0), score: 10, complete: false });
    expect(series([partly, dailyScore({ date: daysAgo(0), score: 60 })])).toMatchObject([
      { points: [{ value: 60 }] },
    ]);
  });
});

describe('the threshold is in the unit of the figures', () => {
  const on = (metric: 'score' | 'mentionRate' | 'averageRank' | 'sentiment', value: number, minChange = 5) =>
    detectorSettings(metric, series([dailyScore({ date: daysAgo(0), [metric]: value })]), minChange);

  test.each([
    ['score', 60, { minChange: 5, scale: 100 }],
    ['score', 0.6, { minChange: 0.05, scale: 1 }],
    ['score', 600, { minChange: 5, scale: undefined }],
    ['mentionRate', 0.6, { minChange: 0.05, scale: 1 }],
    ['averageRank', 3, { minChange: 5 }],
    ['sentiment', 0.2, { minChange: 0.1 }],
    ['sentiment', -7.5, { minChange: 0.5 }],
    ['sentiment', 71, { minChange: 5 }],
  ] as const)('%s of %d', (metric, value, settings) => {
    expect(on(metric, value)).toEqual(settings);
  });

  test('who writes 0.05 means 0.05', () => {
    expect(on('score', 0.6, 0.05)).toEqual({ minChange: 0.05, scale: 1 });
  });
});
