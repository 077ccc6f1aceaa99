/** Spans of days that have a name or a length: "last week", "30d", "the first half of October", up to today. */
import { daysBefore, firstDayOf, PERIODS, type Period, wholeOf } from '../rules/calendar.ts';
import { NUMBERS } from './english.ts';

/** Inclusive, YYYY-MM-DD; either end may be missing. */
export type Days = { from?: string; to?: string };

const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ');
const MONTH_NAMES = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const NUMBERED = 'first second third fourth 1st 2nd 3rd 4th'.split(' ');

const COUNT = `(\\d{1,3}|${NUMBERS.slice(1).join('|')}|a|couple(?: of)?|few)`;
const UNIT = '(days?|d|weeks?|wks?|w|months?|mths?|mos?|quarters?|years?)';

const MONTHS = `(?:${MONTH_NAMES.join('|')})`;

/** What may be going on, or be over. */
const PERIOD = '(week|wk|month|mnth|mth|moth|quarter|qtr|q|year)';

/** Before a span, which it belongs to. */
const IN = '(?:(?:over|in|for|during) )?(?:the )?';

/** chrono doesn't recognize these months on their own. (The others are also words.) */
const SHORT_MONTHS = '(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)';

const WEEKDAY = `(${WEEKDAYS.join('|')})[a-z]*`;

/** A day of a month, and what joins the first with the last. */
const NTH = '(?:the )?(\\d{1,2})(?:st|nd|rd|th)?';
const UP_TO = '(?: ?[-–] ?| (?:and|to|until|till|through|thru) )';

/** Behind what leads are. */
const WAITING = '(?<=\\b(?:open|waiting|around|there|unanswered|unclaimed|untouched) )';

const UNTOUCHED =
  "(?<=\\b(?:nobody|no one|noone)(?: has|’s|'s)? (?:answered|claimed|looked at|picked up|replied to|taken|touched)(?: yet)? )";

