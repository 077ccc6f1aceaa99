import { describe, expect, test } from 'vitest';
import { detectionsOf } from '../../src/rules/score-detector.ts';
import { alertsTold, calmFigures, type Noise, WINDOWS } from '../bench/detect-calm.ts';
import { detections, inShort, noise, pointsOf } from './score-days.ts';

const NOISES: readonly Noise[] = ['normal', 'whole points', 'lasting'];
const RUNS = 200;

describe.each(NOISES)('eighty mornings of nothing but noise (%s)', (kind) => {
  const runs = Array.from({ length: RUNS }, (_, run) => calmFigures(kind, -1 - run));

  test.each(WINDOWS)('bring two alerts to hardly anybody where the API gives %d days', (window) => {
    const twice = runs.filter((figures) => alertsTold(figures, window) > 1);
    expect(twice.length / RUNS).toBeLessThanOrEqual(0.015);
  });
});

describe('a series that was told to have changed', () => {
  const calm = noise(21, 80, 60, 2);
  const swung = calm.with(60, 50);
  /** What the day after them is told to be. */
  const then = (figures: readonly number[], last: number, settings?: { answers: number }) =>
    detectionsOf(pointsOf([...figures, last], settings?.answers), { minChange: 5, scale: 100 })
      .filter(({ index }) => index === figures.length)
      .map(inShort);

  test('must change more clearly the next time, which a far greater change does', () => {
    expect(then(swung.slice(0, 60), 50)).toEqual(['jump down 60 since 60']);
    expect(then(calm, 51)).toEqual(['jump down 80 since 80']);
    expect(then(swung, 51)).toEqual([]);
    expect(then(swung, 40)).toEqual(['jump down 80 since 80']);
  });

  test('must not where the number of answers tells what chance is', () => {
    expect(then(swung, 50.5)).toEqual([]);
    expect(then(swung, 50.5, { answers: 550 })).toEqual(['jump down 80 since 80']);
  });
});

test('few days must show a change more clearly than many', () => {
  const days = (length: number) => Array.from({ length }, (_, day) => (day % 2 === 0 ? 60 : 62));
  expect(detections([...days(10), 53.5])).toEqual([]);
  expect(detections([...days(40), 53.5]).map(inShort)).toEqual(['jump down 40 since 40']);
});
