/** Makes and changes feeds for a person: only where a post can succeed, once, with an audit row. */
import type { FeedDraft } from '../../messages/forms/feed-modal.ts';
import type { Faults } from '../../messages/forms/form.ts';
import type { KeptFeed } from '../../projects/made.ts';
import { feedId, type Project, visibleIn } from '../../projects/projects.ts';
import { audited } from '../audited.ts';
import { nameOf } from '../named.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { changeInWords } from './feed-changes.ts';
import { faultsOf, settingsOf } from './feed-draft.ts';
import { placeFault } from './place-fault.ts';

/** What became of it: the feed, with the projects that its channel showed without this one; or what is wrong at which field. */
export type Subscribed =
  | { kind: 'kept'; feed: KeptFeed; beside: readonly Project[] }
  | { kind: 'faulty'; faults: Faults };

/** A feed that is there, as it was at this revision; `before` are its settings then, where they are known. */
export type ChangeOf = { id: string; revision: number; before?: KeptFeed['settings'] | undefined };

/** `change`: instead of making one. @throws Refused when somebody else changed or ended it meanwhile. */
export async function subscribe(
  project: Project,
  draft: FeedDraft,
  asker: Asker,
  deps: SurfaceDeps,
  change?: ChangeOf,
): Promise<Subscribed> {
  const faults = {
    ...faultsOf(draft),
    ...namedInVain(draft, asker),
    ...(await unreachable(draft.values.channel, asker, deps)),
  };
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const { kind } = draft;
  const { setup, clock } = deps;
  const { installation, person } = asker;
  const example = '/visibility subscriptions';
  const settings = settingsOf(draft);
  const who = { by: person, at: clock.now() };
  const shownBefore = visibleIn(deps.projects(), `${settings.channel}`);
  const write = {
    action: change ? 'feed.change' : 'feed.make',
    projectId: project.id,
    subject: change?.id ?? feedId(kind, project.id, `${settings.channel}`),
  };
  const outcome = await audited(asker, deps, write, async () => {
    const result = change
      ? await setup.editFeed(installation.team, change.id, change.revision, settings, who)
      : await setup.addFeed(installation.team, { projectId: project.id, kind, settings }, who);
    const isInVain = result.kind === 'refused' || result.kind === 'stale';
    return { result, outcome: isInVain ? undefined : result.kind };
  });
  if (outcome.kind === 'refused') {
    // Which feed or project is meant is no field of the form.
    const gone = outcome.faults.find(({ field }) => field === 'feed' || field === 'project');
    if (gone) throw new Refused({ sentence: `${gone.sentence}. Nothing was changed.`, example });
    const said = outcome.faults.map(({ field, sentence }) => [field, `${sentence}.`]);
    return { kind: 'faulty', faults: Object.fromEntries(said) };
  }
  if (outcome.kind === 'stale') {
    const who = await nameOf(outcome.feed.by, asker, deps);
    const changed = changeInWords(change?.before, outcome.feed, who, clock.now());
    throw new Refused({ sentence: `${changed} Nothing was changed now; open the form again.`, example });
  }
  const isNewThere = shownBefore.every(({ id }) => id !== project.id);
  return { kind: 'kept', feed: outcome.feed, beside: isNewThere ? shownBefore : [] };
}

/** No subscription before a post can succeed. */
async function unreachable(channel: string | undefined, asker: Asker, deps: SurfaceDeps): Promise<Faults> {
  const sentence = channel ? await placeFault(channel, asker, deps) : undefined;
  return sentence === undefined ? {} : { channel: sentence };
}

/** Slack's list of people has its bots too, and whoever is named is to read the alert. */
function namedInVain({ lists }: FeedDraft, { installation }: Asker): Faults {
  const isNamed = lists.mention?.includes(installation.botUserId);
  return isNamed ? { mention: 'Sightline posts the alert and reads none: choose people.' } : {};
}
