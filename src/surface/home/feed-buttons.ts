/** Pause and Resume on the Home tab: the feed stands still or goes on, and the tab shows it. */
import { type Feed, feedsOf } from '../../projects.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { pauseForPerson, resumeForPerson } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, SurfaceDeps } from '../request.ts';
import { seenBy } from '../seen-by.ts';
import { showHome } from './show-home.ts';

export const homeFeedPause: Action = {
  id: ACTIONS.homeFeedPause,
  async run(request, deps) {
    await pauseForPerson(await feedOfMine(request, deps), undefined, request, deps);
    await showHome(request, deps);
    return undefined;
  },
};

export const homeFeedResume: Action = {
  id: ACTIONS.homeFeedResume,
  async run(request, deps) {
    await resumeForPerson(await feedOfMine(request, deps), request, deps);
    await showHome(request, deps);
    return undefined;
  },
};

/** @throws Refused where the feed is gone, or posts to no channel that the person is in. */
async function feedOfMine(request: ActionRequest, deps: SurfaceDeps): Promise<Feed> {
  const { channels } = await seenBy(request, deps);
  const feed = feedsOf(deps.projects()).find(
    ({ id, channel }) => id === request.value && channels.has(channel),
  );
  if (feed) return feed;
  throw new Refused({
    sentence: 'This feed posts to no channel that you are in any more. Nothing was changed.',
  });
}
