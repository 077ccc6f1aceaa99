/** /visibility feeds, pause, resume, unsubscribe, preview and admin. */

import type { Figure } from '../../ask/plan.ts';
import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { preview as asPreview, nothingToPreview } from '../../messages/feeds/feed-list.ts';
import { settingsLinks, statusAnswer } from '../../messages/feeds/health.ts';
import type { Page } from '../../messages/page.ts';
import { withBelow } from '../../messages/page.ts';
import {
  type Feed,
  feedsOf,
  feedsOfProject,
  findVisibleProjects,
  type Project,
  timezoneOf,
} from '../../projects/projects.ts';
import { parseFeed } from '../../projects/projects-source.ts';
import { countUnfinishedPosts } from '../../store/backlog.ts';
import { VERSION } from '../../version.ts';
import { parseUntil } from '../../words/until-words.ts';
import type { Ask, Command, ProjectAsk } from '../ask.ts';
import { readChoice } from '../command-line.ts';
import { mayOffer } from '../guards.ts';
import { Refused } from '../refused.ts';
import {
  dropFeed,
  pauseForPerson,
  renderFeedList,
  requireFeedsNamed,
  resumeForPerson,
} from './feeds-of-project.ts';

export const feeds: Command = {
  name: 'feeds',
  aka: ['subscriptions'],
  usage: 'feeds',
  example: 'feeds',
  summary: 'What is posted where and when; admins make, change, preview and pause it there',
  scope: 'project',
  words: 'none',
  async run(ask) {
    return { message: await renderFeedList(ask.project, ask) };
  },
};

const WHICH = 'Which one? Nothing changed yet.';

export const pause: Command = {
  name: 'pause',
  usage: 'pause [feed|all] [until <time>]',
  example: 'pause leads until Monday 9:00',
  summary: 'Pause a feed for a while; without words, the list to choose from',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project } = ask;
    const [, named = '', time] = ask.words.match(/^(.*?)(?:\s*\b((?:until|till|for)\s.*))?$/is) ?? [];
    if (!named && !time) return { message: await renderFeedList(project, ask, { done: WHICH }) };
    const { meant: only, isOpen } = requireFeedsNamed(named, 'pause', project, ask);
    const until = time === undefined ? undefined : requireUntil(time, ask);
    // The buttons in the list pause without an end.
    const which = time ? `${WHICH} To pause it ${time}, type this in its channel.` : WHICH;
    if (isOpen) return { message: await renderFeedList(project, ask, { done: which, only }) };
    let stopped = 0;
    for (const feed of only) if (await pauseForPerson(feed, until, ask)) stopped++;
    const done = stopped > 0 ? 'Paused.' : 'Already paused.';
    return { message: await renderFeedList(project, ask, { done, only }) };
  },
};

function requireUntil(words: string, { project, workspace, now }: ProjectAsk): number {
  const until = parseUntil(words, timezoneOf(workspace.projects(), project), now());
  if (until !== undefined) return until;
  throw new Refused(`“${words}” isn’t a time I can read, or it’s already past. Nothing was paused.`, {
    example: `/visibility ${pause.example}`,
  });
}

export const resume: Command = {
  name: 'resume',
  usage: 'resume [feed|all]',
  example: 'resume leads',
  summary: 'Let a paused feed go on; it makes up for the latest time it missed',
  scope: 'project',
  words: 'fixed',
  async run(ask) {
    const { meant: only, isOpen } = requireFeedsNamed(ask.words, 'resume', ask.project, ask);
    if (isOpen) return { message: await renderFeedList(ask.project, ask, { done: WHICH, only }) };
    let going = 0;
    let stuck: Refused | undefined;
    for (const feed of only) {
      try {
        if (await resumeForPerson(feed, ask)) going++;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        stuck = error;
      }
    }
    if (stuck && going === 0) throw stuck;
    const done = going > 0 ? 'Resumed.' : 'Nothing was paused.';
    return { message: await renderFeedList(ask.project, ask, { done, only }) };
  },
};

