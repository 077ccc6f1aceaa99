/** Finds the known word someone most likely meant, in a command or a file. */
import { closest, distance } from 'fastest-levenshtein';

/** The allowed edit distance: 1 in short words, at least 2 (a swap) in longer ones. */
const maxDistance = (word: string) => (word.length <= 3 ? 1 : Math.max(2, Math.floor(word.length / 3)));

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
  if (distance(typed, best) > maxDistance(best)) return undefined;
  return known.find((candidate) => candidate.toLowerCase() === best);
}

/**
 * The known word this is a typo of: one edit away, or two if both have at least five letters and start with the same
 * one. A longer word ("tracked") isn't a typo of its beginning.
 */
export function correctTypo(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  return known.find((candidate) => {
    const far = distance(typed, candidate.toLowerCase());
    if (typed.startsWith(candidate.toLowerCase())) return false;
    const isLong = Math.min(typed.length, candidate.length) >= 5 && typed[0] === candidate[0]?.toLowerCase();
    return typed.length >= 4 && far <= (isLong ? 2 : 1);
  });
}
