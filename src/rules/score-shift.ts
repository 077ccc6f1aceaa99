/**
 * Finds a lasting shift of the level. Three have to agree, since each is deceived by something else: who follows the level
 * day by day, by noise that was learnt wrongly; who looks at the days' own scatter, by a level that wanders; and who holds a
 * bent line against the step, where days are few.
 */
import { createWanderingLevel, EXTREME_SPREADS } from './score-level.ts';
import { isStep } from './score-step.ts';
import { MAD_TO_SPREAD, medianOf } from './score-window.ts';

/** The new level must have lasted so many days, and is looked for over so many. */
const SHORTEST = 3;
const LONGEST = 30;

/** The old level is read off so many days at most, and at least. */
const BEFORE = 28;
const FEWEST_BEFORE = 8;

/**
 * `sure`: levels must differ by so many standard errors, whoever measures them: about once in 20 years for a quiet series that
 * is looked at daily. `wandering`: so much of the drift that was seen a level follows, the rest was steps, slopes and
 * seasons; chosen on simulated series by `npm run bench -- detect --choose`.
 */
export type ShiftSettings = { sure: number; wandering: number };
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

    /** The shift that today makes certain. `times`: so many times as far as usual, to be one. `isKnown`: see isStep. */
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

  /** The shift so many days ago, if those days and the ones before are a step, whatever single days strayed. */
  function shiftSince(since: number, least: number, isKnown: boolean): Shift | undefined {
    const cut = figures.length - since;
    const old = figures.slice(Math.max(start, cut - BEFORE), cut);
    const young = figures.slice(cut);
    const [before, after] = [medianOf(old), medianOf(young)];
    const away = [...old.map((figure) => figure - before), ...young.map((figure) => figure - after)];
    const spread = Math.max(Math.sqrt(noise), MAD_TO_SPREAD * medianOf(away.map(Math.abs)));
    const farthest = EXTREME_SPREADS * spread;
    const calm = away.map((points, i) => {
      const near = Math.max(-farthest, Math.min(farthest, points));
      return i < old.length ? near : near + after - before;
    });
    return isStep(calm, since, least, isKnown) ? { changeAt: cut, before, after } : undefined;
  }
}
