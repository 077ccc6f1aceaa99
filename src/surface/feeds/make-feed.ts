/** Makes and changes feeds for a person: only where a post can succeed, once, with an audit row. */
import { isDeepStrictEqual } from 'node:util';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { lasting } from '../../messages/ages.ts';
import type { Faults, FeedDraft } from '../../messages/feeds/feed-form.ts';
import { brief } from '../../messages/lengths.ts';
import type { KeptFeed } from '../../projects/made.ts';
import { feedId, type Project, visibleIn } from '../../projects/projects.ts';
import { canPost } from '../../slack/can-post.ts';
import { audited } from '../audited.ts';
import { nameOf } from '../named.ts';
import { Refused } from '../refused.ts';
import type { Asker, SurfaceDeps } from '../request.ts';
import { faultsOf, settingsOf } from './feed-draft.ts';

/** What became of it: the feed, with the projects that its channel showed without this one; or what is wrong at which field. */
export type Made =
  | { kind: 'kept'; feed: KeptFeed; beside: readonly Project[] }
  | { kind: 'faulty'; faults: Faults };

/** A feed that is there, as it was at this revision; `before` are its settings then, where they are known. */
export type ChangeOf = { id: string; revision: number; before?: KeptFeed['settings'] | undefined };

/** `change`: instead of making one. @throws Refused when somebody else changed or ended it meanwhile. */
export async function makeFeed(
  project: Project,
  draft: FeedDraft,
  asker: Asker,
  deps: SurfaceDeps,
  change?: ChangeOf,
): Promise<Made> {
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
    throw new Refused({ sentence: `${changed} Your change wasn’t saved; open the form again.`, example });
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
  return isNamed ? { mention: 'Sightline can’t be mentioned in its own alert. Choose people.' } : {};
}

/**
 * What keeps a person from having something posted or shown in a channel, in a sentence for its field; undefined if nothing
 * does: the bot can post there, and they are there too.
 */
export async function placeFault(
  channel: string,
  { installation, person }: Asker,
  { isMember }: Pick<SurfaceDeps, 'isMember'>,
): Promise<string | undefined> {
  const can = await canPost(installation.client, channel);
  if (can === 'is_archived') return 'This channel is archived. Choose another.';
  if (can !== 'yes')
    return 'I can’t post in this channel yet. Type /invite @Sightline there, then try again.';
  if (await isMember(installation, channel, person, 'now')) return undefined;
  return 'You’re not in this channel. Join it first, or choose another.';
}

type Settings = KeptFeed['settings'];

/** The settings as people speak of them; the channel is not among them, for with another one it is another feed. */
const NAMES: Readonly<Record<string, string>> = {
  schedule: 'the schedule',
  quiet: 'the quiet hours',
  ...Object.fromEntries(
    Object.values(FEED_WORDS).flatMap(({ settings }) =>
      Object.entries(settings).map(([name, { named }]) => [name, named]),
    ),
  ),
};

/** Changes that are named; a sentence holds no more. */
const NAMED = 2;

/**
 * "Ana changed the schedule to “Mondays 8:00” 2 min ago." `before` is the feed as the form showed it, where that is
 * known; `who` begins the sentence, `at` is now (epoch ms).
 */
export function changeInWords(
  before: Settings | undefined,
  now: Pick<KeptFeed, 'settings' | 'at'>,
  who: string,
  at: number,
): string {
  const when = `${lasting(at - now.at)} ago`;
  const changes = before ? changesOf(before, now.settings) : [];
  if (changes.length === 0) {
    return `${who} changed this feed ${when}: its schedule is “${words(now.settings.schedule)}” now.`;
  }
  const others = changes.length - NAMED;
  const named = changes.slice(0, NAMED).join(others > 0 ? ', ' : ' and ');
  return `${who} changed ${named}${others > 0 ? ` and ${others} more` : ''} ${when}.`;
}

function changesOf(before: Settings, now: Settings): string[] {
  return Object.entries(NAMES).flatMap(([key, name]) => {
    if (isDeepStrictEqual(before[key], now[key])) return [];
    const said = words(now[key]);
    return said ? `${name} to “${said}”` : name;
  });
}

/** Empty for what is no text, and for what is not set any more. */
function words(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return brief(`${value}`, 'place');
  const isList = typeof value === 'object' && value !== null && 'never' in value;
  return isList && Array.isArray(value.never) ? brief(value.never.join(', '), 'place') : '';
}
