/**
 * Finds what is no longer usual in one series of daily figures: a jump of the day, and a shift of the level. It is a fold,
 * a day at a time: what it says of a day depends on that day and the days before it, and on nothing else.
 */

import { createScoreNoise, createWeekdayRhythm } from './score-noise.ts';
import { createShiftSearch, MEDIAN_VARIANCE, type ShiftSettings } from './score-shift.ts';
import { createScoreWindow, medianOf } from './score-window.ts';

/** What is usual is the median of so many days. */
const USUAL_DAYS = 28;

/** Fewer days than these say nothing about what is usual. */
export const FEWEST_DAYS = 8;

/** What days differ by is read off so many differences at least; until then a jump is so many times the least change. */
const FEWEST_BETWEEN = 3;
const TIMES_UNKNOWN = 3;

/** A day joins with the day before it only once the level is known from so many others. */
const FEWEST_OF_LEVEL = 3;

/** Each of so many days before must be left behind for a leap: after one that strayed, the next is back. */
const LEAP_DAYS = 3;

/** A shift is told apart from drift only once drift could be seen, after three weeks of days. */
export const SHIFTS_FROM = 21;

/** A jump is so many spreads away from what is expected. */
export const JUMP_SPREADS = 3.6;

/** The whole and five engines: of more series each must be clearer, or together they would cry wolf. */
const FEW_SERIES = 6;

/** 2 for normal figures; shares of a few answers stray more often. */
const HEAVY_TAILS = 3;

/** The spread of the last four weeks (MAD) counts by this factor, where it exceeds what was learnt of the noise. */
const RECENT_SPREAD = 0.7;

/** Differences of decimal figures carry dust: 66.4 − 61.4 is 5.000000000000007. */
const DUST = 1e-9;

/** A figure of a complete day. `day` counts days from any day on; `answers` are those behind it, where known. */
export type Point = { day: number; value: number; answers?: number | undefined };

/**
 * Something no longer usual. `index` is that of the point that told it, `changeAt` that of the first point of the new
 * level; `base` the level before, `delta` how far it moved, both in points of the score.
 */
export type Detection = {
  kind: 'jump' | 'shift';
  direction: 'up' | 'down';
  index: number;
  changeAt: number;
  base: number;
  delta: number;
};

/**
 * A point as the detector saw it. `expected` and `spread` (a standard deviation: of noise, and of not knowing level and noise
 * exactly) are from earlier days only; missing while those are fewer than eight.
 */
export type Reading = {
  expected?: number | undefined;
  spread?: number | undefined;
  detections: readonly Detection[];
};

/**
 * `minChange` in points of the score, 0 for no absolute floor; `scale`: see createScoreNoise. `among`: how many series are
 * looked at together, where this is one of the parts of a whole. `shift` is for the bench.
 */
export type DetectorSettings = {
  minChange: number;
  scale?: number | undefined;
  among?: number | undefined;
  shift?: ShiftSettings | undefined;
};

/**
 * A day's figure, and the level before it. Variances: `variance` of noise alone, `ofFigure` of the last weeks too, `ofExpected`
 * of not knowing the level. `times`: so many times as far as usual must a jump be.
 */
type DayOfSeries = {
  figure: number;
  level: number;
  variance: number;
  ofFigure: number;
  ofExpected: number;
  times: number;
};

