/** Reads the time. All decisions use this clock, so that a simulated day counts as a day. */

/**
 * `now` is epoch ms, never before the last refresh; `refresh` is called once per tick. `hasMoved`: whether somebody has
 * moved a simulated time on since the last refresh; missing of the machine's own.
 */
export type Clock = { now(): number; refresh(): Promise<number>; hasMoved?(): Promise<boolean> };

/** The machine's time, epoch ms: for leases, lanes and signatures, never for decisions. */
export const realNow = (): number => Date.now();

/** Whether two times of the machine are less than `ms` apart: also false where its clock was set back by more. */
export function isRecent(at: number, now: number, ms: number): boolean {
  return Math.abs(now - at) < ms;
}

/** Returns a function that gives the ms since the start, unaffected by changes of the machine's time. */
export function startStopwatch(): () => number {
  const begun = performance.now();
  return () => performance.now() - begun;
}

export function systemClock(): Clock {
  return { now: realNow, refresh: async () => realNow() };
}

/** More than what asking for a time takes. */
const MOVED_MS = 1_000;

/**
 * A sandbox's time. It advances at the machine's pace between refreshes; before the first one it's the machine's time.
 * If `ask` throws, so does the refresh, and the tick is skipped.
 */
export function remoteClock(ask: () => Promise<number>): Required<Clock> {
  let ahead = 0;
  const now = () => realNow() + ahead;
  return {
    now,
    hasMoved: async () => Math.abs((await ask()) - now()) > MOVED_MS,
    refresh: async () => {
      const now = await ask();
      ahead = now - realNow();
      return now;
    },
  };
}
