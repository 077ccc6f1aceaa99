/** The known word that somebody most likely meant: in a command, in a file. */
import { closest, distance } from 'fastest-levenshtein';

/** Typos this far from a known word are taken for it: one in short words, two (two letters swapped) in longer ones. */
const nearEnough = (word: string) => (word.length <= 3 ? 1 : Math.max(2, Math.floor(word.length / 3)));

/** The known word that is typed whole, or the only one that begins so; in any case. */
export function completeWord(typed: string, known: readonly string[]): string | undefined {
  const begins = typed.toLowerCase();
  const starting = known.filter((candidate) => candidate.toLowerCase().startsWith(begins));
  const whole = starting.find(({ length }) => length === typed.length);
  return whole ?? (typed && starting.length === 1 ? starting[0] : undefined);
}

/** The only known word that begins so, or the nearest to it; in any case. Undefined where none is near enough. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  const beginning = completeWord(word, known);
  if (beginning !== undefined) return beginning;
  const typed = word.toLowerCase();
  if (known.length === 0) return undefined;
  const best = closest(
    typed,
    known.map((candidate) => candidate.toLowerCase()),
  );
  if (distance(typed, best) > nearEnough(best)) return undefined;
  return known.find((candidate) => candidate.toLowerCase() === best);
}

/**
 * The known word that is mistyped: by one letter or, of five and more that begin alike, by two, as where two are swapped. One
 * that goes on ("tracked") is a word of its own.
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
