/** Everything that a question's words tell: signs, names, days and numbers; and what in it nobody knows. */
import { findDays } from './days.ts';
import type { Sign } from './english.ts';
import type { Trait } from './meaning.ts';
import { type FoundName, findNames, type KnownNames } from './names.ts';
import {
  BEYOND_PHRASES,
  FILLER_WORDS,
  findPhrases,
  ORDER_PHRASES,
  REGION_PHRASES,
  SIGN_PHRASES,
  VOCABULARY,
} from './signs.ts';
import { respelled } from './spelling.ts';
import { type Word, wordsOf } from './words.ts';

type FoundSign = ReturnType<typeof findPhrases<Sign>>[number];

export type Noticed = {
  text: string;
  words: readonly Word[];
  traits: ReadonlySet<Trait>;
  names: readonly FoundName[];
  days: { from?: string; to?: string };
  limit?: number | undefined;
  minScore?: number | undefined;
  /** Words of tracked prompts that name none of them wholly, as they follow one another. */
  promptWords: readonly string[];
  /** What was quoted and is no name. */
  quoted?: string | undefined;
  /** It is beyond the API, an order, or mostly of unknown words. */
  refused: boolean;
  /** The name that nobody has. */
  unknown?: string | undefined;
  /** Whether a word at a place has a sign. */
  signAt: ReadonlyMap<number, ReadonlySet<Sign>>;
};

const DAY_WORDS =
  `monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february march april
  june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec yesterday today week weeks month months day days quarter
  quarters year years weekend wk wks weekly daily monthly`.split(/\s+/);
const NUMBER_WORDS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twenty: 20,
};
const KIND_SIGNS: readonly Sign[] = ['engines', 'topics', 'prompts', 'regions'];
const METRIC_SIGNS: readonly Sign[] = ['score', 'rank', 'mention_rate', 'sentiment'];

/** `day` is today. */
export function notice(raw: string, known: KnownNames, day: string): Noticed {
  const text = mended(raw, known);
  const words = wordsOf(text);
  const folds = words.map((word) => word.folded);
  const names = findNames(
    folds,
    words.map((word) => word.text),
    known,
  );
  const isNamed = marked(names);
  const free = words.reduce((left, word, i) => (isNamed.has(i) ? blanked(left, word) : left), text);
  const found = findDays(free, day);
  const isDay = new Set(
    words.flatMap((word, i) =>
      found?.spans.some((span) => word.start >= span.start && word.end <= span.end) ? i : [],
    ),
  );
  const numbers = numbersIn(free, words, isDay);
  const left = folds.map((word, i) => (isNamed.has(i) || isDay.has(i) ? '' : word));
  const about = aboutWhat(left, known);
  const signs = notHidden(
    findPhrases(
      left.map((word, i) => (about.has(i) ? '' : word)),
      SIGN_PHRASES,
    ),
  );
  const signAt = new Map<number, Set<Sign>>();
  for (const { at, length, meaning } of signs)
    for (let i = at; i < at + length; i += 1) signAt.set(i, (signAt.get(i) ?? new Set()).add(meaning));
  const inPrompts = (i: number) => left[i] !== '' && known.promptWords.has(left[i] ?? '') && !signAt.has(i);
  const promptWords = longestRun(left, (i) => inPrompts(i)).map((i) => left[i] ?? '');
  const quoted = quotedIn(text, words, isNamed);

  const traits = new Set<Trait>(signs.map(({ meaning }) => meaning));
  for (const { kind } of names) traits.add(kind === 'engine' ? 'an engine' : `a ${kind}`);
  if (found) traits.add('days');
  if (numbers.limit !== undefined) traits.add('a limit');
  if (numbers.minScore !== undefined) traits.add('a lowest score');
  if (METRIC_SIGNS.some((sign) => traits.has(sign))) traits.add('a metric');
  if (KIND_SIGNS.some((sign) => traits.has(sign))) traits.add('a kind');
  if (promptWords.length > 0) traits.add('words of prompts');

  const isKnown = (i: number) =>
    left[i] === '' || signAt.has(i) || numbers.at.has(i) || FILLER_WORDS.has(left[i] ?? '') || inPrompts(i);
  const strange = words.flatMap((_word, i) => (isKnown(i) ? [] : i));
  const beyond = findPhrases(left, BEYOND_PHRASES).some(({ at }) => !inPrompts(at) || !traits.has('prompts'));
  const isOrder = orders(left);
  const isAboutWords = traits.has('prompts') && !traits.has('a metric') && !traits.has('why');
  const unknown =
    quoted ??
    strangeRegion(left, words, names) ??
    (isAboutWords ? undefined : strangeName(strange, words, left));
  const isMostlyStrange = strange.length > Math.max(words.length >= 8 ? 1 : 0, Math.floor(words.length / 5));
  return {
    text,
    words,
    traits,
    names,
    days: found?.days ?? {},
    ...numbers,
    promptWords,
    signAt,
    refused:
      beyond ||
      isOrder ||
      traits.has('future') ||
      unknown !== undefined ||
      (isMostlyStrange && !isAboutWords),
    unknown,
    quoted,
  };
}

/** Of prompts people say what they are about: "prompts on alerts". */
function aboutWhat(words: readonly string[], { promptWords }: KnownNames): ReadonlySet<number> {
  const about = words.findIndex(
    (word, i) =>
      /^(on|about|with|containing|mentioning|contain|mention|concerning)$/.test(word) &&
      promptWords.has(words[i + 1] ?? ''),
  );
  const isOfPrompts = words
    .slice(0, Math.max(0, about))
    .some((word) => /^(prompts?|queries|query|tracked|questions?)$/.test(word));
  if (!isOfPrompts) return new Set();
  const rest = words.slice(about + 1);
  const end = rest.findIndex((word) => !promptWords.has(word));
  return new Set(rest.slice(0, end < 0 ? rest.length : end).map((_word, i) => about + 1 + i));
}

