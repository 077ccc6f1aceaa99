/** Opens the form that changes a feed, with the feed as it is now: from the list of feeds, and from the Home tab. */
import type { ModalView } from '@slack/types';
import { feedModal } from '../../messages/forms/feed-modal.ts';
import { type Feed, timezoneOf } from '../../projects/projects.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { draftOfFeed, shownForm } from './feed-draft.ts';
import { feedMetadata } from './feed-metadata.ts';

/** What the form begins with: a schedule that was typed; `home`: the Home tab shows the change. */
export type EditorStart = { schedule?: string; home?: true };

/** @throws Refused for a feed of projects.yml, and for one that is gone. */
export async function feedEditor(
  { id, project }: Feed,
  { installation, channel }: Pick<Asker, 'installation' | 'channel'>,
  deps: SurfaceDeps,
  { schedule, home }: EditorStart = {},
): Promise<ModalView> {
  const kept = await deps.setup.feed(installation.team, id);
  if (!kept) {
    throw new Refused({
      sentence: 'This feed is in projects.yml, or gone; it cannot be changed here.',
      example: '/visibility subscriptions',
    });
  }
  const { kind, revision, settings: before } = kept;
  const metadata = feedMetadata({ project: project.id, channel, feed: id, revision, kind, before, home });
  const timezone = timezoneOf(deps.projects(), project);
  const shown = { project, timezone, metadata, isNew: false, now: deps.clock.now() };
  const draft = draftOfFeed(kept);
  const values = { ...draft.values, ...(schedule && { schedule }) };
  return feedModal(shownForm({ ...draft, values }, shown));
}
