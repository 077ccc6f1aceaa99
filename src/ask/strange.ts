/**
 * Words that no list explains: typos of known ones, which are mended, and what a question can't ask about (unknown names,
 * engines and countries without prompts), orders, and other languages.
 */
import { distance } from 'fastest-levenshtein';
import { stemmer } from 'stemmer';
import { isOtherWord, isSwapped } from '../words/nearest.ts';
import * as english from './english.ts';
import { SHORT_FOR, USUAL_FOR } from './english-rewrites.ts';
import type { Sign } from './english-signs.ts';
import type { Model } from './meaning.ts';
import { type FoundName, IN_ENGLISH, type KnownNames } from './names.ts';
import {
  DAY_NAMES,
  findPhrases,
  fold,
  ORDER_PHRASES,
  phrasesOf,
  quoteIn,
  REGION_PHRASES,
  VOCABULARY,
  type Word,
  wordsOf,
} from './signs.ts';

/** Also puts other forms ("warranties") in the known one. Quoted and capitalized words are only compared with names. */
export function mendTypos(text: string, known: KnownNames): string {
  const words = wordsOf(text);
  const quote = quoteIn(text);
  // "co pilot" is no typo.
  const isApart = (i: number) => known.squashed.has(`${words[i]?.folded}${words[i + 1]?.folded}`);
  return words.reduceRight((mendedText, { start, end, folded: word, text: as }, i) => {
    if (isApart(i) || isApart(i - 1)) return mendedText;
    const isQuoted = quote !== undefined && start >= quote.start && end <= quote.end;
    const isName = /^\p{Lu}/u.test(as) && start > 0 && !BEGINS.test(text.slice(0, start));
    const isSubject = english.BEFORE_SUBJECT.test(words[i - 1]?.folded ?? '');
    const isSearched = SEARCHES.test(text.slice(0, start));
    const meant = meantBy(word, { isQuoted, isName, isSubject, isSearched }, known);
    const owning = as.slice(word.length).match(/^['’]s$/)?.[0] ?? '';
    return meant === undefined
      ? mendedText
      : mendedText.slice(0, start) + meant + owning + mendedText.slice(end);
  }, text);
}

/** Before words that are looked for as they are, but not “what about themes?” */
const SEARCHES =
  /\b(?:(?<!\b(?:what|how) )about|contain(?:s|ing)?|mention(?:s|ing)|say(?:s|ing)|called|words?|term)\s+$/i;

/** `isSubject`: behind “about” or “on”, where any word of English may stand. */
type Typed = { isQuoted: boolean; isName: boolean; isSubject: boolean; isSearched: boolean };

/** Undefined if it is spelled right, or nothing like it is known. */
function meantBy(
  word: string,
  { isQuoted, isName, isSubject, isSearched }: Typed,
  known: KnownNames,
): string | undefined {
  const usual = SHORT_FOR.get(word) ?? (isSearched ? undefined : USUAL_FOR.get(word));
  const short = isQuoted || known.words.has(word) ? undefined : usual;
  if (short || known.spelled.has(word) || WORDS.has(word) || /[\d.]/.test(word)) return short;
  const among = isQuoted ? known.words : isName || isSubject ? known.proper : known.spelled;
  const form = isQuoted ? undefined : otherForm(word, known, isName);
  return form ?? correctSpelling(word, among, known.words);
}

function otherForm(word: string, { stems, words }: KnownNames, isName: boolean): string | undefined {
  const form = stems.get(stemmer(word));
  // "Mars" is not in March.
  if (DAY_NAMES.includes(form ?? '') || (isName && !words.has(form ?? ''))) return undefined;
  return form !== undefined && (words.has(form) || bareForm(form) === bareForm(word)) ? form : undefined;
}

/** Without its ending, as "reply", "replies" and "replied" are forms of each other, but "act", "active" and "action" aren't. */
function bareForm(word: string): string {
  return word
    .replace(/(?<=...)(?:ies|ied|ying|y)$/, 'y')
    .replace(/(?<=...)(?:ings?|ed|es|s|e)$/, '')
    .replace(/(.)\1$/, '$1');
}

/** Words that only look like typos of known ones. */
const WORDS: ReadonlySet<string> = new Set(
  `aborting added aloud alter band bench browse caching char cities city clause clock clocks collector compile compiled compiles
  composition computed confidence contract convention converted core cores creation declared declares decoded decide detector
  dies discord distance distinct dying exit exits failure failures filter filtering filters font form forms guest guests
  handler handlers hash host hosts incoming inline installed instance kept lane lanes larger launcher load loading loads
  lives menu menus modal modals mode modes notation note notes outcome outcomes patch peer peers preserve preserved
  processed processing processes project projects purpose purposes queue queued quota receive received receives recovery
  repeat repeated replace replaced replaces replay replica replicas reserved saturation scale scales seed sequence shell
  smallest smaller span specific specified stable standard standards store stores string suite suites
  supplied treat treats tree trees tuning unlisted validation`.split(/\s+/),
);

/** The nearest known word within one mistake, a swap being one, or two in long words; undefined if none. */
function correctSpelling(
  word: string,
  known: ReadonlySet<string>,
  names: ReadonlySet<string>,
): string | undefined {
  if (word.length < 4 || /\d/.test(word)) return undefined;
  let least = Number.POSITIVE_INFINITY;
  let nearest: string[] = [];
  for (const candidate of known) {
    const cost = costOf(word, candidate, names);
    if (cost < least) nearest = [];
    if (cost < least || (cost === least && nearest.length > 0)) nearest.push(candidate);
    least = Math.min(least, cost);
  }
  const isTied = nearest.length > 1;
  return isTied && word.length === 4 ? undefined : nearest.toSorted((a, b) => b.length - a.length)[0];
}

function costOf(word: string, candidate: string, names: ReadonlySet<string>): number {
  const never = Number.POSITIVE_INFINITY;
  const most = word.length < 8 ? 1 : 2;
  // "slept" is not September.
  const least = word.length > 4 && !names.has(candidate) ? 5 : 4;
  if (candidate.length < least || Math.abs(candidate.length - word.length) > most) return never;
  const off = mistakes(word, candidate);
  if (off > most || (word.length === 4 && !isNearShort(word, candidate, names))) return never;
  if (word[0] !== candidate[0] && (off > 1 || !names.has(candidate))) return never;
  if (isOtherWord(word, candidate) && !(names.has(candidate) && !VOCABULARY.has(candidate))) return never;
  // People swap letters more often than they drop them, and drop them more often than they add them.
  if (isSwapped(word, candidate)) return off - 0.2;
  return candidate.length > word.length ? off - 0.1 : off;
}

function isLeftOf(word: string, full: string): boolean {
  let at = 0;
  for (const letter of full) if (letter === word[at]) at += 1;
  return at === word.length;
}

/** In a four-letter word: a swap, a letter left out inside ("sice"), or in a name any letter but the first. */
function isNearShort(word: string, candidate: string, names: ReadonlySet<string>): boolean {
  if (candidate.length > 4)
    return word[0] === candidate[0] && word.at(-1) === candidate.at(-1) && isLeftOf(word, candidate);
  return isSwapped(word, candidate) || (names.has(candidate) && word[0] === candidate[0]);
}

function mistakes(word: string, candidate: string): number {
  return isSwapped(word, candidate) ? 1 : distance(word, candidate);
}

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
const BEGINS = /[.!?:]\s*["“'‘]?$/;

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
