/** The feeds of a project: which somebody means, how they stand, and how a person stops one, sets it going again or ends it. */

import { FEED_KINDS, type FeedKind, type FeedStanding } from '../../decision.ts';
import { standingOfFeeds } from '../../feeds/feed-standing.ts';
import { type FeedsListed, feedList } from '../../messages/feeds/feed-list.ts';
import type { Page } from '../../messages/page.ts';
import { resume } from '../../outbox/pause.ts';
import type { KeptFeed } from '../../projects/made.ts';
import { type Feed, feedsOf, type Project, visibleIn } from '../../projects/projects.ts';
import { pauseFeed } from '../../store/subscriptions.ts';
import type { ActionAsk, Answer, Ask, Within } from '../ask.ts';
import { auditWrite, changeOnce, endOnce, unlessRepeated } from '../audit-write.ts';
import { readChoice } from '../command-line.ts';
import { checkPermission } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';

const FEED_WORDS = [...FEED_KINDS, 'all'] as const;

export function feedsOfProject(project: Project, { workspace }: Ask): Feed[] {
  return feedsOf(workspace.projects()).filter((feed) => feed.project.id === project.id);
}

/** The feeds that post to a channel. */
export function feedsIn(channel: string, { workspace, team }: Within): Feed[] {
  return feedsOf(workspace.projects()).filter(
    (feed) => feed.channel === channel && (feed.project.workspace ?? team) === team,
  );
}

/** What "leads", "all" or nothing means of a project. @throws Refused where there is no such feed. */
export function requireFeedsNamed(
  words: string,
  command: 'pause' | 'resume',
  project: Project,
  ask: Ask,
): Feed[] {
  const named: FeedKind | 'all' | undefined = readChoice(words, FEED_WORDS, {
    name: command,
    example: `${command} leads`,
  });
  const feeds = feedsOfProject(project, ask);
  const meant = feeds.filter(({ kind }) => named === undefined || named === 'all' || kind === named);
  if (meant.length > 0) return meant;
  const kinds = [...new Set(feeds.map(({ kind }) => kind))].join(', ');
  throw new Refused(
    `${project.name} has no ${named === undefined || named === 'all' ? 'feed' : `${named} feed`}.${kinds && ` It has: ${kinds}.`}`,
    { example: '/visibility feeds' },
  );
}

/** The feed that a button names. @throws Refused where it is gone, or not of this channel's projects. */
export function requireClickedFeed(ask: ActionAsk): Feed {
  return requireFeed(requireCarried('feed', ask.value).feed, ask);
}

/** @throws Refused where it is gone, or not of this channel's projects. */
export function requireFeed(feedId: string, { channel, workspace }: Ask): Feed {
  const all = workspace.projects();
  const visible = visibleIn(all, channel).map(({ id }) => id);
  const feed = feedsOf(all).find(({ id, project }) => id === feedId && visible.includes(project.id));
  if (feed) return feed;
  throw new Refused(
    'This feed is gone, or its project is no longer shown in this channel. Nothing was changed.',
    { example: '/visibility feeds' },
  );
}

/** How each feed stands now. */
export async function readFeedStandings(
  feeds: readonly Feed[],
  { db, team, now }: Within,
): Promise<FeedStanding[]> {
  return (await standingOfFeeds(db, team, feeds, now())).feeds;
}

/** The list of feeds as it is now, in place of the one that was clicked. */
export async function replaceFeedList(feed: Feed, ask: Ask): Promise<Answer> {
  return { message: await renderFeedList(feed.project, ask), delivered: 'replacing' };
}

/**
 * How the feeds of a project stand, all or those of `only`; `done`: what was just done, and `others` the projects to
 * whose channel that brought this one, `also` where else the same goes.
 */
export async function renderFeedList(
  project: Project,
  ask: Ask,
  { only = feedsOfProject(project, ask), ...listed }: Listed = {},
): Promise<Page> {
  const { allowed: mayChange } = await checkPermission('configure', ask);
  return feedList(project, await readFeedStandings(only, ask), { ...listed, mayChange });
}

type Listed = Pick<FeedsListed, 'done' | 'others' | 'also'> & { only?: readonly Feed[] };

/**
 * Stops one feed for a person, until a time or until somebody resumes it. False if it stood still already, undefined
 * where this click was taken already.
 */
export async function pauseForPerson(
  feed: Feed,
  until: number | undefined,
  ask: Ask,
): Promise<boolean | undefined> {
  // A feed that no tick has seen yet is seen now: what was never seen cannot be paused.
  await readFeedStandings([feed], ask);
  return written('feed.pause', feed, ask, () =>
    pauseFeed(ask.db, ask.team, feed.id, 'person', ask.now(), { id: ask.person, until }),
  );
}

/**
 * Sets one feed going again for a person, also one that only a message speaks of. False if it was going, undefined
 * where this click was taken already.
 */
export async function resumeForPerson(feed: Named, ask: Ask): Promise<boolean | undefined> {
  const resumed = await written('feed.resume', feed, ask, () => resume(ask.db, ask.team, feed.id, ask.now()));
  if (resumed) ask.wakePump();
  return resumed;
}

/** Which feed of which project. */
type Named = { id: string; project: { id: string } };

/** One click may act on several feeds: each has an audit row of its own. */
async function written(
  action: string,
  { id, project }: Named,
  ask: Ask,
  write: () => Promise<boolean>,
): Promise<boolean | undefined> {
  const once = { ...ask, id: `${ask.id}:${id}` };
  return changeOnce(once, { action, projectId: project.id, subject: id }, write);
}

/** Settings with which a feed goes on, of the revision to which they belong; `outcome` goes into the audit. */
type Edit = { settings: KeptFeed['settings']; revision: number; outcome: string };

/**
 * Changes the settings of a feed, which `editOf` makes of those it has now. False where this click was taken already.
 * @throws Refused where somebody changed it meanwhile, or it was not made in Slack
 */
export async function editFeed(
  { id, project }: Feed,
  action: string,
  ask: Ask,
  editOf: (kept: KeptFeed | undefined) => Edit,
): Promise<boolean> {
  const { team, person: by } = ask;
  const { setup } = ask.workspace;
  const edited = await unlessRepeated(
    auditWrite(ask, { action, projectId: project.id, subject: id }, async () => {
      const { settings, revision, outcome } = editOf(await setup.feed(team, id));
      const result = await setup.editFeed(team, id, revision, settings, { by, at: ask.now() });
      return { result, outcome: result.kind === 'changed' ? outcome : undefined };
    }),
  );
  if (edited === undefined || edited.kind === 'changed') return edited !== undefined;
  const why =
    edited.kind === 'refused'
      ? edited.faults.map(({ sentence }) => `${sentence}.`).join(' ')
      : 'Somebody changed this feed in the meantime.';
  throw new Refused(`${why} Nothing was changed.`, { example: '/visibility feeds' });
}

/** Ends a feed. @throws Refused where it is the file's, and is ended there, or gone. */
export async function dropFeed(feed: Feed, ask: Ask): Promise<void> {
  const write = { action: 'feed.end', projectId: feed.project.id, subject: feed.id };
  await endOnce(ask, write, `/visibility pause ${feed.kind}`, (setup, team) => setup.dropFeed(team, feed.id));
}
