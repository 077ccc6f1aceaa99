/** Makes and changes feeds from a form or a command, only if the bot can post there. Once per click, audited. */
import { FEED_KINDS, type FeedKind } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { findNextDue } from '../../feeds/schedule.ts';
import { ACTIONS } from '../../messages/actions.ts';
import { type Faults, type FeedDraft, faultInWords, type Setting } from '../../messages/feeds/feed-form.ts';
import { figure } from '../../messages/figures.ts';
import { placesUnknown } from '../../messages/leads/own-digest.ts';
import { duration } from '../../messages/times.ts';
import { feedId, findVisibleProjects, type Project } from '../../projects/projects.ts';
import { findFeedFaults, type KeptFeed } from '../../projects/projects-source.ts';
import { findUnknownPlaces } from '../../rules/own-digest.ts';
import { canPost } from '../../slack/people.ts';
import { readHighestScore, readPlacesOfLeads } from '../../store/leads.ts';
import { hasNoSuchDay, parseSchedule } from '../../words/schedule-words.ts';
import type { Ask, Form } from '../ask.ts';
import { auditWrite } from '../audit-write.ts';
import { unquote } from '../command-line.ts';
import { Refused, readName } from '../refused.ts';
import { isIn } from '../seen-by.ts';

type Made =
  | {
      kind: 'kept';
      feed: KeptFeed;
      /** If this made the project visible in the channel: the projects that were visible there before. */
      beside: readonly Project[];
    }
  | { kind: 'faulty'; faults: Faults };

/** `change`: the feed to change, and its revision in the form. @throws Refused if somebody else changed it meanwhile */
export async function makeFeed(
  project: Project,
  draft: FeedDraft,
  ask: Ask,
  change?: { id: string; revision: number },
): Promise<Made> {
  const { channel } = draft.values;
  const unreachable = channel ? await placeFault(channel, ask) : undefined;
  const faults = {
    ...findDraftFaults(draft),
    // Slack's list of people offers bots too.
    ...(draft.lists.mention?.includes(ask.workspace.botUserId) && {
      mention: 'Sightline can’t be mentioned in its own alert. Choose people.',
    }),
    ...(unreachable !== undefined && { channel: unreachable }),
  };
  if (Object.keys(faults).length > 0) return { kind: 'faulty', faults };
  const { kind } = draft;
  const { team, workspace } = ask;
  const { setup } = workspace;
  const example = '/visibility feeds';
  const settings = toSettings(draft);
  const who = { by: ask.person, at: ask.now() };
  const shownBefore = findVisibleProjects(workspace.projects(), `${settings.channel}`);
  const write = {
    action: change ? 'feed.change' : 'feed.make',
    projectId: project.id,
    subject: change?.id ?? feedId(kind, project.id, `${settings.channel}`),
  };
  const outcome = await auditWrite(ask, write, async () => {
    const result = change
      ? await setup.editFeed(team, change.id, change.revision, settings, who)
      : await setup.addFeed(team, { projectId: project.id, kind, settings }, who);
    const isInVain = result.kind === 'refused' || result.kind === 'stale';
    return { result, outcome: isInVain ? undefined : result.kind };
  });
  if (outcome.kind === 'refused') {
    // The feed and its project are not fields of the form.
    const gone = outcome.faults.find(({ field }) => field === 'feed' || field === 'project');
    if (gone) throw new Refused(`${gone.sentence}. Nothing changed.`, { example });
    const byField = outcome.faults.map(({ field, sentence }) => [field, `${sentence}.`]);
    return { kind: 'faulty', faults: Object.fromEntries(byField) };
  }
  if (outcome.kind === 'stale') {
    const { by, at } = outcome.feed;
    const changed = `${await readName(by, ask)} changed this feed ${duration(ask.now() - at)} ago.`;
    throw new Refused(`${changed} Your change wasn’t saved; open the form again.`, { example });
  }
  const isNewThere = shownBefore.every(({ id }) => id !== project.id);
  return { kind: 'kept', feed: outcome.feed, beside: isNewThere ? shownBefore : [] };
}

/** Why a person can't have something posted in a channel: the bot can't, or they aren't in it. */
export async function placeFault(channel: string, ask: Ask): Promise<string | undefined> {
  const can = await canPost(ask.workspace.client, channel);
  if (can === 'is_archived') return 'This channel is archived. Choose another.';
  if (can === 'unknown')
    return 'Slack isn’t saying right now whether I can post in this channel. Try again in a minute.';
  if (can !== 'yes')
    return 'I can’t post in this channel yet. Type /invite @Sightline there, then try again.';
  if (await isIn(channel, ask, 'now')) return undefined;
  return 'You’re not in this channel. Join it first, or choose another.';
}

