/** Parses schedules: cron, or unambiguous plain words. */
import { Cron } from 'croner';
import { DAY_MS } from '../durations.ts';
import { isCron } from './cron.ts';
import { findNearest } from './nearest.ts';
import { findTimezone } from './timezones.ts';

/** Words to day of month, month and day of week. */
const DAYS: ReadonlyMap<string, string> = new Map([
  ['every day', '* * *'],
  ['daily', '* * *'],
  ...['weekday', 'workday', 'working day', 'business day'].flatMap((day): [string, string][] => [
    [`${day}s`, '* * 1-5'],
    [`every ${day}`, '* * 1-5'],
  ]),
  ['weekends', '* * 0,6'],
  ['first of the month', '1 * *'],
  ['first of every month', '1 * *'],
  ['monthly', '1 * *'],
]);

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** "monday", "mondays" and "mon" to the day of the week. */
const WEEK: ReadonlyMap<string, number> = new Map([
  ...WEEKDAYS.flatMap((name, i) =>
    [name, `${name}s`, name.slice(0, 3)].map((word): [string, number] => [word, i]),
  ),
  ['tues', 2],
  ['thurs', 4],
]);

const HOURLY = ['hourly', 'every hour', 'on the hour', 'every hour on the hour'];

/**
 * "weekdays at 9:00", "Mon-Fri 8.45am", "9am on Mondays and Thursdays", "every day at 9:00 and 17:00", "5:30 pm",
 * "Fridays at 10", "daily at noon", "monthly at 9:00", "monthly on the 15th at 9:00", "every 2 hours",
 * "every 15 minutes", "hourly" or five cron fields -> a cron pattern; otherwise undefined.
 */
export function parseSchedule(words: string): string | undefined {
  const cron = PARSED.get(words) ?? readSchedule(words);
  if (cron === undefined) return undefined;
  if (PARSED.size >= PARSED_KEPT) PARSED.clear();
  PARSED.set(words, cron);
  return cron;
}

/** A cache: thousands of feeds share a few schedules, and checking a cron pattern takes a while. */
const PARSED = new Map<string, string>();
const PARSED_KEPT = 1_000;

function readSchedule(words: string): string | undefined {
  const text = tidyWords(words);
  return parseInterval(text) ?? parseDaysAndTimes(text) ?? parseCron(text);
}

/** Text copied from a message may contain invisible characters and odd spaces. */
function tidyWords(words: string): string {
  return words
    .replace(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/\b([ap])\.m\.(?=$|[ ,])/g, '$1m')
    .replace(/(?<=\d)h(?=\d\d\b)/g, ':')
    .replace(/[,.;]$/, '');
}

/**
 * What is wrong with a schedule and what to write instead, as a predicate of it; undefined if it parses. Mentions cron
 * only to those who wrote it.
 */
export function findScheduleFault(words: string): string | undefined {
  if (parseSchedule(words) !== undefined) return undefined;
  const text = tidyWords(words);
  if (hasNoSuchDay(text)) return 'names a day that never comes';
  if (isCron(text)) return findCronFault(text);
  return (
    findIntervalFault(text) ||
    UNCLEAR.get(text) ||
    findZoneFault(text) ||
    findDaysFault(text) ||
    findRestFault(text) ||
    'must be a schedule such as "weekdays at 9:00", "Mondays 08:30" or "every 2 hours"'
  );
}

/** Times are in the feed's timezone, which has a setting of its own. */
function findZoneFault(text: string): string | undefined {
  const [, before = '', zone = ''] = text.match(/^(.*\S) \(?([a-z_/]{3,})\)?$/) ?? [];
  if (readSchedule(before) === undefined || findTimezone(zone) === undefined) return undefined;
  return `has "${zone}" in it; leave it out, because the feed has a timezone of its own`;
}

