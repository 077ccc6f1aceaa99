import { describe, expect, test } from 'vitest';
import { SURENESS } from '../../src/decision.ts';
import { calibration } from './detect-calibration.ts';
import { DESIGN, familySeries, JUDGES } from './detect-families.ts';
import { f1, published } from './detect-published.ts';
import { ORACLE, RULES } from './detect-rules.ts';
import { simulatedProject } from './detect-scores.ts';

describe('the score of published series', () => {
  test('is 1 where all agree, index 0 included', () => {
    expect(f1([], [[], []])).toBe(1);
    expect(f1([28], [[28], [30]])).toBe(1);
  });

  test('of no alerts at all on one change point is 2/3', () => {
    expect(f1([], [[144]])).toBeCloseTo(2 / 3);
  });

  test('a change point is matched once, within five points', () => {
    expect(f1([34], [[28]])).toBeCloseTo(1 / 2);
    expect(f1([27, 28, 29], [[28]])).toBeCloseTo(2 / 3);
  });

  test('is undefined where the series are absent', async () => {
    expect(await published('/nowhere/at/all')).toBeUndefined();
  });
});

describe('a simulated project', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(simulatedProject(1, 2)).toEqual(simulatedProject(1, 2));
    expect(simulatedProject(1, 2)).not.toEqual(simulatedProject(2, 2));
  });

  test('has twelve series, of 40 to 400 answers a day', () => {
    const { series } = simulatedProject(1, 3);
    expect(series).toHaveLength(12);
    const answers = series.flatMap(({ days }) => days.map((one) => one.answers));
    expect(Math.min(...answers)).toBeGreaterThanOrEqual(40);
    expect(Math.max(...answers)).toBeLessThanOrEqual(400);
  });

  test('is as noisy as it says: three sigmas are rare, one is not', () => {
    const quiet = Array.from({ length: 10 }, (_, number) => simulatedProject(3, number)).flatMap(
      ({ series, steps }) =>
        series.flatMap(({ days }) => days.filter(({ day }) => steps.every((step) => day < step.day))),
    );
    const beyond = (sigmas: number) =>
      quiet.filter(({ value, quiet: mean, sigma }) => Math.abs(value - mean) > sigmas * sigma).length /
      quiet.length;
    expect(beyond(1)).toBeCloseTo(0.32, 1);
    expect(beyond(3)).toBeLessThan(0.01);
  });
});

describe.each(Object.keys({ ...DESIGN, ...JUDGES }))('a family of series (%s)', (family) => {
  test('is the same for the same seed, with steps only where it is to have some', () => {
    expect(familySeries(family, 1, true)).toEqual(familySeries(family, 1, true));
    expect(familySeries(family, 1, true)).not.toEqual(familySeries(family, 2, true));
    expect(familySeries(family, 1, true).steps.length).toBeGreaterThan(0);
    expect(familySeries(family, 1, false).steps).toEqual([]);
  });
});

describe('what alerts say of themselves', () => {
  test('is held against what was planted, tier by tier', () => {
    const { rows, error } = calibration(20, 5);
    expect(rows.map(({ said }) => said)).toEqual(SURENESS.map(({ phrase }) => phrase));
    for (const { alerts, held } of rows) {
      expect(alerts).toBeGreaterThan(10);
      expect(held).toBeGreaterThan(0.6);
    }
    expect(error).toBeCloseTo(Math.max(...rows.map(({ stated, held }) => Math.abs(stated - held))));
  });
});

describe('the rules people use', () => {
  const days = [...Array<number>(28).fill(60), 50].map((value, day) => ({
    day,
    value,
    answers: 100,
    quiet: 60,
    sigma: 2,
  }));
  const strengthOf = (name: string) =>
    [ORACLE, ...RULES].find((rule) => rule.name.startsWith(name))?.strength(days, 28, 5);

  test('see a fall of ten points each in its way', () => {
    expect(strengthOf('oracle')).toBeCloseTo(5);
    expect(strengthOf('10 %')).toBeCloseTo(1 / 6);
    expect(strengthOf('150 %')).toBeCloseTo(1 / 6);
    // Without any noise before they have no unit to measure in.
    expect(strengthOf('3 sigma')).toBe(0);
  });
});
