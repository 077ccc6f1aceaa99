/** The menu of a feed that was made in Slack: change it, stop it for a while, or end it. */
import { ACTIONS } from '../../slack/blocks.ts';
import { dropFeed } from '../feeds/drop-feed.ts';
import { feedEditor } from '../feeds/feed-editor.ts';
import { feedClicked, listAgain, pauseForPerson, resumeForPerson } from '../feeds/feeds-of-project.ts';
import type { Action } from '../request.ts';

export const feedMenu: Action = {
  id: ACTIONS.feedMenu,
  async run(request, deps) {
    const [choice = '', ...rest] = request.value.split(' ');
    const feed = feedClicked({ ...request, value: rest.join(' ') }, deps);
    if (choice === 'edit') return { modal: await feedEditor(feed, request, deps) };
    if (choice === 'pause') await pauseForPerson(feed, undefined, request, deps);
    if (choice === 'resume') await resumeForPerson(feed, request, deps);
    if (choice === 'end') await dropFeed(feed, request, deps);
    return listAgain(feed, request, deps);
  },
};
