/** Posts that are late: Slack did not take them, or has not for minutes, whatever polls say. */
import type { LatePosts } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';
import { postsWaiting, type WaitingPosts } from '../store/backlog.ts';
import type { Db } from '../store/schema.ts';

/** A channel with much to say takes a post each second; what waits longer than this is held up. */
const LATE_MS = 5 * MINUTE_MS;

/** `any`: of the whole workspace, word to its owners too. Undefined where nothing is late. */
export type LateInWorkspace = {
  any: LatePosts | undefined;
  ofFeed: (subscription: string) => LatePosts | undefined;
};

/** `now` in epoch ms. */
export async function latePosts(db: Db, team: string, now: number): Promise<LateInWorkspace> {
  const waiting = await postsWaiting(db, team, now - LATE_MS);
  const late = ([oldest]: WaitingPosts[]) => oldest && { since: oldest.since, reason: why(oldest, waiting) };
  return {
    any: late(waiting),
    ofFeed: (id) => late(waiting.filter(({ subscription }) => subscription === id)),
  };
}

/** What waits behind another post in its channel waits for the reason of that. */
function why(post: WaitingPosts, waiting: readonly WaitingPosts[]): LatePosts['reason'] {
  const lane = waiting.filter(({ channel }) => channel === post.channel);
  const tried = [post, ...lane].find(({ state, failure }) => state === 'sending' || failure !== null);
  return tried && (tried.failure ?? 'unclear');
}
