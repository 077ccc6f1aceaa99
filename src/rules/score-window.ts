/** The last figures of a score, kept in order of size: their median and spread cost no sorting, day after day. */

/** Makes the median absolute deviation of normally distributed figures equal to their standard deviation. */
export const MAD_TO_SPREAD = 1.4826;

/** Holds the last `length` figures given to `add`. */
export function createScoreWindow(length: number) {
  let arrived: number[] = [];
  let sorted: number[] = [];

  return {
    get size() {
      return sorted.length;
    },

    add(figure: number): void {
      const oldest = arrived.length === length ? arrived.shift() : undefined;
      if (oldest !== undefined) sorted.splice(placeOf(sorted, oldest), 1);
      arrived.push(figure);
      sorted.splice(placeOf(sorted, figure), 0, figure);
    },

    /** Forgets all, and begins again with these. */
    restart(figures: readonly number[]): void {
      arrived = figures.slice(-length);
      sorted = arrived.toSorted((a, b) => a - b);
    },

    /** NaN while the window is empty. */
    median(): number {
      return middleOf(sorted);
    },

    /** The median absolute deviation from `middle`, as a standard deviation. NaN while the window is empty. */
    spread(middle: number): number {
      let below = placeOf(sorted, middle) - 1;
      let above = below + 1;
      let last = 0;
      let beforeLast = 0;
      // The deviations in ascending order, as if two sorted lists were merged: half of them are enough.
      for (let taken = 0; taken <= sorted.length >> 1; taken += 1) {
        const fromLow = middle - (sorted[below] ?? Number.NEGATIVE_INFINITY);
        const fromHigh = (sorted[above] ?? Number.POSITIVE_INFINITY) - middle;
        beforeLast = last;
        last = Math.min(fromLow, fromHigh);
        if (fromLow <= fromHigh) below -= 1;
        else above += 1;
      }
      return MAD_TO_SPREAD * (sorted.length % 2 === 1 ? last : (last + beforeLast) / 2);
    },
  };
}

/** The median of figures in ascending order; NaN of none. */
function middleOf(sorted: readonly number[]): number {
  const upper = sorted[sorted.length >> 1] ?? Number.NaN;
  const lower = sorted[(sorted.length - 1) >> 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/** Where a figure stands, or would stand, in ascending order. */
function placeOf(sorted: readonly number[], figure: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < figure) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The median of figures in any order; NaN of none. */
export function medianOf(figures: readonly number[]): number {
  return middleOf(figures.toSorted((a, b) => a - b));
}
