import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDueSlots, type Scheduled, spread } from '../../src/feeds/schedule.ts';

const NINE = Date.parse('2026-11-20T09:00:00Z');
const due = (channel: string, name: string, dueAt = NINE) => ({ feed: { channel, name }, dueAt });
const channels = (count: number) => Array.from({ length: count }, (_, i) => `C0${1_000 + i}`);
const waits = (slots: readonly { dueAt: number; runAfter: number }[]) =>
  slots.map(({ dueAt, runAfter }) => runAfter - dueAt);

describe('what is due at one moment', () => {
  it('runs at once while it is for few channels, however much it is', () => {
    const slots = channels(24).flatMap((channel) => [due(channel, 'scores'), due(channel, 'leads')]);
    expect(waits(spread(slots))).toEqual(Array(48).fill(0));
  });

  it.each([
    [25, 2_500],
    [400, 40_000],
    [1_200, 120_000],
    [5_000, 120_000],
  ])('for %d channels is spread evenly over %d ms', (count, window) => {
    const found = waits(spread(channels(count).map((channel) => due(channel, 'leads'))));
    expect(Math.max(...found)).toBeLessThan(window);
    expect(Math.min(...found)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...found) - Math.min(...found)).toBeGreaterThan(window * 0.6);
    const early = found.filter((wait) => wait < window / 2).length;
    expect(Math.abs(early / count - 0.5)).toBeLessThan(0.2);
  });

  it('is counted for each moment by itself', () => {
    const slots = [
      ...channels(30).map((channel) => due(channel, 'leads')),
      due('C01000', 'late', NINE + 60_000),
    ];
    const found = waits(spread(slots));
    expect(found.at(-1)).toBe(0);
    expect(found.some((wait) => wait > 0)).toBe(true);
  });

  it('has its places by the channel alone, the same every day and in every process', () => {
    const spreadOn = (dueAt: number) =>
      waits(spread(channels(30).map((channel) => due(channel, 'x', dueAt))));
    expect(spreadOn(NINE)).toEqual(spreadOn(NINE + 86_400_000));
    expect(spreadOn(NINE).slice(0, 3)).toMatchInlineSnapshot(`
      [
        2723,
        2443,
        1441,
      ]
    `);
  });

  it('keeps the order within a channel, and never waits longer than two minutes', () => {
    const channel = fc.nat(3_000).map((n) => `C${n}`);
    const slots = fc.array(fc.tuple(channel, fc.constantFrom('scores', 'leads', 'suggestions')), {
      maxLength: 2_000,
      size: 'max',
    });
    fc.assert(
      fc.property(slots, (pairs) => {
        const given = pairs.map(([where, name]) => due(where, name));
        const found = spread(given);
        expect(found.map(({ feed }) => feed)).toEqual(given.map(({ feed }) => feed));
        for (const together of Map.groupBy(found, ({ feed }) => feed.channel).values())
          expect(new Set(together.map(({ runAfter }) => runAfter)).size).toBe(1);
        for (const wait of waits(found)) expect(wait >= 0 && wait <= 120_000).toBe(true);
      }),
      { seed: 31, numRuns: 40 },
    );
  });
});

it('what is due by the schedule is spread', () => {
  const feeds = channels(50).map(
    (channel): Scheduled => ({ cron: '0 9 * * *', timezone: 'UTC', kind: 'leads', channel, since: 0 }),
  );
  const slots = spread(findDueSlots(feeds, NINE - 60_000, NINE));
  expect(new Set(slots.map(({ dueAt }) => dueAt))).toEqual(new Set([NINE]));
  expect(new Set(waits(slots)).size).toBeGreaterThan(40);
});
