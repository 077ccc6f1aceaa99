/** Stops a feed that cannot go on by itself, tells the owners once, and sets it going again at their click. */
import type { Decision, FeedPaused, PauseReason } from '../decision.ts';
import { reviveRefused, wantEdit } from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import { reopenLatestSlot } from '../store/slots.ts';
import { pauseFeed, resumeFeed } from '../store/subscriptions.ts';
import { OUT_AGAIN, postKind } from './post-kinds.ts';
import { tellOwners } from './queue.ts';
import { pauseSubject } from './subjects.ts';

/** What is told when the feed of `decision` stops; undefined for what is told to the owners themselves. */
export function standstill(
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

/** One transaction's worth: the feed stands still, and whoever can mend it is told. Nothing if it stood already. */
export async function pause(
  db: Db,
  team: string,
  paused: FeedPaused | undefined,
  recipients: readonly string[],
): Promise<void> {
  if (!paused || !(await pauseFeed(db, team, paused.subscription, paused.reason, paused.at))) return;
  await tellOwners(db, team, recipients, paused, paused.at, paused.at);
}

/**
 * The feed goes on: what Slack refused goes out again if it is worth it, its latest slot is worked on once more (a
 * refused digest gave its leads back), and every message of the pause is edited. What was posted before a person paused
 * the feed is not said again.
 */
export async function resume(db: Db, team: string, subscription: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const stood = await resumeFeed(trx, team, subscription, now);
    if (!stood) return false;
    const { pausedAt, reason } = stood;
    await reviveRefused(trx, team, subscription, OUT_AGAIN, now);
    await reopenLatestSlot(trx, team, subscription, now, reason === 'person' ? ['expired'] : undefined);
    await wantEdit(trx, team, pauseSubject(subscription, pausedAt));
    return true;
  });
}
