/** Buttons of feeds, in their list and on the Home tab, on posts and pause notices; pausing and resuming when the bot leaves or joins. */
import { type Carried, carryIfFits } from '../../carried.ts';
import type { DigestHeld, FeedPaused } from '../../decision.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { filtersPage } from '../../messages/feeds/feed-list.ts';
import { myFiguresAnswer } from '../../messages/feeds/recap.ts';
import { pauseTogether, resume } from '../../outbox/pause.ts';
import { type Feed, feedOf, recipientsOf, timezoneOf } from '../../projects/projects.ts';
import { countFigures, recapHistoryStart } from '../../rules/recap.ts';
import { readLeadStories } from '../../store/lead-stories.ts';
import { readMuteAnswers } from '../../store/mutes.ts';
import { readSubscription } from '../../store/subscriptions.ts';
import { type ActionAsk, type Answer, action, type EventHandler } from '../ask.ts';
import { findDecision, requireVisible } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findSeen } from '../seen-by.ts';
import { openFeedEditor } from './feed-form.ts';
import {
  dropFeed,
  listFeedsIn,
  pauseForPerson,
  replaceFeedList,
  requireClickedFeed,
  resumeForPerson,
} from './feeds-of-project.ts';

export const feedPause = action(ACTIONS.feedPause, (ask) => changeFeed('pause', ask));

export const feedMenu = action(ACTIONS.feedMenu, (ask) =>
  changeFeed(requireCarried('feed', ask.value).choice, ask),
);

/** A click in the list of feeds or on the Home tab, which shows the change. */
async function changeFeed(choice: Carried<'feed'>['choice'], ask: ActionAsk): Promise<Answer> {
  const isHome = ask.channel === '';
  const feed = isHome ? await requireFeedSeen(ask) : requireClickedFeed(ask);
  // On the Home tab the form acts for the feed's channel: people who have left it by then change nothing.
  if (choice === 'edit')
    return {
      modal: isHome
        ? await openFeedEditor(feed, { ...ask, channel: feed.channel }, { home: true })
        : await openFeedEditor(feed, ask),
    };
  if (choice === 'pause') await pauseForPerson(feed, undefined, ask);
  if (choice === 'resume') await resumeForPerson(feed, ask);
  if (choice === 'end') await dropFeed(feed, ask);
  if (!isHome) return replaceFeedList(feed, ask);
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
  const resumed: (boolean | undefined)[] = [];
  for (const { project, subscription } of [notice, ...others])
    resumed.push(await resumeForPerson({ id: subscription, project }, ask));
  if (resumed.every((one) => one === false))
    throw new Refused(
      others.length > 0 ? 'None of them is paused any more.' : 'This feed is no longer paused.',
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
  const { min_score, max_age, places, words } = feed.settings;
  const answers = await readMuteAnswers(ask.db, ask.team, feed.id);
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

/** My figures on a recap: what the asker did in its week, privately. */
export const recapMine = action(ACTIONS.recapMine, async (ask) => {
  const { project: id, from, to } = requireCarried('recap', ask.value);
  const project = requireVisible(id, ask);
  const since = Math.min(from, recapHistoryStart({ from, to }));
  const stories = await readLeadStories(ask.db, { team: ask.team, projectId: id, since });
  const timezone = timezoneOf(ask.workspace.projects(), project);
  const figures = countFigures(ask.person, stories, { from, to });
  return { message: myFiguresAnswer(project, figures, { from, to, timezone }) };
});

/** Pause reasons that an invitation resolves. */
const RESOLVED = new Set(['not_in_channel', 'channel_not_found']);

/** The bot was invited to a channel: resumes feeds that were paused because it was missing. */
export const botJoined: EventHandler = async (ask) => {
  const { channel, person, workspace, team, db } = ask;
  if (person !== workspace.botUserId) return;
  for (const { id } of listFeedsIn(channel, ask)) {
    const state = await readSubscription(db, team, id);
    if (state?.paused_at == null || !RESOLVED.has(state.pause_reason ?? '')) continue;
    await resume(db, team, id, ask.now());
  }
  ask.wakePump();
};

/** The bot lost a channel: pauses its feeds before a post fails. `reason`: how Slack would refuse a post. */
export function channelLost(reason: 'not_in_channel' | 'is_archived'): EventHandler {
  return async (ask) => {
    const { channel, workspace, team, db } = ask;
    const at = ask.now();
    const lost = listFeedsIn(channel, ask).map(({ id: subscription, kind: feed, project }): FeedPaused => {
      const { id, name } = project;
      return { kind: 'feed_paused', v: 1, subscription, feed, project: { id, name }, channel, reason, at };
    });
    await pauseTogether(db, team, lost, recipientsOf(workspace.projects()));
    ask.wakePump();
  };
}
