/** Weeks, months, quarters and years as people name them, each as days up to the project's today. */
import { daysBefore } from '../rules/calendar.ts';

/** Inclusive, YYYY-MM-DD; either end may be missing. */
export type Days = { from?: string; to?: string };

export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

export const MONTH_NAMES = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
];

export const NUMBERED = ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th'];

export function oneDay(day: string): Days {
  return { from: day, to: day };
}

/** "tuesday" of the week before this one. */
export function inLastWeek(today: string, day: string): string {
  return daysBefore(mondayOf(today), 7 - WEEKDAYS.indexOf(day.slice(0, 3).toLowerCase()));
}

/** From and to are days of one month. */
export function daysOfMonth({ from = '' }: Days, first: string, last: string): Days {
  const day = (number: string) => `${from.slice(0, 8)}${number.padStart(2, '0')}`;
  return { from: day(first), to: day(last) };
}

/** A month by its name, or "this", "the" or "last". */
export function monthMeant(today: string, said: string): Days {
  if (/^last$/i.test(said)) return previous(today, 'month');
  return /^th/i.test(said)
    ? wholeMonth(monthOf(today))
    : wholeMonth(lastMonthNamed(today, said).from ?? today);
}

/** Weeks of a month are counted from its first day, the last one from its end. */
export function weekOfMonth(month: Days, today: string, which: string): Days {
  const weeks = NUMBERED.indexOf(which.toLowerCase()) % 4;
  if (weeks < 0) return edgeOf(month, today, false, 7);
  const from = daysBefore(month.from ?? '', -7 * weeks);
  return upTo(today, { from, to: daysBefore(from, -6) });
}

/** The first or the last days of a month. */
export function edgeOf({ from = '', to = '' }: Days, today: string, isFirst: boolean, count: number): Days {
  return upTo(
    today,
    isFirst ? { from, to: daysBefore(from, 1 - count) } : { from: daysBefore(to, count - 1), to },
  );
}

/** The last calendar week of that number that has begun; the first has the 4th of January. */
export function numberedWeek(today: string, number: number): Days {
  const inYear = (year: number) => wholeWeek(daysBefore(mondayOf(`${year}-01-04`), -7 * (number - 1)));
  const year = Number(today.slice(0, 4));
  const week = inYear(year);
  return upTo(today, (week.from ?? '') <= today ? week : inYear(year - 1));
}

export function yearOf(today: string, year: string): Days {
  return upTo(today, { from: `${year}-01-01`, to: `${year}-12-31` });
}

/** The week, month, quarter or year up to today. */
export function current(today: string, unit: string): Days {
  const year = `${today.slice(0, 4)}-01-01`;
  const from =
    { w: mondayOf(today), m: monthOf(today), q: quarterOf(today) }[unit[0]?.toLowerCase() ?? ''] ?? year;
  return { from, to: today };
}

/** The whole week, month or quarter before this one. */
export function previous(today: string, unit: string): Days {
  if (/^w/i.test(unit)) return weekBefore(today, 1);
  return /^m/i.test(unit)
    ? wholeMonth(monthOf(daysBefore(monthOf(today), 1)))
    : wholeQuarter(quarterOf(daysBefore(quarterOf(today), 1)));
}

export function upTo(today: string, { from = '', to = '' }: Days): Days {
  return { from, to: to < today ? to : today };
}

export function lastDays(today: string, days: number): Days {
  return { from: daysBefore(today, Math.max(1, days) - 1), to: today };
}

export function mondayOf(day: string): string {
  return daysBefore(day, (new Date(day).getUTCDay() + 6) % 7);
}

export function weekBefore(today: string, weeks: number): Days {
  return wholeWeek(daysBefore(mondayOf(today), 7 * weeks));
}

export function wholeWeek(monday: string): Days {
  return { from: monday, to: daysBefore(monday, -6) };
}

export function weekendBefore(today: string): Days {
  const isSunday = new Date(today).getUTCDay() === 0;
  const sunday = isSunday ? today : daysBefore(mondayOf(today), 1);
  return { from: daysBefore(sunday, 1), to: sunday };
}

/** The most recent day with this number: "the 10th". */
export function lastNumbered(today: string, day: number): string {
  const two = `${day}`.padStart(2, '0');
  const inMonth = `${today.slice(0, 7)}-${two}`;
  return inMonth <= today ? inMonth : `${daysBefore(monthOf(today), 1).slice(0, 7)}-${two}`;
}

export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The most recent month with this name, up to today. */
export function lastMonthNamed(today: string, name: string): Days {
  const month = `${MONTH_NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1}`.padStart(2, '0');
  const inYear = `${today.slice(0, 4)}-${month}-01`;
  const { from, to = today } = wholeMonth(
    inYear <= today ? inYear : `${Number(today.slice(0, 4)) - 1}${inYear.slice(4)}`,
  );
  return { ...(from && { from }), to: to < today ? to : today };
}

/** The first 15 days of a month or the rest of it, up to today. */
export function halfOf({ from = '', to = '' }: Days, today: string, isFirst: boolean): Days {
  const middle = daysBefore(from, -14);
  return upTo(today, isFirst ? { from, to: middle } : { from: daysBefore(middle, -1), to });
}

export function wholeMonth(first: string): Days {
  return { from: first, to: daysBefore(monthOf(daysBefore(first, -31)), 1) };
}

export function quarterOf(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${`${month}`.padStart(2, '0')}-01`;
}

export function wholeQuarter(first: string): Days {
  return { from: first, to: daysBefore(quarterOf(daysBefore(first, -100)), 1) };
}

/** The first day of the most recent quarter with this number. */
export function lastQuarter(today: string, number: number): string {
  const inYear = `${today.slice(0, 4)}-${`${number * 3 - 2}`.padStart(2, '0')}-01`;
  return inYear <= today ? inYear : `${Number(today.slice(0, 4)) - 1}${inYear.slice(4)}`;
}

/** The most recent MM-DD. */
export function lastOn(today: string, day: string): string {
  const year = Number(today.slice(0, 4));
  return today.slice(5) >= day ? `${year}-${day}` : `${year - 1}-${day}`;
}
