/** When ticks come, and how the bot starts if something it needs isn't there yet. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { retryUntilDone, startTicking } from '../../src/app/run.ts';

test('a tick comes every full minute until it is stopped, but not while one is in progress', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: Date.parse('2026-03-11T07:59:30Z'),
  });
  onTestFinished(() => void vi.useRealTimers());
  const ticks: string[] = [];
  const slow = Promise.withResolvers<void>();
  const stop = startTicking(undefined, unexpected, async () => {
    ticks.push(new Date().toISOString().slice(11, 19));
    if (ticks.length === 3) await slow.promise;
  });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(ticks).toEqual([]);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect(ticks).toEqual(['08:00:00', '08:01:00', '08:02:00']);
  slow.resolve();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ticks).toEqual(['08:00:00', '08:01:00', '08:02:00', '08:04:00']);
  await stop();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(ticks).toHaveLength(4);
});

test('a failed tick is followed by one in the next minute', async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: Date.parse('2026-03-11T07:59:30Z'),
  });
  onTestFinished(() => void vi.useRealTimers());
  const faults: unknown[] = [];
  const away = new Error('the store is away');
  const stop = startTicking(
    undefined,
    (fault) => faults.push(fault),
    () => Promise.reject(away),
  );
  await vi.advanceTimersByTimeAsync(2 * 60_000);
  expect(faults).toEqual([away, away]);
  await stop();
});

test('a simulated clock that has moved brings a tick at once, one that goes on by itself one a second', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let moved = false;
  let ticks = 0;
  const stop = startTicking(
    async () => moved,
    unexpected,
    async () => {
      moved = false;
      ticks += 1;
    },
  );
  await vi.advanceTimersByTimeAsync(5_500);
  expect(ticks).toBe(6);
  moved = true;
  await vi.advanceTimersByTimeAsync(100);
  expect(ticks).toBe(7);
  await stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ticks).toBe(7);
});

const unexpected = (fault: unknown) => {
  throw fault;
};

const LIVING = new AbortController().signal;

test('a failed start is reported and retried until it succeeds', async () => {
  const faults: unknown[] = [];
  const pauses: number[] = [];
  const away = [new Error('nothing listens there'), new Error('starting up')];
  let begun = 0;
  await retryUntilDone(
    async () => {
      const fault = away.shift();
      if (fault) throw fault;
      begun += 1;
    },
    { onFault: (fault) => faults.push(fault), pause: async (ms) => void pauses.push(ms), signal: LIVING },
  );
  expect(begun).toBe(1);
  expect(faults).toEqual([new Error('nothing listens there'), new Error('starting up')]);
  expect(pauses).toHaveLength(2);
  expect(Math.min(...pauses)).toBeGreaterThan(0);
});

test('a bot that is stopped meanwhile gives up', async () => {
  const stopping = new AbortController();
  let tried = 0;
  await retryUntilDone(
    async () => {
      tried += 1;
      throw new Error('nothing listens there');
    },
    { onFault: () => undefined, pause: async () => stopping.abort(), signal: stopping.signal },
  );
  expect(tried).toBe(1);
});
