/** Serves one of the sandbox's apps on this machine's loopback address. */
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';

export type Served = { url: string; close(): Promise<void> };

/** Port 0 picks a free one; `url` has no trailing slash. @throws what `listen` reports, e.g. EADDRINUSE */
export async function serve(
  app: { fetch(request: Request): Response | Promise<Response> },
  port: number,
): Promise<Served> {
  // On a busy machine, a shorter keep-alive can close a connection just as a late caller reuses it.
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: { keepAliveTimeout: 60_000 } });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
