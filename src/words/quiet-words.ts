/** Parses quiet hours: "22:00-07:00", "8pm to 8am". */
import { formatTime, HOUR_ALONE, parseTime } from './schedule-words.ts';

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
