/**
 * The reference server of the Visibility Intelligence API: the simulated world under /v1/public as the API's document
 * describes it, an OpenAPI document, and /sandbox/* to control it: the clock, faults and the journal of requests. These
 * need no key, so they answer only to a loopback Host and Origin: no web page can reach them by rebinding its name to this
 * machine. The server knows nothing about the bot.
 */
import { setTimeout as sleepFor } from 'node:timers/promises';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { parseJson } from '../../json.ts';
import { oncePer } from '../../once-per.ts';
import type { SandboxClock } from '../clock.ts';
import { isForeign } from '../local-only.ts';
import type { World } from '../world/world.ts';
import type { Endpoint } from './dialects/dialect.ts';
import { createSpeech } from './dialects/dialects.ts';
import { createFaults, FAULT_KINDS, type Faults, type Sleep } from './faults.ts';
import { describeEndpoint, isGuessed, writeOpenApi } from './openapi.ts';
import { type FieldFault, iso, parseBody, type RawRequest, Refusal, type Route, validate } from './route.ts';
import { evidenceRoutes } from './routes/evidence.ts';
import { figureRoutes } from './routes/figures.ts';
import { promptRoutes } from './routes/prompts.ts';
import { runRoutes } from './routes/runs.ts';
import { segmentRoutes } from './routes/segments.ts';

/** Every operation. To add one, define it in its resource's file. */
export const routes: readonly Route[] = [
  ...promptRoutes,
  ...evidenceRoutes,
  ...figureRoutes,
  ...runRoutes,
  ...segmentRoutes,
];

const BASE = '/v1/public';
const MAX_BODY_BYTES = 64 * 1024;

/** The body of refusals and of faults. */
const Detail = z.object({ detail: z.union([z.string(), z.array(z.custom<FieldFault>())]) });

type Env = { Variables: { endpoint?: Endpoint } };

