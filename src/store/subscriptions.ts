/** Subscriptions: since when a feed is known, and whether it stands still. A pause outlives restarts. */
import { prepared } from './prepared.ts';
import type { Db, Row } from './schema.ts';
import { hasChanged, matching, readInPieces } from './statements.ts';

/** Epoch ms. `relearn`: what is polled next is taken for known. */
export type SubscriptionState = {
  since: number;
  pausedAt: number | undefined;
  pauseReason: string | undefined;
  /** The person who paused it, and when it goes on by itself. */
  pausedBy: string | undefined;
  pausedUntil: number | undefined;
  resumedAt: number | undefined;
  relearn: boolean;
};

/** A feed with its schedule and timezone in one text: when that changes, the feed begins anew. */
export type KnownFeed = { id: string; timetable: string };

/**
 * How each of these feeds stands. One that was never seen, or has another timetable than before, is seen now: a time
 * of the new timetable that is past already is not made up for.
 */
export async function subscriptionStates(
  db: Db,
  team: string,
  feeds: readonly KnownFeed[],
  now: number,
): Promise<Map<string, SubscriptionState>> {
  const ids = feeds.map(({ id }) => id);
  const known = new Map((await rowsOf(db, team, ids)).map((row) => [row.id, row]));
  const news = feeds.filter(({ id, timetable }) => known.get(id)?.timetable !== timetable);
  // Two processes that see the same feeds write them in one order, so that neither waits for the other.
  const sorted = news.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  for (let i = 0; i < sorted.length; i += SEEN_AT_ONCE)
    await seen(db, team, sorted.slice(i, i + SEEN_AT_ONCE), now);
  const rows = news.length === 0 ? [...known.values()] : await rowsOf(db, team, ids);
  return new Map(rows.map((row) => [row.id, stateOf(row)]));
}

function rowsOf(db: Db, team: string, ids: readonly string[]): Promise<Row<'subscription'>[]> {
  return readInPieces(ids, (piece) =>
    db.selectFrom('subscription').selectAll().where('team', '=', team).where('id', 'in', piece).execute(),
  );
}

/** Far fewer parameters than a statement may have. */
const SEEN_AT_ONCE = 200;

async function seen(db: Db, team: string, feeds: readonly KnownFeed[], now: number): Promise<void> {
  await db
    .insertInto('subscription')
    .values(feeds.map(({ id, timetable }) => ({ id, timetable, team, since: now })))
    .onConflict((conflict) =>
      conflict
        .columns(['team', 'id'])
        .doUpdateSet(({ ref }) => ({ since: now, timetable: ref('excluded.timetable') }))
        .whereRef('subscription.timetable', '!=', 'excluded.timetable'),
    )
    .execute();
}

/** How one feed stands; undefined if it was never seen. */
export async function subscriptionState(
  db: Db,
  team: string,
  id: string,
): Promise<SubscriptionState | undefined> {
  const [row] = await ONE(db, { team, id });
  return row && stateOf(row);
}

const ONE = prepared((db, key: { team: string; id: string }) =>
  db.selectFrom('subscription').selectAll().where(matching('subscription', key)),
);

function stateOf(row: Row<'subscription'>): SubscriptionState {
  return {
    since: row.since,
    pausedAt: row.paused_at ?? undefined,
    pauseReason: row.pause_reason ?? undefined,
    pausedBy: row.paused_by ?? undefined,
    pausedUntil: row.paused_until ?? undefined,
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
  person?: { id: string; until: number | undefined },
): Promise<boolean> {
  return db
    .updateTable('subscription')
    .set({
      paused_at: now,
      pause_reason: reason,
      paused_by: person?.id ?? null,
      paused_until: person?.until ?? null,
      resumed_at: null,
    })
    .where(matching('subscription', { team, id, paused_at: null }))
    .$call(hasChanged);
}

/** How many feeds of all workspaces stand still, by who stopped them; of `feedsOf`, for others are no feeds any more. */
export async function countPaused(
  db: Db,
  feedsOf: (team: string) => readonly { id: string }[],
): Promise<{ person: number; sightline: number }> {
  const rows = await db
    .selectFrom('subscription')
    .select(['team', 'id', 'pause_reason'])
    .where('paused_at', 'is not', null)
    .execute();
  const standing = [...Map.groupBy(rows, ({ team }) => team)].flatMap(([team, paused]) => {
    const ids = new Set(feedsOf(team).map(({ id }) => id));
    return paused.filter(({ id }) => ids.has(id));
  });
  const person = standing.filter(({ pause_reason }) => pause_reason === 'person').length;
  return { person, sightline: standing.length - person };
}

/** Whether what is polled next, once the feed runs, is taken for known: after a reissued list, whether resumed yet or not. */
export function isToRelearn({ relearn, pausedAt, pauseReason }: SubscriptionState): boolean {
  return relearn || (pausedAt !== undefined && pauseReason === 'reissued');
}

/** Sets a feed going again; returns since when it stood and why, undefined if it did not. A reissued list is learnt anew. */
export async function resumeFeed(
  db: Db,
  team: string,
  id: string,
  now: number,
): Promise<{ pausedAt: number; reason: string | undefined } | undefined> {
  const state = await subscriptionState(db, team, id);
  const pausedAt = state?.pausedAt;
  if (!state || pausedAt === undefined) return undefined;
  const relearn = isToRelearn(state);
  const result = await db
    .updateTable('subscription')
    .set({ paused_at: null, paused_until: null, resumed_at: now, relearn: relearn ? 1 : 0 })
    .where(matching('subscription', { team, id, paused_at: pausedAt }))
    .executeTakeFirst();
  if (result.numUpdatedRows !== 1n) return undefined;
  return { pausedAt, reason: state.pauseReason };
}

/** What was to be learnt anew has been. */
export async function relearnt(db: Db, team: string, id: string): Promise<void> {
  await RELEARNT(db, { team, id });
}

const RELEARNT = prepared((db, key: { team: string; id: string }) =>
  db
    .updateTable('subscription')
    .set({ relearn: 0 })
    .where(matching('subscription', { ...key, relearn: 1 })),
);

/** The workspaces whose feeds the store knows, the latest first: for whoever has the store and no Slack to ask. */
export async function teamsKnown(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription')
    .select(({ fn }) => ['team', fn.max('since').as('latest')])
    .groupBy('team')
    .orderBy('latest', 'desc')
    .execute();
  return rows.map(({ team }) => team);
}
