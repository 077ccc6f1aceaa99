/**
 * Keeps the sandbox's servers to this machine and, in a browser, to their own pages. A rebound name shows in the Host
 * header, another site's page in Origin or Sec-Fetch-Site.
 */
import type { Context, MiddlewareHandler } from 'hono';

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
