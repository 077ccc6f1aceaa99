/** Reads a line word by word: names, days, numbers and signs. */
import { findDays } from './days.ts';
import * as english from './english.ts';
import * as rewrites from './english-rewrites.ts';
import type { Sign } from './english-signs.ts';
import { type FoundName, type KnownNames, wordsIn } from './names.ts';
import {
  aboutWhat,
  findNamesMeant,
  isBehindNot,
  isNumberOfPrompt,
  isOfLeads,
  type Line,
  type NamesMeant,
  nameInPrompts,
  notBefore,
  promptsWith,
  withinPrompt,
} from './names-meant.ts';
import { METRICS } from './plan.ts';
import {
  blankOut,
  dropHidden,
  type Found,
  findSigns,
  fold,
  quotedIn,
  quoteIn,
  type Word,
  wordsOf,
} from './signs.ts';
import { mendTypos } from './strange.ts';

/** `day` is today, YYYY-MM-DD. */
export function readLine(raw: string, known: KnownNames, day: string): Signed {
  return withSigns(withDays(spell(raw, known), known, day), known);
}

/** `searched`: the words that prompts should contain; `asTyped`: the words before typos were corrected. */
type Spelled = Line & {
  searched: string | undefined;
  asTyped: readonly Word[];
  /** Whether this word belongs to the brand's name. */
  isOwn(at: number): boolean;
};

function spell(raw: string, known: KnownNames): Spelled {
  const worded = inUsualWords(nameUs(raw, known));
  const mended = mendTypos(worded.replaceAll('_', ' '), known);
  const spelled = mended === worded ? mended : inUsualWords(mended);
  const ours = english.searchForUs(known.names.project, nameInPrompts(known)).exec(spelled);
  const [whole, before, searched] = ours
    ? [spelled, ours[1], nameInPrompts(known)]
    : (english.SEARCH.exec(spelled) ?? [spelled]);
  const text = before ?? whole;
  const words = wordsOf(text);
  const said = words.map(({ folded: word }) => word);
  const isOwn = (at: number) => known.own.has(said[at] ?? '') || isWithin(said, known.brand, at);
  const typed = wordsOf(worded);
  return {
    text,
    words,
    said,
    searched,
    isOwn,
    folds: said.map((word, i) => (isOwn(i) ? 'our' : word)),
    asTyped: typed.length === words.length ? typed : words,
  };
}

/** "Acme: how are we doing?", "how did Acme do?" and "what does Gemini say about Acme" are about us, and are read alike. */
export function nameUs(line: string, { brand, own, prompts, names }: KnownNames): string {
  const name = brand.map((word) => word.replace(/[.+]/g, '\\$&')).join('\\W+');
  const project = RegExp(`\\b(?:(?:the |our )?project (${name})|(?:the |our )?(${name}) project)\\b`, 'gi');
  const before = RegExp(`^\\W*${name}(?:\\s*[:,]\\s*|\\s+[–-]\\s+)(?=\\w+\\W+\\w)`, 'i');
  const said = line
    .replace(before, '')
    .replace(project, '$1$2')
    .replace(/\b(?:the|our|my) brand['’]s\b/gi, 'our')
    .replace(/(?<=\b(?:nice|tell|talk|speak|hear|kind|good|bad)\b.*\babout )(?:the|our|my) brand\b/gi, 'us');
  // Not in an address, a quotation or a longer name, nor if the brand is called like a day or another usual word.
  const isLonger = names.rivals.some(
    (rival) => fold(rival) !== brand.join(' ') && RegExp(`\\b${name}\\b`, 'i').test(rival),
  );
  if (quoteIn(said) || english.searchForUs(names.project).test(said)) return said;
  const isOwn = !isLonger && brand.some((word) => own.has(word));
  const called = isOwn ? `(?:the )?${name}|${english.OUR_BRAND}` : english.OUR_BRAND;
  const behind = RegExp(
    `\\b(?:(how['’]?s|${Object.keys(english.VERBS_OF_US).join('|')})|(${english.VERBS_BEFORE_US})) (?:${called})(['’]s)?(?![\\w/-]|\\.\\w)`,
    'gi',
  );
  return said.replace(behind, (whole: string, verb: string | undefined, other: string, ofIt?: string) => {
    const word = verb ?? other;
    const isInPrompt = prompts.some((prompt) => prompt.includes(` ${fold(word)} ${brand.join(' ')} `));
    if (isInPrompt) return whole;
    if (ofIt) return `${word} our`;
    return verb ? `${english.VERBS_OF_US[verb.toLowerCase()] ?? 'how are'} we` : `${word} us`;
  });
}

function inUsualWords(line: string): string {
  return rewrites.SAME_AS.reduce((text, [other, same]) => text.replace(other, same), line);
}

function isWithin(words: readonly string[], phrase: readonly string[], at: number): boolean {
  return phrase.some((_, i) => phrase.every((word, j) => words[at - i + j] === word));
}

/** `isNamed` and `isDay` have the indexes of words in names and days, which are empty in `left`. */
type Dated = Spelled &
  NamesMeant & {
    days: ReturnType<typeof findDays>;
    numbers: Omit<ReturnType<typeof numbersIn>, 'at'>;
    isNumber: ReadonlySet<number>;
    isNamed: ReadonlySet<number>;
    isDay: ReadonlySet<number>;
    left: readonly string[];
  };

function withDays(line: Spelled, known: KnownNames, day: string): Dated {
  const { text, words, folds, isOwn } = line;
  const meant = findNamesMeant(line, known);
  const isNamed = new Set(meant.named.flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)));
  const free = words.reduce(
    (left, word, i) =>
      isNamed.has(i) || isOwn(i) || isNumberOfPrompt(folds, i, known) ? blankOut(left, word, '·') : left,
    withoutQuote(text),
  );
  const days = findDays(free, day);
  const isDay = new Set(
    words.flatMap((word, i) =>
      days?.spans.some((span) => word.start >= span.start && word.start < span.end) ? i : [],
    ),
  );
  const { at: isNumber, ...numbers } = numbersIn(free, words, isDay);
  const left = folds.map((word, i) => (isNamed.has(i) || isDay.has(i) ? '' : word));
  return { ...line, ...meant, days, numbers, isNumber, isNamed, isDay, left };
}

