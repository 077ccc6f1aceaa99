/**
 * Finds a lasting shift of the level: of all ways to cut the last days in two, the one whose halves differ most, if that
 * is beyond noise and drift. A generalised likelihood ratio over a window (Lai 1995), on figures whose extremes were
 * cut off, so that no single day makes a shift.
 */
import { medianOf } from './score-window.ts';

/** The new level must have lasted so many days, and is looked for over so many. */
const SHORTEST = 3;
const LONGEST = 30;

/** The old level is read off so many days at most, and at least. */
const BEFORE = 28;
const FEWEST_BEFORE = 8;

/** Halves must differ by so many standard errors: about once in 20 years for a quiet series that is looked at daily. */
const STANDARD_ERRORS = 4.4;

/** So many of the days since must be nearer to the new level than to the old one. */
const AGREEING = 0.8;

/** A straight line that explains this part of what a step explains is taken for a slope, which is no shift. */
const AS_SLOPE = 0.85;

/** In points; `changeAt` is the index of the first day of the new level. */
export type Shift = { changeAt: number; before: number; after: number };

/** One day: its figure, the figure without what is extreme, and the variance of its noise. */
export type ShiftDay = { figure: number; calm: number; variance: number };

/** `stricter` is added to the square of the standard errors that halves must differ by: for one of many series. */
export function createShiftSearch(stricter = 0) {
  const figures: number[] = [];
  // Sums up to each day: the mean of any stretch is one subtraction.
  const sums: number[] = [0];
  const variances: number[] = [0];
  let start = 0;

  return {
    add({ figure, calm, variance }: ShiftDay): void {
      sums.push((sums[figures.length] ?? 0) + calm);
      variances.push((variances[figures.length] ?? 0) + variance);
      figures.push(figure);
    },

    /** The level begins anew at this index: what was extreme there no longer is. Its figures, for who else learns. */
    restart(from: number): readonly number[] {
      start = from;
      for (let i = from; i < figures.length; i += 1) sums[i + 1] = (sums[i] ?? 0) + (figures[i] ?? 0);
      return figures.slice(from);
    },

    /** The shift that today makes certain. `drift`: see ScoreNoise; `times`: so many times as far as usual, to be one. */
    find(drift: number, times: number): Shift | undefined {
      const cut = clearestCut(drift, times);
      if (cut === undefined) return undefined;
      const before = medianOf(figures.slice(Math.max(start, cut - BEFORE), cut));
      const since = figures.slice(cut);
      const after = medianOf(since);
      const nearer = since.filter((figure) => Math.abs(figure - after) < Math.abs(figure - before)).length;
      if (nearer < AGREEING * since.length) return undefined;
      const from = Math.max(start, cut - BEFORE);
      return isSlope(from, cut) ? undefined : { changeAt: cut, before, after };
    },
  };

  function clearestCut(drift: number, times: number): number | undefined {
    const end = figures.length;
    const [endSum = 0, endVariance = 0] = [sums[end], variances[end]];
    let clearest = (times * STANDARD_ERRORS) ** 2 + stricter;
    let found: number | undefined;
    for (let since = SHORTEST; since <= Math.min(LONGEST, end - start - FEWEST_BEFORE); since += 1) {
      const cut = end - since;
      const before = Math.min(BEFORE, cut - start);
      const [cutSum = 0, cutVariance = 0] = [sums[cut], variances[cut]];
      const gap = (endSum - cutSum) / since - (cutSum - (sums[cut - before] ?? 0)) / before;
      const noise =
        (endVariance - cutVariance) / since ** 2 +
        (cutVariance - (variances[cut - before] ?? 0)) / before ** 2;
      // Two stretches of a random walk differ by a third of their length together.
      const ratio = gap ** 2 / (noise + (drift * (since + before)) / 3);
      if (ratio < clearest) continue;
      clearest = ratio;
      found = cut;
    }
    return found;
  }

  /** Whether a straight line from this index to today explains the figures better than a step at the cut does. */
  function isSlope(from: number, cut: number): boolean {
    const end = figures.length;
    const stretch = (a: number, b: number) => ((sums[b] ?? 0) - (sums[a] ?? 0)) / (b - a);
    const mean = stretch(from, end);
    const [before, since] = [cut - from, end - cut];
    const ofStep = before * (stretch(from, cut) - mean) ** 2 + since * (stretch(cut, end) - mean) ** 2;
    const middle = (from + end - 1) / 2;
    let [product, square] = [0, 0];
    for (let i = from; i < end; i += 1) {
      product += (i - middle) * (stretch(i, i + 1) - mean);
      square += (i - middle) ** 2;
    }
    return product ** 2 / square > AS_SLOPE * ofStep;
  }
}
