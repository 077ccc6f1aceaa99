import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createScoreDetector, detectionsOf } from '../../src/rules/score-detector.ts';
import { createScoreNoise } from '../../src/rules/score-noise.ts';
import { alertsTold, calmFigures, type Noise, WINDOWS } from '../bench/detect-calm.ts';
import { runs } from '../support/runs.ts';
import { detections, inShort, noise, pointsOf } from './score-days.ts';

const property = { seed: 6, numRuns: 60 };

describe('a jump', () => {
  test('of one day is told on that day, and the day after it is usual again', () => {
    expect(detections([...noise(1, 30), 45, ...noise(2, 10)]).map(inShort)).toEqual([
      'jump down 30 since 30',
    ]);
  });

  test('is measured from what is usual, not from a wild day before', () => {
    const [found] = detections([...Array<number>(30).fill(60), 80, 50].slice(0, 32)).slice(-1);
    expect(found).toMatchObject({ index: 31, base: 60, delta: -10 });
  });

  test('to a real zero is one; a day without a figure is none', () => {
    const quiet = noise(3, 30, 20);
    expect(detections([...quiet, 0]).map(inShort)).toEqual(['jump down 30 since 30']);
    expect(detections([...quiet, undefined, undefined, ...noise(4, 5, 20)])).toEqual([]);
  });

  test('smaller than min_change is no alert, however calm the series', () => {
    expect(detections([...Array<number>(30).fill(60), 55.1])).toEqual([]);
    expect(detections([...Array<number>(30).fill(60), 55]).map(inShort)).toEqual(['jump down 30 since 30']);
  });

  test('larger than min_change but within the noise of the series is no alert', () => {
    const restless = noise(5, 40, 60, 6);
    const on = (last: number) => detections([...restless, last]).filter(({ index }) => index === 40);
    expect(on(50)).toEqual([]);
    expect(on(20).map(inShort)).toEqual(['jump down 40 since 40']);
  });

  test('that today and yesterday show only together is told, since yesterday', () => {
    const quiet = noise(6, 40, 60, 2);
    expect(detections([...quiet, 52.6])).toEqual([]);
    expect(detections([...quiet, 52.6, 52.4]).map(inShort)).toEqual(['jump down 41 since 40']);
  });
});

test.each([
  ['up', 90, 60.3],
  ['down', 30, 59.7],
] as const)(
  'a day far %s is a jump, and the day that is back on the same side is none',
  (direction, far, back) => {
    const usual = Array.from({ length: 17 }, (_, i) => 60 + (i % 2 ? 0.1 : -0.1));
    expect(detections([...usual, far, back, 60]).map(inShort)).toEqual([`jump ${direction} 17 since 17`]);
  },
);

describe('a leap', () => {
  const climbing = noise(8, 15, 50, 0.3).map((figure, i) => figure + 0.8 * i);
  const before = [...noise(7, 50, 60, 0.3), ...climbing];

  test('from a climb that what is usual has not followed is told on its day', () => {
    const found = detections([...before, 41]).filter(({ index }) => index === before.length);
    expect(found.map(inShort)).toEqual(['jump down 65 since 65']);
  });

  test('back to what was usual before the climb is told too, from where the climb was', () => {
    const high = noise(9, 14, 70, 0.3).map((figure, i) => figure + 0.8 * i);
    const found = detections([...noise(7, 50, 60, 0.3), ...high, 60]).filter(({ index }) => index === 64);
    expect(found).toMatchObject([{ kind: 'jump', direction: 'down' }]);
    expect(Math.abs((found[0]?.base ?? 0) - 80)).toBeLessThan(1.5);
  });

  test('is a fall also where it ends above what is usual', () => {
    const high = noise(9, 7, 70, 0.3).map((figure, i) => figure + i);
    const found = detections([...noise(7, 50, 60, 0.3), ...high, 67]).filter(({ index }) => index === 57);
    expect(found).toMatchObject([{ kind: 'jump', direction: 'down', changeAt: 57 }]);
  });

  test('one step further of the climb is none, nor is a day that is back after one that strayed', () => {
    const last = before.at(-1) ?? 0;
    const told = detections([...before, last + 1, 40, last + 2]).filter(
      ({ index }) => index >= before.length,
    );
    expect(told.map(inShort)).toEqual(['jump down 66 since 66']);
  });
});

