/** Parses quiet hours: "22:00-07:00", "8pm to 8am". */
import { describeBadTime, HOUR_ALONE, parseTime } from './schedule-words.ts';

const DAY_MINUTES = 1_440;

type Quiet = { from: number; lasts: number };

/** "22:00-07:00", "9–17" or "10pm to 7am" -> start and length in minutes; undefined if it doesn't parse. */
export function parseQuiet(words: string): Quiet | undefined {
  const read = readQuiet(words);
  return typeof read === 'string' ? undefined : read;
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
  const read = readQuiet(words);
  return typeof read === 'string' ? read : undefined;
}

const QUIET_EXAMPLE = '22:00-07:00';
/** A hyphen, or a dash that software made of it. */
const UNTIL = / ?[-\u2010-\u2015\u2212] ?| (?:to|till?|until) /;
/** Times that only a 24-hour clock has, so the other end is on one too. */
const OF_24_HOURS = /^(?:\d{1,2}:\d{2}|00?|1[3-9]|2\d)$/;

/** The span, or a sentence saying what is wrong. */
function readQuiet(words: string): Quiet | string {
  const text = words.trim().toLowerCase().replace(/\s+/g, ' ');
  if (text === '') return `is empty; write hours such as "${QUIET_EXAMPLE}", or leave it out`;
  const ends = text.split(UNTIL);
  const [start = '', end = '', ...more] = ends;
  if (!ends.some((time) => /^\d/.test(time))) return `must be hours such as "${QUIET_EXAMPLE}"`;
  if (more.length > 0) return `must be one span of hours, such as "${QUIET_EXAMPLE}"`;
  if (start === '' || end === '') return `has only one time; write both ends, such as "${QUIET_EXAMPLE}"`;
  const has24 = ends.some((time) => OF_24_HOURS.test(time));
  const read = (time: string) => parseTime(has24 && HOUR_ALONE.test(time) ? `${time}:00` : time);
  const bad = ends.find((time) => read(time) === undefined && !needsHalf(time));
  if (bad !== undefined) return describeBadTime(bad, QUIET_EXAMPLE);
  const [from, to] = [read(start), read(end)];
  if (start === end || (from !== undefined && from === to))
    return `must have two different ends, such as "${QUIET_EXAMPLE}"`;
  if (from === undefined || to === undefined) return askForHalf(from === undefined ? start : end);
  return { from, lasts: (to - from + DAY_MINUTES) % DAY_MINUTES };
}

function needsHalf(time: string): boolean {
  return HOUR_ALONE.test(time) && Number(time) >= 1 && Number(time) <= 12;
}

function askForHalf(time: string): string {
  const [morning, evening] = ['am', 'pm'].map((half) => formatTime(parseTime(`${time}${half}`) ?? 0));
  return `has ${time} in it, which could be ${morning} or ${evening}; write the one you mean`;
}

function formatTime(minute: number): string {
  const [hours, minutes] = [Math.floor(minute / 60), minute % 60];
  return [hours, minutes].map((part) => `${part}`.padStart(2, '0')).join(':');
}
