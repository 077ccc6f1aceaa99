/** Forgets a person: releases what they hold, then erases what the store keeps of them. */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { z } from 'zod';
import { wantEdit } from '../store/deliveries.ts';
import {
  type Erased,
  eraseTraces,
  Found,
  findTraces,
  readDirectMessages,
  toBareName,
} from '../store/forget.ts';
import { findRows } from '../store/rows.ts';
import type { Db } from '../store/schema.ts';
import { inTransaction, matching } from '../store/statements.ts';
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

/** `after`: what is left; missing if nothing was erased. */
export const Forgotten = z.object({ before: Found, after: Found.optional() });
export type Forgotten = z.infer<typeof Forgotten>;

/**
 * A name that no thread's author has is never erased: it would rewrite other people's words. Yields to the event loop
 * between pages, since the embedded store blocks it. `now` epoch ms.
 */
export async function forget(
  db: Db,
  { user, author = '', team, yes }: Forgetting,
  now: number,
): Promise<Forgotten> {
  const walk = { team, rest: turn };
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
  if (!yes || (erased.kind === 'author' && before.authored === 0)) return { before };
  if (user !== undefined) await releaseAll(db, user, team, now);
  await eraseTraces(db, erased, walk);
  return { before, after: await findTraces(db, erased, walk) };
}

/** Releases the leads and open alerts that the person holds, and edits their messages. */
async function releaseAll(db: Db, user: string, team: string | undefined, now: number): Promise<void> {
  const there = team === undefined ? {} : { team };
  const claims = await findRows(db, 'lead', { state: 'claimed', by: user, ...there });
  for (const lead of claims) {
    const key = { team: lead.team, projectId: lead.project_id, key: lead.lead_key };
    await moveLead(db, key, { kind: 'release' }, { now });
  }
  await inTransaction(db, async (trx) => {
    const alerts = await trx
      .updateTable('alert')
      .set({ taken_by: null, taken_at: null })
      .where(matching('alert', { status: 'open', taken_by: user, ...there }))
      .returning(['team', 'key', 'told_in'])
      .execute();
    for (const alert of alerts) await wantEdit(trx, alert.team, alert.told_in ?? alert.key);
  });
}
