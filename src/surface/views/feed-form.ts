/** The form of a feed, submitted: faults stand at their fields; otherwise the feed is made or changed. */

import { workingModal } from '../../messages/answers/message-modal.ts';
import { subscriptionsAnswer } from '../../messages/answers/subscriptions-answer.ts';
import { feedModal } from '../../messages/forms/feed-modal.ts';
import { timezoneOf } from '../../projects.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { draftOf, faultsOf, shownForm } from '../feeds/feed-draft.ts';
import { FeedMetadata } from '../feeds/feed-metadata.ts';
import { feedsOfProject, standingNow } from '../feeds/feeds-of-project.ts';
import { subscribe } from '../feeds/subscribe.ts';
import { requireVisible } from '../guards.ts';
import type { View } from '../request.ts';

export const feedFormView: View = {
  id: VIEWS.feedForm,
  async submit(form, deps) {
    const { project: projectId, channel, feed, revision = 0, kind } = carried(FeedMetadata, form.metadata);
    const draft = draftOf(form, kind);
    const faults = faultsOf(draft);
    if (Object.keys(faults).length > 0) return { errors: faults };
    return {
      channel,
      working: workingModal('Looking whether it can be posted there'),
      async after(asker) {
        const project = requireVisible(projectId, asker, deps);
        const change = feed === undefined ? undefined : { id: feed, revision };
        const kept = await subscribe(project, draft, asker, deps, change);
        if (kept.kind === 'faulty') {
          const timezone = timezoneOf(deps.projects(), project);
          const { metadata } = form;
          const shown = { project, timezone, metadata, isNew: feed === undefined, now: deps.clock.now() };
          return { modal: feedModal(shownForm(draft, shown), kept.faults) };
        }
        const feeds = feedsOfProject(project, deps);
        const note = feed === undefined ? 'Subscribed.' : 'Changed.';
        return { message: subscriptionsAnswer(project, await standingNow(feeds, asker, deps), note) };
      },
    };
  },
};
