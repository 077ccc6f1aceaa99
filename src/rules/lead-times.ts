/** The times in a lead's life that depend on the calendar of its feed: when a snooze ends, when a claim is reminded of. */
import { HOUR_MS } from '../durations.ts';
import { daysBefore, isDay, isWeekday, momentOf, startOf, timeOfDay, today } from './calendar.ts';

/** Days to offer for a snooze, YYYY-MM-DD; `nextWeek` is its Monday, undefined where that is tomorrow. */
export function snoozeDays(
  now: number,
  timezone: string,
): { tomorrow: string; nextWeek?: string | undefined } {
  const tomorrow = daysBefore(today(now, timezone), -1);
  let monday = tomorrow;
  while (new Date(monday).getUTCDay() !== 1) monday = daysBefore(monday, -1);
  return { tomorrow, nextWeek: monday === tomorrow ? undefined : monday };
}

/** When people begin their day. */
const MORNING_MS = 9 * HOUR_MS;

/**
 * When a lead that is snoozed until a day is open again, epoch ms: as that begins. A day that was offered by its name when the
 * form was opened may have begun since: then it is that day's morning. Undefined for one that isn't in the calendar.
 */
export function snoozeUntil(day: string, timezone: string, offered?: { now: number }): number | undefined {
  if (!isDay(day)) return undefined;
  const begins = startOf(day, timezone);
  return offered && begins <= offered.now ? momentOf(day, MORNING_MS, timezone) : begins;
}

/**
 * When somebody who claimed a lead and has not replied is reminded, epoch ms: at the same time of day, one working day
 * later. What is claimed at a weekend counts from Monday.
 */
export function reminderAt(claimedAt: number, timezone: string): number {
  let day = today(claimedAt, timezone);
  while (!isWeekday(day)) day = daysBefore(day, -1);
  do day = daysBefore(day, -1);
  while (!isWeekday(day));
  return momentOf(day, timeOfDay(claimedAt, timezone), timezone);
}
