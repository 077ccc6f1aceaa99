/** Something in the feed form changed: its fields and its next times follow. */
import { feedModal } from '../../messages/forms/feed-modal.ts';
import { timezoneOf } from '../../projects.ts';
import { carried } from '../carried.ts';
import { draftOf, shownForm } from '../feeds/feed-draft.ts';
import { FeedMetadata } from '../feeds/feed-metadata.ts';
import { requireVisible } from '../guards.ts';
import type { Action } from '../request.ts';

export function feedFormTyped(id: string): Action {
  return {
    id,
    async run({ form, ...asker }, deps) {
      if (!form) return undefined;
      const { project: projectId, channel, feed, kind } = carried(FeedMetadata, form.metadata);
      const project = requireVisible(projectId, { ...asker, channel }, deps);
      const shown = {
        project,
        timezone: timezoneOf(deps.projects(), project),
        metadata: form.metadata,
        isNew: feed === undefined,
        now: deps.clock.now(),
      };
      return { modal: feedModal(shownForm(draftOf(form, kind), shown)) };
    },
  };
}
