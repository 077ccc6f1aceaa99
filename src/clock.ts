/** The only reader of time. Everything that decides takes its time from here, so that a simulated day is a day. */

/** `now` is the time of the last refresh at least, in epoch ms; `refresh` is called once per tick. */
export type Clock = { now(): number; refresh(): Promise<number> };

/** The machine's own time, epoch ms: for what happens at Slack's pace (leases, lanes, signatures), never for a decision. */
export const realNow = (): number => Date.now();

/** Starts measuring; answers how many ms have passed since, whatever becomes of the machine's time meanwhile. */
export function stopwatch(): () => number {
  const begun = performance.now();
  return () => performance.now() - begun;
}

/** The machine's own time as the bot's. */
export function systemClock(): Clock {
  return { now: realNow, refresh: async () => realNow() };
}

/**
 * Time as a sandbox tells it. Between refreshes it runs on at the machine's pace; before the first it is the machine's.
 * A refresh throws what `ask` throws: the tick is then skipped and tried again.
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
