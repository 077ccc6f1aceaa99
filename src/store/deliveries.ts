/** The outbox's rows: decisions on their way to a channel, in order, and the edits they still need. */
import { sql } from 'kysely';
import { lockLane } from './lanes.ts';
import type { Db, DeliveryRow } from './schema.ts';
import {
  databaseTime,
  inTransaction,
  isEditDue,
  isFailed,
  isOpen,
  isStale,
  readInPieces,
} from './statements.ts';

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
  | 'not_before'
  | 'expires_at'
> & { thread_of?: string | null };

/** Queues a decision at the end of its channel's lane; false if one with this key was ever queued before. */
export async function queueDelivery(db: Db, delivery: NewDelivery): Promise<boolean> {
  const { team, channel } = delivery;
  return inTransaction(db, async (trx) => {
    await lockLane(trx, delivery);
    const inserted = await trx
      .insertInto('delivery')
      .values((eb) => ({
        thread_of: null,
        ...delivery,
        seq: eb
          .selectFrom('delivery')
          .select(sql<number>`coalesce(max(seq), 0) + 1`.as('next'))
          .where('team', '=', team)
          .where('channel', '=', channel),
        state: 'queued',
        attempt: 0,
        attempted_at: null,
        refusals: 0,
        search: null,
        settle_after: null,
        ts: null,
        placed_in: null,
        wanted_rev: 1,
        shown_rev: 0,
        edit_attempt: 0,
        edit_after: null,
        failure: null,
      }))
      .onConflict((conflict) => conflict.columns(['team', 'dedupe_key']).doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted !== undefined;
  });
}

/**
 * A post to be made or settled. `settle_in_ms`: how long a lost one may still arrive, zero or less when it cannot.
 * `thread_ts`: the message that one with `thread_of` goes below; null where that never came.
 */
export type LaneHead = DeliveryRow & { settle_in_ms: number; thread_ts: string | null };

/**
 * The head of a lane: its lowest post that is not finished and may go out now. The next one waits, so that order is
 * kept; only one that is held for its quiet hours is passed over.
 */
export async function laneHead(
  db: Db,
  team: string,
  channel: string,
  now: number,
): Promise<LaneHead | undefined> {
  const head = await db
    .selectFrom('delivery')
    .selectAll()
    .select(sql<number>`coalesce(settle_after, 0) - ${databaseTime()}`.as('settle_in_ms'))
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where(isOpen)
    .where('not_before', '<=', now)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
  return head && { ...head, thread_ts: await threadOf(db, head) };
}

async function threadOf(db: Db, { team, thread_of: id }: DeliveryRow): Promise<string | null> {
  if (id === null) return null;
  const above = await db
    .selectFrom('delivery')
    .select('ts')
    .where('team', '=', team)
    .where('id', '=', id)
    .executeTakeFirst();
  return above?.ts ?? null;
}

/** A message of this lane that stands, as late a one as is easily had; undefined where none does. */
export async function lateMessage(db: Db, team: string, channel: string): Promise<string | undefined> {
  const sent = await db
    .selectFrom('delivery')
    .select('ts')
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where('state', '=', 'sent')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return sent?.ts ?? undefined;
}

/** Commits to one attempt before anything is sent; `search` is where it is looked up if it is lost. False if the post was not queued any more, or the lane was lost. */
export async function beginSending(
  db: Db,
  head: DeliveryRow,
  owner: string,
  attempt: { at: number; settleMs: number; search: string },
): Promise<boolean> {
  const result = await db
    .updateTable('delivery')
    .set({
      state: 'sending',
      attempt: head.attempt + 1,
      // What is drawn now is what will stand there, also if it is found there only later.
      shown_rev: head.wanted_rev,
      attempted_at: attempt.at,
      settle_after: databaseTime(attempt.settleMs),
      search: attempt.search,
    })
    .where('team', '=', head.team)
    .where('id', '=', head.id)
    .where('state', '=', 'queued')
    .where(inLaneOf(owner))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** True of the deliveries whose lane `owner` holds: a worker that lost its lane may not write there any more. */
const inLaneOf = (owner: string) => sql<boolean>`exists (
  select 1 from lane where lane.team = delivery.team and lane.channel = delivery.channel
  and lane.owner = ${owner} and lane.lease_until > ${databaseTime()}
)`;

/** A post to be edited. `failed_edits`: of how many in its lane, itself among them, an edit failed and is still due. */
export type StaleDelivery = DeliveryRow & { failed_edits: number };

/**
 * A post of this lane that Slack shows in an older state than it should, or undefined. One whose edit failed comes after
 * those that were not tried yet, and once its pause is over.
 */
export async function staleDelivery(
  db: Db,
  team: string,
  channel: string,
): Promise<StaleDelivery | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom('delivery')
        .select(fn.countAll<number>().as('failed'))
        .where('team', '=', team)
        .where('channel', '=', channel)
        .where(isStale)
        .where('edit_after', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('failed_edits'),
    )
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where(isEditDue)
    .orderBy(sql`case when edit_after is null then 0 else 1 end`)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst();
}

/**
 * An edit failed: it is not tried again before its pause is over, unless another one is wanted by now, as by `wantEdit`.
 * Nothing happens if `owner` lost the lane.
 */
export async function postponeEdit(
  db: Db,
  { team, id, wanted_rev }: Pick<DeliveryRow, 'team' | 'id' | 'wanted_rev'>,
  owner: string,
  { refusals, afterMs }: { refusals: number; afterMs: number },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set({
      edit_attempt: sql`case when wanted_rev = ${wanted_rev} then ${refusals} else 0 end`,
      edit_after: sql`case when wanted_rev = ${wanted_rev} then ${databaseTime(afterMs)} else 0 end`,
    })
    .where('team', '=', team)
    .where('id', '=', id)
    .where('state', '=', 'sent')
    .where(inLaneOf(owner))
    .execute();
}

/**
 * Writes to one post, only if it is in one of `from` states and, where an `owner` is named, that one holds its lane.
 * False if not, and then nothing changed.
 */
export async function updateDelivery(
  db: Db,
  key: Pick<DeliveryRow, 'team' | 'id'> & { owner?: string },
  from: readonly DeliveryRow['state'][],
  change: Partial<DeliveryRow>,
): Promise<boolean> {
  const { team, id, owner } = key;
  const result = await db
    .updateTable('delivery')
    .set(change)
    .where('team', '=', team)
    .where('id', '=', id)
    .where('state', 'in', from)
    .$if(owner !== undefined, (update) => update.where(inLaneOf(owner ?? '')))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** What a post that ended was to say may be decided again: it is the same one no more. */
export async function freeKey(db: Db, team: string, id: string): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ dedupe_key: `ended:${id}` })
    .where('team', '=', team)
    .where('id', '=', id)
    .execute();
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
    .where('placed_in', '=', channel)
    .where('ts', '=', ts)
    .executeTakeFirst();
}

