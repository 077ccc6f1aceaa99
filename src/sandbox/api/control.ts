/**
 * /sandbox/*: the clock, the faults and the journal, beside the reference API. They need no key, so they answer only
 * to a loopback Host and Origin: no web page can reach them by rebinding its name to this machine.
 */
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import type { SandboxClock } from '../clock.ts';
import { isFromElsewhere } from '../doors.ts';
import { FAULT_KINDS, type Faults } from './faults.ts';
import type { Journal } from './journal.ts';
import { iso } from './route.ts';
import { parsedJson, Refusal, validated } from './validation.ts';

const MOST_DAYS = 366;

const HOW_TO_ADVANCE = `Write {"days": n} or {"minutes": n}, with n above 0 and for at most ${MOST_DAYS} days`;
const upTo = (most: number) => z.number().refine((n) => n > 0 && n <= most, HOW_TO_ADVANCE);

const Advance = z.union(
  [z.strictObject({ days: upTo(MOST_DAYS) }), z.strictObject({ minutes: upTo(MOST_DAYS * 24 * 60) })],
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
  const FaultOrder = z.discriminatedUnion(
    'kind',
    [
      z.strictObject({ kind: z.literal('none'), operation: operation.optional() }),
      z.strictObject({ kind: z.enum(FAULT_KINDS), operation, times: z.int().min(1).optional() }),
    ],
    { error: `Write one of ${FAULT_KINDS.join(', ')}; or none, which mends` },
  );

  return new Hono()
    .use(loopbackOnly)
    .get('/clock', (c) => c.json({ now: iso(clock.now()) }))
    .post('/advance', async (c) => {
      const { body } = validated(z.object({ body: Advance }), { body: parsedJson(await c.req.text()) });
      return c.json({ now: iso(clock.advance(body)) });
    })
    .post('/faults', async (c) => {
      const { body } = validated(z.object({ body: FaultOrder }), { body: parsedJson(await c.req.text()) });
      if (body.kind === 'none') faults.clear(body.operation);
      else faults.set(body);
      return c.json({ faults: faults.all() });
    })
    .get('/requests', (c) => c.json(journal.all()));
}

const loopbackOnly: MiddlewareHandler = async (c, next) => {
  if (isFromElsewhere(c)) throw new Refusal(403, 'The sandbox is controlled from this machine only');
  await next();
};
