/** Imports only the needed parts of undici: its index also loads fetch, caches and mocks, which take longest. */
import type { IncomingHttpHeaders } from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { Agent as AgentType, Dispatcher } from 'undici';
import errors from 'undici/lib/core/errors.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import global from 'undici/lib/global.js';

export { errors };
export const { getGlobalDispatcher } = global;

/** What the global dispatcher can also do if it uses a proxy (proxy.ts). */
export type Reopens = { reopen?: (options: AgentType.Options) => Dispatcher };

/** A separate dispatcher that reaches the world like the global one: through a proxy if there is one. */
export function openDispatcher(options: AgentType.Options): Dispatcher {
  const { reopen }: Dispatcher & Reopens = getGlobalDispatcher();
  return reopen?.(options) ?? new Agent(options);
}

/** A response with its whole body. */
export type Received = { status: number; statusText: string; headers: IncomingHttpHeaders; pieces: Buffer[] };

/**
 * Sends a request and buffers the response: undici's own request() makes a stream, which costs as much as reading a
 * short response. Never follows redirects.
 * @throws what undici throws, the signal's reason, or a TimeoutError after `withinMs`
 */
export async function receive(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  { signal, withinMs }: { signal?: AbortSignal | undefined; withinMs?: number } = {},
): Promise<Received> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Received>();
  let controller: Dispatcher.DispatchController | undefined;
  let givenUp: Error | undefined;
  let [status, statusText, headers]: [number, string, IncomingHttpHeaders] = [0, '', {}];
  const pieces: Buffer[] = [];
  const end = () => {
    clearTimeout(deadline);
    signal?.removeEventListener('abort', leave);
  };
  const fail = (error: Error) => {
    end();
    // A refusal counts even if its body is cut off.
    if (status >= 400) resolve({ status, statusText, headers, pieces: [] });
    else reject(error);
  };
  const giveUp = (error: Error) => {
    givenUp = error;
    controller?.abort(error);
    fail(error);
  };
  const leave = () => giveUp(signal?.reason);
  // A timer instead of a second signal, which would cost a tenth of a short request.
  const tooLate = () => giveUp(new DOMException('No answer before the timeout', 'TimeoutError'));
  const deadline = withinMs === undefined ? undefined : setTimeout(tooLate, withinMs);
  signal?.addEventListener('abort', leave, { once: true });
  dispatcher.dispatch(request, {
    onRequestStart(begun) {
      controller = begun;
      if (givenUp) begun.abort(givenUp);
    },
    onResponseStart(_, code, received, message = '') {
      // Informational responses (1xx) only announce the final one.
      if (code >= 200) [status, statusText, headers] = [code, message, received];
    },
    onResponseData: (_, piece) => void pieces.push(piece),
    onResponseEnd() {
      end();
      const coding = headers['content-encoding'];
      try {
        resolve({ status, statusText, headers, pieces: coding ? decode(pieces, coding) : pieces });
      } catch (error) {
        fail(error as Error);
      }
    },
    onResponseError: (_, error) => fail(error),
  });
  return promise;
}

/** Some servers compress whether asked to or not. https://www.rfc-editor.org/rfc/rfc9110#field.content-encoding */
const DECODERS: Readonly<Record<string, (body: Buffer, limit: { maxOutputLength: number }) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

const MOST_DECODED_BYTES = 10 * 1024 * 1024;

/** As it came if it isn't packed after all: some proxies unpack a body and leave its header. */
function decode(pieces: readonly Buffer[], coding: string): Buffer[] {
  const decoder = DECODERS[coding.trim().toLowerCase()];
  try {
    return decoder ? [decoder(Buffer.concat(pieces), { maxOutputLength: MOST_DECODED_BYTES })] : [...pieces];
  } catch (error) {
    if (error instanceof RangeError) throw new errors.ResponseExceededMaxSizeError(error.message);
    return [...pieces];
  }
}
