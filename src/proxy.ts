/** Sends all requests through the proxy that Node's conventional variables name, if any. */
import type { Agent } from 'undici';
import { z } from 'zod';
import { address, type Environment, LOOPBACK, parseEnvironment } from './config.ts';
import { messageOf } from './errors.ts';
import type { Reopens } from './undici-parts.ts';

const Proxies = z.object({ HTTPS_PROXY: address, HTTP_PROXY: address });

/**
 * From then on the API, Slack and its socket are reached through HTTPS_PROXY or HTTP_PROXY, except for the hosts in
 * NO_PROXY and this machine. @throws ConfigError
 */
export async function useProxy(env: Environment): Promise<void> {
  const read = (name: string) => env[name.toLowerCase()] ?? env[name];
  const named = { HTTPS_PROXY: read('HTTPS_PROXY'), HTTP_PROXY: read('HTTP_PROXY') };
  const { HTTPS_PROXY: httpsProxy = '', HTTP_PROXY: httpProxy = '' } = parseEnvironment(Proxies, named);
  if (!httpsProxy && !httpProxy) return;
  const noProxy = [read('NO_PROXY') ?? '', ...LOOPBACK].join(',');
  // Loaded only here: few need it, and its parts can't open a tunnel without the whole.
  const { EnvHttpProxyAgent, Pool, setGlobalDispatcher } = await import('undici');
  const open = (options: Agent.Options) =>
    new EnvHttpProxyAgent({
      // For plain http, undici itself would lose the options.
      factory: (origin, given) => new Pool(origin, { ...options, ...given }),
      ...options,
      httpsProxy,
      httpProxy,
      noProxy,
    });
  setGlobalDispatcher(Object.assign(open({}), { reopen: open } satisfies Reopens));
}

/** "the proxy answers 407", if it refused a tunnel; of undici's own words, so with nothing of the response but its status. */
export function readProxyRefusal(error: unknown): string | undefined {
  const status = /^Proxy (?:response \(|Authentication Required \()(\d+)/.exec(messageOf(error))?.[1];
  if (status !== undefined) return `the proxy answers ${status}`;
  return error instanceof Error && error.cause !== undefined ? readProxyRefusal(error.cause) : undefined;
}
