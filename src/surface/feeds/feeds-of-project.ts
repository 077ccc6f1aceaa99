/** A project's feeds: finding them, their standing, and pausing, resuming, changing and ending them for a person. */
import { isDeepStrictEqual } from 'node:util';
import type { Plan } from '../../ask/plan.ts';
import { carryIfFits } from '../../carried.ts';
import { FEED_KINDS } from '../../decision.ts';
import { readStandingsOfFeeds } from '../../feeds/feed-standing.ts';
import { findLatestRun } from '../../feeds/schedule.ts';
import { ACTIONS } from '../../messages/actions.ts';
import type { FeedsListed, PastPost } from '../../messages/feeds/feed-list.ts';
import { feedList, pastPostsLine } from '../../messages/feeds/feed-list.ts';
import type { Page } from '../../messages/page.ts';
import { placeWords } from '../../messages/trouble-words.ts';
import { postKind } from '../../outbox/post-kinds.ts';
import { resume } from '../../outbox/queue.ts';
import type { Feed, Project } from '../../projects/projects.ts';
import { feedId, feedOf, feedsOf, feedsOfProject, findVisibleProjects } from '../../projects/projects.ts';
import type { KeptFeed } from '../../projects/projects-source.ts';
import { daysBefore, startOf } from '../../rules/calendar.ts';
import { canPost } from '../../slack/people.ts';
import { readDecision, readPostsSince } from '../../store/deliveries.ts';
import { readSlotsSince } from '../../store/slots.ts';
import { movePauseEnd, pauseFeed, readSubscription } from '../../store/subscriptions.ts';
import { type ActionAsk, type Ask, action, type Within } from '../ask.ts';
import { auditWrite, changeOnce, endOnce, unlessRepeated } from '../audit-write.ts';
import { readChoice } from '../command-line.ts';
import { checkPermission, requireConfigurable } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';

export function listFeedsIn(channel: string, { workspace }: Within): Feed[] {
  return feedsOf(workspace.projects()).filter((feed) => feed.channel === channel);
}

/** The feeds meant by "leads", "all" or nothing; `isOpen`: somebody has to say which. @throws Refused if there are none */
export function requireFeedsNamed(words: string, command: 'pause' | 'resume', project: Project, ask: Ask) {
  const word = readChoice(words, [...FEED_KINDS, 'all'], { name: command, example: `${command} leads` });
  const kind = word === 'all' ? undefined : word;
  const feeds = feedsOfProject(ask.workspace.projects(), project.id);
  const all = feedsOfProject(ask.workspace.projects(), project.id, kind);
  const here = kind === undefined ? [] : all.filter(({ channel }) => channel === ask.channel);
  const meant = here.length > 0 ? here : all;
  if (meant.length > 0) return { meant, isOpen: kind !== undefined && meant.length > 1 };
  const kinds = [...new Set(feeds.map((feed) => feed.kind))].join(', ');
  const what = kind === undefined ? 'feed' : `${kind} feed`;
  throw new Refused(`${project.name} has no ${what}.${kinds && ` It has: ${kinds}.`}`, {
    example: '/visibility feeds',
  });
}

/** The feed that a button names. @throws Refused like `requireFeed` */
export function requireClickedFeed(ask: ActionAsk): Feed {
  return requireFeed(requireCarried('feed', ask.value).feed, ask);
}

/** @throws Refused if the feed is gone, or its project isn't shown in this channel */
export function requireFeed(feedId: string, { channel, workspace }: Ask): Feed {
  const all = workspace.projects();
  const feed = feedOf(all, feedId);
  if (feed && findVisibleProjects(all, channel).some(({ id }) => id === feed.project.id)) return feed;
  throw new Refused(
    'This feed is gone, or its project is no longer shown in this channel. Nothing changed.',
    { example: '/visibility feeds' },
  );
}

export async function readFeedStandings(feeds: readonly Feed[], { db, team, now }: Within) {
  return (await readStandingsOfFeeds(db, team, feeds, now())).feeds;
}

/** The project's feeds, or `only` some, with what was just done. */
export async function renderFeedList(
  project: Project,
  ask: Ask,
  { only, ...listed }: Listed = {},
): Promise<Page> {
  const all = feedsOfProject(ask.workspace.projects(), project.id);
  const { allowed: mayChange } = await checkPermission('configure', ask);
  return feedList(project, await readFeedStandings(only ?? all, ask), {
    of: all.length,
    mayChange,
    isShown: findVisibleProjects(ask.workspace.projects(), ask.channel).some(({ id }) => id === project.id),
    ...listed,
  });
}

/** The feeds of one kind or all; where it was asked, under what came on `days`. */
export async function renderFeedsAsked(
  project: Project,
  { about, kind }: Plan['posts'] & {},
  days: Pick<Plan, 'from' | 'to'>,
  ask: Ask,
): Promise<Page> {
  const all = feedsOfProject(ask.workspace.projects(), project.id);
  const ofKind = all.filter((feed) => feed.kind === kind);
  const only = ofKind.length > 0 ? ofKind : all;
  const past = about === 'past' ? only.map((feed) => readPastPosts(feed, days, ask)) : [];
  const posts = (await Promise.all(past)).flat();
  return renderFeedList(project, ask, { done: posts.length > 0 ? pastPostsLine(posts) : undefined, only });
}

