/** Mends typos, word by word, and puts other forms of a known word in the known one. */
import { distance } from 'fastest-levenshtein';
import { stemmer } from 'stemmer';
import { isOtherWord, isSwapped } from '../words/nearest.ts';
import { BEFORE_SUBJECT } from './english.ts';
import { SHORT_FOR, USUAL_FOR } from './english-rewrites.ts';
import type { KnownNames } from './names.ts';
import { DAY_NAMES, quoteIn, VOCABULARY, wordsOf } from './signs.ts';
import { BEGINS } from './strange.ts';

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
    const isSubject = BEFORE_SUBJECT.test(words[i - 1]?.folded ?? '');
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
