/** Lanes: one worker at a time speaks in a channel, at Slack's pace. Their times are the database's. */
import { sql } from 'kysely';
import type { Db } from './schema.ts';
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
      .where('team', '=', candidate.team)
      .where('channel', '=', candidate.channel)
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
    .where('team', '=', lane.team)
    .where('channel', '=', lane.channel)
    .where('owner', '=', owner)
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
