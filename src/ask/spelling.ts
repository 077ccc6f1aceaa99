/** Mends typos: a word that nobody knows is taken for the nearest that somebody does. */
import { distance } from 'fastest-levenshtein';
import { stemmer } from 'stemmer';
import { SHORT_FOR } from './english.ts';
import type { KnownNames } from './names.ts';
import { wordsOf } from './words.ts';

/** A line with its typos mended, and other forms of a known word ("warranties") made that word. What is written large within it can only be a name. */
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
      correctSpelling(word, isName ? known.words : known.spelled, known.words);
    return meant === undefined ? mendedText : mendedText.slice(0, start) + meant + mendedText.slice(end);
  }, text);
}

/**
 * The known word that was most likely meant; undefined where none is near enough: one letter off, in long words
 * two. Two letters that changed places count as one, the only mistake taken in words of four.
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
    // Further off, people still begin as the word does.
    if (off > 1 && candidate[0] !== word[0]) continue;
    // People leave letters out rather than in.
    if (off < least || (off === least && best !== undefined && candidate.length > best.length)) {
      least = off;
      best = candidate;
    }
  }
  return best;
}

/** Of a short word two letters changed places, or one behind the first is wrong in a name. */
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
