/** The only reader of time. All decisions use this clock, so that a simulated day counts as a day. */

/** `now` is epoch ms, never before the last refresh; `refresh` is called once per tick. */
export type Clock = { now(): number; refresh(): Promise<number> };

/** The machine's time, epoch ms: for leases, lanes and signatures, never for a decision. */
export const realNow = (): number => Date.now();

/** Returns a function that tells the ms since the start, unaffected by changes of the machine's time. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => performance.now() - begun;
}

export function systemClock(): Clock {
  return { now: realNow, refresh: async () => realNow() };
}

/**
 * A sandbox's time. Between refreshes it runs on at the machine's pace; before the first it is the machine's time.
 * A refresh throws what `ask` throws: the tick is then skipped.
 */
export function remoteClock(ask: () => Promise<number>): Clock {
  let ahead = 0;
  return {
    now: () => realNow() + ahead,
    refresh: async () => {
      const now = await ask();
      ahead = now - realNow();
      return now;
    },
  };
}
