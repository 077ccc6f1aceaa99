/**
 * The requests that are under way: no more of them than there is room for, and at a stop none is lost. What was acknowledged is
 * waited for, then told; what can't be begun is refused.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from './refused.ts';

/** Nothing was done, for the bot is about to stop. */
export class Restarting extends Refused {
  constructor() {
    super('I’m restarting. Please try again in a minute.');
  }
}

/** Nothing was done, for there is more to do than can be done. */
export class TooBusy extends Refused {
  constructor() {
    super('I’m too busy to do this right now. Please try again in a minute.');
  }
}

/** So many take seconds, not minutes, and who comes then is still acknowledged in time. */
const MOST_AT_ONCE = 200;

export type UnderWay = {
  /** Counts a request as under way until `work` has ended. */
  track(work: () => Promise<void>): Promise<void>;
  /** So many are. */
  count(): number;
  /** From now on a request that comes is answered with Restarting. */
  refuseNew(): void;
  /** Why a request that came, and is counted, is not to be begun; undefined where it is. */
  refusal(): Refused | undefined;
  /**
   * Resolves when the work behind an acknowledgement may begin: one in each turn of the loop, so that what came meanwhile is
   * acknowledged first, however much waits.
   */
  turn(): Promise<void>;
  /** Aborts, with Restarting as its reason, where those that are still under way have to end: their calls to the API stop. */
  over: AbortSignal;
  cutShort(): void;
  /** Resolves when none is under way, or after `ms` of real time. */
  drained(ms: number): Promise<void>;
};

/** At most so many requests at once. */
export function createUnderWay(most = MOST_AT_ONCE): UnderWay {
  const requests = new Set<Promise<void>>();
  const ending = new AbortController();
  const waiting: (() => void)[] = [];
  let isRefusing = false;

  function callNext(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(callNext);
  }

  return {
    async track(work) {
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
    refuseNew: () => {
      isRefusing = true;
    },
    refusal() {
      if (isRefusing) return new Restarting();
      return requests.size > most ? new TooBusy() : undefined;
    },
    turn() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (waiting.push(resolve) === 1) setImmediate(callNext);
      return promise;
    },
    over: ending.signal,
    cutShort: () => ending.abort(new Restarting()),
    async drained(ms) {
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
