/** A sliding window of figures kept in order of size, so that median and spread need no sorting each day. */

/** Turns a median absolute deviation into a standard deviation, for normally distributed figures. */
export const MAD_TO_SPREAD = 1.4826;

/** Holds the last `length` figures given to `add`. */
export function createScoreWindow(length: number) {
  /** A ring buffer: once full, the oldest figure is at `oldest`. */
  const arrived = new Float64Array(length);
  const sorted = new Float64Array(length);
  let size = 0;
  let oldest = 0;

  return {
    get size() {
      return size;
    },

    add,

    /** Empties the window and fills it with the last of these. */
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
      // Merges the deviations below and above in ascending order; half of them are enough.
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

/** The median of the first `size` figures, in ascending order; NaN if there are none. */
function middleOf(sorted: Float64Array, size: number): number {
  if (size === 0) return Number.NaN;
  return ((sorted[(size - 1) >> 1] ?? 0) + (sorted[size >> 1] ?? 0)) / 2;
}

/** The index at which a figure is, or would be inserted, among the first `size`. */
function placeOf(sorted: Float64Array, size: number, figure: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < figure) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The median of figures in any order; NaN if there are none. A day's reading asks for dozens, so nothing is sorted. */
export function medianOf(figures: readonly number[]): number {
  const ranked = figures.slice();
  const half = ranked.length >> 1;
  const upper = selectRank(ranked, half);
  if (ranked.length % 2 === 1) return upper;
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < half; i += 1) lower = Math.max(lower, ranked[i] ?? 0);
  return (lower + upper) / 2;
}

/** The figure that would be at `rank` in ascending order; none before it is larger then. NaN if there is none. */
function selectRank(figures: number[], rank: number): number {
  let [low, high] = [0, figures.length - 1];
  while (low < high) {
    const last = parted(figures, low, high);
    if (rank <= last) high = last;
    else low = last + 1;
  }
  return figures[rank] ?? Number.NaN;
}

/** Moves the smaller figures from `low` to `high` before the larger ones (Hoare 1961), and returns the last place of the smaller. */
function parted(figures: number[], low: number, high: number): number {
  const pivot = figures[(low + high) >> 1] ?? 0;
  let [left, right] = [low - 1, high + 1];
  for (;;) {
    do left += 1;
    while ((figures[left] ?? pivot) < pivot);
    do right -= 1;
    while ((figures[right] ?? pivot) > pivot);
    if (left >= right) return right;
    const moved = figures[left] ?? pivot;
    figures[left] = figures[right] ?? pivot;
    figures[right] = moved;
  }
}

export function meanOf(figures: readonly number[]): number {
  return figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
}

/** If the median of these last days has left the level again, it doesn't hold. */
const LATEST_DAYS = 3;

/** Whether the days lie around one level, the latest included, without a trend. `within`: the distance that is noise. */
export function holds(days: readonly number[], within: number): boolean {
  const latest = medianOf(days.slice(-LATEST_DAYS));
  return Math.abs(latest - medianOf(days)) <= within && Math.abs(trendOf(days)) <= within;
}

/** How far the figures went from the first day to the last, ignoring outliers: the median of all slopes (Theil–Sen). */
function trendOf(days: readonly number[]): number {
  const slopes = days.flatMap((figure, i) =>
    days.slice(i + 1).map((later, after) => (later - figure) / (after + 1)),
  );
  return medianOf(slopes) * (days.length - 1);
}

/** The probability that `many` or more of `of` are what each is with this `chance` (binomial). */
export function computeUpperTail(many: number, of: number, chance: number): number {
  let [tail, logOfTerm] = [0, of * Math.log1p(-chance)];
  for (let k = 0; k <= of; k += 1) {
    if (k >= many) tail += Math.exp(logOfTerm);
    logOfTerm += Math.log(of - k) - Math.log(k + 1) + Math.log(chance) - Math.log1p(-chance);
  }
  return Math.min(1, tail);
}
