/**
 * Finds what is unusual in one series of daily figures: a jump on a day, and a shift of the level. It reads a day at
 * a time, and a day's result depends only on that day and the days before.
 */
import { createScoreNoise, createWeekdayRhythm } from './score-noise.ts';
import { createShiftSearch, MEDIAN_VARIANCE, type ShiftSettings } from './score-shift.ts';
import { createScoreWindow, holds, medianOf } from './score-window.ts';

/** The usual level is the median of this many days. */
const USUAL_DAYS = 28;

/** Days needed to know what is usual. */
export const FEWEST_DAYS = 8;

/** Differences needed to know how much days differ; until then a jump must be TIMES_UNKNOWN times the threshold. */
const FEWEST_BETWEEN = 3;
const TIMES_UNKNOWN = 3;

/** Days needed for the level before a day may be judged together with the day before. */
const FEWEST_OF_LEVEL = 3;

/** A leap must leave each of the last days behind: after a single stray day, the next is merely back. */
const LEAP_DAYS = 3;

/** Until a new level has held for a week, the one before it is what people call usual; no longer than USUAL_DAYS. */
const SETTLED_DAYS = 7;

/** A level left for this many days at most and found again was usual all along. */
const EXCURSION_DAYS = 14;

/** Half the width of what is usual, in spreads: a figure this close to a level is back on it. */
const BACK_SPREADS = 2;

/** A shift can be told from drift only after three weeks. */
export const SHIFTS_FROM = 21;

/** The distance of a jump from what is expected, in spreads. */
export const JUMP_SPREADS = 3.6;

/** The whole and five engines. With more series each must be clearer. */
const FEW_SERIES = 6;

/** 2 for normal figures; shares of a few answers stray more often. */
const HEAVY_TAILS = 3;

/** The weight of the last four weeks' spread (MAD), where it exceeds the learned noise. */
const RECENT_SPREAD = 0.7;

/** Decimal differences aren't exact: 66.4 − 61.4 is 5.000000000000007. */
const DUST = 1e-9;

/** A complete day's figure. `day` counts days; `answers`: the number behind the figure, if known. */
export type Point = { day: number; value: number; answers?: number | undefined };

/** Found at `index`; `changeAt`: the first point of the new level; `delta`: its distance from `base`. */
export type Detection = {
  kind: 'jump' | 'shift';
  direction: 'up' | 'down';
  index: number;
  changeAt: number;
  base: number;
  delta: number;
};

/**
 * A point's reading. `expected` and `spread` (a standard deviation) come from earlier days; missing in the first eight.
 * `usual`: the same of what was usual before a change of level, until a new one has held for a week.
 */
export type Reading = {
  expected?: number | undefined;
  usual?: { expected: number; spread: number } | undefined;
  spread?: number | undefined;
  detections: readonly Detection[];
};

/** `minChange` 0: no threshold. `among`: the number of series watched together, for a part. `shift` is for the bench. */
export type DetectorSettings = {
  minChange: number;
  scale?: number | undefined;
  among?: number | undefined;
  shift?: ShiftSettings | undefined;
};

/** A day's figure and the level before it. `times` multiplies the distance needed for a jump. */
type DayOfSeries = {
  figure: number;
  level: number;
  variance: number;
  ofFigure: number;
  ofExpected: number;
  times: number;
};

