/** Subscriptions: since when a feed is known, and whether it stands still. A pause outlives restarts. */
import type { Db, Schema } from './schema.ts';

/** Epoch ms. `relearn`: what is polled next is taken for known. */
export type SubscriptionState = {
  since: number;
  pausedAt: number | undefined;
  pauseReason: string | undefined;
  resumedAt: number | undefined;
  relearn: boolean;
};

/** How each of these feeds stands; one that was never seen is seen now. */
export async function subscriptionStates(
  db: Db,
  team: string,
  ids: readonly string[],
  now: number,
): Promise<Map<string, SubscriptionState>> {
  if (ids.length === 0) return new Map();
  await db
    .insertInto('subscription')
    .values(
      ids.map((id) => ({
        team,
        id,
        since: now,
        paused_at: null,
        pause_reason: null,
        resumed_at: null,
        relearn: 0,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await db
    .selectFrom('subscription')
    .selectAll()
    .where('team', '=', team)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, stateOf(row)]));
}

/** How one feed stands; undefined if it was never seen. */
export async function subscriptionState(
  db: Db,
  team: string,
  id: string,
): Promise<SubscriptionState | undefined> {
  const row = await db
    .selectFrom('subscription')
    .selectAll()
    .where('team', '=', team)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && stateOf(row);
}

function stateOf(row: Schema['subscription']): SubscriptionState {
  return {
    since: row.since,
    pausedAt: row.paused_at ?? undefined,
    pauseReason: row.pause_reason ?? undefined,
    resumedAt: row.resumed_at ?? undefined,
    relearn: row.relearn === 1,
  };
}

/** Stops a feed; false if it stood still already, and then nobody need be told again. */
export async function pauseFeed(
  db: Db,
  team: string,
  id: string,
  reason: string,
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable('subscription')
    .set({ paused_at: now, pause_reason: reason, resumed_at: null })
    .where('team', '=', team)
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Sets a feed going again; returns since when it stood, undefined if it did not. A reissued list is learnt anew. */
export async function resumeFeed(db: Db, team: string, id: string, now: number): Promise<number | undefined> {
  const state = await subscriptionState(db, team, id);
  if (state?.pausedAt === undefined) return undefined;
  const relearn = state.relearn || state.pauseReason === 'reissued';
  const result = await db
    .updateTable('subscription')
    .set({ paused_at: null, resumed_at: now, relearn: relearn ? 1 : 0 })
    .where('team', '=', team)
    .where('id', '=', id)
    .where('paused_at', '=', state.pausedAt)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n ? state.pausedAt : undefined;
}

/** What was to be learnt anew has been. */
export async function relearnt(db: Db, team: string, id: string): Promise<void> {
  await db
    .updateTable('subscription')
    .set({ relearn: 0 })
    .where('team', '=', team)
    .where('id', '=', id)
    .execute();
}