/** The post of the channel that speaks of `subject` and stands there, or is on its way; or undefined. */
export async function deliveryOn(
  db: Db,
  team: string,
  channel: string,
  subject: string,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where('subject', '=', subject)
    .where('state', 'in', ['queued', 'sending', 'sent'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Asks for an edit of every post that speaks of `subject`, wherever it stands. Where one failed before, this one waits for
 * nothing and is tried as often as any; yet it does not go before the lane's posts, which have waited for that one.
 */
export async function wantEdit(db: Db, team: string, subject: string): Promise<void> {
  await db
    .updateTable('delivery')
    .set((eb) => ({
      wanted_rev: eb('wanted_rev', '+', 1),
      edit_attempt: 0,
      edit_after: sql`case when edit_after is null then null else 0 end`,
    }))
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
  const rows = await readInPieces(subjects, (piece) =>
    db
      .selectFrom('delivery')
      .select('subject')
      .distinct()
      .where('team', '=', team)
      .where('channel', '=', channel)
      .where('subject', 'in', piece)
      .execute(),
  );
  return new Set(rows.map((row) => row.subject));
}

/** A feed's last post of this kind that stands or is on its way; undefined if there is none. */
export async function lastPost(
  db: Db,
  team: string,
  subscription: string,
  kind: string,
): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('delivery')
    .selectAll()
    .where('team', '=', team)
    .where('subscription', '=', subscription)
    .where('kind', '=', kind)
    .where('state', 'not in', ['failed', 'expired'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Posts of a feed and of these kinds that Slack refused and that are still worth posting go out again; returns how many. */
export async function reviveRefused(
  db: Db,
  team: string,
  subscription: string,
  kinds: readonly string[],
  now: number,
): Promise<number> {
  const result = await db
    .updateTable('delivery')
    .set({ state: 'queued', failure: null, not_before: now, refusals: 0 })
    .where('team', '=', team)
    .where('subscription', '=', subscription)
    .where(isFailed)
    .where('failure', '<>', 'unclear')
    .where('kind', 'in', kinds)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Those of `channels` in which a post of each subject stands, by subject; a subject without any is left out. */
export async function sentIn(
  db: Db,
  team: string,
  subjects: readonly string[],
  channels: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (subjects.length === 0 || channels.length === 0) return new Map();
  const rows = await db
    .selectFrom('delivery')
    .select(['subject', 'channel'])
    .where('team', '=', team)
    .where('subject', 'in', subjects)
    .where('channel', 'in', channels)
    .where('state', '=', 'sent')
    .execute();
  const bySubject = Map.groupBy(rows, ({ subject }) => subject);
  return new Map([...bySubject].map(([subject, of]) => [subject, new Set(of.map(({ channel }) => channel))]));
}
