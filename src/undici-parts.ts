/** Imports what is needed of undici directly: its index also loads fetch, caches and mocks, which takes longer than all the rest. */
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
