/** Days as the API names them (YYYY-MM-DD), and the day it is somewhere. */

const DAY_MS = 86_400_000;

/** The day it is in a timezone. */
export function today(now: number, timezone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: timezone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The day so many days before. */
export function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether such a day is in the calendar: 2026-02-30 is not. */
export function isDay(day: string): boolean {
  return Number.isFinite(Date.parse(day)) && daysBefore(day, 0) === day;
}
