/**
 * Web API clients, one per installation, without their own retries and queueing, which the outbox does. How they send:
 * without the streams of the usual fetch, which cost more than the rest of a call together and take Node 40 ms to load,
 * with secrets redacted; and Slack’s clock, by which messages are dated, from the Date of its answers.
 */
import { isUtf8 } from 'node:buffer';
import type { App } from '@slack/bolt';
import {
  type FetchFunction,
  type Logger,
  LogLevel,
  type WebAPICallResult,
  WebClient,
  type WebClientOptions,
} from '@slack/web-api';
import type { Dispatcher } from 'undici';
import type { Log } from '../log.ts';
import { createRedactor, redactIn, type Secrets } from '../redact.ts';
import { runStep } from '../trace.ts';
import { getGlobalDispatcher, type Received, receive } from '../undici-parts.ts';
import { toSlackFailure } from './failures.ts';
import type { Answer, Send } from './poster.ts';

const TIMEOUT_MS = 10_000;

/**
 * Calls go through `send` and end within 10 s, without retries (a repeated chat.postMessage doubles the post) and
 * without a shared pause (by default a 429 stops all other calls of the client). `listening` observes the answers.
 */
export function makeClientOptions(
  apiUrl: string | undefined,
  logger: Logger,
  send: Send = fetch,
  listening: (fetch: FetchFunction) => FetchFunction = (fetch) => fetch,
): WebClientOptions {
  return {
    ...(apiUrl && { slackApiUrl: apiUrl }),
    fetch: listening((url, init = {}) => send(String(url), init)),
    timeout: TIMEOUT_MS,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    allowAbsoluteUrls: false,
    logger,
  };
}

/** Gets the outcome of each call: ok, rate_limited, or the kind of a SlackFailure. */
type OnCall = (method: string, outcome: string) => void;

export function createSlackClient(
  token: string,
  options: WebClientOptions,
  onCall: OnCall = () => undefined,
): WebClient {
  return new ObservedClient(token, options, onCall);
}

/** A subclass, because the constructor binds every method to apiCall before anybody could wrap it. */
class ObservedClient extends WebClient {
  private readonly onCall: OnCall;

  constructor(token: string, options: WebClientOptions, onCall: OnCall) {
    super(token, options);
    this.onCall = onCall;
  }

  override async apiCall(...[method, options]: Parameters<WebClient['apiCall']>): Promise<WebAPICallResult> {
    try {
      const result = await runStep(method, {}, () => super.apiCall(method, options && toJson(options)));
      this.onCall(method, 'ok');
      return result;
    } catch (error) {
      const { kind, reason } = toSlackFailure(error);
      this.onCall(method, reason === 'ratelimited' ? 'rate_limited' : kind);
      throw error;
    }
  }
}

/** Serialised as web-api does it, but without its deep copy for a debug line. */
function toJson(options: Record<string, unknown>): Record<string, unknown> {
  const serialise = (value: unknown) =>
    typeof value === 'object' && value !== null && !Buffer.isBuffer(value) ? JSON.stringify(value) : value;
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [name, serialise(value)]));
}

/** Callers log failed calls themselves: they know what a failure means. */
const FAILED = /^http request failed/;

export function createSlackLogger(log: Log): Logger {
  const textOf = (words: unknown[]) =>
    words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ');
  return {
    debug: (...words) => log.trace(textOf(words)),
    info: (...words) => log.debug(textOf(words)),
    warn: (...words) => (FAILED.test(String(words[0])) ? log.debug(textOf(words)) : log.warn(textOf(words))),
    error: (...words) => log.error(textOf(words)),
    setLevel: () => undefined,
    getLevel: () => LogLevel.INFO,
    setName: () => undefined,
  };
}

/** Buffers the response, follows no redirects. Fails like fetch. */
export function createSlackFetch(timeoutMs = TIMEOUT_MS): Send {
  return async (url, init) => {
    const { origin, pathname, search } = new URL(url);
    const { method = 'GET', signal } = init;
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method,
      ...(await serialise(init)),
    };
    const limits = { signal: signal ?? undefined, withinMs: timeoutMs };
    // The global dispatcher, as for fetch, so that a proxy applies.
    const received = receive(getGlobalDispatcher(), request, limits);
    return toAnswer(
      url,
      await received.catch((cause) => {
        throw signal?.aborted || cause instanceof DOMException
          ? cause
          : new TypeError('fetch failed', { cause });
      }),
    );
  };
}

