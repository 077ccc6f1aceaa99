/** Times of day: quiet hours as people write them, timezones by their names, and the local date and time in one. */
import { closest, distance } from 'fastest-levenshtein';
import { oncePerText } from '../once-per.ts';
import { entryOf } from './nearest.ts';
import { formatTime, HOUR_ALONE, parseTime } from './schedule-words.ts';

/** Abbreviations, whose offset from UTC changes with summer time or is shared by several places. */
const CALLED: Readonly<Record<string, string>> = {
  est: 'America/New_York',
  edt: 'America/New_York',
  cst: 'America/Chicago',
  cdt: 'America/Chicago',
  mst: 'America/Denver',
  mdt: 'America/Denver',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  gmt: 'Europe/London',
  bst: 'Europe/London',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
  aest: 'Australia/Sydney',
};

/** EST is a name that the list has, but it stays an hour behind New York all summer. */
const WITHOUT_SUMMER = /^(?:est|mst)$/i;

/** Whether it's an IANA timezone, such as Europe/Berlin, that means what people expect. */
export const isTimezone = oncePerText((name: string): boolean => {
  if (WITHOUT_SUMMER.test(name)) return false;
  try {
    // Everybody who clicks has one, and to make this takes longer than most else that is looked at then.
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
});

/** "Berlin", "europe/berln" or "CET" -> "Europe/Berlin"; undefined if none is near. */
export function findTimezone(words: string): string | undefined {
  const known = Intl.supportedValuesOf('timeZone');
  const typed = words.trim().toLowerCase().replaceAll(' ', '_');
  const city =
    entryOf(CALLED, typed) ?? known.find((name) => typed !== '' && name.toLowerCase().endsWith(`/${typed}`));
  if (city) return city;
  const near = closest(
    typed,
    known.map((name) => name.toLowerCase()),
  );
  if (distance(typed, near) > Math.min(3, near.length / 4)) return undefined;
  return known.find((name) => name.toLowerCase() === near);
}

/** "Fri", "2026", "11", "20", "09", "04", "00": numbers are zero-padded. */
export type WallClock = Readonly<
  Record<'weekday' | 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string>
>;

/**
 * `ms` since the epoch; `timezone` is an IANA name. Formatting is slow, and a page names the same few times again and
 * again. @throws RangeError for an unknown timezone
 */
export const wallClock = oncePerText((ms: number, timezone: string): WallClock => {
  const clock = { weekday: '', year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatIn(timezone).formatToParts(ms)) {
    if (type in clock) clock[type as keyof WallClock] = value;
  }
  return clock;
});

// Creating a format takes longer than rendering a message. There are a few hundred timezones at most.
const formatIn = oncePerText(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    }),
);

const DAY_MINUTES = 1_440;

type Quiet = { from: number; lasts: number };

/** A hyphen, or a dash that software made of it. */
const UNTIL = / ?[-\u2010-\u2015\u2212] ?| (?:to|till?|until) /;
/** Times that only a 24-hour clock has, so the other end is on one too. */
const OF_24_HOURS = /^(?:\d{1,2}:\d{2}|00?|1[3-9]|2\d)$/;

/** "22:00-07:00", "9–17" or "10pm to 7am" -> start and length in minutes; undefined if it doesn't parse. */
export function parseQuiet(words: string): Quiet | undefined {
  const ends = words
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/24:00$/, '0:00')
    .split(UNTIL);
  const has24 = ends.some((time) => OF_24_HOURS.test(time));
  const [from, to] = ends.map((time) => parseTime(has24 && HOUR_ALONE.test(time) ? `${time}:00` : time));
  if (ends.length !== 2 || from === undefined || to === undefined || from === to) return undefined;
  return { from, lasts: (to - from + DAY_MINUTES) % DAY_MINUTES };
}

/** "22-7" -> "22:00 to 07:00". */
export function describeQuiet(words: string): string {
  const quiet = parseQuiet(words);
  return quiet
    ? `${formatTime(quiet.from)} to ${formatTime((quiet.from + quiet.lasts) % DAY_MINUTES)}`
    : words;
}

/** What is wrong with quiet hours and what to write instead; undefined if they parse. */
export function findQuietFault(words: string): string | undefined {
  if (parseQuiet(words)) return undefined;
  const ends = words.trim().split(UNTIL);
  if (ends.length === 2 && ends.every((time) => HOUR_ALONE.test(time)))
    return 'needs am or pm, such as "10pm to 7am", or minutes, such as "22:00-07:00"';
  return ends.length === 2 && ends[0] === ends[1]
    ? 'must end at another time than it begins, such as "22:00-07:00"'
    : 'must be from one time to another, such as "22:00-07:00" or "10pm to 7am"';
}
