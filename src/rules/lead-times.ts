/** The times in a lead's life that depend on the calendar of its feed: when a snooze ends, when a claim is reminded of. */
import { daysBefore, isDay, isWeekday, momentOf, startOf, timeOfDay, today } from './calendar.ts';

/** What people can choose in a modal; a day as YYYY-MM-DD. */
export type SnoozeChoice = 'tomorrow' | 'monday' | { day: string };

/** When a snoozed lead is open again, epoch ms: as its day begins. Undefined for a day that is not in the calendar. */
export function snoozeUntil(choice: SnoozeChoice, timezone: string, now: number): number | undefined {
  const day = snoozeDay(choice, today(now, timezone));
  return isDay(day) ? startOf(day, timezone) : undefined;
}

function snoozeDay(choice: SnoozeChoice, now: string): string {
  if (typeof choice !== 'string') return choice.day;
  let day = daysBefore(now, -1);
  while (choice === 'monday' && new Date(day).getUTCDay() !== 1) day = daysBefore(day, -1);
  return day;
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
