/** Feeds in commands and buttons: list, pause, resume, end, preview, admin. */
import { type Carried, carryIfFits } from '../../carried.ts';
import { type DigestHeld, FEED_KINDS, type FeedKind, type FeedPaused } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { preview as asPreview, filtersPage, nothingToPreview } from '../../messages/feeds/feed-list.ts';
import { settingsLinks, statusAnswer } from '../../messages/feeds/health.ts';
import { myFiguresAnswer } from '../../messages/feeds/recap.ts';
import { withBelow } from '../../messages/page.ts';
import { unclearWords } from '../../messages/times.ts';
import {
  type Feed,
  feedFor,
  feedId,
  feedOf,
  feedsOf,
  findVisibleProjects,
  type Project,
  timezoneOf,
} from '../../projects/projects.ts';
import { parseFeed } from '../../projects/projects-source.ts';
import { today } from '../../rules/calendar.ts';
import { countFigures, recapHistoryStart } from '../../rules/recap.ts';
import { countUnfinishedPosts } from '../../store/backlog.ts';
import { readLeadStories } from '../../store/lead-stories.ts';
import { readMuteAnswers } from '../../store/mutes.ts';
import { VERSION } from '../../version.ts';
import { findUnclearDays, type NoTime, parseUntil } from '../../words/until-words.ts';
import type { ActionAsk, Answer, Ask, Command, ProjectAsk } from '../ask.ts';
import { action } from '../ask.ts';
import { readChoice } from '../command-line.ts';
import { findDecision, mayOffer, requireVisible } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen, ownAnswerAt } from '../seen-by.ts';
import { openFeedEditor } from './feed-form.ts';
import {
  endFeed,
  type FeedRef,
  pauseForPerson,
  renderFeedList,
  requireClickedFeed,
  requireFeedsNamed,
  resumeForPerson,
} from './feeds-of-project.ts';

export const feeds: Command = {
  name: 'feeds',
  aka: ['subscriptions'],
  example: 'feeds',
  summary: 'What is posted where and when; admins make, edit, preview and pause feeds there',
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
    // “Pause until Monday” doesn’t say that it means all of them.
    if (isOpen || (!named && only.length > 1))
      return { message: await renderFeedList(project, ask, { done: which, only }) };
    const became: (string | boolean | undefined)[] = [];
    for (const feed of only) became.push(await pauseForPerson(feed, until, ask));
    const isMoved = became.includes('moved');
    const done = became.includes(true) ? 'Paused.' : isMoved ? MOVED : 'Already paused.';
    return { message: await renderFeedList(project, ask, { done, only }) };
  },
};

const MOVED = 'It was paused already. The end is new.';

function requireUntil(words: string, { project, workspace, now, words: typed }: ProjectAsk): number {
  const timezone = timezoneOf(workspace.projects(), project);
  const unclear = findUnclearDays(typed, today(now(), timezone), true);
  if (unclear) {
    const example = `/visibility pause ${unclear.ways[0]?.text}`;
    throw new Refused(`${unclearWords(unclear)} Nothing was paused.`, { example });
  }
  const until = parseUntil(words, timezone, now());
  if (typeof until === 'number') return until;
  throw new Refused(`“${words}” ${NO_TIME[until]}. Nothing was paused.`, {
    example: `/visibility ${pause.example}`,
  });
}

const NO_TIME: Readonly<Record<NoTime, string>> = {
  past: 'is already past',
  no_such_day: 'names a day that doesn’t exist',
  unreadable: 'isn’t a time I can read',
};

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
    const done = (await resumeFeeds(only, ask)) ? 'Resumed.' : 'Nothing was paused.';
    return { message: await renderFeedList(ask.project, ask, { done, only }) };
  },
};

/** Whether any runs again. @throws Refused if Slack still wouldn't let them post */
async function resumeFeeds(feeds: readonly FeedRef[], ask: Ask): Promise<boolean> {
  let stuck: Refused | undefined;
  let isAnyGoing = false;
  for (const feed of feeds) {
    try {
      isAnyGoing = (await resumeForPerson(feed, ask)) !== false || isAnyGoing;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      stuck = error;
    }
  }
  if (stuck && !isAnyGoing) throw stuck;
  return isAnyGoing;
}

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
    if (!kind) return { message: await renderFeedList(project, ask, { done: WHICH }) };
    const feed = feedOf(ask.workspace.projects(), feedId(kind, project.id, channel));
    if (!feed)
      throw new Refused(`${project.name} has no ${kind} feed in this channel.`, { tries: ['feeds'] });
    return { message: await endFeed(feed, ask) };
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
    const held = feedOf(ask.workspace.projects(), feed.id) ? paused : 'not_set_up';
    const [first] = messages;
    if (!first) return { message: nothingToPreview(project, kind, silence, held) };
    // Rendered for its own channel, whose readers may see projects that this channel doesn't.
    const share = feed.channel === ask.channel;
    return { message: asPreview(first, kind, silence === undefined, held), share };
  },
};

