/** Timezones: their names, what people call them, and the local date and time in one. */
import { closest, distance } from 'fastest-levenshtein';
import { entryOf } from '../json.ts';

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
export function isTimezone(name: string): boolean {
  if (WITHOUT_SUMMER.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

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

// Creating a format takes longer than rendering a message. There are a few hundred timezones at most.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formatting is slow too, and a page names the same few times again and again. */
const known = new Map<string, WallClock>();
const MOST_KNOWN = 1_000;

/** `ms` since the epoch; `timezone` is an IANA name. @throws RangeError for an unknown timezone */
export function wallClock(ms: number, timezone: string): WallClock {
  const key = `${ms} ${timezone}`;
  const clock = known.get(key) ?? readClock(ms, timezone);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, clock);
  return clock;
}

function readClock(ms: number, timezone: string): WallClock {
  const clock = { weekday: '', year: '', month: '', day: '', hour: '', minute: '', second: '' };
  for (const { type, value } of formatIn(timezone).formatToParts(ms)) {
    if (type in clock) clock[type as keyof WallClock] = value;
  }
  return clock;
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, made);
  return made;
}
