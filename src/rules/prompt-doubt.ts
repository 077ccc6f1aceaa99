/** Doubts whether a prompt is meant to be tracked: it nearly equals a tracked one, or isn't a question. */
import { countEdits } from '../words/nearest.ts';
import { stemsOf } from './lead-match.ts';

/** One typo in this many characters doesn't make a different prompt. */
const CHARS_PER_TYPO = 12;

/** Fewer telling words can stand in quite different questions. */
const FEWEST_STEMS = 2;

/** Counts words also in languages that put no spaces between them. */
const WORDS = new Intl.Segmenter(undefined, { granularity: 'word' });

/**
 * The tracked prompt that this one nearly equals (`similar`), or none if it's only a single word. Undefined if
 * there is nothing to ask about. `tracked`: the words of the project's prompts, without this one.
 */
export function findPromptDoubt(
  prompt: string,
  tracked: readonly string[],
): { similar: string | undefined } | undefined {
  const similar = tracked.find((other) => isSimilar(prompt, other));
  const words = [...WORDS.segment(prompt)].filter(({ isWordLike }) => isWordLike);
  return similar !== undefined || words.length < 2 ? { similar } : undefined;
}

/** Equal but for common words, endings, order, punctuation or a typing mistake. */
function isSimilar(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  );
  if (a === undefined || b === undefined || b === '') return false;
  if (countEdits(a, b) <= Math.floor(b.length / CHARS_PER_TYPO)) return true;
  const [mine, theirs] = [one, other].map((text) => new Set(stemsOf(text).map(({ stem }) => stem)));
  if (!mine || !theirs || mine.size < FEWEST_STEMS) return false;
  return mine.size === theirs.size && [...mine].every((stem) => theirs.has(stem));
}
