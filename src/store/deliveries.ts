/** The outbox's rows: decisions on their way to a channel, in order, and the edits they still need. */
import { sql } from 'kysely';
import type { Db, DeliveryRow } from './schema.ts';

export type NewDelivery = Pick<
  DeliveryRow,
  | 'id'
  | 'team'
  | 'channel'
  | 'dedupe_key'
  | 'subject'
  | 'subscription'
  | 'slot_at'
  | 'project_id'
  | 'kind'
  | 'v'
  | 'decision'
  | 'created_at'
  | 'expires_at'
>;

/** Queues a decision at the end of its channel's lane; false if one with this key was ever queued before. */
export async function queueDelivery(db: Db, delivery: NewDelivery): Promise<boolean> {
  const { team, channel } = delivery;
  const inserted = await db
    .insertInto('delivery')
    .values((eb) => ({
      ...delivery,
      seq: eb
        .selectFrom('delivery')
        .select(sql<number>`coalesce(max(seq), 0) + 1`.as('next'))
        .where('team', '=', team)
        .where('channel', '=', channel),
      state: 'queued',
      not_before: delivery.created_at,
      attempt: 0,
      attempted_at: null,
      thread_of: null,
      ts: null,
      wanted_rev: 1,
      shown_rev: 0,
      reason: null,
    }))
    .onConflict((conflict) => conflict.columns(['team', 'dedupe_key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  await db
    .insertInto('lane')
    .values({ team, channel, next_at: 0, owner: null, lease_until: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return inserted !== undefined;
}

/** The head of a lane: its lowest post that is not finished. The next one waits, so that order is kept. */
export async function laneHead(db: Db, team: string, channel: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where('state', 'in', ['queued', 'sending'])
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}

/** A post of this lane that Slack shows in an older state than it should, or undefined. */
export async function staleDelivery(db: Db, team: string, channel: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where('state', '=', 'sent')
    .whereRef('wanted_rev', '>', 'shown_rev')
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}

/** Writes to one post, only if it is in one of `from` states; false if it is not, and then nothing changed. */
export async function updateDelivery(
  db: Db,
  key: Pick<DeliveryRow, 'team' | 'id'>,
  from: readonly DeliveryRow['state'][],
  change: Partial<DeliveryRow>,
): Promise<boolean> {
  const result = await db
    .updateTable('delivery')
    .set(change)
    .where('team', '=', key.team)
    .where('id', '=', key.id)
    .where('state', 'in', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The post that stands as this Slack message, or undefined. */
export async function deliveryAt(
  db: Db,
  team: string,
  channel: string,
  ts: string,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where('ts', '=', ts)
    .executeTakeFirst();
}

/** Asks for an edit of every post that speaks of `subject`, wherever it stands. */
export async function wantEdit(db: Db, team: string, subject: string): Promise<void> {
  await db
    .updateTable('delivery')
    .set((eb) => ({ wanted_rev: eb('wanted_rev', '+', 1) }))
    .where('team', '=', team)
    .where('subject', '=', subject)
    .execute();
}

/** Those of `subjects` that were ever queued for the channel. */
export async function knownSubjects(
  db: Db,
  team: string,
  channel: string,
  subjects: readonly string[],
): Promise<Set<string>> {
  if (subjects.length === 0) return new Set();
  const rows = await db
    .selectFrom('delivery')
    .select('subject')
    .distinct()
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where('subject', 'in', subjects)
    .execute();
  return new Set(rows.map((row) => row.subject));
}
