/** The buttons of a feed, in the list of feeds, on its posts and on what was told of one that stands still; and what an invitation or a removal does to it. */
import { carryIfFits } from '../../carried.ts';
import type { DigestHeld, FeedPaused } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { filtersPage } from '../../messages/feeds/filters.ts';
import { myFiguresAnswer } from '../../messages/feeds/recap.ts';
import { pause, resume } from '../../outbox/pause.ts';
import { recipientsOf, timezoneOf } from '../../projects/projects.ts';
import { figuresOf, recapHistoryStart } from '../../rules/recap.ts';
import { leadStories } from '../../store/lead-stories.ts';
import { muteAnswers } from '../../store/mutes.ts';
import { subscriptionState } from '../../store/subscriptions.ts';
import { type ActionAsk, action, type EventHandler } from '../ask.ts';
import { findDecision, requireVisible } from '../guards.ts';
import { Refused, requireCarried } from '../refused.ts';
import { feedEditor } from './feed-form.ts';
import {
  dropFeed,
  feedsIn,
  pauseForPerson,
  replaceFeedList,
  requireClickedFeed,
  resumeForPerson,
} from './feeds-of-project.ts';

export const feedPause = action(ACTIONS.feedPause, async (ask) => {
  const feed = requireClickedFeed(ask);
  await pauseForPerson(feed, undefined, ask);
  return replaceFeedList(feed, ask);
});

/** Of a feed that was made in Slack: its choice comes first, then the feed. */
export const feedMenu = action(ACTIONS.feedMenu, async (ask) => {
  const { choice } = requireCarried('feed', ask.value);
  const feed = requireClickedFeed(ask);
  if (choice === 'edit') return { modal: await feedEditor(feed, ask) };
  if (choice === 'pause') await pauseForPerson(feed, undefined, ask);
  if (choice === 'resume') await resumeForPerson(feed, ask);
  if (choice === 'end') await dropFeed(feed, ask);
  return replaceFeedList(feed, ask);
});

export const feedResume = action(ACTIONS.feedResume, async (ask) => {
  if (ask.isPrivate) {
    const feed = requireClickedFeed(ask);
    await resumeForPerson(feed, ask);
    return replaceFeedList(feed, ask);
  }
  const { project, subscription } = await standstillAt(ask);
  const resumed = await resumeForPerson({ id: subscription, project }, ask);
  if (resumed === false) throw new Refused('This feed is no longer paused.');
  return undefined;
});

/** What the clicked message told. It may stand where the project is not shown: there it speaks of this feed alone. */
async function standstillAt(ask: ActionAsk): Promise<FeedPaused | DigestHeld> {
  const decision = await findDecision(ask.ts, ask);
  const told = decision?.kind === 'feed_paused' || decision?.kind === 'digest_held' ? decision : undefined;
  if (told?.subscription === requireCarried('feed', ask.value).feed) return told;
  throw new Refused('Sightline no longer knows this message. Nothing was changed.', {
    example: '/visibility resume',
  });
}

/** Change filter: what the feed leaves out, where that is changed, and the mutes that a click takes back. */
export const filterChange = action(ACTIONS.filterChange, async (ask) => {
  const feed = requireClickedFeed(ask);
  if (feed.kind !== 'leads') throw new Refused('This feed has no filters.');
  const { min_score, max_age, places, words } = feed.settings;
  const answers = await muteAnswers(ask.db, ask.team, feed.id);
  const muted = answers
    .filter(({ state }) => state === 'muted')
    .map(({ place, round }) => ({
      place,
      value: carryIfFits('muted_place', { subscription: feed.id, place, round }),
    }));
  const isMade = feed.revision !== undefined;
  const message = filtersPage(feed.project, {
    isMade,
    minScore: min_score,
    maxAgeMs: max_age,
    muted,
    places: places?.never ?? [],
    words: words?.never ?? [],
  });
  return { message };
});

/** My figures on a recap: what the person who asks did in its time, shown to nobody else. */
export const recapMine = action(ACTIONS.recapMine, async (ask) => {
  const { project: id, from, to } = requireCarried('recap', ask.value);
  const project = requireVisible(id, ask);
  const since = Math.min(from, recapHistoryStart({ from, to }));
  const stories = await leadStories(ask.db, { team: ask.team, projectId: id, since });
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const figures = figuresOf(ask.person, stories, { from, to });
  return { message: myFiguresAnswer(project, figures, { from, to, timezone }) };
});

/** What an invitation mends. */
const MENDED = new Set(['not_in_channel', 'channel_not_found']);

/** The bot was invited (back) to a channel: feeds that stood still for want of it go on by themselves. */
export const botJoined: EventHandler = async (ask) => {
  const { channel, person, workspace, team, db } = ask;
  if (person !== workspace.botUserId) return;
  for (const { id } of feedsIn(channel, ask)) {
    const state = await subscriptionState(db, team, id);
    if (state?.pausedAt === undefined || !MENDED.has(state.pauseReason ?? '')) continue;
    await resume(db, team, id, ask.now());
  }
  ask.wakePump();
};

/**
 * The bot was removed from a channel, or the channel archived: its feeds stand still before a post has to fail. `reason` is
 * Slack's own name of what a post would now be answered.
 */
export function channelLost(reason: 'not_in_channel' | 'is_archived'): EventHandler {
  return async (ask) => {
    const { channel, workspace, team, db } = ask;
    const at = ask.now();
    for (const { id: subscription, kind: feed, project } of feedsIn(channel, ask)) {
      const { id, name } = project;
      const paused = { subscription, feed, project: { id, name }, channel, reason, at };
      await pause(db, team, { kind: 'feed_paused', v: 1, ...paused }, recipientsOf(workspace.projects()));
    }
    ask.wakePump();
  };
}
