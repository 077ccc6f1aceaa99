/** Parses schedules: cron, or unambiguous plain words. */
import { Cron } from 'croner';
import { DAY_MS, MINUTE_MS } from '../durations.ts';
import { oncePerText } from '../once-per.ts';
import { findNearest } from './nearest.ts';

/** Whether a schedule is meant as cron, right or wrong: "0 9 * * 1-5", "0 9 1 1 1", "@daily". */
export function isCron(schedule: string): boolean {
  return /\*|^\s*@|^\s*\d\S*(?:\s+\d[^:\s]*){4}\s*$/.test(schedule);
}

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
  ...['last of the month', 'last of every month', 'last day of the month', 'last day of every month'].map(
    (day): [string, string] => [day, 'L * *'],
  ),
  ['monthly on the last day', 'L * *'],
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
 * "Fridays at 10", "daily at noon", "monthly at 9:00", "monthly on the 15th at 9:00", "first Monday of the month at 9:00",
 * "every 2 hours", "every 15 minutes", "hourly" or five cron fields -> what `toPatterns` takes; otherwise undefined.
 * Thousands of feeds share a few schedules, and checking a cron pattern takes a while.
 */
export const parseSchedule = oncePerText((words: string): string | undefined => {
  const text = tidyWords(words);
  const plain = parseInterval(text) ?? parseDaysAndTimes(text) ?? parseSeveral(text);
  return plain ?? (findFirstRun(text) ? text : undefined);
});

/** What `toPatterns` takes, for a schedule that was checked when it was set. */
export const toCron = (checked: string): string => parseSchedule(checked) ?? checked;

/** The cron patterns of a parsed schedule: it comes at the times of each. */
export const toPatterns = (cron: string): string[] => cron.split(OR);

const OR = ' | ';

/** "mondays at 9:00 and thursdays at 10:00": each part has days of its own. */
function parseSeveral(text: string): string | undefined {
  const parts = text.split(/(?<=\d(?: ?[ap]m)?|noon|midnight)(?:, and |, ?| and )(?=[a-z]{3}|on )/);
  const all = parts.map((part) => (/[a-z]{3}/.test(part) ? parseDaysAndTimes(part) : undefined));
  return parts.length < 2 || all.includes(undefined) ? undefined : all.join(OR);
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
  if (hasRareDate(text))
    return `must be on a date that every month has, as in "monthly on the ${LAST_DATE}th at 9:00" or "last day of the month at 9:00"`;
  const [, day = 'monday'] = text.match(EVERY_SECOND) ?? [];
  if (EVERY_SECOND.test(text))
    return `can’t come every second week; write "${day} at 9:00" for every week, or "first and third ${day} of the month at 9:00"`;
  const { minutes = 0 } = readInterval(text) ?? {};
  if (minutes > 0 && minutes < LEAST_MS / MINUTE_MS)
    return 'comes too often; the shortest interval is "every 5 minutes"';
  if (minutes > 0) return 'must divide an hour or a day, as in "every 30 minutes" or "every 6 hours"';
  const [, untimed = ''] = text.match(WITH_TIMEZONE) ?? [];
  if (parseSchedule(untimed) !== undefined)
    return `can’t name a timezone, which is set in projects.yml; write "${untimed}"`;
  if (isCron(text)) return 'isn’t valid cron, which has five fields, such as "0 9 * * 1-5"';
  const works = text && findNearestSchedule(text);
  return !works
    ? 'must be a schedule such as "weekdays at 9:00"'
    : `isn’t understood; did you mean "${works}"?`;
}

const EVERY_SECOND =
  /\b(?:every (?:second|other|2nd|two|2) (?:weeks?\b|((?:mon|tues|wednes|thurs|fri|satur|sun)days?\b))|bi-?weekly|fortnight)/;

/** "fridays at 16:00 utc", "weekdays at 8:30 (europe/berlin)" */
const WITH_TIMEZONE =
  /^(.+?),? (?:in )?\(?(?:[a-z_]+\/[a-z_/]+|(?:utc|gmt)(?: ?[+-]\d[\d:]*)?|cet|cest|bst|[ecmp][sd]?t|\w+ time)\)?$/;

const DAY_WORDS = [
  ...new Set([
    ...WEEKDAYS.flatMap((day) => [day, `${day}s`]),
    ...[...DAYS.keys()].flatMap((days) => days.split(' ')),
    'noon',
    'midnight',
  ]),
];

/** A schedule that parses: without typos, with a time of day, or all but an end that is one thing. */
function findNearestSchedule(text: string): string | undefined {
  const words = text.split(' ');
  const beginnings = words.flatMap((_, i) => {
    const [kept, end] = [words.slice(0, words.length - i).join(' '), words.slice(words.length - i).join(' ')];
    return /(?:\band|\bor|\d,)$/.test(kept) || /\b(?:and|or)\b|,/.test(end) ? [] : { kept, end };
  });
  const meant = [
    text.replace(/[a-z]{4,}/g, (word) => findNearest(word, DAY_WORDS) ?? word),
    text.replace(/\b(?:week|work|working |business )day\b/, '$&s'),
    `every day at ${text}:00`,
    ...beginnings.flatMap(({ kept, end }) => (/\d/.test(end) ? [] : kept)),
    ...beginnings.map(({ kept }) => `${kept} at 9:00`),
  ];
  return meant.map((one) => one.replace(/[, ]+$/, '')).find((one) => parseSchedule(one) !== undefined);
}

