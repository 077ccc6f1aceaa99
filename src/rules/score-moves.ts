/** Finds the falls and rises of a figure in its daily scores, how far one was made good, and averages of spans. */
import type { Metric, Recovery, Scope } from '../decision.ts';
import { findRangeBefore } from './alert-figures.ts';
import {
  carryUsual,
  findUsualRange,
  judgeByRange,
  levelOf,
  type ReadPoint,
  toApiFigure,
} from './alert-history.ts';
import type { Days } from './calendar.ts';
import * as courses from './score-course.ts';

/** How far back an undated question reaches: “how did it change”, and “why did we drop”, which knows of a change. */
const LATELY_DAYS = 14;
const REMEMBERED_DAYS = 35;

type Way = 'worse' | 'better';

/** A fall or rise: the day before it, its days, the one on which it was found, and how far it went by then. */
type Move = { way: Way; before: ReadPoint; since: readonly ReadPoint[]; told: ReadPoint; delta: number };

/** In the order they were found. One that was found twice is one. */
function listMoves(metric: Metric, all: readonly ReadPoint[]): Move[] {
  const moves: Move[] = [];
  for (const told of all)
    for (const { changeAt, delta } of told.reading.detections) {
      const [before, way] = [all[changeAt - 1], wayOf(metric, delta)];
      if (!before) continue;
      const last = moves.findLast((move) => move.way === way);
      if (last && before.point.day <= last.told.point.day) last.delta = delta;
      else moves.push({ way, before, since: all.slice(changeAt), told, delta });
    }
  return moves;
}

function listLateMoves(metric: Metric, all: readonly ReadPoint[], days: number): Move[] {
  const last = all.at(-1)?.point.day ?? 0;
  return listMoves(metric, all).filter(({ told }) => last - told.point.day <= days);
}

/** How far the latest change has been made good, against the range from before it. */
export function findRecovery(metric: Metric, scope: Scope, of: courses.CourseSource): Recovery | undefined {
  const all = courses.readFigure(metric, scope, of);
  const last = all.at(-1);
  const move = findMoveMeant(metric, all);
  if (!last || !move) return undefined;
  const measured = courses.findMeasuredBetween(move.before, last, scope, of);
  // Once other prompts are measured, only what is usual by now says anything.
  const alert = courses.findAlertOn(metric, [scope], last, of);
  const usual =
    (alert && findRangeBefore(alert, all, last)) ?? findUsualRange(measured.length > 0 ? last : move.told);
  if (!usual) return undefined;
  const { before, since } = move;
  const judged = judgeByRange(toApiFigure(last.point), usual);
  const sideOf = (one: ReadPoint) => judgeByRange(toApiFigure(one.point), carryUsual(usual, last, one)).side;
  const run = since.slice(since.findLastIndex((one) => sideOf(one) !== judged.side) + 1);
  return {
    now: courses.figureOf(last),
    before: courses.figureOf(before),
    furthest: courses.figureOf(findFurthest(move)),
    usual,
    ...judged,
    since: courses.dayOf(run[0] ?? last),
    days: run.length,
    measured,
  };
}

/** The latest fall; if there was none, the latest rise, or the fall that it undid. */
function findMoveMeant(metric: Metric, all: readonly ReadPoint[]): Move | undefined {
  const late = listLateMoves(metric, all, REMEMBERED_DAYS);
  const fall = late.findLast(({ way }) => way === 'worse');
  const rise = late.at(-1);
  if (fall || !rise) return fall;
  const before = listMoves(metric, all).findLast(
    ({ way, told }) => way === 'worse' && told.point.day < rise.told.point.day,
  );
  return before && Math.abs(rise.delta) >= Math.abs(before.delta) * courses.MOST_OF_IT ? before : rise;
}

function findFurthest({ since, told, delta }: Move): ReadPoint {
  const far = (one: ReadPoint) => toApiFigure(one.point) * Math.sign(delta);
  return since.reduce((most, one) => (far(one) >= far(most) ? one : most), since[0] ?? told);
}