/** Who leads asks for no leads. */
function notHidden(found: readonly FoundSign[]): FoundSign[] {
  const leading = found.filter(({ meaning }) => meaning === 'leading');
  return found.filter(
    ({ at, meaning }) =>
      meaning !== 'leads' || !leading.some((one) => at >= one.at && at < one.at + one.length),
  );
}

/** With its typos mended; what is quoted stands as it is. */
function mended(text: string, known: KnownNames): string {
  const all = new Set([...known.words, ...DAY_WORDS, ...VOCABULARY]);
  return wordsOf(text).reduceRight((mendedText, { start, end, folded: word, text: as }) => {
    if (all.has(word) || all.has(word.replace(/s$/, '')) || /[\d/.]/.test(word)) return mendedText;
    const isName = /^\p{Lu}/u.test(as) && start > 0;
    const meant = respelled(word, isName ? known.words : all);
    return meant === undefined ? mendedText : mendedText.slice(0, start) + meant + mendedText.slice(end);
  }, text);
}

function marked(names: readonly FoundName[]): ReadonlySet<number> {
  return new Set(names.flatMap(({ at, length }) => Array.from({ length }, (_, i) => at + i)));
}

function blanked(text: string, { start, end }: Word): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}

/** A number behind "above" or with a plus is a floor; any other small one is how many are wanted. */
function numbersIn(text: string, words: readonly Word[], isDay: ReadonlySet<number>) {
  const at = new Set<number>();
  let limit: number | undefined;
  let minScore: number | undefined;
  words.forEach(({ folded: word, start, end }, i) => {
    if (isDay.has(i) || text.slice(start, end).trim() === '') return;
    const digits = /^(\d{1,3}(?:\.\d+)?)(\+?)$/.exec(word);
    const value = digits ? Number(digits[1]) : NUMBER_WORDS[word];
    if (value === undefined) return;
    const before = text.slice(0, start);
    const after = text.slice(end);
    const isFloor =
      digits?.[2] === '+' ||
      /(above|over|at least|atleast|min|minimum|from|>=?|higher than|more than|better than|scoring|exceeding)\s*(?:a score of |of |score )?$/i.test(
        before,
      ) ||
      /^\s*(\+|or (more|higher|better|above|up)|and (up|above|higher|more|better)|plus\b)/i.test(after);
    at.add(i);
    if (isFloor) minScore = value;
    else if (value <= 100) limit = value;
  });
  return { at, ...(limit !== undefined && { limit }), ...(minScore !== undefined && { minScore }) };
}

function longestRun(words: readonly string[], is: (i: number) => boolean): number[] {
  let best: number[] = [];
  let run: number[] = [];
  words.forEach((_word, i) => {
    run = is(i) ? [...run, i] : [];
    if (run.length > best.length) best = run;
  });
  return best;
}

/** What stands in quotes, where it holds no name. */
function quotedIn(text: string, words: readonly Word[], isNamed: ReadonlySet<number>): string | undefined {
  const quote = /["“„«]([^"”»]{2,})["”»]/.exec(text);
  if (!quote?.[1]) return undefined;
  const [start, end] = [quote.index, quote.index + quote[0].length];
  return words.some((word, i) => isNamed.has(i) && word.start >= start && word.end <= end)
    ? undefined
    : quote[1];
}

const POLITE = new Set([
  'please',
  'pls',
  'can',
  'could',
  'would',
  'you',
  'hey',
  'hi',
  'just',
  'now',
  'ok',
  'sightline',
]);

function orders(words: readonly string[]): boolean {
  const first = words.findIndex((word) => !POLITE.has(word));
  return findPhrases(words, ORDER_PHRASES).some(({ at }) => at === first);
}

const BEFORE_NAMES = new Set([
  'on',
  'in',
  'for',
  'about',
  'at',
  'with',
  'to',
  'against',
  'vs',
  'by',
  'from',
  'of',
  'than',
  'is',
  'does',
  'did',
  'topic',
  'prompt',
  'engine',
  'region',
  'than',
  'and',
  'or',
  'mention',
  'mentions',
  'cite',
  'versus',
  'competitor',
  'rival',
  'do',
  'are',
  'has',
  'name',
  'named',
  'brand',
  'country',
  'behind',
]);

/** The strange words that stand where names stand: behind a preposition, or written large. */
function strangeName(
  strange: readonly number[],
  words: readonly Word[],
  left: readonly string[],
): string | undefined {
  const isStrange = new Set(strange);
  for (const at of strange) {
    const isLarge = at > 0 && /^\p{Lu}/u.test(words[at]?.text ?? '');
    const article = /^(the|our|my|your|a|an)$/.test(left[at - 1] ?? '') ? 2 : 1;
    const isBehind = BEFORE_NAMES.has(left[at - article] ?? '');
    const isAlone = words.length <= 6;
    if (!(isLarge || isBehind || isAlone)) continue;
    let end = at + 1;
    while (isStrange.has(end)) end += 1;
    return words
      .slice(at, end)
      .map(({ text }) => text)
      .join(' ');
  }
  return undefined;
}

/** A country in which nothing is asked. */
function strangeRegion(
  left: readonly string[],
  words: readonly Word[],
  names: readonly FoundName[],
): string | undefined {
  const place = findPhrases(left, REGION_PHRASES).find(
    ({ at }) => left[at] !== 'us' && !names.some((name) => name.at === at),
  );
  return (
    place &&
    words
      .slice(place.at, place.at + place.length)
      .map(({ text }) => text)
      .join(' ')
  );
}