function toAnswer(url: string, { status, statusText, headers, pieces }: Received): Answer {
  const body = Buffer.concat(pieces);
  const values = new Map(Object.entries(headers).map(([name, value]) => [name, `${value}`]));
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    url,
    headers: { get: (name) => values.get(name.toLowerCase()) ?? null, entries: () => values.entries() },
    arrayBuffer: async () => new Uint8Array(body).buffer,
    json: async () => JSON.parse(body.toString()),
    text: async () => body.toString(),
  };
}

/** FormData becomes bytes and a content type with its boundary. */
async function serialise({ headers: given, body }: Parameters<Send>[1]) {
  if (!body || typeof body === 'string' || body instanceof Uint8Array)
    return { headers: given ?? {}, body: body || null };
  const form = new Response(body);
  return {
    headers: { ...Object.fromEntries(form.headers), ...given },
    body: new Uint8Array(await form.arrayBuffer()),
  };
}

/** Slower answers don't tell the time precisely enough, least of all if this machine was suspended meanwhile. */
const LONGEST_MS = 10_000;

/** A Date header has whole seconds, so it is half a second behind on average. */
const HALF_SECOND_MS = 500;

/** `realNow` is this machine's own time, epoch ms. */
export function createSlackTime(realNow: () => number) {
  let ahead: number | undefined;
  return {
    /** Epoch ms; undefined before Slack's first answer. */
    now: () => (ahead === undefined ? undefined : realNow() - ahead),
    /** How far this machine's clock is ahead of Slack's, ms; accurate to a second, or to the last call's duration. */
    aheadMs: () => ahead,
    /** Wraps a fetch to read the time from its answers. */
    listening:
      (ask: FetchFunction): FetchFunction =>
      async (url, init) => {
        const askedAt = realNow();
        const response = await ask(url, init);
        const took = realNow() - askedAt;
        const date = Date.parse(response.headers.get('date') ?? '');
        // Pages of a proxy have its own date.
        const isOfSlack = response.headers.get('content-type')?.includes('json');
        if (isOfSlack && !Number.isNaN(date) && took >= 0 && took <= LONGEST_MS)
          ahead = Math.round(askedAt + took / 2 - (date + HALF_SECOND_MS));
        return response;
      },
  };
}

type Body = NonNullable<RequestInit['body']>;

/** Redacts secrets in bodies before they are sent. Text files keep their length; pictures stay untouched. */
export function redactSend(secrets: Secrets, send: Send): Send {
  const redact = createRedactor(secrets);
  const mask = createRedactor(secrets, (found) => '*'.repeat(Buffer.byteLength(found)));

  async function redactBody(body: Body): Promise<Body> {
    if (typeof body === 'string') return isForm(body) ? redactForm(body) : redact(body);
    if (body instanceof Uint8Array) return maskBytes(body);
    if (!(body instanceof FormData)) return body;
    const form = new FormData();
    for (const [name, value] of body) {
      if (typeof value === 'string') form.append(name, redact(value));
      else form.append(name, new Blob([maskBytes(await value.bytes())]), redact(value.name));
    }
    return form;
  }

  /** Slack's methods take form fields, some of them JSON. */
  function redactForm(body: string): string {
    const fields = [...new URLSearchParams(body)];
    const redacted = fields.map(([name, value]): [string, string] => [name, redact(value)]);
    // Rewriting a form takes longer than the search for secrets, and there are nearly never any.
    const isClean = redacted.every(([, value], at) => value === fields[at]?.[1]);
    return isClean ? body : new URLSearchParams(redacted).toString();
  }

  function maskBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
    return new Uint8Array(isUtf8(bytes) ? Buffer.from(mask(Buffer.from(bytes).toString())) : bytes);
  }

  return async (url, init) => send(url, init.body ? { ...init, body: await redactBody(init.body) } : init);
}

/** JSON begins with a bracket; a form never does. */
function isForm(body: string): boolean {
  return !/^\s*[[{]/.test(body);
}

/** Does the same for acknowledgements, which may contain text such as the faults of a form. */
export function redactAcknowledgements(app: App, secrets: Secrets): void {
  const redact = createRedactor(secrets);
  const process = app.processEvent.bind(app);
  app.processEvent = (event) =>
    process({ ...event, ack: (answer) => event.ack(answer && redactIn(answer, redact)) });
}