export function readDraft({ values, lists }: Pick<Form, 'values' | 'lists'>, kind?: FeedKind): FeedDraft {
  const chosen = kind ?? FEED_KINDS.find((one) => one === values[ACTIONS.feedKind]) ?? 'leads';
  const schedule = unquote(values[ACTIONS.feedSchedule] ?? '');
  return { kind: chosen, values: { ...values, schedule }, lists };
}

/** After another kind was chosen: fills in its usual schedule, unless somebody typed their own. */
export function withUsualSchedule(draft: FeedDraft): FeedDraft {
  const { schedule = '' } = draft.values;
  const isTyped =
    schedule.trim() !== '' && !Object.values(FEED_WORDS).some(({ usual }) => usual === schedule);
  return isTyped ? draft : { ...draft, values: { ...draft.values, schedule: FEED_WORDS[draft.kind].usual } };
}

export function toDraft({ kind, settings }: Pick<KeptFeed, 'kind' | 'settings'>): FeedDraft {
  const own = Object.entries(FEED_WORDS[kind].settings);
  const names = ['channel', 'schedule', 'quiet', ...own.map(([name]) => name)];
  return {
    kind,
    values: Object.fromEntries(names.map((name) => [name, toText(settings[name])])),
    lists: {
      ...Object.fromEntries(
        own.flatMap(([name, { as }]) => {
          const ids = settings[name];
          return as === 'people' ? [[name, Array.isArray(ids) ? ids : []]] : [];
        }),
      ),
      switches: own.flatMap(([name, { as }]) => (as === 'switch' && settings[name] === true ? name : [])),
    },
  };
}

/** A setting as a person would type it; empty for switches and people. */
function toText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return `${value}`;
  const never = typeof value === 'object' && value !== null && 'never' in value ? value.never : undefined;
  return Array.isArray(never) ? never.join(', ') : '';
}

/** Settings as in projects.yml. Empty ones are left out; a number that can't be read stays as typed. */
function toSettings({ kind, values, lists }: FeedDraft): Record<string, unknown> {
  const given = (name: string) => values[name]?.trim() || undefined;
  function toSetting(name: string, as: Setting['as']): unknown {
    if (as === 'switch') return lists.switches?.includes(name) || undefined;
    if (as === 'people') return lists[name]?.length ? lists[name] : undefined;
    if (as === 'text') return given(name);
    if (as === 'number') return parseNumber(given(name));
    const never = listOf(given(name));
    return never.length > 0 ? { never } : undefined;
  }
  const settings = {
    channel: given('channel'),
    schedule: given('schedule'),
    quiet: given('quiet'),
    ...Object.fromEntries(
      Object.entries(FEED_WORDS[kind].settings).map(([name, { as }]) => [name, toSetting(name, as)]),
    ),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

export function findDraftFaults(draft: FeedDraft): Faults {
  return Object.fromEntries(
    findFeedFaults(draft.kind, toSettings(draft)).map(({ field, sentence }) => {
      const [name = ''] = field.split('.');
      return [name, faultInWords(draft.values[name] ?? '', sentence)];
    }),
  );
}

/** The next three times of the schedule, epoch ms; empty if it can't be read; never: for a day that no year has. */
export function findNextTimes(
  { kind, values }: FeedDraft,
  timezone: string,
  now: number,
): number[] | 'never' {
  const { schedule = '' } = values;
  const cron = parseSchedule(schedule);
  if (cron === undefined) return hasNoSuchDay(schedule) ? 'never' : [];
  const times: number[] = [];
  for (let at: number | undefined = now; times.length < 3; ) {
    at = findNextDue({ kind, cron, timezone, quiet: values.quiet, since: now }, at);
    if (at === undefined) break;
    times.push(at);
  }
  return times;
}

export async function describeDoubts(
  { kind, values }: FeedDraft,
  { id }: Project,
  { db, team }: Ask,
): Promise<string[]> {
  if (kind !== 'leads') return [];
  const least = parseNumber(values.min_score?.trim() || undefined);
  const highest = typeof least === 'number' ? await readHighestScore(db, team, id) : undefined;
  const places = listOf(values.places);
  const known = places.length === 0 ? [] : await readPlacesOfLeads(db, team, [id]);
  const unknown = findUnknownPlaces(places, known);
  return [
    // The API's scale isn't documented.
    ...(typeof least === 'number' && highest !== undefined && highest < least
      ? [`No lead has had a score of ${figure(least)} yet: the highest so far is ${figure(highest)}.`]
      : []),
    ...(unknown.length > 0 ? [placesUnknown(unknown, known)] : []),
  ];
}

function parseNumber(text: string | undefined): string | number | undefined {
  const number = Number(text?.replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}

function listOf(text = ''): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
