/** The known word that somebody most likely meant: in a command, in a file. */
import { closest, distance } from 'fastest-levenshtein';

/** Typos this far from a known word are taken for it: one in short words, two (two letters swapped) in longer ones. */
const nearEnough = (word: string) => (word.length <= 3 ? 1 : Math.max(2, Math.floor(word.length / 3)));

/** The only known word that begins so, or the nearest to it; in any case. Undefined where none is near enough. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const starting = known.filter((candidate) => candidate.toLowerCase().startsWith(typed));
  if (typed && starting.length === 1) return starting[0];
  if (known.length === 0) return undefined;
  const best = closest(
    typed,
    known.map((candidate) => candidate.toLowerCase()),
  );
  if (distance(typed, best) > nearEnough(best)) return undefined;
  return known.find((candidate) => candidate.toLowerCase() === best);
}
