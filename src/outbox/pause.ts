/** Pauses a feed that can't post, tells the owners once, and resumes it when they click. */
import type { Decision, FeedPaused, PauseReason } from '../decision.ts';
import { reviveRefused, wantEdit } from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import { reopenLatestSlot } from '../store/slots.ts';
import { inTransaction } from '../store/statements.ts';
import { pauseFeed, resumeFeed } from '../store/subscriptions.ts';
import { OUT_AGAIN, postKind } from './post-kinds.ts';
import { tellOwners } from './queue.ts';
import { pauseSubject } from './thing-standing.ts';

/** The notice that the feed of `decision` is paused; undefined for posts to people, which have no feed. */
export function makePauseNotice(
  decision: Decision,
  feed: { subscription: string; channel: string },
  reason: PauseReason,
  at: number,
): FeedPaused | undefined {
  const kind = postKind(decision).feed(decision);
  const { subscription, channel } = feed;
  return (
    kind && {
      kind: 'feed_paused',
      v: 1,
      project: decision.project,
      feed: kind,
      subscription,
      channel,
      reason,
      at,
    }
  );
}

/** In the caller's transaction: pauses the feed and tells those who can fix it, unless it was paused already. */
export async function pause(
  db: Db,
  team: string,
  paused: FeedPaused | undefined,
  recipients: readonly string[],
): Promise<void> {
  if (paused) await pauseTogether(db, team, [paused], recipients);
}

/** Pauses feeds of one channel, in one transaction, and tells of all of them at once. */
export async function pauseTogether(
  db: Db,
  team: string,
  feeds: readonly FeedPaused[],
  recipients: readonly string[],
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const paused: FeedPaused[] = [];
    for (const one of feeds)
      if (await pauseFeed(trx, team, one.subscription, one.reason, one.at)) paused.push(one);
    const [first, ...rest] = paused;
    if (!first) return;
    const others = rest.map(({ project, feed, subscription }) => ({ project, feed, subscription }));
    await tellOwners(trx, team, recipients, { ...first, others }, first.at, first.at);
  });
}

/**
 * Resumes a feed: refused posts go out again if not expired, its latest slot runs once more (a refused digest gave its
 * leads back), and every message about the pause is edited. After a pause by a person, what was posted before isn't
 * repeated. False if it wasn't paused.
 */
export async function resume(db: Db, team: string, subscription: string, now: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const stood = await resumeFeed(trx, team, subscription, now);
    if (!stood) return false;
    const { pausedAt, reason } = stood;
    await reviveRefused(trx, team, subscription, OUT_AGAIN, now);
    await reopenLatestSlot(trx, team, subscription, now, reason === 'person' ? ['expired'] : undefined);
    await wantEdit(trx, team, pauseSubject(subscription, pausedAt));
    return true;
  });
}
