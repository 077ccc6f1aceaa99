/** Schedules as people write them: cron, or plain words, both become a cron pattern of five fields. */
import { Cron } from 'croner';

const WEEK = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

const DAYS: ReadonlyMap<string, string> = new Map([
  ['every day', '*'],
  ['daily', '*'],
  ['weekdays', '1-5'],
  ['every weekday', '1-5'],
  ['weekends', '0,6'],
  ...WEEK.flatMap((name, i) =>
    [name, `${name}s`, `every ${name}`].map((words): [string, string] => [words, String(i)]),
  ),
]);

/**
 * "weekdays at 9:00", "Mondays 08:30", "every day at 17:15", "every 2 hours", "hourly" or five cron fields ->
 * a cron pattern; otherwise undefined.
 */
export function parseSchedule(words: string): string | undefined {
  const text = words.trim().toLowerCase().replace(/\s+/g, ' ');
  return everyHours(text) ?? dayAndTime(text) ?? cron(text);
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

function everyHours(text: string): string | undefined {
  if (text === 'hourly' || text === 'every hour') return '0 * * * *';
  const hours = Number(text.match(/^every (\d{1,2}) hours$/)?.[1]);
  return hours >= 1 && hours <= 23 ? `0 */${hours} * * *` : undefined;
}

function dayAndTime(text: string): string | undefined {
  const [, days = '', hour, minute] = text.match(/^([a-z ]+?) (?:at )?(\d{1,2}):(\d{2})$/) ?? [];
  const weekdays = DAYS.get(days);
  if (weekdays === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${Number(minute)} ${Number(hour)} * * ${weekdays}`;
}

function cron(text: string): string | undefined {
  if (text.split(' ').length !== 5) return undefined;
  try {
    return new Cron(text, { paused: true }).nextRun() ? text : undefined;
  } catch {
    return undefined;
  }
}
