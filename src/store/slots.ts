/** Slots: which feed is due when, who works on it, and when it is tried again. */
import { sql } from 'kysely';
import { prepared, preparedChange } from './prepared.ts';
import type { Db, SlotRow } from './schema.ts';
import { MAY_BE_LOST } from './sqlite.ts';
import { DONE, DUE, databaseTime, LEASE_MS, matching, readInPieces } from './statements.ts';

/** What a slot was missed as that was tried in vain until the next one came: no line speaks of it. */
const GAVE_WAY = 'gave way';

/** A slot to be opened. `rank` orders what is due in one channel at one time, lowest first. */
export type NewSlot = Pick<
  SlotRow,
  'team' | 'subscription' | 'due_at' | 'opened_at' | 'run_after' | 'channel' | 'rank'
>;

/**
 * Makes a slot due; one that exists stays as it is. An earlier one of the feed that nobody could work on gives way, and
 * its patience and its turn count on: else an hourly feed would never say that it has failed for hours, and one of a busy
 * minute would never come to its turn.
 */
export async function openSlot(db: Db, slot: NewSlot): Promise<void> {
  const earlier = await db
    .updateTable('slot')
    .set(({ eb }) => ({
      state: 'expired',
      owner: null,
      lease_until: 0,
      missed_as: eb.case().when('attempts', '>', 0).then(GAVE_WAY).end(),
    }))
    // By its channel, so that years of finished ones are not looked through.
    .where(matching('slot', { team: slot.team, channel: slot.channel, subscription: slot.subscription }))
    .where('due_at', '<', slot.due_at)
    .where('state', '=', DUE)
    .where('lease_until', '<=', databaseTime())
    .returning(['opened_at', 'run_after'])
    .execute();
  const opened_at = Math.min(slot.opened_at, ...earlier.map((one) => one.opened_at));
  const run_after = Math.min(slot.run_after, ...earlier.map((one) => one.run_after));
  await db
    .insertInto('slot')
    .values({ ...slot, opened_at, run_after, state: 'due' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const WHY = 'why:';

/** What looks for the why of a feed's alerts has slots of this subscription, which come after all else that is due. */
export function isWhySlot({ subscription }: Pick<SlotRow, 'subscription'>): boolean {
  return subscription.startsWith(WHY);
}

/** The subscription whose posts a slot brings, or looks for the why of. */
export function subscriptionOf({ subscription }: Pick<SlotRow, 'subscription'>): string {
  return subscription.startsWith(WHY) ? subscription.slice(WHY.length) : subscription;
}

/** Has the why of a feed's alerts looked for from `now` on: for one channel of a project after another, so that one reads for all. */
export async function openWhySlot(
  db: Db,
  { team, feed, projectId, now }: { team: string; feed: string; projectId: string; now: number },
): Promise<void> {
  const channel = `${WHY}${projectId}`;
  const last = await db
    .selectFrom('slot')
    .select(({ fn }) => fn.max('due_at').as('due_at'))
    .where(matching('slot', { team, channel }))
    .executeTakeFirst();
  // What is due first may be at work already: whoever comes later is due later.
  const due_at = Math.max(now, (last?.due_at ?? 0) + 1);
  const slot = { team, subscription: `${WHY}${feed}`, channel, rank: LAST_RANK - 1 };
  await openSlot(db, { ...slot, due_at, opened_at: now, run_after: now });
}

/**
 * Claims the first slot of `team` that may run now, or undefined: the one that waits longest of those that are the earliest of
 * their channel and that nobody holds.
 * The claim is one conditional update, so two workers never get the same slot.
 */
export async function claimSlot(
  db: Db,
  team: string,
  owner: string,
  now: number,
  leaseMs = LEASE_MS,
): Promise<SlotRow | undefined> {
  // A candidate that cannot be claimed was claimed by another worker: every round brings one of them on.
  for (;;) {
    const [candidate] = await FIRST_RUNNABLE(db, { team, now });
    if (!candidate) return undefined;
    const { subscription, due_at } = candidate;
    const [claimed] = await CLAIM(db, { key: { team, subscription, due_at }, owner, now, leaseMs });
    if (claimed) return claimed;
  }
}

type SlotKey = Pick<SlotRow, 'team' | 'subscription' | 'due_at'>;

const CLAIM = prepared(
  (db, { key, owner, now, leaseMs }: { key: SlotKey; owner: string; now: number; leaseMs: number }) =>
    db
      .updateTable('slot')
      .set(({ eb }) => ({ owner, lease_until: databaseTime(leaseMs), attempts: eb('attempts', '+', 1) }))
      .where(matching('slot', { ...key, state: 'due' }))
      .where('run_after', '<=', now)
      .where('lease_until', '<=', databaseTime())
      .returningAll()
      .modifyEnd(MAY_BE_LOST),
);

/** What is due in one channel goes in order: a slot waits while an earlier one there is running or could run. */
const isFirstOfChannel = (now: number) => sql<boolean>`not exists (
  select 1 from slot as earlier where earlier.team = slot.team and earlier.channel = slot.channel
  and earlier.state = ${DUE} and earlier.run_after <= ${now}
  and (earlier.due_at, earlier.rank, earlier.subscription) < (slot.due_at, slot.rank, slot.subscription)
)`;

/** What has this rank waits for all that is due in the workspace by then: it lives from what that brings. */
export const LAST_RANK = 9;

/** Whatever is not tried yet, or is being tried; what failed and is tried again later is not waited for. */
const isNotBeforeOthers = (now: number) => sql<boolean>`(slot.rank < ${sql.lit(LAST_RANK)} or not exists (
  select 1 from slot as other where other.team = slot.team and other.state = ${DUE}
  and other.rank < ${sql.lit(LAST_RANK)} and other.due_at <= slot.due_at and (other.attempts = 0 or other.run_after <= ${now})
))`;

/** The one that waits longest: where there is more to do than is done, the same feeds would otherwise always come last. */
const FIRST_RUNNABLE = prepared((db, { team, now }: { team: string; now: number }) =>
  db
    .selectFrom('slot')
    .selectAll()
    .where(matching('slot', { team, state: DUE }))
    .where('run_after', '<=', now)
    .where('lease_until', '<=', databaseTime())
    .where(isFirstOfChannel(now))
    .where(isNotBeforeOthers(now))
    .orderBy('opened_at')
    .orderBy('due_at')
    .orderBy('run_after')
    .orderBy('rank')
    .limit(1),
);

/**
 * Closes a slot that `owner` still holds; false if the lease was lost, and then nothing may be committed. `missedAs`: the
 * subject of the line that says of one without its post why.
 */
export async function closeSlot(
  db: Db,
  slot: SlotRow,
  owner: string,
  state: 'done' | 'expired',
  missedAs: string | null = null,
): Promise<boolean> {
  const change = { state, owner: null, lease_until: 0, missed_as: missedAs };
  return held(db, slot, owner, change);
}

/** Ends what is due of these feeds, also where somebody works on it: nothing of that may be committed. */
export async function endSlots(db: Db, team: string, subscriptions: readonly string[]): Promise<void> {
  if (subscriptions.length === 0) return;
  await db
    .updateTable('slot')
    .set({ state: 'expired', owner: null, lease_until: 0 })
    .where(matching('slot', { team, subscription: subscriptions, state: DUE }))
    .execute();
}

/** The feeds of a channel that a line speaks of, in the order in which they post; times in epoch ms. */
export async function missedFeeds(
  db: Db,
  team: string,
  channel: string,
  line: string,
): Promise<{ subscription: string; first: number; times: number }[]> {
  return db
    .selectFrom('slot')
    .select(({ fn }) => ['subscription', fn.min('due_at').as('first'), fn.countAll<number>().as('times')])
    .where(matching('slot', { team, channel, missed_as: line, state: 'expired' }))
    .groupBy('subscription')
    .orderBy('first')
    .orderBy(({ fn }) => fn.min('rank'))
    .orderBy('subscription')
    .execute();
}

/** Hands a slot back, to be tried again at `runAfter`. */
export async function retrySlot(db: Db, slot: SlotRow, owner: string, runAfter: number): Promise<void> {
  await held(db, slot, owner, { run_after: runAfter, owner: null, lease_until: 0 });
}

async function held(
  db: Db,
  { team, subscription, due_at }: SlotKey,
  owner: string,
  change: Partial<SlotRow>,
): Promise<boolean> {
  return HELD(db, { slot: { team, subscription, due_at, owner }, change });
}

const HELD = preparedChange(
  (db, { slot, change }: { slot: SlotKey & { owner: string }; change: Partial<SlotRow> }) =>
    db.updateTable('slot').set(change).where(matching('slot', slot)),
);

/** The latest slot of a feed becomes due once more, from `now` on, if it ended in one of `states`. */
export async function reopenLatestSlot(
  db: Db,
  team: string,
  subscription: string,
  now: number,
  states: readonly SlotRow['state'][] = ['done', 'expired'],
): Promise<void> {
  await db
    .updateTable('slot')
    .set({ state: 'due', opened_at: now, run_after: now, attempts: 0, owner: null, lease_until: 0 })
    .where(matching('slot', { team, subscription, state: states }))
    .where('due_at', '=', ({ selectFrom }) =>
      selectFrom('slot as latest')
        .select((latest) => latest.fn.max('latest.due_at').as('due_at'))
        .where('latest.team', '=', team)
        .where('latest.subscription', '=', subscription),
    )
    .execute();
}

/** When the slot of this feed before `slot` was due, of those that were worked on; undefined for the first. */
export async function lastDone(db: Db, slot: SlotRow): Promise<number | undefined> {
  const { team, subscription, due_at } = slot;
  const [row] = await LAST_DONE(db, { team, subscription, due_at });
  return row?.due_at;
}

const LAST_DONE = prepared((db, { team, subscription, due_at }: SlotKey) =>
  db
    .selectFrom('slot')
    .select('due_at')
    .where(matching('slot', { team, subscription }))
    .where('due_at', '<', due_at)
    .where('state', '=', DONE)
    .orderBy('due_at', 'desc')
    .limit(1),
);

/** When each of these feeds was last done, by its subscription; epoch ms of the time it was due. */
export async function lastDonePerFeed(
  db: Db,
  team: string,
  subscriptions: readonly string[],
): Promise<Map<string, number>> {
  // Feed by feed, each by one look into an index: there may be a year of slots to each.
  const rows = await readInPieces(subscriptions, (piece) =>
    db
      .selectFrom('subscription')
      .select(({ selectFrom }) => [
        'id',
        selectFrom('slot')
          .select((slot) => slot.fn.max('slot.due_at').as('due_at'))
          .where('slot.team', '=', team)
          .whereRef('slot.subscription', '=', 'subscription.id')
          .where('slot.state', '=', DONE)
          .as('due_at'),
      ])
      .where(matching('subscription', { team, id: piece }))
      .execute(),
  );
  return new Map(rows.flatMap(({ id, due_at }) => (due_at === null ? [] : [[id, due_at]])));
}

/**
 * Slots of these feeds that wait for their next try may be tried from `now` on. One that somebody works on is left alone.
 */
export async function hastenSlots(
  db: Db,
  team: string,
  subscriptions: readonly string[],
  now: number,
): Promise<void> {
  if (subscriptions.length === 0) return;
  await db
    .updateTable('slot')
    .set({ run_after: now })
    .where(matching('slot', { team, subscription: subscriptions, state: DUE }))
    .where('attempts', '>', 0)
    .where('run_after', '>', now)
    .where('lease_until', '<=', databaseTime())
    .execute();
}

/**
 * Since when each feed of the workspace has a slot that was tried in vain and is tried again, or is just being tried
 * again; epoch ms of the time it was due.
 */
export async function triedAgainPerFeed(db: Db, team: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('slot')
    .select(['subscription', ({ fn }) => fn.min('due_at').as('due_at')])
    .where(matching('slot', { team, state: DUE }))
    .where('attempts', '>', 0)
    .where((eb) => eb.or([eb('attempts', '>', 1), eb('lease_until', '<=', databaseTime())]))
    .groupBy('subscription')
    .execute();
  return new Map(rows.map(({ subscription, due_at }) => [subscription, due_at]));
}

/** When each feed of the workspace last missed a post because of a trouble, from `since` on; epoch ms of the time it was due. */
export async function lastMissedPerFeed(db: Db, team: string, since: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('slot')
    .select(['subscription', ({ fn }) => fn.max('due_at').as('due_at')])
    .where('team', '=', team)
    .where('due_at', '>=', since)
    .where('state', '=', 'expired')
    .where('missed_as', 'is not', null)
    .groupBy('subscription')
    .execute();
  return new Map(rows.map(({ subscription, due_at }) => [subscription, due_at]));
}
