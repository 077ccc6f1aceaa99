/** What can be done with an open alert or a feed on the Home tab: its why comes as a direct message, the rest happens where it stands. */

import { type Carried, readCarried } from '../../carried.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { alertShownAnswer } from '../../messages/scores/alert-answers.ts';
import { type Feed, feedsOf, type Project } from '../../projects/projects.ts';
import { releaseAlert, takeAlert } from '../../store/alerts.ts';
import { deliveryOn } from '../../store/deliveries.ts';
import type { Action, ActionAsk, Answer, Permission } from '../ask.ts';
import { feedEditor } from '../feeds/feed-form.ts';
import { pauseForPerson, resumeForPerson } from '../feeds/feeds-of-project.ts';
import { Refused, requireCarried } from '../refused.ts';
import { findPermalink } from '../reply.ts';
import { type ClickedAlert, explainAlert, findAlertIn } from '../scores/alert.ts';
import { changeAlert } from '../scores/alert-buttons.ts';
import { showWhy } from '../scores/alert-details.ts';
import { findChannelsSeen, findSeen, requireSeen } from '../seen-by.ts';
import { showHome } from './show-home.ts';

type Choice = NonNullable<Carried<'alert'>['choice']>;

const PERMISSIONS: Readonly<Record<Choice, Permission>> = {
  why: 'everyone',
  show: 'members',
  take: 'leads',
  release: 'leads',
};

/** As in the alert's own message. What cannot be read does nothing. */
export function homeAlertPermission(value: string): Permission {
  return PERMISSIONS[readCarried('alert', value)?.choice ?? 'why'];
}

/** One button for each, and a menu where many alerts are open. */
export const homeAlerts: readonly Action[] = [
  ACTIONS.homeAlertWhy,
  ACTIONS.homeAlertShow,
  ACTIONS.homeAlertTake,
  ACTIONS.homeAlertMenu,
].map((id) => ({ id, run: onAlert }));

async function onAlert(ask: ActionAsk): Promise<Answer> {
  const { project: id, alert: key, choice = 'why' } = requireCarried('alert', ask.value);
  const project = await requireSeen(id, ask);
  if (choice === 'why') return { message: await explainAlert(key, project, ask) };
  const places = await placesOf(key, project, ask);
  if (choice === 'show') return show(key, places, ask);
  const [first] = places;
  if (!first) throw gone();
  const taking = { by: ask.person, since: ask.now() };
  await changeAlert(first, `alert.${choice}`, ask, async (trx) => {
    let isChanged = false;
    for (const { at } of places) {
      const done = choice === 'take' ? takeAlert(trx, at, taking) : releaseAlert(trx, at, ask.person);
      isChanged = (await done) || isChanged;
    }
    return isChanged;
  });
  await showHome(ask);
  return undefined;
}

/** Into the thread of its message, in the first of the asker's channels that has one. */
async function show(key: string, places: readonly ClickedAlert[], ask: ActionAsk): Promise<Answer> {
  const { db, team, workspace } = ask;
  for (const { at, which } of places) {
    const { channel } = at;
    const ts = (await deliveryOn(db, team, channel, key))?.ts;
    if (!ts) continue;
    await showWhy({ ...ask, channel, ts });
    const address = await findPermalink(workspace.client, channel, ts);
    return { message: alertShownAnswer(which, channel, address) };
  }
  throw gone();
}

/** The alert as each of the asker's channels was told of it by a message of its own. */
async function placesOf(key: string, project: Project, ask: ActionAsk): Promise<ClickedAlert[]> {
  const channels = await findChannelsSeen(project, ask);
  const told = await Promise.all(channels.map((channel) => findAlertIn(channel, key, project, ask)));
  return told.flatMap((one) => (one === undefined || one.alert.toldIn ? [] : one));
}

function gone(): Refused {
  return new Refused('This alert stands in no channel that you’re in. Nothing was changed.', {
    example: '/visibility scores',
  });
}

/** Pause and Resume of a feed of the file, and the menu of one that was made in Slack. */
export const homeFeeds: readonly Action[] = [
  { id: ACTIONS.homeFeedPause, run: (ask) => onFeed('pause', ask) },
  { id: ACTIONS.homeFeedResume, run: (ask) => onFeed('resume', ask) },
  { id: ACTIONS.homeFeedMenu, run: (ask) => onFeed(requireCarried('feed', ask.value).choice, ask) },
];

async function onFeed(choice: Carried<'feed'>['choice'], ask: ActionAsk): Promise<Answer> {
  const feed = await feedOfMine(requireCarried('feed', ask.value).feed, ask);
  // The form belongs to the feed's channel: whoever leaves that before they submit it, changes nothing.
  if (choice === 'edit')
    return { modal: await feedEditor(feed, { ...ask, channel: feed.channel }, { home: true }) };
  if (choice === 'pause') await pauseForPerson(feed, undefined, ask);
  else if (choice === 'resume') await resumeForPerson(feed, ask);
  else throw new Refused('Sightline no longer has this choice.');
  await showHome(ask);
  return undefined;
}

/** @throws Refused where the feed is gone, or posts to no channel that the person is in. */
async function feedOfMine(feedId: string, ask: ActionAsk): Promise<Feed> {
  const { channels } = await findSeen(ask);
  const feeds = feedsOf(ask.workspace.projects());
  const feed = feeds.find(({ id, channel }) => id === feedId && channels.has(channel));
  if (feed) return feed;
  throw new Refused('This feed is gone, or you’re no longer in its channel. Nothing was changed.');
}
