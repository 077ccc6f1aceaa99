import { describe, expect, test } from 'vitest';
import { findMeasuredChanges } from '../../src/rules/measured-changes.ts';
import {
  findChangesToKeep,
  findFirstKeptDay,
  type KeptRow,
  mergeScores,
} from '../../src/rules/score-history.ts';
import { buildScoreSeries, dropRepeatedScores, toPartKey } from '../../src/rules/score-series.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { dailyScore, daysAgo } from './cast.ts';

const TODAY = '2026-11-20';

/** Of days in a row, the last of them so many days ago. */
function days(figures: readonly number[], until = 0, given: Partial<DailyScore> = {}): DailyScore[] {
  return figures.map((score, i) =>
    dailyScore({ date: daysAgo(figures.length - 1 - i + until), score, ...given }),
  );
}

/** What is kept once this was polled. */
const kept = (...rows: DailyScore[]): KeptRow[] =>
  dropRepeatedScores(rows, TODAY).rows.map((row) => ({ part: toPartKey(row), row }));
const merge = (fresh: readonly DailyScore[], before: readonly KeptRow[]) => mergeScores(fresh, before, TODAY);
const valuesOf = (rows: readonly DailyScore[], key = 'score:*:*') =>
  buildScoreSeries(rows, TODAY)
    .find((series) => series.key === key)
    ?.points.map(({ value }) => value);

const GEMINI = { engine: 'Gemini', engineId: 'e-1' };

describe('what the API gives now and what was kept', () => {
  test('are one history, in which the API has the last word on a day and part', () => {
    const before = kept(...days([50, 51, 52, 53], 1), ...days([40, 41], 1, GEMINI));
    const { rows } = merge([...days([99, 54]), ...days([42], 0, GEMINI)], before);
    expect(valuesOf(rows)).toEqual([50, 51, 52, 99, 54]);
    expect(valuesOf(rows, 'score:e-1:*')).toEqual([40, 41, 42]);
  });

  test('are the same history, wherever the window begins', () => {
    const all = days([50, 51, 52, 53, 54, 55]);
    const windows = [1, 2, 6].map((length) => merge(all.slice(-length), kept(...all.slice(0, -1))).rows);
    expect(windows.map((rows) => valuesOf(rows))).toEqual(Array(3).fill([50, 51, 52, 53, 54, 55]));
  });

  test('a day keeps the parts that it was measured with, though the API lists them no more', () => {
    const before = kept(
      ...days([50, 51], 1),
      ...days([30, 31], 1, GEMINI),
      ...days([60, 61], 1, { engine: 'Claude' }),
    );
    const { rows } = merge([...days([51, 52]), ...days([61, 62], 0, { engine: 'Claude' })], before);
    expect(findMeasuredChanges(rows, [], daysAgo(2), daysAgo(1))).toEqual([]);
    expect(findMeasuredChanges(rows, [], daysAgo(1), daysAgo(0))).toMatchObject([
      { came: [], went: ['Gemini'] },
    ]);
  });

  test('a day that the API calls incomplete again is not taken from what was kept', () => {
    const { rows } = merge(
      [dailyScore({ date: daysAgo(0), score: 10, complete: false })],
      kept(...days([50, 51])),
    );
    expect(valuesOf(rows)).toEqual([50]);
  });

  test('a day of which rows contradict each other now is left out', () => {
    const { rows } = merge([...days([51]), ...days([44])], kept(...days([50, 51])));
    expect(valuesOf(rows)).toEqual([50]);
  });
});

describe('another scale', () => {
  const hundred = kept(...days([50, 51, 52, 53], 1));

  test('of the same days leaves out what was kept on the old one', () => {
    const merged = merge(days([0.52, 0.53, 0.54]), hundred);
    expect(merged.isOtherScale).toBe(true);
    expect(valuesOf(merged.rows)).toEqual([0.52, 0.53, 0.54]);
  });

  test('is seen by the days next to each other, where none is in both', () => {
    expect(merge(days([0.54]), hundred).isOtherScale).toBe(true);
  });

  test.each([
    ['restated figures', [57, 60, 61]],
    ['figures that fell to nothing', [0, 0, 0]],
    ['one wild day', [52, 53, 1]],
  ])('is not what %s are', (_, figures) => {
    expect(merge(days(figures), hundred).isOtherScale).toBe(false);
  });
});

describe('what has to be written', () => {
  const before = kept(...days([50, 51, 52], 1), ...days([40, 41, 42], 1, GEMINI));
  const written = (fresh: DailyScore[]) => {
    const { put, drop } = findChangesToKeep(before, merge(fresh, before).rows, TODAY);
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
    expect(findChangesToKeep(ahead, mergeScores(here, ahead, daysAgo(0)).rows, daysAgo(0)).drop).toEqual([]);
  });
});
