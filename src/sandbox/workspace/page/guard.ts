/** Keeps the page to this machine: only loopback names, only its own posts, and no foreign content in it. */
import type { MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isForeign } from '../../local-only.ts';

/** Nothing inline, nothing from elsewhere; pictures also from other ports of this machine (the bot's own uploads). */
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

/** Refuses whoever comes from elsewhere, and sets the headers of every answer. */
export const loopbackOnly: MiddlewareHandler = createMiddleware(async (c, next) => {
  if (isForeign(c)) return c.text('This page answers on this machine only.', 403);
  await next();
  c.header('Content-Security-Policy', POLICY);
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
});

/**
 * Refuses a post that another site made the browser send: browsers name the origin of every post, and `token` stands in the
 * page alone, another one after each start.
 */
export const ownPageOnly = (token: string): MiddlewareHandler =>
  createMiddleware(async (c, next) => {
    if (c.req.header('origin') === undefined) return c.text('Only the page itself may post here.', 403);
    if (c.req.header(PAGE_TOKEN) !== token)
      return c.text('Reload this page: it is of an earlier start.', 403);
    return next();
  });

/** The header in which the page's script gives the token back (assets/dom.js). */
const PAGE_TOKEN = 'x-page-token';
