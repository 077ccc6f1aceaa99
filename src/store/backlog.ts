/** What hasn't reached Slack: posts and edits still to be made, and posts it never accepted. */
import { sql } from 'kysely';
import type { PostEnd } from '../decision.ts';
import type { Backlog } from '../metrics.ts';
import { DUE, isOpen, isStale, matching } from './statements.ts';
import type { Db } from './tables.ts';

function selectUnfinished(db: Db) {
  const toPost = db.selectFrom('delivery').select('team').where(isOpen);
  const toEdit = db.selectFrom('delivery').select('team').where(isStale);
  return db.selectFrom(toPost.unionAll(toEdit).as('unfinished'));
}

/** How many posts and edits of one workspace are still to be made. */
export async function countUnfinishedPosts(db: Db, team: string): Promise<number> {
  const row = await selectUnfinished(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team', '=', team)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Waiting posts of one feed in one channel: when the oldest was due, and Slack's answer if it was tried. */
export type WaitingPosts = {
  projectId: string;
  channel: string;
  subscription: string;
  state: 'queued' | 'sending';
  failure: string | null;
  since: number;
};

/** A post may go out once it is queued and its quiet hours are over. */
const waitsSince = sql<number>`case when not_before > created_at then not_before else created_at end`;

/** Posts that could have gone out by `before` (epoch ms), or that Slack didn't accept. Oldest first, no edits. */
export async function readPostsWaiting(db: Db, team: string, before: number): Promise<WaitingPosts[]> {
  return db
    .selectFrom('delivery')
    .select(['project_id as projectId', 'channel', 'subscription', 'failure'])
    .select(({ fn, ref }) => [
      ref('state').$castTo<WaitingPosts['state']>().as('state'),
      fn.min(waitsSince).as('since'),
    ])
    .where('team', '=', team)
    .where(isOpen)
    .where(({ eb, or }) => or([eb(waitsSince, '<=', before), eb('failure', 'is not', null)]))
    .groupBy(['project_id', 'channel', 'subscription', 'state', 'failure'])
    .orderBy('since')
    .execute();
}

/** Everything still to be done, in all workspaces, for /metrics. */
export async function readBacklog(db: Db, now: number): Promise<Backlog> {
  const { slots, posts, oldest } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('slot')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', DUE)
        .where('due_at', '<=', now)
        .as('slots'),
      selectUnfinished(db)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('posts'),
      eb
        .selectFrom('delivery')
        .select(({ fn }) => fn.min(waitsSince).as('since'))
        .where(isOpen)
        .as('oldest'),
    ])
    .executeTakeFirstOrThrow();
  return {
    slotsDue: slots ?? 0,
    outboxPending: posts ?? 0,
    oldestSeconds: oldest == null ? 0 : Math.max(0, (now - oldest) / 1000),
  };
}

// As in the partial index, literally: SQLite matches it by text, before parameters are bound.
const isUnposted = sql<boolean>`delivery.state in ('failed', 'expired')`;

const isNotDecidedAgain = sql<boolean>`not exists (
  select 1 from slot where slot.team = delivery.team and slot.subscription = delivery.subscription
  and slot.due_at = delivery.slot_at and slot.state = ${DUE}
)`;

const isNotFollowed = sql<boolean>`not exists (
  select 1 from delivery as later where later.team = delivery.team and later.subject = delivery.subject
  and later.channel = delivery.channel and later.subscription = delivery.subscription
  and later.seq > delivery.seq
)`;

/** Posts that never came, by feed and reason; due times epoch ms. Not if retried, or followed by a later post. */
export async function readUnpostedPerFeed(db: Db, team: string, kinds: readonly string[], since: number) {
  const rows = await db
    .selectFrom('delivery')
    .select(({ fn, ref }) => [
      'subscription',
      ref('failure').$notNull().as('reason'),
      ref('state').$castTo<PostEnd['state']>().as('state'),
      fn.min('slot_at').as('first'),
      fn.max('slot_at').as('at'),
      fn.countAll<number>().as('times'),
    ])
    .where(matching('delivery', { team, kind: kinds }))
    .where('slot_at', '>=', since)
    .where(isUnposted)
    .where('failure', '<>', 'withdrawn')
    .where(isNotDecidedAgain)
    .where(isNotFollowed)
    .groupBy(['subscription', 'failure', 'state'])
    .execute();
  return rows.map(({ reason, state, ...row }) => ({ ...row, end: { reason, state } }));
}
