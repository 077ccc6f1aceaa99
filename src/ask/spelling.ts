/** Fixes typos by replacing unknown words with the nearest known word. */
import { distance } from 'fastest-levenshtein';
import { stemmer } from 'stemmer';
import { SHORT_FOR } from './english-rewrites.ts';
import { bonesOf, type KnownNames } from './names.ts';
import { wordsOf } from './words.ts';

/** Also replaces other forms of known words ("warranties"). A capitalized word mid-line is only compared with names. */
export function mendTypos(text: string, known: KnownNames): string {
  const words = wordsOf(text);
  // "co pilot" is no typo.
  const isApart = (i: number) => known.squashed.has(`${words[i]?.folded}${words[i + 1]?.folded}`);
  return words.reduceRight((mendedText, { start, end, folded: word, text: as }, i) => {
    if (isApart(i) || isApart(i - 1)) return mendedText;
    const short = known.words.has(word) ? undefined : SHORT_FOR[word];
    if (!short && (known.spelled.has(word) || /[\d.]/.test(word))) return mendedText;
    const isName = /^\p{Lu}/u.test(as) && start > 0;
    const meant =
      short ??
      known.stems.get(stemmer(word)) ??
      withVowels(word, isName ? known.words : known.spelled, known.bones) ??
      correctSpelling(word, isName ? known.words : known.spelled, known.words);
    return meant === undefined ? mendedText : mendedText.slice(0, start) + meant + mendedText.slice(end);
  }, text);
}

/**
 * The nearest known word within one mistake, or two in long words; undefined if none. A swap counts as one mistake,
 * and is the only one allowed in words of four letters.
 */
function correctSpelling(
  word: string,
  known: ReadonlySet<string>,
  names: ReadonlySet<string>,
): string | undefined {
  if (word.length < 4 || /\d/.test(word)) return undefined;
  const most = word.length < 8 ? 1 : 2;
  let best: string | undefined;
  let least = most + 1;
  for (const candidate of known) {
    if (candidate.length < 4 || Math.abs(candidate.length - word.length) > most) continue;
    // "slept" is not September.
    if (candidate.length === 4 && word.length > 4 && !names.has(candidate)) continue;
    const off = mistakes(word, candidate);
    if (word.length === 4 && (off > 1 || candidate.length !== 4 || !isNearShort(word, candidate, names)))
      continue;
    if (!isSameStart(word, candidate) && (off > 1 || !names.has(candidate))) continue;
    // People drop letters more often than they add them.
    if (off < least || (off === least && best !== undefined && candidate.length > best.length)) {
      least = off;
      best = candidate;
    }
  }
  return best;
}

/** Vowels and doubled letters are what people leave out in a hurry: "ystrday", "hapend", "mrkt". */
function withVowels(
  word: string,
  known: ReadonlySet<string>,
  bones: KnownNames['bones'],
): string | undefined {
  const isShort = word.length < 5;
  if (word.length < 3 || /\d/.test(word) || (isShort && VOWEL.test(word))) return undefined;
  const [first, second] = (bones.get(bonesOf(word)) ?? [])
    .filter((full) => known.has(full) && full.length > word.length && isLeftOf(word, full))
    .filter((full) => word.length > 3 || full.length === 4)
    .sort((a, b) => a.length - b.length);
  return first?.length === second?.length ? undefined : first;
}

const VOWEL = /[aeiou]/;

/** Whether the letters are the other word's with some left out. */
function isLeftOf(word: string, full: string): boolean {
  let at = 0;
  for (const letter of full) if (letter === word[at]) at += 1;
  return at === word.length;
}

/** "Wakes" is not "makes", but "intire" is "entire" and "sitations" are "citations". */
function isSameStart(word: string, candidate: string): boolean {
  const starts = [word, candidate].map(([first = '']) => first);
  return (
    word[0] === candidate[0] ||
    ALIKE.some((letters) => starts.every((first) => letters.includes(first))) ||
    sortLetters(word) === sortLetters(candidate)
  );
}

/** Letters that people mix up at the start of a word. */
const ALIKE = ['aeiou', 'csk'];

/** In a four-letter word: a swap, or in a name any letter but the first. */
function isNearShort(word: string, candidate: string, names: ReadonlySet<string>): boolean {
  return sortLetters(word) === sortLetters(candidate) || (names.has(candidate) && word[0] === candidate[0]);
}

function mistakes(word: string, candidate: string): number {
  const off = distance(word, candidate);
  const isSwapped =
    off === 2 && word.length === candidate.length && sortLetters(word) === sortLetters(candidate);
  return isSwapped ? 1 : off;
}

function sortLetters(word: string): string {
  return [...word].sort().join('');
}
