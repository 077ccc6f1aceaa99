/** Parses "Monday 9:00", "tomorrow" or "3 days" in a feed's timezone. */
import { createRequire } from 'node:module';
import type { ParsedComponents } from 'chrono-node';
import type { parse } from 'chrono-node/en';
import { Cron } from 'croner';
import { WEEK_MS } from '../durations.ts';

/** The hour if none is given. */
const MORNING = 9;

/** Why words are no time to come: they are past, name a day such as 31 February, or can't be read. */
export type NoTime = 'past' | 'no_such_day' | 'unreadable';

/** "until Monday", "for 3 days", "1 Dec 14:30", "2026-12-01" -> epoch ms after `now`. A day without an hour means 9:00. */
export function parseUntil(words: string, timezone: string, now: number): number | NoTime {
  const text = words
    .trim()
    .replace(/^(until|till|for)\s+/i, '')
    .replace(/^(\d+)\s?([dhw])$/i, (_all, count: string, unit: string) => `${count} ${UNITS[unit] ?? unit}`)
    .replace(/^(\d+ (?:min|hour|day|week|month|year)\w*)$/i, 'in $1');
  const reference = { instant: new Date(now), timezone: offsetMinutes(timezone, now) };
  const find = (typed: string) => {
    const [found] = findDates(typed, reference, { forwardDate: true });
    return found && found.text.length >= typed.length ? found : undefined;
  };
  const found = find(text);
  if (!found) return find(text.replace(LATE_DAY, '1')) ? 'no_such_day' : 'unreadable';
  const at = localTime(found.start, timezone);
  if (at > now) return at;
  // "Friday" on a Friday after nine means next week.
  if (found.start.isCertain('weekday')) return at + WEEK_MS;
  return found.start.date().getTime() <= now ? 'past' : 'unreadable';
}

/** "02/12/2026", "2/12" or "02-12-2026"; "9/10 of answers" is none. */
const NUMBERED =
  /(?<![\w/.-])(\d{1,2})(?:\/(\d{1,2})(?:\/((?:20)?\d\d))?|-(\d{1,2})-(20\d\d))(?![\w/-]|\.\d| (?:of|answers|engines|prompts|topics|leads|points|stars)\b)/g;

/** `typed`: the dates; `ways`: the text with them as YYYY-MM-DD, read with the day first and with the month first. */
export type UnclearDays = { typed: string[]; ways: { text: string; days: string[] }[] };

/** Dates in which either number may be the month. Without a year they’re past, or `isAhead` of `today` (YYYY-MM-DD). */
export function findUnclearDays(text: string, today: string, isAhead = false): UnclearDays | undefined {
  const dates = [...text.matchAll(NUMBERED)].map(([typed, first, second, short, month, long]) => {
    return { typed, numbers: [Number(first), Number(second ?? month)], year: short ?? long };
  });
  // One clear date tells how the others are written.
  const isClear = dates.some(({ numbers }) => numbers.some((number) => number < 1 || number > 12));
  if (isClear || dates.every(({ numbers: [first, second] }) => first === second)) return undefined;
  const ways = [false, true].map((isMonthFirst) => {
    const days = dates.map(({ numbers, year }) => {
      const parts = isMonthFirst ? numbers : numbers.toReversed();
      const [month = '', day = ''] = parts.map((one) => `${one}`.padStart(2, '0'));
      return year ? `20${year.slice(-2)}-${month}-${day}` : dayNear(`-${month}-${day}`, today, isAhead);
    });
    const left = [...days];
    return { text: text.replace(NUMBERED, () => left.shift() ?? ''), days };
  });
  return { typed: dates.map(({ typed }) => typed), ways };
}

/** The last such day up to `today`, or the next. */
function dayNear(ofYear: string, today: string, isAhead: boolean): string {
  const year = Number(today.slice(0, 4));
  const [last, next] = `${year}${ofYear}` > today ? [year - 1, year] : [year, year + 1];
  return `${isAhead ? next : last}${ofYear}`;
}

/** Days that only some months have. */
const LATE_DAY = /\b(?:29|3[01])(?:st|nd|th)?\b/i;

/** Uses the timezone's offset on that day, not today's. */
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

/** Chrono's `parse` for casual English, loaded on first use. */
export const findDates: typeof parse = (...query) => {
  const chrono: { parse: typeof parse } = load('chrono-node/en');
  return chrono.parse(...query);
};
