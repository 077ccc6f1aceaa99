/** The health of a workspace's projects, for the status command, the Home tab and the owners' weekly line. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FeedStanding, LatePosts, MissedPosts, ProjectHealth } from '../decision.ts';
import { isOnPurpose } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { readStandingsOfFeeds } from '../feeds/feed-standing.ts';
import { operationsOf } from '../feeds/feeds.ts';
import { FEEDS_OWN } from '../outbox/post-kinds.ts';
import type { Feed, Project } from '../projects/projects.ts';
import { findExtra, listCauses } from '../rules/trouble.ts';
import { readUnpostedPerFeed } from '../store/backlog.ts';
import { readLastDonePerFeed, readMissedPosts } from '../store/slots.ts';
import { piecesOf } from '../store/statements.ts';
import type { Db } from '../store/tables.ts';
import { readOpenTroubles } from '../store/troubles.ts';

type HealthDeps = {
  db: Db;
  keyNameOf: (project: Project) => string;
};

/** `late` is about the whole workspace. */
export type Health = { projects: ProjectHealth[]; late: LatePosts | undefined };

/** A missed post is reported for this long, so that someone away for a weekend sees it. */
const NEWS_MS = 3 * DAY_MS;

/** A weekly feed reads again within this time; what wasn't read for longer may be readable by now. */
const UNREAD_MS = 8 * DAY_MS;

/** Tells when each project was last polled well, which a new process doesn't know. */
export async function tellLastPolls(
  db: Db,
  team: string,
  feeds: readonly Feed[],
  tell: (project: string, ms: number) => void,
): Promise<void> {
  const ids = feeds.map(({ id }) => id);
  const done = await readLastDonePerFeed(db, team, ids);
  for (const { id, project } of feeds) {
    const at = done.get(id);
    if (at !== undefined) tell(project.name, at);
  }
}

/** Each project of `feeds` once, in their order, with what it missed in the last `newsMs`. `now` in epoch ms. */
export async function readHealth(
  { db, keyNameOf }: HealthDeps,
  team: string,
  feeds: readonly Feed[],
  now: number,
  newsMs = NEWS_MS,
): Promise<Health> {
  const { feeds: standing, late } = await readStandingsOfFeeds(db, team, feeds, now);
  const troubles = await readOpenTroubles(db, team);
  const ids = feeds.map(({ id }) => id);
  const done = await readLastDonePerFeed(db, team, ids);
  const misses = [
    ...(await readMissedPosts(db, team, { since: now - newsMs })),
    ...(await readUnpostedPerFeed(db, team, FEEDS_OWN, now - newsMs)),
  ];
  const missesOf = Map.groupBy(misses, ({ subscription }) => subscription);
  const standings = new Map(standing.map((one) => [one.feed.id, one]));
  // Not searched for each project: of thousands, each may lack something.
  const troubleOf = new Map(troubles.map((trouble) => [trouble.cause, trouble]));
  const unreadNow = troubles.flatMap(({ cause, reason, since, last_at }) => {
    const lacking = now - last_at <= UNREAD_MS ? findExtra(cause) : undefined;
    return lacking ? [{ ...lacking, reason, since }] : [];
  });
  const unreadOf = Map.groupBy(unreadNow, ({ projectId }) => projectId);
  const judgeProject = (project: Project, own: readonly Feed[]): ProjectHealth => {
    const of = { projectId: project.id, keyName: keyNameOf(project) };
    const causes = own.flatMap(({ id, kind }) => listCauses({ ...of, subscription: id }, operationsOf(kind)));
    const [trouble] = causes.flatMap((cause) => troubleOf.get(cause) ?? []);
    const feedsNow = own.flatMap(({ id }) => standings.get(id) ?? []);
    const lastAt = Math.max(...own.map(({ id }) => done.get(id) ?? 0));
    const missed = findMissed(feedsNow, missesOf);
    const unread = (unreadOf.get(project.id) ?? []).map(({ projectId: _, ...one }) => one);
    return {
      project: { id: project.id, name: project.name },
      feeds: feedsNow,
      ...(trouble && { trouble: { reason: trouble.reason, since: trouble.since } }),
      ...(missed.length > 0 && { missed }),
      ...(unread.length > 0 && { unread }),
      ...(lastAt > 0 && { lastAt }),
    };
  };
  const projects: ProjectHealth[] = [];
  for (const piece of piecesOf([...Map.groupBy(feeds, ({ project }) => project.id).values()])) {
    projects.push(...piece.flatMap((own) => (own[0] ? judgeProject(own[0].project, own) : [])));
    await nextTurn();
  }
  return { projects, late };
}

/** For each reason: how many posts were missed, which feeds missed them, and when the first and last were due. */
function findMissed(feeds: readonly FeedStanding[], missesOf: ReadonlyMap<string, readonly MissedPosts[]>) {
  const all = feeds.flatMap(({ feed: { id, kind, channel }, paused }) => {
    // A feed that Sightline paused already says what Slack refuses.
    const isRefused = paused !== undefined && !isOnPurpose(paused);
    const misses = (missesOf.get(id) ?? []).filter(({ end }) => !isRefused || !end);
    return misses.map((miss) => ({ feed: { kind, channel }, ...miss }));
  });
  return [...Map.groupBy(all, ({ end }) => end && `${end.state} ${end.reason}`).values()]
    .map((those) => ({
      feeds: those.map(({ feed }) => feed),
      first: Math.min(...those.map(({ first }) => first)),
      at: Math.max(...those.map(({ at }) => at)),
      times: those.reduce((sum, { times }) => sum + times, 0),
      ...(those[0]?.end && { end: those[0].end }),
    }))
    .toSorted((a, b) => b.at - a.at);
}
