/** How the projects of a workspace fare: what people see in status and on the Home tab, and the owners on Mondays. */

import type { LatePosts, MutedAlerts, ProjectHealth } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { standingOfFeeds } from '../outbox/feed-standing.ts';
import { latePosts } from '../outbox/late-posts.ts';
import type { Feed, Project } from '../projects/projects.ts';
import { causesOf } from '../rules/trouble.ts';
import { type AlertMute, alertMutes } from '../store/alert-mutes.ts';
import { handlesOf } from '../store/handles.ts';
import type { Db } from '../store/schema.ts';
import { lastDonePerFeed, lastMissedPerFeed } from '../store/slots.ts';
import { openTroubles } from '../store/troubles.ts';
import { operationsOf } from './poll.ts';

export type HealthDeps = {
  db: Db;
  /** The variable that holds a project's key. */
  keyNameOf: (project: Project) => string;
};

/** `late`: of the whole workspace, whichever projects are asked about. */
export type Health = { projects: ProjectHealth[]; late: LatePosts | undefined };

/** A missed post is news for so long: whoever was away over a weekend has looked by then. */
const NEWS_MS = 3 * DAY_MS;

/** Each project of `feeds` once, in their order. `now` in epoch ms. */
export async function healthOf(
  { db, keyNameOf }: HealthDeps,
  team: string,
  feeds: readonly Feed[],
  now: number,
): Promise<Health> {
  const standing = await standingOfFeeds(db, team, feeds, now);
  const troubles = await openTroubles(db, team);
  const done = await lastDonePerFeed(db, team);
  const missed = await lastMissedPerFeed(db, team, now - NEWS_MS);
  const late = await latePosts(db, team, now);
  const mutes = await alertMutes(db, team, now);
  const handles = await handlesOf(
    db,
    team,
    mutes.map(({ key }) => key),
  );
  const asked = new Map(feeds.map(({ project }) => [project.id, project]));
  const projects = [...asked.values()].map((project) => {
    const own = feeds.filter((feed) => feed.project.id === project.id);
    const target = (feed: Feed) => ({
      subscription: feed.id,
      projectId: project.id,
      keyName: keyNameOf(project),
    });
    const causes = new Set(own.flatMap((feed) => causesOf(target(feed), operationsOf(feed.kind))));
    const trouble = troubles.find(({ cause }) => causes.has(cause));
    const ids = new Set(own.map(({ id }) => id));
    const feedsNow = standing.filter(({ feed }) => ids.has(feed.id));
    const lastAt = Math.max(...own.map(({ id }) => done.get(id) ?? 0));
    const lateNow = late.ofProject(project.id);
    const missedLast = missedOf(own, missed);
    const muted = mutedOf(own, mutes, handles);
    return {
      project: { id: project.id, name: project.name },
      feeds: feedsNow,
      ...(trouble && { trouble: { reason: trouble.reason, since: trouble.since } }),
      ...(lateNow && { late: lateNow }),
      ...(missedLast && { missed: missedLast }),
      ...(muted.length > 0 && { muted }),
      ...(lastAt > 0 && { lastAt }),
    };
  });
  return { projects, late: late.any };
}

/** The latest time at which any of these feeds had no post, and all that had none at that time. */
function missedOf(own: readonly Feed[], missed: ReadonlyMap<string, number>): ProjectHealth['missed'] {
  const at = Math.max(...own.map(({ id }) => missed.get(id) ?? 0));
  const feeds = own.filter(({ id }) => missed.get(id) === at).map(({ kind }) => kind);
  return feeds.length > 0 ? { feeds: [...new Set(feeds)], at } : undefined;
}

/** For each channel of its scores feeds the mute that lasts longest: until that is over no new alert comes there. */
function mutedOf(
  own: readonly Feed[],
  mutes: readonly AlertMute[],
  handles: Readonly<Record<string, string>>,
): MutedAlerts[] {
  const lasts = ({ until }: AlertMute) => until ?? Number.POSITIVE_INFINITY;
  return own
    .filter(({ kind }) => kind === 'scores')
    .flatMap(({ project, channel }) => {
      const [longest] = mutes
        .filter((mute) => mute.projectId === project.id && mute.channel === channel)
        .toSorted((a, b) => lasts(b) - lasts(a) || 0);
      if (!longest) return [];
      const { by, until, key } = longest;
      return [{ channel, by, until, handle: handles[key] }];
    });
}
