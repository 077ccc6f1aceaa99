/** Slots: which feed is due when, who works on it, and when it is tried again. */
import { type Insertable, sql } from 'kysely';
import { LAST_RANK } from '../decision.ts';
import { changeRows, findRow, findRows } from './rows.ts';
import {
  atLeast,
  below,
  DONE,
  DUE,
  databaseTime,
  LEASE_MS,
  MAY_BE_LOST,
  type Matched,
  matching,
  NOT_NULL,
  prepareChange,
  prepareQuery,
  readInPieces,
} from './statements.ts';
import type { Db, Schema, SlotRow } from './tables.ts';

/** `missed_as` of a slot that failed until the feed's next one came: no post mentions it. */
const GAVE_WAY = 'gave way';

/** A slot to open. `rank` orders what is due in one channel at one time, lowest first. */
type NewSlot = Omit<Insertable<Schema['slot']>, 'state'>;

/** Replaces an earlier unfinished slot and inherits its age and turn, or an hourly feed could fail without saying so. */
export async function openSlot(db: Db, slot: NewSlot): Promise<void> {
  const earlier = await db
    .updateTable('slot')
    .set(({ eb }) => ({
      state: 'expired',
      owner: null,
      lease_until: 0,
      missed_as: eb.case().when('attempts', '>', 0).then(GAVE_WAY).end(),
    }))
    // With the channel, so that the index of due slots is used, not years of finished ones.
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

/** Whether the slot looks for the reasons behind a feed's alerts. Such slots come after everything else that is due. */
export function isWhySlot({ subscription }: Pick<SlotRow, 'subscription'>): boolean {
  return subscription.startsWith(WHY);
}

/** The feed's subscription, for its own slots and its why slots. */
export function subscriptionOf({ subscription }: Pick<SlotRow, 'subscription'>): string {
  return subscription.startsWith(WHY) ? subscription.slice(WHY.length) : subscription;
}

/** Opens a slot that looks for the reasons behind alerts. A project's feeds go one by one: the first reads for all. */
export async function openWhySlot(
  db: Db,
  { team, feed, projectId, now }: { team: string; feed: string; projectId: string; now: number },
): Promise<void> {
  const [subscription, channel] = [`${WHY}${feed}`, `${WHY}${projectId}`];
  const last = await findRow(db, 'slot', { team, subscription }, 'due_at desc');
  // One of the project's may be in progress already, so this one is due after them.
  const waiting = await db
    .selectFrom('slot')
    .select(({ fn }) => fn.max('due_at').as('due_at'))
    .where(matching('slot', { team, channel, state: DUE }))
    .executeTakeFirst();
  const due_at = Math.max(now, (last?.due_at ?? 0) + 1, (waiting?.due_at ?? 0) + 1);
  const slot = { team, subscription, channel, rank: LAST_RANK - 1 };
  await openSlot(db, { ...slot, due_at, opened_at: now, run_after: now });
}

/** The slot that waited longest among each channel's earliest free ones. One conditional update: no two workers get it. */
export async function claimSlot(db: Db, team: string, owner: string, now: number, leaseMs = LEASE_MS) {
  // A candidate that can't be claimed was claimed by another worker, so every round makes progress for someone.
  for (;;) {
    const [candidate] = await FIRST_RUNNABLE(db, { team, now });
    if (!candidate) return undefined;
    const { subscription, due_at } = candidate;
    const [claimed] = await CLAIM(db, { key: { team, subscription, due_at }, owner, now, leaseMs });
    if (claimed) return claimed;
  }
}

type SlotKey = Pick<SlotRow, 'team' | 'subscription' | 'due_at'>;

const CLAIM = prepareQuery(
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

/** Renews a claim for another `leaseMs`, unless somebody else has it by now. */
export async function renewSlot(db: Db, slot: SlotRow, owner: string, leaseMs = LEASE_MS): Promise<void> {
  const { team, subscription, due_at } = slot;
  await RENEW(db, { held: { team, subscription, due_at, owner }, leaseMs });
}

const RENEW = prepareChange((db, { held, leaseMs }: { held: SlotKey & { owner: string }; leaseMs: number }) =>
  db
    .updateTable('slot')
    .set({ lease_until: databaseTime(leaseMs) })
    .where(matching('slot', held))
    .modifyEnd(MAY_BE_LOST),
);

/** What is due in one channel runs in order: a slot waits while an earlier one there is running or could run. */
const isFirstOfChannel = (now: number) => sql<boolean>`not exists (
  select 1 from slot as earlier where earlier.team = slot.team and earlier.channel = slot.channel
  and earlier.state = ${DUE} and earlier.run_after <= ${now}
  and (earlier.due_at, earlier.rank, earlier.subscription) < (slot.due_at, slot.rank, slot.subscription)
)`;

/** Whether slots that are due haven't been tried yet, or are in progress. `now` epoch ms. */
export async function hasUntriedSlots(db: Db, team: string, now: number): Promise<boolean> {
  const rows = await db
    .selectFrom('slot')
    .select('subscription')
    .where(matching('slot', { team, state: DUE }))
    .where('rank', '<', LAST_RANK)
    .where('due_at', '<=', now)
    .where((eb) => eb.or([eb('attempts', '=', 0), eb('run_after', '<=', now)]))
    .limit(1)
    .execute();
  return rows.length > 0;
}

/** Waits for slots not tried yet or in progress; not for those that failed and are tried again later. */
const isNotBeforeOthers = (now: number) => sql<boolean>`(slot.rank < ${sql.lit(LAST_RANK)} or not exists (
  select 1 from slot as other where other.team = slot.team and other.state = ${DUE}
  and other.rank < ${sql.lit(LAST_RANK)} and other.due_at <= slot.due_at and (other.attempts = 0 or other.run_after <= ${now})
))`;

/** Longest waiting first: under overload the same feeds would otherwise always come last. */
const FIRST_RUNNABLE = prepareQuery((db, { team, now }: { team: string; now: number }) =>
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

/** False if the lease was lost: then nothing may be committed. `missedAs`: the subject of the post that says why. */
export async function closeSlot(
  db: Db,
  slot: SlotRow,
  owner: string,
  state: 'done' | 'expired',
  missedAs: string | null = null,
): Promise<boolean> {
  return changeHeld(db, slot, owner, { state, owner: null, lease_until: 0, missed_as: missedAs });
}

/** Expires the due slots of these feeds, even those in progress: their workers can no longer commit. */
export async function endSlots(db: Db, team: string, subscriptions: readonly string[]): Promise<void> {
  await db
    .updateTable('slot')
    .set({ state: 'expired', owner: null, lease_until: 0 })
    .where(matching('slot', { team, subscription: subscriptions, state: DUE }))
    .execute();
}

/** Hands a slot back, to be tried again at `runAfter`. */
export async function retrySlot(db: Db, slot: SlotRow, owner: string, runAfter: number): Promise<void> {
  await changeHeld(db, slot, owner, { run_after: runAfter, owner: null, lease_until: 0 });
}

function changeHeld(
  db: Db,
  { team, subscription, due_at }: SlotKey,
  owner: string,
  change: Partial<SlotRow>,
): Promise<boolean> {
  return changeRows(db, 'slot', { team, subscription, due_at, owner }, change);
}

/** Makes a feed's latest slot due again, from `now` on, if it ended in one of `states`. */
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

/** When the feed's last done slot before this one was due; undefined for the first. */
export async function readLastDone(db: Db, slot: SlotKey): Promise<number | undefined> {
  const { team, subscription, due_at } = slot;
  const earlier = { team, subscription, state: 'done', due_at: below(due_at) } as const;
  return (await findRow(db, 'slot', earlier, 'due_at desc'))?.due_at;
}

/** A feed's slots due since then (epoch ms), oldest first. */
export async function readSlotsSince(db: Db, team: string, subscription: string, since: number) {
  return findRows(db, 'slot', { team, subscription, due_at: atLeast(since) }, 'due_at');
}

/** By subscription, when each feed's last done slot was worked on, which may be later than it was due. Epoch ms. */
export async function readLastDonePerFeed(db: Db, team: string, subscriptions: readonly string[]) {
  // One index lookup per feed: each may have a year of slots.
  const rows = await readInPieces(subscriptions, (piece) =>
    db
      .selectFrom('subscription')
      .innerJoin('slot', (join) =>
        join
          .on('slot.team', '=', team)
          .onRef('slot.subscription', '=', 'subscription.id')
          .on('slot.due_at', '=', ({ selectFrom }) =>
            selectFrom('slot as done')
              .select(({ fn }) => fn.max('done.due_at').as('due_at'))
              .where('done.team', '=', team)
              .whereRef('done.subscription', '=', 'subscription.id')
              .where('done.state', '=', DONE),
          ),
      )
      .select(['subscription.id', 'slot.due_at', 'slot.opened_at', 'slot.run_after'])
      .where(matching('subscription', { team, id: piece }))
      .execute(),
  );
  // It was found at one, tried again at another, and may have both from the slot that it replaced.
  return new Map(rows.map(({ id, ...times }) => [id, Math.max(...Object.values(times))]));
}

/** Lets slots of these feeds that wait for their next try run from `now` on. Those in progress are left alone. */
export async function hastenSlots(db: Db, team: string, subscriptions: readonly string[], now: number) {
  await db
    .updateTable('slot')
    .set({ run_after: now })
    .where(matching('slot', { team, subscription: subscriptions, state: DUE }))
    .where('attempts', '>', 0)
    .where('run_after', '>', now)
    .where('lease_until', '<=', databaseTime())
    .execute();
}

/** By subscription, when the slot was due that failed and is being retried. Epoch ms. */
export async function readRetriesPerFeed(db: Db, team: string): Promise<Map<string, number>> {
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

/** The posts that feeds missed because of a trouble: due since then, or listed by the post about `line`, of a channel or all. */
export async function readMissedPosts(
  db: Db,
  team: string,
  which: { since: number } | { line: string; channel?: string },
): Promise<{ subscription: string; first: number; at: number; times: number }[]> {
  const wanted: Matched<'slot'> =
    'since' in which
      ? { missed_as: NOT_NULL, due_at: atLeast(which.since) }
      : { missed_as: which.line, ...(which.channel && { channel: which.channel }) };
  return db
    .selectFrom('slot')
    .select(({ fn }) => ['subscription', fn.min('due_at').as('first'), fn.max('due_at').as('at')])
    .select(({ fn }) => fn.countAll<number>().as('times'))
    .where(matching('slot', { team, state: 'expired', ...wanted }))
    .groupBy('subscription')
    .orderBy('first')
    .orderBy(({ fn }) => fn.min('rank'))
    .orderBy('subscription')
    .execute();
}