/** Named spans, relative to today. A current week or month ends today. */
export const SPANS: readonly [pattern: string, days: (today: string, ...found: string[]) => Days][] = [
  [
    `(?:(?:no|not|nothing|none) older than|newer than|younger than) ${COUNT} ${UNIT}(?: old)?|(?:less than|under|within) ${COUNT} ${UNIT} old`,
    (today, count = '', unit = '') => lastDays(today, lengthOf(count, unit)),
  ],
  // "This week vs last"
  [
    '(?<=\\b(?:this|the current) (week|wk|month|quarter),? (?:vs\\.?|versus|against|with|compared (?:to|with)|(?:(?:better|worse|higher|lower) )?than) (?:the )?)(?:last|previous|prior)(?: one)?(?! ?(?:\\w+ )?(?:days?|w(?:ee)?ks?|months?|quarters?|years?))',
    (today, unit = '') => previous(today, unit),
  ],
  // "Yesterday vs the same day last week"
  [
    '(?<=\\b(today|yesterday) (?:vs\\.?|versus|against|with|and|compared (?:to|with)) (?:the )?)same (?:day|weekday)(?:,? of)? (?:last week|(?:a|one) week (?:ago|before))',
    (today, day = '') => oneDay(daysBefore(today, /^y/i.test(day) ? 8 : 7)),
  ],
  // "The past week vs the week before": no calendar's
  [
    '(?<=\\bpast (week|month) (?:vs\\.?|versus|against|compared (?:to|with)) )the (?:(?:week|month|one) before|previous(?: one| week| month)?)',
    (today, unit = '') => ({
      from: daysBefore(today, 2 * daysIn(unit) - 1),
      to: daysBefore(today, daysIn(unit)),
    }),
  ],
  [
    '(?:the )?past (week|month)(?= (?:vs\\.?|versus|against|compared (?:to|with))\\b)',
    (today, unit = '') => lastDays(today, daysIn(unit)),
  ],
  // "The last 7 days vs the 7 before"
  [
    `(?<=\\b(?:last|past) ${COUNT} ${UNIT},? (?:vs\\.?|versus|against|with|compared (?:to|with)|than) (?:the )?)(?:(?:previous|prior|preceding)(?: ${COUNT})?(?: ${UNIT}| ones?| period)?|${COUNT} (?:${UNIT} )?(?:before|prior)(?: that| those)?|ones? before)`,
    (today, count = '', unit = '') => {
      const length = lengthOf(count, unit);
      return { from: daysBefore(today, 2 * length - 1), to: daysBefore(today, length) };
    },
  ],
  // A thread posted late on the day a week ago isn't a week old yet.
  [
    `(?:older than|(?:over|more than)(?= \\S+ \\S+ old\\b)|${WAITING}(?:for )?(?:over|more than|longer than)) ${COUNT} ${UNIT}(?: old)?`,
    (today, count = '', unit = '') => ({ to: daysBefore(today, lengthOf(count, unit) + 1) }),
  ],
  [
    `(?:${WAITING}(?:at least|for(?: at least)?)|${UNTOUCHED}(?:for|in))(?: the (?:last|past))? ${COUNT} ${UNIT}(?: old)?`,
    (today, count = '', unit = '') => ({ to: daysBefore(today, lengthOf(count, unit)) }),
  ],
  [
    `(?:between |from )?(${MONTHS})[a-z]* ${NTH}${UP_TO}${NTH}(?! ?(?:[:\\d%]|(?:of )?${MONTHS}|leads|threads|topics|prompts|points))`,
    (today, month = '', first = '', last = '') => daysOfMonth(lastMonthNamed(today, month), first, last),
  ],
  // Only days written with dots come before the month wherever one lives.
  [
    '([0-3]?\\d)\\.([01]?\\d)\\.(20\\d\\d)|([0-3]\\d)\\.(0[1-9]|1[0-2])\\.',
    (today, day = '', month = '', year = '') => {
      const end = `${inTwoDigits(Number(month))}-${inTwoDigits(Number(day))}`;
      return oneDay(year ? `${year}-${end}` : lastOn(today, end));
    },
  ],
  ['(?:in |for |during |throughout )(20\\d\\d)', (today, year = '') => upTo(today, wholeOf('year', year))],
  [
    "(?<=\\b(?:in|for|during|since|throughout|(?<!\\d(?:st|nd|rd|th)? )of|until|last|from|vs\\.?|versus|than|and) )may(?! *\\d| (?:be|have|i|we|it|not|they)\\b)|may(?=(?:[’']s)? (?:scores?|visibility|figures|numbers|results|ranks?|leads|sentiment|vs|versus)\\b)",
    (today) => lastMonthNamed(today, 'may'),
  ],
  // “Over the last year” is until today.
  ["(?<!\\b(?:the|past) )last year(?:'s)?", (today) => previous(today, 'year')],
  [`${IN}(?:past|last) fortnight`, (today) => lastDays(today, 14)],
  [
    `${IN}(first|second|1st|2nd) half of (${MONTHS})[a-z]*`,
    (today, which = '', month = '') => {
      const { from = '', to } = wholeOf('month', startOfMonth(today, month));
      const isFirst = /^[1f]/i.test(which);
      return upTo(today, isFirst ? { from, to: daysBefore(from, -14) } : { from: daysBefore(from, -15), to });
    },
  ],
  [
    `(?:from |between )?${WEEKDAY}(?: ?[-–] ?| (?:and|to|until|till|through) )${WEEKDAY},?(?: of)? last week`,
    (today, first = '', last = '') => ({ from: inLastWeek(today, first), to: inLastWeek(today, last) }),
  ],
  [
    `${WEEKDAY}(?:,| of)? last (?:week|wk)|last (?:week|wk)(?:['’]?s)? ${WEEKDAY}`,
    (today, day = '') => oneDay(inLastWeek(today, day)),
  ],
  ['(?:the )?month before last', (today) => previous(previous(today, 'month').from, 'month')],
  ['(?:in )?q([1-4])(?: so far| to date)?', (today, number = '') => lastQuarter(today, Number(number))],
  [
    `(?:in )?(?:the )?(${NUMBERED.join('|')}) quarter`,
    (today, which = '') => lastQuarter(today, (NUMBERED.indexOf(which.toLowerCase()) % 4) + 1),
  ],
  [
    'black friday(?! (?:week|weekend|prep\\w*|sales?|deals?|campaign|promo\\w*)\\b)',
    (today) => oneDay(blackFriday(today)),
  ],
  ['halloween', (today) => oneDay(lastOn(today, '10-31'))],
  ['christmas(?: day)?', (today) => oneDay(lastOn(today, '12-25'))],
  ["new year(?:'s)?(?: day)?", (today) => oneDay(lastOn(today, '01-01'))],
  ['(?:the )?day before yesterday', (today) => oneDay(daysBefore(today, 2))],
  [
    "yesterday(?:'s)?(?: (?:morning|afternoon|evening|night))?|last (?:night|evening)(?:'s)?",
    (today) => oneDay(daysBefore(today, 1)),
  ],
  ['overnight', (today) => lastDays(today, 2)],
  [
    "(?<!\\b(?:ago|back) )today(?:'s)?|this (?:morning|afternoon|evening)(?:'s)?|tonight(?:'s)?|since (?:breakfast|lunch(?:time)?|midnight|noon)",
    oneDay,
  ],
  [
    // "Our best day of the quarter" and "a recap of the week" are of this one.
    `(?:so far )?(?:this|the current|all|good|bad|quiet|busy|slow|great|rough) ${PERIOD}(?:'?s(?= \\w))?(?: so far| to date)?|(?<=\\bour )${PERIOD}(?! to )|the ${PERIOD}(?= look)|(?:the )?${PERIOD} (?:so far|to date)|([wmqy])td|(?:since |from )?the (?:start|beginning|first) of (?:the|this) ${PERIOD}|(?<!\\b(?:start|beginning|end|first|last|half|rest|part|middle|days|weeks?|time) )(?:of|over|for) the ${PERIOD}(?! (?:of|before|after|to|so|beginning|start(?:ing|s)?|ending|ends|commencing)\\b)|(?:the |(?<!\\w ))${PERIOD}(?= in (?:brief|short|review|numbers|figures|a nutshell)\\b)`,
    current,
  ],
  ['(?:the )?week before(?: last)?', (today) => wholeOf('week', daysBefore(today, 14))],
  ['(?:week|wk)[ -](?:over|on)[ -](?:week|wk)|wow', (today) => lastDays(today, 7)],
  ['month[ -](?:over|on)[ -]month|mom', (today) => lastDays(today, 30)],
  [
    `${IN}(?:past|last) (\\d{2,3}) ?h(?:ours?|rs?)?`,
    // They began on the day before.
    (today, hours = '') => lastDays(today, Math.ceil(Number(hours) / 24) + 1),
  ],
  [
    '(?:in|over|during|for|within) the (?:past|last) (week|month)|past (month)',
    (today, unit = '') => lastDays(today, daysIn(unit)),
  ],
  [
    `(?:the )?(?:last|previous) (?:(?:full|whole|complete|calendar) )?${PERIOD}(?<!year)(?:'s)?|(?<!the )last (week)s(?= \\w)|the (month) before`,
    previous,
  ],
  [
    "(?:this|last|over(?: the)?|the) weekend|(?<=\\b(?:from|since) )weekend|weekend(?=(?:'?s)? (?:alerts|events|figures|leads|news|numbers|scores?|visibility))",
    (today) => weekendBefore(today),
  ],
  [
    `${IN}(?:last|past|previous|latest|trailing|rolling|preceding) ${COUNT} ${UNIT}|(?:since|for) (?:about |around )?${COUNT} ${UNIT}(?! (?:ago|back)\\b)|(\\d{1,3}) ?${UNIT}(?! (?:ago|back|before|end(?:ing|s)?|up to))(?: view| window| trend| period)?`,
    (today, count = '', unit = '') => lastDays(today, lengthOf(count, unit)),
  ],
  [
    `(?<!${MONTHS}\\w* |\\b(?:rank\\w*|come|placed|still) )(?:(?:${WEEKDAYS.join('|')})[a-z]*,? )?(?:the )?(\\d{1,2})(?:st|nd|rd|th)(?! (?:of )?${MONTHS}| (?:[a-z]+est|worst|most|least|place|position|spot)\\b)`,
    (today, day = '') => oneDay(lastNumbered(today, Number(day))),
  ],
  [
    `(?<!\\d(?:st|nd|rd|th)? (?:of )?)(?:in |for |during )?(${SHORT_MONTHS})\\.?(?! *\\d)`,
    (today, month = '') => lastMonthNamed(today, month),
  ],
  [
    `${COUNT} ${UNIT} (?:ago|back)(?: today)?`,
    (today, count = '', unit = '') => oneDay(dayAgo(today, count, unit)),
  ],
];

