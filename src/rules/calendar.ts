/** Days as the API writes them (YYYY-MM-DD), and clock times in a timezone. */
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { wallClock } from '../words/day-times.ts';

/** The current day (YYYY-MM-DD) in a timezone. */
export function today(now: number, timezone: string): string {
  // By the minute, so that it is known to all who ask within one.
  const { year, month, day } = wallClock(now - (now % MINUTE_MS), timezone);
  return `${year}-${month}-${day}`;
}

/** The first day that may not be over where figures are counted: the API's days may end with ours, or with UTC's. */
export function openDay(now: number, timezone: string): string {
  const [here, utc] = [today(now, timezone), today(now, 'UTC')];
  return here < utc ? here : utc;
}

/** The day this many days earlier; later if negative. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** 1 from one day to the next. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The UTC day of a time, as the API writes it or in epoch ms; empty if it isn't a time. */
export function dayOf(instant: string | number): string {
  const time = new Date(instant);
  return Number.isFinite(time.getTime()) ? time.toISOString().slice(0, 10) : '';
}

/** Whether the calendar has such a day: 2026-02-30 doesn't exist. */
export function isDay(day: string): boolean {
  return Number.isFinite(Date.parse(day)) && daysBefore(day, 0) === day;
}

/** When a day begins in a timezone, epoch ms. */
export function startOf(day: string, timezone: string): number {
  return momentOf(day, 0, timezone);
}

/** The time that a wall clock there shows, ms since midnight: on a DST day, not how long the day has lasted. */
export function timeOfDay(at: number, timezone: string): number {
  return at + offset(at, timezone) - Date.parse(today(at, timezone));
}

/** When a wall clock there shows `time` (ms since midnight), epoch ms. In a DST gap: as far past its end. */
export function momentOf(day: string, time: number, timezone: string): number {
  const wall = Date.parse(day) + time;
  // The first guess may be on the wrong side of a DST change; the second is not, unless no clock shows that time.
  const near = wall - offset(wall, timezone);
  const found = wall - offset(near, timezone);
  return wall - offset(found, timezone) === found ? found : Math.max(near, found);
}

/** Monday to Friday. */
export function isWeekday(day: string): boolean {
  return ![0, 6].includes(new Date(day).getUTCDay());
}

export const PERIODS = ['week', 'month', 'quarter', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** The first day of the one that a day is in. */
export const firstDayOf: Readonly<Record<Period, (day: string) => string>> = {
  week: (day) => daysBefore(day, (new Date(day).getUTCDay() + 6) % 7),
  month: (day) => `${day.slice(0, 7)}-01`,
  quarter: (day) => {
    const month = Number(day.slice(5, 7));
    return `${day.slice(0, 5)}${`${month - ((month - 1) % 3)}`.padStart(2, '0')}-01`;
  },
  year: (day) => `${day.slice(0, 4)}-01-01`,
};

/** Days after its first, the next one has begun. */
const LONGEST: Readonly<Record<Period, number>> = { week: 7, month: 31, quarter: 92, year: 366 };

/** All of the one that a day is in. */
export function wholeOf(period: Period, day: string): { from: string; to: string } {
  const from = firstDayOf[period](day);
  return { from, to: daysBefore(firstDayOf[period](daysBefore(from, -LONGEST[period])), 1) };
}

/** How far the timezone is ahead of UTC, in ms. */
function offset(at: number, timezone: string): number {
  const { hour, minute, second } = wallClock(at, timezone);
  const wall = Date.parse(`${today(at, timezone)}T${hour}:${minute}:${second}Z`);
  return wall - Math.floor(at / 1_000) * 1_000;
}

/** Days (YYYY-MM-DD), both included; a missing one is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** What several days brought is measured from the day before them, as in a recap. */
export function withDayBefore({ from, to }: Days): Days {
  const areSeveral = from !== undefined && to !== undefined && from < to;
  return { from: areSeveral ? daysBefore(from, 1) : from, to };
}
