/** When an alert is over: the score is back where it was, or another level holds. What still moves is neither. */
import type { ChangeAlert } from '../decision.ts';
import type { Detection } from './score-detector.ts';
import { medianOf } from './score-window.ts';

/** Back near its base for so many days, the score has recovered. */
export const CALM_DAYS = 2;

/** A level that held for so many days is the new normal. */
export const NORMAL_DAYS = 7;

/** A level that these last days have left again does not hold. */
const LATEST_DAYS = 3;

/**
 * An open alert's days. `since`: the figures from the first day of the change on, `base` the level before it. `usual` is
 * the range of the day it opened, in the same figures; nearer than `calmWithin` to a level, a figure is at that level.
 */
export type AlertDays = {
  kind: Detection['kind'];
  since: readonly number[];
  base: number;
  calmDays: number;
  calmWithin: number;
  usual: ChangeAlert['usual'];
};

/** `from`: where in `since` the days of the new level begin. */
export type AlertEnd = { status: 'recovered' } | { status: 'new_normal'; level: number; from: number };

/** Undefined while it goes on. */
export function alertEnd(alert: AlertDays): AlertEnd | undefined {
  const { since, calmDays, calmWithin } = alert;
  if (calmDays >= CALM_DAYS) return { status: 'recovered' };
  if (since.length < NORMAL_DAYS) return undefined;
  const week = since.slice(-NORMAL_DAYS);
  if (isBack(medianOf(week), alert)) return { status: 'recovered' };
  // A day near the base may be the first of those that end it.
  if (calmDays > 0 || !holds(week, calmWithin)) return undefined;
  const all = medianOf(since);
  return holds(since, calmWithin) && !isBack(all, alert)
    ? { status: 'new_normal', level: all, from: 0 }
    : { status: 'new_normal', level: medianOf(week), from: since.length - NORMAL_DAYS };
}

/** A shift may lie within the range of single days: many of them made it certain. What jumped out of that range and is in it again is back. */
export function isBack(
  level: number,
  { kind, base, calmWithin, usual }: Pick<AlertDays, 'kind' | 'base' | 'calmWithin' | 'usual'>,
): boolean {
  const isUsual = usual !== undefined && level >= usual.low && level <= usual.high;
  return Math.abs(level - base) < calmWithin || (kind === 'jump' && isUsual);
}

/** Whether these days lie around one level: the latest of them too, and without a way in them, back or further off. */
function holds(days: readonly number[], calmWithin: number): boolean {
  const latest = medianOf(days.slice(-LATEST_DAYS));
  return Math.abs(latest - medianOf(days)) <= calmWithin && Math.abs(wayOf(days)) <= calmWithin;
}

/** How far the figures went from the first day to the last, single days left aside: the median of all slopes (Theil and Sen). */
function wayOf(days: readonly number[]): number {
  const slopes = days.flatMap((figure, i) =>
    days.slice(i + 1).map((later, after) => (later - figure) / (after + 1)),
  );
  return medianOf(slopes) * (days.length - 1);
}
