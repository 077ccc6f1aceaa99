/** The wire to the Visibility API: one request, one whole answer in memory, within limits of time and size. */
import { errors, Pool } from 'undici';
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
    // A body that drips satisfies every other limit for ever.
    const deadline = AbortSignal.timeout(limits.total);
    try {
      const { statusCode, headers, body } = await pool.request({
        method: request.method,
        path: prefix + request.path,
        headers: {
          'x-api-key': apiKey,
          accept: 'application/json',
          ...(request.body && { 'content-type': 'application/json' }),
        },
        body: request.body ? JSON.stringify(request.body) : null,
        signal: request.signal ? AbortSignal.any([request.signal, deadline]) : deadline,
      });
      // A refusal is one even if its body breaks off.
      const text = statusCode < 400 ? await body.text() : await body.text().catch(() => '');
      return {
        status: statusCode,
        text,
        retryAfter: single(headers['retry-after']),
        date: single(headers.date),
        link: single(headers.link),
      };
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
