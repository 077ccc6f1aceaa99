import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDueSlots, findNextDue, type Scheduled } from '../../src/feeds/schedule.ts';
import { runs } from '../support/runs.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Two changes of the clocks of each zone; and a zone without any. */
const CHANGES: readonly (readonly [timezone: string, ...changes: string[]])[] = [
  ['Europe/Berlin', '2026-03-29T01:00Z', '2026-10-25T01:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00Z', '2026-10-03T15:30Z'],
  ['Africa/Cairo', '2026-04-23T22:00Z', '2026-10-29T21:00Z'],
  ['America/Santiago', '2026-04-05T03:00Z', '2026-09-06T04:00Z'],
  ['Asia/Kathmandu', '2028-02-29T03:15Z', '2026-01-31T03:15Z'],
  ['America/New_York', '2026-03-08T07:00Z', '2026-11-01T06:00Z'],
];

const CRONS = ['0 9 * * *', '30 2 * * *', '15 0 * * *', '45 23 * * *', '0 * * * *', '*/15 * * * *'];
const MORE_CRONS = [
  '0 */2 * * *',
  '30 1,2 * * *',
  '0 0,12 * * *',
  '20 0-4 * * 0,6',
  '0 9 29 2 *',
  '0 9 31 * 1',
];

type Night = { cron: string; timezone: string; start: number };

/** A schedule, and a moment up to two days before the clocks change there. */
const night: fc.Arbitrary<Night> = fc
  .constantFrom(...CHANGES.flatMap(([timezone, ...days]) => days.map((day) => ({ timezone, day }))))
  .chain(({ timezone, day }) =>
    fc.record({
      timezone: fc.constant(timezone),
      cron: fc.constantFrom(...CRONS, ...MORE_CRONS),
      start: fc.integer({ min: 0, max: 2 * DAY_MS }).map((before) => Date.parse(day) - before),
    }),
  );

const still = fc.constant(0);
const back = fc.integer({ min: -DAY_MS, max: -1 });
const dense = fc.integer({ min: 1, max: 10 * MINUTE_MS });
const outage = fc.integer({ min: MINUTE_MS, max: 3 * DAY_MS });

const stepsOf = (...kinds: fc.WeightedArbitrary<number>[]) =>
  fc.array(fc.oneof(...kinds), { minLength: 5, maxLength: 250, size: 'max' });

/** The moments that a bot looks at, from the first on. */
function ticksFrom(start: number, steps: readonly number[]): number[] {
  const ticks = [start];
  for (const step of steps) ticks.push((ticks.at(-1) ?? start) + step);
  return ticks;
}

/** Every run of a schedule in (`from`, `to`], as croner lists them one after the other. */
function listed({ cron, timezone }: Night, from: number, to: number): number[] {
  const runs: number[] = [];
  const pattern = new Cron(cron, { timezone, paused: true, fixedTimeRule: 'no-wildcard' });
  for (let run = pattern.nextRun(new Date(from)); run && run.getTime() <= to; run = pattern.nextRun(run))
    runs.push(run.getTime());
  return runs;
}

const wallOf = (timezone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone, hour: '2-digit', minute: '2-digit' });
  return (ms: number) => format.format(ms);
};

/** Whether a wall clock there shows a time of the quiet hours. */
function quietBy(quiet: string, timezone: string): (ms: number) => boolean {
  const [from = '', to = ''] = quiet.split('-');
  const wall = wallOf(timezone);
  return (ms) => {
    const shown = wall(ms);
    return from < to ? from <= shown && shown < to : from <= shown || shown < to;
  };
}

/** What a bot opens that looks at these moments: at each of them its slot's due time, if there is one. */
function looks(feed: Scheduled, ticks: readonly number[]): { now: number; dueAt: number | undefined }[] {
  const spans = new Map();
  return ticks.map((now, i) => ({ now, dueAt: findDueSlots([feed], ticks[i - 1], now, spans)[0]?.dueAt }));
}

const feedOf = ({ cron, timezone, start }: Night, rest: Partial<Scheduled> = {}): Scheduled => ({
  cron,
  timezone,
  channel: 'C0LEADS',
  kind: 'leads',
  since: start - DAY_MS / 2,
  ...rest,
});

const openedBy = (found: readonly { dueAt: number | undefined }[]) =>
  new Set(found.flatMap(({ dueAt }) => dueAt ?? []));

