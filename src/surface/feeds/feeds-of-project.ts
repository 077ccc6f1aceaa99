/** Which feeds somebody means, and how they stand: of a project, of a channel, by name, or by the row that was clicked. */
import { FEED_KINDS, type FeedKind, type FeedStanding } from '../../decision.ts';
import { standingOfFeeds } from '../../feeds/feed-standing.ts';
import { type Feed, feedsOf, type Project, type Projects, visibleIn } from '../../projects/projects.ts';
import { choice } from '../command-line.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';

const FEED_WORDS = [...FEED_KINDS, 'all'] as const;

export function feedsOfProject(project: Project, deps: SurfaceDeps): Feed[] {
  return feedsOf(deps.projects()).filter((feed) => feed.project.id === project.id);
}

/** The feeds that post to a channel. */
export function feedsIn(channel: string, team: string, projects: Projects): Feed[] {
  return feedsOf(projects).filter(
    (feed) => feed.channel === channel && (feed.project.workspace ?? team) === team,
  );
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
    sentence: 'This feed is gone, or its project is no longer shown in this channel. Nothing was changed.',
    example: '/visibility subscriptions',
  });
}

/** How each feed stands now. */
export async function standingNow(
  feeds: readonly Feed[],
  { installation: { team } }: Asker,
  { db, clock }: SurfaceDeps,
): Promise<FeedStanding[]> {
  return (await standingOfFeeds(db, team, feeds, clock.now())).feeds;
}