function findFeedOrUsual(kind: FeedKind, { project, channel, workspace }: ProjectAsk): Feed {
  const all = workspace.projects();
  const settings = { channel, schedule: FEED_WORDS[kind].usual };
  const usual = { ...all, projects: [{ ...project, ...parseFeed(kind, settings) }] };
  const feed = feedFor(all, project.id, kind, channel) ?? feedFor(usual, project.id, kind, channel);
  if (!feed) throw new TypeError(`No ${kind} feed can be made for a preview`);
  return feed;
}

export const admin: Command = {
  name: 'admin',
  aka: ['status'],
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

export async function readStatus(projects: readonly Project[], ask: Ask) {
  const { team, workspace, db, refusedFile, clockAheadMs } = ask;
  const ids = new Set(projects.map(({ id }) => id));
  const feeds = feedsOf(workspace.projects()).filter(({ project }) => ids.has(project.id));
  await workspace.feeds.look(feeds);
  const { projects: standing, late } = await workspace.feeds.health(feeds);
  const posts = await countUnfinishedPosts(db, team);
  const stand = standing.flatMap((one) => one.feeds);
  const state = { posts, late, clockAheadMs: clockAheadMs(), refusedFile: refusedFile() };
  const paused = stand.filter((one) => one.paused).length;
  return {
    page: statusAnswer(standing, state, VERSION),
    figures: [
      { name: 'feeds', value: stand.length, unit: 'feeds' },
      { name: 'paused feeds', value: paused, unit: 'feeds' },
    ],
  };
}

export const feedPause = action(ACTIONS.feedPause, (ask) => changeFeed('pause', ask));

export const feedMenu = action(ACTIONS.feedMenu, (ask) =>
  changeFeed(requireCarried('feed', ask.value).choice, ask),
);

async function changeFeed(choice: Carried<'feed'>['choice'], ask: ActionAsk): Promise<Answer> {
  const isHome = ask.channel === '';
  const feed = isHome ? await requireFeedSeen(ask) : requireClickedFeed(ask);
  // On the Home tab the form acts for the feed's channel: people who have left it by then change nothing.
  if (choice === 'edit')
    return {
      modal: isHome
        ? await openFeedEditor(feed, { ...ask, channel: feed.channel }, { home: true })
        : await openFeedEditor(feed, ask, { list: ownAnswerAt(ask) }),
    };
  if (choice === 'pause') await pauseForPerson(feed, undefined, ask);
  if (choice === 'resume') await resumeForPerson(feed, ask);
  const ended = choice === 'end' ? await endFeed(feed, ask) : undefined;
  if (!isHome) return { message: ended ?? (await renderFeedList(feed.project, ask)), delivered: 'replacing' };
  await showHome(ask);
  return undefined;
}

/** @throws Refused if the feed is gone, or the person isn't in its channel */
async function requireFeedSeen(ask: ActionAsk): Promise<Feed> {
  const { feed: id } = requireCarried('feed', ask.value);
  const { channels } = await findSeen(ask);
  const feed = feedOf(ask.workspace.projects(), id);
  if (feed && channels.has(feed.channel)) return feed;
  throw new Refused('This feed is gone, or you’re no longer in its channel. Nothing changed.');
}

export const feedResume = action(ACTIONS.feedResume, async (ask) => {
  if (ask.isPrivate) return changeFeed('resume', ask);
  const notice = await requirePauseNotice(ask);
  const others = notice.kind === 'feed_paused' ? (notice.others ?? []) : [];
  const all = [notice, ...others].map(({ project, subscription }) => ({ id: subscription, project }));
  if (!(await resumeFeeds(all, ask)))
    throw new Refused(
      others.length > 0 ? 'None of them is paused anymore.' : 'This feed is no longer paused.',
    );
  return undefined;
});

/** The clicked notice. It may be in a channel that doesn't show the project, and there only reveals this feed. */
async function requirePauseNotice(ask: ActionAsk): Promise<FeedPaused | DigestHeld> {
  const decision = await findDecision(ask.ts, ask);
  const notice = decision?.kind === 'feed_paused' || decision?.kind === 'digest_held' ? decision : undefined;
  if (notice?.subscription === requireCarried('feed', ask.value).feed) return notice;
  throw new Refused('Sightline no longer knows this message. Nothing changed.', {
    example: '/visibility resume',
  });
}

/** Change filter: what the feed leaves out, where to change that, and its mutes with Undo. */
export const filterChange = action(ACTIONS.filterChange, async (ask) => {
  const feed = requireClickedFeed(ask);
  if (feed.kind !== 'leads') throw new Refused('This feed has no filters.');
  const answers = await readMuteAnswers(ask.db, ask.team, feed.id);
  const muted = answers
    .filter(({ state }) => state === 'muted')
    .map(({ place, round }) => ({
      place,
      value: carryIfFits('muted_place', { subscription: feed.id, place, round }),
    }));
  return {
    message: filtersPage(feed.project, feed.settings, { isMade: feed.revision !== undefined, muted }),
  };
});

export const recapMine = action(ACTIONS.recapMine, async (ask) => {
  const { project: id, from, to } = requireCarried('recap', ask.value);
  const project = requireVisible(id, ask);
  const since = recapHistoryStart({ from, to });
  const stories = await readLeadStories(ask.db, { team: ask.team, projectId: id, since });
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const figures = countFigures(ask.person, stories, { from, to });
  return { message: myFiguresAnswer(project, figures, { from, to, timezone }) };
});
