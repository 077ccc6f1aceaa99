/** How the projects of a workspace fare: what people see in status and on the Home tab, and the owners on Mondays. */

import type { LatePosts, ProjectHealth } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { standingOfFeeds } from '../outbox/feed-standing.ts';
import type { Feed, Project } from '../projects/projects.ts';
import { causesOf } from '../rules/trouble.ts';
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
  const { feeds: standing, late } = await standingOfFeeds(db, team, feeds, now);
  const troubles = await openTroubles(db, team);
  const done = await lastDonePerFeed(db, team);
  const missed = await lastMissedPerFeed(db, team, now - NEWS_MS);
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
    const missedLast = missedOf(own, missed);
    return {
      project: { id: project.id, name: project.name },
      feeds: feedsNow,
      ...(trouble && { trouble: { reason: trouble.reason, since: trouble.since } }),
      ...(missedLast && { missed: missedLast }),
      ...(lastAt > 0 && { lastAt }),
    };
  });
  return { projects, late };
}

/** The latest time at which any of these feeds had no post, and all that had none at that time. */
function missedOf(own: readonly Feed[], missed: ReadonlyMap<string, number>): ProjectHealth['missed'] {
  const at = Math.max(...own.map(({ id }) => missed.get(id) ?? 0));
  const feeds = own.filter(({ id }) => missed.get(id) === at).map(({ kind }) => kind);
  return feeds.length > 0 ? { feeds: [...new Set(feeds)], at } : undefined;
}
