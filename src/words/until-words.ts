/** Times as people say them, "Monday 9:00", "tomorrow", "3 days", in a feed's timezone. */

import { createRequire } from 'node:module';
import type { ParsedComponents } from 'chrono-node';
import type { parse } from 'chrono-node/en';
import { Cron } from 'croner';
import { WEEK_MS } from '../durations.ts';

/** When nobody says at which hour: the day's work begins. */
const MORNING = 9;

/**
 * The time after `now` (epoch ms) that is meant: "until Monday", "for 3 days", "1 Dec 14:30", "2026-12-01". A day
 * without an hour is meant at 9:00. Undefined where the words are no such time.
 */
export function parseUntil(words: string, timezone: string, now: number): number | undefined {
  const text = words
    .trim()
    .replace(/^(until|till|for)\s+/i, '')
    .replace(/^(\d+)\s?([dhw])$/i, (_all, count: string, unit: string) => `${count} ${UNITS[unit] ?? unit}`)
    .replace(/^(\d+ \w+)$/, 'in $1');
  const reference = { instant: new Date(now), timezone: offsetMinutes(timezone, now) };
  const [found] = findDates(text, reference, { forwardDate: true });
  if (!found || found.text.length < text.length) return undefined;
  const at = localTime(found.start, timezone);
  if (at > now) return at;
  // "Friday", said on a Friday after nine.
  return found.start.isCertain('weekday') ? at + WEEK_MS : undefined;
}

/** In the timezone itself: its offset on that day need not be that of today. */
function localTime(date: ParsedComponents, timezone: string): number {
  const part = (name: 'year' | 'month' | 'day' | 'hour' | 'minute') => date.get(name) ?? 0;
  const [hour, minute] = date.isCertain('hour') ? [part('hour'), part('minute')] : [MORNING, 0];
  const two = (value: number) => `${value}`.padStart(2, '0');
  const local = `${part('year')}-${two(part('month'))}-${two(part('day'))}T${two(hour)}:${two(minute)}:00`;
  return new Cron(local, { timezone, paused: true }).nextRun(new Date(0))?.getTime() ?? 0;
}

const UNITS: Readonly<Record<string, string>> = { d: 'days', h: 'hours', w: 'weeks' };

function offsetMinutes(timeZone: string, now: number): number {
  const name = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(now)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign = '+', hours = 0, minutes = 0] = name?.match(/GMT([+-])(\d{2}):(\d{2})/) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const load = createRequire(import.meta.url);

/** As chrono's own `parse` of casual English. */
export const findDates: typeof parse = (...said) => {
  const chrono: { parse: typeof parse } = load('chrono-node/en');
  return chrono.parse(...said);
};
