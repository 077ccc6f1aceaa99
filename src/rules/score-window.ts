/** The last figures of a score, kept in order of size: their median and spread cost no sorting, day after day. */

/** Makes the median absolute deviation of normally distributed figures equal to their standard deviation. */
export const MAD_TO_SPREAD = 1.4826;

/** Holds the last `length` figures given to `add`. */
export function createScoreWindow(length: number) {
  /** Round and round: the oldest is at `oldest`, once all places are taken. */
  const arrived = new Float64Array(length);
  const sorted = new Float64Array(length);
  let size = 0;
  let oldest = 0;

  return {
    get size() {
      return size;
    },

    add,

    /** Forgets all, and begins again with these. */
    restart(figures: readonly number[]): void {
      [size, oldest] = [0, 0];
      for (const figure of figures.slice(-length)) add(figure);
    },

    /** NaN while the window is empty. */
    median(): number {
      return middleOf(sorted, size);
    },

    /** The median absolute deviation from `middle`, as a standard deviation. NaN while the window is empty. */
    spread(middle: number): number {
      let below = placeOf(sorted, size, middle) - 1;
      let above = below + 1;
      let last = 0;
      let beforeLast = 0;
      // The deviations in ascending order, as if two sorted lists were merged: half of them are enough.
      for (let taken = 0; taken <= size >> 1; taken += 1) {
        const fromLow = below >= 0 ? middle - (sorted[below] ?? 0) : Number.POSITIVE_INFINITY;
        const fromHigh = above < size ? (sorted[above] ?? 0) - middle : Number.POSITIVE_INFINITY;
        beforeLast = last;
        last = Math.min(fromLow, fromHigh);
        if (fromLow <= fromHigh) below -= 1;
        else above += 1;
      }
      return MAD_TO_SPREAD * (size % 2 === 1 ? last : (last + beforeLast) / 2);
    },
  };

  function add(figure: number): void {
    if (size === length) {
      const from = placeOf(sorted, size, arrived[oldest] ?? 0);
      sorted.copyWithin(from, from + 1, size);
      size -= 1;
    }
    arrived[oldest] = figure;
    oldest = (oldest + 1) % length;
    const to = placeOf(sorted, size, figure);
    sorted.copyWithin(to + 1, to, size);
    sorted[to] = figure;
    size += 1;
  }
}

/** The median of so many figures in ascending order; NaN of none. */
function middleOf(sorted: Float64Array, size: number): number {
  if (size === 0) return Number.NaN;
  return ((sorted[(size - 1) >> 1] ?? 0) + (sorted[size >> 1] ?? 0)) / 2;
}

/** Where a figure stands, or would stand, among so many in ascending order. */
function placeOf(sorted: Float64Array, size: number, figure: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < figure) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The median of figures in any order; NaN of none. */
export function medianOf(figures: readonly number[]): number {
  return middleOf(new Float64Array(figures).sort(), figures.length);
}
