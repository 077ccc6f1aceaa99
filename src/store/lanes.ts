/** Lanes: one worker at a time speaks in a channel, at Slack's pace, and what it has to do next. Their times are the database's. */
import { sql } from 'kysely';
import type { Db, DeliveryRow } from './schema.ts';
import { MAY_BE_LOST } from './sqlite.ts';
import { databaseTime, isEditDue, isOpen, isStale, LEASE_MS } from './statements.ts';

export type Lane = { team: string; channel: string };

/**
 * Takes the lane's row, made if need be, until the transaction ends: what is told to one channel is written one after
 * the other, so that its order is fixed and no two transactions wait for each other crosswise.
 */
export async function lockLane(trx: Db, { team, channel }: Lane): Promise<void> {
  await trx
    .insertInto('lane')
    .values({ team, channel, next_at: 0, owner: null, lease_until: 0 })
    .onConflict((conflict) =>
      conflict.columns(['team', 'channel']).doUpdateSet(({ ref }) => ({ next_at: ref('lane.next_at') })),
    )
    .execute();
}

/** Lanes with something to do now: a post to make, or an edit of one that was made. */
function waiting(db: Db, now: number) {
  return db.selectFrom('lane').where(({ exists, or, selectFrom }) => {
    const inLane = selectFrom('delivery')
      .select('delivery.id')
      .whereRef('delivery.team', '=', 'lane.team')
      .whereRef('delivery.channel', '=', 'lane.channel');
    return or([
      exists(inLane.where(isOpen).where('delivery.not_before', '<=', now)),
      exists(inLane.where(isEditDue)),
    ]);
  });
}

/** `isLast`: no other had something to do at that moment. */
export type ClaimedLane = Lane & { isLast: boolean };

/**
 * Claims a lane that has something to do and whose turn it is. Workspaces take turns: the next one after that of the
 * lane served before; within it, the lane that waited longest.
 */
export async function claimLane(
  db: Db,
  owner: string,
  now: number,
  after?: Pick<Lane, 'team'>,
  leaseMs = LEASE_MS,
): Promise<ClaimedLane | undefined> {
  const turns = waiting(db, now)
    .select(['team', 'channel'])
    .where('next_at', '<=', databaseTime())
    .where('lease_until', '<=', databaseTime())
    .$if(after !== undefined, (lanes) =>
      lanes.orderBy(sql`case when team > ${after?.team} then 0 else 1 end`).orderBy('team'),
    )
    .orderBy('next_at')
    .limit(2);
  // A candidate that cannot be claimed was claimed by another worker: every round brings one of them on.
  for (;;) {
    const [candidate, another] = await turns.execute();
    if (!candidate) return undefined;
    const claimed = await db
      .updateTable('lane')
      .set({ owner, lease_until: databaseTime(leaseMs) })
      .where((eb) => eb.and({ team: candidate.team, channel: candidate.channel }))
      .where('next_at', '<=', databaseTime())
      .where('lease_until', '<=', databaseTime())
      .returning(['team', 'channel'])
      .modifyEnd(MAY_BE_LOST)
      .executeTakeFirst();
    if (claimed) return { ...claimed, isLast: another === undefined };
  }
}

/** Gives a lane back; its next turn is `afterMs` from now. Nothing happens if the lease was lost. */
export async function releaseLane(db: Db, lane: Lane, owner: string, afterMs: number): Promise<void> {
  await db
    .updateTable('lane')
    .set({ owner: null, lease_until: 0, next_at: databaseTime(afterMs) })
    .where((eb) => eb.and({ team: lane.team, channel: lane.channel, owner }))
    .execute();
}

/** When a lane may be claimed: at its turn, and not while somebody may still hold it. */
const claimableAt = sql<number>`case when lease_until > next_at then lease_until else next_at end`;

/** Milliseconds until the next lane with something to do may be claimed, or an edit that failed may be tried again. */
export async function untilNextLane(db: Db, now: number): Promise<number | undefined> {
  const lanes = waiting(db, now).select(claimableAt.as('at'));
  const edits = db
    .selectFrom('delivery')
    .select(sql<number>`edit_after`.as('at'))
    .where(isStale)
    .where('edit_after', '>', databaseTime());
  const row = await db
    .selectFrom(lanes.unionAll(edits).as('moment'))
    .select(({ fn }) => [fn.min('at').as('next'), fn.max(databaseTime()).as('current')])
    .executeTakeFirst();
  return row?.next == null ? undefined : Math.max(0, row.next - row.current);
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
    .where((eb) => eb.and({ team, channel }))
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
    .where((eb) => eb.and({ team, id }))
    .executeTakeFirst();
  return above?.ts ?? null;
}

/** A message of this lane that stands, as late a one as is easily had; undefined where none does. */
export async function lateMessage(db: Db, team: string, channel: string): Promise<string | undefined> {
  const sent = await db
    .selectFrom('delivery')
    .select('ts')
    .where((eb) => eb.and({ team, channel, state: 'sent' }))
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
    .where((eb) => eb.and({ team: head.team, id: head.id, state: 'queued' }))
    .where(inLaneOf(owner))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** True of the deliveries whose lane `owner` holds: a worker that lost its lane may not write there any more. */
export const inLaneOf = (owner: string) => sql<boolean>`exists (
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
        .where((eb) => eb.and({ team, channel }))
        .where(isStale)
        .where('edit_after', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('failed_edits'),
    )
    .where((eb) => eb.and({ team, channel }))
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
    .where((eb) => eb.and({ team, id, state: 'sent' }))
    .where(inLaneOf(owner))
    .execute();
}
