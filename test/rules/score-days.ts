/** Series of daily figures as the tests of detection make them: by hand, or quiet noise of a fixed seed. */
import {
  type Detection,
  type DetectorSettings,
  detectionsOf,
  type Point,
} from '../../src/rules/score-detector.ts';
import { randomOf } from '../../src/sandbox/world/random.ts';

/** Days in a row from day 0; undefined is a day without a figure. */
export function pointsOf(values: readonly (number | undefined)[], answers?: number): Point[] {
  return values.flatMap((value, day) => (value === undefined ? [] : [{ day, value, answers }]));
}

/** `length` figures around a level, with one decimal. */
export function noise(seed: number, length: number, level = 60, sigma = 1.5): number[] {
  const random = randomOf('score-days', seed);
  return Array.from({ length }, () => Number((level + sigma * random.normal()).toFixed(1)));
}

export function detections(
  values: readonly (number | undefined)[],
  settings: Partial<DetectorSettings> = {},
) {
  return detectionsOf(pointsOf(values), { minChange: 5, ...settings });
}

/** "shift down 52 since 50" */
export const inShort = ({ kind, direction, index, changeAt }: Detection) =>
  `${kind} ${direction} ${index} since ${changeAt}`;
