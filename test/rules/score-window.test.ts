import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScoreWindow, medianOf } from '../../src/rules/score-window.ts';

test('it forgets the oldest figure, and knows the median and spread of the others', () => {
  const window = createScoreWindow(3);
  for (const figure of [100, 1, 2, 6]) window.add(figure);
  expect(window.size).toBe(3);
  expect(window.median()).toBe(2);
  expect(window.spread(2)).toBeCloseTo(1.4826);
});

test('whatever it was given, it says what sorting says', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 60 }), (figures) => {
      const window = createScoreWindow(28);
      for (const figure of figures) window.add(figure);
      const last = figures.slice(-28);
      const middle = medianOf(last);
      expect(window.median()).toBe(middle);
      expect(window.spread(middle)).toBeCloseTo(1.4826 * medianOf(last.map((one) => Math.abs(one - middle))));
    }),
    { seed: 6, numRuns: 200 },
  );
});

test('it begins again with the last of what it is given', () => {
  const window = createScoreWindow(3);
  for (const figure of [100, 1, 2, 6]) window.add(figure);
  window.restart([50, 9, 8, 7]);
  expect([window.size, window.median()]).toEqual([3, 8]);
  window.add(1);
  expect([window.size, window.median()]).toEqual([3, 7]);
  window.restart([4]);
  expect([window.size, window.median()]).toEqual([1, 4]);
});

test('of nothing there is no median', () => {
  expect(createScoreWindow(28).median()).toBeNaN();
  expect(medianOf([])).toBeNaN();
});
