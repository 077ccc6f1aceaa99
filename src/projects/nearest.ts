/** The word that somebody who wrote a file most likely meant. */
import { closest, distance } from 'fastest-levenshtein';

/** Of the known words, or undefined: a third of its letters may be wrong. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const best = known.length > 0 ? closest(word, known) : undefined;
  return best !== undefined && distance(word, best) <= Math.max(1, best.length / 3) ? best : undefined;
}
