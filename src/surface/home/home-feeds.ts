/** What can be done with a feed on the Home tab: it stands still, goes on, or is changed, and the tab shows it. */
import type { Carried } from '../../carried.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { type Feed, feedsOf } from '../../projects/projects.ts';
import type { Action, ActionAsk, Answer } from '../ask.ts';
import { feedEditor } from '../feeds/feed-form.ts';
import { pauseForPerson, resumeForPerson } from '../feeds/feeds-of-project.ts';
import { carried, Refused } from '../refused.ts';
import { seenBy } from '../seen-by.ts';
import { showHome } from './show-home.ts';

export const homeFeedPause: Action = {
  id: ACTIONS.homeFeedPause,
  run: (ask) => chosen('pause', ask),
};

export const homeFeedResume: Action = {
  id: ACTIONS.homeFeedResume,
  run: (ask) => chosen('resume', ask),
};

/** Of a feed that was made in Slack. */
export const homeFeedMenu: Action = {
  id: ACTIONS.homeFeedMenu,
  run: (ask) => chosen(carried('feed', ask.value).choice, ask),
};

async function chosen(choice: Carried<'feed'>['choice'], ask: ActionAsk): Promise<Answer> {
  const feed = await feedOfMine(carried('feed', ask.value).feed, ask);
  // The form belongs to the feed's channel: whoever leaves that before they submit it, changes nothing.
  if (choice === 'edit')
    return { modal: await feedEditor(feed, { ...ask, channel: feed.channel }, { home: true }) };
  if (choice === 'pause') await pauseForPerson(feed, undefined, ask);
  else if (choice === 'resume') await resumeForPerson(feed, ask);
  else throw new Refused({ sentence: 'Sightline no longer has this choice.' });
  await showHome(ask);
  return undefined;
}

/** @throws Refused where the feed is gone, or posts to no channel that the person is in. */
async function feedOfMine(feedId: string, ask: ActionAsk): Promise<Feed> {
  const { channels } = await seenBy(ask);
  const feeds = feedsOf(ask.workspace.projects());
  const feed = feeds.find(({ id, channel }) => id === feedId && channels.has(channel));
  if (feed) return feed;
  throw new Refused({
    sentence: 'This feed is gone, or you’re no longer in its channel. Nothing was changed.',
  });
}
