/** One history of daily scores: what the API gives now, and what earlier polls kept of days that it no longer gives. */
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore } from './calendar.ts';
import { distinctScores, FIGURES, METRICS, partKey, type ScoreRow } from './score-rows.ts';

/** So far back are scores kept and read: longer than anything is learnt from them, and a year for what-if. */
const KEPT_DAYS = 400;

/** Figures of one day that differ by such a factor are not restated, but written on another scale: 0 to 1 or 0 to 100. */
const OTHER_SCALE = 30;

/** A part whose figures are those of another one on so many days, not all the same, is that one under another name. */
const DAYS_TO_KNOW = 2;

/** The days of a part, by date. */
type Parts = ReadonlyMap<string, ReadonlyMap<string, ScoreRow>>;

/**
 * `rows`: a row for each complete day and part, and before them what `fresh` says of days that are not over. `isOtherScale`:
 * what was kept is on another scale than what the API gives now, and was left out.
 */
export type ScoreMemory = { rows: DailyScore[]; isOtherScale: boolean };

/** A row as it is kept, with the identity of its part. */
export type KeptRow = { part: string; row: ScoreRow };

/** The first day (YYYY-MM-DD) of which scores are kept. */
export function keptSince(today: string): string {
  return daysBefore(today, KEPT_DAYS);
}

/**
 * `fresh` as the API listed it, `kept` one row for each day and part. What the API gives now counts: of a day and part that
 * it speaks of, of the scale, and of the names of engines and regions. Days keep the parts that they were measured with.
 */
export function mergeScores(
  fresh: readonly DailyScore[],
  kept: readonly KeptRow[],
  today: string,
): ScoreMemory {
  const clear = distinctScores(fresh, today).rows;
  const open = fresh.filter(
    ({ complete, date }) => complete === false || date === undefined || date >= today,
  );
  const now = byPart(clear.map(toKeptRow));
  const before = renamed(byPart(kept), now);
  if (areOfOtherScales(before, now)) return { rows: [...clear, ...open], isOtherScale: true };
  // Also where rows contradict each other: then nobody knows the figure of that day any more.
  const spokenOf = new Set(fresh.map((row) => `${row.date} ${partKey(row)}`));
  const earlier = [...before].flatMap(([part, days]) =>
    [...days.values()].filter(({ date }) => !spokenOf.has(`${date} ${part}`)),
  );
  return { rows: [...clear, ...earlier, ...open], isOtherScale: false };
}

/** What has to be written so that what is kept is what was merged: rows to put, and rows that are no longer true. */
export function changesToKeep(
  kept: readonly KeptRow[],
  merged: readonly DailyScore[],
  today: string,
): { put: KeptRow[]; drop: KeptRow[]; since: string } {
  const before = byPart(kept);
  const since = keptSince(today);
  const put = distinctScores(merged, today)
    .rows.map(toKeptRow)
    .filter(({ part, row }) => {
      const known = before.get(part)?.get(row.date);
      return row.date >= since && !(known && FIGURES.every((figure) => known[figure] === row[figure]));
    });
  const there = new Set(merged.map((row) => `${row.date} ${partKey(row)}`));
  const drop = kept.filter(({ part, row }) => !there.has(`${row.date} ${part}`));
  return { put, drop, since };
}

function toKeptRow(row: ScoreRow): KeptRow {
  return { part: partKey(row), row };
}

function byPart(rows: readonly KeptRow[]): Parts {
  const parts = Map.groupBy(rows, ({ part }) => part);
  return new Map([...parts].map(([part, days]) => [part, new Map(days.map(({ row }) => [row.date, row]))]));
}

/** Engines and regions that the API names otherwise now, under the names that they have now. */
function renamed(before: Parts, now: Parts): Parts {
  const added = [...now].filter(([part]) => !before.has(part));
  return new Map(
    [...before].map(([part, days]) => {
      const other = now.has(part) ? undefined : added.find(([, theirs]) => areSame(days, theirs));
      const [row] = other?.[1].values() ?? [];
      if (!other || !row) return [part, days];
      added.splice(added.indexOf(other), 1);
      const { engine, engineId, region, regionId } = row;
      const names = { engine, engineId, region, regionId };
      return [other[0], new Map([...days].map(([date, day]) => [date, { ...day, ...names }]))];
    }),
  );
}

/** Days without any movement could be those of any engine that is never named. */
function areSame(one: ReadonlyMap<string, ScoreRow>, other: ReadonlyMap<string, ScoreRow>): boolean {
  const common = [...one.values()].filter(({ date }) => other.has(date));
  const isEqual = common.every((row) =>
    FIGURES.every((figure) => row[figure] === other.get(row.date)?.[figure]),
  );
  const moves = METRICS.some((metric) => new Set(common.map((row) => row[metric])).size >= DAYS_TO_KNOW);
  return isEqual && moves;
}

/** By the days that both have; where there are none, by the last day before and the first one since. */
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
      const [last, first] = [edgeOf(days, -1), edgeOf(theirs, 0)];
      return last && first ? [[last, first] as const] : [];
    });
  const pairs = common.length > 0 ? common : neighbours();
  return (['score', 'mentionRate'] as const).some((metric) => {
    const factors = pairs.flatMap(([row, other]) => {
      const [from, to] = [row[metric], other[metric]];
      return from === undefined || to === undefined || (from === 0 && to === 0) ? [] : to / from;
    });
    if (factors.length === 0 || factors.some((factor) => factor === 0 || !Number.isFinite(factor)))
      return false;
    return (
      factors.every((factor) => factor >= OTHER_SCALE) || factors.every((factor) => factor <= 1 / OTHER_SCALE)
    );
  });
}

/** Whether two figures of one day are the same thing on two scales. */
export function areOfOtherScale(one: number, other: number): boolean {
  const factor = Math.abs(other / one);
  return Number.isFinite(factor) && factor !== 0 && (factor >= OTHER_SCALE || factor <= 1 / OTHER_SCALE);
}

function edgeOf(days: ReadonlyMap<string, ScoreRow>, at: 0 | -1): ScoreRow | undefined {
  const date = [...days.keys()].sort().at(at);
  return date === undefined ? undefined : days.get(date);
}
