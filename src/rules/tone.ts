/** Reads the sentiment of a mention, whose values are not documented: words in several spellings, or numbers around 0. */

/** `depth` is greater the worse a negative one is; of words and of numbers, not of both. */
export type Tone = { negative: boolean; depth: number };

const NUMBER = /^[-−+]?\d+(\.\d+)?$/;
const NEGATIVE = /^(neg|negative|negativ|unfavou?rable|bad|poor|critical|hostile)$/;
const OTHER = /^(pos|positive|positiv|favou?rable|good|great|excellent|neu|neutral|mixed|balanced|none)$/;
const STRONG = /^(very|strong|strongly|extremely|highly)$/;

/**
 * A reader for all values of one list. Numbers are read only where some lie below 0: of a scale from 0 or 1 on, nobody knows
 * where negative begins. Undefined of what cannot be read.
 */
export function toneReader(all: readonly (string | null)[]): (sentiment: string | null) => Tone | undefined {
  const isAroundZero = all.some((one) => (numberIn(one) ?? 0) < 0);
  return (sentiment) => {
    const figure = numberIn(sentiment);
    if (figure !== undefined) {
      return isAroundZero ? { negative: figure < 0, depth: Math.max(0, -figure) } : undefined;
    }
    const words = (sentiment ?? '').toLowerCase().split(/[^\p{L}]+/u);
    const depth = words.some((word) => STRONG.test(word)) ? 2 : 1;
    if (words.some((word) => NEGATIVE.test(word))) return { negative: true, depth };
    return words.some((word) => OTHER.test(word)) ? { negative: false, depth: 0 } : undefined;
  };
}

function numberIn(sentiment: string | null): number | undefined {
  const text = sentiment?.trim() ?? '';
  return NUMBER.test(text) ? Number(text.replace('−', '-')) : undefined;
}
