/** What was told to be over is over, whatever today's rule or setting makes of those days: what comes later is news. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AlertState, ChangeAlert } from '../../src/decision.ts';
import { decideAlerts } from '../../src/rules/alert-decide.ts';
import { runs } from '../support/runs.ts';
import { ACME, DAY, dailyScore, daysAgo, FRIDAY } from './cast.ts';
import { noise } from './score-days.ts';

const QUIET_DAYS = 50;
const property = { seed: 17, numRuns: runs(20) };

type Polling = { minChange?: number; window?: number };

/** A channel that is told of these figures, a day at a time: `tell` polls until so many of them are known. */
function channel(figures: readonly number[]) {
  const kept = new Map<string, AlertState>();
  const rows = figures.map((score, i) => dailyScore({ date: daysAgo(figures.length - 1 - i), score }));
  let polled = QUIET_DAYS - 10;

  return {
    tell(until: number, { minChange = 5, window = 1000 }: Polling = {}): AlertState[] {
      const events: AlertState[] = [];
      for (; polled < until; polled += 1) {
        const now = FRIDAY - (figures.length - 1 - polled) * DAY;
        const seen = rows.slice(Math.max(0, polled + 1 - window), polled + 1);
        const feed = { project: ACME, minChange, timezone: 'Europe/Berlin' };
        const decided = decideAlerts({ rows: seen }, feed, [...kept.values()], now);
        if ('kind' in decided) continue;
        for (const state of decided) kept.set(state.key, JSON.parse(JSON.stringify(state)));
        events.push(...decided);
      }
      return events;
    },

    /** As an older rule ended what is open. */
    end(status: 'recovered' | 'new_normal'): void {
      for (const state of kept.values()) {
        if (state.type !== 'change' || state.status !== 'open') continue;
        state.status = status;
        if (status === 'new_normal') state.level = state.lead.value;
      }
    },

    told: () => [...kept.values()].filter((state): state is ChangeAlert => state.type === 'change'),
  };
}

/** Quiet at 60, then away from it and drifting, then a fall of 20 that lasts. */
function story(seed: number, { sigma, first, drift, days, after }: Story) {
  const drifting = noise(seed + 1, days, 60 + first, sigma).map((figure, i) => figure + drift * i);
  const before = 60 + first + drift * (days - 1);
  const fallen = noise(seed + 2, after, before - 20, sigma);
  const figures = [...noise(seed, QUIET_DAYS, 60, sigma), ...drifting, ...fallen];
  return { figures, before, fall: QUIET_DAYS + days };
}

type Story = { sigma: number; first: number; drift: number; days: number; after: number };

/** Polled every day, an alert is told on the day it opens. */
const opened = (told: readonly AlertState[]) =>
  told.filter((state) => state.type === 'change').filter(({ openedOn, day }) => openedOn === day);

describe('a fall after an alert that was told to be over', () => {
  const drifting: Story = { sigma: 0.5, first: -16, drift: 0.8, days: 10, after: 9 };

  test('is told, though by the rule of today that alert would still be open', () => {
    const { figures, before, fall } = story(1, drifting);
    const { tell, end, told } = channel(figures);
    tell(fall - 2);
    end('new_normal');
    expect(tell(fall)).toEqual([]);
    const [alert, ...more] = opened(tell(fall + 8));
    expect(more).toEqual([]);
    expect(alert).toMatchObject({ lead: { changedOn: daysAgo(drifting.after - 1) } });
    expect(alert?.lead.value).toBeCloseTo(before - 20, -0.5);
    expect(told()).toHaveLength(2);
  });

  test('is measured from where that alert ended, not from what was usual before it', () => {
    const { figures, before, fall } = story(2, { ...drifting, first: -10, drift: -0.9, days: 16 });
    const { tell, end } = channel(figures);
    tell(fall - 1);
    end('new_normal');
    const [alert] = opened(tell(fall + 2));
    expect(Math.abs((alert?.lead.base ?? 0) - before)).toBeLessThan(4);
  });

  test('is told after a change of the threshold too', () => {
    const { figures, fall } = story(3, { ...drifting, first: -9, drift: 0.4, days: 11 });
    const { tell, told } = channel(figures);
    tell(fall - 2, { minChange: 8 });
    expect(told()).toMatchObject([{ status: 'new_normal' }]);
    tell(fall, { minChange: 3 });
    expect(opened(tell(fall + 2, { minChange: 3 }))).toHaveLength(1);
  });

  test('is told on whichever day of the first week of that alert it begins', () => {
    for (const [i, days] of [4, 5, 6, 6, 6, 6, 7, 8].entries()) {
      const { figures, before } = story(5 + 10 * i, { ...drifting, sigma: 1, first: -12, drift: 0, days });
      const { tell, told } = channel(figures);
      tell(figures.length - 2);
      expect(told().some(({ lead }) => Math.abs(lead.value - (before - 20)) < 3)).toBe(true);
    }
  });

  test('is told also where it goes back to the level of before that alert', () => {
    const { figures, fall } = story(4, { ...drifting, first: 20, drift: 0, days: 10 });
    const { tell, end } = channel(figures);
    tell(fall - 4);
    end('recovered');
    expect(opened(tell(fall + 2))).toHaveLength(1);
  });

  test('whatever the score did before: within two days, and once', () => {
    const stories = fc.record({
      sigma: fc.double({ min: 0.3, max: 1.5, noNaN: true }),
      first: fc.oneof(fc.integer({ min: -24, max: -8 }), fc.integer({ min: 8, max: 24 })),
      drift: fc.double({ min: -1, max: 1, noNaN: true }),
      days: fc.integer({ min: 8, max: 18 }),
      after: fc.constant(14),
    });
    const settings = fc.constantFrom(3, 5, 8);
    let ended = 0;
    fc.assert(
      fc.property(
        fc.nat(10_000),
        stories,
        fc.constantFrom('new_normal', 'recovered', undefined),
        fc.integer({ min: 1, max: 3 }),
        settings,
        settings,
        (seed, given, status, ago, first, second) => {
          const { figures, fall } = story(seed, given);
          const { tell, end, told } = channel(figures);
          tell(fall - ago, { minChange: first });
          if (status) end(status);
          tell(fall, { minChange: first });
          // What is open takes the fall into its message.
          if (told().length === 0 || told().some((alert) => alert.status === 'open')) return;
          ended += 1;
          const soon = opened(tell(fall + 3, { minChange: second }));
          const later = opened(tell(figures.length, { minChange: second }));
          expect([soon.length, later.length]).toEqual([1, 0]);
        },
      ),
      property,
    );
    expect(ended).toBeGreaterThan(property.numRuns / 2);
  });
});

describe('what was told and is over is not told again', () => {
  test('while nothing new happens, whatever ended it and with any threshold', () => {
    const settings = fc.constantFrom(3, 5);
    fc.assert(
      fc.property(
        fc.nat(10_000),
        fc.integer({ min: -24, max: -10 }),
        fc.constantFrom('new_normal', 'recovered'),
        settings,
        fc.constantFrom(60, 1000),
        (seed, first, status, minChange, window) => {
          const level = { sigma: 0.5, first, drift: 0, days: 24, after: 1 };
          const { figures, fall } = story(seed, level);
          const { tell, end } = channel(figures);
          expect(opened(tell(QUIET_DAYS + 4, { window }))).toHaveLength(1);
          end(status);
          expect(tell(fall, { minChange, window })).toEqual([]);
        },
      ),
      property,
    );
  });
});
