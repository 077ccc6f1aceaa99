/** Pause in the list of feeds: the feed stands still, and the list shows it. */
import { ACTIONS } from '../../slack/blocks.ts';
import { feedClicked, listAgain, pauseForPerson } from '../feeds/feeds-of-project.ts';
import type { Action } from '../request.ts';

export const feedPause: Action = {
  id: ACTIONS.feedPause,
  async run(request, deps) {
    const feed = feedClicked(request, deps);
    await pauseForPerson(feed, undefined, request, deps);
    return listAgain(feed, request, deps);
  },
};
