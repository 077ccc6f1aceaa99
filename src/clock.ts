/** The only reader of time. Everything that decides takes its time from here, so that a simulated day is a day. */

/** `now` is the time of the last refresh at least, in epoch ms; `refresh` is called once per tick. */
export type Clock = { now(): number; refresh(): Promise<number> };

/** The machine's own time. */
export function systemClock(): Clock {
  return { now: () => Date.now(), refresh: async () => Date.now() };
}

/**
 * Time as a sandbox tells it: `GET url` -> {"now": ISO}. Between refreshes it runs on at the machine's pace.
 * @throws what `fetchNow` throws; the tick is then skipped and tried again.
 */
export async function remoteClock(fetchNow: () => Promise<number>): Promise<Clock> {
  let offset = (await fetchNow()) - Date.now();
  return {
    now: () => Date.now() + offset,
    refresh: async () => {
      const now = await fetchNow();
      offset = now - Date.now();
      return now;
    },
  };
}
