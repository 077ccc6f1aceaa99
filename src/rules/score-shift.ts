/**
 * Finds a lasting shift of the level. Three look at it, each deceived by something else, and all have to agree: who follows
 * the level (by noise that was learnt wrongly), who compares the days since with those before by their own scatter (by a
 * level that wanders), and who holds a slope against the step (by hardly any days).
 */
import { isBend } from './score-bend.ts';
import { createWanderingLevel, EXTREME_SPREADS } from './score-level.ts';
import { MAD_TO_SPREAD, medianOf } from './score-window.ts';

/** The new level must have lasted so many days, and is looked for over so many. */
const SHORTEST = 3;
const LONGEST = 30;

/** The old level is read off so many days at most, and at least. */
const BEFORE = 28;
const FEWEST_BEFORE = 8;

/** Chosen by `npm run bench -- detect --choose`. */
export type ShiftSettings = {
  /** Levels must differ by so many standard errors, whoever measures them. */
  sure: number;
  /** Of the drift that was seen so much is wandering, which the level follows: the rest was steps, slopes and seasons. */
  wandering: number;
};
export const SHIFT_SETTINGS: ShiftSettings = { sure: 4.4, wandering: 0.1 };

/** In points; `changeAt` is the index of the first day of the new level. */
export type Shift = { changeAt: number; before: number; after: number };

/** One day: its figure, the variance of its noise, and how much variance a day of drift adds between two days. */
export type ShiftDay = { figure: number; variance: number; drift: number };

/** `stricter` is added to the square of the standard errors that levels must differ by: for one of many series. */
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

    /** The level begins anew at this index. Its figures, for who else learns. */
    restart(from: number): readonly number[] {
      start = from;
      const since = figures.slice(from);
      level.restart(from, medianOf(since), noise);
      return since;
    },

    /**
     * The shift that today makes certain. `times`: so many times as far as usual, to be one. Where noise `isKnown`, no scatter
     * need tell it.
     */
    find(times: number, isKnown: boolean): Shift | undefined {
      const least = (times * sure) ** 2 + stricter;
      const since = clearestStep(least);
      if (since === undefined) return undefined;
      const cut = figures.length - since;
      const old = figures.slice(Math.max(start, cut - BEFORE), cut);
      const [before, after] = [medianOf(old), medianOf(figures.slice(cut))];
      const away = [...old.map((figure) => figure - before), ...figures.slice(cut).map((figure) => figure - after)];
      const spread = Math.max(Math.sqrt(noise), MAD_TO_SPREAD * medianOf(away.map(Math.abs)));
      const farthest = EXTREME_SPREADS * spread;
      const calm = away.map((points, i) => {
        const near = Math.max(-farthest, Math.min(farthest, points));
        return i < old.length ? near : near + after - before;
      });
      if (!isKnown && byScatter(calm, since) < least) return undefined;
      return isBend(calm, since) ? undefined : { changeAt: cut, before, after };
    },
  };

  /** How many days ago the step was that explains most. */
  function clearestStep(least: number): number | undefined {
    const longest = Math.min(LONGEST, figures.length - start - FEWEST_BEFORE);
    let clearest = least;
    let found: number | undefined;
    level.stepsAgo(longest).forEach((errors, days) => {
      if (days < SHORTEST || errors < clearest) return;
      clearest = errors;
      found = days;
    });
    return found;
  }
}

/**
 * By how many standard errors, squared, the last `since` days differ from those before: Student's t, made as rare as the
 * normal distribution has it (Wallace 1959).
 */
function byScatter(days: readonly number[], since: number): number {
  const [before, after] = [scatterOf(days.slice(0, -since)), scatterOf(days.slice(-since))];
  const free = days.length - 2;
  const variance = ((before.squares + after.squares) / free) * (1 / since + 1 / (days.length - since));
  const t = (after.mean - before.mean) ** 2 / variance;
  return free * Math.log1p(t / free) * ((8 * free + 1) / (8 * free + 3)) ** 2;
}

function scatterOf(figures: readonly number[]) {
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  return { mean, squares: figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0) };
}
