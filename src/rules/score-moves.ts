/** Finds the falls and rises of a figure in its daily scores, and tells how far one was made good. */
import type { Metric, Recovery, Scope } from '../decision.ts';
import { findUsualRange, judgeByRange, levelOf, type ReadPoint, toApiFigure } from './alert-history.ts';
import {
  type CourseSource,
  type Days,
  dayOf,
  figureOf,
  findAlertOn,
  findMeasuredBetween,
  MOST_OF_IT,
  readFigure,
} from './score-course.ts';

/** How far back an undated question reaches. */
const LATELY_DAYS = 14;

/**
 * How far the latest change in two weeks has been made good, against the range from before it, or from before the open
 * alert on this figure. Undefined if nothing moved, the days before can't be compared, or too few are known.
 */
export function findRecovery(
  metric: Metric,
  scope: Scope,
  of: CourseSource,
  wanted: 'worse' | 'better' = 'worse',
): Recovery | undefined {
  const all = readFigure(metric, scope, of);
  const last = all.at(-1);
  if (!last) return undefined;
  const moves = listMovesUntil(last, all).filter((one) => wayOf(metric, one) === wanted);
  // One fall may be found twice.
  const first = moves.toReversed().reduce<(typeof moves)[number] | undefined>((later, one) => {
    const eve = later && all[later.changeAt - 1];
    return !later || (eve && one.told.point.day >= eve.point.day) ? one : later;
  }, undefined);
  const before = first && all[first.changeAt - 1];
  const rates = all.map(({ point }) => toApiFigure(point));
  const range =
    first && (findAlertOn(metric, [scope], last, of)?.usual ?? findUsualRange(first.told, metric, rates));
  if (!first || !before || !range || findMeasuredBetween(before, last, scope, of).length > 0)
    return undefined;
  const since = all.slice(first.changeAt);
  const far = (one: ReadPoint) => toApiFigure(one.point) * Math.sign(first.delta);
  const furthest = since.reduce((most, one) => (far(one) > far(most) ? one : most));
  const judged = judgeByRange(toApiFigure(last.point), range);
  const sideOf = (one: ReadPoint) => judgeByRange(toApiFigure(one.point), range).side;
  const run = since.slice(since.findLastIndex((one) => sideOf(one) !== judged.side) + 1);
  return {
    now: figureOf(last),
    before: figureOf(before),
    furthest: figureOf(furthest),
    usual: range,
    ...judged,
    since: dayOf(run[0] ?? last),
    days: run.length,
  };
}

/**
 * The days of the latest change in two weeks, preferably of the `wanted` kind: from the day before it until the last day
 * that measured the same, or until it was found if most of it is undone by then. If only the opposite was
 * found and undone: from its furthest day until now. If none was found but the latest day is unusual the wanted way:
 * from the last usual day. Undefined otherwise.
 */
export function findLastMove(
  metric: Metric,
  scope: Scope,
  of: CourseSource,
  wanted: 'worse' | 'better' = 'worse',
): Days | undefined {
  const all = readFigure(metric, scope, of);
  const last = all.at(-1);
  if (!last) return undefined;
  const moves = listMovesUntil(last, all);
  const isWanted = (one: { delta: number }) => wayOf(metric, one) === wanted;
  const move = moves.findLast(isWanted) ?? moves.at(-1);
  const before = move && all[move.changeAt - 1];
  if (!move || !before) {
    const usual = all.findLast((one) => levelOf(one) === 'normal');
    const delta = last.point.value - (last.reading.expected ?? last.point.value);
    return usual && usual !== last && isWanted({ delta })
      ? { from: dayOf(usual), to: dayOf(last) }
      : undefined;
  }
  const { delta } = move;
  // One fall may be found twice.
  const told = moves.find(({ changeAt }) => changeAt === move.changeAt)?.told ?? move.told;
  const since = all.slice(move.changeAt);
  const end = since.findLast((one) => findMeasuredBetween(before, one, scope, of).length === 0) ?? told;
  const far = (one: ReadPoint) => toApiFigure(one.point) * Math.sign(delta);
  const isUndone = far(end) - far(before) < Math.abs(delta) * MOST_OF_IT;
  if (isUndone && !isWanted(move)) {
    const furthest = since.reduce((most, one) => (far(one) >= far(most) ? one : most));
    return { from: dayOf(furthest), to: dayOf(last) };
  }
  return { from: dayOf(before), to: dayOf(isUndone ? told : end) };
}

/**
 * Of the days, the stretch in which the same was measured throughout and the figure moved most, preferably the `wanted`
 * way. None if no day has a figure.
 */
export function findDaysAlike(
  metric: Metric,
  scope: Scope,
  { from = '', to = '9999-12-31' }: Days,
  of: CourseSource,
  wanted: 'worse' | 'better' = 'worse',
): Days | undefined {
  const stretches: { first: ReadPoint; last: ReadPoint }[] = [];
  for (const one of readFigure(metric, scope, of)) {
    if (dayOf(one) < from || dayOf(one) > to) continue;
    const stretch = stretches.at(-1);
    if (stretch && findMeasuredBetween(stretch.first, one, scope, of).length === 0) stretch.last = one;
    else stretches.push({ first: one, last: one });
  }
  const size = ({ first, last }: (typeof stretches)[number]) => {
    const delta = last.point.value - first.point.value;
    return wayOf(metric, { delta }) === wanted ? Math.abs(delta) : -Math.abs(delta);
  };
  const [most] = stretches.toSorted((a, b) => size(b) - size(a));
  return most && { from: dayOf(most.first), to: dayOf(most.last) };
}

/**
 * The days of the fall or rise that is `back` before the one that findLastMove finds, whenever it was: from the day
 * before it until it was found. Undefined if there are fewer.
 */
export function findEarlierMove(
  metric: Metric,
  scope: Scope,
  of: CourseSource,
  { way, back }: { way: 'worse' | 'better'; back: number },
): Days | undefined {
  const all = readFigure(metric, scope, of);
  const earlier: { from: string; to: string }[] = [];
  let until = findLastMove(metric, scope, of, way)?.from ?? '9999-12-31';
  for (const told of all.toReversed()) {
    const { changeAt } = told.reading.detections.findLast((one) => wayOf(metric, one) === way) ?? {};
    const before = changeAt === undefined ? undefined : all[changeAt - 1];
    // One fall may be found twice.
    if (!before || dayOf(told) > until) continue;
    until = dayOf(before);
    earlier.push({ from: until, to: dayOf(told) });
  }
  return earlier[back - 1];
}

/** The falls and rises found in the two weeks up to the last day, in the order they were found. */
function listMovesUntil(last: ReadPoint, all: readonly ReadPoint[]) {
  return all
    .filter(({ point }) => last.point.day - point.day <= LATELY_DAYS)
    .flatMap((told) => told.reading.detections.map(({ changeAt, delta }) => ({ told, changeAt, delta })));
}

/** A lower rank is better. */
function wayOf(metric: Metric, { delta }: { delta: number }): 'worse' | 'better' {
  return (metric === 'averageRank' ? delta > 0 : delta < 0) ? 'worse' : 'better';
}
