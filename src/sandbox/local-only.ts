/**
 * Serves the sandbox's apps to this machine only and, in a browser, to their own pages. A rebound name shows in the Host
 * header, another site's page in Origin or Sec-Fetch-Site.
 */
import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether a request comes from elsewhere. Following a link from another site is fine. */
export function isForeign(c: Context): boolean {
  const host = c.req.header('host') ?? new URL(c.req.url).host;
  const origin = c.req.header('origin');
  return (
    !isLoopback(host) ||
    (origin !== undefined && origin !== `http://${host}`) ||
    (!['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site')) && !isNavigation(c))
  );
}

/** For what a bot calls: no page has business there, not even the sandbox's own. */
export const programsOnly: MiddlewareHandler = async (c, next) => {
  const isFromPage =
    ![undefined, 'none'].includes(c.req.header('sec-fetch-site')) || c.req.header('origin') !== undefined;
  if (isForeign(c) || isFromPage) return c.text('This is for programs on this machine only.', 403);
  return next();
};

function isNavigation(c: Context): boolean {
  return c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate';
}

function isLoopback(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && LOOPBACK.includes(new URL(url).hostname);
}

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

/** Nothing inline and nothing from outside. Images may come from other ports of this machine: the bot's uploads. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "img-src 'self' http://127.0.0.1:* http://localhost:*",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Refuses requests from elsewhere and sets every answer's headers. */
export const loopbackOnly: MiddlewareHandler = createMiddleware(async (c, next) => {
  if (isForeign(c)) return c.text('This page is only for this machine.', 403);
  // Before the answer is made: to set one afterwards copies all of it.
  c.header('Content-Security-Policy', POLICY);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  return next();
});

/**
 * Refuses posts sent from other sites. Browsers name every post's origin, and only the page has the current `token`.
 */
export const ownPageOnly = (token: string): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    if (c.req.header('origin') === undefined) return c.text('Only the page itself may post here.', 403);
    if (c.req.header(PAGE_TOKEN) !== token) {
      return c.text('The sandbox has restarted. Reload this page.', 403);
    }
    return next();
  });

/** Set by assets/dom.js. */
const PAGE_TOKEN = 'x-page-token';