/** Like findScheduleFault, for a recap, which sums up a week or a month. */
export function findRecapScheduleFault(words: string): string | undefined {
  const cron = parseSchedule(words);
  if (cron === undefined) return findScheduleFault(words);
  return comesWithin(cron, DAY_MS)
    ? 'must be at most once a day: a recap sums up a week or a month, such as "Mondays at 9:00"'
    : undefined;
}

/** Plain words take no shorter interval. Cron does, but hardly anybody who writes "* * * * *" means each minute. */
const LEAST_MS = 5 * MINUTE_MS;

/** Says of a schedule that it comes oftener than people mean, and what to write instead; undefined if it doesn't. */
export function findHaste(words: string): string | undefined {
  const cron = parseSchedule(words);
  return cron !== undefined && comesWithin(cron, LEAST_MS)
    ? 'comes more often than every 5 minutes; for every hour write "0 * * * *", for every day at nine "0 9 * * *"'
    : undefined;
}

/** Whether two runs may follow each other in less than `ms`. */
function comesWithin(cron: string, ms: number): boolean {
  // In UTC no day is shorter than another.
  const runs = toPatterns(cron).flatMap((pattern) =>
    new Cron(pattern, { timezone: 'UTC', paused: true }).nextRuns(RUNS_COMPARED, new Date(0)).map(Number),
  );
  return runs.toSorted((a, b) => a - b).some((run, i, all) => run - (all[i - 1] ?? -Infinity) < ms);
}

/** Runs on two days at least, if there are few enough of them. */
const RUNS_COMPARED = 10;

/** Intervals that divide an hour or a day. Cron restarts each day, so "every 5 hours" would leave a gap of four. */
const INTERVALS = { minute: [5, 6, 10, 12, 15, 20, 30], hour: [2, 3, 4, 6, 8, 12] } as const;

const NUMBERS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "every 2 hours", "every two hrs", "every hour" -> a count, its unit, and how long it is. */
function readInterval(
  text: string,
): { count: number; unit: keyof typeof INTERVALS; minutes: number } | undefined {
  const [, many = '1', min, hour] = text.match(/^every (?:([\w.]+) )?(?:(min(?:ute)?)|(h(?:ou)?r))s?$/) ?? [];
  const count = /^\d{1,4}(?:\.\d+)?$/.test(many) ? Number(many) : NUMBERS.indexOf(many) + 1;
  if ((min ?? hour) === undefined) return undefined;
  return min === undefined
    ? { count, unit: 'hour', minutes: count * 60 }
    : { count, unit: 'minute', minutes: count };
}

function parseInterval(text: string): string | undefined {
  const { count, unit = 'hour' } = readInterval(text) ?? {};
  if (HOURLY.includes(text) || count === (unit === 'hour' ? 1 : 60)) return '0 * * * *';
  if (!INTERVALS[unit].some((one) => one === count)) return undefined;
  return unit === 'minute' ? `*/${count} * * * *` : `0 */${count} * * *`;
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
    return time === 'noon' ? '12:00' : time === 'midnight' ? '0:00' : time;
  });
  return { days: (ofDays === undefined ? after : before) ?? 'every day', times };
}

/** Times of a day that share their minutes are one cron pattern. */
function parseDaysAndTimes(text: string): string | undefined {
  const { days = '', times = [] } = splitDaysAndTimes(text) ?? {};
  const on = parseDays(days);
  const read = times.map(parseTime);
  const minutes = read.filter((minute) => minute !== undefined).toSorted((a, b) => a - b);
  if (on === undefined || minutes.length === 0 || minutes.length < read.length) return undefined;
  const byMinute = Map.groupBy(new Set(minutes), (minute) => minute % 60);
  return [...byMinute]
    .map(([minute, all]) => `${minute} ${all.map((one) => Math.floor(one / 60)).join(',')} ${on}`)
    .join(OR);
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

/** "monthly on the 31st at 9:00" */
function hasRareDate(text: string): boolean {
  const { days = text } = splitDaysAndTimes(text) ?? {};
  const date = findDate(days.replace(/^on /, '')) ?? 0;
  return date > LAST_DATE && date <= 31;
}

/** The last three fields of cron. */
function parseDays(text: string): string | undefined {
  const days = text.replace(/^on /, '');
  const date = findDate(days) ?? 0;
  if (date >= 1 && date <= LAST_DATE) return `${date} * *`;
  return DAYS.get(days.replace(/^the /, '')) ?? parseWeekdays(days) ?? parseWeekdaysOfMonth(days);
}

const ORDINALS = new Map([
  ...['first', 'second', 'third', 'fourth'].map((word, i): [string, string] => [word, `${i + 1}`]),
  ...['1st', '2nd', '3rd', '4th'].map((word, i): [string, string] => [word, `${i + 1}`]),
  ['last', 'L'],
]);

/** "first monday of the month", "every second and fourth friday of the month". Every month has four of each. */
function parseWeekdaysOfMonth(text: string): string | undefined {
  const [, which = '', name = ''] =
    text.match(/^(?:every )?(?:the )?(.+) (\w+) of (?:the|every|each) month$/) ?? [];
  const day = WEEK.get(name);
  const all = which.split(/, and |, ?| and /).map((word) => ORDINALS.get(word));
  if (day === undefined || all.includes(undefined)) return undefined;
  return `* * ${all.map((one) => `${day}#${one}`).join(',')}`;
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

/** Whether it's a cron line for a day that no year has, such as "0 9 31 2 *". */
function hasNoSuchDay(words: string): boolean {
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

/** 545 -> "09:05" */
export function formatTime(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return [hours, minutes].map((part) => `${part}`.padStart(2, '0')).join(':');
}