export const unsubscribe: Command = {
  name: 'unsubscribe',
  usage: `unsubscribe <${FEED_KINDS.join('|')}>`,
  example: 'unsubscribe suggestions',
  summary: 'End a feed of this channel that was made in Slack',
  scope: 'project',
  words: 'fixed',
  async run(ask) {
    const { project, channel } = ask;
    const kind = readChoice(ask.words, FEED_KINDS, unsubscribe);
    if (!kind) throw new Refused('Say which feed to end.', { tries: ['feeds'] });
    const feed = feedsOfProject(ask.workspace.projects(), project.id).find(
      (one) => one.kind === kind && one.channel === channel,
    );
    if (!feed)
      throw new Refused(`${project.name} has no ${kind} feed in this channel.`, { tries: ['feeds'] });
    await dropFeed(feed, ask);
    return { message: await renderFeedList(project, ask, { done: 'Unsubscribed.' }) };
  },
};

/** Private unless shared, and never recorded as posted. */
export const preview: Command = {
  name: 'preview',
  usage: `preview [${FEED_KINDS.join('|')}]`,
  example: 'preview leads',
  summary: 'What a feed would post now, and what it leaves out; privately',
  scope: 'project',
  words: 'fixed',
  async run(ask) {
    const { project } = ask;
    const kind = readChoice(ask.words, FEED_KINDS, preview) ?? 'leads';
    const feed = findFeedOrUsual(kind, ask);
    const { messages, silence, paused } = await ask.workspace.feeds.preview(feed);
    const [first] = messages;
    if (!first) return { message: nothingToPreview(project, kind, silence, paused) };
    // Rendered for its own channel, whose readers may see projects that this channel doesn't.
    const share = feed.channel === ask.channel;
    return { message: asPreview(first, silence === undefined, paused), share };
  },
};

/** The project's feed of this kind, preferably in this channel, otherwise one with default settings. */
function findFeedOrUsual(kind: FeedKind, ask: ProjectAsk): Feed {
  const feeds = feedsOfProject(ask.workspace.projects(), ask.project.id).filter((feed) => feed.kind === kind);
  const feed = feeds.find(({ channel }) => channel === ask.channel) ?? feeds[0] ?? findUsualFeed(kind, ask);
  if (!feed) throw new TypeError(`No ${kind} feed can be made for a preview`);
  return feed;
}

function findUsualFeed(kind: FeedKind, { project, channel, workspace }: ProjectAsk): Feed | undefined {
  const settings = { channel, schedule: FEED_WORDS[kind].usual };
  const alone = { ...workspace.projects(), projects: [{ ...project, ...parseFeed(kind, settings) }] };
  return feedsOf(alone).find((feed) => feed.kind === kind && feed.channel === channel);
}

export const admin: Command = {
  name: 'admin',
  aka: ['status'],
  usage: 'admin',
  example: 'admin',
  summary:
    'Whether all is well: last polls, next posts, what is paused or missed; engines, regions, assistants, audit, keys',
  scope: 'anywhere',
  words: 'none',
  async run(ask) {
    return answerAdmin(findVisibleProjects(ask.workspace.projects(), ask.channel), ask);
  },
};

export async function answerAdmin(projects: readonly Project[], ask: Ask) {
  const { page, figures } = await readStatus(projects, ask);
  const [mayConfigure, mayConnect] = await Promise.all([
    mayOffer('configure', ask),
    mayOffer('members', ask),
  ]);
  const onward = settingsLinks(projects, { mayConfigure, mayConnect });
  return { message: withBelow(page, onward), figures };
}

export async function readStatus(
  projects: readonly Project[],
  ask: Ask,
): Promise<{ page: Page; figures: Figure[] }> {
  const { team, workspace, db, refusedLines, refusedFile, clockAheadMs } = ask;
  const ids = new Set(projects.map(({ id }) => id));
  const feeds = feedsOf(workspace.projects()).filter(({ project }) => ids.has(project.id));
  await workspace.feeds.look(feeds);
  const { projects: standing, late } = await workspace.feeds.health(feeds);
  const posts = await countUnfinishedPosts(db, team);
  const state = { posts, late, clockAheadMs: clockAheadMs(), refusedFile: refusedFile() };
  const stand = standing.flatMap((one) => one.feeds);
  const paused = stand.filter((one) => one.paused).length;
  return {
    page: statusAnswer(standing, state, VERSION, projects.flatMap(refusedLines)),
    figures: [
      { name: 'feeds', value: stand.length, unit: 'feeds' },
      { name: 'paused feeds', value: paused, unit: 'feeds' },
    ],
  };
}