/** Reads points in order of their days, about two microseconds each. */
export function createScoreDetector({ minChange, scale, among = 1, shift: search }: DetectorSettings) {
  // Chance exceeds a distance z in proportion to exp(-z²/2), so more series need a larger distance.
  const stricter = HEAVY_TAILS * Math.log(Math.max(1, among / FEW_SERIES));
  const jumpSpreads = Math.sqrt(JUMP_SPREADS ** 2 + stricter);
  const noise = createScoreNoise(scale);
  const rhythm = createWeekdayRhythm();
  const usual = createScoreWindow(USUAL_DAYS);
  const shifts = createShiftSearch(stricter, search);
  const caution = createScoreCaution();
  /** Figures without the weekly rhythm, and their sampling variances. */
  const flat: number[] = [];
  const samplings: number[] = [];
  let levelFrom = 0;
  /** The level before the last shift, while it may come back. */
  let before: { figures: readonly number[]; level: number; changeAt: number } | undefined;
  /** What was usual before the first of the shifts since which no level has held yet. */
  let unsettled: { level: number; spread: number; changeAt: number } | undefined;
  const spreads: number[] = [];
  let lastValue = 0;
  let jumping: { direction: 'up' | 'down'; since: number } | undefined;

  return {
    read({ day, value, answers }: Point): Reading {
      const index = flat.length;
      caution.age();
      const effect = rhythm.effect(day);
      const figure = value - effect;
      if (isBackBefore(index, figure)) resumeLevel(index - 1);
      const level = usual.size > 0 ? usual.median() : figure;
      const sampling = noise.sampling(level, answers);
      const variance = noise.ofDay(sampling);
      const drift = noise.drift(variance);
      const ofExpected = varianceOfLevel(variance, drift);
      const ofFigure = Math.max(variance, recentVariance(level));
      const times = caution.ofJump(noise.days(), noise.isSampled());
      const spread = times * Math.sqrt(ofFigure + ofExpected);
      forgetSettled(index);

      const jump =
        index < FEWEST_DAYS
          ? firstDaysJump(index, value, sampling, answers !== undefined)
          : dayJump(index, { figure, level, variance, ofFigure, ofExpected, times });

      if (usual.size > 0) rhythm.learn(day, value - level);
      shifts.add({ figure, variance, drift });
      flat.push(figure);
      samplings.push(sampling);
      spreads.push(spread);
      noise.learn(value, sampling, (days, ago) => squareTo(index - ago, days));
      usual.add(figure);
      lastValue = value;

      const shift = index >= SHIFTS_FROM ? shiftOf(index) : undefined;
      if (shift) beginLevel(shift.changeAt);
      const detections = [jump, shift].filter((one) => one !== undefined);
      if (index < FEWEST_DAYS) return { detections };
      return {
        expected: level + effect,
        usual: unsettled && { expected: unsettled.level + effect, spread: unsettled.spread },
        spread,
        detections,
      };
    },
  };

  /** After a shift, only the days of the new level tell what is usual. */
  function beginLevel(from: number): void {
    caution.shifted();
    const figures = flat.slice(Math.max(levelFrom, from - USUAL_DAYS), from);
    before = { figures, level: medianOf(figures), changeAt: from };
    unsettled = { level: before.level, spread: spreads[from] ?? 0, ...unsettled, changeAt: from };
    levelFrom = from;
    usual.restart(shifts.restart(from));
    jumping = undefined;
  }

  /** What was usual before no longer is once the last week held another level. */
  function forgetSettled(index: number): void {
    if (!unsettled || index <= unsettled.changeAt + SETTLED_DAYS) return;
    const { level, spread, changeAt } = unsettled;
    const week = flat.slice(-SETTLED_DAYS);
    const away = Math.abs(medianOf(week) - level);
    const within = BACK_SPREADS * spread;
    const isOther = away > within && holds(week, within);
    if (isOther || index > changeAt + USUAL_DAYS) unsettled = undefined;
  }

  /** Whether today and yesterday are on the level before the last shift again. */
  function isBackBefore(index: number, figure: number): boolean {
    if (!before || index > before.changeAt + EXCURSION_DAYS || index - 1 <= levelFrom) return false;
    const { level } = before;
    const near = Math.max(minChange / 2, BACK_SPREADS * Math.sqrt(noise.ofDay(samplings[index - 1] ?? 0)));
    const within = Math.min(near, Math.abs(usual.median() - level) / 2);
    return [figure, flat[index - 1] ?? Number.NaN].every((one) => Math.abs(one - level) < within);
  }

  /** What is usual is read from the days before the shift and from those since the return. */
  function resumeLevel(from: number): void {
    usual.restart([...(before?.figures ?? []), ...shifts.restart(from)]);
    if (unsettled?.level === before?.level) unsettled = undefined;
    before = undefined;
    levelFrom = from;
    jumping = undefined;
  }

  /** The level is the median of some days, and has drifted since the middle of them. */
  function varianceOfLevel(variance: number, drift: number): number {
    return (variance * MEDIAN_VARIANCE) / usual.size + (drift * (usual.size + 1)) / 3;
  }

  function recentVariance(level: number): number {
    return usual.size < FEWEST_DAYS ? 0 : (RECENT_SPREAD * usual.spread(level)) ** 2;
  }

  /** With too few days to know what is usual, compares a day with the day before. */
  function firstDaysJump(
    index: number,
    value: number,
    sampling: number,
    sampled: boolean,
  ): Detection | undefined {
    const delta = value - lastValue;
    if (index === 0 || minChange === 0 || !isLarge(delta)) return undefined;
    if (Math.abs(delta) < farthestAtFirst(index, sampling, sampled && scale !== undefined)) return undefined;
    const direction = directionOf(delta);
    jumping = { direction, since: index };
    return { kind: 'jump', direction, index, changeAt: index, base: lastValue, delta };
  }

  /** Too far from the usual level, or a leap away from the last days if that lags behind. Days in a row are one change. */
  function dayJump(index: number, day: DayOfSeries): Detection | undefined {
    const { figure, level, variance, times } = day;
    const away = findAway(index, day);
    const left = leftBehind(figure, farthest(times, Math.max(2 * variance, noise.betweenDays())));
    const isLeap = left !== undefined;
    const isBackwards = isLeap && (figure - left) * (figure - level) < 0;
    const base = away && !isBackwards ? level : left;
    if (base === undefined) return endJump();
    const delta = figure - base;
    const direction = directionOf(delta);
    if (isLeap || jumping?.direction !== direction)
      jumping = { direction, since: !isLeap && away === 'with yesterday' ? index - 1 : index };
    return { kind: 'jump', direction, index, changeAt: jumping.since, base, delta };
  }

  function endJump(): undefined {
    if (jumping) caution.jumped();
    jumping = undefined;
  }

  /** Whether today is too far from the usual level, alone or only together with yesterday. */
  function findAway(index: number, { figure, level, ofFigure, ofExpected, times }: DayOfSeries) {
    const away = figure - level;
    const isJump = (points: number, squares: number) =>
      isLarge(points) && Math.abs(points) >= farthest(times, squares);
    if (isJump(away, ofFigure + ofExpected)) return 'alone';
    const yesterday = index - levelFrom > FEWEST_OF_LEVEL ? (flat[index - 1] ?? level) - level : 0;
    const isBoth = yesterday * away > 0 && isLarge(away);
    return isBoth && isJump((away + yesterday) / 2, ofFigure / 2 + ofExpected) ? 'with yesterday' : undefined;
  }

  /** The same for one of the first days; if `isSampled`, sampling theory tells. */
  function farthestAtFirst(index: number, sampling: number, isSampled: boolean): number {
    if (isSampled) return farthest(1, sampling + (samplings[index - 1] ?? sampling));
    const least = farthest(caution.ofJump(noise.days(), false), noise.betweenDays());
    return index > FEWEST_BETWEEN ? least : Math.max(least || 0, TIMES_UNKNOWN * minChange);
  }

  /** The distance from which a move of this variance is a jump. */
  function farthest(times: number, variance: number): number {
    return times * jumpSpreads * Math.sqrt(variance);
  }

  /** The level of the last days, if today is at least `farthest` from each of them on the same side. */
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

  /** The squared difference over `days`, in sampling variances; undefined across a known shift, which isn't noise. */
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

/** All detections in a series, in order. */
export function detectionsOf(points: readonly Point[], settings: DetectorSettings): Detection[] {
  const detector = createScoreDetector(settings);
  return points.flatMap((point) => detector.read(point).detections);
}

function directionOf(delta: number): 'up' | 'down' {
  return delta < 0 ? 'down' : 'up';
}

/** Noise learned from n days is itself uncertain: a change must be farther away by this over n (nearly Student's t). */
const FEW_DAYS = 5;

/** With fewer days not even that uncertainty is known. */
const FEWEST = 3;

/** Days for which a change counts, as long as noise is remembered. */
const MEMORY = 90;

/** One change raises the distance for the next by a quarter; further ones add less, and it never doubles. */
const UNSEEN = 3;

/**
 * Raises the distance needed for a change: noise is never fully known, and each change hints that the series moves
 * more. If `isKnown`, sampling theory tells what chance can do.
 */
function createScoreCaution() {
  let jumps = 0;
  let shifts = 0;

  return {
    age(): void {
      jumps *= 1 - 1 / MEMORY;
      shifts *= 1 - 1 / MEMORY;
    },

    jumped(): void {
      jumps += 1;
    },

    shifted(): void {
      shifts += 1;
    },

    /** The factor for a jump's distance. `days`: the days from which noise was learned. */
    ofJump(days: number, isKnown: boolean): number {
      return isKnown ? factorOfDays(days) : factorOfDays(days) * factorOfChanges(jumps + shifts);
    },

    /** The factor for a shift's distance. Single stray days say nothing about the level. */
    ofShift(days: number, isKnown: boolean): number {
      return isKnown ? 1 : factorOfDays(days) * factorOfChanges(shifts);
    },
  };
}

function factorOfDays(days: number): number {
  return 1 + FEW_DAYS / Math.max(FEWEST, days);
}

function factorOfChanges(changes: number): number {
  return 1 + changes / (UNSEEN + changes);
}