/** The same day of the month so many months ago, or of its last day; the day of the week of so many weeks ago. */
function dayAgo(today: string, count: string, unit: string): string {
  const months = numberOf(count) * ({ m: 1, q: 3, y: 12 }[unit[0]?.toLowerCase() ?? ''] ?? 0);
  if (months === 0) return daysBefore(today, lengthOf(count, unit));
  const first = new Date(`${today.slice(0, 7)}-01`);
  first.setUTCMonth(first.getUTCMonth() - months);
  const { to = '' } = wholeOf('month', first.toISOString().slice(0, 10));
  const sameDay = `${to.slice(0, 8)}${today.slice(8)}`;
  return sameDay < to ? sameDay : to;
}

/** Of so many weeks, in days. */
export function lengthOf(count: string, unit: string): number {
  return numberOf(count) * daysIn(unit);
}

function numberOf(word: string): number {
  const small = NUMBERS.indexOf(word.toLowerCase());
  if (small >= 0) return small;
  if (/^a$/i.test(word)) return 1;
  if (/^couple/i.test(word)) return 2;
  return /^few$/i.test(word) ? 3 : Number(word);
}

function daysIn(unit: string): number {
  const of: Readonly<Record<string, number>> = { d: 1, w: 7, m: 30, q: 91, y: 365 };
  return of[unit[0]?.toLowerCase() ?? ''] ?? 1;
}

