/** The form of a feed, submitted: faults stand at their fields; otherwise the feed is made or changed. */
import { feedChanged } from '../../messages/answers/feed-changed.ts';
import { workingModal } from '../../messages/answers/message-modal.ts';
import { type FeedDraft, faultsByBlock, feedModal } from '../../messages/forms/feed-modal.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { draftOf, faultsOf, shownForm } from '../feeds/feed-draft.ts';
import { FeedMetadata } from '../feeds/feed-metadata.ts';
import { feedList, feedsOfProject, standingNow } from '../feeds/feeds-of-project.ts';
import { subscribe } from '../feeds/subscribe.ts';
import { requireVisible } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import type { Answer, Asker, SurfaceDeps, View } from '../request.ts';

export const feedFormView: View = {
  id: VIEWS.feedForm,
  async submit(form, deps) {
    const shown = carried(FeedMetadata, form.metadata);
    const draft = draftOf(form, shown.kind);
    const faults = faultsByBlock(faultsOf(draft), draft.kind);
    if (Object.keys(faults).length > 0) return { errors: faults };
    return {
      channel: shown.channel,
      working: workingModal('Looking whether it can be posted there'),
      async after(asker) {
        try {
          return await keep(draft, shown, form.metadata, asker, deps);
        } finally {
          // Refused or not: the tab below the form shows how the feed is now.
          if (shown.home) await showHome(asker, deps);
        }
      },
    };
  },
};

async function keep(
  draft: FeedDraft,
  { project: projectId, feed, revision = 0, before, home }: FeedMetadata,
  metadata: string,
  asker: Asker,
  deps: SurfaceDeps,
): Promise<Answer> {
  const project = requireVisible(projectId, asker, deps);
  const change = feed === undefined ? undefined : { id: feed, revision, before };
  const kept = await subscribe(project, draft, asker, deps, change);
  if (kept.kind === 'faulty') {
    const timezone = timezoneOf(deps.projects(), project);
    const shown = { project, timezone, metadata, isNew: feed === undefined, now: deps.clock.now() };
    return { modal: feedModal(shownForm(draft, shown), kept.faults) };
  }
  if (!home) {
    const note = feed === undefined ? 'Subscribed.' : 'Changed.';
    return { message: await feedList(project, asker, deps, { note, beside: kept.beside }) };
  }
  const own = feedsOfProject(project, deps).filter(({ id }) => id === kept.feed.id);
  return { message: feedChanged(project, await standingNow(own, asker, deps), kept.beside) };
}
