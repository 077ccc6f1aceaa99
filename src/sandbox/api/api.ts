/**
 * The reference server of the Visibility Intelligence API: the simulated world under /v1/public as the API's document
 * describes it, and /sandbox/* to control it. Nothing here knows the bot.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { SandboxClock } from '../clock.ts';
import type { World } from '../world/world.ts';
import { createControl } from './control.ts';
import { createFaults, type Sleep } from './faults.ts';
import { createJournal } from './journal.ts';
import { Refusal } from './refusal.ts';
import { routes } from './routes/index.ts';
import { iso } from './shapes.ts';
import { parsedJson } from './validation.ts';

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
    const query = c.req.query();
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
      BASE + route.path.replace(/\{(\w+)\}/g, ':$1'),
      named,
      faults.before(route.operation),
      withKey,
      async (c) => {
        const body = parsedJson(await c.req.text());
        const raw = { path: c.req.param(), query: c.req.query(), body };
        return c.json(route.answer(raw, world, clock.now()));
      },
    );
  }
  app.notFound((c) => c.json({ detail: 'Not Found' }, 404));
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ detail: error.detail }, error.status);
    return c.text(`Internal Server Error: ${error.message}`, 500);
  });
  return app;
}

/** A body as the journal shows it: JSON as such, anything else as text. */
function readable(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
