/** What is usual for a score: a middle and a spread that a few odd days do not move. */
import { SURENESS, type Sureness } from '../decision.ts';
import { median } from './median.ts';

/** Fewer days than this say nothing about what is usual. */
const FEWEST_DAYS = 8;

/** Makes the median absolute deviation of normally distributed figures equal to their standard deviation. */
const MAD_TO_SPREAD = 1.4826;

/** A spread below this share of the middle is an accident of few or rounded figures. */
const LEAST_SHARE = 0.01;

/** Beyond so many spreads a score is no longer within its usual range. */
const RANGE_SPREADS = SURENESS.at(-1)?.spreads ?? 2;

/** In points of the score. */
export type Usual = { middle: number; spread: number; low: number; high: number };

/** From earlier days' figures; undefined if they are too few. The spread is `leastSpread` at least. */
export function usualOf(earlier: readonly number[], leastSpread: number): Usual | undefined {
  if (earlier.length < FEWEST_DAYS) return undefined;
  const middle = median(earlier);
  const deviation = median(earlier.map((figure) => Math.abs(figure - middle)));
  const spread = Math.max(MAD_TO_SPREAD * deviation, leastSpread, LEAST_SHARE * Math.abs(middle));
  return { middle, spread, low: middle - RANGE_SPREADS * spread, high: middle + RANGE_SPREADS * spread };
}

/** How surely a figure is unusual; undefined if it is within the usual range. */
export function surenessOf(figure: number, { middle, spread }: Usual): Sureness | undefined {
  const away = Math.abs(figure - middle);
  return SURENESS.find(({ spreads }) => away > 0 && away >= spreads * spread)?.phrase;
}
