/** Limits how many calls run at the same time: one limit for each API key, and one for all connections. */

/** Runs `work` when its turn comes. @throws what `work` throws, or the signal's reason when aborted while waiting. */
export type Turns = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** At most `most` run at once; the others wait in order of arrival. */
export function createTurns(most: number): Turns {
  let running = 0;
  const waiting = new Set<() => void>();

  function waitForTurn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(start);
        reject(signal?.reason);
      };
      waiting.add(start);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands the slot straight to the first in line, so that a newcomer can't take it. */
  function passOn(): void {
    const [next] = waiting;
    if (next === undefined) {
      running--;
      return;
    }
    waiting.delete(next);
    next();
  }

  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running < most) running++;
    else await waitForTurn(signal);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
