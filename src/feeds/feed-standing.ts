/** The state of feeds: when each posts next, what holds it up, and whether it is paused or muted. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { FEED_KINDS, type FeedStanding, type LatePosts, type MutedAlerts } from '../decision.ts';
import { MINUTE_MS } from '../durations.ts';
import { oncePerText } from '../once-per.ts';
import { type Feed, feedsOf, type Projects } from '../projects/projects.ts';
import { readPostsWaiting, type WaitingPosts } from '../store/backlog.ts';
import { readHandles } from '../store/handles.ts';
import { type AlertMute, readAlertMutes, readMutedPlacesPerFeed } from '../store/mutes.ts';
import { readRetriesPerFeed } from '../store/slots.ts';
import { piecesOf } from '../store/statements.ts';
import { type KnownFeed, readSubscription, readSubscriptions } from '../store/subscriptions.ts';
import type { Db, Row } from '../store/tables.ts';
import { findNextDue } from './schedule.ts';

/** In the order of `feeds`; `late` also of notices to owners. A new feed counts from now on. `now` epoch ms. */
export async function readStandingsOfFeeds(db: Db, team: string, feeds: readonly Feed[], now: number) {
  const states = await readSubscriptions(db, team, feeds.map(toKnownFeed), now);
  const tried = await readRetriesPerFeed(db, team);
  const waiting = await readLatePosts(db, team, now);
  const mutes = await readAlertMutes(db, team, now);
  const muted = mutes.map(({ key }) => key);
  const handles = await readHandles(db, team, muted);
  const places = await readMutedPlacesPerFeed(db, team);
  // With quiet hours the next time depends on more than the timetable.
  const findNextOf = oncePerText((cron: string, timezone: string) =>
    findNextDue({ kind: 'leads', cron, timezone, quiet: undefined, since: now }, now),
  );
  const toStanding = (feed: Feed): FeedStanding => {
    const state = states.get(feed.id);
    const { cron, timezone, quiet } = feed;
    const since = state?.since ?? now;
    return {
      feed,
      next: quiet ? findNextDue({ ...feed, since }, now) : findNextOf(cron, timezone),
      triedAgain: tried.get(feed.id),
      late: waiting.ofFeed(feed.id),
      muted: findLongestMute(feed, mutes, handles),
      mutedPlaces: places.get(feed.id),
      paused: pauseOf(state),
    };
  };
  const standings: FeedStanding[] = [];
  for (const piece of piecesOf(feeds)) {
    standings.push(...piece.map(toStanding));
    await nextTurn();
  }
  return { feeds: standings, late: waiting.any };
}

/** Since when a feed is paused, and why; undefined while it runs. */
export function pauseOf(state: Row<'subscription'> | undefined): FeedStanding['paused'] {
  if (!state || state.paused_at === null) return undefined;
  const { paused_at: at, paused_by, paused_until, pause_reason } = state;
  return { at, by: paused_by ?? undefined, until: paused_until ?? undefined, reason: pause_reason ?? '' };
}

/** A feed with its timetable: with a new one it starts over. */
export function toKnownFeed({ id, cron, timezone }: Feed): KnownFeed {
  return { id, timetable: `${cron} ${timezone}` };
}

/** The longest mute in the feed's channel: until it ends no new alert is posted there. */
function findLongestMute(
  { kind, project, channel }: Feed,
  mutes: readonly AlertMute[],
  handles: Readonly<Record<string, string>>,
): MutedAlerts | undefined {
  if (kind !== 'scores') return undefined;
  const endOf = ({ until }: AlertMute) => until ?? Number.POSITIVE_INFINITY;
  const [longest] = mutes
    .filter((mute) => mute.projectId === project.id && mute.channel === channel)
    .toSorted((a, b) => endOf(b) - endOf(a) || 0);
  return longest && { channel, by: longest.by, until: longest.until, handle: handles[longest.key] };
}

/** A busy channel gets a post each second; one that waits longer than this is late. */
const LATE_MS = 5 * MINUTE_MS;

/** `any`: in the whole workspace, including notices to owners. `now` epoch ms. */
export async function readLatePosts(db: Db, team: string, now: number) {
  const waiting = await readPostsWaiting(db, team, now - LATE_MS);
  const late = ([oldest]: WaitingPosts[]): LatePosts | undefined =>
    oldest && { since: oldest.since, reason: findReason(oldest, waiting) };
  const byFeed = Map.groupBy(waiting, ({ subscription }) => subscription);
  return { any: late(waiting), ofFeed: (id: string) => late(byFeed.get(id) ?? []) };
}

/** A post that waits behind another one in its channel is late for that one's reason. */
function findReason(post: WaitingPosts, waiting: readonly WaitingPosts[]): LatePosts['reason'] {
  const lane = waiting.filter(({ channel }) => channel === post.channel);
  const tried = [post, ...lane].find(({ state, failure }) => state === 'sending' || failure !== null);
  return tried && (tried.failure ?? 'unclear');
}

/** `next` is an ISO time; missing if the schedule never comes due, or the feed is paused. */
export const FeedReport = z.object({
  project: z.string(),
  kind: z.enum(FEED_KINDS),
  channel: z.string(),
  schedule: z.string(),
  timezone: z.string(),
  quiet: z.string().optional(),
  next: z.string().optional(),
  pausedSince: z.string().optional(),
});
export type FeedReport = z.infer<typeof FeedReport>;

/** The feeds of a workspace. Without `db` it isn't known whether one is paused. `now` epoch ms. */
export async function reportFeeds(
  projects: Projects,
  { db, team }: { db: Db | undefined; team: string | undefined },
  now: number,
): Promise<FeedReport[]> {
  const isoOf = (at: number | null | undefined) => (at == null ? undefined : new Date(at).toISOString());
  const reports: FeedReport[] = [];
  for (const feed of feedsOf(projects)) {
    const state = db && team !== undefined ? await readSubscription(db, team, feed.id) : undefined;
    const { project, kind, channel, schedule, timezone, quiet } = feed;
    const pausedSince = isoOf(state?.paused_at);
    const next = pausedSince ? undefined : findNextDue({ ...feed, since: state?.since ?? now }, now);
    const times = { next: isoOf(next), pausedSince };
    reports.push({ project: project.name, kind, channel, schedule, timezone, quiet, ...times });
  }
  return reports;
}
