import { describe, expect, test } from 'vitest';
import { createWanderingLevel } from '../../src/rules/score-level.ts';
import { noise } from './score-days.ts';

const LEAST = 4.4 ** 2;

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
