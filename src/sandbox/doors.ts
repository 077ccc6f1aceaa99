/**
 * Who may ask a sandbox's servers: this machine alone, and in a browser no page but their own. A name that was rebound to
 * this machine comes with a foreign Host; another site's page with a foreign Origin or Sec-Fetch-Site.
 */
import type { Context, MiddlewareHandler } from 'hono';

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** Whether a request comes from elsewhere. Whoever only follows a link to a page that may be read is welcome. */
export function isFromElsewhere(c: Context): boolean {
  const host = hostOf(c);
  const origin = c.req.header('origin');
  return (
    !isLoopback(host) ||
    (origin !== undefined && origin !== `http://${host}`) ||
    (!['same-origin', 'none', undefined].includes(c.req.header('sec-fetch-site')) && !isNavigation(c))
  );
}

/** For what a bot calls: a browser's page has no business there, not even the sandbox's own. */
export const noPages: MiddlewareHandler = async (c, next) => {
  const isTyped = [undefined, 'none'].includes(c.req.header('sec-fetch-site'));
  if (isFromElsewhere(c) || !isTyped || c.req.header('origin') !== undefined) {
    return c.text('This is for programs on this machine only.', 403);
  }
  return next();
};

function isNavigation(c: Context): boolean {
  return c.req.method === 'GET' && c.req.header('sec-fetch-mode') === 'navigate';
}

function hostOf(c: Context): string {
  return c.req.header('host') ?? new URL(c.req.url).host;
}

function isLoopback(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && LOOPBACK.includes(new URL(url).hostname);
}
