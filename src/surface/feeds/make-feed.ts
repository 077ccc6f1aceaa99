/** Makes and changes feeds for a person: only where a post can succeed, once, with an audit row. */

import { isDeepStrictEqual } from 'node:util';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import type { Faults, FeedDraft } from '../../messages/feeds/feed-form.ts';
import { brief } from '../../messages/lengths.ts';
import { lasting } from '../../messages/times.ts';
import type { KeptFeed } from '../../projects/made.ts';
import { feedId, type Project, visibleIn } from '../../projects/projects.ts';
import { canPost } from '../../slack/members.ts';
import type { Ask } from '../ask.ts';
import { audited } from '../audited.ts';
import { nameOf, Refused } from '../refused.ts';
import { faultsOf, settingsOf } from './feed-draft.ts';
import { feedsOfProject } from './feeds-of-project.ts';

/**
 * What became of it: the feed, with the projects that its channel showed without this one, and of a new one the channels to which
 * other feeds post the same; or what is wrong at which field.
 */
export type Made =
  | { kind: 'kept'; feed: KeptFeed; beside: readonly Project[]; also: readonly string[] }
  | { kind: 'faulty'; faults: Faults };

/** A feed that is there, as it was at this revision; `before` are its settings then, where they are known. */
export type ChangeOf = { id: string; revision: number; before?: KeptFeed['settings'] | undefined };

/** `change`: instead of making one. @throws Refused when somebody else changed or ended it meanwhile. */
export async function makeFeed(
  project: Project,
  draft: FeedDraft,
  ask: Ask,
  change?: ChangeOf,
): Promise<Made> {
  const faults = {
    ...faultsOf(draft),
    ...namedInVain(draft, ask),
    ...(await unreachable(draft.values.channel, ask)),
  };
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const { kind } = draft;
  const { team, workspace } = ask;
  const { setup } = workspace;
  const example = '/visibility feeds';
  const settings = settingsOf(draft);
  const who = { by: ask.person, at: ask.now() };
  const shownBefore = visibleIn(workspace.projects(), `${settings.channel}`);
  const write = {
    action: change ? 'feed.change' : 'feed.make',
    projectId: project.id,
    subject: change?.id ?? feedId(kind, project.id, `${settings.channel}`),
  };
  const outcome = await audited(ask, write, async () => {
    const result = change
      ? await setup.editFeed(team, change.id, change.revision, settings, who)
      : await setup.addFeed(team, { projectId: project.id, kind, settings }, who);
    const isInVain = result.kind === 'refused' || result.kind === 'stale';
    return { result, outcome: isInVain ? undefined : result.kind };
  });
  if (outcome.kind === 'refused') {
    // Which feed or project is meant is no field of the form.
    const gone = outcome.faults.find(({ field }) => field === 'feed' || field === 'project');
    if (gone) throw new Refused(`${gone.sentence}. Nothing was changed.`, { example });
    const said = outcome.faults.map(({ field, sentence }) => [field, `${sentence}.`]);
    return { kind: 'faulty', faults: Object.fromEntries(said) };
  }
  if (outcome.kind === 'stale') {
    const who = await nameOf(outcome.feed.by, ask);
    const changed = changeInWords(change?.before, outcome.feed, who, ask.now());
    throw new Refused(`${changed} Your change wasn’t saved; open the form again.`, { example });
  }
  const isNewThere = shownBefore.every(({ id }) => id !== project.id);
  const also = feedsOfProject(project, ask).flatMap((feed) =>
    !change && feed.kind === kind && feed.channel !== settings.channel ? feed.channel : [],
  );
  return { kind: 'kept', feed: outcome.feed, beside: isNewThere ? shownBefore : [], also };
}

/** No subscription before a post can succeed. */
async function unreachable(channel: string | undefined, ask: Ask): Promise<Faults> {
  const sentence = channel ? await placeFault(channel, ask) : undefined;
  return sentence === undefined ? {} : { channel: sentence };
}

/** Slack's list of people has its bots too, and whoever is named is to read the alert. */
function namedInVain({ lists }: FeedDraft, { workspace }: Ask): Faults {
  const isNamed = lists.mention?.includes(workspace.botUserId);
  return isNamed ? { mention: 'Sightline can’t be mentioned in its own alert. Choose people.' } : {};
}

/**
 * What keeps a person from having something posted or shown in a channel, in a sentence for its field; undefined if nothing
 * does: the bot can post there, and they are there too.
 */
export async function placeFault(channel: string, { workspace, person }: Ask): Promise<string | undefined> {
  const can = await canPost(workspace.client, channel);
  if (can === 'is_archived') return 'This channel is archived. Choose another.';
  if (can !== 'yes')
    return 'I can’t post in this channel yet. Type /invite @Sightline there, then try again.';
  if (await workspace.isMember(channel, person, 'now')) return undefined;
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
  if (changes.length === 0)
    return `${who} changed this feed ${when}: its schedule is “${words(now.settings.schedule)}” now.`;
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
