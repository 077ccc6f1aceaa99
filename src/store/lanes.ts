/** Lanes: one worker at a time speaks in a channel, at Slack's pace. Their times are the database's. */
import { sql } from 'kysely';
import type { Backlog } from '../metrics.ts';
import type { Db } from './schema.ts';
import { databaseTime, LEASE_MS } from './time.ts';

export type Lane = { team: string; channel: string };

/** A delivery that still needs Slack: a post not yet made, or an edit of one that was. */
const unfinished = (now: number) => sql<boolean>`(
  delivery.state in ('queued', 'sending') and delivery.not_before <= ${now}
  or delivery.state = 'sent' and delivery.wanted_rev > delivery.shown_rev
)`;

/** Lanes with something to do now. */
function waiting(db: Db, now: number) {
  return db
    .selectFrom('lane')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('delivery')
          .select('delivery.id')
          .whereRef('delivery.team', '=', 'lane.team')
          .whereRef('delivery.channel', '=', 'lane.channel')
          .where(unfinished(now)),
      ),
    );
}

/** Claims a lane that has something to do and whose turn it is; the longest waiting first. */
export async function claimLane(db: Db, owner: string, now: number): Promise<Lane | undefined> {
  for (;;) {
    const candidate = await waiting(db, now)
      .select(['team', 'channel'])
      .where('next_at', '<=', databaseTime())
      .where('lease_until', '<=', databaseTime())
      .orderBy('next_at')
      .limit(1)
      .executeTakeFirst();
    if (!candidate) return undefined;
    const claimed = await db
      .updateTable('lane')
      .set({ owner, lease_until: databaseTime(LEASE_MS) })
      .where('team', '=', candidate.team)
      .where('channel', '=', candidate.channel)
      .where('next_at', '<=', databaseTime())
      .where('lease_until', '<=', databaseTime())
      .returning(['team', 'channel'])
      .executeTakeFirst();
    if (claimed) return claimed;
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

/** Whether `owner` still holds the lane: asked before anything is said in it. */
export async function holdsLane(db: Db, lane: Lane, owner: string): Promise<boolean> {
  const row = await db
    .selectFrom('lane')
    .select('owner')
    .where('team', '=', lane.team)
    .where('channel', '=', lane.channel)
    .where('owner', '=', owner)
    .where('lease_until', '>', databaseTime())
    .executeTakeFirst();
  return row !== undefined;
}

/** When a lane may be claimed: at its turn, and not while somebody may still hold it. */
const claimableAt = sql<number>`case when lease_until > next_at then lease_until else next_at end`;

/** Milliseconds until the next lane with something to do may be claimed; undefined if none has. */
export async function untilNextLane(db: Db, now: number): Promise<number | undefined> {
  const row = await waiting(db, now)
    .select(({ fn, eb }) => [fn.min(claimableAt).as('next'), eb.fn.max(databaseTime()).as('current')])
    .executeTakeFirst();
  return row?.next == null ? undefined : Math.max(0, Number(row.next) - Number(row.current));
}

/** What is still to be done, for /metrics. */
export async function backlog(db: Db, now: number): Promise<Backlog> {
  const slots = await db
    .selectFrom('slot')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'due')
    .executeTakeFirstOrThrow();
  const posts = await db
    .selectFrom('delivery')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .where(unfinished(Number.MAX_SAFE_INTEGER))
    .executeTakeFirstOrThrow();
  return {
    slotsDue: Number(slots.count),
    outboxPending: Number(posts.count),
    oldestSeconds: posts.oldest == null ? 0 : Math.max(0, (now - Number(posts.oldest)) / 1000),
  };
}
