/**
 * The reference server of the Visibility Intelligence API: the simulated world under /v1/public as the API's document
 * describes it, its OpenAPI document, and /sandbox/* to control it. Nothing here knows the bot.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { SandboxClock } from '../clock.ts';
import type { World } from '../world/world.ts';
import { createControl } from './control.ts';
import { createFaults, type Sleep } from './faults.ts';
import { iso } from './formats.ts';
import { createJournal } from './journal.ts';
import { isGuessed, openApiDocument } from './openapi.ts';
import { Refusal } from './refusal.ts';
import { routes } from './routes/index.ts';
import { parsedJson, type RawRequest } from './validation.ts';

const BASE = '/v1/public';
const MOST_BYTES = 64 * 1024;

type Env = { Variables: { operation: string } };

/** `apiKey` is what X-API-Key must hold; `sleep` (ms, real time) is for faults that make the API slow. */
export function createSandboxApi({
  world,
  clock,
  apiKey,
  sleep = sleepFor,
}: {
  world: World;
  clock: SandboxClock;
  apiKey: string;
  sleep?: Sleep;
}): Hono<Env> {
  const faults = createFaults(sleep);
  const journal = createJournal();
  const operations = routes.map(({ operation }) => operation);
  const app = new Hono<Env>();

  const recorded: MiddlewareHandler<Env> = async (c, next) => {
    const at = iso(clock.now());
    await next();
    const query = queryOf(c);
    const body = await c.req.text();
    journal.add({
      at,
      method: c.req.method,
      path: c.req.path,
      ...(Object.keys(query).length > 0 ? { query } : {}),
      operation: c.get('operation') ?? null,
      status: c.res.status,
      ...(body === '' ? {} : { body: readable(body) }),
    });
  };

  const withKey: MiddlewareHandler = async (c, next) => {
    if (c.req.header('X-API-Key') !== apiKey) throw new Refusal(401, 'Invalid API key');
    await next();
  };

  app.use(bodyLimit({ maxSize: MOST_BYTES, onError: (c) => c.json({ detail: 'Body too large' }, 413) }));
  app.route('/sandbox', createControl({ clock, faults, journal, operations }));
  app.use(`${BASE}/*`, recorded);
  for (const route of routes) {
    const named: MiddlewareHandler<Env> = async (c, next) => {
      c.set('operation', route.operation);
      await next();
    };
    app.on(
      route.method,
      served(route.path),
      named,
      faults.before(route.operation, isGuessed(route.response)),
      withKey,
      async (c) => {
        const body = parsedJson(await c.req.text());
        const raw = { path: c.req.param(), query: queryOf(c), body };
        return c.json(route.answer(raw, world, clock.now()));
      },
    );
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map(({ method }) => method);
    app.all(served(path), (c) =>
      c.json({ detail: 'Method Not Allowed' }, 405, { Allow: methods.join(', ') }),
    );
  }
  app.get('/openapi.json', (c) => c.json(openApiDocument(routes, BASE)));
  app.notFound((c) => c.json({ detail: 'Not Found' }, 404));
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ detail: error.detail }, error.status);
    return c.text(`Internal Server Error: ${error.message}`, 500);
  });
  return app;
}

/** A path of the API's document as the server's router wants it. */
function served(path: string): string {
  return BASE + path.replace(/\{(\w+)\}/g, ':$1');
}

/** A parameter that came once as text, a repeated one as a list. */
function queryOf(c: Context): RawRequest['query'] {
  const named = Object.entries(c.req.queries());
  return Object.fromEntries(
    named.map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

/** A body as the journal shows it: JSON as such, anything else as text. */
function readable(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
