/** Something in the feed form changed: its fields, its usual schedule and its next times follow. */
import { feedModal } from '../../messages/forms/feed-modal.ts';
import { timezoneOf } from '../../projects/projects.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { carried } from '../carried.ts';
import { draftOf, shownForm, withUsualSchedule } from '../feeds/feed-draft.ts';
import { FeedMetadata } from '../feeds/feed-metadata.ts';
import { requireVisible } from '../guards.ts';
import type { Action } from '../request.ts';

export function feedFormTyped(id: string): Action {
  return {
    id,
    async run({ form, ...asker }, deps) {
      if (!form) return undefined;
      const { project: projectId, feed, kind } = carried(FeedMetadata, form.metadata);
      const project = requireVisible(projectId, asker, deps);
      const draft = draftOf(form, kind);
      const shown = {
        project,
        timezone: timezoneOf(deps.projects(), project),
        metadata: form.metadata,
        isNew: feed === undefined,
        now: deps.clock.now(),
      };
      return {
        modal: feedModal(shownForm(id === ACTIONS.feedKind ? withUsualSchedule(draft) : draft, shown)),
      };
    },
  };
}
