/** What Slack has not: posts and edits still to be made, and posts that it never took. */
import { sql } from 'kysely';
import type { PostEnd } from '../decision.ts';
import type { Backlog } from '../metrics.ts';
import type { Db } from './schema.ts';
import { DUE, isOpen, isStale } from './statements.ts';

/** Posts and edits that are not with Slack yet. */
function unfinished(db: Db) {
  const toPost = db.selectFrom('delivery').select('team').where(isOpen);
  const toEdit = db.selectFrom('delivery').select('team').where(isStale);
  return db.selectFrom(toPost.unionAll(toEdit).as('unfinished'));
}

/** How many posts and edits of one workspace are not with Slack yet. */
export async function unfinishedPosts(db: Db, team: string): Promise<number> {
  const row = await unfinished(db)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('team', '=', team)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Posts of one feed in one channel that wait: since when the oldest may go out, and what Slack said when it was tried. */
export type WaitingPosts = {
  projectId: string;
  channel: string;
  subscription: string;
  state: 'queued' | 'sending';
  failure: string | null;
  since: number;
};

/** A post may go out once it was queued, and its quiet hours are over. */
const waitsSince = sql<number>`case when not_before > created_at then not_before else created_at end`;

/**
 * What might have gone out at `before` (epoch ms) and is not with Slack yet, and what Slack did not take when it was tried,
 * the oldest first. Edits have no such time.
 */
export async function postsWaiting(db: Db, team: string, before: number): Promise<WaitingPosts[]> {
  const rows = await db
    .selectFrom('delivery')
    .select(['project_id', 'channel', 'subscription', 'state', 'failure'])
    .select(({ fn }) => fn.min(waitsSince).as('since'))
    .where('team', '=', team)
    .where(isOpen)
    .where(({ eb, or }) => or([eb(waitsSince, '<=', before), eb('failure', 'is not', null)]))
    .groupBy(['project_id', 'channel', 'subscription', 'state', 'failure'])
    .orderBy('since')
    .execute();
  return rows.map(({ project_id: projectId, state, ...row }) => ({
    ...row,
    projectId,
    state: state === 'sending' ? state : 'queued',
  }));
}

/** What is still to be done in all workspaces, at one moment, for /metrics. */
export async function backlog(db: Db, now: number): Promise<Backlog> {
  const { slots, posts, oldest } = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('slot')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('state', '=', DUE)
        .as('slots'),
      unfinished(db)
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

// In the words of the partial index: SQLite compares a query with it by its text, before any parameter is known.
const isUnposted = sql<boolean>`delivery.state in ('failed', 'expired')`;

const isNotDecidedAgain = sql<boolean>`not exists (
  select 1 from slot where slot.team = delivery.team and slot.subscription = delivery.subscription
  and slot.due_at = delivery.slot_at and slot.state = ${DUE}
)`;

const isNotFollowed = sql<boolean>`not exists (
  select 1 from delivery as later where later.team = delivery.team and later.subject = delivery.subject
  and later.channel = delivery.channel and later.subscription = delivery.subscription
  and later.seq > delivery.seq and later.state in ('queued', 'sending', 'sent')
)`;

/** When a post was due, epoch ms, and why it never came. */
type Unposted = { at: number; end: PostEnd };

/**
 * The last of each feed of the workspace, of these kinds, that was due at `since` or later, by subscription. What came in a later post,
 * or is decided once more, is none.
 */
export async function lastUnpostedPerFeed(
  db: Db,
  team: string,
  kinds: readonly string[],
  since: number,
): Promise<Map<string, Unposted>> {
  const rows = await db
    .selectFrom('delivery')
    .select(['subscription', 'slot_at'])
    .select(({ ref }) => [
      ref('failure').$notNull().as('reason'),
      ref('state').$castTo<PostEnd['state']>().as('state'),
    ])
    .where('team', '=', team)
    .where('slot_at', '>=', since)
    .where(isUnposted)
    .where('kind', 'in', kinds)
    .where('failure', '<>', 'disconnected')
    .where(isNotDecidedAgain)
    .where(isNotFollowed)
    .orderBy('slot_at')
    .orderBy('seq')
    .execute();
  return new Map(rows.map(({ subscription, slot_at: at, ...end }) => [subscription, { at, end }]));
}
