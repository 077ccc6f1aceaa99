/** What the doctor says of each feed: when it runs next, or since when it is paused. The running bot can be asked for it. */
import { z } from 'zod';
import { FEED_KINDS } from '../decision.ts';
import { type Feed, feedsOf, type Projects } from '../projects/projects.ts';
import type { Db } from '../store/schema.ts';
import { readSubscriptionState, type SubscriptionState } from '../store/subscriptions.ts';
import { findNextDue } from './schedule.ts';

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
  const reports: FeedReport[] = [];
  for (const feed of feedsOf(projects)) {
    const state = db && team !== undefined ? await readSubscriptionState(db, team, feed.id) : undefined;
    reports.push(reportFeed(feed, now, state));
  }
  return reports;
}

function reportFeed(feed: Feed, now: number, state: SubscriptionState | undefined): FeedReport {
  const { project, kind, channel, schedule, timezone, quiet } = feed;
  const { since = now, pausedAt } = state ?? {};
  const next = pausedAt === undefined ? findNextDue({ ...feed, since }, now) : undefined;
  return {
    project: project.name,
    kind,
    channel,
    schedule,
    timezone,
    ...(quiet !== undefined && { quiet }),
    ...(next !== undefined && { next: new Date(next).toISOString() }),
    ...(pausedAt !== undefined && { pausedSince: new Date(pausedAt).toISOString() }),
  };
}
