/** How the projects of a workspace fare: what people see in status and on the Home tab, and the owners on Mondays. */
import type { ProjectHealth } from '../decision.ts';
import { standingOfFeeds } from '../outbox/feed-standing.ts';
import type { Feed, Project } from '../projects/projects.ts';
import { causesEnded } from '../rules/trouble.ts';
import type { Db } from '../store/schema.ts';
import { lastDonePerFeed } from '../store/slots.ts';
import { openTroubles } from '../store/troubles.ts';
import { operationsOf } from './poll.ts';

export type HealthDeps = {
  db: Db;
  /** The variable that holds a project's key. */
  keyNameOf: (project: Project) => string;
};

/** Each project of `feeds` once, in their order. `now` in epoch ms. */
export async function healthOf(
  { db, keyNameOf }: HealthDeps,
  team: string,
  feeds: readonly Feed[],
  now: number,
): Promise<ProjectHealth[]> {
  const standing = await standingOfFeeds(db, team, feeds, now);
  const troubles = await openTroubles(db, team);
  const done = await lastDonePerFeed(db, team);
  const projects = new Map(feeds.map(({ project }) => [project.id, project]));
  return [...projects.values()].map((project) => {
    const own = feeds.filter((feed) => feed.project.id === project.id);
    const target = (feed: Feed) => ({
      subscription: feed.id,
      projectId: project.id,
      keyName: keyNameOf(project),
    });
    const causes = new Set(own.flatMap((feed) => causesEnded(target(feed), operationsOf(feed.kind))));
    const trouble = troubles.find(({ cause }) => causes.has(cause));
    const ids = new Set(own.map(({ id }) => id));
    const feedsNow = standing.filter(({ feed }) => ids.has(feed.id));
    const lastAt = Math.max(...own.map(({ id }) => done.get(id) ?? 0));
    return {
      project: { id: project.id, name: project.name },
      feeds: feedsNow,
      ...(trouble && { trouble: { reason: trouble.reason, since: trouble.since } }),
      ...(lastAt > 0 && { lastAt }),
    };
  });
}
