/** Counts requests under way, refuses new ones when busy or stopping, and waits for the rest at shutdown. */
import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from './refused.ts';

export class Restarting extends Refused {
  constructor() {
    super('Sightline is restarting. Try again in a minute.');
  }
}

export class TooBusy extends Refused {
  constructor() {
    super('Sightline is too busy right now. Try again in a minute.');
  }
}

/** Few enough to finish in seconds and still acknowledge new requests in time. */
const MOST_AT_ONCE = 200;

export type UnderWay = ReturnType<typeof createUnderWay>;

export function createUnderWay(most = MOST_AT_ONCE) {
  const requests = new Set<Promise<void>>();
  const ending = new AbortController();
  const waiting: (() => void)[] = [];
  let isRefusing = false;

  function callNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(callNext);
  }

  return {
    /** Counts a request as under way until `work` has ended. */
    async track(work: () => Promise<void>): Promise<void> {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      requests.add(ended);
      try {
        await work();
      } finally {
        requests.delete(ended);
        end();
      }
    },
    count: () => requests.size,
    /** From now on new requests are refused with Restarting. */
    refuseNew: () => {
      isRefusing = true;
    },
    /** Why a request must not be started; undefined if it may be. */
    refusal(): Refused | undefined {
      if (isRefusing) return new Restarting();
      return requests.size > most ? new TooBusy() : undefined;
    },
    /** Resolves when acknowledged work may start: one per event loop turn, so new requests are acknowledged first. */
    takeTurn(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (waiting.push(resolve) === 1) setImmediate(callNext);
      return promise;
    },
    /** Aborted with Restarting when the requests still under way must end: their API calls stop. */
    over: ending.signal,
    cutShort: () => ending.abort(new Restarting()),
    /** Resolves when nothing is under way, or after `ms` of real time. */
    async drain(ms: number): Promise<void> {
      const settled = async () => {
        while (requests.size > 0) await Promise.allSettled(requests);
      };
      const ended = new AbortController();
      const timeUp = delay(ms, undefined, { signal: ended.signal }).catch(() => undefined);
      await Promise.race([settled(), timeUp]);
      ended.abort();
    },
  };
}
