/** How feeds stand: when each posts next, what holds up its posts, and whether it is stopped or muted, by whom and until when. */
import { setImmediate as breath } from 'node:timers/promises';
import type { FeedStanding, LatePosts, MutedAlerts } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';
import type { Feed } from '../projects/projects.ts';
import { postsWaiting, type WaitingPosts } from '../store/backlog.ts';
import { handlesOf } from '../store/handles.ts';
import { type AlertMute, alertMutes, mutedPlacesPerFeed } from '../store/mutes.ts';
import type { Db } from '../store/schema.ts';
import { triedAgainPerFeed } from '../store/slots.ts';
import { piecesOf } from '../store/statements.ts';
import { type KnownFeed, type SubscriptionState, subscriptionStates } from '../store/subscriptions.ts';
import { nextDue } from './schedule.ts';

/** `late`: of the whole workspace, word to its owners too. */
export type Standings = { feeds: FeedStanding[]; late: LatePosts | undefined };

/** In the order of `feeds`; one that no tick has seen yet is seen now. `now` in epoch ms. */
export async function standingOfFeeds(
  db: Db,
  team: string,
  feeds: readonly Feed[],
  now: number,
): Promise<Standings> {
  const states = await subscriptionStates(db, team, feeds.map(knownFeed), now);
  const tried = await triedAgainPerFeed(db, team);
  const waiting = await latePosts(db, team, now);
  const mutes = await alertMutes(db, team, now);
  const muted = mutes.map(({ key }) => key);
  const handles = await handlesOf(db, team, muted);
  const places = await mutedPlacesPerFeed(db, team);
  const upcoming = new Map<string, number | undefined>();
  const nextOf = (feed: Feed, since: number) => {
    const { timetable } = knownFeed(feed);
    // What is held for quiet hours depends on more than its timetable.
    const next =
      !feed.quiet && upcoming.has(timetable) ? upcoming.get(timetable) : nextDue({ ...feed, since }, now);
    if (!feed.quiet) upcoming.set(timetable, next);
    return next;
  };
  const standingOf = (feed: Feed): FeedStanding => {
    const state = states.get(feed.id);
    const paused = pauseOf(state);
    const triedAgain = tried.get(feed.id);
    const late = waiting.ofFeed(feed.id);
    const mute = mutedIn(feed, mutes, handles);
    const mutedPlaces = places.get(feed.id);
    return {
      feed,
      next: nextOf(feed, state?.since ?? now),
      ...(triedAgain && { triedAgain }),
      ...(late && { late }),
      ...(mute && { muted: mute }),
      ...(mutedPlaces && { mutedPlaces }),
      ...(paused && { paused }),
    };
  };
  const standings: FeedStanding[] = [];
  for (const piece of piecesOf(feeds)) {
    standings.push(...piece.map(standingOf));
    await breath();
  }
  return { feeds: standings, late: waiting.any };
}

/** Whether a feed stands still, since when and why; undefined while it runs. */
export function pauseOf(state: SubscriptionState | undefined): FeedStanding['paused'] {
  const { pausedAt, pausedBy, pausedUntil, pauseReason = '' } = state ?? {};
  return pausedAt === undefined
    ? undefined
    : { at: pausedAt, by: pausedBy, until: pausedUntil, reason: pauseReason };
}

/** What tells a feed from itself with another timetable: that begins anew. */
export function knownFeed({ id, cron, timezone }: Feed): KnownFeed {
  return { id, timetable: `${cron} ${timezone}` };
}

/** The mute that lasts longest in the feed's channel: until that is over no new alert comes there. */
function mutedIn(
  { kind, project, channel }: Feed,
  mutes: readonly AlertMute[],
  handles: Readonly<Record<string, string>>,
): MutedAlerts | undefined {
  if (kind !== 'scores') return undefined;
  const lasts = ({ until }: AlertMute) => until ?? Number.POSITIVE_INFINITY;
  const [longest] = mutes
    .filter((mute) => mute.projectId === project.id && mute.channel === channel)
    .toSorted((a, b) => lasts(b) - lasts(a) || 0);
  return longest && { channel, by: longest.by, until: longest.until, handle: handles[longest.key] };
}

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
  const byFeed = Map.groupBy(waiting, ({ subscription }) => subscription);
  return { any: late(waiting), ofFeed: (id) => late(byFeed.get(id) ?? []) };
}

/** What waits behind another post in its channel waits for the reason of that. */
function why(post: WaitingPosts, waiting: readonly WaitingPosts[]): LatePosts['reason'] {
  const lane = waiting.filter(({ channel }) => channel === post.channel);
  const tried = [post, ...lane].find(({ state, failure }) => state === 'sending' || failure !== null);
  return tried && (tried.failure ?? 'unclear');
}
