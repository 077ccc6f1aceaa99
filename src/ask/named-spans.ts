/** Spans of days that have a name or a length: "last week", "30d", "the first half of October". */
import { daysBefore } from '../rules/calendar.ts';
import {
  current,
  type Days,
  daysOfMonth,
  edgeOf,
  halfOf,
  inLastWeek,
  lastDays,
  lastMonthNamed,
  lastNumbered,
  lastOn,
  lastQuarter,
  MONTH_NAMES,
  monthMeant,
  monthOf,
  NUMBERED,
  numberedWeek,
  oneDay,
  previous,
  upTo,
  WEEKDAYS,
  weekBefore,
  weekendBefore,
  weekOfMonth,
  wholeMonth,
  wholeQuarter,
  yearOf,
} from './calendar.ts';
import { NUMBERS } from './english.ts';

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
const WAITING = '(?<=\\b(?:open|waiting|around|there|unanswered|unclaimed) )(?:for )?';

/** Named spans, relative to today. A current week or month ends today. */
export const SPANS: readonly [pattern: string, days: (today: string, ...found: string[]) => Days][] = [
  [
    `(?:(?:no|not|nothing|none) older than|newer than|younger than) ${COUNT} ${UNIT}(?: old)?|(?:less than|under|within) ${COUNT} ${UNIT} old`,
    (today, count = '', unit = '') => lastDays(today, numberOf(count) * daysIn(unit)),
  ],
  // "This week vs last"
  [
    '(?<=\\b(?:this|the current) (week|wk|month|quarter),? (?:vs\\.?|versus|against|with|compared (?:to|with)|(?:(?:better|worse|higher|lower) )?than) (?:the )?)(?:last|previous|prior)(?: one)?(?! ?(?:\\w+ )?(?:days?|w(?:ee)?ks?|months?|quarters?|years?))',
    (today, unit = '') => previous(today, unit),
  ],
  // A thread posted late on the day a week ago isn't a week old yet.
  [
    `(?:older than|(?:over|more than)(?= \\S+ \\S+ old\\b)|${WAITING}(?:over|more than|longer than)) ${COUNT} ${UNIT}(?: old)?`,
    (today, count = '', unit = '') => ({ to: daysBefore(today, numberOf(count) * daysIn(unit) + 1) }),
  ],
  [
    `${WAITING}at least ${COUNT} ${UNIT}(?: old)?`,
    (today, count = '', unit = '') => ({ to: daysBefore(today, numberOf(count) * daysIn(unit)) }),
  ],
  [
    `(?:between |from )?${WEEKDAY}${UP_TO}${WEEKDAY},?(?: of)? last (?:week|wk)|last (?:week|wk),? (?:between |from )?${WEEKDAY}${UP_TO}${WEEKDAY}`,
    (today, first = '', last = '') => ({ from: inLastWeek(today, first), to: inLastWeek(today, last) }),
  ],
  [
    `(?:between |from )?${NTH}${UP_TO}${NTH} (?:of )?(${MONTHS})[a-z]*(?! ?\\d)`,
    (today, first = '', last = '', month = '') => daysOfMonth(lastMonthNamed(today, month), first, last),
  ],
  [
    `(?:between |from )?${NTH} (?:of )?(${MONTHS})[a-z]*${UP_TO}${NTH}(?! ?(?:of )?${MONTHS})`,
    (today, first = '', month = '', last = '') => daysOfMonth(lastMonthNamed(today, month), first, last),
  ],
  [
    `${IN}(${NUMBERED.join('|')}|last|final) week of (?:(${MONTHS})[a-z]*|(this|last|the) month)`,
    (today, which = '', month = '') => weekOfMonth(monthMeant(today, month), today, which),
  ],
  [
    `${IN}(first|last) ${COUNT} days of (?:(${MONTHS})[a-z]*|(this|last|the) month)`,
    (today, which = '', count = '', month = '') =>
      edgeOf(monthMeant(today, month), today, /first/i.test(which), numberOf(count)),
  ],
  [
    '(?:(?:in|for|during|of) )?(?:(?:calendar )?week|wk|cw|kw) ?(\\d{2})(?! ?(?:of|after|since|days?|%))',
    (today, number = '') => numberedWeek(today, Number(number)),
  ],
  [
    `${IN}(?:past|last) half(?: an?)?[ -]year|(?:the )?(?:past|last) half of (?:a|the) year`,
    (today) => lastDays(today, 182),
  ],
  ['(?:in |for |during |throughout )(20\\d\\d)', (today, year = '') => yearOf(today, year)],
  [
    "(?<=\\b(?:in|for|during|since|throughout|(?<!\\d(?:st|nd|rd|th)? )of|until|last|from|vs\\.?|versus|than|and) )may(?! *\\d| (?:be|have|i|we|it|not|they)\\b)|may(?=(?:[’']s)? (?:scores?|visibility|figures|numbers|results|ranks?|leads|sentiment|vs|versus)\\b)",
    (today) => lastMonthNamed(today, 'may'),
  ],
  [`${IN}(?:past|last) fortnight`, (today) => lastDays(today, 14)],
  [
    `${IN}(first|second|1st|2nd) half of (${MONTHS})[a-z]*`,
    (today, which = '', month = '') => halfOf(lastMonthNamed(today, month), today, /first|1st/i.test(which)),
  ],
  [
    `${WEEKDAY}(?:,| of)? last (?:week|wk)|last (?:week|wk)(?:['’]?s)? ${WEEKDAY}`,
    (today, day = '') => oneDay(inLastWeek(today, day)),
  ],
  [
    '(?:the )?month before last',
    (today) => wholeMonth(monthOf(daysBefore(monthOf(daysBefore(monthOf(today), 1)), 1))),
  ],
  [
    '(?:in )?q([1-4])(?: so far| to date)?',
    (today, number = '') => upTo(today, wholeQuarter(lastQuarter(today, Number(number)))),
  ],
  [
    `(?:in )?(?:the )?(${NUMBERED.join('|')}) quarter`,
    (today, which = '') =>
      upTo(today, wholeQuarter(lastQuarter(today, (NUMBERED.indexOf(which.toLowerCase()) % 4) + 1))),
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
  ["(?<!\\b(?:ago|back) )today(?:'s)?|this (?:morning|afternoon|evening)(?:'s)?|tonight(?:'s)?", oneDay],
  [
    // "Our best day of the quarter" is in this one.
    `(?:so far )?(?:this|the current) ${PERIOD}(?: so far| to date)?|(?:the )?${PERIOD} (?:so far|to date)|([wmqy])td|(?:since |from )?the (?:start|beginning|first) of the (month)|(?<=\\b(?:best|worst|biggest|highest|lowest|strongest|weakest|greatest)\\b(?: [\\w-]+){0,3} )of the ${PERIOD}`,
    current,
  ],
  ['(?:the )?week before(?: last)?', (today) => weekBefore(today, 2)],
  ['(?:week|wk)[ -](?:over|on)[ -](?:week|wk)|wow', (today) => lastDays(today, 7)],
  ['month[ -](?:over|on)[ -]month|mom', (today) => lastDays(today, 30)],
  [
    `${IN}(?:past|last) (\\d{2,3}) ?h(?:ours?|rs?)?`,
    // They began on the day before.
    (today, hours = '') => lastDays(today, Math.ceil(Number(hours) / 24) + 1),
  ],
  [
    '(?:in|over|during|for|within) the (?:past|last) (?:30 days|month)|past month',
    (today) => lastDays(today, 30),
  ],
  [
    `(?:the )?(?:last|previous) ${PERIOD}(?<!year)(?:'s)?|(?<!the )last (week)s(?= \\w)|the (month) before`,
    previous,
  ],
  ['(?:this|last|over the|the) weekend', (today) => weekendBefore(today)],
  [
    '(?<=\\b(?:since|from) (?:the )?(?:very )?)(?:start|beginning) of (?:the|this) year',
    (today) => ({ from: `${today.slice(0, 4)}-01-01` }),
  ],
  [
    `${IN}(?:last|past|previous|latest) ${COUNT} ${UNIT}|(?:vs\\.?|versus|against|than|since|compared (?:to|with)) ${COUNT} ${UNIT} (?:ago|back)|(?:since|for) (?:about |around )?${COUNT} ${UNIT}|(\\d{1,3}) ?${UNIT}(?! (?:ago|back))(?: view| window| trend| period)?`,
    (today, count = '', unit = '') => lastDays(today, numberOf(count) * daysIn(unit)),
  ],
  [`${IN}(?:last|past) ${UNIT}`, (today, unit = '') => lastDays(today, daysIn(unit))],
  [
    `(?<!${MONTHS}\\w* )(?:the )?(\\d{1,2})(?:st|nd|rd|th)(?! (?:of )?${MONTHS})`,
    (today, day = '') => oneDay(lastNumbered(today, Number(day))),
  ],
  [
    `(?<!\\d(?:st|nd|rd|th)? )(?:in |for |during )?(${SHORT_MONTHS})\\.?(?! *\\d)`,
    (today, month = '') => lastMonthNamed(today, month),
  ],
  [
    `${COUNT} ${UNIT} (?:ago|back)(?: today)?`,
    (today, count = '', unit = '') => oneDay(daysBefore(today, numberOf(count) * daysIn(unit))),
  ],
];

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
