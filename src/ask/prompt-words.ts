/** Finds which words of a question refer to a tracked prompt. */
import * as english from './english.ts';
import { type FoundName, type KnownNames, wordsIn } from './names.ts';
import { FILLER_WORDS, VOCABULARY } from './signs.ts';
import { quoteIn } from './strange.ts';
import type { Span, Word } from './words.ts';

/**
 * A quote found in only one prompt means that prompt, rather than names inside the quote; unless it is just one name,
 * as in “why is "Globex" ahead?”.
 */
export function withQuotedPrompt(
  names: readonly FoundName[],
  text: string,
  words: readonly Word[],
  known: KnownNames,
): readonly FoundName[] {
  const quote = quoteIn(text);
  if (!quote) return names;
  const said = ` ${wordsIn(quote.said).join(' ')} `;
  const holding = known.names.prompts.filter((_prompt, i) => known.prompts[i]?.includes(said));
  const [name, other] = holding;
  if (name === undefined || other !== undefined)
    return names.filter((found) => !isPartOfQuote(found, quote, words));
  const isQuoted = ({ start, end }: Word) => start >= quote.start && end <= quote.end;
  const at = words.findIndex(isQuoted);
  const length = words.filter(isQuoted).length;
  const isOneName = names.some((found) => found.at === at && found.length === length);
  const around = [words[at - 1], words[at + length]].map((word) => word?.folded ?? '');
  if (isOneName && !around.some((word) => english.OF_ONE_PROMPT.test(word))) return names;
  return [...outside(names, at, length), { at, length, kind: 'prompt', name, isPart: true }];
}

/** The names that none of these words belongs to. */
function outside(names: readonly FoundName[], at: number, length: number): readonly FoundName[] {
  return names.filter((found) => found.at + found.length <= at || found.at >= at + length);
}

/** A word of a quote that only resembles a forum's name. */
function isPartOfQuote(
  { at, length, kind, isPart }: FoundName,
  quote: Span,
  words: readonly Word[],
): boolean {
  const [first, last] = [words[at], words[at + length - 1]];
  if (kind !== 'place' || !isPart || !first || !last) return false;
  const isWithin = first.start >= quote.start && last.end <= quote.end;
  return isWithin && (first.start - quote.start > 1 || quote.end - last.end > 1);
}

/** "The self check-in kiosk prompt" means the only prompt with these words, whatever else they name. */
export function withPromptBefore(
  names: readonly FoundName[],
  words: readonly string[],
  known: KnownNames,
): readonly FoundName[] {
  const end = words.findIndex((word) => english.OF_ONE_PROMPT.test(word));
  const article = words.findLastIndex((word, i) => i < end && english.BEFORE_WORDS_OF_PROMPT.test(word));
  const at = article + 1;
  const length = end - at;
  const said = words.slice(at, end);
  // "That I can answer" is from no prompt, though one begins with "can I"; "small hands" is.
  const isChance = said.every((word) => FILLER_WORDS.has(word)) && !isInPrompt(words, at, known);
  // One word tells a prompt from others only if it isn't a usual one.
  const isUsual =
    length === 1 &&
    (article < 0 || !english.BEHIND_PROMPT.test(words[end] ?? '') || VOCABULARY.has(words[at] ?? ''));
  if (length < 1 || isChance || isUsual) return names;
  // "The subtitle prompt" is the one with this word, though there is a topic of that name.
  const isAllNamed = names.some(
    (name) => name.at <= at && name.at + name.length >= end && !(length === 1 && name.kind === 'topic'),
  );
  const holding = promptsWith(said, known);
  const [name, other] = holding;
  // "The car seat prompt" is one of a few prompts on car seats, not the topic.
  if (other !== undefined && holding.length <= MOST_HOLDING && words[end] === 'prompt')
    return outside(names, at, length);
  if (name === undefined || other !== undefined || isAllNamed) return names;
  return [...outside(names, at, length), { at, length, kind: 'prompt', name, isPart: true }];
}

/** If more prompts contain the words, they don't identify one. */
export const MOST_HOLDING = 3;

