/** A project's feeds as they stand: what subscriptions shows, and what pause and resume act on. */
import { FEED_KINDS, type FeedKind, type FeedStanding } from '../../decision.ts';
import { standingOfFeeds } from '../../feeds/feed-standing.ts';
import { subscriptionsAnswer } from '../../messages/answers/subscriptions-answer.ts';
import { resume } from '../../outbox/pause.ts';
import { type Feed, feedsOf, type Project, visibleIn } from '../../projects/projects.ts';
import type { Message } from '../../slack/blocks.ts';
import { pauseFeed } from '../../store/subscriptions.ts';
import { audited, quietly } from '../audited.ts';
import { choice } from '../command-line.ts';
import { verdictOn } from '../guards.ts';
import { Refused } from '../refused.ts';
import type { Answer, Asker, SurfaceDeps } from '../request.ts';

const FEED_WORDS = [...FEED_KINDS, 'all'] as const;

export function feedsOfProject(project: Project, deps: SurfaceDeps): Feed[] {
  return feedsOf(deps.projects()).filter((feed) => feed.project.id === project.id);
}

/** What "leads", "all" or nothing means of a project. @throws Refused where there is no such feed. */
export function feedsNamed(
  words: string,
  command: 'pause' | 'resume',
  project: Project,
  deps: SurfaceDeps,
): Feed[] {
  const named: FeedKind | 'all' | undefined = choice(words, FEED_WORDS, {
    name: command,
    example: `${command} leads`,
  });
  const feeds = feedsOfProject(project, deps);
  const meant = feeds.filter(({ kind }) => named === undefined || named === 'all' || kind === named);
  if (meant.length > 0) return meant;
  const kinds = [...new Set(feeds.map(({ kind }) => kind))].join(', ');
  throw new Refused({
    sentence: `${project.name} has no ${named === undefined || named === 'all' ? 'feed' : `${named} feed`}.${kinds && ` It has: ${kinds}.`}`,
    example: '/visibility subscriptions',
  });
}

/** The feed that a button of the list names. @throws Refused where it is gone, or not of this channel's projects. */
export function feedClicked({ value, channel }: { value: string; channel: string }, deps: SurfaceDeps): Feed {
  const visible = visibleIn(deps.projects(), channel).map(({ id }) => id);
  const feed = feedsOf(deps.projects()).find(
    ({ id, project }) => id === value && visible.includes(project.id),
  );
  if (feed) return feed;
  throw new Refused({
    sentence:
      'This feed is not there any more, or its project is not shown in this channel. Nothing was changed.',
    example: '/visibility subscriptions',
  });
}

/** The list of feeds as it is now, in place of the one that was clicked. */
export async function listAgain(feed: Feed, asker: Asker, deps: SurfaceDeps): Promise<Answer> {
  return { message: await feedList(feed.project, asker, deps), delivered: 'replacing' };
}

/**
 * How the feeds of a project stand, all or those of `only`; `note`: what was just done, and `beside` the projects to
 * whose channel that brought this one.
 */
export async function feedList(
  project: Project,
  asker: Asker,
  deps: SurfaceDeps,
  { note, beside = [], only = feedsOfProject(project, deps) }: Shown = {},
): Promise<Message> {
  const { allowed: mayChange } = await verdictOn('configure', asker, deps);
  return subscriptionsAnswer(project, await standingNow(only, asker, deps), { note, beside, mayChange });
}

type Shown = { note?: string; beside?: readonly Project[]; only?: readonly Feed[] };

/** How each feed stands now. */
export async function standingNow(
  feeds: readonly Feed[],
  { installation: { team } }: Asker,
  { db, clock }: SurfaceDeps,
): Promise<FeedStanding[]> {
  return (await standingOfFeeds(db, team, feeds, clock.now())).feeds;
}

/**
 * Stops one feed for a person, until a time or until somebody resumes it. False if it stood still already, undefined
 * where this click was taken already.
 */
export async function pauseForPerson(
  feed: Feed,
  until: number | undefined,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<boolean | undefined> {
  // A feed that no tick has seen yet is seen now: what was never seen cannot be paused.
  await standingNow([feed], asker, deps);
  const now = deps.clock.now();
  const paused = (team: string) =>
    pauseFeed(deps.db, team, feed.id, 'person', now, { id: asker.person, until });
  return written('feed.pause', feed, asker, deps, paused);
}

/**
 * Sets one feed going again for a person, also one that only a message speaks of. False if it was going, undefined
 * where this click was taken already.
 */
export async function resumeForPerson(
  feed: Named,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<boolean | undefined> {
  const resumed = await written('feed.resume', feed, asker, deps, (team) =>
    resume(deps.db, team, feed.id, deps.clock.now()),
  );
  if (resumed) deps.wakePump();
  return resumed;
}

/** Which feed of which project. */
type Named = { id: string; project: { id: string } };

/** One click may act on several feeds: each has an audit row of its own. */
async function written(
  action: string,
  { id, project }: Named,
  asker: Asker,
  deps: SurfaceDeps,
  write: (team: string) => Promise<boolean>,
): Promise<boolean | undefined> {
  const once = { ...asker, id: `${asker.id}:${id}` };
  return quietly(
    audited(once, deps, { action, projectId: project.id, subject: id }, async () => {
      const result = await write(asker.installation.team);
      return { result, outcome: result ? 'done' : undefined };
    }),
  );
}
