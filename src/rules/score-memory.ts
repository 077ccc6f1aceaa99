/** Merges the daily scores that the API gives now with those that earlier polls stored for days it no longer gives. */
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore } from './calendar.ts';
import { dropRepeatedScores, FIGURES, type ScoreRow, toPartKey } from './score-series.ts';

/** How long scores are kept: longer than anything learns from them, and a year for what-if. */
const KEPT_DAYS = 400;

/** Figures of one day that differ by this factor are on another scale (0 to 1, 0 to 100), not corrected. */
const OTHER_SCALE = 30;

/** Each part's rows by date. */
type Parts = ReadonlyMap<string, ReadonlyMap<string, ScoreRow>>;

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
  const before = groupByPart(kept);
  if (areOfOtherScales(before, groupByPart(clear.map(toKeptRow))))
    return { rows: [...clear, ...open], isOtherScale: true };
  // Includes contradicting rows: the figure of their day is no longer known.
  const spokenOf = new Set(fresh.map((row) => `${row.date} ${toPartKey(row)}`));
  const earlier = [...before].flatMap(([part, days]) =>
    [...days.values()].filter(({ date }) => !spokenOf.has(`${date} ${part}`)),
  );
  return { rows: [...clear, ...earlier, ...open], isOtherScale: false };
}

/** The writes that bring the stored rows in line with the merged ones: rows to put, and outdated rows to drop. */
export function findChangesToKeep(
  kept: readonly KeptRow[],
  merged: readonly DailyScore[],
  today: string,
): { put: KeptRow[]; drop: KeptRow[]; since: string } {
  const before = groupByPart(kept);
  const since = findFirstKeptDay(today);
  const put = dropRepeatedScores(merged, today)
    .rows.map(toKeptRow)
    .filter(({ part, row }) => {
      const known = before.get(part)?.get(row.date);
      return row.date >= since && !(known && FIGURES.every((figure) => known[figure] === row[figure]));
    });
  const there = new Set(merged.map((row) => `${row.date} ${toPartKey(row)}`));
  const drop = kept.filter(({ part, row }) => !there.has(`${row.date} ${part}`));
  return { put, drop, since };
}

function toKeptRow(row: ScoreRow): KeptRow {
  return { part: toPartKey(row), row };
}

function groupByPart(rows: readonly KeptRow[]): Parts {
  const parts = Map.groupBy(rows, ({ part }) => part);
  return new Map([...parts].map(([part, days]) => [part, new Map(days.map(({ row }) => [row.date, row]))]));
}

/** Compares the days that both have; if there are none, the last stored day with the first fresh one. */
function areOfOtherScales(before: Parts, now: Parts): boolean {
  const parts = [...before].flatMap(([part, days]) => {
    const theirs = now.get(part);
    return theirs ? [[days, theirs] as const] : [];
  });
  const common = parts.flatMap(([days, theirs]) =>
    [...days.values()].flatMap((row) => {
      const other = theirs.get(row.date);
      return other ? [[row, other] as const] : [];
    }),
  );
  const neighbours = () =>
    parts.flatMap(([days, theirs]) => {
      const [last, first] = [findEdge(days, -1), findEdge(theirs, 0)];
      return last && first ? [[last, first] as const] : [];
    });
  const pairs = common.length > 0 ? common : neighbours();
  return (['score', 'mentionRate'] as const).some((metric) => {
    const figures = pairs.flatMap(([row, other]): [number, number][] => {
      const [from, to] = [row[metric], other[metric]];
      return from === undefined || to === undefined || (from === 0 && to === 0) ? [] : [[from, to]];
    });
    return figures.length > 0 && figures.every(([from, to]) => areOfOtherScale(from, to));
  });
}

/** Whether two figures for the same thing are on different scales. */
export function areOfOtherScale(one: number, other: number): boolean {
  const factor = Math.abs(other / one);
  return Number.isFinite(factor) && factor !== 0 && (factor >= OTHER_SCALE || factor <= 1 / OTHER_SCALE);
}

function findEdge(days: ReadonlyMap<string, ScoreRow>, at: 0 | -1): ScoreRow | undefined {
  const date = [...days.keys()].sort().at(at);
  return date === undefined ? undefined : days.get(date);
}
