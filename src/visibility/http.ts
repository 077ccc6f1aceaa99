/** HTTP to the Visibility API: one request, the whole response in memory, within limits of time and size. */
import { codeOf } from '../errors.ts';
import { readProxyRefusal } from '../proxy.ts';
import { errors, openDispatcher, type Received, receive } from '../undici-parts.ts';
import { USER_AGENT } from '../version.ts';
import { ContractError, UnavailableError } from './errors.ts';
import { readInstant } from './values.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Limits of one attempt, in ms: to connect, until the headers, between two chunks of the body, and in total. */
export type Timeouts = { connect: number; headers: number; body: number; total: number };

const TIMEOUTS: Timeouts = { connect: 5_000, headers: 10_000, body: 10_000, total: 30_000 };
const MOST_MEGABYTES = 10;
/** Forty projects may be due in the same minute. */
const MOST_CONNECTIONS = 8;

/** `path` is relative to the base; `operation` names the request in errors. */
export type HttpRequest = {
  operation: string;
  method: Method;
  path: string;
  body?: object | undefined;
  /** Whether sending it twice has the same effect as once. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

/** A response of any status. */
export type HttpAnswer = {
  status: number;
  text: string;
  retryAfter: string | undefined;
  date: string | undefined;
  link?: string | undefined;
  /** X-Next-Page, X-Total-Count and the like, without "x-". */
  paging?: Readonly<Record<string, string>> | undefined;
  /** Content-Range, as PostgREST sends it. */
  range?: string | undefined;
  /** Where a redirect leads. */
  location?: string | undefined;
};

/** `baseUrl` ends in /v1/public. */
export function createHttp(baseUrl: string, timeouts: Partial<Timeouts> = {}) {
  const base = new URL(baseUrl);
  const { origin } = base;
  const prefix = base.pathname.replace(/\/+$/, '');
  const limits = { ...TIMEOUTS, ...timeouts };
  const pool = openDispatcher({
    connections: MOST_CONNECTIONS,
    connectTimeout: limits.connect,
    headersTimeout: limits.headers,
    bodyTimeout: limits.body,
    maxResponseSize: MOST_MEGABYTES * 1024 * 1024,
  });

  /** Operations whose path is redirected to the same with a slash at its end, as Django and FastAPI do. */
  const slashed = new Set<string>();

  /** Queueing here and not in the pool keeps the wait for a connection out of the timeouts. */
  const turns = createTurns(MOST_CONNECTIONS);

  /** Where a redirect leads within the API, whose own host is asked: behind a proxy, an API may not know its address. */
  function nextPath(answer: HttpAnswer, method: Method, withSlash: string): string | undefined {
    const url = isRedirect(answer) ? URL.parse(answer.location ?? '') : null;
    if (url?.pathname === withSlash.split('?')[0]) return withSlash;
    // After another redirect, a write may have been done, and its result be there.
    const isSame = method === 'GET' || answer.status === 307 || answer.status === 308;
    return isSame && url?.pathname.startsWith(`${prefix}/`) ? url.pathname + url.search : undefined;
  }

  async function sendNow(request: HttpRequest, apiKey: string): Promise<HttpAnswer> {
    const { operation, method, body, signal } = request;
    const headers = {
      'x-api-key': apiKey,
      accept: 'application/json',
      'user-agent': USER_AGENT,
      ...(body && { 'content-type': 'application/json' }),
    };
    const withSlash = prefix + request.path.replace(/(?=\?)|$/, '/');
    const ask = async (path: string) => {
      const asked = { origin, method, path, headers, body: body ? JSON.stringify(body) : null };
      // A body that trickles in would satisfy every other limit forever.
      return answerOf(await receive(pool, asked, { signal, withinMs: limits.total }), origin + path);
    };
    try {
      const path = slashed.has(operation) ? withSlash : prefix + request.path;
      const answer = await ask(path);
      const next = nextPath(answer, method, withSlash);
      if (next === undefined || next === path) return answer;
      const again = await ask(next);
      if (next === withSlash && !isRedirect(again)) slashed.add(operation);
      return again;
    } catch (error) {
      // Once sent, a write may succeed even though nobody waits for it.
      if (method !== 'GET' && signal?.aborted)
        throw new UnavailableError(operation, nameOf(signal.reason), 'never');
      signal?.throwIfAborted();
      throw wireFailure(request, error);
    }
  }

  return {
    /**
     * Sends once; never repeats, never follows a redirect, except one within the API, once.
     * @throws UnavailableError (no complete response, or a write already sent when the signal aborted), ContractError
     * (too large), or the signal's reason.
     */
    send: (request: HttpRequest, apiKey: string) => turns(() => sendNow(request, apiKey), request.signal),
    /** Waits for requests in flight, then closes the connections. */
    close: () => pool.close(),
  };
}

const isRedirect = ({ status }: Pick<HttpAnswer, 'status'>) => status >= 300 && status < 400;

function answerOf({ status, headers, pieces }: Received, url: string): HttpAnswer {
  const location = single(headers.location);
  return {
    status,
    text: textOf(pieces),
    retryAfter: single(headers['retry-after']) ?? (status < 400 ? undefined : otherWaitIn(headers)),
    date: single(headers.date),
    link: single(headers.link),
    paging: pagingIn(headers),
    range: single(headers['content-range']),
    ...(location && URL.canParse(location, url) && { location: new URL(location, url).href }),
  };
}

const PAGING =
  /^x-(?:pagination-)?((?:next-|total-|current-|per-)?(?:pages?|total|count|cursor|offset)|has-more)$/;

function pagingIn(headers: Received['headers']): Record<string, string> | undefined {
  let found: Record<string, string> | undefined;
  for (const name in headers) {
    const [, said] = (name.startsWith('x-') && PAGING.exec(name)) || [];
    const text = said && single(headers[name]);
    if (text) found = { ...found, [said]: text };
  }
  return found;
}

/** "X-Rate-Limit-Retry-After-Seconds", "x-ms-retry-after-ms", "X-RateLimit-Reset" and the draft's "RateLimit". */
const WAIT = /(?:retry-?after|rate-?limit-reset|^ratelimit)(?:-after)?(?:(-ms)|-[a-z]+)?$/;

/** What an API says instead of Retry-After, in the form of that header. Some say when to come back, not how long to wait. */
function otherWaitIn(headers: Received['headers']): string | undefined {
  const [wait] = Object.entries(headers).flatMap(([name, value]) => {
    const [found, isMs] = WAIT.exec(name) ?? [];
    const [, said] = /(?:^|[;,\s](?:t|reset)=)(\d+(?:\.\d+)?)\s*(?:$|[;,])/.exec(single(value) ?? '') ?? [];
    return found && said ? Number(said) / (isMs ? 1000 : 1) : [];
  });
  const time = readInstant(wait);
  return time === undefined ? wait?.toString() : new Date(time).toUTCString();
}

function textOf([first, ...more]: readonly Buffer[]): string {
  const text = first ? (more.length === 0 ? first : Buffer.concat([first, ...more])).toString('utf8') : '';
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function wireFailure({ operation, repeatable }: HttpRequest, error: unknown): unknown {
  const refusal = readProxyRefusal(error);
  if (refusal !== undefined) return new UnavailableError(operation, refusal, repeatable ? {} : 'never');
  // A bug of ours, not a network failure.
  if (error instanceof errors.InvalidArgumentError) return error;
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    const size = `${MOST_MEGABYTES} MB`;
    return new ContractError(operation, { path: '$', wanted: `expected at most ${size}`, came: 'more' });
  }
  // Not its message, which may hold bytes of the response.
  return new UnavailableError(operation, codeOf(error), repeatable ? {} : 'never');
}

const nameOf = (reason: unknown) => (reason instanceof Error ? reason.name : 'aborted');

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

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

  return async (work, signal) => {
    signal?.throwIfAborted();
    if (running < most) running++;
    else await waitForTurn(signal);
    try {
      return await work();
    } finally {
      // The slot goes straight to the first in line, so that a newcomer can't take it.
      const [next] = waiting;
      if (next) waiting.delete(next);
      else running--;
      next?.();
    }
  };
}

/** @throws VisibilityError if the answer isn't what was asked for, which then counts as the request's outcome. */
export type ReadAnswer<T> = (answer: HttpAnswer) => T;