describe('a shift', () => {
  test('is told within days, with the first day of the new level and its size', () => {
    const found = detections([...noise(7, 50), ...noise(8, 20, 51)]).filter(({ kind }) => kind === 'shift');
    expect(found.map(inShort)).toEqual(['shift down 52 since 50']);
    expect(found[0]?.delta).toBeLessThan(-7);
    expect(found[0]?.delta).toBeGreaterThan(-11);
  });

  test('too small for a single day to show is told after a week', () => {
    const found = detections([...noise(9, 60, 60, 3), ...noise(10, 30, 66, 3)]);
    const first = found.find(({ kind }) => kind === 'shift');
    expect(first?.direction).toBe('up');
    expect(first?.index).toBeLessThanOrEqual(68);
    expect(Math.abs((first?.changeAt ?? 0) - 60)).toBeLessThanOrEqual(3);
  });

  test('is told once: the new level is what is usual afterwards', () => {
    const found = detections([...noise(11, 40), ...noise(12, 60, 70)]);
    expect(found.filter(({ kind }) => kind === 'shift')).toHaveLength(1);
    expect(found.every(({ index }) => index < 46)).toBe(true);
  });

  test.each([
    ['a slow trend', Array.from({ length: 120 }, (_, i) => 40 + i / 5)],
    ['a wave', Array.from({ length: 120 }, (_, i) => 50 + 8 * Math.sin(i / 12))],
  ])('is not what %s is', (_, level) => {
    const values = noise(13, 120, 0, 1).map((away, i) => away + (level[i] ?? 0));
    expect(detections(values, { minChange: 1 }).filter(({ kind }) => kind === 'shift')).toEqual([]);
  });
});

describe('a level left for some days and found again', () => {
  const usualAfter = (values: readonly number[]) => {
    const detector = createScoreDetector({ minChange: 5 });
    const last = pointsOf(values)
      .map((point) => detector.read(point))
      .at(-1);
    return last?.usual?.expected ?? last?.expected ?? 0;
  };
  const calm = noise(21, 50, 40, 1);
  const [away, back] = [noise(22, 5, 65, 1), noise(23, 3, 40, 1)];

  test('stays what is usual for a week, and is it again at once', () => {
    expect(usualAfter([...calm, ...away])).toBeCloseTo(40, -0.5);
    expect(usualAfter([...calm, ...away, ...noise(24, 5, 65, 1)])).toBeGreaterThan(60);
    expect(usualAfter([...calm, ...away, ...back])).toBeCloseTo(40, -0.5);
  });

  test('isn’t, if the other one lasted longer than two weeks', () => {
    expect(usualAfter([...calm, ...noise(22, 18, 65, 1), ...back])).toBeGreaterThan(50);
  });
});

describe('under eight points', () => {
  test('a day is held against the day before it, by what days differed by until then', () => {
    expect(detections([60, 61, 60, 61, 50]).map(inShort)).toEqual(['jump down 4 since 4']);
    expect(detections([60, 66, 60, 66, 59])).toEqual([]);
    expect(detections([60, 57, 54, 51, 48])).toEqual([]);
  });

  test('while nobody knows what days differ by, only what is far beyond the threshold counts', () => {
    expect(detections([60, 61, 54])).toEqual([]);
    expect(detections([60, 61, 44]).map(inShort)).toEqual(['jump down 2 since 2']);
  });

  test('without a threshold nobody speaks', () => {
    expect(detections([60, 61, 20, 90], { minChange: 0 })).toEqual([]);
  });

  test('a series that starts today says nothing', () => {
    expect(detections([60])).toEqual([]);
    expect(createScoreDetector({ minChange: 5 }).read({ day: 0, value: 60 })).toEqual({ detections: [] });
  });
});

describe('sampling', () => {
  const few = (last: number, answers: number) =>
    detectionsOf([...pointsOf([60, 60, 60, 60, 60, 60, 60], 400), { day: 7, value: last, answers }], {
      minChange: 5,
      scale: 100,
    });

  test('few answers explain what many do not', () => {
    expect(few(50, 20)).toEqual([]);
    expect(few(50, 4000).map(inShort)).toEqual(['jump down 7 since 7']);
  });

  test('a day of few answers in a series of many is given more room', () => {
    const before = pointsOf(noise(14, 60, 60, 2.4), 400);
    const today = (answers: number) =>
      detectionsOf([...before, { day: 60, value: 46, answers }], { minChange: 5, scale: 100 });
    expect(today(400).map(inShort)).toEqual(['jump down 60 since 60']);
    expect(today(30)).toEqual([]);
  });

  test('what was measured for weeks takes over from the binomial distribution', () => {
    const calm = pointsOf(noise(15, 60, 60, 0.5), 100);
    const found = detectionsOf([...calm, { day: 60, value: 52, answers: 100 }], { minChange: 5, scale: 100 });
    expect(found.map(inShort)).toEqual(['jump down 60 since 60']);
  });
});