/** Words in quotes are a name or those of a prompt, and ask nothing. */
export function withoutQuote(text: string): string {
  const quote = quoteIn(text);
  return quote ? blankOut(text, { start: quote.start + 1, end: quote.end - 1 }, '·') : text;
}

/** `quoted`: a quotation without names, which a prompt has if `isOfPrompt`. `sought`: words that titles of leads should have. */
export type Signed = Dated & {
  signs: readonly Found<Sign>[];
  signAt: ReadonlyMap<number, ReadonlySet<Sign>>;
  quoted: string | undefined;
  isOfPrompt: boolean;
  isAboutWords: boolean;
  sought: ReadonlySet<number>;
  isInQuote(at: number): boolean;
};

function withSigns(line: Dated, known: KnownNames): Signed {
  const { text, words, said, left, names, isNamed } = line;
  const quote = quoteIn(text);
  const sought = soughtOfLeads(line);
  const quoted = sought.size > 0 ? undefined : quotedIn(text, words, isNamed);
  const isInQuote = (i: number) =>
    sought.has(i) ||
    (quote !== undefined && (words[i]?.start ?? 0) >= quote.start && (words[i]?.end ?? 0) <= quote.end);
  const isOfPrompt = isOfPrompts(quoted, known);
  const about = new Set([...aboutWhat(left, known), ...withinPrompt(left, known)]);
  const isHidden = (word: string, i: number) =>
    about.has(i) || isInQuote(i) || isBesideItsName(word, i, names);
  const shown = left.map((word, i) => (isHidden(word, i) ? '' : word));
  const signs = dropHidden(findSigns(shown)).map((sign) => withoutState(sign, said));
  const signAt = new Map<number, Set<Sign>>();
  for (const { at, length, meaning } of signs)
    for (let i = at; i < at + length; i += 1) signAt.set(i, (signAt.get(i) ?? new Set()).add(meaning));
  const has = (sign: Sign) => signs.some(({ meaning }) => meaning === sign);
  const isAboutWords = has('prompts') && !has('why') && !METRICS.some(has);
  return { ...line, signs, signAt, quoted, isOfPrompt, isAboutWords, sought, isInQuote };
}

/** "Leads mentioning cost": the words up to a comma, a name, a day, a number, or one that says something else. */
function soughtOfLeads({ text, words, said, left, isNumber }: Dated): ReadonlySet<number> {
  const verb = said.findIndex((word) => english.SOUGHT.test(word));
  const start = said.findIndex((word, i) => i > verb && !english.BEFORE_SOUGHT.test(word));
  // "About pricing or alerts": behind a name, if they are joined.
  const first = left[start] === '' ? left.findIndex((word, i) => i > start && word !== '') : start;
  const isJoined = first === start || (english.AND.test(said[first] ?? '') && left[first + 1] !== '');
  if (verb < 0 || first < 0 || !isJoined || !isOfLeads(said) || isBehindNot(said, start)) return new Set();
  const isBehindComma = (i: number) => /[,;:–—]/.test(text.slice(words[i - 1]?.end, words[i]?.start));
  const isOther = (word: string, i: number) =>
    word === '' || isNumber.has(i) || english.NOT_SOUGHT.test(word) || (i > first && isBehindComma(i));
  const end = left.findIndex((word, i) => i >= first && isOther(word, i));
  const last = end < 0 ? left.length : end;
  return new Set(Array.from({ length: last - first }, (_, i) => first + i));
}

/** "The 'best … service' prompt": whether a prompt has all of these words. */
function isOfPrompts(quoted: string | undefined, known: KnownNames): boolean {
  const said = quoted === undefined ? [] : wordsIn(quoted);
  return said.length > 1 && promptsWith(said, known).length > 0;
}

