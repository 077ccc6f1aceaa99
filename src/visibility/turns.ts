/** Stands before the wire, one for each API key and one for all connections: the API sees few calls at once. */

/** Runs `work` when its turn comes. @throws what it throws, or the signal's reason while it waits. */
export type Turns = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** At most `most` at once; who waits goes in the order of arrival, and may leave. */
export function createTurns(most: number): Turns {
  let running = 0;
  const waiting = new Set<() => void>();

  function comeUp(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const called = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(called);
        reject(signal?.reason);
      };
      waiting.add(called);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Hands the place to the first who waits, so that nobody who comes later can take it. */
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
    else await comeUp(signal);
    try {
      return await work();
    } finally {
      passOn();
    }
  };
}
