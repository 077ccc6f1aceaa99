import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ChangeAlert } from '../../src/decision.ts';
import { buildAlertHistory } from '../../src/rules/alert-history.ts';
import { type AlertDays, findAlertEnd } from '../../src/rules/alert-life.ts';
import { dateOf, dayNumber } from '../../src/rules/score-series.ts';
import { medianOf } from '../../src/rules/score-window.ts';
import { noise, pointsOf } from './score-days.ts';

const QUIET_DAYS = 60;
const property = { seed: 11, numRuns: 80 };

/** What is told of a score that was quiet at 60 and then went this way. */
function told(way: readonly number[], { seed = 1, sigma = 1.5 } = {}): readonly ChangeAlert[] {
  const values = [...noise(seed, QUIET_DAYS, 60, sigma), ...way];
  const series = { key: 'score:*:*', metric: 'score', scope: {}, points: pointsOf(values) } as const;
  return buildAlertHistory('p', [{ ...series, points: [...series.points] }], 5).alerts.filter(
    ({ day }) => dayNumber(day) >= QUIET_DAYS,
  );
}

/** Figures of these levels, one day each, as noisy as before. */
function around(levels: readonly number[], { seed = 1, sigma = 1.5 } = {}): number[] {
  const noises = noise(seed + 500, levels.length, 0, sigma);
  return levels.map((level, i) => level + (noises[i] ?? 0));
}

const days = (count: number, level: (day: number) => number) =>
  Array.from({ length: count }, (_, i) => level(i));
const endings = (alerts: readonly ChangeAlert[]) => alerts.map(({ status }) => status);

/** A fall of 10, and the way back. */
const linear = (over: number) => days(over + 8, (day) => 60 - 10 * Math.max(0, 1 - day / over));
const exponential = (halfLife: number) => days(30, (day) => 60 - 10 * 0.5 ** (day / halfLife));

describe('a way back is no new normal', () => {
  test('of the demo: 57.5, 58.2 and 58.3 are in the usual range again, after a week away from it', () => {
    const way = [52.2, 51.2, 52.8, 52, 56.2, 56.7, 57.5, 58.2, 58.3, 59, 59.2];
    const [alert, ...more] = told(way, { seed: 14 });
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ status: 'recovered' });
    expect(alert?.lead.value).toBeGreaterThan(alert?.usual?.low ?? 60);
  });

  test('up to the usual range and no further, which is where it stays', () => {
    const alerts = told([50, 50, 50, 50, 56, 56.4, ...days(20, () => 57.4)]);
    expect(endings(alerts)).toEqual(['recovered']);
  });

  test('whatever the noise, and however long it takes', () => {
    const back = fc.oneof(
      fc.double({ min: 3, max: 9, noNaN: true }).map(linear),
      fc.double({ min: 1, max: 3.5, noNaN: true }).map(exponential),
    );
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.double({ min: 0.3, max: 1.2, noNaN: true }),
        back,
        (seed, sigma, levels) => {
          const alerts = told(around(levels, { seed, sigma }), { seed, sigma });
          expect(endings(alerts)).not.toContain('new_normal');
          expect(endings(alerts)).not.toContain('open');
        },
      ),
      property,
    );
  });
});

describe('a score is back to normal', () => {
  test('only within the usual range that was told, however large the threshold and whatever the way', () => {
    const level = fc.double({ min: 45, max: 65, noNaN: true });
    const way = fc.array(level, { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.double({ min: 0.3, max: 1.5, noNaN: true }),
        way,
        (seed, sigma, back) => {
          for (const { status, lead, usual } of told([50, ...around(back, { seed, sigma })], {
            seed,
            sigma,
          })) {
            if (status !== 'recovered' || !usual) continue;
            expect(lead.value).toBeGreaterThanOrEqual(usual.low);
            expect(lead.value).toBeLessThanOrEqual(usual.high);
          }
        },
      ),
      property,
    );
  });
});

