/** The wire to the Visibility API: one request, one whole answer in memory, within limits of time and size. */
import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, errors, Pool } from 'undici';
import { ContractError, UnavailableError } from './errors.ts';
import { createTurns } from './turns.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Limits of one attempt, in ms: to connect, until the headers, between two pieces of the body, and all in all. */
export type Timeouts = { connect: number; headers: number; body: number; total: number };

const TIMEOUTS: Timeouts = { connect: 5_000, headers: 10_000, body: 10_000, total: 30_000 };
const MOST_MEGABYTES = 10;
/** Forty projects may be due at the same minute; the API need not see forty connections. */
const MOST_CONNECTIONS = 8;

/** A request as it is sent. `path` is relative to the base; `operation` names it in errors. */
export type HttpRequest = {
  operation: string;
  method: Method;
  path: string;
  body?: object | undefined;
  /** Whether asking twice does the same as once. */
  repeatable: boolean;
  signal?: AbortSignal | undefined;
};

/** An answer of any status. */
export type HttpAnswer = {
  status: number;
  text: string;
  retryAfter: string | undefined;
  date: string | undefined;
  /** Where the next page is, in some APIs. */
  link?: string | undefined;
  /** X-Next-Page, as GitLab and Rails have it, and Content-Range, as PostgREST has. */
  nextPage?: string | undefined;
  range?: string | undefined;
};

export type Http = {
  /**
   * Sends once; never repeats, never follows a redirect.
   * @throws UnavailableError (no whole answer, or a write that was sent when the signal aborted), ContractError (too
   * large), or the signal's reason.
   */
  send(request: HttpRequest, apiKey: string): Promise<HttpAnswer>;
  /** Waits for what is under way, then closes the connections. */
  close(): Promise<void>;
};

/** `baseUrl` ends in /v1/public. */
export function createHttp(baseUrl: string, timeouts: Partial<Timeouts> = {}): Http {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  const limits = { ...TIMEOUTS, ...timeouts };
  const pool = new Pool(base.origin, {
    connections: MOST_CONNECTIONS,
    connect: { timeout: limits.connect },
    headersTimeout: limits.headers,
    bodyTimeout: limits.body,
    maxResponseSize: MOST_MEGABYTES * 1024 * 1024,
  });

  /** Waiting for a connection is not counted against the API. */
  const turns = createTurns(MOST_CONNECTIONS);

  async function sendNow(request: HttpRequest, apiKey: string): Promise<HttpAnswer> {
    try {
      return await answerTo(pool, prefix, request, apiKey, limits.total);
    } catch (error) {
      // A write that is on its way may be done all the same, whatever made us wait no longer.
      if (request.method !== 'GET' && request.signal?.aborted)
        throw new UnavailableError(request.operation, nameOf(request.signal.reason), 'never');
      request.signal?.throwIfAborted();
      throw wireFailure(request, error);
    }
  }

  return {
    send: (request, apiKey) => turns(() => sendNow(request, apiKey), request.signal),
    close: () => pool.close(),
  };
}

/**
 * Below undici's own request(), whose stream costs as much as all that is read of a short answer.
 * @throws what undici does, the signal's reason, or a TimeoutError after `totalMs`.
 */
function answerTo(
  pool: Pool,
  prefix: string,
  { method, path, body, signal }: HttpRequest,
  apiKey: string,
  totalMs: number,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let givenUp: Error | undefined;
    let status = 0;
    let headers: IncomingHttpHeaders = {};
    const pieces: Buffer[] = [];

    const end = () => {
      clearTimeout(deadline);
      signal?.removeEventListener('abort', leave);
    };
    const fail = (error: Error) => {
      end();
      // A refusal is one even if its body breaks off.
      if (status >= 400) resolve(answerOf(status, headers, ''));
      else reject(error);
    };
    const giveUp = (error: Error) => {
      givenUp = error;
      controller?.abort(error);
      fail(error);
    };
    const leave = () => giveUp(signal?.reason);
    // A body that drips satisfies every other limit for ever.
    const deadline = setTimeout(() => giveUp(new DOMException('Too late', 'TimeoutError')), totalMs);
    signal?.addEventListener('abort', leave, { once: true });

    pool.dispatch(
      {
        method,
        path: prefix + path,
        headers: body ? headersWithBody(apiKey) : headersAlone(apiKey),
        body: body ? JSON.stringify(body) : null,
      },
      {
        onRequestStart(begun) {
          controller = begun;
          if (givenUp) begun.abort(givenUp);
        },
        onResponseStart(_, statusCode, said) {
          // Below 200 only announce an answer.
          if (statusCode < 200) return;
          status = statusCode;
          headers = said;
        },
        onResponseData: (_, piece) => void pieces.push(piece),
        onResponseEnd() {
          end();
          resolve(answerOf(status, headers, textOf(pieces)));
        },
        onResponseError: (_, error) => fail(error),
      },
    );
  });
}

const headersAlone = (apiKey: string) => ({ 'x-api-key': apiKey, accept: 'application/json' });
const headersWithBody = (apiKey: string) => ({
  ...headersAlone(apiKey),
  'content-type': 'application/json',
});

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): HttpAnswer {
  return {
    status,
    text,
    retryAfter: single(headers['retry-after']),
    date: single(headers.date),
    link: single(headers.link),
    nextPage: single(headers['x-next-page']),
    range: single(headers['content-range']),
  };
}

function textOf(pieces: readonly Buffer[]): string {
  const [only] = pieces;
  const text = (pieces.length === 1 && only ? only : Buffer.concat(pieces)).toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function wireFailure({ operation, repeatable }: HttpRequest, error: unknown): unknown {
  // A fault of ours, not of the weather.
  if (error instanceof errors.InvalidArgumentError) return error;
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    const size = `${MOST_MEGABYTES} MB`;
    return new ContractError(operation, { path: '$', wanted: `expected at most ${size}`, came: 'more' });
  }
  return new UnavailableError(operation, codeOf(error), repeatable ? {} : 'never');
}

/** The literal code of a network error ("ECONNRESET"); its message and data may hold bytes of the answer. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

const nameOf = (reason: unknown) => (reason instanceof Error ? reason.name : 'aborted');

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
