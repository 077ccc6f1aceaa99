/** Keeps the page on this machine: only loopback addresses, only its own posts, and no outside content. */
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isForeign } from '../../local-only.ts';

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
  await next();
  c.header('Content-Security-Policy', POLICY);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
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