/** What people write first, and what it leaves open. */
const UNCLEAR: ReadonlyMap<string, string> = new Map([
  ...['twice a day', 'twice daily'].map((words): [string, string] => [
    words,
    'doesn’t say at what times; write "every day at 9:00 and 17:00"',
  ]),
  ...['once a day', 'every morning'].map((words): [string, string] => [
    words,
    'doesn’t say at what time; write "every day at 9:00"',
  ]),
  ...['weekly', 'every week', 'once a week'].map((words): [string, string] => [
    words,
    'doesn’t say on which day; write "Mondays at 9:00"',
  ]),
  ...['quarterly', 'yearly', 'every quarter', 'every year'].map((words): [string, string] => [
    words,
    'is too rare; the rarest is "monthly on the 1st at 9:00"',
  ]),
]);

/** What is wrong with days and times of day that are nearly right. */
function findDaysFault(text: string): string | undefined {
  if (/^\d{1,2}$/.test(text) && Number(text) < 24)
    return `could be an hour or a number of hours; write "every day at ${text}:00"`;
  if (parseDays(text) !== undefined) return `needs a time of day, such as "${text} at 9:00"`;
  const { days, times = [] } = splitDaysAndTimes(text) ?? {};
  const meant = text.replace(/[a-z]{4,}/g, (word) => findNearest(word, DAY_WORDS) ?? word);
  if (readSchedule(meant) !== undefined) return `isn’t known; did you mean "${meant}"?`;
  if ((findDate(days ?? text) ?? 0) > LAST_DATE)
    return `is on a day that not every month has; the last one possible is "monthly on the ${LAST_DATE}th"`;
  const bad = times.find((time) => parseTime(time) === undefined);
  if (bad !== undefined) return describeBadTime(bad, '9:00');
  if (days !== undefined && parseDays(days) === undefined)
    return `has "${days}" in it; write days such as "weekdays", "Mondays and Thursdays" or "every day"`;
  return times.length > 1
    ? 'has times with different minutes; choose one, or write times such as "9:00 and 17:00"'
    : undefined;
}

/** What follows words that are understood. */
function findRestFault(text: string): string | undefined {
  const words = text.split(' ');
  for (let length = words.length - 1; length > 0; length -= 1) {
    const [known, rest] = [words.slice(0, length).join(' '), words.slice(length).join(' ')];
    if (readSchedule(known) !== undefined)
      return `has "${rest}" in it, which isn’t understood; "${known}" is`;
    if (parseDays(known) !== undefined)
      return `has "${rest}" in it, which isn’t a time of day; write times such as "${known} at 9:00"`;
  }
  return undefined;
}

const CRON_FIELDS = ['minute', 'hour', 'day of the month', 'month', 'day of the week'];

function findCronFault(text: string): string {
  const fields = text.split(' ');
  const bad = fields.findIndex(
    (field, i) => !findFirstRun(CRON_FIELDS.map((_, k) => (k === i ? field : '*')).join(' ')),
  );
  return fields.length === CRON_FIELDS.length && bad >= 0
    ? `isn’t valid cron: "${fields[bad]}" can’t be the ${CRON_FIELDS[bad]}`
    : 'isn’t valid cron, which has five fields, such as "0 9 * * 1-5"';
}

const HOURS: ReadonlyMap<string, string> = new Map([
  ['noon', '12:00'],
  ['midnight', '0:00'],
]);

const DAY_WORDS = [
  ...new Set([
    ...WEEKDAYS.flatMap((day) => [day, `${day}s`]),
    ...[...DAYS.keys()].flatMap((days) => days.split(' ')),
    ...HOURS.keys(),
  ]),
];

/** Like findScheduleFault, for a recap, which sums up a week or a month. */
export function findRecapScheduleFault(words: string): string | undefined {
  const cron = parseSchedule(words);
  if (cron === undefined) return findScheduleFault(words);
  // In UTC no day is shorter than another.
  const runs = new Cron(cron, { timezone: 'UTC', paused: true }).nextRuns(RUNS_COMPARED, new Date(0));
  const isTooOften = runs.some((run, i) => i > 0 && Number(run) - Number(runs[i - 1]) < DAY_MS);
  return isTooOften
    ? 'must be at most once a day: a recap sums up a week or a month, such as "Mondays at 9:00"'
    : undefined;
}

