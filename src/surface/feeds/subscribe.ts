/** Makes and changes feeds for a person: only where a post can succeed, once, with an audit row. */

import type { KeptFeed } from '../../made.ts';
import type { FeedDraft } from '../../messages/forms/feed-modal.ts';
import type { Faults } from '../../messages/forms/form.ts';
import type { Project } from '../../projects.ts';
import { canPost } from '../../slack/reach.ts';
import { audited } from '../audited.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { faultsOf, settingsOf } from './feed-draft.ts';

/** What became of it: the feed, or what is wrong at which field. */
export type Subscribed = { kind: 'kept'; feed: KeptFeed } | { kind: 'faulty'; faults: Faults };

/** `change`: of a feed that is there, as it was at this revision. @throws Refused when somebody else changed it. */
export async function subscribe(
  project: Project,
  draft: FeedDraft,
  asker: Asker,
  deps: SurfaceDeps,
  change?: { id: string; revision: number },
): Promise<Subscribed> {
  const faults = { ...faultsOf(draft), ...(await unreachable(draft, asker)) };
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const { kind } = draft;
  const { setup, clock } = deps;
  const { installation, person } = asker;
  const settings = settingsOf(draft);
  const who = { by: person, at: clock.now() };
  const write = {
    action: change ? 'feed.change' : 'feed.make',
    projectId: project.id,
    subject: `${kind} in ${settings.channel}`,
  };
  const outcome = await audited(asker, deps, write, async () => {
    const result = change
      ? await setup.editFeed(installation.team, change.id, change.revision, settings, who)
      : await setup.addFeed(installation.team, { projectId: project.id, kind, settings }, who);
    return { result, outcome: result.kind };
  });
  if (!outcome) throw new Refused({ sentence: 'Your first click does this already.' });
  if (outcome.kind === 'refused') {
    const said = outcome.faults.map(({ field, sentence }) => [field, `${sentence}.`]);
    return { kind: 'faulty', faults: Object.fromEntries(said) };
  }
  if (outcome.kind === 'stale') {
    const { by, settings: now } = outcome.feed;
    throw new Refused({
      sentence: `Somebody (${by}) changed this feed meanwhile: it is “${now.schedule}” now. Nothing was changed; open the form again.`,
      example: '/visibility subscriptions',
    });
  }
  return { kind: 'kept', feed: outcome.feed };
}

/** No subscription before a post can succeed. */
async function unreachable({ values }: FeedDraft, { installation }: Asker): Promise<Faults> {
  const { channel } = values;
  if (!channel) return {};
  const can = await canPost(installation.client, channel);
  if (can === 'yes') return {};
  const sentence =
    can === 'is_archived'
      ? 'This channel is archived, so nothing can be posted there. Choose another.'
      : 'I can’t post in this channel yet. There, type /invite @Sightline, then try again.';
  return { channel: sentence };
}
