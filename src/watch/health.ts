/** The health of a workspace's projects, for the status command, the Home tab and the owners' weekly line. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AlertEnd,
  type FeedStanding,
  isOnPurpose,
  isWell,
  type LatePosts,
  type MentionAlert,
  nextPost,
  type OwnersLine,
  type PostEnd,
  type ProjectHealth,
  type ScoreAlert,
  startDay,
} from '../decision.ts';
import { DAY_MS, HOUR_MS, WEEK_MS } from '../durations.ts';
import { readStandingsOfFeeds } from '../feeds/feed-standing.ts';
import { operationsOf } from '../feeds/feeds.ts';
import { findLatestRun } from '../feeds/schedule.ts';
import { FEEDS_OWN } from '../outbox/post-kinds.ts';
import { tellOwners } from '../outbox/queue.ts';
import type { Feed, Project } from '../projects/projects.ts';
import { findExtra, listCauses } from '../rules/trouble.ts';
import { readLatestAlerts } from '../store/alerts.ts';
import { readUnpostedPerFeed } from '../store/backlog.ts';
import { readHandles } from '../store/handles.ts';
import type { Db } from '../store/schema.ts';
import { readLastDonePerFeed, readMissedPosts } from '../store/slots.ts';
import { piecesOf } from '../store/statements.ts';
import { readOpenTroubles } from '../store/troubles.ts';

type HealthDeps = {
  db: Db;
  /** The variable that holds a project's key. */
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
  const done = await readLastDonePerFeed(
    db,
    team,
    feeds.map(({ id }) => id),
  );
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
    const target = (feed: Feed) => ({
      subscription: feed.id,
      projectId: project.id,
      keyName: keyNameOf(project),
    });
    const causes = own.flatMap((feed) => listCauses(target(feed), operationsOf(feed.kind)));
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

/** Posts that a feed missed for one reason; `end` if there was a post that came to nothing. */
type Miss = { first: number; at: number; times: number; end?: PostEnd };

/** For each reason: how many posts were missed, which feeds missed them, and when the first and last were due. */
function findMissed(feeds: readonly FeedStanding[], missesOf: ReadonlyMap<string, readonly Miss[]>) {
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

/** Stated in the README. */
const MONDAY_MORNING = '0 8 * * 1';

/** A bot that was down on Monday morning still sends the line for this long; later it would surprise. */
const LATEST_MS = 12 * HOUR_MS;

type MondayDeps = {
  db: Db;
  /** Ids of those who get the line, and the timezone their Monday begins in. */
  recipients: (team: string) => readonly string[];
  timezone: () => string;
  health: (team: string, newsMs: number) => Promise<Health>;
};

/** Called on every tick; queues the line once a week, also where several processes tick. */
export function createMonday({ db, recipients, timezone, health }: MondayDeps) {
  const told = new Map<string, number>();

  return async function monday(team: string, now: number): Promise<void> {
    const due = findLatestRun({ cron: MONDAY_MORNING, timezone: timezone() }, now);
    if (due === undefined || now - due > LATEST_MS || told.get(team) === due) return;
    const { projects } = await health(team, WEEK_MS);
    const line = makeOwnersLine(projects, await readWeeksAlerts(db, team, due), due);
    if (line) await tellOwners(db, team, recipients(team), line, due, now);
    told.set(team, due);
  };
}

/** Alerts that are open, or ended in the week before. Withdrawn ones never were any. */
async function readWeeksAlerts(db: Db, team: string, due: number): Promise<OwnersLine['alerts']> {
  const alerts = (await readLatestAlerts(db, team, { since: due - WEEK_MS, orOpen: true })).map(
    ({ alert }) => alert,
  );
  const handles = await readHandles(
    db,
    team,
    alerts.map(({ key }) => key),
  );
  return alerts.flatMap((alert) => {
    const course = courseOf(alert);
    const handle = handles[alert.key];
    return course && handle ? [{ name: alert.project.name, handle, ...course }] : [];
  });
}

function courseOf(news: ScoreAlert | MentionAlert): { since: string; end?: AlertEnd } | undefined {
  if (news.kind === 'score_alert') {
    if (!news.alert || news.alert.status === 'corrected') return undefined;
    const { status, day } = news.alert;
    const since = startDay(news.alert);
    return status === 'open' ? { since } : { since, end: { day, stays: status === 'new_normal' } };
  }
  const { status, about } = news;
  const { day } = about.now ?? about.figures;
  const since = about.type === 'rival' ? about.since : about.figures.day;
  return status === 'open' ? { since } : { since, end: { day, stays: status === 'stays' } };
}

/** Projects that the line names; the rest are counted. */
const NAMED = 8;

/** Undefined without projects. `at`: when the line was due, epoch ms. */
export function makeOwnersLine(
  health: readonly ProjectHealth[],
  alerts: OwnersLine['alerts'],
  at: number,
): OwnersLine | undefined {
  const [first] = health;
  if (!first) return undefined;
  const isPaused = ({ feeds }: ProjectHealth) => feeds.some(({ paused }) => paused);
  const unwell = health.filter((one) => !isWell(one));
  const well = health.filter(isWell);
  const told = [...unwell, ...well.filter((one) => isPaused(one) || one.missed)];
  return {
    kind: 'owners_line',
    v: 2,
    project: first.project,
    at,
    projects: health.length,
    unwell: unwell.length,
    paused: well.filter(isPaused).length,
    told: told.slice(0, NAMED).map(withPlainFeeds),
    untold: Math.max(0, told.length - NAMED),
    alerts,
    next: nextPost(health.flatMap(({ feeds }) => feeds)),
  };
}

/** Without their settings, which a decision doesn't need to store. */
function withPlainFeeds(health: ProjectHealth): ProjectHealth {
  const feeds = health.feeds.map(({ feed, ...standing }): FeedStanding => {
    const { id, kind, channel, schedule, timezone } = feed;
    return { ...standing, feed: { id, kind, channel, schedule, timezone } };
  });
  return { ...health, feeds };
}
