/**
 * The reference server of the Visibility Intelligence API: the simulated world under /v1/public as the API's document
 * describes it, its OpenAPI document, and /sandbox/* to control it. Nothing here knows the bot.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import type { World } from '../world/world.ts';
import { createControl } from './control.ts';
import type { At } from './dialects/at.ts';

import { createSpeech } from './dialects/dialects.ts';
import { createFaults, type Sleep } from './faults.ts';
import { createJournal } from './journal.ts';
import { atOf, isGuessed, openApiDocument } from './openapi.ts';
import { iso } from './route.ts';
import { routes } from './routes/index.ts';
import { type FieldFault, parsedJson, type RawRequest, Refusal } from './validation.ts';

const BASE = '/v1/public';
const MOST_BYTES = 64 * 1024;

/** As refusals are thrown and faults are told. */
const Detail = z.object({ detail: z.union([z.string(), z.array(z.custom<FieldFault>())]) });

type Env = { Variables: { operation: string; at: At } };

/**
 * `apiKey` is what X-API-Key must hold; `sleep` (ms, real time) is for faults that make the API slow; `dialect` is a
 * comma list of words (dialects/dialects.ts). @throws Error with a sentence where it holds another word
 */
export function createSandboxApi({
  world,
  clock,
  apiKey,
  sleep = sleepFor,
  dialect = 'plain',
}: {
  world: World;
  clock: SandboxClock;
  apiKey: string;
  sleep?: Sleep;
  dialect?: string;
}): Hono<Env> {
  const speech = createSpeech(dialect);
  const spoken = routes
    .map((route) => ({ route, at: atOf(route, speech.words) }))
    .filter(({ at }) => !speech.isAbsent(at));
  const faults = createFaults(sleep);
  const journal = createJournal();
  const operations = spoken.map(({ at }) => at.operation);
  const app = new Hono<Env>({ strict: false });

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

  /** Puts a refusal into the dialect's words, whoever refused. */
  const refusing: MiddlewareHandler<Env> = async (c, next) => {
    await next();
    if (c.res.ok || !c.res.headers.get('content-type')?.includes('json')) return;
    const { detail } = Detail.parse(await c.res.json());
    const { body, type } = speech.refuse(c.res.status, detail, c.get('at'));
    const said = new Response(JSON.stringify(body), c.res);
    said.headers.set('content-type', type);
    c.res = undefined;
    c.res = said;
  };

  app.use(bodyLimit({ maxSize: MOST_BYTES, onError: (c) => c.json({ detail: 'Body too large' }, 413) }));
  app.route('/sandbox', createControl({ clock, faults, journal, operations }));
  for (const path of ['/openapi.json', `${BASE}/openapi.json`])
    app.get(path, (c) => {
      const document = openApiDocument(routes, BASE, speech);
      return document ? c.json(document) : c.json({ detail: 'Not Found' }, 404);
    });
  app.use(`${BASE}/*`, recorded, refusing);
  for (const { route, at } of spoken) {
    const named: MiddlewareHandler<Env> = async (c, next) => {
      c.set('operation', route.operation);
      c.set('at', at);
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
        const came = { path: c.req.param(), query: queryOf(c), body };
        const { raw, pageQuery } = speech.understand(came, at);
        const answer = speech.answer(route.answer(raw, world, clock.now()), at, pageQuery, c.req.url);
        return c.newResponse(JSON.stringify(answer.body), 200, {
          'Content-Type': 'application/json',
          ...answer.headers,
        });
      },
    );
  }
  for (const path of new Set(spoken.map(({ at }) => at.path))) {
    const methods = spoken.filter(({ at }) => at.path === path).map(({ at }) => at.method);
    app.all(served(path), (c) =>
      c.json({ detail: 'Method Not Allowed' }, 405, { Allow: methods.join(', ') }),
    );
  }
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