/** The days of the latest change, preferably of the kind `asked`, else a fall. `isWhy`: until it was found, by its causes' day. */
export function findLastMove(
  metric: Metric,
  scope: Scope,
  of: courses.CourseSource,
  asked?: Way,
  isWhy = false,
) {
  const wanted = asked ?? 'worse';
  const all = courses.readFigure(metric, scope, of);
  const last = all.at(-1);
  if (!last) return undefined;
  const moves = listLateMoves(metric, all, asked || isWhy ? REMEMBERED_DAYS : LATELY_DAYS);
  const move = moves.findLast(({ way }) => way === wanted) ?? moves.at(-1);
  if (!move) return sinceUsual(metric, all, last, wanted);
  const { before, since, told } = move;
  const end =
    since.findLast((one) => courses.findMeasuredBetween(before, one, scope, of).length === 0) ?? told;
  const after = since.slice(since.indexOf(told) + 1, since.indexOf(end) + 1).map((one) => isBack(one, move));
  const isUndone = isBack(end, move) || after.some((one, i) => one && after[i + 1]);
  // What undid it may lie across a change of what is measured, where `end` can't reach.
  if (move.way !== wanted && (isUndone || isBack(last, move) || cameBack(move, scope, of)))
    return daysOf(findFurthest(move), last);
  return daysOf(before, isWhy || isUndone ? told : end);
}

/** From the last usual day to one that is out of its range, though no alarm was raised. */
function sinceUsual(metric: Metric, all: readonly ReadPoint[], last: ReadPoint, wanted: Way) {
  const usual = all.findLast((one) => levelOf(one) === 'normal');
  const way = wayOf(metric, last.point.value - (last.reading.expected ?? last.point.value));
  return usual && usual !== last && way === wanted ? daysOf(usual, last) : undefined;
}

function isBack({ point }: ReadPoint, { before, delta }: Move): boolean {
  const went = (toApiFigure(point) - toApiFigure(before.point)) * Math.sign(delta);
  return went < Math.abs(delta) * courses.MOST_OF_IT;
}

/** Whether it came most of the way back, not counting the steps onto other things measured. */
function cameBack(move: Move, scope: Scope, of: courses.CourseSource): boolean {
  const furthest = findFurthest(move);
  const days = move.since.slice(move.since.indexOf(furthest));
  const back = days.slice(1).reduce((sum, one, i) => {
    const then = days[i] ?? one;
    const isLike = courses.findMeasuredBetween(then, one, scope, of).length === 0;
    return isLike ? sum + toApiFigure(then.point) - toApiFigure(one.point) : sum;
  }, 0);
  return back / (toApiFigure(furthest.point) - toApiFigure(move.before.point)) >= courses.MOST_OF_IT;
}

function daysOf(first: ReadPoint, last: ReadPoint): { from: string; to: string } {
  return { from: courses.dayOf(first), to: courses.dayOf(last) };
}

/** The stretch of the days in which the same was measured and the figure moved most, preferably the `wanted` way. */
export function findDaysAlike(
  metric: Metric,
  scope: Scope,
  { from = '', to = '9999-12-31' }: Days,
  of: courses.CourseSource,
  wanted: Way = 'worse',
): Days | undefined {
  const stretches: { first: ReadPoint; last: ReadPoint }[] = [];
  for (const one of courses.readFigure(metric, scope, of)) {
    if (courses.dayOf(one) < from || courses.dayOf(one) > to) continue;
    const stretch = stretches.at(-1);
    if (stretch && courses.findMeasuredBetween(stretch.first, one, scope, of).length === 0)
      stretch.last = one;
    else stretches.push({ first: one, last: one });
  }
  const size = ({ first, last }: (typeof stretches)[number]) => {
    const delta = last.point.value - first.point.value;
    return wayOf(metric, delta) === wanted ? Math.abs(delta) : -Math.abs(delta);
  };
  const [most] = stretches.toSorted((a, b) => size(b) - size(a));
  return most && daysOf(most.first, most.last);
}

/** The days of the fall or rise that is `back` before the one that findLastMove finds. */
export function findEarlierMove(
  metric: Metric,
  scope: Scope,
  of: courses.CourseSource,
  { way, back }: { way: Way; back: number },
): Days | undefined {
  const until = findLastMove(metric, scope, of, way)?.from ?? '9999-12-31';
  const earlier = listMoves(metric, courses.readFigure(metric, scope, of)).filter(
    (move) => move.way === way && courses.dayOf(move.told) <= until,
  );
  const meant = earlier.at(-back);
  return meant && daysOf(meant.before, meant.told);
}

/** A lower rank is better. */
export function wayOf(metric: Metric, delta: number): Way {
  return (metric === 'averageRank' ? delta > 0 : delta < 0) ? 'worse' : 'better';
}
