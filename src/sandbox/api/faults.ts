/** Faults that a person or a test sets on operations of the reference API, to see how the bot copes. */
import { once } from 'node:events';
import type { Context, MiddlewareHandler, Next } from 'hono';
import {
  alternativeNames,
  type Distortion,
  missingField,
  negativeMentions,
  reissuedIds,
  reissuedThreads,
  rivalFirst,
  unitScale,
  wrongTypes,
} from './distortions.ts';

export const FAULT_KINDS = [
  'unauthorised',
  'not_found',
  'unavailable',
  'rate_limited',
  'rate_limited_bare',
  'quota_402',
  'quota_403',
  'quota_429',
  'slow',
  'hang',
  'malformed',
  'truncated',
  'huge',
  'wrong_types',
  'missing_field',
  'alternative_names',
  'unit_scale',
  'reissued_ids',
  'reissued_threads',
  'rival_first',
  'negative_mentions',
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export type Sleep = (ms: number) => Promise<unknown>;

/** `guessed`: the API's document doesn't show the answer's shape; `issue`: see distortions.ts. */
type FaultContext = { sleep: Sleep; guessed: boolean; issue: number };

/** Makes an operation fail; calls `next` if it needs the real answer. */
type Failure = (c: Context, next: Next, context: FaultContext) => Promise<Response | undefined>;

const SLOW_MS = 2_000;
const RETRY_AFTER_SECONDS = '1';
const QUOTA = 'The monthly quota of your plan is used up';
/** Above the bot's limit of 10 MB. */
const HUGE_BYTES = 11 * 1024 * 1024;

const FAILURES: Record<FaultKind, Failure> = {
  unauthorised: async (c) => c.json({ detail: 'Invalid API key' }, 401),
  not_found: async (c) => c.json({ detail: 'Not Found' }, 404),
  unavailable: async (c) => c.text('Internal Server Error', 500),
  rate_limited: async (c) =>
    c.json({ detail: 'Too many requests' }, 429, { 'Retry-After': RETRY_AFTER_SECONDS }),
  rate_limited_bare: async (c) => c.json({ detail: 'Too many requests' }, 429),
  quota_402: async (c) => c.json({ detail: `Payment required: ${QUOTA}` }, 402),
  quota_403: async (c) => c.json({ detail: QUOTA }, 403),
  quota_429: async (c) => c.json({ detail: QUOTA }, 429),
  slow: async (_c, next, { sleep }) => {
    await sleep(SLOW_MS);
    await next();
    return undefined;
  },
  // Never answers: by the time this returns, the caller has hung up.
  hang: async (c) => {
    const { signal } = c.req.raw;
    if (!signal.aborted) await once(signal, 'abort');
    return c.body(null, 408);
  },
  malformed: withBody(firstHalf),
  // Announces the full length, sends half and hangs up.
  truncated: async (c, next) => {
    await next();
    const whole = await c.res.text();
    c.res = new Response(firstHalf(whole), c.res);
    c.res.headers.set('Content-Length', String(Buffer.byteLength(whole)));
    c.res.headers.set('Connection', 'close');
    return undefined;
  },
  huge: withBody((whole) => whole + ' '.repeat(HUGE_BYTES)),
  wrong_types: withJson(wrongTypes),
  missing_field: withJson(missingField),
  // Only guessed shapes have alternative names.
  alternative_names: (c, next, context) =>
    withJson(context.guessed ? alternativeNames : (answer) => answer)(c, next, context),
  unit_scale: withJson(unitScale),
  reissued_ids: withJson(reissuedIds),
  reissued_threads: withJson(reissuedThreads),
  rival_first: withJson(rivalFirst),
  negative_mentions: withJson(negativeMentions),
};

/** `operation` can be "*"; without `times`, the fault stays until it's cleared. */
export type Fault = { operation: string; kind: FaultKind; times?: number | undefined };

export type Faults = ReturnType<typeof createFaults>;

export function createFaults(sleep: Sleep) {
  const byOperation = new Map<string, Fault>();
  let issue = 0;

  /** Returns the operation's own fault, or else the one for "*", and counts it down. */
  function take(operation: string): Fault | undefined {
    const fault = byOperation.get(operation) ?? byOperation.get('*');
    if (fault?.times === undefined) return fault;
    if (fault.times === 1) byOperation.delete(fault.operation);
    else byOperation.set(fault.operation, { ...fault, times: fault.times - 1 });
    return fault;
  }

  return {
    /** Replaces the operation's earlier fault. */
    set: (fault: Fault) => void byOperation.set(fault.operation, fault),
    /** Clears one operation's fault, or every fault. */
    clear: (operation = '*') =>
      operation === '*' ? byOperation.clear() : void byOperation.delete(operation),
    all: (): Fault[] => [...byOperation.values()],
    /** Middleware to run before the operation's handler. */
    before:
      (operation: string, guessed: boolean): MiddlewareHandler =>
      async (c, next) => {
        const fault = take(operation);
        if (fault === undefined) return await next();
        issue += 1;
        return await FAILURES[fault.kind](c, next, { sleep, guessed, issue });
      },
  };
}

/** Changes the body of the right answer; refusals pass unchanged. */
function withBody(change: (whole: string, issue: number) => string): Failure {
  return async (c, next, { issue }) => {
    await next();
    if (c.res.ok) c.res = new Response(change(await c.res.text(), issue), c.res);
    return undefined;
  };
}

function withJson(distort: Distortion): Failure {
  return withBody((whole, issue) => JSON.stringify(distort(JSON.parse(whole), issue)));
}

function firstHalf(whole: string): string {
  return whole.slice(0, Math.floor(whole.length / 2));
}
