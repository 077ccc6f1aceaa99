/** Keeps the page to this machine: only loopback names, only its own posts, and no foreign content in it. */
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';

/** Nothing inline, nothing from elsewhere; pictures also from other ports of this machine (the bot's own uploads). */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' http://127.0.0.1:* http://localhost:*",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Refuses a Host that is not this machine, as a rebound DNS name would send, and sets the headers of every answer. */
export const loopbackOnly: MiddlewareHandler = createMiddleware(async (c, next) => {
  if (!isLoopback(c.req.header('host'))) return c.text('This page answers on this machine only.', 403);
  await next();
  c.header('Content-Security-Policy', POLICY);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
});

/** Refuses a post that another site made the browser send. Browsers name the origin of every post. */
export const sameOriginOnly: MiddlewareHandler = createMiddleware(async (c, next) => {
  if (c.req.header('origin') !== `http://${c.req.header('host')}`) {
    return c.text('Only the page itself may post here.', 403);
  }
  return next();
});

function isLoopback(host: string | undefined): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);
}
