/** A stop that loses no request: what was acknowledged is waited for, then told; what comes meanwhile is not begun. */
import { setTimeout as delay } from 'node:timers/promises';
import { Refused } from './refused.ts';

/** Nothing was done, for the bot is about to stop. */
export class Restarting extends Refused {
  constructor() {
    super({ sentence: 'I’m restarting. Please try again in a minute.' });
  }
}

export type UnderWay = {
  /** Counts a request as under way until `work` has ended. */
  track(work: () => Promise<void>): Promise<void>;
  /** From now on a request that comes is answered with Restarting. */
  refuseNew(): void;
  isRefusing(): boolean;
  /** Aborts, with Restarting as its reason, where those that are still under way have to end: their calls to the API stop. */
  over: AbortSignal;
  cutShort(): void;
  /** Resolves when none is under way, or after `ms` of real time. */
  drained(ms: number): Promise<void>;
};

export function createUnderWay(): UnderWay {
  const requests = new Set<Promise<void>>();
  const ending = new AbortController();
  let isRefusing = false;
  return {
    async track(work) {
      const request = work();
      requests.add(request);
      try {
        await request;
      } finally {
        requests.delete(request);
      }
    },
    refuseNew: () => {
      isRefusing = true;
    },
    isRefusing: () => isRefusing,
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
