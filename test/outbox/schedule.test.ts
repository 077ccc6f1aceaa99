import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueSlots, latestRun, nextRun } from '../../src/outbox/schedule.ts';

const inBerlin = (cron: string) => ({ cron, timezone: 'Europe/Berlin' });
const at = (iso: string) => Date.parse(iso);
const iso = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms).toISOString());

/** Every time that a bot would find due that looks once a minute. */
function foundByTicks(cron: string, from: string, to: string): (string | undefined)[] {
  const found = new Set<number>();
  for (let now = at(from); now <= at(to); now += 60_000) {
    for (const { dueAt } of dueSlots([{ ...inBerlin(cron), since: at(from) }], now)) found.add(dueAt);
  }
  return [...found].map(iso);
}

describe('a schedule in Europe/Berlin', () => {
  it.each([
    ['0 9 * * *', '2026-11-20T07:59:59Z', '2026-11-19T08:00:00.000Z'],
    ['0 9 * * *', '2026-11-20T08:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['0 9 * * *', '2026-07-20T07:00:00Z', '2026-07-20T07:00:00.000Z'],
    ['0 9 * * 1-5', '2026-11-22T12:00:00Z', '2026-11-20T08:00:00.000Z'],
    ['0 10 * * 1', '2026-11-20T08:00:00Z', '2026-11-16T09:00:00.000Z'],
    ['0 */2 * * *', '2026-11-20T08:30:00Z', '2026-11-20T07:00:00.000Z'],
  ])('%s was last due, seen at %s, at %s', (cron, now, due) => {
    expect(iso(latestRun(inBerlin(cron), at(now)))).toBe(due);
  });

  it('is next due after now, never at it', () => {
    expect(iso(nextRun(inBerlin('0 9 * * *'), at('2026-11-20T08:00:00Z')))).toBe('2026-11-21T08:00:00.000Z');
    expect(iso(nextRun(inBerlin('0 9 * * *'), at('2026-11-20T07:59:59Z')))).toBe('2026-11-20T08:00:00.000Z');
  });
});

describe('when the clocks change', () => {
  it('a time in the hour that is left out is kept, right after the gap', () => {
    expect(foundByTicks('30 2 * * *', '2026-03-28T00:00:00Z', '2026-03-30T12:00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z',
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('a time in the hour that comes twice is kept once', () => {
    expect(foundByTicks('30 2 * * *', '2026-10-24T00:00:00Z', '2026-10-26T12:00:00Z')).toEqual([
      '2026-10-24T00:30:00.000Z',
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });

  it('every hour stays every hour', () => {
    expect(foundByTicks('0 * * * *', '2026-03-28T23:30:00Z', '2026-03-29T03:00:00Z')).toHaveLength(4);
    expect(foundByTicks('0 * * * *', '2026-10-24T22:30:00Z', '2026-10-25T03:00:00Z')).toHaveLength(5);
  });

  it('nine in the morning stays nine in the morning', () => {
    expect(foundByTicks('0 9 * * *', '2026-03-28T00:00:00Z', '2026-03-29T12:00:00Z')).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ]);
  });
});

describe('what is due', () => {
  const feed = (since: string) => ({ ...inBerlin('0 9 * * *'), since: at(since) });

  it('after an outage of days is the latest time only', () => {
    const due = dueSlots([feed('2026-11-01T00:00:00Z')], at('2026-11-20T12:00:00Z'));
    expect(due.map(({ dueAt }) => iso(dueAt))).toEqual(['2026-11-20T08:00:00.000Z']);
  });

  it('is nothing that lies before a feed was first seen, or at that moment', () => {
    const now = at('2026-11-20T12:00:00Z');
    expect(dueSlots([feed('2026-11-20T08:00:00Z')], now)).toEqual([]);
    expect(dueSlots([feed('2026-11-20T09:00:00Z')], now)).toEqual([]);
    expect(dueSlots([feed('2026-11-20T07:59:59Z')], now)).toHaveLength(1);
  });

  it('is said for each feed by itself, in their order', () => {
    const [early, late] = [
      { ...feed('2026-11-01T00:00:00Z'), name: 'early' },
      { ...inBerlin('0 12 * * *'), since: at('2026-11-01T00:00:00Z'), name: 'late' },
    ];
    const due = dueSlots([late, early], at('2026-11-20T08:30:00Z'));
    expect(due.map((slot) => [slot.feed.name, iso(slot.dueAt)])).toEqual([
      ['late', '2026-11-19T11:00:00.000Z'],
      ['early', '2026-11-20T08:00:00.000Z'],
    ]);
  });
});

it('the latest time of a schedule is always the one whose next time is still to come', () => {
  const cron = fc.constantFrom('0 9 * * *', '30 2 * * *', '0 * * * *', '*/15 8-18 * * 1-5', '0 0 1 * *');
  const seconds = { min: at('2026-01-01T00:00:00Z') / 1_000, max: at('2027-01-01T00:00:00Z') / 1_000 };
  const moment = fc.integer(seconds).map((second) => second * 1_000);
  fc.assert(
    fc.property(cron, moment, (pattern, now) => {
      const latest = latestRun(inBerlin(pattern), now) ?? Number.NaN;
      expect(latest).toBeLessThanOrEqual(now);
      expect(nextRun(inBerlin(pattern), latest)).toBeGreaterThan(now);
    }),
    { seed: 23, numRuns: 300 },
  );
});
