/** Finds the numbers in a question that aren't days: the limit, and the lowest and highest score. */
import {
  BEFORE_ALL,
  BEFORE_CEILING,
  BEFORE_FLOOR,
  BEFORE_LEAST_COUNT,
  BEFORE_MOST_POINTS,
  BEFORE_ONE,
  BEFORE_SPAN,
  BEFORE_SPAN_END,
  BEHIND_AMOUNT,
  BEHIND_CEILING,
  BEHIND_COUNT,
  BEHIND_FLOOR,
  BEHIND_ONE,
  BEHIND_POINTS,
  BEHIND_SPAN_START,
  BEHIND_UNCOUNTED,
  NUMBERS,
  SUPERLATIVE,
} from './english.ts';
import type { Word } from './words.ts';

type Numbers = { limit?: number; minScore?: number; maxScore?: number };

/**
 * A number after "above" or with a plus is the lowest score, one after "below" the highest; any other small number is
 * the limit. Nobody can be shown 0 or 2.5 of anything, so such a number is left over.
 */
export function numbersIn(
  text: string,
  words: readonly Word[],
  isDay: ReadonlySet<number>,
): Numbers & { at: ReadonlySet<number>; isUncounted: boolean } {
  const at = new Set<number>();
  const numbers: Numbers = {};
  let isUncounted = false;
  words.forEach((word, i) => {
    const around = { before: text.slice(0, word.start), after: text.slice(word.end), isFirst: i === 0 };
    const isBlank = text.slice(word.start, word.end).startsWith('·');
    const value = isDay.has(i) || isBlank ? undefined : numberIn(word.folded, around);
    if (value === undefined) return;
    if (BEHIND_UNCOUNTED.test(around.after)) {
      isUncounted = true;
      return;
    }
    const kind = kindOfNumber(word.folded, around);
    if (kind === undefined && !(Number.isInteger(value) && value > 0)) return;
    at.add(i);
    if (kind) numbers[kind] = value;
    else if (isLimit(value, around)) numbers.limit = value;
  });
  return { at, isUncounted, ...numbers };
}

/** The text before and after a number's word. */
type Around = { before: string; after: string; isFirst: boolean };

const DIGITS = /^(\d{1,3}(?:\.\d+)?)(\+?)$/;

/** Undefined unless the word is a number. "One" mostly isn't. */
function numberIn(word: string, { before, after, isFirst }: Around): number | undefined {
  const digits = DIGITS.exec(word);
  if (digits) return Number(digits[1]);
  const isOne = (BEFORE_ONE.test(before) && !/^\s*\w/.test(after)) || (isFirst && BEHIND_ONE.test(after));
  if (word === 'one') return isOne ? 1 : undefined;
  const inWords = NUMBERS.indexOf(word);
  return inWords < 2 ? undefined : inWords;
}

function kindOfNumber(word: string, { before, after }: Around): 'minScore' | 'maxScore' | undefined {
  const digits = DIGITS.exec(word);
  const isCount = BEHIND_COUNT.test(after);
  const isCeiling =
    BEFORE_SPAN_END.test(before) ||
    (digits && !isCount && (BEFORE_CEILING.test(before) || BEHIND_CEILING.test(after))) ||
    (BEFORE_MOST_POINTS.test(before) && BEHIND_POINTS.test(after));
  if (isCeiling) return 'maxScore';
  const isFloor =
    digits?.[2] === '+' ||
    (BEFORE_FLOOR.test(before) && !(BEFORE_LEAST_COUNT.test(before) && isCount)) ||
    BEHIND_FLOOR.test(after) ||
    BEFORE_SPAN.test(before) ||
    BEHIND_SPAN_START.test(after);
  return isFloor ? 'minScore' : undefined;
}

function isLimit(value: number, { before, after }: Around): boolean {
  return (
    (!BEFORE_ALL.test(before) || SUPERLATIVE.test(after)) &&
    !BEHIND_AMOUNT.test(after) &&
    !/\bat\s*$/i.test(before) &&
    value <= 100
  );
}
