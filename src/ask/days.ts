/** Finds the days in a question: "last week", "since Friday", "30d", "between 3 and 9 November". */

import { daysBefore } from '../rules/calendar.ts';
import { findDates } from '../words/until-words.ts';
import type { Span } from './words.ts';

/** Inclusive, YYYY-MM-DD; either end may be missing. */
export type Days = { from?: string; to?: string };

/** `alone`: the first day after a "to" that ends no other span. */
type Found = Days & { span: Span; alone?: string | undefined };

/** Numbers as people write small ones. */
const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNT = `(\\d{1,3}|${NUMBERS.slice(1).join('|')}|a|couple(?: of)?|few)`;
const UNIT = '(days?|d|weeks?|wks?|w|months?|mths?|quarters?|years?)';

/** "since we relaunched on" */
const SINCE = /\b(since|after)\s+(?:[\p{L}'’]+\s+){1,8}(?:on\s+)?$/iu;

/** "We shipped the new docs on", "launched": asks what happened since. */
const SINCE_DONE =
  /\b(?:(?:we|i|team)\s+(?:just\s+)?(?:\w+ed|rewrote|redid|shipped|ran|did|made|put)\s+(?:[\p{L}'’·-]+\s+){1,6}on|(?:re)?launched(?:\s+on)?|shipped(?:\s+on)?|went live(?:\s+on)?|live since)\s+(?:the\s+)?$/iu;

const NAMED = /mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const MONTH_NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** "in 10 min" says when the meeting is. */
const OF_HOURS = /\d ?(?:min(?:ute)?s?|h(?:ou)?rs?|sec(?:ond)?s?)\b/i;

const MONTHS = `(?:${MONTH_NAMES.join('|')})`;

/** chrono doesn't recognize these months on their own. (The others are also words.) */
const SHORT_MONTHS = '(?:jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec)';

/** At the end of a question: since the day mentioned before. */
const SINCE_THEN = /\b(?:since(?: then)?|after(?: that)?|afterwards)\W*$/i;

/** The preposition before a day or month. */
const EDGE =
  /\b(since|from|after|starting|until|till|(?<!been up |compared |relative )to|through|(?<!been )up to|before|on|in|during|for|of)(?::\s*|\s+)(?:the\s+)?(?:(?:very )?(?:start|beginning|end|first) of\s+)?$/i;

/** A month's days aren't counted in these: "early October", "the end of the month". */
const VAGUE_PART =
  /\b(?:early|mid|late|middle of|(?<!\b(?:since|from|after|until|till|to|before|at) (?:the )?)end of)[\s-]+(?:the\s+|in\s+)?$/i;
/** Names days that aren't known, where nothing else is found: "two Mondays ago", "since the summer". */
const UNREAD =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:before last|ago)|(?:first|second|third|fourth|last) (?:weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day) (?:of|in)|(?:black|good) friday|cyber monday|easter|thanksgiving|(?:same|this) (?:time|day|week|month|period|point) (?:last|a) (?:year|month|week|quarter)|(?:since|during|last|over|in|this) (?:the )?(?:summer|spring|winter|autumn)(?!.*\d))\b/i;

/** A length of time. */
const COUNTED = RegExp(
  `\\b(?:\\d{1,3}|${NUMBERS.slice(2).join('|')}|couple(?: of)?|few) (?:days?|weeks?|months?|quarters?)\\b`,
  'i',
);

const SINCE_EDGE = /^(?:since|after|starting|from)$/i;

const NUMBERED = ['first', 'second', 'third', 'fourth', '1st', '2nd', '3rd', '4th'];
const WEEKDAY = `(${WEEKDAYS.join('|')})[a-z]*`;
/** A day of a month, and what joins the first with the last. */
const NTH = '(?:the )?(\\d{1,2})(?:st|nd|rd|th)?';
const UP_TO = '(?: ?[-–] ?| (?:and|to|until|till|through|thru) )';

/** Named spans, relative to today. A current week or month ends today. */
const SPANS: readonly [pattern: string, days: (today: string, ...found: string[]) => Days][] = [
  [
    `(?:(?:no|not|nothing|none) older than|newer than|younger than) ${COUNT} ${UNIT}(?: old)?|(?:less than|under|within) ${COUNT} ${UNIT} old`,
    (today, count = '', unit = '') => lastDays(today, numberOf(count) * daysIn(unit)),
  ],
  // "This week vs last"
  [
    '(?<=\\b(?:this|the current) (week|wk|month|quarter),? (?:vs\\.?|versus|against|with|compared (?:to|with)|(?:(?:better|worse|higher|lower) )?than) (?:the )?)(?:last|previous|prior)(?: one)?(?! ?(?:\\w+ )?(?:days?|w(?:ee)?ks?|months?|quarters?|years?))',
    (today, unit = '') => previous(today, unit),
  ],
  [
    `(?:older than|(?:over|more than)(?= \\S+ \\S+ old\\b)|(?<=\\b(?:open|waiting|around|there|unanswered|unclaimed) )(?:for )?(?:over|more than|longer than|at least)) ${COUNT} ${UNIT}(?: old)?`,
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
    `(?:(?:in|for|over|during) )?(?:the )?(${NUMBERED.join('|')}|last|final) week of (?:(${MONTHS})[a-z]*|(this|last|the) month)`,
    (today, which = '', month = '') => weekOfMonth(monthMeant(today, month), today, which),
  ],
  [
    `(?:(?:in|for|over|during) )?(?:the )?(first|last) ${COUNT} days of (?:(${MONTHS})[a-z]*|(this|last|the) month)`,
    (today, which = '', count = '', month = '') =>
      edgeOf(monthMeant(today, month), today, /first/i.test(which), numberOf(count)),
  ],
  [
    '(?:(?:in|for|during|of) )?(?:(?:calendar )?week|wk|cw|kw) ?(\\d{2})(?! ?(?:of|after|since|days?|%))',
    (today, number = '') => numberedWeek(today, Number(number)),
  ],
  [
    '(?:over |in |for |during )?(?:the )?(?:past|last) half(?: an?)?[ -]year|(?:the )?(?:past|last) half of (?:a|the) year',
    (today) => lastDays(today, 182),
  ],
  ['(?:in |for |during |throughout )(20\\d\\d)', (today, year = '') => yearOf(today, year)],
  [
    '(?<=\\b(?:in|for|during|since|throughout|of|until|last|from) )may(?! (?:be|have|i|we|it|not|they)\\b)',
    (today) => lastMonthNamed(today, 'may'),
  ],
  ['(?:over |in |for |during )?(?:the )?(?:past|last) fortnight', (today) => lastDays(today, 14)],
  [
    `(?:(?:in|for|over|during) )?(?:the )?(first|second|1st|2nd) half of (${MONTHS})[a-z]*`,
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
    (today, which = '') => wholeQuarter(lastQuarter(today, (NUMBERED.indexOf(which.toLowerCase()) % 4) + 1)),
  ],
  ['halloween', (today) => oneDay(lastOn(today, '10-31'))],
  ['christmas(?: day)?', (today) => oneDay(lastOn(today, '12-25'))],
  ["new year(?:'s)?(?: day)?", (today) => oneDay(lastOn(today, '01-01'))],
  ['(?:the )?day before yesterday', (today) => oneDay(daysBefore(today, 2))],
  ["yesterday(?:'s)?", (today) => oneDay(daysBefore(today, 1))],
  ["(?<!\\b(?:ago|back) )today(?:'s)?", oneDay],
  [
    '(?:this|the current) week|so far this week|this wk|(?:the )?week so far',
    (today) => ({ from: mondayOf(today), to: today }),
  ],
  ["(?:last|previous) (?:week|wk)(?:'s)?|(?<!the )last weeks(?= \\w)", (today) => weekBefore(today, 1)],
  ['(?:the )?week before(?: last)?', (today) => weekBefore(today, 2)],
  [
    '(?:since |from )?the (?:start|beginning|first) of the month|(?:the )?month so far|month to date|mtd',
    (today) => ({ from: monthOf(today), to: today }),
  ],
  ['week over week|wow', (today) => lastDays(today, 7)],
  ['month over month|mom', (today) => lastDays(today, 30)],
  [
    '(?:over |in |for |during )?(?:the )?(?:past|last) (\\d{2,3}) ?h(?:ours?|rs?)?',
    (today, hours = '') => lastDays(today, Math.ceil(Number(hours) / 24)),
  ],
  ['(?:this|the current) (?:month|mnth|mth|moth)', (today) => ({ from: monthOf(today), to: today })],
  [
    '(?:in|over|during|for|within) the (?:past|last) (?:30 days|month)|past month',
    (today) => lastDays(today, 30),
  ],
  ["(?:the )?(?:last|previous) (?:month|mth)(?:'s)?|the month before", (today) => previous(today, 'month')],
  ['(?:this|last|over the|the) weekend', (today) => weekendBefore(today)],
  [
    'quarter to date|qtd|(?:the )?quarter so far|this quarter',
    (today) => ({ from: quarterOf(today), to: today }),
  ],
  ['(?:last|previous) quarter', (today) => previous(today, 'quarter')],
  [
    'this year|ytd|year to date|(?:the )?year so far',
    (today) => ({ from: `${today.slice(0, 4)}-01-01`, to: today }),
  ],
  [
    `(?:over |in |for |during )?(?:the )?(?:last|past|previous|latest) ${COUNT} ${UNIT}`,
    (today, count = '', unit = '') => lastDays(today, numberOf(count) * daysIn(unit)),
  ],
  [
    `(?:over |in |for |during )?(?:the )?(?:last|past) ${UNIT}`,
    (today, unit = '') => lastDays(today, daysIn(unit)),
  ],
  [
    `(\\d{1,3}) ?${UNIT}(?! (?:ago|back))(?: view| window| trend| period)?`,
    (today, count = '', unit = '') => lastDays(today, Number(count) * daysIn(unit)),
  ],
  [
    `(?<!${MONTHS}\\w* )(?:the )?(\\d{1,2})(?:st|nd|rd|th)(?! (?:of )?${MONTHS})`,
    (today, day = '') => oneDay(lastNumbered(today, Number(day))),
  ],
  [
    `(?:vs\\.?|versus|against|than|since|compared (?:to|with)) ${COUNT} ${UNIT} (?:ago|back)`,
    (today, count = '', unit = '') => lastDays(today, numberOf(count) * daysIn(unit)),
  ],
  [
    `(?:since|for) (?:about |around )?${COUNT} ${UNIT}`,
    (today, count = '', unit = '') => lastDays(today, numberOf(count) * daysIn(unit)),
  ],
  [
    `(?<!\\d(?:st|nd|rd|th)? )(?:in |for |during )?(${SHORT_MONTHS})\\.?(?! ?\\d)`,
    (today, month = '') => lastMonthNamed(today, month),
  ],
  [
    `${COUNT} ${UNIT} (?:ago|back)(?: today)?`,
    (today, count = '', unit = '') => oneDay(daysBefore(today, numberOf(count) * daysIn(unit))),
  ],
];

/**
 * The days in a question, and where it says so; undefined if none. `isTorn`: either of two spans may be meant;
 * `areCompared`: two spans are compared. `today` is the project's.
 */
export function findDays(
  text: string,
  today: string,
): { days: Days; spans: Span[]; isTorn: boolean; areCompared: boolean } | undefined {
  const spans = namedSpans(text, today);
  const rest = spans.reduce((left, { span }) => blankOut(left, span), text);
  const named = namedDays(rest, today);
  const found = [...spans, ...named].sort((a, b) => a.span.start - b.span.start);
  const [first, second] = found;
  if (!first)
    return UNREAD.test(text) || COUNTED.test(text)
      ? { days: {}, spans: [], isTorn: true, areCompared: false }
      : undefined;
  const days = { from: second ? first.from : (first.from ?? first.alone), to: first.to };
  const areTwo =
    first.from !== undefined &&
    first.to !== undefined &&
    second?.from !== undefined &&
    !isSame(first, second);
  const between = areTwo ? text.slice(first.span.end, second.span.start) : '';
  const areCompared =
    areTwo &&
    (COMPARES.test(between) ||
      (/^\W*and\W*$/i.test(between) && COMPARED.test(text.slice(0, first.span.start))));
  const isVague = spans.concat(named).some(({ span }) => VAGUE_PART.test(text.slice(0, span.start)));
  const isUncounted = COUNTED.test(
    spans.concat(named).reduce((left, { span }) => blankOut(left, span), text),
  );
  const isAhead = found.some(({ from = '' }) => from > today);
  const isTorn =
    isVague ||
    isAhead ||
    isUncounted ||
    UNREAD.test(text) ||
    (areTwo && !areCompared && !JOINS.test(between));
  // "from 3 to 9 November", "since Monday until yesterday", "this week with last week".
  if (second) {
    const { from } = second;
    if (days.from === undefined || (areCompared && from !== undefined && from < days.from)) days.from = from;
    if (second.to !== undefined && second.to > (days.to ?? '')) days.to = second.to;
  }
  if (days.from === days.to && SINCE_THEN.test(text)) days.to = undefined;
  if (days.from !== undefined && days.to !== undefined && days.from > days.to) return undefined;
  return {
    days: { ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) },
    spans: found.map(({ span }) => span),
    isTorn,
    areCompared,
  };
}

/** Between the ends of one span. */
const JOINS = /^\W*(?:to|and|through|or)?(?: the)?\W*$/i;
/** Before two compared spans: "compare October and November". */
const COMPARED = /\b(?:compar(?:e|ed|ing|ison)|differ(?:ent|ence|s)?)\b/i;
/** Between two compared spans. */
const COMPARES =
  /^\W*(?:with|against|vs\.?|versus|compare[sd]? (?:to|with)|(?:(?:\w+ )?(?:better|worse|higher|lower) )?than)\W*$/i;

function isSame(one: Days, other: Days): boolean {
  return one.from === other.from && one.to === other.to;
}

function namedSpans(text: string, today: string): Found[] {
  const found: Found[] = [];
  let left = text;
  for (const [pattern, daysOf] of SPANS) {
    const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu');
    for (const hit of left.matchAll(named)) {
      const days = daysOf(today, ...hit.slice(1).filter((part) => part !== undefined));
      const span = { start: hit.index, end: hit.index + hit[0].length };
      found.push(withEdge({ ...days, span }, left));
      left = blankOut(left, span);
    }
  }
  return found;
}

/** Weekdays and dates, parsed by chrono; in the past, unless the year is given. */
function namedDays(text: string, today: string): Found[] {
  return findDates(asRange(text), new Date(`${today}T12:00:00Z`)).flatMap(
    ({ index, text: said, start, end }) => {
      // Skip matches without a name or number, such as "now" and "in the week".
      if (!(start.isCertain('weekday') || start.isCertain('month') || /\d/.test(said))) return [];
      if (!(/\d/.test(said) || NAMED.test(said)) || OF_HOURS.test(said)) return [];
      const isDay = start.isCertain('day') || start.isCertain('weekday');
      const isMonth = !isDay && start.isCertain('month');
      // "may" and "second" are also words, and times of day don't matter.
      const edge = EDGE.exec(text.slice(0, index));
      const isWord = /^(?:may|mar|march|sun|sat|mon|second)$/.test(said);
      if (!((isDay || isMonth) && (edge || !isWord))) return [];
      const isSince = SINCE_EDGE.test(edge?.[1] ?? '') || SINCE.test(text.slice(0, index));
      const first = toPastDay(start, today, isSince);
      const last = end ? toPastDay(end, today) : first;
      const week =
        /\b(?:week|7 days|seven days) (?:(end(?:ing|s)?|to)|of|from|start(?:ing|s)?|beginning|commencing)(?: on)?(?: the)?\s*$/i.exec(
          text.slice(0, index),
        );
      if (week) {
        const whole = week[1] ? { from: daysBefore(first, 6), to: first } : wholeWeek(mondayOf(first));
        return { ...whole, span: { start: week.index, end: index + said.length } };
      }
      const days = isMonth
        ? { ...wholeMonth(monthOf(last)), from: monthOf(first) }
        : { from: first, to: last };
      if (isMonth && first <= today && (days.to ?? '') > today) days.to = today;
      return withEdge({ ...days, span: { start: index, end: index + said.length } }, text);
    },
  );
}

/** Blanks words that confuse chrono ("from", "until", "between"), keeping the length so that indexes stay valid. */
function asRange(text: string): string {
  return text
    .replace(/\bbetween(\s.+?\s)and(?=\s)/gi, (_all, first: string) => `${' '.repeat(7)}${first}to `)
    .replace(/\b(?:from|until|till|(?<=\d )through)\b/gi, (word) => ' '.repeat(word.length));
}

/** Applies the word before it: "since" drops the end, "until" the start. */
function withEdge({ from, to, span }: Found, text: string): Found {
  const before = text.slice(0, span.start);
  const edge = SINCE.exec(before) ?? EDGE.exec(before);
  if (SINCE_DONE.test(before)) return { ...(from && { from }), span };
  if (!edge) return { ...(from && { from }), ...(to && { to }), span };
  const wider = { start: edge[0].length > 12 ? span.start : edge.index, end: span.end };
  const word = edge[1]?.toLowerCase() ?? '';
  if (/^(since|after|starting)$/.test(word)) return { ...(from && { from }), span: wider };
  const isNear = /^(?:today|yesterday)$/i.test(text.slice(span.start, span.end));
  if (word === 'from' && !isNear)
    return { ...(from && { from }), ...(to && from !== to && { to }), span: wider };
  if (word === 'before') return { ...(from && { to: daysBefore(from, 1) }), span: wider };
  if (word === 'to') return { ...(to && { to }), span: wider, alone: from };
  if (/^(until|till|through|up to)$/.test(word)) return { ...(to && { to }), span: wider };
  return { ...(from && { from }), ...(to && { to }), span: wider };
}

type Part = 'year' | 'month' | 'day' | 'weekday';
type ParsedDay = { get(part: Part): number | null; isCertain(part: Part): boolean };

function toIsoDay(parsed: ParsedDay): string {
  const part = (name: Part, width: number) => `${parsed.get(name) ?? 1}`.padStart(width, '0');
  return `${part('year', 4)}-${part('month', 2)}-${part('day', 2)}`;
}

/**
 * Moves a future day into the past, because scores have no future. A given year is kept. "Since Tuesday" on a Tuesday
 * means the last one.
 */
function toPastDay(parsed: ParsedDay, today: string, isSince = false): string {
  const day = toIsoDay(parsed);
  const isWeekday = parsed.isCertain('weekday') && !parsed.isCertain('day');
  if (isSince && isWeekday && day === today) return daysBefore(day, 7);
  if (day <= today || parsed.isCertain('year')) return day;
  return isWeekday ? daysBefore(day, 7) : `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
}

function oneDay(day: string): Days {
  return { from: day, to: day };
}

/** "tuesday" of the week before this one. */
function inLastWeek(today: string, day: string): string {
  return daysBefore(mondayOf(today), 7 - WEEKDAYS.indexOf(day.slice(0, 3).toLowerCase()));
}

/** From and to are days of one month. */
function daysOfMonth({ from = '' }: Days, first: string, last: string): Days {
  const day = (number: string) => `${from.slice(0, 8)}${number.padStart(2, '0')}`;
  return { from: day(first), to: day(last) };
}

/** A month by its name, or "this", "the" or "last". */
function monthMeant(today: string, said: string): Days {
  if (/^last$/i.test(said)) return previous(today, 'month');
  return /^th/i.test(said)
    ? wholeMonth(monthOf(today))
    : wholeMonth(lastMonthNamed(today, said).from ?? today);
}

/** Weeks of a month are counted from its first day, the last one from its end. */
function weekOfMonth(month: Days, today: string, which: string): Days {
  const weeks = NUMBERED.indexOf(which.toLowerCase()) % 4;
  if (weeks < 0) return edgeOf(month, today, false, 7);
  const from = daysBefore(month.from ?? '', -7 * weeks);
  return upTo(today, { from, to: daysBefore(from, -6) });
}

/** The first or the last days of a month. */
function edgeOf({ from = '', to = '' }: Days, today: string, isFirst: boolean, count: number): Days {
  return upTo(
    today,
    isFirst ? { from, to: daysBefore(from, 1 - count) } : { from: daysBefore(to, count - 1), to },
  );
}

/** The last calendar week of that number that has begun; the first has the 4th of January. */
function numberedWeek(today: string, number: number): Days {
  const inYear = (year: number) => wholeWeek(daysBefore(mondayOf(`${year}-01-04`), -7 * (number - 1)));
  const year = Number(today.slice(0, 4));
  const week = inYear(year);
  return upTo(today, (week.from ?? '') <= today ? week : inYear(year - 1));
}

function yearOf(today: string, year: string): Days {
  return upTo(today, { from: `${year}-01-01`, to: `${year}-12-31` });
}

/** The whole week, month or quarter before this one. */
function previous(today: string, unit: string): Days {
  if (/^w/i.test(unit)) return weekBefore(today, 1);
  return /^m/i.test(unit)
    ? wholeMonth(monthOf(daysBefore(monthOf(today), 1)))
    : wholeQuarter(quarterOf(daysBefore(quarterOf(today), 1)));
}

function upTo(today: string, { from = '', to = '' }: Days): Days {
  return { from, to: to < today ? to : today };
}

function lastDays(today: string, days: number): Days {
  return { from: daysBefore(today, Math.max(1, days) - 1), to: today };
}

function mondayOf(day: string): string {
  return daysBefore(day, (new Date(day).getUTCDay() + 6) % 7);
}

function weekBefore(today: string, weeks: number): Days {
  return wholeWeek(daysBefore(mondayOf(today), 7 * weeks));
}

function wholeWeek(monday: string): Days {
  return { from: monday, to: daysBefore(monday, -6) };
}

function weekendBefore(today: string): Days {
  const isSunday = new Date(today).getUTCDay() === 0;
  const sunday = isSunday ? today : daysBefore(mondayOf(today), 1);
  return { from: daysBefore(sunday, 1), to: sunday };
}

/** The most recent day with this number: "the 10th". */
function lastNumbered(today: string, day: number): string {
  const two = `${day}`.padStart(2, '0');
  const inMonth = `${today.slice(0, 7)}-${two}`;
  return inMonth <= today ? inMonth : `${daysBefore(monthOf(today), 1).slice(0, 7)}-${two}`;
}

function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** The most recent month with this name, up to today. */
function lastMonthNamed(today: string, name: string): Days {
  const month = `${MONTH_NAMES.indexOf(name.slice(0, 3).toLowerCase()) + 1}`.padStart(2, '0');
  const inYear = `${today.slice(0, 4)}-${month}-01`;
  const { from, to = today } = wholeMonth(
    inYear <= today ? inYear : `${Number(today.slice(0, 4)) - 1}${inYear.slice(4)}`,
  );
  return { ...(from && { from }), to: to < today ? to : today };
}

/** The first 15 days of a month or the rest of it, up to today. */
function halfOf({ from = '', to = '' }: Days, today: string, isFirst: boolean): Days {
  const middle = daysBefore(from, -14);
  return upTo(today, isFirst ? { from, to: middle } : { from: daysBefore(middle, -1), to });
}

function wholeMonth(first: string): Days {
  return { from: first, to: daysBefore(monthOf(daysBefore(first, -31)), 1) };
}

function quarterOf(day: string): string {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${`${month}`.padStart(2, '0')}-01`;
}

function wholeQuarter(first: string): Days {
  return { from: first, to: daysBefore(quarterOf(daysBefore(first, -100)), 1) };
}

/** The first day of the most recent quarter with this number. */
function lastQuarter(today: string, number: number): string {
  const inYear = `${today.slice(0, 4)}-${`${number * 3 - 2}`.padStart(2, '0')}-01`;
  return inYear <= today ? inYear : `${Number(today.slice(0, 4)) - 1}${inYear.slice(4)}`;
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

function blankOut(text: string, { start, end }: Span): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}

/** The most recent MM-DD. */
function lastOn(today: string, day: string): string {
  const year = Number(today.slice(0, 4));
  return today.slice(5) >= day ? `${year}-${day}` : `${year - 1}-${day}`;
}
