/** The times in a lead's life that depend on the calendar of its feed: when a snooze ends, when a claim is reminded of. */
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

/** When a lead that is snoozed until a day is open again, epoch ms: as that begins. Undefined for one that isn't in the calendar. */
export function snoozeUntil(day: string, timezone: string): number | undefined {
  return isDay(day) ? startOf(day, timezone) : undefined;
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
