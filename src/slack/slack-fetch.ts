/**
 * The wire to Slack: fetch for Bolt and its client, below the streams of the usual one, which cost more than all else of an
 * answer; and Slack's own clock, as the Date of its answers tells it: by that its messages are dated.
 */
import type { FetchFunction } from '@slack/web-api';
import { type Dispatcher, getGlobalDispatcher } from 'undici';
import type { Send } from './files.ts';

/** Without a sign of Slack; whoever asks may wait less. */
const TIMEOUT_MS = 10_000;

type Answer = { status: number; statusText: string; headers: Headers; pieces: Uint8Array[] };

/** Reads each answer whole, follows no redirect, and fails as fetch does: with the signal's reason, or a TypeError that has a cause. */
export function createSlackFetch(timeoutMs = TIMEOUT_MS): Send {
  return async (url, init) => {
    const { origin, pathname, search } = new URL(url);
    const { method = 'GET', signal } = init;
    const request: Dispatcher.DispatchOptions = {
      origin,
      path: pathname + search,
      method,
      ...(await written(init)),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    };
    const { pieces, ...answer } = await answerTo(request, signal ?? undefined);
    return new Response(pieces.length === 0 ? null : Buffer.concat(pieces), answer);
  };
}

/** A form is written as a whole too, and says where its parts end. */
async function written({ headers, body }: RequestInit) {
  const given = Object.fromEntries(new Headers(headers));
  if (!body || typeof body === 'string' || body instanceof Uint8Array)
    return { headers: given, body: body || null };
  const form = new Response(body);
  return {
    headers: { ...Object.fromEntries(form.headers), ...given },
    body: new Uint8Array(await form.arrayBuffer()),
  };
}

/** By the dispatcher that fetch has, which knows of a proxy. */
function answerTo(request: Dispatcher.DispatchOptions, signal: AbortSignal | undefined): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  if (signal?.aborted) return Promise.reject(signal.reason);
  let controller: Dispatcher.DispatchController | undefined;
  let answer: Answer | undefined;
  const leave = () => {
    reject(signal?.reason);
    controller?.abort(signal?.reason);
  };
  signal?.addEventListener('abort', leave, { once: true });
  getGlobalDispatcher().dispatch(request, {
    onRequestStart(begun) {
      controller = begun;
      if (signal?.aborted) begun.abort(signal.reason);
    },
    onResponseStart(_, status, headers, statusText = '') {
      const each = Object.entries(headers).map(([name, value]): [string, string] => [name, `${value}`]);
      // Below 200 only announce an answer.
      if (status >= 200) answer = { status, statusText, headers: new Headers(each), pieces: [] };
    },
    onResponseData: (_, piece) => void answer?.pieces.push(piece),
    onResponseEnd() {
      signal?.removeEventListener('abort', leave);
      if (answer) resolve(answer);
    },
    onResponseError(_, cause) {
      signal?.removeEventListener('abort', leave);
      reject(new TypeError('fetch failed', { cause }));
    },
  });
  return promise;
}

/** An answer that took longer says little of the time; and one that a pause of this machine fell into, nothing. */
const LONGEST_MS = 10_000;

/** A Date has whole seconds: on average it is so much behind. */
const HALF_SECOND_MS = 500;

/** Of an answer what is listened to. */
type Heard = { headers: { get(name: string): string | null } };

type SlackTime = {
  /** Epoch ms; undefined before Slack's first answer. */
  now(): number | undefined;
  /** By how much this machine's clock is ahead of Slack's, ms, to a second or the time its last answer took. */
  aheadMs(): number | undefined;
  /** The same fetch, listened to. */
  listening(fetch: FetchFunction): FetchFunction;
};

/** `realNow` is this machine's own time, epoch ms. */
export function createSlackTime(realNow: () => number): SlackTime {
  let ahead: number | undefined;

  function hear({ headers }: Heard, askedAt: number, answeredAt: number): void {
    // A proxy on the way dates its own pages.
    if (!headers.get('content-type')?.includes('json')) return;
    const date = Date.parse(headers.get('date') ?? '');
    const took = answeredAt - askedAt;
    if (Number.isNaN(date) || took < 0 || took > LONGEST_MS) return;
    ahead = Math.round(askedAt + took / 2 - (date + HALF_SECOND_MS));
  }

  return {
    now: () => (ahead === undefined ? undefined : realNow() - ahead),
    aheadMs: () => ahead,
    listening: (ask) => async (url, init) => {
      const askedAt = realNow();
      const response = await ask(url, init);
      hear(response, askedAt, realNow());
      return response;
    },
  };
}
