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

/**
 * A number after "above" or with a plus is the lowest score, one after "below" the highest; any other small number is
 * the limit. Nobody can be shown 0 or 2.5 of anything, so such a number is left over.
 */
export function numbersIn(text: string, words: readonly Word[], isDay: ReadonlySet<number>) {
  const at = new Set<number>();
  let limit: number | undefined;
  let minScore: number | undefined;
  let maxScore: number | undefined;
  let isUncounted = false;
  words.forEach(({ folded: word, start, end }, i) => {
    if (isDay.has(i) || text.slice(start, end).startsWith('·')) return;
    const digits = /^(\d{1,3}(?:\.\d+)?)(\+?)$/.exec(word);
    const before = text.slice(0, start);
    const after = text.slice(end);
    const isOne =
      word === 'one' &&
      ((BEFORE_ONE.test(before) && !/^\s*\w/.test(after)) || (i === 0 && BEHIND_ONE.test(after)));
    const inWords = NUMBERS.indexOf(word);
    const value = digits ? Number(digits[1]) : isOne ? 1 : inWords;
    if (!digits && !isOne && inWords < 2) return;
    if (BEHIND_UNCOUNTED.test(after)) {
      isUncounted = true;
      return;
    }
    const isCount = BEHIND_COUNT.test(after);
    const isLeastCount = BEFORE_LEAST_COUNT.test(before) && isCount;
    const isFloor =
      digits?.[2] === '+' ||
      (BEFORE_FLOOR.test(before) && !isLeastCount) ||
      BEHIND_FLOOR.test(after) ||
      BEFORE_SPAN.test(before) ||
      BEHIND_SPAN_START.test(after);
    const isCeiling =
      BEFORE_SPAN_END.test(before) ||
      (digits && !isCount && (BEFORE_CEILING.test(before) || BEHIND_CEILING.test(after))) ||
      (BEFORE_MOST_POINTS.test(before) && BEHIND_POINTS.test(after));
    const isScore = isCeiling || isFloor;
    if (!isScore && !(Number.isInteger(value) && value > 0)) return;
    at.add(i);
    if (isCeiling) maxScore = value;
    else if (isFloor) minScore = value;
    else if (
      (!BEFORE_ALL.test(before) || SUPERLATIVE.test(after)) &&
      !BEHIND_AMOUNT.test(after) &&
      !/\bat\s*$/i.test(before) &&
      value <= 100
    )
      limit = value;
  });
  return {
    at,
    isUncounted,
    ...(limit !== undefined && { limit }),
    ...(minScore !== undefined && { minScore }),
    ...(maxScore !== undefined && { maxScore }),
  };
}