describe('the weekly rhythm', () => {
  const weekly = (days: number) =>
    noise(16, days, 0, 0.8).map((away, day) => 60 + away + (day % 7 === 5 || day % 7 === 6 ? -8 : 0));

  test('is expected after four weeks: a weekend as ever is no news', () => {
    expect(detections(weekly(120)).filter(({ index }) => index >= 35)).toEqual([]);
  });

  test('a Wednesday like a Sunday is news', () => {
    const days = weekly(86);
    expect(85 % 7).toBe(1);
    expect(detections([...days.slice(0, 85), 52]).map(inShort)).toContain('jump down 85 since 85');
  });
});

describe('whatever the figures are', () => {
  const figures = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 1, maxLength: 80 });

  test('a prefix brings the same detections up to its end', () => {
    fc.assert(
      fc.property(figures, fc.nat(80), (values, length) => {
        const early = detections(values.slice(0, length), { minChange: 0 });
        const all = detections(values, { minChange: 0 });
        expect(early).toEqual(all.filter(({ index }) => index < length));
      }),
      property,
    );
  });

  test('a constant is never news', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer({ min: 1, max: 200 }),
        (value, days) => {
          expect(detections(Array<number>(days).fill(value), { minChange: 0 })).toEqual([]);
        },
      ),
      property,
    );
  });

  test('what it says is finite, and told within thirty days of its beginning', () => {
    fc.assert(
      fc.property(figures, (values) => {
        for (const { index, changeAt, delta, base } of detections(values, { minChange: 0 })) {
          expect(index - changeAt).toBeLessThan(30);
          expect(changeAt).toBeGreaterThan(0);
          expect(Number.isFinite(delta) && Number.isFinite(base) && delta !== 0).toBe(true);
        }
      }),
      property,
    );
  });

  test('the unit does not matter where there is no floor', () => {
    const values = [...noise(17, 50), ...noise(18, 20, 52)];
    const thousandfold = values.map((value) => value * 1000);
    const of = (series: number[]) => detections(series, { minChange: 0 }).map(inShort);
    expect(of(thousandfold)).toEqual(of(values));
  });

  test('nor does the level, where figures are no shares', () => {
    const values = [...noise(17, 50), ...noise(18, 20, 52)];
    const higher = values.map((value) => value + 1000);
    const of = (series: number[]) => detections(series, { minChange: 0 }).map(inShort);
    expect(of(higher)).toEqual(of(values));
  });

  test('a fall after a slow climb is told within days', () => {
    const climb = noise(23, 60, 48).map((figure, day) => figure + day / 5);
    const found = detections([...climb, ...noise(24, 10, 50)]);
    const fall = found.find(({ kind, direction }) => kind === 'shift' && direction === 'down');
    expect(fall?.changeAt).toBe(60);
    expect(fall?.index).toBeLessThanOrEqual(66);
  });

  test('a thousand points at once are read like any other', () => {
    const found = detections([...noise(19, 900), ...noise(20, 100, 45)]);
    expect(found.filter(({ kind }) => kind === 'shift').map(inShort)).toEqual(['shift down 902 since 900']);
  });
});

test.each([
  ['of a single answer', 1, (100 ** 2 * 0.5 * 0.5) / 1],
  ['of ten answers', 10, (100 ** 2 * 0.5 * 0.5) / 10],
  ['that says of how many it is, and it is none: a typical one', 0, 1],
])('a day %s is as uncertain as that', (_, answers, variance) => {
  expect(createScoreNoise(100).sampling(50, answers)).toBeCloseTo(variance);
});

const NOISES: readonly Noise[] = ['normal', 'whole points', 'lasting'];
const RUNS = 200;
/** A nightly run tries those between as well. */
const SOME_WINDOWS = WINDOWS.filter((days, i) => runs(1) > 1 || i === 0 || days === WINDOWS.at(-1));

describe.each(NOISES)('eighty mornings of nothing but noise (%s)', (kind) => {
  const series = Array.from({ length: RUNS }, (_, run) => calmFigures(kind, -1 - run));

  test.each(SOME_WINDOWS)('bring two alerts to hardly anybody where the API gives %d days', (window) => {
    const twice = series.filter((figures) => alertsTold(figures, window) > 1);
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
