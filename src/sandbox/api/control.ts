/**
 * /sandbox/*, beside the reference API: the clock, faults and the journal of requests. They need no key, so they answer
 * only to a loopback Host and Origin: no web page can reach them by rebinding its name to this machine.
 */
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { isForeign } from '../local-only.ts';
import { FAULT_KINDS, type Faults } from './faults.ts';
import { iso } from './route.ts';
import { parseJson, Refusal, validate } from './validation.ts';

const MAX_DAYS = 366;
const MAX_JOURNAL = 500;

const HOW_TO_ADVANCE = `Write {"days": n} or {"minutes": n}, with n above 0, for up to ${MAX_DAYS} days`;
const upTo = (maximum: number) => z.number().refine((n) => n > 0 && n <= maximum, HOW_TO_ADVANCE);

const Advance = z.union(
  [z.strictObject({ days: upTo(MAX_DAYS) }), z.strictObject({ minutes: upTo(MAX_DAYS * 24 * 60) })],
  { error: HOW_TO_ADVANCE },
);

export function createControl({
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
      const { body } = validate(z.object({ body: Advance }), { body: parseJson(await c.req.text()) });
      return c.json({ now: iso(clock.advance(body)) });
    })
    .post('/faults', async (c) => {
      const { body } = validate(z.object({ body: FaultRequest }), { body: parseJson(await c.req.text()) });
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
export function createJournal() {
  const entries: JournalEntry[] = [];
  return {
    add(entry: JournalEntry): void {
      entries.push(entry);
      if (entries.length > MAX_JOURNAL) entries.shift();
    },
    all: (): readonly JournalEntry[] => entries,
  };
}
