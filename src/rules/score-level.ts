/**
 * A level that wanders under noise, followed a day at a time (Kalman 1960), and how much of what came unexpectedly a step
 * would explain (Willsky and Jones 1976): the level follows a step by itself, so that each day after it surprises less.
 */

/** The variance of a median of n normal figures is this much over n, in their variance. */
export const MEDIAN_VARIANCE = Math.PI / 2;

/** A figure further away than so many spreads counts as if it were so far. */
export const EXTREME_SPREADS = 4;

export function createWanderingLevel() {
  /** Of each day: how far its figure was from what was expected, 1 over the variance of that, and what of it is left the next day. */
  const surprises: number[] = [];
  const certainties: number[] = [];
  const left: number[] = [];
  let level = 0;
  let uncertain = 0;

  return {
    /** `variance` is that of the day's noise, `drift` what a day adds to that of the level. */
    follow(figure: number, variance: number, drift: number): void {
      if (left.length === 0) {
        [level, uncertain] = [figure, variance];
        record(0, 0, 0);
        return;
      }
      uncertain += drift;
      const all = uncertain + variance;
      const farthest = EXTREME_SPREADS * Math.sqrt(all);
      const surprise = Math.max(-farthest, Math.min(farthest, figure - level));
      const gain = uncertain / all;
      record(surprise, 1 / all, 1 - gain);
      level += gain * surprise;
      uncertain *= 1 - gain;
    },

    /** Of the days from this index on the level is known now: nothing in them is a surprise. */
    restart(from: number, median: number, variance: number): void {
      const days = left.length - from;
      for (const each of [surprises, certainties, left]) each.fill(0, from);
      [level, uncertain] = [median, (variance * MEDIAN_VARIANCE) / days];
    },

    /**
     * The steps that explain the surprises since by at least so many standard errors, squared, the clearest first: how many
     * days ago each was (1 is today), from `shortest` to `longest`.
     */
    steps(least: number, shortest: number, longest: number): number[] {
      const found: { days: number; errors: number }[] = [];
      let [along, certain] = [0, 0];
      for (let days = 1; days <= longest; days += 1) {
        const i = left.length - days;
        const stays = left[i] ?? 0;
        const certainty = certainties[i] ?? 0;
        along = (surprises[i] ?? 0) * certainty + stays * along;
        certain = certainty + stays * stays * certain;
        if (days >= shortest && along * along >= least * certain && certain > 0)
          found.push({ days, errors: (along * along) / certain });
      }
      return found.sort((a, b) => b.errors - a.errors).map(({ days }) => days);
    },
  };

  function record(surprise: number, certainty: number, stays: number): void {
    surprises.push(surprise);
    certainties.push(certainty);
    left.push(stays);
  }
}
