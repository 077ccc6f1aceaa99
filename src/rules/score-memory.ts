/** Merges the daily scores that the API gives now with those that earlier polls stored for days it no longer gives. */
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore } from './calendar.ts';
import { dropRepeatedScores, FIGURES, type ScoreRow, toPartKey } from './score-series.ts';

/** How long scores are kept: longer than anything learns from them, and a year for what-if. */
const KEPT_DAYS = 400;

/** Figures of one day that differ by this factor are on another scale (0 to 1, 0 to 100), not corrected. */
const OTHER_SCALE = 30;

/** `rows`: one per complete day and part, and days not over yet. `isOtherScale`: stored rows were dropped for it. */
export type ScoreMemory = { rows: DailyScore[]; isOtherScale: boolean };

/** A stored row with the key of its engine and region, '' for the whole project. */
export type KeptRow = { part: string; row: ScoreRow };

/** The first day (YYYY-MM-DD) for which scores are kept. */
export function findFirstKeptDay(today: string): string {
  return daysBefore(today, KEPT_DAYS);
}

/**
 * `fresh` as the API lists it, `kept` one row for each day and part. The API wins: for days and parts it lists, and for
 * the scale. Older days keep the parts with which they were measured.
 */
export function mergeScores(
  fresh: readonly DailyScore[],
  kept: readonly KeptRow[],
  today: string,
): ScoreMemory {
  const clear = dropRepeatedScores(fresh, today).rows;
  const open = fresh.filter(
    ({ complete, date }) => complete === false || date === undefined || date >= today,
  );
  if (areOfOtherScales(kept, clear.map(toKeptRow))) return { rows: [...clear, ...open], isOtherScale: true };
  // Includes contradicting rows: the figure of their day is no longer known.
  const spokenOf = new Set(fresh.map((row) => `${row.date} ${toPartKey(row)}`));
  const earlier = kept.filter((one) => !spokenOf.has(keyOf(one))).map(({ row }) => row);
  return { rows: [...clear, ...earlier, ...open], isOtherScale: false };
}

/** The writes that bring the stored rows in line with the merged ones: rows to put, and outdated rows to drop. */
export function findChangesToKeep(
  kept: readonly KeptRow[],
  merged: readonly DailyScore[],
  today: string,
): { put: KeptRow[]; drop: KeptRow[]; since: string } {
  const before = new Map(kept.map((one) => [keyOf(one), one.row]));
  const since = findFirstKeptDay(today);
  const put = dropRepeatedScores(merged, today)
    .rows.map(toKeptRow)
    .filter((one) => {
      const known = before.get(keyOf(one));
      const isKnown = known && FIGURES.every((figure) => known[figure] === one.row[figure]);
      return one.row.date >= since && !isKnown;
    });
  const there = new Set(merged.map((row) => `${row.date} ${toPartKey(row)}`));
  return { put, drop: kept.filter((one) => !there.has(keyOf(one))), since };
}

function toKeptRow(row: ScoreRow): KeptRow {
  return { part: toPartKey(row), row };
}

function keyOf({ part, row }: KeptRow): string {
  return `${row.date} ${part}`;
}

/** Compares the days that both have; if there are none, the last stored day of each part with the first fresh one. */
function areOfOtherScales(kept: readonly KeptRow[], fresh: readonly KeptRow[]): boolean {
  const now = new Map(fresh.map((one) => [keyOf(one), one]));
  const common = kept.flatMap((one) => [[one, now.get(keyOf(one))] as const]);
  const pairs = common.some(([, other]) => other) ? common : listNeighbours(kept, fresh);
  return (['score', 'mentionRate'] as const).some((metric) => {
    const figures = pairs.flatMap(([one, other]): [number, number][] => {
      const [from, to] = [one.row[metric], other?.row[metric]];
      return from === undefined || to === undefined || (from === 0 && to === 0) ? [] : [[from, to]];
    });
    return figures.length > 0 && figures.every(([from, to]) => areOfOtherScale(from, to));
  });
}

function listNeighbours(kept: readonly KeptRow[], fresh: readonly KeptRow[]) {
  const byDay = (rows: readonly KeptRow[]) => rows.toSorted((a, b) => (a.row.date < b.row.date ? -1 : 1));
  const last = new Map(byDay(kept).map((one) => [one.part, one]));
  const first = new Map(
    byDay(fresh)
      .toReversed()
      .map((one) => [one.part, one]),
  );
  return [...last.values()].map((one) => [one, first.get(one.part)] as const);
}

/** Whether two figures for the same thing are on different scales. */
export function areOfOtherScale(one: number, other: number): boolean {
  const factor = Math.abs(other / one);
  return Number.isFinite(factor) && factor !== 0 && (factor >= OTHER_SCALE || factor <= 1 / OTHER_SCALE);
}
