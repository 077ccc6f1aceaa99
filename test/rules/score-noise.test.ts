import { expect, test } from 'vitest';
import { createScoreNoise } from '../../src/rules/score-noise.ts';

test.each([
  ['of a single answer', 1, (100 ** 2 * 0.5 * 0.5) / 1],
  ['of ten answers', 10, (100 ** 2 * 0.5 * 0.5) / 10],
  ['that says of how many it is, and it is none: a typical one', 0, 1],
])('a day %s is as uncertain as that', (_, answers, variance) => {
  expect(createScoreNoise(100).sampling(50, answers)).toBeCloseTo(variance);
});
