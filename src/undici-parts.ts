/** Imports what is needed of undici directly: its index also loads fetch, caches and mocks, which takes longer than all the rest. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import global from 'undici/lib/global.js';

export { default as errors } from 'undici/lib/core/errors.js';
export { default as Pool } from 'undici/lib/dispatcher/pool.js';
export const { getGlobalDispatcher } = global;

/** undici's request with GET. Never follows redirects. */
export function get(
  url: string,
  options: Omit<Dispatcher.RequestOptions, 'path' | 'method'>,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return request.call(getGlobalDispatcher(), { ...options, origin, path: pathname + search, method: 'GET' });
}

/** A response with its whole body. */
export type Received = { status: number; statusText: string; headers: IncomingHttpHeaders; pieces: Buffer[] };

/**
 * Sends a request and buffers the response: undici's own request() makes a stream, which costs as much as reading a
 * short response. Never follows redirects.
 * @throws what undici throws, or the reason of a signal that aborts
 */
export async function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  ...signals: readonly AbortSignal[]
): Promise<Received> {
  for (const signal of signals) signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  const received: Received = { status: 0, statusText: '', headers: {}, pieces: [] };
  let controller: Dispatcher.DispatchController | undefined;
  let left: Error | undefined;
  const leave = () => {
    const reason: Error =
      signals.find(({ aborted }) => aborted)?.reason ?? new DOMException('', 'AbortError');
    left = reason;
    controller?.abort(reason);
    fail(reason);
  };
  const end = () => {
    for (const signal of signals) signal.removeEventListener('abort', leave);
  };
  const fail = (error: Error) => {
    end();
    // A refusal counts even if its body is cut off.
    if (received.status >= 400) resolve({ ...received, pieces: [] });
    else reject(error);
  };
  for (const signal of signals) signal.addEventListener('abort', leave, { once: true });
  dispatcher.dispatch(request, {
    onRequestStart(begun) {
      controller = begun;
      if (left) begun.abort(left);
    },
    onResponseStart(_, status, headers, statusText = '') {
      // Informational responses (1xx) only announce the final one.
      if (status >= 200) Object.assign(received, { status, headers, statusText });
    },
    onResponseData: (_, piece) => void received.pieces.push(piece),
    onResponseEnd() {
      end();
      resolve(received);
    },
    onResponseError: (_, error) => fail(error),
  });
  return promise;
}