describe('a level that holds is', () => {
  test('after a week, since the day of the change', () => {
    const [alert, ...more] = told(
      around(
        days(20, () => 50),
        { seed: 2 },
      ),
      { seed: 2 },
    );
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ status: 'new_normal', day: dateOf(QUIET_DAYS + 6) });
    expect(alert?.level).toBeCloseTo(50, -0.5);
  });

  test('once it stopped to drift away, with the figure of where it stopped', () => {
    const drifting = days(8, (day) => 50 - day);
    const [alert, ...more] = told([...drifting, ...days(14, () => 42)]);
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ status: 'new_normal', level: 42 });
    expect(dayNumber(alert?.day ?? '')).toBeGreaterThan(QUIET_DAYS + drifting.length + 2);
  });

  test('once it stopped half way back', () => {
    const [alert] = told([...days(4, () => 44), 45.5, 47, 48.5, ...days(12, () => 50)]);
    expect(alert).toMatchObject({ status: 'new_normal', level: 50 });
  });

  test('whatever the noise: within two weeks, and near the truth', () => {
    const fall = fc.double({ min: 9, max: 30, noNaN: true });
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.double({ min: 0.2, max: 1.5, noNaN: true }),
        fall,
        (seed, sigma, size) => {
          const level = 60 - size;
          const [alert] = told(
            around(
              days(16, () => level),
              { seed, sigma },
            ),
            { seed, sigma },
          );
          expect(alert).toMatchObject({ status: 'new_normal' });
          expect(Math.abs((alert?.level ?? 0) - level)).toBeLessThan(2 * sigma);
        },
      ),
      property,
    );
  });

  test('of any score that jumped: outside the range that was told, and where its last days are', () => {
    const step = fc.tuple(fc.integer({ min: 1, max: 9 }), fc.double({ min: 30, max: 90, noNaN: true }));
    fc.assert(
      fc.property(fc.nat(10_000), fc.array(step, { minLength: 1, maxLength: 5 }), (seed, steps) => {
        const way = around(
          steps.flatMap(([count, level]) => days(count, () => level)),
          { seed },
        );
        for (const { status, level = Number.NaN, lead, usual, day, calmWithin } of told(way, { seed })) {
          if (status !== 'new_normal' || lead.kind !== 'jump' || !usual) continue;
          expect(level < usual.low || level > usual.high).toBe(true);
          const end = dayNumber(day) - QUIET_DAYS + 1;
          expect(Math.abs(medianOf(way.slice(Math.max(0, end - 3), end)) - level)).toBeLessThanOrEqual(
            calmWithin,
          );
        }
      }),
      property,
    );
  });
});

describe('the end of an alert', () => {
  const open: AlertDays = {
    kind: 'jump',
    since: [50, 51, 49, 50, 50, 49, 51],
    base: 60,
    calmDays: 0,
    calmWithin: 3,
    usual: { low: 57, high: 63 },
  };
  const endOf = (given: Partial<AlertDays>) => findAlertEnd({ ...open, ...given });

  test('is the second day near the base, or a level of a week', () => {
    expect(endOf({})).toEqual({ status: 'new_normal', level: 50 });
    expect(endOf({ since: [50, 59, 60], calmDays: 2 })).toEqual({ status: 'recovered' });
    expect(endOf({ since: [50, 51, 49, 50, 50, 49] })).toBeUndefined();
  });

  test('waits where the last day is near the base: tomorrow may be the second', () => {
    expect(endOf({ since: [50, 50, 50, 50, 50, 50, 58], calmDays: 1 })).toBeUndefined();
  });

  test('is no new normal while the figures still go one way, back or further off', () => {
    expect(endOf({ since: [50, 50.7, 51.4, 52.1, 52.8, 53.5, 54.2] })).toBeUndefined();
    expect(endOf({ since: [50, 49.3, 48.6, 47.9, 47.2, 46.5, 45.8] })).toBeUndefined();
  });

  test('is not moved by one wild day', () => {
    expect(endOf({ since: [50, 50, 20, 50, 50, 50, 50] })).toMatchObject({ level: 50 });
    expect(endOf({ since: [50, 50, 50, 50, 50, 50, 20] })).toMatchObject({ level: 50 });
  });

  test('may leave a shift within the range of single days: many days made it certain', () => {
    const since = [56, 56.5, 55.8, 56.2, 56, 56.1, 56.3];
    const small = { since, base: 60, calmWithin: 2, usual: { low: 55, high: 65 } };
    expect(endOf({ ...small, kind: 'shift' })).toMatchObject({ status: 'new_normal' });
    expect(endOf({ ...small, kind: 'jump', calmDays: 1 })).toEqual({ status: 'recovered' });
  });
});