function oneDay(day: string): Days {
  return { from: day, to: day };
}

/** The whole one before that. */
function previous(today: string, unit: string): Days & { from: string } {
  return wholeOf(periodIn(unit), daysBefore(firstDayOf[periodIn(unit)](today), 1));
}

function current(today: string, unit: string): Days {
  return { from: firstDayOf[periodIn(unit)](today), to: today };
}

function periodIn(said: string): Period {
  return PERIODS.find((period) => period[0] === said[0]?.toLowerCase()) ?? 'week';
}

function inTwoDigits(number: number): string {
  return `${number}`.padStart(2, '0');
}

function inLastWeek(today: string, day: string): string {
  return daysBefore(firstDayOf.week(today), 7 - WEEKDAYS.indexOf(day.slice(0, 3).toLowerCase()));
}

/** From and to are days of one month. */
function daysOfMonth({ from = '' }: Days, first: string, last: string): Days {
  const day = (number: string) => `${from.slice(0, 8)}${number.padStart(2, '0')}`;
  return { from: day(first), to: day(last) };
}

function upTo(today: string, { from = '', to = '' }: Days): Days {
  return { from, to: to < today ? to : today };
}

function lastDays(today: string, days: number): Days {
  return { from: daysBefore(today, Math.max(1, days) - 1), to: today };
}

function weekendBefore(today: string): Days {
  const isSunday = new Date(today).getUTCDay() === 0;
  const sunday = isSunday ? today : daysBefore(firstDayOf.week(today), 1);
  return { from: daysBefore(sunday, 1), to: sunday };
}

/** The most recent day with this number: "the 10th". */
function lastNumbered(today: string, day: number): string {
  const inMonth = `${today.slice(0, 8)}${inTwoDigits(day)}`;
  return inMonth <= today ? inMonth : `${previous(today, 'month').from.slice(0, 8)}${inTwoDigits(day)}`;
}

/** The last day after the fourth Thursday of a November. */
function blackFriday(today: string): string {
  const inYear = (year: number) => {
    const first = new Date(`${year}-11-01`).getUTCDay();
    return `${year}-11-${23 + ((11 - first) % 7)}`;
  };
  const year = Number(today.slice(0, 4));
  return inYear(year) <= today ? inYear(year) : inYear(year - 1);
}

/** The most recent MM-DD. */
function lastOn(today: string, day: string): string {
  const year = Number(today.slice(0, 4));
  return today.slice(5) >= day ? `${year}-${day}` : `${year - 1}-${day}`;
}

function startOfMonth(today: string, name: string): string {
  return lastOn(today, `${inTwoDigits(MONTH_NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1)}-01`);
}

function lastMonthNamed(today: string, name: string): Days {
  return upTo(today, wholeOf('month', startOfMonth(today, name)));
}

function lastQuarter(today: string, number: number): Days {
  return upTo(today, wholeOf('quarter', lastOn(today, `${inTwoDigits(number * 3 - 2)}-01`)));
}