/**
 * `apiKey` is the expected X-API-Key; `sleep` (ms) serves faults that make the API slow; `dialect` is a comma-separated
 * list (dialects/dialects.ts). @throws Error with a readable message for an unknown dialect
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
  const served = routes
    .map((route) => ({ route, endpoint: describeEndpoint(route, speech.words) }))
    .filter(({ endpoint }) => !speech.isAbsent(endpoint));
  const faults = createFaults(sleep);
  const journal = createJournal();
  const operations = served.map(({ route }) => route.operation);
  const app = new Hono<Env>({ strict: false });

  const recordRequest: MiddlewareHandler<Env> = async (c, next) => {
    const at = iso(clock.now());
    await next();
    const query = readQuery(c);
    const body = await textOf(c);
    journal.add({
      at,
      method: c.req.method,
      path: c.req.path,
      ...(Object.keys(query).length > 0 ? { query } : {}),
      operation: c.get('endpoint')?.operation ?? null,
      status: c.res.status,
      ...(body === '' ? {} : { body: parseJson(body) ?? body }),
    });
  };

  const checkKey: MiddlewareHandler = async (c, next) => {
    if (c.req.header('X-API-Key') !== apiKey) throw new Refusal(401, 'Invalid API key');
    await next();
  };

  /** Rewrites any refusal in the dialect. */
  const translateRefusal: MiddlewareHandler<Env> = async (c, next) => {
    await next();
    if (c.res.ok || !c.res.headers.get('content-type')?.includes('json')) return;
    const { detail } = Detail.parse(await c.res.json());
    const { body, type } = speech.writeRefusal(c.res.status, detail, c.get('endpoint'));
    const response = new Response(JSON.stringify(body), c.res);
    response.headers.set('content-type', type);
    c.res = response;
  };

  app.on(
    WITH_BODY,
    '*',
    bodyLimit({ maxSize: MAX_BODY_BYTES, onError: (c) => c.json({ detail: 'Body too large' }, 413) }),
  );
  app.route('/sandbox', createControl({ clock, faults, journal, operations }));
  for (const path of ['/openapi.json', `${BASE}/openapi.json`])
    app.get(path, (c) => {
      const document = writeOpenApi(routes, BASE, speech);
      return document ? c.json(document) : c.json({ detail: 'Not Found' }, 404);
    });
  app.use(`${BASE}/*`, recordRequest, translateRefusal);
  for (const { route, endpoint } of served) {
    const setEndpoint: MiddlewareHandler<Env> = async (c, next) => {
      c.set('endpoint', endpoint);
      await next();
    };
    app.on(
      route.method,
      toHonoPath(route.path),
      setEndpoint,
      faults.before(route.operation, isGuessed(route.response)),
      checkKey,
      async (c) => {
        const request = {
          path: c.req.param(),
          query: readQuery(c),
          body: parseBody(await textOf(c)),
        };
        const { raw, pageQuery } = speech.readRequest(request, endpoint);
        const answer = route.answer(raw, world, clock.now());
        const { body, headers } = speech.writeAnswer(answer, endpoint, pageQuery, c.req.url);
        return c.newResponse(toText(body as object), 200, { 'Content-Type': 'application/json', ...headers });
      },
    );
  }
  for (const [path, endpoints] of Map.groupBy(served, ({ route }) => route.path)) {
    const methods = endpoints.map(({ route }) => route.method);
    app.all(toHonoPath(path), (c) =>
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

/** An answer is a list or an object; some lists have thousands of rows, and are asked for again and again. */
const toText = oncePer((body: object) => JSON.stringify(body));

function toHonoPath(path: string): string {
  return BASE + path.replace(/\{(\w+)\}/g, ':$1');
}

/** Only these have a body: to look for one in a GET takes as long as to answer it. */
const WITH_BODY = ['POST', 'PUT', 'PATCH', 'DELETE'];

async function textOf(c: Context): Promise<string> {
  return WITH_BODY.includes(c.req.method) ? c.req.text() : '';
}

/** A repeated parameter becomes a list. */
function readQuery(c: Context): RawRequest['query'] {
  const named = Object.entries(c.req.queries());
  return Object.fromEntries(
    named.map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

const MAX_DAYS = 366;
const MAX_JOURNAL = 500;

const HOW_TO_ADVANCE = `Write {"days": n} or {"minutes": n}, with n above 0, for up to ${MAX_DAYS} days`;
const upTo = (maximum: number) => z.number().refine((n) => n > 0 && n <= maximum, HOW_TO_ADVANCE);

const Advance = z.union(
  [z.strictObject({ days: upTo(MAX_DAYS) }), z.strictObject({ minutes: upTo(MAX_DAYS * 24 * 60) })],
  { error: HOW_TO_ADVANCE },
);

function createControl({
  clock,
  faults,
  journal,
  operations,
}: {
  clock: SandboxClock;
  faults: Faults;
  journal: Journal;
  operations: readonly string[];
}): Hono {
  const operation = z.enum(['*', ...operations], {
    error: `Write "*" for all operations, or one of ${operations.join(', ')}`,
  });
  const FaultRequest = z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('none'), operation: operation.optional() }),
      z.strictObject({ kind: z.enum(FAULT_KINDS), operation, times: z.int().min(1).optional() }),
    ],
    { error: `Write one of ${FAULT_KINDS.join(', ')}; or none to clear` },
  );

  return new Hono()
    .use(loopbackOnly)
    .get('/clock', (c) => c.json({ now: iso(clock.now()) }))
    .post('/advance', async (c) => {
      const { body } = validate(z.object({ body: Advance }), { body: parseBody(await c.req.text()) });
      return c.json({ now: iso(clock.advance(body)) });
    })
    .post('/faults', async (c) => {
      const { body } = validate(z.object({ body: FaultRequest }), { body: parseBody(await c.req.text()) });
      if (body.kind === 'none') faults.clear(body.operation);
      else faults.set(body);
      return c.json({ faults: faults.all() });
    })
    .get('/requests', (c) => c.json(journal.all()));
}

const loopbackOnly: MiddlewareHandler = async (c, next) => {
  if (isForeign(c)) throw new Refusal(403, 'The sandbox can only be controlled from this machine');
  await next();
};

/** `at` is simulated time, ISO; `operation` is null if the API has none for this method and path. */
type JournalEntry = {
  at: string;
  method: string;
  path: string;
  query?: Record<string, string | string[]>;
  operation: string | null;
  status: number;
  body?: unknown;
};

type Journal = ReturnType<typeof createJournal>;

/** The latest requests to the reference API, oldest first. Never holds keys. */
function createJournal() {
  const entries: JournalEntry[] = [];
  return {
    add(entry: JournalEntry): void {
      entries.push(entry);
      if (entries.length > MAX_JOURNAL) entries.shift();
    },
    all: (): readonly JournalEntry[] => entries,
  };
}