/** Reads points in the order of their days; each at a cost of about two microseconds. */
export function createScoreDetector({ minChange, scale, among = 1, shift: search }: DetectorSettings) {
  // Chance is beyond a distance z in proportion to exp(-z²/2): so many more series, so much farther.
  const stricter = HEAVY_TAILS * Math.log(Math.max(1, among / FEW_SERIES));
  const jumpSpreads = Math.sqrt(JUMP_SPREADS ** 2 + stricter);
  const noise = createScoreNoise(scale);
  const rhythm = createWeekdayRhythm();
  const usual = createScoreWindow(USUAL_DAYS);
  const shifts = createShiftSearch(stricter, search);
  const caution = createScoreCaution();
  /** Figures without their weekly rhythm, and their sampling variances. */
  const flat: number[] = [];
  const samplings: number[] = [];
  let levelFrom = 0;
  let lastValue = 0;
  let jumping: { direction: 'up' | 'down'; since: number } | undefined;

  return {
    read({ day, value, answers }: Point): Reading {
      const index = flat.length;
      caution.age();
      const effect = rhythm.effect(day);
      const figure = value - effect;
      const level = usual.size > 0 ? usual.median() : figure;
      const sampling = noise.sampling(level, answers);
      const variance = noise.ofDay(sampling);
      const drift = noise.drift(variance);
      const ofExpected = usual.size > 0 ? varianceOfLevel(variance, drift) : Number.NaN;
      const ofFigure = Math.max(variance, recentVariance(level));
      const times = caution.ofJump(noise.days(), noise.isSampled());
      const detections: Detection[] = [];

      const jump =
        index < FEWEST_DAYS
          ? firstDaysJump(index, value, samplings[index - 1] ?? sampling, sampling, answers !== undefined)
          : dayJump(index, { figure, level, variance, ofFigure, ofExpected, times });
      if (jump) detections.push(jump);

      if (usual.size > 0) rhythm.learn(day, value - level);
      shifts.add({ figure, variance, drift });
      flat.push(figure);
      samplings.push(sampling);
      noise.learn(value, sampling, (days, ago) => squareTo(index - ago, days));
      usual.add(figure);
      lastValue = value;

      const shift = index >= SHIFTS_FROM ? shiftOf(index) : undefined;
      if (shift) {
        detections.push(shift);
        caution.shifted();
        levelFrom = shift.changeAt;
        usual.restart(shifts.restart(levelFrom));
        jumping = undefined;
      }
      if (index < FEWEST_DAYS) return { detections };
      return { expected: level + effect, spread: times * Math.sqrt(ofFigure + ofExpected), detections };
    },
  };

  /** How uncertain the level is: it is the median of some days, and has drifted since the middle of them. */
  function varianceOfLevel(variance: number, drift: number): number {
    return (variance * MEDIAN_VARIANCE) / usual.size + (drift * (usual.size + 1)) / 3;
  }

  function recentVariance(level: number): number {
    return usual.size < FEWEST_DAYS ? 0 : (RECENT_SPREAD * usual.spread(level)) ** 2;
  }

  /** Too few days to know what is usual: a day against the day before it, beyond the error of sampling or what days differed by. */
  function firstDaysJump(
    index: number,
    value: number,
    samplingBefore: number,
    sampling: number,
    sampled: boolean,
  ): Detection | undefined {
    const delta = value - lastValue;
    if (index === 0 || minChange === 0 || !isLarge(delta)) return undefined;
    const isSampled = sampled && scale !== undefined;
    const variance = isSampled ? sampling + samplingBefore : noise.betweenDays();
    if (!isSampled && index <= FEWEST_BETWEEN && Math.abs(delta) < TIMES_UNKNOWN * minChange)
      return undefined;
    const times = isSampled ? 1 : caution.ofJump(noise.days(), false);
    if (Math.abs(delta) < times * jumpSpreads * Math.sqrt(variance)) return undefined;
    const direction = directionOf(delta);
    jumping = { direction, since: index };
    return { kind: 'jump', direction, index, changeAt: index, base: lastValue, delta };
  }

  /**
   * Today, or today together with yesterday, is too far from what is usual; or today leaps away from the last days, which
   * what is usual has not followed yet. Days in a row are of one change, until the next leap; a day that is back does not
   * belong to it, however far off yesterday was.
   */
  function dayJump(index: number, day: DayOfSeries): Detection | undefined {
    const { figure, level, variance, ofFigure, ofExpected, times } = day;
    const away = figure - level;
    const farthest = (squares: number) => times * jumpSpreads * Math.sqrt(squares);
    const isJump = (points: number, squares: number) =>
      isLarge(points) && Math.abs(points) >= farthest(squares);
    const yesterday = index - levelFrom > FEWEST_OF_LEVEL ? (flat[index - 1] ?? level) - level : 0;
    const alone = isJump(away, ofFigure + ofExpected);
    const isBoth = yesterday * away > 0 && isLarge(away);
    const together = isBoth && isJump((away + yesterday) / 2, ofFigure / 2 + ofExpected);
    const left = leftBehind(figure, farthest(Math.max(2 * variance, noise.betweenDays())));
    const isLeap = left !== undefined;
    const isBackwards = isLeap && (figure - left) * away < 0;
    const base = (alone || together) && !isBackwards ? level : left;
    if (base === undefined) {
      if (jumping) caution.jumped();
      jumping = undefined;
      return undefined;
    }
    const delta = figure - base;
    const direction = directionOf(delta);
    if (isLeap || jumping?.direction !== direction)
      jumping = { direction, since: alone || isLeap ? index : index - 1 };
    return { kind: 'jump', direction, index, changeAt: jumping.since, base, delta };
  }

  /** The level of the last days, where today is so far from each of them, on the same side. */
  function leftBehind(figure: number, farthest: number): number | undefined {
    const side = Math.sign(figure - (flat.at(-1) ?? figure));
    for (let i = flat.length - LEAP_DAYS; i < flat.length; i += 1) {
      const points = figure - (flat[i] ?? figure);
      if (!isLarge(points) || points * side < farthest) return undefined;
    }
    return medianOf(flat.slice(-LEAP_DAYS));
  }

  function shiftOf(index: number): Detection | undefined {
    const shift = shifts.find(caution.ofShift(noise.days(), noise.isSampled()), noise.isSampled());
    if (!shift) return undefined;
    const { changeAt, before: base, after } = shift;
    const delta = after - base;
    return isLarge(delta)
      ? { kind: 'shift', direction: directionOf(delta), index, changeAt, base, delta }
      : undefined;
  }

  /** A difference over a known shift says nothing about noise. */
  function squareTo(index: number, days: number): number | undefined {
    const before = index - days;
    if (before < levelFrom) return undefined;
    const points = (flat[index] ?? 0) - (flat[before] ?? 0);
    return points ** 2 / ((samplings[index] ?? 1) + (samplings[before] ?? 1));
  }

  function isLarge(points: number): boolean {
    return points !== 0 && Math.abs(points) + DUST >= minChange;
  }
}

