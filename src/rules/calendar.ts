/** Days as the API names them (YYYY-MM-DD), and the day it is somewhere. */
import { DAY_MS } from '../durations.ts';
import { wallClock } from '../words/wall-clock.ts';

/** The day it is in a timezone. */
export function today(now: number, timezone: string): string {
  const { year, month, day } = wallClock(now, timezone);
  return `${year}-${month}-${day}`;
}

/** The day so many days before. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** From one day to another: 1 to the next. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** The day of UTC of a time as the API writes it, or in epoch ms; empty where it is none. */
export function dayOf(instant: string | number): string {
  const time = new Date(instant).getTime();
  return Number.isFinite(time) ? new Date(time).toISOString().slice(0, 10) : '';
}

/** Whether such a day is in the calendar: 2026-02-30 is not. */
export function isDay(day: string): boolean {
  return Number.isFinite(Date.parse(day)) && daysBefore(day, 0) === day;
}

/** When a day begins somewhere, epoch ms. */
export function startOf(day: string, timezone: string): number {
  return momentOf(day, 0, timezone);
}

/** How long after midnight a clock on the wall there shows, in ms: not how long the day has lasted. */
export function timeOfDay(at: number, timezone: string): number {
  return at + offset(at, timezone) - Date.parse(today(at, timezone));
}

/** When a clock on the wall there shows a time of a day, epoch ms. A time that the clock leaves out is as far after the gap. */
export function momentOf(day: string, time: number, timezone: string): number {
  const wall = Date.parse(day) + time;
  // The offset at that moment is known only near it: the second look is from the right side of a changed clock.
  const near = wall - offset(wall, timezone);
  return wall - offset(near, timezone);
}

/** Whether people work on a day: Monday to Friday. */
export function isWeekday(day: string): boolean {
  return ![0, 6].includes(new Date(day).getUTCDay());
}

/** How far a wall clock there is ahead of UTC, in ms. */
function offset(at: number, timezone: string): number {
  const { hour, minute, second } = wallClock(at, timezone);
  const wall = Date.parse(`${today(at, timezone)}T${hour}:${minute}:${second}Z`);
  return wall - Math.floor(at / 1_000) * 1_000;
}
