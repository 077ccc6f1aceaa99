/** Schedules and quiet hours as people write them: cron, or plain words that can be read in one way only. */
import { Cron } from 'croner';
import { closest, distance } from 'fastest-levenshtein';

/** Day of month, month and day of week, by the words for them. */
const DAYS: ReadonlyMap<string, string> = new Map([
  ['every day', '* * *'],
  ['daily', '* * *'],
  ['weekdays', '* * 1-5'],
  ['every weekday', '* * 1-5'],
  ['weekends', '* * 0,6'],
  ['first of the month', '1 * *'],
  ['first of every month', '1 * *'],
]);

const WEEK: ReadonlyMap<string, number> = new Map(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].flatMap((name, i) =>
    [name, `${name}s`].map((word): [string, number] => [word, i]),
  ),
);

const DAY_MINUTES = 1_440;

/**
 * "weekdays at 9:00", "Mondays and Thursdays 8:30", "every day at 5:30 pm", "9am", "first of the month at 9:00",
 * "every 2 hours", "every 15 minutes", "hourly" or five cron fields -> a cron pattern; otherwise undefined.
 */
export function parseSchedule(words: string): string | undefined {
  const text = words.trim().toLowerCase().replace(/\s+/g, ' ');
  return everySoOften(text) ?? daysAndTime(text) ?? cron(text);
}

/** "22:00-07:00" -> from which minute of the day it is quiet, and for how many; undefined if it is no such span. */
export function parseQuiet(words: string): { from: number; lasts: number } | undefined {
  const [, start = '', end = ''] = words.trim().match(/^(\d{1,2}:\d{2}) ?- ?(\d{1,2}:\d{2})$/) ?? [];
  const [from, to] = [minuteOfDay(start), minuteOfDay(end)];
  if (from === undefined || to === undefined || from === to) return undefined;
  return { from, lasts: (to - from + DAY_MINUTES) % DAY_MINUTES };
}

/** Whether this is a timezone of the IANA database, such as Europe/Berlin. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The timezone that somebody most likely meant: "Berlin" or "europe/berln" -> "Europe/Berlin"; undefined if none is near. */
export function nearestTimezone(words: string): string | undefined {
  const known = Intl.supportedValuesOf('timeZone');
  const typed = words.trim().toLowerCase().replaceAll(' ', '_');
  const city = known.find((name) => typed !== '' && name.toLowerCase().endsWith(`/${typed}`));
  if (city) return city;
  const near = closest(
    typed,
    known.map((name) => name.toLowerCase()),
  );
  if (distance(typed, near) > Math.min(3, near.length / 4)) return undefined;
  return known.find((name) => name.toLowerCase() === near);
}

/** Only what divides an hour or a day: cron starts anew with each, and would make "every 5 hours" end with four. */
function everySoOften(text: string): string | undefined {
  if (text === 'hourly' || text === 'every hour') return '0 * * * *';
  const [, count, unit] = text.match(/^every (\d{1,2}) (minutes|hours)$/) ?? [];
  const often = Number(count);
  if (unit === 'minutes')
    return often >= 5 && often < 60 && 60 % often === 0 ? `*/${often} * * * *` : undefined;
  return often > 1 && often < 24 && 24 % often === 0 ? `0 */${often} * * *` : undefined;
}

/** A time without days is that of every day. */
function daysAndTime(text: string): string | undefined {
  const [, days = 'every day', time = ''] = text.match(/^(?:(.+?) )??(?:at )?(\d[\d:]*(?: ?[ap]m)?)$/) ?? [];
  const [minute, on] = [minuteOfDay(time), DAYS.get(days) ?? namedDays(days)];
  if (minute === undefined || on === undefined) return undefined;
  return `${minute % 60} ${Math.floor(minute / 60)} ${on}`;
}

/** "mondays", "every monday and thursday", "mondays, wednesdays and fridays". */
function namedDays(text: string): string | undefined {
  const days = text
    .replace(/^every /, '')
    .split(/, and |, | and /)
    .map((name) => WEEK.get(name));
  return days.includes(undefined) ? undefined : `* * ${[...new Set(days)].sort().join(',')}`;
}

/** "9:00", "17:15", "9am" or "5:30 pm" -> the minute of the day. A bare "9" could be either half of it. */
function minuteOfDay(time: string): number | undefined {
  const [, hour, minute, half] = time.match(/^(\d{1,2})(?::(\d{2}))?(?: ?([ap]m))?$/) ?? [];
  const [h, m] = [Number(hour), Number(minute ?? 0)];
  if (m > 59 || (minute ?? half) === undefined) return undefined;
  if (half === undefined) return h <= 23 ? h * 60 + m : undefined;
  return h >= 1 && h <= 12 ? ((h % 12) + (half === 'pm' ? 12 : 0)) * 60 + m : undefined;
}

function cron(text: string): string | undefined {
  // With a colon in it the library would take it for a date, whatever it says.
  if (text.split(' ').length !== 5 || text.includes(':')) return undefined;
  try {
    return new Cron(text, { paused: true }).nextRun(new Date(0)) ? text : undefined;
  } catch {
    return undefined;
  }
}
