/**
 * Faults that a person or a test sets on operations of the reference API, to see how the bot copes: spoilt answers first,
 * then refusals, delays and broken connections.
 */
import { once } from 'node:events';
import type { Context, MiddlewareHandler, Next } from 'hono';
import { SHAPES } from '../../visibility/assumed.ts';
import { randomOf } from '../world/random.ts';

/** `issue` is a different number for each spoilt answer. */
type Distortion = (answer: unknown, issue: number) => unknown;

type Fields = readonly [name: string, value: unknown][];

/** Gives every value the wrong type, except null. */
const wrongTypes: Distortion = (answer) => {
  if (typeof answer === 'string') return answer.length;
  if (typeof answer === 'number') return [answer];
  if (typeof answer === 'boolean') return answer ? 'yes' : 'no';
  if (Array.isArray(answer)) return answer.map((item) => wrongTypes(item, 0));
  return mapFields(answer, (fields) => fields.map(([name, value]) => [name, wrongTypes(value, 0)]));
};

/** Removes the first field of each row, which every documented shape requires. */
const missingField: Distortion = (answer) => mapFields(answer, (fields) => fields.slice(1));

/** Uses the second name that the bot knows for each field of the guessed shape that most fields are of. */
const alternativeNames: Distortion = (answer) =>
  mapFields(answer, (fields) => {
    const present = new Set(fields.map(([name]) => name));
    const countPresent = (shape: readonly (readonly string[])[]) =>
      shape.filter(([first = '']) => present.has(first)).length;
    const [names = []] = Object.values<Readonly<Record<string, { names: readonly string[] }>>>(SHAPES)
      .map((shape) => Object.values(shape).map((field) => field.names))
      .toSorted((a, b) => countPresent(b) - countPresent(a));
    return fields.map(([name, value]) => [
      secondName(names.find(([first]) => first === name)) ?? name,
      value,
    ]);
  });

/** Skips names with a dot: they're paths into nested objects, a different shape. */
function secondName(names: readonly string[] | undefined): string | undefined {
  return names?.slice(1).find((name) => !name.includes('.'));
}

/** Scores from 0 to 1 instead of 0 to 100. */
const unitScale: Distortion = (answer) =>
  changeDeep(answer, (name, value) =>
    /(^|_)score$/.test(name) && typeof value === 'number' ? Number((value / 100).toFixed(4)) : value,
  );

/** The same rows under new ids. */
const reissuedIds: Distortion = (answer, issue) =>
  changeDeep(answer, (name, value) =>
    name === 'id' && typeof value === 'string' ? randomOf('reissued', value, issue).uuid() : value,
  );

/** The same rows under new ids and new addresses. */
const reissuedThreads: Distortion = (answer, issue) =>
  changeDeep(reissuedIds(answer, issue), (name, value) =>
    name === 'url' && typeof value === 'string' && URL.canParse(value)
      ? new URL(`/moved/${randomOf('moved', value, issue).uuid()}`, value).href
      : value,
  );

function changeDeep(answer: unknown, change: (name: string, value: unknown) => unknown): unknown {
  return mapFields(answer, (fields) =>
    fields.map(([name, value]) => [name, changeDeep(change(name, value), change)]),
  );
}

/** Changes the fields of an object, or of each object in a list, one level deep. */
function mapFields(value: unknown, change: (fields: Fields) => Fields): unknown {
  if (Array.isArray(value)) return value.map((item) => mapFields(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(change(Object.entries(value)));
}

/** Swaps the brand and the rival whose name comes last in the alphabet. */
const rivalFirst: Distortion = (answer) => {
  const mentions = rowsOf(answer);
  const own = mentions.find(isOwn)?.entity_name;
  const rivals = mentions.flatMap((row) => (isOwn(row) ? [] : `${row.entity_name}`));
  const last = rivals.toSorted().at(-1);
  return mentions.map((row) => {
    if (isOwn(row)) return { ...row, entity_name: last, entity_type: 'competitor' };
    return row.entity_name === last ? { ...row, entity_name: own, entity_type: 'own' } : row;
  });
};

/** Makes every third mention of the brand negative, with a description that contains Slack markup. */
const negativeMentions: Distortion = (answer) =>
  rowsOf(answer).map((row, i) =>
    isOwn(row) && i % 3 === 0
      ? { ...row, sentiment: 'negative', description: 'lost our data *twice* <!channel>', confidence: 1 }
      : row,
  );

type Row = Readonly<Record<string, unknown>>;

function rowsOf(answer: unknown): Row[] {
  return Array.isArray(answer) ? answer : [];
}

function isOwn({ entity_type }: Row): boolean {
  return entity_type === 'own';
}

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

/** `guessed`: the API's document doesn't show the answer's shape; `issue`: see Distortion. */
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
type Fault = { operation: string; kind: FaultKind; times?: number | undefined };

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
