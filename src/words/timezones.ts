/** Names of timezones: those of the IANA list, and what people call them. */
import { closest, distance } from 'fastest-levenshtein';

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
    CALLED[typed] ?? known.find((name) => typed !== '' && name.toLowerCase().endsWith(`/${typed}`));
  if (city) return city;
  const near = closest(
    typed,
    known.map((name) => name.toLowerCase()),
  );
  if (distance(typed, near) > Math.min(3, near.length / 4)) return undefined;
  return known.find((name) => name.toLowerCase() === near);
}