/** What leads are that aren't so. */
const OPPOSITE: Readonly<Partial<Record<Sign, Sign>>> = {
  answered: 'unanswered',
  claimed: 'unclaimed',
  dismissed: 'undismissed',
  snoozed: 'unsnoozed',
};

/** "Without the snoozed ones": the sign of the opposite, from the word that denies it. */
function withoutState(sign: Found<Sign>, words: readonly string[]): Found<Sign> {
  const meaning = OPPOSITE[sign.meaning];
  const at = notBefore(words, sign.at);
  if (meaning === undefined || at === undefined) return sign;
  return { at, length: sign.at + sign.length - at, meaning };
}

/** "the pricing topic" names one topic and doesn't ask about topics. */
export function isBesideItsName(word: string, at: number, names: readonly FoundName[]): boolean {
  const kind = english.KIND_WORDS[word];
  return (
    kind !== undefined &&
    names.some((name) => name.kind === kind && (name.at === at + 1 || name.at + name.length === at))
  );
}

type Numbers = { limit?: number; minScore?: number; maxScore?: number };

/** After "above" or with a plus the lowest score, after "below" the highest, else the limit. 0 and 2.5 are left over. */
function numbersIn(
  text: string,
  words: readonly Word[],
  isDay: ReadonlySet<number>,
): Numbers & { at: ReadonlySet<number>; isUncounted: boolean } {
  const at = new Set<number>();
  const numbers: Numbers = {};
  let isUncounted = false;
  words.forEach((word, i) => {
    const around = { before: text.slice(0, word.start), after: text.slice(word.end), isFirst: i === 0 };
    const isBlank = text.slice(word.start, word.end).startsWith('·');
    const value = isDay.has(i) || isBlank ? undefined : numberIn(word.folded, around);
    if (value === undefined) return;
    if (english.BEHIND_UNCOUNTED.test(around.after)) {
      isUncounted = true;
      return;
    }
    const kind = kindOfNumber(word.folded, around);
    if (kind === undefined && !(Number.isInteger(value) && value > 0)) return;
    at.add(i);
    const of = kind ?? (isLimit(value, around) ? 'limit' : undefined);
    if (of === undefined) return;
    // Only one of two could be heeded.
    if (numbers[of] !== undefined && numbers[of] !== value) isUncounted = true;
    numbers[of] = value;
  });
  return { at, isUncounted, ...numbers };
}

type Around = { before: string; after: string; isFirst: boolean };

const DIGITS = /^(\d{1,3}(?:\.\d+)?)(\+?)$/;

/** Undefined unless the word is a number. "One" mostly isn't. */
function numberIn(word: string, { before, after, isFirst }: Around): number | undefined {
  const digits = DIGITS.exec(word);
  if (digits) return Number(digits[1]);
  const isOne =
    (english.BEFORE_ONE.test(before) && !/^\s*\w/.test(after)) ||
    ((isFirst || english.BEFORE_ONE_OF.test(before)) && english.BEHIND_ONE.test(after));
  if (word === 'one') return isOne ? 1 : undefined;
  const inWords = english.NUMBERS.indexOf(word);
  return inWords < 2 ? undefined : inWords;
}

/** Nobody asks for a list of more leads, so "leads up to 50" is about scores. */
const MOST_LISTED = 20;

function kindOfNumber(word: string, { before, after }: Around): 'minScore' | 'maxScore' | undefined {
  const digits = DIGITS.exec(word);
  const isCount = english.BEHIND_COUNT.test(after);
  const isCeiling =
    english.BEFORE_SPAN_END.test(before) ||
    (digits && !isCount && (english.BEFORE_CEILING.test(before) || english.BEHIND_CEILING.test(after))) ||
    (english.BEFORE_MOST_POINTS.test(before) && english.BEHIND_POINTS.test(after)) ||
    (english.BEFORE_MOST_OF_LEADS.test(before) && Number(word) > MOST_LISTED);
  if (isCeiling) return 'maxScore';
  const isFloor =
    digits?.[2] === '+' ||
    (english.BEFORE_FLOOR.test(before) && !isCount) ||
    english.BEHIND_FLOOR.test(after) ||
    english.BEFORE_SPAN.test(before) ||
    english.BEHIND_SPAN_START.test(after);
  return isFloor ? 'minScore' : undefined;
}

function isLimit(value: number, { before, after }: Around): boolean {
  return (
    (!english.BEFORE_ALL.test(before) || english.SUPERLATIVE.test(after)) &&
    !english.BEHIND_AMOUNT.test(after) &&
    // “GPT 4” is a version.
    (!/·\s*$/.test(before) || english.SUPERLATIVE.test(after) || english.BEHIND_COUNT.test(after)) &&
    !/(?:\bat\s*|\d:|\w\()$/i.test(before) &&
    value <= 100
  );
}