describe('however irregularly a bot looks, across every change of the clocks', () => {
  const steps = stepsOf(
    { arbitrary: dense, weight: 20 },
    { arbitrary: still, weight: 3 },
    { arbitrary: outage, weight: 1 },
    { arbitrary: back, weight: 1 },
  );

  it('it finds the latest run since the last look, never early, and none but those listed', () => {
    let [found, none] = [0, 0];
    fc.assert(
      fc.property(night, steps, (there, path) => {
        const feed = feedOf(there);
        const ticks = ticksFrom(there.start, path);
        const runs = listed(there, feed.since, Math.max(...ticks));
        for (const [i, { now, dueAt }] of looks(feed, ticks).entries()) {
          const last = ticks[i - 1] ?? -Infinity;
          expect(dueAt).toBe(runs.findLast((run) => run <= now && run > last));
          if (dueAt === undefined) none += 1;
          else found += 1;
        }
      }),
      { seed: 41, numRuns: runs(50) },
    );
    expect(Math.min(found, none)).toBeGreaterThan(runs(150));
  });

  it('it opens no run a second time while the clock does not jump back', () => {
    fc.assert(
      fc.property(night, steps, (there, path) => {
        const found = looks(feedOf(there), ticksFrom(there.start, path.map(Math.abs)));
        const times = found.flatMap(({ dueAt }) => dueAt ?? []);
        expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
      }),
      { seed: 43, numRuns: runs(30) },
    );
  });

  it('it skips none that it looks often enough for, even if the clock jumps back', () => {
    const often = stepsOf(
      { arbitrary: dense, weight: 30 },
      { arbitrary: still, weight: 2 },
      { arbitrary: back, weight: 1 },
    );
    fc.assert(
      fc.property(night, often, (there, path) => {
        const feed = feedOf(there, { since: there.start });
        const ticks = ticksFrom(there.start, path);
        const opened = openedBy(looks(feed, ticks));
        expect([...opened].toSorted((a, b) => a - b)).toEqual(listed(there, there.start, Math.max(...ticks)));
      }),
      { seed: 47, numRuns: runs(30) },
    );
  });

  it('it finds the same whether or not it keeps what it knows of schedules', () => {
    fc.assert(
      fc.property(night, steps, (there, path) => {
        const feed = feedOf(there, { quiet: '21:30-01:15' });
        const ticks = ticksFrom(there.start, path.slice(0, 40));
        const fresh = ticks.map((now, i) => findDueSlots([feed], ticks[i - 1], now)[0]?.dueAt);
        expect(looks(feed, ticks).map(({ dueAt }) => dueAt)).toEqual(fresh);
      }),
      { seed: 53, numRuns: runs(20) },
    );
  });
});

describe('quiet hours, across every change of the clocks', () => {
  const quiet = fc.constantFrom('22:00-07:00', '00:00-00:45', '23:10-02:20', '01:40-02:10', '02:30-01:30');
  const steps = stepsOf(
    { arbitrary: dense, weight: 20 },
    { arbitrary: still, weight: 3 },
    { arbitrary: outage, weight: 1 },
    { arbitrary: back, weight: 1 },
  );

  it('the next time that is named is when the feed is due, and nothing is before', () => {
    const hours = fc.option(quiet, { nil: undefined });
    const since = fc.integer({ min: -2 * DAY_MS, max: 0 });
    fc.assert(
      fc.property(night, hours, since, (there, hours, before) => {
        const now = there.start;
        const feed = feedOf(there, { quiet: hours, since: now + before });
        const next = findNextDue(feed, now) ?? expect.fail('It comes some day.');
        expect(findDueSlots([feed], now, next).map(({ dueAt }) => dueAt)).toEqual([next]);
        expect(findDueSlots([feed], now, next - 1)).toEqual([]);
      }),
      { seed: 61, numRuns: runs(100) },
    );
  });

  it('no slot of leads falls into them, and what would have comes as one at their end', () => {
    let held = 0;
    fc.assert(
      fc.property(night, quiet, steps, (there, hours, path) => {
        const feed = feedOf(there, { quiet: hours });
        const isQuiet = quietBy(hours, there.timezone);
        const ticks = ticksFrom(there.start, path);
        const due: number[] = [];
        for (const run of listed(there, feed.since, Math.max(...ticks))) {
          // A run before the last one's end shares it: every minute in between was found quiet.
          let end = Math.max(run, due.at(-1) ?? 0);
          while (isQuiet(end)) end += MINUTE_MS;
          if (end > run) held += 1;
          due.push(end);
        }
        for (const [i, { now, dueAt }] of looks(feed, ticks).entries()) {
          const last = ticks[i - 1] ?? -Infinity;
          expect(dueAt).toBe(due.findLast((time) => time <= now && time > last));
          expect(dueAt !== undefined && isQuiet(dueAt)).toBe(false);
        }
      }),
      { seed: 59, numRuns: runs(50) },
    );
    expect(held).toBeGreaterThan(runs(150));
  });
});
