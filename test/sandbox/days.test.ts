/** "Next day" without a bot: where it stops and what it waits for. */
import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createDays, stopsUntilMorning } from '../../src/sandbox/clock.ts';

const QUIET_MS = 120;

/** Time that passes only in `pass`, from one alarm to the next. */
function createTime() {
  const alarms: { at: number; ring: () => void }[] = [];
  let now = 0;
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((ring) => alarms.push({ at: now + ms, ring })),
    async pass(work: Promise<void>) {
      let isOver = false;
      void work.finally(() => {
        isOver = true;
      });
      for (;;) {
        await settle();
        if (isOver) return;
        alarms.sort((one, other) => one.at - other.at);
        const next = alarms.shift();
        if (!next) throw new Error('It waits for nothing that could come');
        now = next.at;
        next.ring();
      }
    },
  };
}

/** Simulated time that stands still between stops; `stops` records each one. */
function simulate(hasWork = () => false) {
  const stops: string[] = [];
  let now = Date.parse('2026-11-20T08:04:11Z');
  const listeners: (() => void)[] = [];
  const time = createTime();
  const days = createDays({
    now: () => now,
    timezone: 'Europe/Berlin',
    advanceTo: (at) => {
      now = at;
      stops.push(new Date(at).toISOString().slice(0, 16));
      for (const listener of listeners) listener();
    },
    realNow: time.now,
    sleep: time.sleep,
    quietMs: QUIET_MS,
    hasWork: async () => hasWork(),
  });
  return { days, stops, time, atEachStop: (listener: () => void) => listeners.push(listener) };
}

describe('the stops on the way to the next morning', () => {
  test.each([
    [
      'in the morning',
      '2026-11-20T08:04:11Z',
      ['2026-11-20T09:00', '2026-11-20T13:30', '2026-11-20T16:00', '2026-11-21T08:00'],
    ],
    ['in the afternoon', '2026-11-20T14:00:00Z', ['2026-11-20T16:00', '2026-11-21T08:00']],
    ['in the evening', '2026-11-20T16:00:01Z', ['2026-11-21T08:00']],
    [
      'before nine',
      '2026-11-20T07:59:59Z',
      ['2026-11-20T08:00', '2026-11-20T09:00', '2026-11-20T13:30', '2026-11-20T16:00', '2026-11-21T08:00'],
    ],
    [
      'at nine to the second',
      '2026-11-20T08:00:00Z',
      ['2026-11-20T09:00', '2026-11-20T13:30', '2026-11-20T16:00', '2026-11-21T08:00'],
    ],
    [
      'at the end of a year',
      '2026-12-31T09:30:00Z',
      ['2026-12-31T13:30', '2026-12-31T16:00', '2027-01-01T08:00'],
    ],
    [
      'before the clocks go forward',
      '2026-03-28T08:00:01Z',
      ['2026-03-28T09:00', '2026-03-28T13:30', '2026-03-28T16:00', '2026-03-29T07:00'],
    ],
    [
      'before the clocks go back',
      '2026-10-24T07:00:01Z',
      ['2026-10-24T08:00', '2026-10-24T12:30', '2026-10-24T15:00', '2026-10-25T08:00'],
    ],
  ])('%s', (_, now, stops) => {
    const times = stopsUntilMorning(Date.parse(now), 'Europe/Berlin');
    expect(times.map((at) => new Date(at).toISOString().slice(0, 16))).toEqual(stops);
  });

  test('follow the workspace’s time zone, wherever the machine is', () => {
    const times = stopsUntilMorning(Date.parse('2026-11-20T23:30:00Z'), 'Pacific/Auckland');
    expect(times.map((at) => new Date(at).toISOString().slice(0, 16))).toEqual([
      '2026-11-21T01:30',
      '2026-11-21T04:00',
      '2026-11-21T20:00',
    ]);
  });
});

test('the callback runs at each stop', async () => {
  const { days, stops, time } = simulate();
  const seen: number[] = [];
  await time.pass(days.next(() => seen.push(stops.length)));
  expect(stops).toEqual(['2026-11-20T09:00', '2026-11-20T13:30', '2026-11-20T16:00', '2026-11-21T08:00']);
  expect(seen).toEqual([1, 2, 3, 4]);
});

test('work that starts at a stop ends before time moves on, however long it takes', async () => {
  const { days, stops, time, atEachStop } = simulate();
  const finished: number[] = [];
  atEachStop(() => {
    void days.track(() => time.sleep(4 * QUIET_MS)).then(() => finished.push(stops.length));
  });
  await time.pass(days.next());
  expect(finished).toEqual([1, 2, 3, 4]);
});

test('work that fails is not waited for', async () => {
  const { days, stops, time, atEachStop } = simulate();
  atEachStop(() => void days.track(() => Promise.reject(new Error('refused'))).catch(() => {}));
  await time.pass(days.next());
  expect(stops).toHaveLength(4);
});

test('a bot that has read the clock once may still be about to post', async () => {
  const { days, stops, time, atEachStop } = simulate();
  const posted: number[] = [];
  atEachStop(() => {
    days.noteClockRead();
    void time.sleep(QUIET_MS / 2).then(() => days.track(async () => void posted.push(stops.length)));
  });
  await time.pass(days.next());
  expect(posted).toEqual([1, 2, 3, 4]);
});

test('a bot that has work left gets longer, but not for ever', async () => {
  const { days, stops, time } = simulate(() => true);
  await time.pass(days.next());
  expect(time.now()).toBeGreaterThanOrEqual(2 * QUIET_MS * stops.length);
});
