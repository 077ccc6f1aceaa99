/** Faults that a person or test sets on operations of the reference API, to see what the bot does about them. */
import type { Context, MiddlewareHandler, Next } from 'hono';

/** How an operation fails. Calls `next` if the real answer is wanted too. */
type Failure = (c: Context, next: Next, sleep: Sleep) => Promise<Response | undefined>;

export type Sleep = (ms: number) => Promise<unknown>;

const SLOW_MS = 2_000;
const RETRY_AFTER_SECONDS = '1';

/** The kinds there are. A new one is a word here and a line below. */
export const FAULT_KINDS = ['unauthorised', 'unavailable', 'rate_limited', 'slow', 'malformed'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

const FAILURES: Record<FaultKind, Failure> = {
  unauthorised: async (c) => c.json({ detail: 'Invalid API key' }, 401),
  unavailable: async (c) => c.text('Internal Server Error', 500),
  rate_limited: async (c) =>
    c.json({ detail: 'Too many requests' }, 429, { 'Retry-After': RETRY_AFTER_SECONDS }),
  slow: async (_c, next, sleep) => {
    await sleep(SLOW_MS);
    await next();
    return undefined;
  },
  malformed: async (c, next) => {
    await next();
    const whole = await c.res.text();
    c.res = new Response(whole.slice(0, Math.floor(whole.length / 2)), c.res);
    return undefined;
  },
};

/** `operation` is a route's or "*"; without `times` the fault stays until it is cleared. */
export type Fault = { operation: string; kind: FaultKind; times?: number | undefined };

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(sleep: Sleep) {
  const byOperation = new Map<string, Fault>();

  /** The fault that the operation's next request meets: its own before that of all. */
  function take(operation: string): Fault | undefined {
    const fault = byOperation.get(operation) ?? byOperation.get('*');
    if (fault?.times === undefined) return fault;
    if (fault.times === 1) byOperation.delete(fault.operation);
    else byOperation.set(fault.operation, { ...fault, times: fault.times - 1 });
    return fault;
  }

  return {
    /** Replaces what was set for the same operation. */
    set: (fault: Fault) => void byOperation.set(fault.operation, fault),
    /** Clears one operation's fault, or every fault. */
    clear: (operation = '*') =>
      operation === '*' ? byOperation.clear() : void byOperation.delete(operation),
    all: (): Fault[] => [...byOperation.values()],
    /** Stands before an operation's handler. */
    before:
      (operation: string): MiddlewareHandler =>
      async (c, next) => {
        const fault = take(operation);
        return fault === undefined ? await next() : await FAILURES[fault.kind](c, next, sleep);
      },
  };
}
