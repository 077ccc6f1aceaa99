/** The client of the Visibility API: one per API key, all over one connection pool. */
import { setTimeout as delay } from 'node:timers/promises';
import type { z } from 'zod';
import { realNow, startStopwatch } from '../clock.ts';
import { parseJson } from '../json.ts';
import { isSendable } from '../secrets.ts';
import { runStep } from '../trace.ts';
import type { Answered, DateOrder } from './answer.ts';
import type { Parts } from './breakdown.ts';
import {
  KeylessError,
  OutOfCallsError,
  UnavailableError,
  ValidationError,
  VisibilityError,
  WaitOver,
} from './errors.ts';
import { exchange } from './exchange.ts';
import { failureOf, type Patience, refusalIn, retrying } from './failure.ts';
import {
  createHttp,
  createTurns,
  type HttpRequest,
  type Method,
  type ReadAnswer,
  type Timeouts,
  type Turns,
} from './http.ts';
import { type CallOptions, type Operation, requestPath } from './operation.ts';
import { OPERATIONS } from './operations.ts';
import { type Line, linesFor, NO_PROFILE, type Profile } from './profile.ts';
import { mapValues } from './shape.ts';

type Operations = typeof OPERATIONS;
type Listed = {
  [Id in keyof Operations]: Operations[Id] extends Operation<infer Args, infer Answer>
    ? (...args: Args) => Promise<Answer>
    : never;
};

