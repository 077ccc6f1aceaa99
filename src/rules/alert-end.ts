/** Decides when an alert is over: the score is back at its base, or a new level holds. A moving score is neither. */
import type { ChangeAlert } from '../decision.ts';
import type { Detection } from './score-detector.ts';
import { medianOf } from './score-window.ts';

/** Days near its base after which the score has recovered. */
export const CALM_DAYS = 2;

/** Days a level must hold to be the new normal. */
export const NORMAL_DAYS = 7;

/** If the median of these last days has left the level again, it doesn't hold. */
const LATEST_DAYS = 3;

/**
 * An open alert's days. `since`: the figures from the first day of the change, `base`: the level before it, `usual`:
 * the range on the day it opened, in the same figures. A figure closer than `calmWithin` to a level counts as being at
 * that level.
 */
export type AlertDays = {
  kind: Detection['kind'];
  since: readonly number[];
  base: number;
  calmDays: number;
  calmWithin: number;
  usual: ChangeAlert['usual'];
};

export type AlertEnd = { status: 'recovered' } | { status: 'new_normal'; level: number };

/** Undefined while the alert goes on. */
export function findAlertEnd(alert: AlertDays): AlertEnd | undefined {
  const { since, calmDays, calmWithin } = alert;
  if (calmDays >= CALM_DAYS) return { status: 'recovered' };
  if (since.length < NORMAL_DAYS) return undefined;
  const week = since.slice(-NORMAL_DAYS);
  if (isBack(medianOf(week), alert)) return { status: 'recovered' };
  // A day near the base may be the first of two that end the alert.
  if (calmDays > 0 || !holds(week, calmWithin)) return undefined;
  const all = medianOf(since);
  const isOneLevel = holds(since, calmWithin) && !isBack(all, alert);
  return { status: 'new_normal', level: isOneLevel ? all : medianOf(week) };
}

/** A jump is back once in the usual range. A shift may lie within it all along: many days made it certain. */
export function isBack(
  level: number,
  { kind, base, calmWithin, usual }: Pick<AlertDays, 'kind' | 'base' | 'calmWithin' | 'usual'>,
): boolean {
  const isUsual = usual !== undefined && level >= usual.low && level <= usual.high;
  return Math.abs(level - base) < calmWithin || (kind === 'jump' && isUsual);
}

/** Whether the days lie around one level, the latest included, without a trend towards the base or away from it. */
function holds(days: readonly number[], calmWithin: number): boolean {
  const latest = medianOf(days.slice(-LATEST_DAYS));
  return Math.abs(latest - medianOf(days)) <= calmWithin && Math.abs(trendOf(days)) <= calmWithin;
}

/** How far the figures went from the first day to the last, ignoring outliers: the median of all slopes (Theil–Sen). */
function trendOf(days: readonly number[]): number {
  const slopes = days.flatMap((figure, i) =>
    days.slice(i + 1).map((later, after) => (later - figure) / (after + 1)),
  );
  return medianOf(slopes) * (days.length - 1);
}
