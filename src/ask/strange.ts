/** What a question holds that nobody knows, or that no question may ask: names of nothing, countries without prompts, orders. */
import {
  ARTICLE,
  BEFORE_NAME,
  ENGINES_ANYWHERE,
  HOW_TO,
  POLITE,
  RIGHT_BEFORE_NAME,
  TAKES_OFF,
} from './english.ts';
import type { FoundName } from './names.ts';
import { findPhrases, ORDER_PHRASES, phrasesOf, REGION_PHRASES } from './signs.ts';
import type { Span, Word } from './words.ts';

/** What stands in quotes, and where, these included. */
export function quoteIn(text: string): (Span & { said: string }) | undefined {
  const quote = /["“„«]([^"”»]{2,})["”»]|(?<![\p{L}\p{N}])['‘]([^'’]{2,})['’](?![\p{L}\p{N}])/u.exec(text);
  const said = quote?.[1] ?? quote?.[2];
  return quote && said !== undefined
    ? { said, start: quote.index, end: quote.index + quote[0].length }
    : undefined;
}

/** What stands in quotes, where it holds no name. */
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

/** Whether something is to be done, or how it is done is asked, which no question answers. */
export function isOrder(words: readonly string[]): boolean {
  const asked = HOW_TO.exec(words.join(' '))?.[0];
  const first = asked?.trim().split(' ').length ?? words.findIndex((word) => !POLITE.test(word));
  const isTakenOff = TAKES_OFF.test(words.slice(first).join(' '));
  return isTakenOff || findPhrases(words, ORDER_PHRASES).some(({ at }) => at === first);
}

/** What stands before the first word of a sentence. */
const BEGINS = /[.!?:]\s*["“'‘]?$/;

/** The strange words that stand where names stand: behind a preposition, or written large. */
export function strangeName(
  text: string,
  strange: readonly number[],
  words: readonly Word[],
  left: readonly string[],
): string | undefined {
  const isStrange = new Set(strange);
  for (const at of strange) {
    const isFirst = at === 0 || BEGINS.test(text.slice(0, words[at]?.start));
    const isLarge = !isFirst && /^\p{Lu}/u.test(words[at]?.text ?? '');
    const article = ARTICLE.test(left[at - 1] ?? '') ? 2 : 1;
    const isBehind = BEFORE_NAME.test(left[at - article] ?? '') || RIGHT_BEFORE_NAME.test(left[at - 1] ?? '');
    const isAlone = words.length <= 3;
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

const ENGINE_PHRASES = phrasesOf([[ENGINES_ANYWHERE, true as const]]);

/** An engine that nobody asks. */
export function strangeEngine(left: readonly string[], words: readonly Word[]): string | undefined {
  const [engine] = findPhrases(left, ENGINE_PHRASES);
  return (
    engine &&
    words
      .slice(engine.at, engine.at + engine.length)
      .map(({ text }) => text)
      .join(' ')
  );
}

/** A country in which nothing is asked. */
export function strangeRegion(
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
