/** Finds the known word someone most likely meant, in a command or a file. */
import { closest, distance } from 'fastest-levenshtein';

/**
 * Whether `typed` is near enough to mean `known`: two edits (a swap) or more in longer words. In a short word one edit
 * makes another word ("soon", "noon"), so it has to begin with the same letter, and one of two letters is never a typo.
 */
function isNear(typed: string, known: string): boolean {
  const shorter = Math.min(typed.length, known.length);
  const far = distance(typed, known);
  if (shorter >= SURE_LENGTH) return far <= Math.max(2, Math.floor(known.length / 3));
  return shorter > 2 && far <= 1 && typed[0] === known[0];
}

/** From this length on a word can have two typos and still be recognized. */
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
