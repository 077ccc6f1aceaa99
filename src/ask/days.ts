/** Finds the days in a question: "last week", "since Friday", "30d", "between 3 and 9 November". */
import { oncePerText } from '../once-per.ts';
import { countDaysBetween, daysBefore, firstDayOf, PERIODS, wholeOf } from '../rules/calendar.ts';
import { findDates } from '../words/until-words.ts';
import { NUMBERS } from './english.ts';
import { type Days, SPANS } from './named-spans.ts';
import { blankOut, type Span } from './signs.ts';

/** `alone`: the first day after a "to" that ends no other span. */
type Found = Days & { span: Span; alone?: string | undefined };

/** "since we relaunched on" */
const SINCE = /\b(since|after)\s+(?:(?!(?:early|mid|late)\b)[\p{L}'’]+\s+){1,8}(?:on\s+)?$/iu;

/** "We shipped the new docs on", "launched": asks what happened since. */
const SINCE_DONE =
  /\b(?:(?:we|i|team)\s+(?:just\s+)?(?:\w+ed|rewrote|redid|shipped|ran|did|made|put)\s+(?:[\p{L}'’·-]+\s+){1,6}on|(?:re)?launched(?:\s+on)?|shipped(?:\s+on)?|went live(?:\s+on)?|live since|(?<=[?.,;:–-]\s*)(?:published|released|updated|rewritten)(?:\s+on)?)\s+(?:the\s+)?$/iu;

const NAMED = /mon|tue|wed|thu|fri|sat|sun|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/i;

/** Marks between a day and its month, and endings of the first of two days: "3-jan", "jan. 3", "3rd-9th". */
const WRITTEN_CLOSE =
  /(?<=\b\d{1,2})-(?=jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(?<=\b(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec))\.(?= ?\d)|(?<=\d)(?:st|nd|rd|th)(?= ?[-–] ?\d)|(?<=\d(?:st|nd|rd|th)? ?[-–] ?\d{1,2})(?:st|nd|rd|th)/gi;

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)';
/** "Compare October to November" is no span from one to the other. */
const COMPARED_TO = RegExp(`(?<=\\bcompar\\w*\\b.*\\b${MONTH}[a-z]* )to(?= ${MONTH})`, 'gi');

/** "15/11": then all dates of the question have the day first. */
const DAY_FIRST = /(?<![\d/])(?:1[3-9]|2\d|3[01])\/(?:0?[1-9]|1[0-2])(?!\d)/;
const WITH_SLASH = /(?<![\d/])(\d{1,2})\/(\d{1,2})(?!\d)/g;

/** "in 10 min" says when the meeting is. */
const OF_HOURS = /\d ?(?:min(?:ute)?s?|h(?:ou)?rs?|sec(?:ond)?s?)\b/i;

/** At the end of a question: since the day mentioned before. */
const SINCE_THEN = /\b(?:since(?: then)?|after(?: that)?|afterwards)\W*$/i;

/** After a span that goes on: "Q3 to now". */
const ONWARDS =
  /^\s*(?:(?:to|until|till|through|up to|vs\.?|versus|against|compared (?:to|with))\s+(?:now|(?:the )?present)|onwards?)\b/i;

/** The preposition before a day or month. */
const EDGE =
  /\b(since|from|(?:on or )?after|(?<!\bweek )(?:starting|beginning|commencing)(?: on| from)?|until|till|(?:up )?to and including|(?:no|not) later than|(?:on or )?before|prior to|(?<!been up |compared |relative )to|through|(?<!been )up to|on|in|during|for|of)(?::\s*|\s+)(?:the\s+)?(?:(?:very )?(?:start|beginning|end|first) of\s+)?$/i;

/** Days that nobody counts from, and what is of the day it is from. */
const NEAR = /^(?:today|yesterday|tonight|last (?:night|evening)|this (?:morning|afternoon|evening))$/i;
const BORN_ON_DAY = /\b(?:alerts?|events?|leads?|news|posts?|threads?)\s+$/i;

/** Days aren't counted in these: "early October", "the end of the month", "the 30 days ending". */
const VAGUE_PART =
  /\b(?:days?|weeks?|months?) (?:end(?:ing|s)?|from|up to)(?: on)?(?: the)? $|\b(?:early|mid|late|middle of|(?<!\b(?:since|from|after|until|till|to|before|at) (?:the )?)end of)[\s-]+(?:the\s+|in\s+)?$/i;

/** Names days that aren't known: "two Mondays ago", "since the summer", "the last 10 days of October", "h1". */
const UNREAD =
  /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days? (?:before last|ago)|(?:first|second|third|fourth|last) (?:weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day) (?:of|in)|good friday|black friday (?:week|weekend|prep\w*|sales?|deals?|campaign|promo\w*)|cyber monday|easter|thanksgiving|(?:same|this) (?:time|day|week|month|period|point) (?:last|a) (?:year|month|week|quarter)|(?:since|during|last|over|in|this) (?:the )?(?:summer|spring|winter|autumn)(?!.*\d)|(?:first|second|third|fourth|1st|2nd|3rd|4th|last|final)(?: \w+)? (?:days?|weeks?) of|(?:days|weeks|months) before (?:\w+ )?\d+|h[12]|half of(?: the| this)? (?:year|20\d\d)|(?:week|kw) \d\d)\b/i;

/** "31 February", "Feb 30", "2026-06-31": no month of that name has so many days. */
const NO_SUCH_DAY =
  /\b(?:(?:30|31)(?:st|nd|rd|th)?(?: of)? (?:feb(?:ruary)?)|31(?:st)?(?: of)? (?:apr(?:il)?|june?|sept?(?:ember)?|nov(?:ember)?)|feb(?:ruary)? (?:the )?3[01](?:st|th)?|(?:apr(?:il)?|june?|sept?(?:ember)?|nov(?:ember)?) (?:the )?31(?:st)?|20\d\d-(?:02-3[01]|(?:04|06|09|11)-31))\b/i;

/** The day of a question that no calendar has, as it was typed. */
export function noSuchDay(text: string): string | undefined {
  return NO_SUCH_DAY.exec(text)?.[0];
}

/** A length of time. */
const COUNTED = RegExp(
  `\\b(?:\\d{1,3}|${NUMBERS.slice(2).join('|')}|couple(?: of)?|few) (?:days?|weeks?|months?|quarters?)\\b`,
  'i',
);

const SINCE_EDGE = /^(?:since|(?:on or )?after|(?:start|beginn|commenc)ing.*|from)$/i;

/** `isTorn`: either of two spans may be meant; `areCompared`: two spans are compared, with other days (`gap`) between them, or (`areDays`) two days. */
type DaysFound = {
  days: Days;
  spans: Span[];
  isTorn: boolean;
  areCompared: boolean;
  areDays?: boolean;
  gap?: { after: string; before: string } | undefined;
};

/** The days in a question, and where it says so; undefined if none. `today` is the project's. */
export function findDays(raw: string, today: string): DaysFound | undefined {
  const close = raw.replace(WRITTEN_CLOSE, (mark) => ' '.repeat(mark.length));
  const text = (DAY_FIRST.test(close) ? close.replace(WITH_SLASH, '$2/$1') : close).replace(
    COMPARED_TO,
    'vs',
  );
  const spans = namedSpans(text, today);
  const named = namedDays(withoutSpans(text, spans), today);
  const found = [...spans, ...named].sort((a, b) => a.span.start - b.span.start);
  const isUnread = UNREAD.test(text) || NO_SUCH_DAY.test(text) || COUNTED.test(withoutSpans(text, found));
  const [first, second] = found;
  if (!first) return isUnread ? { days: {}, spans: [], isTorn: true, areCompared: false } : undefined;
  const both = second && joinSpans(first, second, text, today);
  const { from, to } = both ?? { from: first.from ?? first.alone, to: first.to };
  const isOpen =
    (from === to &&
      (SINCE_THEN.test(text) || (!second && COMPARES_WITH.test(text.slice(0, first.span.start))))) ||
    (!second && ONWARDS.test(text.slice(first.span.end)));
  const last = isOpen ? undefined : to;
  const areEnds = !second && CHANGED_BETWEEN.test(text.slice(0, first.span.end)) && !isOfMonths(first);
  if (from !== undefined && last !== undefined && from > last) return undefined;
  // A future day named with its year is answered with “no figures yet”.
  const isUnclear = ({ from: day = '', span }: Found) =>
    VAGUE_PART.test(text.slice(0, span.start)) ||
    (day > today && !/\d{4}/.test(text.slice(span.start, span.end)));
  return {
    days: daysFrom(from, last),
    spans: found.map(({ span }) => span),
    isTorn: isUnread || found.some(isUnclear) || both?.isTorn === true,
    areCompared: both?.areCompared ?? false,
    ...((both?.areDays || areEnds) && { areDays: true }),
    ...(both?.gap && { gap: both.gap }),
  };
}

/** A change between two days is that from the first to the second. */
const CHANGED_BETWEEN = /\b(?:chang|mov|differ|drop|f[ae]ll|r[io]se|los|gain)\w*\b.*\bbetween\b/i;

function isOfMonths({ from = '', to = '' }: Days): boolean {
  return from === wholeOf('month', from).from && to === wholeOf('month', to).to;
}

/** "from 3 to 9 November", "since Monday until yesterday", "this week with last week". */
function joinSpans(first: Found, second: Found, text: string, today: string) {
  const before = text.slice(0, second.span.start);
  const between = before.slice(first.span.end);
  const isComparedTo = second.alone !== undefined && COMPARED.test(before);
  const secondFrom = second.from ?? (isComparedTo ? second.alone : undefined);
  const areWhole = [first.from, first.to, secondFrom].every((day) => day !== undefined);
  const areTwo = areWhole && (first.from !== secondFrom || first.to !== second.to);
  const isSideBySide =
    /^\W*(?:and|or)(?: the)?\W*$/i.test(between) && COMPARED.test(text.slice(0, first.span.start));
  const isVersus = COMPARES.test(between + (BEFORE_AGO.exec(text.slice(second.span.start))?.[0] ?? ''));
  const areCompared = areTwo && (isComparedTo || isVersus || isSideBySide);
  const begun = [first.from ?? [], secondFrom ?? []].flat();
  const [from] = areCompared ? begun.toSorted() : begun;
  const to = [first.to ?? [], second.to ?? []].flat().toSorted().at(-1);
  const apart = areCompared
    ? spansApart([first, { ...second, ...daysFrom(secondFrom, second.to) }], today)
    : undefined;
  const isTorn = (areTwo && !areCompared && !JOINS.test(between)) || apart?.areAlike === false;
  const areDays = areCompared && first.from === first.to && secondFrom === (second.to ?? secondFrom);
  return { from, to, isTorn, areCompared, areDays, gap: apart?.gap };
}

/** Two spans with days in between, or of no calendar, and whether one is as long as the other. Undefined of single days. */
function spansApart(spans: readonly Days[], today: string) {
  const [one, other] = spans.toSorted((a, b) => (a.from ?? '').localeCompare(b.from ?? ''));
  const { from: begun, to: end } = one ?? {};
  const { from: next, to: last } = other ?? {};
  if (!begun || !end || !next || !last || begun === end || next === last) return undefined;
  const gap = { after: end, before: next };
  const areAsLong = countDaysBetween(begun, end) === countDaysBetween(next, last);
  const arePeriods = PERIODS.some((kind) => {
    const [first, second] = [wholeOf(kind, begun), wholeOf(kind, next)];
    const isUpToNow = last === today && last < second.to;
    return (
      begun === first.from && end === first.to && next === second.from && (last === second.to || isUpToNow)
    );
  });
  const areApart = daysBefore(next, 1) > end;
  if (!areApart && (arePeriods || !areAsLong || next <= end)) return undefined;
  return { gap, areAlike: arePeriods || areAsLong };
}

function withoutSpans(text: string, found: readonly Found[]): string {
  return found.reduce((left, { span }) => blankOut(left, span, ' '), text);
}

/** Between the ends of one span. */
const JOINS = /^\W*(?:to|and|through|or)?(?: the)?\W*$/i;
/** The beginning of a span that is compared: "today vs a month ago". */
const BEFORE_AGO = /^(?:vs\.?|versus|against|than|compared (?:to|with))\b/i;
/** Right before a single day that today is compared with. A longer gap is a name: "compare with Globex on Sunday". */
const COMPARES_WITH = /\b(?:vs\.?|versus|against|than|(?:relative|compared?) (?:to|with))(?: on)?\W{0,3}$/i;
/** Before two compared spans: "compare October and November", "better in October or November". */
const COMPARED =
  /\b(?:compar(?:e|ed|ing|ison)|differ(?:ent|ence|s)?|better|worse|higher|lower|stronger|weaker)\b/i;
/** Between two compared spans. */
const COMPARES =
  /^\W*(?:(?:so far|to date|up to now)\W+)?(?:with|against|vs\.?|versus|compare[sd]? (?:to|with)|(?:(?:\w+ )?(?:better|worse|higher|lower) )?than)(?: (?:that|those))?(?: (?:of|in|for))?(?: the)?\W*$/i;

/** Compiled once, with the first question: it takes longer than to read one, and the bot mustn't start later for it. */
const patternOf = oncePerText(
  (pattern: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}\\p{N}])`, 'giu'),
);

function namedSpans(text: string, today: string): Found[] {
  const found: Found[] = [];
  let left = text;
  for (const [pattern, daysOf] of SPANS) {
    for (const hit of left.matchAll(patternOf(pattern))) {
      const end = hit.index + hit[0].length;
      const [ofYear = '', year] = /^,? ?(?:(?:of|in) )?(20\d\d)\b/.exec(left.slice(end)) ?? [];
      const said = daysOf(
        year ? `${year}-12-31` : today,
        ...hit.slice(1).filter((part) => part !== undefined),
      );
      const days = (said.from ?? today) <= today && (said.to ?? '') > today ? { ...said, to: today } : said;
      const span = { start: hit.index, end: end + ofYear.length };
      found.push(withEdge({ ...days, span }, left));
      left = blankOut(left, span, ' ');
    }
  }
  return found;
}

/** Weekdays and dates, parsed by chrono; in the past, unless the year is given. */
function namedDays(text: string, today: string): Found[] {
  return findDates(asRange(text), new Date(`${today}T12:00:00Z`)).flatMap((date) => {
    const { index, text: said, start, end } = date;
    const before = text.slice(0, index);
    const edge = EDGE.exec(before);
    if (!isNamed(date)) return [];
    const isSince = SINCE_EDGE.test(edge?.[1] ?? '') || SINCE.test(before);
    const until = end ? toPastDay(end, today) : undefined;
    const [first, last] = inOrder(toPastDay(start, today, isSince), until, start);
    const week = WEEK_OF.exec(before);
    if (week) return { ...wholeOf('week', first), span: { start: week.index, end: index + said.length } };
    const days = isDay(start) ? { from: first, to: last } : monthsUpTo(today, first, last);
    return withEdge({ ...days, span: { start: index, end: index + said.length } }, text);
  });
}

/** "Between 10 and 5 November" begins on the 5th, "Friday to Wednesday" on the Friday before. */
function inOrder(first: string, last: string | undefined, start: ParsedDay): [first: string, last: string] {
  if (last === undefined || first <= last) return [first, last ?? first];
  if (isWeekday(start)) return [daysBefore(first, 7), last];
  // “January to October” in spring ends in the future instead.
  const isReversed = start.isCertain('year') || first.slice(5) > last.slice(5);
  return isReversed ? [last, first] : [first, last];
}

/** Whole months, the last one up to today. */
function monthsUpTo(today: string, first: string, last: string): Days {
  const { to } = wholeOf('month', last);
  return { from: firstDayOf.month(first), to: first <= today && to > today ? today : to };
}

/** Whether it names a day, unlike "now", "in the week" or "in 10 min". */
function isNamed({ text, start }: { text: string; start: ParsedDay }): boolean {
  const isCertain = start.isCertain('weekday') || start.isCertain('month') || /\d/.test(text);
  const isOfDays = isDay(start) || start.isCertain('month');
  return isCertain && isOfDays && (/\d/.test(text) || NAMED.test(text)) && !OF_HOURS.test(text);
}

function isDay(parsed: ParsedDay): boolean {
  return parsed.isCertain('day') || parsed.isCertain('weekday');
}

function isWeekday(parsed: ParsedDay): boolean {
  return parsed.isCertain('weekday') && !parsed.isCertain('day');
}

const WEEK_OF = /\b(?:week|wk) (?:of|start(?:ing|s)?|beginning|commencing)(?: on)?(?: the)?\s*$/i;

/** Between two days: without it chrono takes “1 november until 20 november” for November 20. */
const UNTIL_NUMBER =
  /(?<=\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* )(?:until|till|through|thru)(?= \d)/gi;

/** Blanks words that confuse chrono ("from", "until", "between"), keeping the length so that indexes stay valid. */
function asRange(text: string): string {
  return text
    .replace(
      /\bbetween(?! \d{4}-)(\s.+?\s)and(?=\s)/gi,
      (_all, first: string) => `${' '.repeat(7)}${first}to `,
    )
    .replace(UNTIL_NUMBER, (word) => 'to'.padEnd(word.length))
    .replace(/\b(?:from|until|till|(?<=\d )through)\b/gi, (word) => ' '.repeat(word.length));
}

/** Applies the word before it: "since" drops the end, "until" the start. */
function withEdge({ from, to, span }: Found, text: string): Found {
  const before = text.slice(0, span.start);
  const edge = SINCE.exec(before) ?? EDGE.exec(before);
  if (SINCE_DONE.test(before)) return { ...daysFrom(from), span };
  if (!edge) return { ...daysFrom(from, to), span };
  const word = edge[1]?.toLowerCase() ?? '';
  // “What we passed on last month”: only days have an “on” of their own.
  const isSpan = from !== to && !/weekend/i.test(text.slice(span.start, span.end));
  const isOther = edge[0].length > 12 || (word === 'on' && isSpan);
  const wider = { start: isOther ? span.start : edge.index, end: span.end };
  // "Alerts from Monday" are that day's.
  const isOfDay =
    NEAR.test(text.slice(span.start, span.end)) ||
    (BORN_ON_DAY.test(text.slice(0, edge.index)) && !/^\s*on\b/.test(text.slice(span.end)));
  const days = daysAt(word === 'from' && isOfDay ? 'on' : word, from, to);
  return { ...days, span: wider, ...(word === 'to' && { alone: from }) };
}

/** The days behind this word. */
function daysAt(edge: string, from?: string, to?: string): Days {
  if (edge !== 'from' && SINCE_EDGE.test(edge)) return daysFrom(from);
  if (edge === 'from') return daysFrom(from, from === to ? undefined : to);
  if (edge === 'before' || edge === 'prior to') return daysFrom(undefined, from && daysBefore(from, 1));
  return daysFrom(
    /^(?:to|until|till|through|up to|.*including|.*later than|on or before)$/.test(edge) ? undefined : from,
    to,
  );
}

function daysFrom(from?: string, to?: string): Days {
  return { ...(from && { from }), ...(to && { to }) };
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
  if (isSince && isWeekday(parsed) && day === today) return daysBefore(day, 7);
  if (day <= today || parsed.isCertain('year')) return day;
  return isWeekday(parsed) ? daysBefore(day, 7) : `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
}
