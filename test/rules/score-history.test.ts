import { expect, test } from 'vitest';
import { scoreOverview } from '../../src/rules/score-history.ts';
import { dailyScore, daysAgo, FRIDAY } from './cast.ts';

test('an answer has the last days, and each engine with its latest day and change', () => {
  const overview = scoreOverview(
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
  expect(overview.engines).toEqual([
    { engine: 'Gemini', date: daysAgo(0), score: 46, change: -14 },
    { engine: 'e-2', date: daysAgo(3), score: 0, change: undefined },
  ]);
});

test('without scores it is empty, not zero', () => {
  expect(scoreOverview([], 'UTC', FRIDAY)).toEqual({ series: [], engines: [] });
});
