/** Splits a question into words with their positions, and finds the phrases of the English tables among them. */
import { ADVERBS, DAY_WORDS, FILLERS, REGION_WORDS } from './english.ts';
import { BEYOND, ORDERS, SIGNS, type Sign } from './english-signs.ts';

/** [start, end) in the text, in UTF-16 units. */
export type Span = { start: number; end: number };

/** `folded`: lower case without accents and apostrophes, for comparison. */
export type Word = Span & { text: string; folded: string };

/** Names may contain dots, signs and a forum's slash: "docs.acme.dev", "C++", "r/devops". */
const WORD = /\/?\br\/\w+|[\p{L}\p{N}](?:[\p{L}\p{N}'’.+#&_]*[\p{L}\p{N}+#])?/gu;

export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
    text: word,
    folded: fold(word),
    start: index,
    end: index + word.length,
  }));
}

/** A possessive 's; "what's" means "what is" and stays. */
const POSSESSIVE = /(?<!^(?:what|who|how|where|when|why|that|it|let|there|here|he|she))['’]s$/i;

export function fold(text: string): string {
  return text
    .replace(POSSESSIVE, '')
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase();
}

/** With this character in place of each of the span's, so that indexes stay valid. */
export function blankOut(text: string, { start, end }: Span, mark: string): string {
  return text.slice(0, start) + mark.repeat(end - start) + text.slice(end);
}

type Phrase<Meaning> = { words: readonly string[]; meaning: Meaning };

/** Phrases by first word, longest first. */
type Phrases<Meaning> = { get(first: string): readonly Phrase<Meaning>[] | undefined };

/** Sorted when first wanted: there are thousands, and the bot would do it as it starts. */
export function phrasesOf<Meaning>(rows: readonly (readonly [string, Meaning])[]): Phrases<Meaning> {
  let sorted: Map<string, Phrase<Meaning>[]> | undefined;
  return {
    get(first) {
      sorted ??= sortPhrases(rows);
      return sorted.get(first);
    },
  };
}

function sortPhrases<Meaning>(rows: readonly (readonly [string, Meaning])[]): Map<string, Phrase<Meaning>[]> {
  const all = rows.flatMap(([phrases, meaning]) =>
    // Folded as one, which takes a fraction of the time.
    fold(phrases)
      .split(',')
      .map((phrase) => ({ words: wordsIn(phrase), meaning })),
  );
  const byFirst = Map.groupBy(all, ({ words: [first = ''] }) => first);
  for (const list of byFirst.values()) list.sort((a, b) => b.words.length - a.words.length);
  return byFirst;
}

const wordsIn = (phrases: string): string[] => phrases.match(/[^\s,]+/g) ?? [''];

/** A phrase in a question: `at` is the index of its first word. */
export type Found<Meaning> = { at: number; length: number; meaning: Meaning };

/** Every occurrence of every phrase; they may overlap. */
export function findPhrases<Meaning>(words: readonly string[], phrases: Phrases<Meaning>): Found<Meaning>[] {
  return words.flatMap((word, at) =>
    (phrases.get(word) ?? [])
      .filter((phrase) => phrase.words.every((each, i) => words[at + i] === each))
      .map(({ words: { length }, meaning }) => ({ at, length, meaning })),
  );
}

/** These, and those that an adverb interrupts: "did we ever answer". */
export function findSigns(words: readonly string[]): Found<Sign>[] {
  const kept = words.flatMap((word, at) => (ADVERBS.has(word) ? [] : at));
  const found = findPhrases(words, SIGN_PHRASES);
  if (kept.length === words.length) return found;
  const interrupted = findPhrases(
    kept.map((at) => words[at] ?? ''),
    SIGN_PHRASES,
  ).flatMap(({ at: first, length: many, meaning }) => {
    const at = kept[first] ?? 0;
    const length = (kept[first + many - 1] ?? 0) - at + 1;
    return length > many ? { at, length, meaning } : [];
  });
  return [...found, ...interrupted];
}

export const SIGN_PHRASES = phrasesOf(
  Object.entries(SIGNS).map(([sign, phrases]) => [phrases, sign as Sign] as const),
);
export const BEYOND_PHRASES = phrasesOf([[BEYOND, true as const]]);
export const ORDER_PHRASES = phrasesOf([[ORDERS, true as const]]);
export const REGION_PHRASES = phrasesOf(
  Object.entries(REGION_WORDS).map(([code, words]) => [words, code] as const),
);

export const FILLER_WORDS: ReadonlySet<string> = new Set(wordsIn(fold(FILLERS)));

export const DAY_NAMES: readonly string[] = wordsIn(DAY_WORDS);

/** Every word of every table, none of which is a typo. */
export const VOCABULARY: ReadonlySet<string> = new Set(
  [FILLERS, ...Object.values(SIGNS), BEYOND, ORDERS, DAY_WORDS, ...Object.values(REGION_WORDS)].flatMap(
    (phrases) => wordsIn(fold(phrases)),
  ),
);

/** "Who leads" isn't about leads, and a mention rate isn't about who is named. */
const HIDES: Readonly<Partial<Record<Sign, readonly Sign[]>>> = {
  happened: ['rank', 'change', 'worse', 'better'],
  change: ['status'],
  leading: ['leads'],
  mention_rate: ['named'],
  overview: ['rank'],
  undismissed: ['dismissed'],
  unsnoozed: ['snoozed'],
  unanswered: ['answered'],
  to_answer: ['answered'],
  unclaimed: ['claimed'],
  mine: ['claimed'],
  oldest: ['old'],
  sentiment: ['best', 'worst'],
  why: ['overview'],
  worst: ['rank', 'best', 'help'],
  best: ['worst'],
};

export function dropHidden(found: readonly Found<Sign>[]): Found<Sign>[] {
  return found.filter(
    ({ at, length, meaning }) =>
      !found.some(
        (other) =>
          HIDES[other.meaning]?.includes(meaning) &&
          other.length > length &&
          at >= other.at &&
          at < other.at + other.length,
      ),
  );
}

/** The first quotation; the span includes the quotes. */
export function quoteIn(text: string): (Span & { said: string }) | undefined {
  const quote = /["“„«]([^"”»]{2,})["”»]|(?<![\p{L}\p{N}])['‘]([^'’]{2,})['’](?![\p{L}\p{N}])/u.exec(text);
  const said = quote?.[1] ?? quote?.[2];
  return quote && said !== undefined
    ? { said, start: quote.index, end: quote.index + quote[0].length }
    : undefined;
}

/** The first quotation, unless it contains a name. */
export function quotedIn(
  text: string,
  words: readonly Word[],
  isNamed: ReadonlySet<number>,
): string | undefined {
  const quote = quoteIn(text);
  if (!quote) return undefined;
  const { start, end } = quote;
  return words.some((word, i) => isNamed.has(i) && word.start >= start && word.end <= end)
    ? undefined
    : quote.said;
}

/** Between two sides. */
const AGAINST = /^(?:or|vs|versus|against|than|beats?|beating)$/;

/** "us" is a pronoun, except in "in the us", "us region" and a capital "US" among lower case. */
export function isPronoun(at: number, words: readonly string[], texts: readonly string[]): boolean {
  if (words[at] !== 'us') return false;
  if (texts[at] === 'US' && texts.some((text) => /[a-z]/.test(text))) return false;
  const before = `${words[at - 2] ?? ''} ${words[at - 1] ?? ''}`;
  const isRegion = (word = '') =>
    REGION_PHRASES.get(word)?.some((phrase) => phrase.words.length === 1) === true;
  const isListed = (step: 1 | -1) =>
    isRegion(words[at + step]) ||
    (/^(?:and|or|vs|versus)$/.test(words[at + step] ?? '') && isRegion(words[at + 2 * step]));
  // “Germany: us or Globex”
  const isSide = (step: 1 | -1) =>
    AGAINST.test(words[at + step] ?? '') &&
    words[at + 2 * step] !== undefined &&
    !isRegion(words[at + 2 * step]);
  if (!before.endsWith('the') && (isSide(1) || isSide(-1))) return true;
  return !(
    isListed(1) ||
    isListed(-1) ||
    /\bthe$/.test(before) ||
    /^(region|market|users|audience|customers)$/.test(words[at + 1] ?? '')
  );
}