/** What a series brought, each detection on its day. */
export function detectionsOf(points: readonly Point[], settings: DetectorSettings): Detection[] {
  const detector = createScoreDetector(settings);
  return points.flatMap((point) => detector.read(point).detections);
}

function directionOf(delta: number): 'up' | 'down' {
  return delta < 0 ? 'down' : 'up';
}

/** Noise that was read off n days alone is itself uncertain: a change must be farther away by this over n (nearly Student's t). */
const FEW_DAYS = 5;

/** Fewer days than these tell not even how uncertain they are. */
const FEWEST = 3;

/** A change counts for about so many days, as long as noise is remembered. */
const MEMORY = 90;

/** One change makes the next need a quarter more; each further one adds less, and all together never double it. */
const UNSEEN = 3;

/**
 * Chance that is only measured is never known in full: neither its tails nor how long it lasts. Each change found is a hint
 * that the series just moves more than it seemed. Where `isKnown`, answers are counted and tell what chance can do.
 */
export function createScoreCaution() {
  let jumps = 0;
  let shifts = 0;

  return {
    /** A day has passed. */
    age(): void {
      jumps *= 1 - 1 / MEMORY;
      shifts *= 1 - 1 / MEMORY;
    },

    /** A jump is over. */
    jumped(): void {
      jumps += 1;
    },

    shifted(): void {
      shifts += 1;
    },

    /** So many times as far a jump must be. `days`: those that noise was read off. */
    ofJump(days: number, isKnown: boolean): number {
      return isKnown ? unsure(days) : unsure(days) * clearer(jumps + shifts);
    },

    /** So many times as far a shift must be. Single days that stray say nothing of the level. */
    ofShift(days: number, isKnown: boolean): number {
      return isKnown ? 1 : unsure(days) * clearer(shifts);
    },
  };
}

function unsure(days: number): number {
  return 1 + FEW_DAYS / Math.max(FEWEST, days);
}

function clearer(changes: number): number {
  return 1 + changes / (UNSEEN + changes);
}
