/** How feeds stand: when each posts next, whether a post is tried again, and whether it is stopped, by whom and until when. */
import type { FeedStanding } from '../decision.ts';
import type { Feed } from '../projects/projects.ts';
import type { Db } from '../store/schema.ts';
import { triedAgainPerFeed } from '../store/slots.ts';
import { type KnownFeed, subscriptionStates } from '../store/subscriptions.ts';
import { nextRun } from './schedule.ts';

/** In the order of `feeds`; one that no tick has seen yet is seen now. `now` in epoch ms. */
export async function standingOfFeeds(
  db: Db,
  team: string,
  feeds: readonly Feed[],
  now: number,
): Promise<FeedStanding[]> {
  const states = await subscriptionStates(db, team, feeds.map(knownFeed), now);
  const tried = await triedAgainPerFeed(db, team);
  return feeds.map((feed) => {
    const { pausedAt, pausedBy, pausedUntil, pauseReason = '' } = states.get(feed.id) ?? {};
    const stopped = pausedAt !== undefined && {
      paused: { at: pausedAt, by: pausedBy, until: pausedUntil, reason: pauseReason },
    };
    const triedAgain = tried.get(feed.id);
    return { feed, next: nextRun(feed, now), ...(triedAgain && { triedAgain }), ...stopped };
  });
}

/** What tells a feed from itself with another timetable: that begins anew. */
export function knownFeed({ id, cron, timezone }: Feed): KnownFeed {
  return { id, timetable: `${cron} ${timezone}` };
}
