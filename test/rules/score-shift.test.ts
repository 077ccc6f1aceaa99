import { describe, expect, test } from 'vitest';
import { createWanderingLevel, isStep } from '../../src/rules/score-shift.ts';
import { noise } from './score-days.ts';

const LEAST = 4.4 ** 2;
const wobble = (days: number, sigma = 1) => noise(31, days, 0, sigma);
const days = (length: number, level: (day: number) => number) =>
  wobble(length).map((away, day) => away + level(day));

describe('some days are a step', () => {
  test('where the last of them lie elsewhere', () => {
    expect(
      isStep(
        days(33, (day) => (day < 28 ? 0 : 6)),
        5,
        LEAST,
        false,
      ),
    ).toBe(true);
  });

  test('also on a slope', () => {
    expect(
      isStep(
        days(36, (day) => day / 2 + (day < 28 ? 0 : 12)),
        8,
        LEAST,
        false,
      ),
    ).toBe(true);
  });

  test('in whatever unit', () => {
    const figures = days(33, (day) => (day < 28 ? 0 : 6)).map((figure) => 1_000 * figure);
    expect(isStep(figures, 5, LEAST, false)).toBe(true);
  });
});

describe('some days are no step', () => {
  test.each([
    ['a slope', 36, (day: number) => day],
    ['a level that begins to fall', 43, (day: number) => Math.min(0, 28 - day)],
    ['a fall that ends', 43, (day: number) => Math.max(0, 28 - day)],
    ['nothing but noise', 40, () => 0],
  ])('if they are %s', (_, length, level) => {
    for (const since of [3, 5, 8, 12]) expect(isStep(days(length, level), since, LEAST, false)).toBe(false);
  });

  test('if they scatter as much themselves, unless noise is known', () => {
    const restless = wobble(32, 4).map((away, day) => away + (day < 28 ? 0 : 12));
    expect(isStep(restless, 4, LEAST, false)).toBe(false);
    expect(isStep(restless, 4, LEAST, true)).toBe(true);
  });
});

/** The steps that it saw after these figures, each with a variance of 1. */
function stepsAfter(figures: readonly number[], drift: number): number[] {
  const level = createWanderingLevel();
  for (const figure of figures) level.follow(figure, 1, drift);
  return level.steps(LEAST, 1, 20);
}

const quiet = noise(41, 40, 60, 1);
const stepped = [...quiet, ...noise(42, 5, 64, 1)];

describe('a level that wanders', () => {
  test('is surprised by a step most on the day that it was', () => {
    expect(stepsAfter(stepped, 0.001)[0]).toBe(5);
    expect(stepsAfter(quiet, 0.001)).toEqual([]);
  });

  test('is not surprised by what it does every day', () => {
    expect(stepsAfter(stepped, 20)).toEqual([]);
  });

  test('takes a single wild day for no step', () => {
    expect(stepsAfter([...quiet, 500], 0.001)).toEqual([]);
  });

  test('that begins anew is surprised by nothing before', () => {
    const level = createWanderingLevel();
    for (const figure of stepped) level.follow(figure, 1, 0.001);
    level.restart(40, 64, 1);
    expect(level.steps(LEAST, 1, 5)).toEqual([]);
    for (const figure of noise(43, 5, 60, 1)) level.follow(figure, 1, 0.001);
    expect(level.steps(LEAST, 1, 10)[0]).toBe(5);
  });
});
