/** Formats times. Days go by name, never "yesterday". Moments are in the reader's timezone, or in UTC. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { type WallClock, wallClock } from '../words/day-times.ts';
import { isCron } from '../words/schedule-words.ts';
import { figure } from './figures.ts';
import { brief } from './lengths.ts';
import { capitalize, type Text } from './text.ts';

export function clock(ms: number): Text {
  return { spans: [{ at: ms, as: 'time', fallback: utcTime(ms) }] };
}

export function moment(ms: number): Text {
  return { spans: [{ at: ms, as: 'moment', fallback: `${dayAt(ms, 'UTC')}, ${utcTime(ms)}` }] };
}

/** The day of a moment, written as Slack writes those beside it. */
export function dayOf(ms: number): Text {
  return { spans: [{ at: ms, as: 'day', fallback: dayAt(ms, 'UTC') }] };
}

/** The time alone if it is on the same day as `other`, else with its day. */
export function momentBeside(ms: number, other: number): Text {
  return isNear(ms, other) ? clock(ms) : moment(ms);
}

export function isNear(ms: number, other: number): boolean {
  return dayAt(ms, 'UTC') === dayAt(other, 'UTC') && Math.abs(ms - other) < 12 * HOUR_MS;
}

/** "Thu 20 Nov": the day of an epoch ms in a timezone. */
export function dayAt(ms: number, timezone: string): string {
  const { weekday, day, month } = spokenClock(ms, timezone);
  return `${weekday} ${day} ${month}`;
}

/** 1 from one day (YYYY-MM-DD) to the next. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** "Thu 19 Nov" of 2026-11-19. */
export function dayName(date: string): string {
  return dayAt(Date.parse(date), 'UTC');
}

/** With the year unless it is that of `today` (YYYY-MM-DD): "Thu 25 Dec 2025". */
export function dayInYear(date: string, today = date): string {
  const year = date.slice(0, 4);
  return year === today.slice(0, 4) ? dayName(date) : `${dayName(date)} ${year}`;
}

/** "“02/12” can be 2026-12-02 or 2026-02-12." */
export function unclearWords({
  typed,
  ways,
}: {
  typed: readonly string[];
  ways: readonly { days: readonly string[] }[];
}): string {
  const each = ways.map(({ days }) => days.join(' and ')).join(' or ');
  return `${typed.map((one) => `“${one}”`).join(' and ')} can be ${each}.`;
}

/** "Wed 18 Nov to Tue 24 Nov", "since Fri 20 Nov", "up to Tue 24 Nov", "Tue 24 Nov"; undefined without days. */
export function daysInWords(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today?: string,
): string | undefined {
  const name = (date: string) => dayInYear(date, today);
  if (from !== undefined && from === to) return name(from);
  if (from !== undefined && to !== undefined) return `${name(from)} to ${name(to)}`;
  if (from !== undefined) return `since ${name(from)}`;
  return to === undefined ? undefined : `up to ${name(to)}`;
}

/** "19 Nov", for the axis of a chart. */
export function chartDay(date: string): string {
  const { day, month } = spokenClock(Date.parse(date), 'UTC');
  return `${day} ${month}`;
}

/** "Fri 20 Nov, 16:00", next to which the timezone is named. */
export function momentIn(ms: number, timezone: string): string {
  const { weekday, day, month, hour, minute } = spokenClock(ms, timezone);
  return `${weekday} ${day} ${month}, ${hour}:${minute}`;
}

/** "Wed 11 Nov, 16:00 to Fri 20 Nov, 16:00" */
export function spanIn(from: number, to: number, timezone: string): string {
  return `${momentIn(from, timezone)} to ${momentIn(to, timezone)}`;
}

/** "10:04 Europe/Berlin" */
export function timeIn(ms: number, timezone: string): string {
  const { hour, minute } = wallClock(ms, timezone);
  return `${hour}:${minute} ${timezone}`;
}

function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}

/** "week of 16 Nov", by its first day. */
export function weekOf(from: number, timezone: string): string {
  const { day, month } = spokenClock(from, timezone);
  return `week of ${day} ${month}`;
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' });

/** "October": the month of an epoch ms in a timezone. */
export function monthName(ms: number, timezone: string): string {
  const { year, month } = wallClock(ms, timezone);
  return MONTH.format(Date.parse(`${year}-${month}-01`));
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The wall clock with the day as "20" and the month as "Nov". */
function spokenClock(ms: number, timezone: string): WallClock {
  const shown = wallClock(ms, timezone);
  return { ...shown, day: `${Number(shown.day)}`, month: MONTHS[Number(shown.month) - 1] ?? '' };
}

const UNITS = [
  { short: 'd', ms: DAY_MS },
  { short: 'h', ms: HOUR_MS },
  { short: 'min', ms: MINUTE_MS },
];

/** "3 h" */
export function duration(ms: number): string {
  const unit = UNITS.find((one) => ms >= one.ms);
  return unit ? `${Math.floor(ms / unit.ms)} ${unit.short}` : 'under a minute';
}

/** "Weekdays at 9:00 Europe/Berlin", "Cron 0 9 * * 1-5 Europe/Berlin". */
export function scheduleInWords({ schedule, timezone }: { schedule: string; timezone: string }): string {
  const words = brief(isCron(schedule) ? `cron ${schedule}` : schedule, 'name');
  return `${capitalize(words)} ${timezone}`;
}

/** "catch-up, 15 h late"; undefined for a post on time. */
export function lateInWords({ lateHours }: { lateHours?: number | undefined }): string | undefined {
  return lateHours === undefined ? undefined : `catch-up, ${figure(lateHours)} h late`;
}