/** Runs on two days at least, if there are few enough of them. */
const RUNS_COMPARED = 10;

export function describeBadTime(words: string, example: string): string {
  if (/^24(?::00)?$/.test(words)) return `has ${words} in it, which isn’t a time of day; midnight is 00:00`;
  if (words.length > LONGEST_TIME) return `must be hours such as "${example}"`;
  return `has ${words} in it, which isn’t a time of day; write times from 00:00 to 23:59, such as "${example}"`;
}

/** "10:30 pm", and a little more. */
const LONGEST_TIME = 12;

/**
 * Intervals that divide an hour or a day. Cron restarts each day, so "every 5 hours" would leave a gap of four.
 */
const INTERVALS: Readonly<Record<string, { divides: string; words: ReadonlyMap<number, string> }>> = {
  minute: {
    divides: 'an hour',
    words: new Map([
      ...[5, 6, 10, 12, 15, 20, 30].map((n): [number, string] => [n, `every ${n} minutes`]),
      [60, 'every hour'],
    ]),
  },
  hour: {
    divides: 'a day',
    words: new Map([
      [1, 'every hour'],
      ...[2, 3, 4, 6, 8, 12].map((n): [number, string] => [n, `every ${n} hours`]),
      [24, 'every day at 9:00'],
    ]),
  },
};

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "every 2 hours", "every two hrs", "every hour" -> a count and its unit. */
function readInterval(text: string): { count: number; unit: string } | undefined {
  const [, many = '1', min, hour] = text.match(/^every (?:(\w+) )?(?:(min(?:ute)?)|(h(?:ou)?r))s?$/) ?? [];
  const count = /^\d{1,3}$/.test(many) ? Number(many) : NUMBERS.indexOf(many) + 1;
  return (min ?? hour) === undefined ? undefined : { count, unit: min === undefined ? 'hour' : 'minute' };
}

function parseInterval(text: string): string | undefined {
  if (HOURLY.includes(text)) return '0 * * * *';
  const { count = 0, unit = '' } = readInterval(text) ?? {};
  if (count === 0 || INTERVALS[unit]?.words.get(count) !== `every ${count} ${unit}s`) return undefined;
  return unit === 'minute' ? `*/${count} * * * *` : `0 */${count} * * *`;
}

/** Suggests the nearest valid intervals. */
function findIntervalFault(text: string): string | undefined {
  const { count = 0, unit = '' } = readInterval(text) ?? {};
  const known = INTERVALS[unit];
  if (!known || count === 0) return undefined;
  const same = known.words.get(count);
  if (same) return `must be written "${same}"`;
  const counts = [...known.words.keys()];
  const near = [counts.findLast((one) => one < count), counts.find((one) => one > count)];
  const options = near.flatMap((one) => (one === undefined ? [] : `"${known.words.get(one)}"`)).join(' or ');
  return near[0] === undefined
    ? `is too often; the shortest is ${options}`
    : `must divide ${known.divides}: write ${options}`;
}

export const HOUR_ALONE = /^\d{1,2}$/;
const TIME = String.raw`(?:\d[\d:.]*(?: ?[ap]m)?|noon|midnight)`;
const TIMES = `${TIME}(?:(?:, and|,| and) (?:at )?${TIME})*`;
const DAYS_FIRST = new RegExp(`^(?:(.+?),? )??(at )?(${TIMES})$`);
const TIMES_FIRST = new RegExp(`^(at )?(${TIMES}),? (?!$)(.+)$`);