/** One method per row of OPERATIONS (documented there), plus the operations that only the configuration names. */
export type VisibilityClient = Listed & {
  /**
   * Calls an operation from `unlisted` in projects.yml. Sends no body, and reads in the answer's only whether it is a refusal.
   * `parameters` fill the template and are encoded; the documented ones must be UUIDs.
   */
  unlisted(
    method: Method,
    pathTemplate: string,
    parameters: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<{ status: number }>;
  /** The same client with a budget of requests, all included; beyond it calls fail with an OutOfCallsError. */
  limited(calls: number): { api: VisibilityClient; left: () => number };
};

type Limit = { withinMs: number; once?: true; until?: AbortSignal };

/** One attempt, safe to log: no key, parameters or body. `outcome` is "ok" or an error's code, also of an answer that can't be read. */
export type RequestReport = {
  operation: string;
  attempt: number;
  outcome: string;
  status: number | undefined;
  ms: number;
};

export type VisibilityOptions = Partial<Patience> & {
  /** Ends in /v1/public. */
  baseUrl: string;
  timeouts?: Partial<Timeouts>;
  /** Epoch ms, to ask for the last days; by default the machine's time. */
  now?: () => number;
  /** Without profiles, every answer is read by guessing alone. */
  profiles?: Profiles;
  /** The most concurrent calls per key, counted separately for calls with and without a limit (see `open`). */
  callsPerKey?: number;
  onRequest?: (report: RequestReport) => void;
  /** Gets every successful body and how it was read, for learn and doctor. Bodies are outside text: never log them. */
  onAnswer?: (answer: Answered) => void;
};

/** What is known about the API, per key: plans may differ. `learn` takes what a refusal taught. */
export type Profiles = { of(apiKey: string): Profile; learn(apiKey: string, lines: readonly Line[]): void };

const UNKNOWN_API: Profiles = { of: () => NO_PROFILE, learn: () => undefined };

/** An agency's hundreds of projects share a key, and rate limits usually apply per key. */
const CALLS_PER_KEY = 4;

export function createVisibility(options: VisibilityOptions) {
  const { random = Math.random, sleep = pause, now = realNow, profiles = UNKNOWN_API } = options;
  const { callsPerKey = CALLS_PER_KEY, onRequest = () => undefined, onAnswer = () => undefined } = options;
  const http = createHttp(options.baseUrl, options.timeouts);
  const dates: DateOrder = {};
  const [unlimitedTurns, limitedTurns] = [new Map<string, Turns>(), new Map<string, Turns>()];

  /**
   * A client for this key. With a `limit`, because a person waits: a call ends after `withinMs` with all its
   * attempts, `once` means no retries, and when `until` aborts, unsent calls and reads end with its reason. Such
   * calls queue apart from polls. @throws KeylessError for a key that no header can carry.
   */
  function open(apiKey: string, limit?: Limit): VisibilityClient {
    if (!isSendable(apiKey)) throw new KeylessError();
    const redact = (text: string) => text.replaceAll(apiKey, '[API key]');
    const turnsByKey = limit ? limitedTurns : unlimitedTurns;
    const turns = turnsByKey.get(apiKey) ?? createTurns(callsPerKey);
    turnsByKey.set(apiKey, turns);
    /** Shared by all that are limited: dozens of prompts' time series would list engines once more. */
    let lastParts: Parts | undefined;
    return clientWith([]);

    function clientWith(budgets: readonly Budget[]): VisibilityClient {
      const once = limit?.once === true;
      const send = createSend({ http, apiKey, redact, budgets, once, onRequest, random, sleep });

      /** Keeps its turn, and the time limit, for all pages and attempts. */
      function inTurn<T>(
        asked: Pick<HttpRequest, 'operation' | 'repeatable' | 'signal'>,
        work: (signal?: AbortSignal) => Promise<T>,
      ): Promise<T> {
        const signals = [asked.signal, limit?.until].flatMap((one) => one ?? []);
        const signal = signals.length > 1 ? AbortSignal.any(signals) : signals[0];
        return turns(() => (limit ? inTime({ ...asked, signal }, limit, work) : work(signal)), signal);
      }

      /** What a call asks on its way is part of it: another turn might only come after its own. */
      const atOnce: typeof inTurn = ({ signal }, work) => work(signal);

      function methodOf<Args extends unknown[], Answer>(
        id: string,
        row: Operation<Args, Answer>,
        take: typeof inTurn,
      ) {
        const operation = `${row.method} ${row.path}`;
        return async (...args: Args): Promise<Answer> => {
          const call = row.request(...args);
          checkBody(operation, row.body, call.body);
          const { repeatable } = row;
          return take({ operation, repeatable, signal: call.signal }, (signal) =>
            exchange(
              { id, row, call: { ...call, signal } },
              {
                send,
                redact,
                dates,
                now,
                lines: linesFor(id, call.body, profiles.of(apiKey)),
                learn: (lines) => profiles.learn(apiKey, lines),
                onAnswer,
                async topicNamed(wanted) {
                  const topics = await nested.topics(call.parameters.project_id ?? '', { signal });
                  return topics.find(({ label }) => label === wanted);
                },
                parts: async (again) => {
                  if (lastParts && !again) return lastParts;
                  const [engines, regions] = await Promise.all([
                    // A list that can't be read now is as it was.
                    nested.engines({ signal }).catch(() => lastParts?.engines ?? []),
                    nested.regions({ signal }).catch(() => lastParts?.regions ?? []),
                  ]);
                  lastParts = { engines, regions };
                  return lastParts;
                },
              },
            ),
          );
        };
      }

      // TypeScript cannot follow a table through its entries; `Listed` says row by row what was made.
      const methodsIn = (take: typeof inTurn) =>
        mapValues<Operation, unknown>(OPERATIONS, (row, id) => methodOf(id, row, take)) as Listed;
      const nested = methodsIn(atOnce);
      return {
        ...methodsIn(inTurn),
        async unlisted(method, pathTemplate, parameters, { signal } = {}) {
          const operation = `${method} ${pathTemplate}`;
          const path = requestPath(operation, pathTemplate, parameters);
          const repeatable = method === 'GET';
          return inTurn({ operation, repeatable, signal }, (within) =>
            send({ operation, method, path, repeatable, signal: within }, ({ status, text }) => {
              const refusal = refusalIn(operation, status, parseJson(text), redact);
              if (refusal) throw refusal;
              return { status };
            }),
          );
        },
        limited(calls) {
          const all = [...budgets, { left: calls }];
          return { api: clientWith(all), left: () => Math.max(0, leftOf(all)) };
        },
      };
    }
  }

  return { open, close: () => http.close() };
}

type Budget = { left: number };

const leftOf = (budgets: readonly Budget[]) => Math.min(...budgets.map(({ left }) => left));

type Sending = Required<Pick<VisibilityOptions, 'onRequest' | 'random' | 'sleep'>> & {
  http: Pick<ReturnType<typeof createHttp>, 'send'>;
  apiKey: string;
  redact: (text: string) => string;
  budgets: readonly Budget[];
  once: boolean;
};

function createSend({ http, apiKey, redact, budgets, once, onRequest, random, sleep }: Sending) {
  async function attempt<T>(request: HttpRequest, number: number, read: ReadAnswer<T>): Promise<T> {
    const { operation } = request;
    if (leftOf(budgets) <= 0) throw new OutOfCallsError(operation);
    for (const budget of budgets) budget.left -= 1;
    const took = startStopwatch();
    try {
      const answer = await runStep(operation, { attempt: number }, async () => {
        const came = await http.send(request, apiKey);
        const failure = failureOf(request, came, redact);
        if (failure) throw failure;
        return came;
      });
      const ms = took();
      const found = read(answer);
      onRequest({ operation, attempt: number, outcome: 'ok', status: answer.status, ms });
      return found;
    } catch (error) {
      if (error instanceof VisibilityError) {
        const { code: outcome, status } = error;
        onRequest({ operation, attempt: number, outcome, status, ms: took() });
      }
      throw error;
    }
  }

  /** Retries what can be retried. If a write is aborted after a failed attempt, it throws that failure: it tells more. */
  return async function send<T>(request: HttpRequest, read: ReadAnswer<T>): Promise<T> {
    let failed: VisibilityError | undefined;
    const tryOnce = (number: number) =>
      attempt(request, number, read).catch((error: unknown) => {
        if (error instanceof VisibilityError) failed = error;
        throw error;
      });
    try {
      return await (once ? tryOnce(1) : retrying(tryOnce, { random, sleep }, request.signal));
    } catch (error) {
      throw request.method === 'GET' ? error : (failed ?? error);
    }
  };
}

/** @throws UnavailableError after `withinMs`; a write may have succeeded all the same. */
async function inTime<T>(
  { operation, repeatable, signal }: Pick<HttpRequest, 'operation' | 'repeatable' | 'signal'>,
  { withinMs }: Limit,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const over = new AbortController();
  let late: WaitOver | undefined;
  // AbortSignal.timeout would keep its timer, and all it holds, long after a call that finished early.
  const timer = setTimeout(() => {
    late = new WaitOver();
    over.abort(late);
  }, withinMs);
  // AbortSignal.any would leave something behind in a signal that lives as long as the bot.
  const leave = () => over.abort(signal?.reason);
  signal?.addEventListener('abort', leave);
  try {
    return await send(over.signal);
  } catch (error) {
    if (!late || error !== late) throw error;
    throw new UnavailableError(operation, 'TimeoutError', repeatable ? {} : 'never');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', leave);
  }
}

/** @throws ValidationError for a body that can't be right; it is never sent. */
function checkBody(operation: string, schema: z.ZodType | undefined, body: unknown): void {
  const issues = schema?.safeParse(body).error?.issues ?? [];
  const details = issues.map(({ path, message }) => ({ at: ['body', ...path].join('.'), message }));
  if (details.length > 0) throw new ValidationError(operation, details);
}

/** Sleeps in real time. An abort ends the sleep without an error; the caller checks the signal. */
async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
