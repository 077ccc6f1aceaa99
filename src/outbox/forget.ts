/** Forgets a person: releases what they hold, then erases what the store keeps of them. */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { wantEdit } from '../store/deliveries.ts';
import { type Erased, eraseTraces, findTraces, readDirectMessages, toBareName } from '../store/forget.ts';
import type { Db } from '../store/schema.ts';
import { inTransaction } from '../store/statements.ts';
import { moveLead } from './move-lead.ts';

/** A Slack user's id, or the name of a thread author; in one workspace or, without `team`, in all. */
export const Forgetting = z.object({
  user: z.string().optional(),
  author: z.string().optional(),
  team: z.string().optional(),
  /** Without it, only counts. */
  yes: z.boolean(),
});
export type Forgetting = z.infer<typeof Forgetting>;

export const Forgotten = z.object({
  before: z.object({ rows: z.record(z.string(), z.number()), addresses: z.number() }),
  /** How many threads are by the author; other rows only mention the name. */
  threads: z.number().optional(),
  /** What is left; missing if nothing was erased. */
  after: z.object({ rows: z.record(z.string(), z.number()), addresses: z.number() }).optional(),
});
export type Forgotten = z.infer<typeof Forgotten>;

/** Yields to the event loop between pages, since the embedded store blocks it. `now` epoch ms. */
export async function forget(
  db: Db,
  { user, author = '', team, yes }: Forgetting,
  now: number,
): Promise<Forgotten> {
  const walk = { team, breath: turn };
  const erased: Erased =
    user === undefined
      ? { kind: 'author', name: toBareName(author) }
      : {
          kind: 'user',
          ids: [user, ...(await readDirectMessages(db, user, team))],
          // Random: keeps people apart in counts, and can't be traced back to one.
          mark: `someone (${randomUUID().slice(0, 6)})`,
        };
  const before = await findTraces(db, erased, walk);
  const threads = erased.kind === 'author' ? await countThreads(db, erased.name, team) : undefined;
  const found = { before, ...(threads !== undefined && { threads }) };
  if (!yes) return found;
  if (user !== undefined) await releaseAll(db, user, team, now);
  await eraseTraces(db, erased, walk);
  return { ...found, after: await findTraces(db, erased, walk) };
}

async function countThreads(db: Db, name: string, team: string | undefined): Promise<number> {
  const authors = await db
    .selectFrom('lead')
    .select('author')
    .where('author', 'is not', null)
    .$if(team !== undefined, (query) => query.where('team', '=', team ?? ''))
    .execute();
  const wanted = name.toLowerCase();
  return authors.filter(({ author }) => toBareName(author ?? '').toLowerCase() === wanted).length;
}

/** Releases the leads and open alerts that the person holds, and edits their messages. */
async function releaseAll(db: Db, user: string, team: string | undefined, now: number): Promise<void> {
  const claims = await db
    .selectFrom('lead')
    .select(['team', 'project_id as projectId', 'lead_key as key'])
    .where((eb) => eb.and({ state: 'claimed', by: user, ...(team !== undefined && { team }) }))
    .execute();
  for (const lead of claims) await moveLead(db, lead, { kind: 'release' }, { now });
  await inTransaction(db, async (trx) => {
    const alerts = await trx
      .updateTable('alert')
      .set({ taken_by: null, taken_at: null })
      .where((eb) => eb.and({ status: 'open', taken_by: user, ...(team !== undefined && { team }) }))
      .returning(['team', 'key', 'told_in'])
      .execute();
    for (const alert of alerts) await wantEdit(trx, alert.team, alert.told_in ?? alert.key);
  });
}