/** "weekdays", ["9:00"]. A time without days is for every day. "at 10" is 10:00, though "10" alone could be anything. */
function splitDaysAndTimes(text: string): { days: string; times: string[] } | undefined {
  const [, before, at, ofDays] = text.match(DAYS_FIRST) ?? [];
  const [, atFirst, ofFirst, after] = text.match(TIMES_FIRST) ?? [];
  const all = ofDays ?? ofFirst;
  if (all === undefined) return undefined;
  const isHour = ofDays === undefined ? atFirst !== undefined : (at ?? before) !== undefined;
  const times = all.split(/(?:, and|,| and) (?:at )?/).map((time) => {
    if (isHour && HOUR_ALONE.test(time)) return `${time}:00`;
    return HOURS.get(time) ?? time;
  });
  return { days: (ofDays === undefined ? after : before) ?? 'every day', times };
}

/** Several times a day have to share their minutes. */
function parseDaysAndTimes(text: string): string | undefined {
  const { days = '', times = [] } = splitDaysAndTimes(text) ?? {};
  const [on, minutes] = [parseDays(days), times.map(parseTime)];
  const [first] = minutes;
  const hours = minutes.flatMap((minute) =>
    minute === undefined || first === undefined || minute % 60 !== first % 60 ? [] : Math.floor(minute / 60),
  );
  if (on === undefined || first === undefined || hours.length < minutes.length) return undefined;
  return `${first % 60} ${[...new Set(hours)].sort((a, b) => a - b).join(',')} ${on}`;
}

const DATES = [
  /^monthly on (?:the )?(\d{1,2})(?:st|nd|rd|th)?$/,
  /^(?:the )?(\d{1,2})(?:st|nd|rd|th) of (?:the|every) month$/,
];

/** Every month has it. */
const LAST_DATE = 28;

/** The 15 of "monthly on the 15th" or "the 15th of every month". */
function findDate(text: string): number | undefined {
  const [date] = DATES.flatMap((pattern) => text.match(pattern)?.[1] ?? []);
  return date === undefined ? undefined : Number(date);
}

/** The last three fields of cron. */
function parseDays(text: string): string | undefined {
  const days = text.replace(/^on /, '');
  const date = findDate(days) ?? 0;
  if (date >= 1 && date <= LAST_DATE) return `${date} * *`;
  return DAYS.get(days) ?? parseWeekdays(days);
}

/** "mondays", "mon-fri", "every monday and thursday", "mondays, wednesdays and fridays". */
function parseWeekdays(text: string): string | undefined {
  const days = text
    .replace(/^every /, '')
    .split(/, and |, ?| and /)
    .flatMap((part) => {
      const [from, to = from, ...more] = part.split(/ ?- ?| to | through /).map((name) => WEEK.get(name));
      if (from === undefined || to === undefined || more.length > 0) return undefined;
      return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, i) => (from + i) % 7);
    });
  return days.includes(undefined) ? undefined : `* * ${[...new Set(days)].sort().join(',')}`;
}

/** "9:00", "17.15", "9am" or "5:30 pm" -> the minute of the day. A bare "9" is ambiguous. */
export function parseTime(time: string): number | undefined {
  const [, hour, minute, half] = time.match(/^(\d{1,2})(?:[:.](\d{2}))?(?: ?([ap]m))?$/) ?? [];
  const [h, m] = [Number(hour), Number(minute ?? 0)];
  if (m > 59 || (minute ?? half) === undefined) return undefined;
  if (half === undefined) return h <= 23 ? h * 60 + m : undefined;
  return h >= 1 && h <= 12 ? ((h % 12) + (half === 'pm' ? 12 : 0)) * 60 + m : undefined;
}

function parseCron(text: string): string | undefined {
  return findFirstRun(text) ? text : undefined;
}

/** Whether it's a cron line for a day that no year has, such as "0 9 31 2 *". */
export function hasNoSuchDay(words: string): boolean {
  return findFirstRun(tidyWords(words)) === null;
}

/** Null: never; undefined: not a cron pattern. */
function findFirstRun(text: string): Date | null | undefined {
  // The library reads anything with a colon as a date.
  if (text.split(' ').length !== 5 || text.includes(':')) return undefined;
  try {
    return new Cron(text, { paused: true }).nextRun(new Date(0));
  } catch {
    return undefined;
  }
}
