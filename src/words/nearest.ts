/** Finds the known word someone most likely meant, in a command or a file, and numeronyms ("k8s" for Kubernetes). */
import { closest, distance } from 'fastest-levenshtein';

/**
 * Whether `typed` is near enough to mean `known`: one edit in a short word, two (a swap) or more in longer ones. Another
 * first letter makes another short word ("soon", "noon"), and a word of two letters is never a typo.
 */
function isNear(typed: string, known: string): boolean {
  const most = known.length <= 3 ? 1 : Math.max(2, Math.floor(known.length / 3));
  if (distance(typed, known) > most) return false;
  const shorter = Math.min(typed.length, known.length);
  return shorter >= SURE_LENGTH || (shorter > 2 && typed[0] === known[0]);
}

/** How many letters have to be typed, left out or replaced to get from one text to the other. */
export function countEdits(one: string, other: string): number {
  return distance(one, other);
}

/** From this length on a word with a typo is still recognized, whatever its first letter. */
const SURE_LENGTH = 5;

/** The known word typed in full, or the only one with this prefix; ignores case. */
export function completeWord(typed: string, known: readonly string[]): string | undefined {
  const prefix = typed.toLowerCase();
  const starting = known.filter((candidate) => candidate.toLowerCase().startsWith(prefix));
  const whole = starting.find(({ length }) => length === typed.length);
  return whole ?? (typed && starting.length === 1 ? starting[0] : undefined);
}

/** Like `completeWord`, or else the nearest known word; undefined if none is near enough. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const complete = completeWord(word, known);
  if (complete !== undefined) return complete;
  const typed = word.toLowerCase();
  if (known.length === 0) return undefined;
  const best = closest(
    typed,
    known.map((candidate) => candidate.toLowerCase()),
  );
  if (!isNear(typed, best)) return undefined;
  return known.find((candidate) => candidate.toLowerCase() === best);
}

/**
 * The known word this is a typo of: one edit away if either both have at least five letters or they start with the same
 * one, two if both. A longer word ("tracked") isn't a typo of its beginning.
 */
export function correctTypo(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  return known.find((candidate) => {
    const far = distance(typed, candidate.toLowerCase());
    if (typed.startsWith(candidate.toLowerCase())) return false;
    const isLong = Math.min(typed.length, candidate.length) >= SURE_LENGTH;
    const startsAlike = typed[0] === candidate[0]?.toLowerCase();
    return typed.length >= 4 && far <= Number(isLong) + Number(startsAlike);
  });
}

const NUMERONYM = /^\p{L}\d{1,2}\p{L}$/u;

export function isNumeronym(word: string): boolean {
  return NUMERONYM.test(word);
}

export function numeronymOf(word: string): string {
  return `${word[0]}${word.length - 2}${word.at(-1)}`;
}
