/**
 * Finds a lasting shift of the level. Three checks must agree, since each has its blind spot: following the level day
 * by day fails if noise was learned wrongly, the days' own scatter fails if the level wanders, and comparing the step
 * with a bent line fails if days are few.
 */
import { MAD_TO_SPREAD, medianOf } from './score-window.ts';

/** Days that the new level must have lasted, and how far back it is looked for. */
const SHORTEST = 3;
const LONGEST = 30;

/** Days from which the old level is read, at most and at least. */
const BEFORE = 28;
const FEWEST_BEFORE = 8;

/**
 * `sure`: standard errors between levels, exceeded about once in 20 years; `wandering`: the share of drift that the
 * level follows. Chosen by `npm run bench -- detect --choose`.
 */
export type ShiftSettings = { sure: number; wandering: number };
export const SHIFT_SETTINGS: ShiftSettings = { sure: 4.4, wandering: 0.1 };

/** In points; `changeAt` is the index of the first day of the new level. */
type Shift = { changeAt: number; before: number; after: number };

/** A day's figure, the variance of its noise, and the variance that drift adds per day. */
type ShiftDay = { figure: number; variance: number; drift: number };

/** `stricter` is added to the squared standard errors by which levels must differ, if this is one of many series. */
export function createShiftSearch(stricter = 0, { sure, wandering } = SHIFT_SETTINGS) {
  const figures: number[] = [];
  const level = createWanderingLevel();
  let start = 0;
  let noise = 0;

  return {
    add({ figure, variance, drift }: ShiftDay): void {
      figures.push(figure);
      noise = variance;
      level.follow(figure, variance, wandering * drift);
    },

    /** Restarts the level at this index and returns the figures since. */
    restart(from: number): readonly number[] {
      start = from;
      const since = figures.slice(from);
      level.restart(from, medianOf(since), noise);
      return since;
    },

    /** The shift that today makes certain, if any. `times` multiplies the distance needed; `isKnown`: see isStep. */
    find(times: number, isKnown: boolean): Shift | undefined {
      const least = (times * sure) ** 2 + stricter;
      const longest = Math.min(LONGEST, figures.length - start - FEWEST_BEFORE);
      for (const since of level.steps(least, SHORTEST, longest)) {
        const shift = shiftSince(since, least, isKnown);
        if (shift) return shift;
      }
      return undefined;
    },
  };

  /** The shift `since` days ago, if those days and the ones before form a step after clipping outliers. */
  function shiftSince(since: number, least: number, isKnown: boolean): Shift | undefined {
    const cut = figures.length - since;
    const days = figures.slice(Math.max(start, cut - BEFORE));
    const many = days.length - since;
    const [before, after] = [medianOf(days.slice(0, many)), medianOf(days.slice(many))];
    const away = days.map((figure, i) => figure - (i < many ? before : after));
    const spread = Math.max(Math.sqrt(noise), MAD_TO_SPREAD * medianOf(away.map(Math.abs)));
    const farthest = EXTREME_SPREADS * spread;
    const calm = away.map((points, i) => {
      const near = Math.max(-farthest, Math.min(farthest, points));
      return i < many ? near : near + after - before;
    });
    return isStep(calm, since, least, isKnown) ? { changeAt: cut, before, after } : undefined;
  }
}

/**
 * Whether days in a row, the last `since` after the step, form a step and not scatter, a slope or a wave: it must
 * exceed `least` and explain more than a bent line. If noise `isKnown`, scatter needn't confirm it.
 */
export function isStep(figures: readonly number[], since: number, least: number, isKnown: boolean): boolean {
  const days = figures.length;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / days;
  const middle = (days - 1) / 2;
  const time = (days * (days * days - 1)) / 12;
  const slope = figures.reduce((sum, figure, i) => sum + (i - middle) * figure, 0) / time;
  const jump = figures.slice(-since).reduce((sum, figure) => sum + figure - mean, 0);
  const [halves, along] = [(since * (days - since)) / days, (since * (days - since)) / 2];
  // Squared distances: all from the mean, and the parts that each model explains.
  const all = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0);
  const byLine = slope * slope * time;
  const alone = jump ** 2 / halves;
  const beside = (jump - slope * along) ** 2 / (halves - along ** 2 / time);
  const byBend = byLine + byBestBend(figures.map((figure, i) => figure - mean - slope * (i - middle)));
  const isSure = (step: number, rest: number, numbers: number) =>
    standardErrors(step, rest, days - numbers) >= least;
  return (
    (alone >= byBend && (isKnown || isSure(alone, all - alone, 2))) ||
    (byLine + beside >= byBend && isSure(beside, all - byLine - beside, 3))
  );
}

/** How much the best bend improves on a line; `away`: the figures' distances from that line. */
function byBestBend(away: readonly number[]): number {
  const days = away.length;
  const [middle, time] = [(days - 1) / 2, (days * (days * days - 1)) / 12];
  let [best, rest, product] = [0, 0, 0];
  // Moving the bend one day earlier raises the line by one on each later day, so the product grows by their sum.
  for (let after = 1; after < days - 1; after += 1) {
    rest += away[days - after] ?? 0;
    product += rest;
    const rise = (after * (after + 1)) / 2;
    const square = (rise * (2 * after + 1)) / 3;
    const along = (days - after - 1 - middle) * rise + square;
    best = Math.max(best, product ** 2 / (square - rise ** 2 / days - along ** 2 / time));
  }
  return best;
}

/** Student's t, squared, converted to the normal distribution (Wallace 1959). */
function standardErrors(step: number, rest: number, free: number): number {
  const t = (free * step) / Math.max(0, rest);
  return free * Math.log1p(t / free) * ((8 * free + 1) / (8 * free + 3)) ** 2;
}

/** The variance of the median of n normal figures is this times their variance over n. */
export const MEDIAN_VARIANCE = Math.PI / 2;

/** Figures further away than this are clipped to it. */
const EXTREME_SPREADS = 4;

/**
 * Follows a wandering level under noise (Kalman 1960) and tests how much of the surprises a step would explain
 * (Willsky and Jones 1976): the level follows a step by itself, so each day after it surprises less.
 */
export function createWanderingLevel() {
  /** Per day: the distance from what was expected, 1 over its variance, and the share of it left the next day. */
  const surprises: number[] = [];
  const certainties: number[] = [];
  const left: number[] = [];
  let level = 0;
  let uncertain = 0;

  return {
    /** `variance`: of the day's noise; `drift`: what a day adds to the variance of the level. */
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

    /** The level since this index is known now, so those days hold no surprise any more. */
    restart(from: number, median: number, variance: number): void {
      const days = left.length - from;
      for (const each of [surprises, certainties, left]) each.fill(0, from);
      [level, uncertain] = [median, (variance * MEDIAN_VARIANCE) / days];
    },

    /** How many days ago a step would explain the surprises since by at least `least`, the clearest first. */
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
