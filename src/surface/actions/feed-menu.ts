/** The menu of a feed that was made in Slack: change it, stop it for a while, or end it. */
import { feedModal } from '../../messages/forms/feed-modal.ts';
import { timezoneOf } from '../../projects.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { dropFeed } from '../feeds/drop-feed.ts';
import { draftOfFeed, shownForm } from '../feeds/feed-draft.ts';
import { feedClicked, listAgain, pauseForPerson, resumeForPerson } from '../feeds/feeds-of-project.ts';
import { Refused } from '../refused.ts';
import type { Action } from '../request.ts';

export const feedMenu: Action = {
  id: ACTIONS.feedMenu,
  async run(request, deps) {
    const [choice = '', ...rest] = request.value.split(' ');
    const feed = feedClicked({ ...request, value: rest.join(' ') }, deps);
    if (choice === 'pause') await pauseForPerson(feed, undefined, request, deps);
    if (choice === 'resume') await resumeForPerson(feed, request, deps);
    if (choice === 'end') await dropFeed(feed, request, deps);
    if (choice !== 'edit') return listAgain(feed, request, deps);
    const kept = await deps.setup.feed(request.installation.team, feed.id);
    if (!kept)
      throw new Refused({
        sentence: 'This feed is in projects.yml, or gone; it cannot be changed here.',
        example: '/visibility subscriptions',
      });
    const { project } = feed;
    const { kind, revision } = kept;
    const metadata = JSON.stringify({
      project: project.id,
      channel: request.channel,
      feed: kept.id,
      revision,
      kind,
    });
    const timezone = timezoneOf(deps.projects(), project);
    const shown = { project, timezone, metadata, isNew: false, now: deps.clock.now() };
    return { modal: feedModal(shownForm(draftOfFeed(kept), shown)) };
  },
};
