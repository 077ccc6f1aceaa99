/** The form of a feed, submitted: faults stand at their fields; otherwise the feed is made or changed. */
import { feedModal } from '../../messages/feed-modal.ts';
import { workingModal } from '../../messages/message-modal.ts';
import { subscriptionsAnswer } from '../../messages/subscriptions-answer.ts';
import { timezoneOf } from '../../projects.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { draftOf, faultsOf, shownForm } from '../feed-draft.ts';
import { FeedMetadata } from '../feed-metadata.ts';
import { feedsOfProject, standingNow } from '../feeds-of-project.ts';
import { requireVisible } from '../guards.ts';
import type { View } from '../request.ts';
import { subscribe } from '../subscribe.ts';

export const feedFormView: View = {
  id: VIEWS.feedForm,
  async submit(form, deps) {
    const { project: projectId, channel, feed, revision = 0, kind } = carried(FeedMetadata, form.metadata);
    const draft = draftOf(form, kind);
    const faults = faultsOf(draft);
    if (Object.keys(faults).length > 0) return { errors: faults };
    return {
      channel,
      working: workingModal('Looking whether it can be posted there …'),
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
