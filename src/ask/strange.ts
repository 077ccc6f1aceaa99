/** Finds what a question can't ask: unknown names, engines and countries without prompts, orders, other languages. */
import * as english from './english.ts';
import type { Sign } from './english-signs.ts';
import type { Model } from './meaning.ts';
import { type FoundName, IN_ENGLISH } from './names.ts';
import { findPhrases, fold, ORDER_PHRASES, phrasesOf, REGION_PHRASES, type Word } from './signs.ts';

/** A command, or a question about how to do something. */
export function isOrder(words: readonly string[]): boolean {
  const asked = english.HOW_TO.exec(words.join(' '))?.[0];
  // “Change in rank since Monday” names one.
  if (/^(?:the )?(?:change|move|drop|start) (?:in|of|since|over|between|from)\b/.test(words.join(' ')))
    return false;
  const first = asked?.trim().split(' ').length ?? words.findIndex((word) => !english.POLITE.test(word));
  return findPhrases(words, ORDER_PHRASES).some(({ at }) => at === first);
}

/** The end of the text before a sentence's first word. */
export const BEGINS = /[.!?:]\s*["“'‘]?$/;

/** The first unknown words that look like a name, as they were typed: capitalized, or after a preposition. */
export function strangeName(
  text: string,
  strange: readonly number[],
  words: readonly Word[],
  left: readonly string[],
  asTyped: readonly Word[],
): string | undefined {
  const isStrange = new Set(strange);
  for (const at of strange) {
    const isFirst = at === 0 || BEGINS.test(text.slice(0, words[at]?.start));
    const isLarge = !isFirst && /^\p{Lu}/u.test(words[at]?.text ?? '');
    const article = english.ARTICLE.test(left[at - 1] ?? '') ? 2 : 1;
    const isBehind =
      english.BEFORE_NAME.test(left[at - article] ?? '') ||
      english.RIGHT_BEFORE_NAME.test(left[at - 1] ?? '');
    const isAlone = words.length <= 3;
    if (!(isLarge || isBehind || isAlone)) continue;
    let end = at + 1;
    while (isStrange.has(end)) end += 1;
    return textOf(asTyped, at, end - at);
  }
  return undefined;
}

const LOSES = /^(?:los(?:e|es|ing|t)|losses|beaten|outranked|overtaken|outdone|outperformed)$/;
const BEFORE_OPPONENT = /^(?:to|against|by)$/;
/** Says nothing of who it is. */
const OF_OPPONENT =
  /^(?:the|our|my|a|an|any|all|some|other|one|of|most|both|each|every|top|best|big|bigger|biggest|large|larger|small|smaller|new|newer|main|closest|nearest|direct|known|tracked|same)$/;
/** Rivals in general, what a question asks for, or the rest of it: "who do we lose to on Gemini". */
const NO_NAME =
  /^(?:|\d.*|competit\w+|rivals?|tools?|brands?|players?|compan\w+|vendors?|alternatives?|others?|(?:some|any|every)(?:one|body|thing)?|whom?|what|which|us|we|ours?|they|them|him|her|it|that|this|those|these|on|in|for|at|about|and|or|when|where|why|since|during|lately|recently|now|right|currently|still|again|overall|there|here)$/;

const BEATS = /^(?:beats?|beating|outranks?|outranking|outperforms?|outdoes|overtakes?|overtook)$/;

/**
 * Whom a question says we lose to, or who beats us, as typed, if it is none of the known names: without it the answer
 * would be of all.
 */
export function strangeOpponent(
  left: readonly string[],
  strange: readonly number[],
  asTyped: readonly Word[],
): string | undefined {
  const beats = left.findIndex((word, i) => BEATS.test(word) && /^(?:us|our)$/.test(left[i + 1] ?? ''));
  if (strange.includes(beats - 1)) return textOf(asTyped, beats - 1, 1);
  const joint = left.findIndex((word, i) => BEFORE_OPPONENT.test(word) && LOSES.test(left[i - 1] ?? ''));
  if (joint < 0) return undefined;
  const rest = left.slice(joint + 1);
  const start = rest.findIndex((word) => !OF_OPPONENT.test(word));
  const length = rest.slice(start).findIndex((word) => NO_NAME.test(word));
  if (start < 0 || length === 0) return undefined;
  return textOf(asTyped, joint + 1 + start, length < 0 ? rest.length - start : length);
}

function textOf(words: readonly Word[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map(({ text }) => text)
    .join(' ');
}

/** The unknown words behind "about", "in" or "for", such as the topic of another brand, that the model never saw there. */
export function findSubject(
  { left, signAt }: { left: readonly string[]; signAt: ReadonlyMap<number, ReadonlySet<Sign>> },
  isStrange: (at: number) => boolean,
  isLearned: Model['isLearned'],
): readonly number[] {
  const at = left.findIndex((word, i) => {
    const isBehind = english.BEFORE_SUBJECT.test(left[i - 1] ?? '') && !signAt.has(i - 1);
    return isBehind && isStrange(i) && !isLearned(left[i - 1] ?? '', word);
  });
  const rest = at < 0 ? [] : left.map((_, i) => i).slice(at);
  const end = rest.findIndex((i) => !isStrange(i));
  return end < 0 ? rest : rest.slice(0, end);
}

const ENGINE_PHRASES = phrasesOf([[english.ENGINES_ANYWHERE, true as const]]);

/** An engine the project doesn't use. */
export function strangeEngine(left: readonly string[], words: readonly Word[]): string | undefined {
  const [engine] = findPhrases(left, ENGINE_PHRASES);
  return engine && textOf(words, engine.at, engine.length);
}

/** Whether an engine is called so, whether or not the project uses it. */
export function isEngineAnywhere(name: string): boolean {
  return findPhrases(fold(name).split(' '), ENGINE_PHRASES).length > 0;
}

/** Whether a name is that of an engine or a country, whether or not the project uses it. */
export function kindAnywhere(name: string): 'engines' | 'regions' | undefined {
  if (isEngineAnywhere(name)) return 'engines';
  return findPhrases(fold(name).split(' '), REGION_PHRASES).length > 0 ? 'regions' : undefined;
}

/** A country the project has no prompts in, by its name: "Spain", also of "ES" and "Spanish". */
export function strangeRegion(left: readonly string[], names: readonly FoundName[]): string | undefined {
  const place = findPhrases(left, REGION_PHRASES).find(
    ({ at }) => left[at] !== 'us' && !names.some((name) => name.at === at),
  );
  return place && IN_ENGLISH.of(place.meaning);
}

/** Common words that aren't English: German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish, Turkish. */
const FOREIGN_WORDS: ReadonlySet<string> = new Set(
  `wie wir uns unser unsere unserer auf und ist sind nicht warum welche welcher welches wer bei mit haben
  werden geht steht stehen wurde wurden zeig zeige
  pourquoi avons nous notre nos sur sommes quels quelles quel quelle combien dans avec les une qui contre vont
  como por que nuestra nuestro nuestros estamos somos cual cuales quien quienes donde cuanto cuantos sobre
  del los las una vamos hemos
  perche siamo nostro nostra nostri quali quale quanto della delle degli nel sono stiamo andiamo
  porque nosso nossa nossos quais quem onde das uma nós
  waarom wij ons onze hoe zijn welke waar hebben het een niet
  dlaczego jak nasz nasza nasze jest gdzie kto varför våra är vilka nasıl neden bizim hangi`
    .split(/\s+/)
    .map(fold),
);

/** A single one may be a name or a typo. */
const FEWEST = 2;
const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}]/gu;

/** By its words, except names of the project, or by the letters of another script. */
export function isForeign(text: string, words: readonly Word[], names: readonly FoundName[]): boolean {
  const isName = (at: number) => names.some((name) => at >= name.at && at < name.at + name.length);
  const said = words.filter(({ folded: word }, at) => FOREIGN_WORDS.has(word) && !isName(at));
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const others = text.match(OTHER_SCRIPT)?.length ?? 0;
  return new Set(said.map(({ folded: word }) => word)).size >= FEWEST || others * 2 > letters;
}