async function readPastPosts(
  feed: Feed,
  { from = '', to = from }: Pick<Plan, 'from' | 'to'>,
  { db, team, now }: Ask,
): Promise<PastPost[]> {
  const { id, kind, channel, timezone } = feed;
  const [start, end] = [startOf(from, timezone), startOf(daysBefore(to, -1), timezone)];
  const [slots, posts] = await Promise.all([
    readSlotsSince(db, team, id, start),
    readPostsSince(db, team, id, start),
  ]);
  const due = slots.filter(({ due_at }) => due_at < end);
  if (due.length === 0) {
    const run = findLatestRun(feed, Math.min(end - 1, now()));
    return [{ kind, channel, became: run === undefined || run < start ? 'not_due' : 'unrecorded' }];
  }
  return due.map(({ due_at, state }) => {
    const own = posts.filter(({ slot_at }) => slot_at === due_at);
    const sent = own.filter((post) => post.state === 'sent');
    const decisions = sent.flatMap((post) => readDecision(post) ?? []);
    const leads = decisions.reduce((sum, one) => sum + postKind(one).leads(one).length, 0);
    const isWaiting =
      state === 'due' || own.some((post) => post.state === 'queued' || post.state === 'sending');
    const ended = state === 'done' && own.length === 0 ? 'nothing' : 'missed';
    const became = sent.length > 0 ? 'posted' : isWaiting ? 'waiting' : ended;
    return { kind, channel, due: due_at, became, leads };
  });
}

type Listed = Partial<FeedsListed> & { only?: readonly Feed[] };

/** `until` epoch ms. 'moved': a pause by a person got this new end. False if unchanged, undefined for a repeated click. */
export async function pauseForPerson(
  feed: Feed,
  until: number | undefined,
  ask: Ask,
): Promise<boolean | 'moved' | undefined> {
  // Reading its standing registers a feed that no tick has seen yet: otherwise it can't be paused.
  await readFeedStandings([feed], ask);
  let isMoved = false;
  const isChanged = await changeFeed('feed.pause', feed, ask, async () => {
    const { db, team, person } = ask;
    if (await pauseFeed(db, team, feed.id, 'person', ask.now(), { id: person, until })) return true;
    isMoved = until !== undefined && (await movePauseEnd(db, team, feed.id, until));
    return isMoved;
  });
  return isMoved ? 'moved' : isChanged;
}

/** False if it wasn't paused, undefined for a repeated click. @throws Refused if Slack still wouldn't let it post */
export async function resumeForPerson(feed: FeedRef, ask: Ask): Promise<boolean | undefined> {
  const place = feedOf(ask.workspace.projects(), feed.id)?.channel;
  const state = await readSubscription(ask.db, ask.team, feed.id);
  if (place !== undefined && state?.paused_at != null) {
    const refused = placeWords(await canPost(ask.workspace.client, place));
    if (refused) throw new Refused(`Still paused, because ${refused.why}. ${refused.remedy}`);
  }
  const resumed = await changeFeed('feed.resume', feed, ask, () =>
    resume(ask.db, ask.team, feed.id, ask.now()),
  );
  if (resumed) ask.wakePump();
  return resumed;
}

export type FeedRef = { id: string; project: { id: string } };

/** One click may act on several feeds, so each gets its own audit row. */
async function changeFeed(action: string, { id, project }: FeedRef, ask: Ask, write: () => Promise<boolean>) {
  const once = { ...ask, id: `${ask.id}:${id}` };
  return changeOnce(once, { action, projectId: project.id, subject: id }, write);
}

type Edit = { settings: KeptFeed['settings']; revision: number; outcome: string };

/** False for a repeated click. @throws Refused if somebody changed it meanwhile, or it wasn't made in Slack */
export async function editFeed(
  { id, project }: Feed,
  action: string,
  ask: Ask,
  editOf: (kept: KeptFeed | undefined) => Edit,
): Promise<boolean> {
  const { team, person: by } = ask;
  const { setup } = ask.workspace;
  let wanted: KeptFeed['settings'] | undefined;
  const edited = await unlessRepeated(
    auditWrite(ask, { action, projectId: project.id, subject: id }, async () => {
      const { settings, revision, outcome } = editOf(await setup.feed(team, id));
      wanted = settings;
      const result = await setup.editFeed(team, id, revision, settings, { by, at: ask.now() });
      return { result, outcome: result.kind === 'changed' ? outcome : undefined };
    }),
  );
  if (edited === undefined || edited.kind === 'changed') return edited !== undefined;
  const why =
    edited.kind === 'refused'
      ? edited.faults.map(({ sentence }) => `${sentence}.`).join(' ')
      : isDeepStrictEqual(edited.feed.settings, wanted)
        ? 'This feed is as you want it already.'
        : 'This feed has been changed since.';
  throw new Refused(`${why} Nothing changed.`, { example: '/visibility feeds' });
}

/** Ends a feed made in Slack and lists the others, with Undo unless its settings are too long for a button. */
export async function endFeed(feed: Feed, ask: Ask): Promise<Page> {
  const { kind, id, project } = feed;
  const write = { action: 'feed.end', projectId: project.id, subject: id };
  const kept = await ask.workspace.setup.feed(ask.team, id);
  await endOnce(ask, write, `/visibility pause ${kind}`, (setup, team) => setup.dropFeed(team, id));
  const undo = kept && carryIfFits('ended_feed', { project: project.id, kind, settings: kept.settings });
  return renderFeedList(project, ask, { done: 'Unsubscribed.', undo });
}

export const feedUndo = action(ACTIONS.feedUndo, async (ask) => {
  const { project: projectId, kind, settings } = requireCarried('ended_feed', ask.value);
  const project = await requireConfigurable(projectId, ask);
  const write = { action: 'feed.make', projectId, subject: feedId(kind, projectId, `${settings.channel}`) };
  const who = { by: ask.person, at: ask.now() };
  await endOnce(ask, write, '/visibility feeds', (setup, team) =>
    setup.addFeed(team, { projectId, kind, settings }, who),
  );
  return { message: await renderFeedList(project, ask, { done: 'Undone.' }), delivered: 'replacing' };
});
