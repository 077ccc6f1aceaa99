/** Previews a feed: polls and decides like its slot would, which stores what the API said, but queues nothing. */
import type { Decision, FeedStanding } from '../decision.ts';
import type { VisibilityOf } from '../feeds/feed-kind.ts';
import { pauseOf } from '../feeds/feed-standing.ts';
import { decide, poll } from '../feeds/feeds.ts';
import type { Page } from '../messages/page.ts';
import { drawPage } from '../outbox/post-kinds.ts';
import type { PumpDeps } from '../outbox/pump.ts';
import type { Feed } from '../projects/projects.ts';
import { isToRelearn, readSubscription } from '../store/subscriptions.ts';

type PreviewDeps = Pick<PumpDeps, 'db' | 'standingOf' | 'log'> & { visibilityOf: VisibilityOf };

/** What a feed would post now, unless there is a reason for `silence`. */
export type Preview = {
  messages: Page[];
  silence?: string | undefined;
  /** Set while the feed is paused and posts nothing. */
  paused?: FeedStanding['paused'] | undefined;
};

/** An empty digest is included, since it says what the filters left out. `now` epoch ms. @throws VisibilityError */
export async function previewFeed(
  { db, visibilityOf, standingOf, log }: PreviewDeps,
  team: string,
  feed: Feed,
  now: number,
): Promise<Preview> {
  const snapshot = await poll(feed, { db, team, visibilityOf, now, log });
  const slot = { team, subscription: feed.id, channel: feed.channel, due_at: now };
  const state = await readSubscription(db, team, feed.id);
  const relearn = state !== undefined && isToRelearn(state);
  const withEmpty =
    feed.kind === 'leads' ? { ...feed, settings: { ...feed.settings, post_empty: true } } : feed;
  const question = { slot, feed: withEmpty, snapshot, relearn, owners: [], now, soFar: true };
  const { decisions, silence = 'nothing_new' } = await decide(db, question);
  const pages = decisions.map(async (decision) =>
    drawPage(decision, await standingOf(team, decision, feed.channel)),
  );
  return {
    messages: await Promise.all(pages),
    paused: pauseOf(state),
    silence: decisions.some((decision) => isPosted(decision, feed)) ? undefined : silence,
  };
}

function isPosted(decision: Decision, feed: Feed): boolean {
  if (decision.kind !== 'lead_digest' || feed.kind !== 'leads') return true;
  return decision.leads.length + (decision.stillOpen ?? []).length > 0 || feed.settings.post_empty;
}
