/** What can be done with a feed on the Home tab: it stands still, goes on, or is changed, and the tab shows it. */
import { ACTIONS } from '../../messages/actions.ts';
import { type Feed, feedsOf } from '../../projects/projects.ts';
import { pauseForPerson, resumeForPerson } from '../feeds/feed-acts.ts';
import { feedEditor } from '../feeds/feed-form.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Answer, SurfaceDeps } from '../request.ts';
import { seenBy } from '../seen-by.ts';
import { showHome } from './show-home.ts';

type Choice = (feed: Feed, request: ActionRequest, deps: SurfaceDeps) => Promise<Answer>;

const pause: Choice = async (feed, request, deps) => {
  await pauseForPerson(feed, undefined, request, deps);
  await showHome(request, deps);
  return undefined;
};

const resume: Choice = async (feed, request, deps) => {
  await resumeForPerson(feed, request, deps);
  await showHome(request, deps);
  return undefined;
};

/** The form belongs to the feed's channel: whoever leaves that before they submit it, changes nothing. */
const edit: Choice = async (feed, { installation }, deps) => ({
  modal: await feedEditor(feed, { installation, channel: feed.channel }, deps, { home: true }),
});

const CHOICES: Readonly<Record<string, Choice>> = { pause, resume, edit };

export const homeFeedPause: Action = {
  id: ACTIONS.homeFeedPause,
  run: (request, deps) => chosen('pause', request.value, request, deps),
};

export const homeFeedResume: Action = {
  id: ACTIONS.homeFeedResume,
  run: (request, deps) => chosen('resume', request.value, request, deps),
};

/** Of a feed that was made in Slack: its choice comes first, then the feed. */
export const homeFeedMenu: Action = {
  id: ACTIONS.homeFeedMenu,
  run(request, deps) {
    const [choice = '', ...feed] = request.value.split(' ');
    return chosen(choice, feed.join(' '), request, deps);
  },
};

async function chosen(
  choice: string,
  feedId: string,
  request: ActionRequest,
  deps: SurfaceDeps,
): Promise<Answer> {
  const run = Object.hasOwn(CHOICES, choice) ? CHOICES[choice] : undefined;
  if (!run) throw new Refused({ sentence: 'Sightline no longer has this choice.' });
  return run(await feedOfMine(feedId, request, deps), request, deps);
}

/** @throws Refused where the feed is gone, or posts to no channel that the person is in. */
async function feedOfMine(feedId: string, request: ActionRequest, deps: SurfaceDeps): Promise<Feed> {
  const { channels } = await seenBy(request, deps);
  const feed = feedsOf(deps.projects()).find(({ id, channel }) => id === feedId && channels.has(channel));
  if (feed) return feed;
  throw new Refused({
    sentence: 'This feed is gone, or you’re no longer in its channel. Nothing was changed.',
  });
}
