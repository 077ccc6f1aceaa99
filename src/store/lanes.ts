/** Lanes: in each channel one worker at a time posts and edits, at Slack's pace. Times by the database's clock. */
import { sql } from 'kysely';
import { findRow } from './rows.ts';
import {
  atLeast,
  below,
  byKey,
  databaseTime,
  isEditDue,
  isOpen,
  isStale,
  LEASE_MS,
  MAY_BE_LOST,
  matching,
  not,
  prepareChange,
  prepareQuery,
} from './statements.ts';
import type { Db, DeliveryRow } from './tables.ts';

export type Lane = { team: string; channel: string };

/** Locks the lane's row until the transaction ends: writes for one channel are in order, and none deadlock. */
export async function lockLane(trx: Db, { team, channel }: Lane): Promise<void> {
  await LOCK(trx, { team, channel });
}

const LOCK = prepareQuery((db, lane: Lane) =>
  db
    .insertInto('lane')
    .values(lane)
    .onConflict((conflict) =>
      conflict.columns(['team', 'channel']).doUpdateSet(({ ref }) => ({ next_at: ref('lane.next_at') })),
    ),
);

/** Lanes with something to do now: a post to make or an edit. Idle lanes aren't looked at. */
function selectWaiting(db: Db, now: number) {
  const toPost = db.selectFrom('delivery').select(['team', 'channel']).where(isOpen);
  const toEdit = db.selectFrom('delivery').select(['team', 'channel']).where(isStale);
  const lanes = db.selectFrom(toPost.union(toEdit).as('busy')).innerJoin('lane', byKey('lane', 'busy'));
  return lanes.where(({ exists, or, selectFrom }) => {
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

/** `isLast`: no other lane had something to do at that moment. */
export type ClaimedLane = Lane & { isLast: boolean };

/** Lanes whose turn it was a moment ago, in order. `isAll`: no others had anything to do. */
type LanesAhead = { lanes: Lane[]; isAll: boolean; looking?: Promise<void> };

export const createLanesAhead = (): LanesAhead => ({ lanes: [], isAll: false });

/** Finding whose turn it is among ten thousand lanes is expensive, so this many are found at once. */
const LOOKED_AHEAD = 64;

/** Workspaces take turns, beginning with the one after `after`; in each, the longest waiting lane. `ahead` keeps the next. */
export async function claimLane(
  db: Db,
  owner: string,
  now: number,
  after?: Pick<Lane, 'team'>,
  leaseMs = LEASE_MS,
  ahead = createLanesAhead(),
): Promise<ClaimedLane | undefined> {
  // A candidate that can't be claimed was claimed by another worker, so every round makes progress for someone.
  for (;;) {
    if (ahead.lanes.length === 0) {
      ahead.looking ??= lookAhead(db, now, after, ahead);
      await ahead.looking;
    }
    const candidate = ahead.lanes.shift();
    if (!candidate) return undefined;
    const { team, channel } = candidate;
    const [claimed] = await CLAIM(db, { lane: { team, channel }, owner, leaseMs });
    if (claimed) return { ...claimed, isLast: ahead.lanes.length === 0 && ahead.isAll };
  }
}

const CLAIM = prepareQuery((db, { lane, owner, leaseMs }: { lane: Lane; owner: string; leaseMs: number }) =>
  db
    .updateTable('lane')
    .set({ owner, lease_until: databaseTime(leaseMs) })
    .where(matching('lane', lane))
    .where('next_at', '<=', databaseTime())
    .where('lease_until', '<=', databaseTime())
    .returning(['team', 'channel'])
    .modifyEnd(MAY_BE_LOST),
);

async function lookAhead(db: Db, now: number, after: Pick<Lane, 'team'> | undefined, ahead: LanesAhead) {
  try {
    ahead.lanes = await AHEAD(db, { now, after: after?.team ?? '' });
    ahead.isAll = ahead.lanes.length < LOOKED_AHEAD;
  } finally {
    delete ahead.looking;
  }
}

const AHEAD = prepareQuery((db, { now, after }: { now: number; after: string }) => {
  const turns = selectWaiting(db, now)
    .select(({ fn }) => [
      'lane.team',
      'lane.channel',
      'lane.next_at',
      fn
        .agg<number>('row_number')
        .over((of) => of.partitionBy('lane.team').orderBy('lane.next_at'))
        .as('turn'),
    ])
    .where('next_at', '<=', databaseTime())
    .where('lease_until', '<=', databaseTime());
  return db
    .selectFrom(turns.as('lane'))
    .select(['team', 'channel'])
    .orderBy('turn')
    .orderBy(sql`case when team > ${after} then 0 else 1 end`)
    .orderBy('team')
    .orderBy('next_at')
    .limit(LOOKED_AHEAD);
});

/** Gives a lane back; its next turn is `afterMs` from now. Does nothing if the lease was lost. */
export async function releaseLane(db: Db, lane: Lane, owner: string, afterMs: number): Promise<void> {
  const { team, channel } = lane;
  await RELEASE(db, { held: { team, channel, owner }, afterMs });
}

const RELEASE = prepareQuery((db, { held, afterMs }: { held: Lane & { owner: string }; afterMs: number }) =>
  db
    .updateTable('lane')
    .set({ owner: null, lease_until: 0, next_at: databaseTime(afterMs) })
    .where(matching('lane', held)),
);

/** When a lane may be claimed: at its turn, and not before the lease on it ends. */
const claimableAt = sql<number>`case when lease_until > next_at then lease_until else next_at end`;

/** Milliseconds until the next busy lane may be claimed, or a failed edit may be tried again. */
export async function readNextLaneMs(db: Db, now: number): Promise<number | undefined> {
  const [row] = await NEXT_AT(db, { now });
  return row?.next == null ? undefined : Math.max(0, row.next - row.current);
}

const NEXT_AT = prepareQuery((db, { now }: { now: number }) => {
  const lanes = selectWaiting(db, now).select(claimableAt.as('at'));
  const edits = db
    .selectFrom('delivery')
    .select(sql<number>`edit_after`.as('at'))
    .where(isStale)
    .where('edit_after', '>', databaseTime());
  return db
    .selectFrom(lanes.unionAll(edits).as('moment'))
    .select(({ fn }) => [fn.min('at').as('next'), fn.max(databaseTime()).as('current')]);
});

/** `settle_in_ms`: how long a lost post may still arrive; `thread_ts`: null if it's in no thread. */
export type LaneHead = DeliveryRow & { settle_in_ms: number; thread_ts: string | null };

/** The lane's lowest unfinished post that may go out now; only one held for quiet hours is skipped. */
export async function readLaneHead(db: Db, team: string, channel: string, now: number) {
  const [head] = await HEAD(db, { lane: { team, channel }, now });
  if (!head) return undefined;
  const { thread_of: id } = head;
  const first = id === null ? undefined : await findRow(db, 'delivery', { team, id });
  return { ...head, thread_ts: first?.ts ?? null };
}

const HEAD = prepareQuery((db, { lane, now }: { lane: Lane; now: number }) =>
  db
    .selectFrom('delivery')
    .selectAll()
    .select(sql<number>`coalesce(settle_after, 0) - ${databaseTime()}`.as('settle_in_ms'))
    .where(matching('delivery', lane))
    .where(isOpen)
    .where('not_before', '<=', now)
    .orderBy('seq')
    .limit(1),
);

/** The timestamp of the lane's last sent post; undefined if there is none. */
export async function findLateMessage(db: Db, team: string, channel: string): Promise<string | undefined> {
  return (await findRow(db, 'delivery', { team, channel, state: 'sent' }, 'seq desc'))?.ts ?? undefined;
}

/** Posts that wait although it is too late for them (epoch ms), in the order of their lanes. */
export async function readOldPosts(db: Db, team: string, now: number): Promise<DeliveryRow[]> {
  return (
    db
      .selectFrom('delivery')
      .selectAll()
      .where(matching('delivery', { team, state: 'queued' }))
      // As in the partial index.
      .where(isOpen)
      .where('expires_at', '<=', now)
      .orderBy('channel')
      .orderBy('seq')
      .execute()
  );
}

/** Why Slack didn't take the post of this lane that was tried last before this one; undefined if it did. */
export async function findRefusalBefore(db: Db, { team, channel, seq }: DeliveryRow) {
  const tried = { team, channel, seq: below(seq), attempt: atLeast(1), state: not('failed') } as const;
  return (await findRow(db, 'delivery', tried, 'seq desc'))?.failure ?? undefined;
}

/** Commits to an attempt; `search`: where to look if its answer is lost. False if it isn't queued, or the lane is lost. */
export async function beginSending(
  db: Db,
  head: DeliveryRow,
  owner: string,
  { settleMs, search }: { settleMs: number; search: string },
): Promise<boolean> {
  const { team, id, attempt, wanted_rev } = head;
  // What is drawn now is what Slack shows, even if the post is found there only later.
  const change = { attempt: attempt + 1, shown_rev: wanted_rev, search };
  return BEGIN(db, { key: { team, id }, owner, change, settleMs });
}

type Beginning = {
  key: { team: string; id: string };
  owner: string;
  change: Pick<DeliveryRow, 'attempt' | 'shown_rev' | 'search'>;
  settleMs: number;
};

const BEGIN = prepareChange((db, { key, owner, change, settleMs }: Beginning) =>
  db
    .updateTable('delivery')
    .set({ state: 'sending', ...change, settle_after: databaseTime(settleMs) })
    .where(matching('delivery', { ...key, state: 'queued' }))
    .where(holdsLane(owner)),
);

/** That `owner` holds the delivery's lane: a worker that lost its lane may no longer write there. */
export const holdsLane = (owner: string) => sql<boolean>`exists (
  select 1 from lane where lane.team = delivery.team and lane.channel = delivery.channel
  and lane.owner = ${owner} and lane.lease_until > ${databaseTime()}
)`;

/** A post of this lane that Slack shows outdated, one whose edit failed last. `failed_edits`: how many are due. */
export async function findStaleDelivery(db: Db, team: string, channel: string) {
  return (await STALE(db, { team, channel }))[0];
}

const STALE = prepareQuery((db, lane: Lane) =>
  db
    .selectFrom('delivery')
    .selectAll()
    .select(({ selectFrom, fn }) =>
      selectFrom('delivery')
        .select(fn.countAll<number>().as('failed'))
        .where(matching('delivery', lane))
        .where(isStale)
        .where('edit_after', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('failed_edits'),
    )
    .where(matching('delivery', lane))
    .where(isEditDue)
    .orderBy(sql`case when edit_after is null then 0 else 1 end`)
    .orderBy('seq')
    .limit(1),
);

/** After a failed edit: not again for `afterMs`, unless another was requested. Nothing if `owner` lost the lane. */
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
    .where(matching('delivery', { team, id, state: 'sent' }))
    .where(holdsLane(owner))
    .execute();
}
