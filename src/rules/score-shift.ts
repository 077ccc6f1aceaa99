/**
 * Finds a lasting shift of the level. Three have to agree, since each is deceived by something else: who follows the level
 * day by day, by noise that was learnt wrongly; who looks at the days' own scatter, by a level that wanders; and who holds a
 * bent line against the step, where days are few.
 */
import { createWanderingLevel, EXTREME_SPREADS } from './score-level.ts';
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
type Shift = { changeAt: number; before: number; after: number };

/** One day: its figure, the variance of its noise, and how much variance a day of drift adds between two days. */
type ShiftDay = { figure: number; variance: number; drift: number };

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

/**
 * Whether some days are a step, and not their own scatter, a slope, a season or a slow wave: a step alone, or one beside a
 * line, must be certain by what it leaves unexplained, and explain more than a line that bends does.
 *
 * `figures` of days in a row, the last `since` of them after the step. `least` standard errors, squared, must it be; where
 * noise `isKnown`, the scatter of these few days need not tell.
 */
export function isStep(figures: readonly number[], since: number, least: number, isKnown: boolean): boolean {
  const days = figures.length;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / days;
  const middle = (days - 1) / 2;
  const time = (days * (days * days - 1)) / 12;
  const slope = figures.reduce((sum, figure, i) => sum + (i - middle) * figure, 0) / time;
  const jump = figures.slice(-since).reduce((sum, figure) => sum + figure - mean, 0);
  const [halves, along] = [(since * (days - since)) / days, (since * (days - since)) / 2];
  // All of it squared distances: from the mean, and what of them is explained.
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

/** What a bend somewhere adds to a line, from which these figures are so far away. */
function byBestBend(away: readonly number[]): number {
  const days = away.length;
  const [middle, time] = [(days - 1) / 2, (days * (days * days - 1)) / 12];
  let [best, rest, product] = [0, 0, 0];
  // Bent ever earlier, the line rises by one more on each day after: so the product grows by the sum of those.
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

/** Student's t, squared, made as rare as the normal distribution has it (Wallace 1959). */
function standardErrors(step: number, rest: number, free: number): number {
  const t = (free * step) / Math.max(0, rest);
  return free * Math.log1p(t / free) * ((8 * free + 1) / (8 * free + 3)) ** 2;
}