/** As few words in another order may be chance. */
const FEWEST_REORDERED = 5;

/** "Whether Acme is worth the money" means the prompt “is acme worth the money”. */
export function withReorderedPrompt(
  names: readonly FoundName[],
  words: readonly string[],
  known: KnownNames,
): readonly FoundName[] {
  if (names.some(({ kind }) => kind === 'prompt')) return names;
  for (const [i, name] of known.names.prompts.entries()) {
    const own = (known.prompts[i] ?? '').trim().split(' ');
    const { length } = own;
    if (length < FEWEST_REORDERED) continue;
    const sorted = own.toSorted().join(' ');
    const at = words.findIndex(
      (_word, i) =>
        words
          .slice(i, i + length)
          .toSorted()
          .join(' ') === sorted,
    );
    if (at < 0) continue;
    return [...outside(names, at, length), { at, length, kind: 'prompt', name, isPart: false }];
  }
  return names;
}

export function isNamedLikePrompt(at: number, words: readonly string[]): boolean {
  if (at < 0) return false;
  const before = english.ARTICLE.test(words[at - 1] ?? '') ? words[at - 2] : words[at - 1];
  return english.BEFORE_PROMPT.test(before ?? '') || english.BEHIND_PROMPT.test(words[at + 1] ?? '');
}

/** The prompts that have all of these words. */
export function promptsWith(words: readonly string[], { names, prompts }: KnownNames): string[] {
  return names.prompts.filter((_prompt, i) => words.every((word) => prompts[i]?.includes(` ${word} `)));
}

/** The words after "about" in "prompts about alerts". */
export function aboutWhat(words: readonly string[], { promptWords }: KnownNames): ReadonlySet<number> {
  const about = words.findIndex(
    (word, i) =>
      english.ABOUT.test(word) &&
      promptWords.has(words[i + 1] ?? '') &&
      !english.BEST_FIGURE.test(`${words[i + 1]} ${words[i + 2]}`),
  );
  const isOfPrompts = words.slice(0, Math.max(0, about)).some((word) => english.OF_PROMPTS.test(word));
  if (!isOfPrompts) return new Set();
  const rest = words.slice(about + 1);
  const end = rest.findIndex((word) => !promptWords.has(word));
  return new Set(rest.slice(0, end < 0 ? rest.length : end).map((_word, i) => about + 1 + i));
}

/** Whether this word and the next are adjacent in a tracked prompt. */
export function isInPrompt(words: readonly string[], at: number, { prompts }: KnownNames): boolean {
  return prompts.some((prompt) => prompt.includes(` ${words[at]} ${words[at + 1]} `));
}

/** "3d printer", "7 day plan" and "cfr part 11" belong to prompts: they are neither days nor a limit. */
export function isNumberOfPrompt(words: readonly string[], at: number, known: KnownNames): boolean {
  if (!/^\d/.test(words[at] ?? '')) return false;
  if (!isInPrompt(words, at, known)) return at > 0 && isInPrompt(words, at - 1, known);
  return (
    !/^days?|weeks?|months?|years?|hours?$/.test(words[at + 1] ?? '') || isInPrompt(words, at + 1, known)
  );
}

/** The brand's name as prompts have it: "thornfield" for Thornfield Tools. */
export function nameInPrompts({ brand, own, prompts }: KnownNames): string {
  const name = brand.filter((word) => own.has(word)).join(' ');
  return prompts.some((prompt) => prompt.includes(` ${name} `)) ? name : brand.join(' ');
}

/** Words that are adjacent in a prompt too, if at least one isn't in the vocabulary: "home assistant". */
export function withinPrompt(words: readonly string[], known: KnownNames): number[] {
  return words.flatMap((word, at) => {
    const next = words[at + 1] ?? '';
    if (word === '' || next === '' || FILLER_WORDS.has(word) || FILLER_WORDS.has(next)) return [];
    if (VOCABULARY.has(word) && VOCABULARY.has(next)) return [];
    return isInPrompt(words, at, known) ? [at, at + 1] : [];
  });
}
