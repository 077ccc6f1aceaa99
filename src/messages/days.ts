/** Days by name, never "yesterday": a message is read on another day than it was written. */
import { DAY_MS } from '../durations.ts';
import { type WallClock, wallClock } from '../wall-clock.ts';
import { count } from './figures.ts';

/** "Thu 20 Nov": the day it was at a time (epoch ms) in a timezone. */
export function dayAt(ms: number, timezone: string): string {
  const { weekday, day, month } = named(ms, timezone);
  return `${weekday} ${day} ${month}`;
}

/** "Thu 19 Nov" of 2026-11-19. */
export function dayName(date: string): string {
  return dayAt(Date.parse(date), 'UTC');
}

/** An earlier day as said beside a later one: "Wed" within the week before it, else "Mon 9 Nov". */
export function dayBeside(date: string, later: string): string {
  const apart = (Date.parse(later) - Date.parse(date)) / DAY_MS;
  return apart < 7 ? named(Date.parse(date), 'UTC').weekday : dayName(date);
}

/** A day as said at another time: "Tue" within the week around it, else "Mon 9 Nov", of another year "Tue 1 Jan 2030". Both in epoch ms. */
export function dayNear(ms: number, at: number, timezone: string): string {
  const { weekday, year } = named(ms, timezone);
  if (Math.abs(at - ms) < 6 * DAY_MS) return weekday;
  const day = dayAt(ms, timezone);
  return year === named(at, timezone).year ? day : `${day} ${year}`;
}

/** "Nov 19": a label of a chart's axis. */
export function chartDay(date: string): string {
  const { day, month } = named(Date.parse(date), 'UTC');
  return `${month} ${day}`;
}

/** "Fri 20 Nov, 16:00": a day and a time of it as they are in a timezone that is named beside it. */
export function momentIn(ms: number, timezone: string): string {
  const { weekday, day, month, hour, minute } = named(ms, timezone);
  return `${weekday} ${day} ${month}, ${hour}:${minute}`;
}

/** "the 7 days to Fri 20 Nov, 16:00", of times of day that differ "Wed 11 Nov, 16:00 to Fri 20 Nov, 9:00": [from, to). */
export function spanIn(from: number, to: number, timezone: string): string {
  const [begin, end] = [named(from, timezone), named(to, timezone)];
  const days = Math.round((to - from) / DAY_MS);
  const isWhole = days > 0 && begin.hour === end.hour && begin.minute === end.minute;
  if (!isWhole) return `${momentIn(from, timezone)} to ${momentIn(to, timezone)}`;
  return `the ${days === 1 ? 'day' : count(days, 'day')} to ${momentIn(to, timezone)}`;
}

/** "Thu 20 Nov, 10:04 UTC" */
export function utcMoment(ms: number): string {
  return `${dayAt(ms, 'UTC')}, ${utcTime(ms)}`;
}

/** "10:04 UTC", for clients that cannot show a time in the reader's own timezone. */
export function utcTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(11, 16)} UTC`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The wall clock with the day and the month as they are spoken: "20", "Nov". */
function named(ms: number, timezone: string): WallClock {
  const shown = wallClock(ms, timezone);
  return { ...shown, day: `${Number(shown.day)}`, month: MONTHS[Number(shown.month) - 1] ?? '' };
}
