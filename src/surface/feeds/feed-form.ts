/** The form of a feed, and /visibility subscribe, which makes a feed or opens the form. */
import { type Carried, carry } from '../../carried.ts';
import { FEED_KINDS, type FeedKind, projectRef } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { findNextDue } from '../../feeds/schedule.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import type { Faults, FeedDraft, Setting } from '../../messages/feeds/feed-form.ts';
import { faultInWords, feedForm } from '../../messages/feeds/feed-form.ts';
import { brief } from '../../messages/lengths.ts';
import type { Form } from '../../messages/page.ts';
import { refusal, working } from '../../messages/refusal.ts';
import { duration } from '../../messages/times.ts';
import type { Feed, Project } from '../../projects/projects.ts';
import { feedId, feedsOfProject, timezoneOf } from '../../projects/projects.ts';
import { findFeedFaults, type KeptFeed } from '../../projects/projects-source.ts';
import { canPost } from '../../slack/people.ts';
import { CHANNEL_TAKEN } from '../../store/setup.ts';
import { parseSchedule } from '../../words/schedule-words.ts';
import type { Action, Answer, Ask, Command, ProjectAsk, ViewAsk, Within } from '../ask.ts';
import { action, view } from '../ask.ts';
import { auditWrite } from '../audit-write.ts';
import { readChoice, unquote } from '../command-line.ts';
import { requireConfigurable } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { describeUnknownPlaces } from '../leads/find-leads.ts';
import { Refused, readName, requireCarried } from '../refused.ts';
import { replyByAddress } from '../reply.ts';
import { isIn } from '../seen-by.ts';
import { renderFeedList } from './feeds-of-project.ts';

type FeedForm = Carried<'feed_form'>;

function renderForm(project: Project, draft: FeedDraft, form: FeedForm, ask: Ask, faults: Faults = {}): Form {
  const { workspace, now } = ask;
  const timezone = timezoneOf(workspace.projects(), project);
  const next = findNextTimes(draft, timezone, now());
  const isNew = form.feed === undefined;
  return feedForm(
    {
      project: projectRef(project),
      draft,
      isNew,
      timezone,
      next,
      unclear: findDraftFaults(draft).schedule,
      carries: carry('feed_form', form),
      words: FEED_WORDS,
    },
    { ...findTaken(draft, form, ask), ...faults },
  );
}

/** A second feed of a kind in one channel would post everything twice. */
function findTaken({ kind, values }: FeedDraft, { project, feed }: FeedForm, { workspace }: Within): Faults {
  const all = feed === undefined ? feedsOfProject(workspace.projects(), project, kind) : [];
  const isTaken = all.some(({ channel }) => channel === values.channel);
  return isTaken ? { [CHANNEL_TAKEN.field]: `${CHANNEL_TAKEN.sentence}.` } : {};
}

/** `schedule`: one that was typed; `home`, `list`: what a change redraws. @throws Refused if it's from projects.yml, or gone */
export async function openFeedEditor(
  { id, project }: Feed,
  ask: Ask,
  { schedule, ...redrawn }: { schedule?: string } & Pick<FeedForm, 'home' | 'list'> = {},
): Promise<Form> {
  const kept = await ask.workspace.setup.feed(ask.team, id);
  if (!kept)
    throw new Refused('You can’t change this feed here: it’s in projects.yml, or gone.', {
      example: '/visibility feeds',
    });
  const { kind, revision } = kept;
  const draft = toDraft(kept);
  const values = { ...draft.values, ...(schedule && { schedule }) };
  const carriedForm = { project: project.id, channel: ask.channel, feed: id, revision, kind, ...redrawn };
  return renderForm(project, { ...draft, values }, carriedForm, ask);
}

/** Updates fields, usual schedule, next times and what’s wrong after something in the form changed. */
export function feedFormTyped(id: string): Action {
  return action(id, async (ask) => {
    const { form } = ask;
    if (!form) return undefined;
    const carriedForm = requireCarried('feed_form', form.metadata);
    const project = await requireConfigurable(carriedForm.project, ask);
    const draft = readDraft(form, carriedForm.kind);
    const shown = id === ACTIONS.feedKind ? withUsualSchedule(draft) : draft;
    return { modal: renderForm(project, shown, carriedForm, ask) };
  });
}

export const feedFormView = view(VIEWS.feedForm, async (form) => {
  const carriedForm = requireCarried('feed_form', form.metadata);
  const draft = readDraft(form, carriedForm.kind);
  const faults = { ...findDraftFaults(draft), ...findTaken(draft, carriedForm, form) };
  if (Object.keys(faults).length > 0) {
    const there = { ...form, channel: carriedForm.channel };
    const project = await requireConfigurable(carriedForm.project, there);
    return { again: renderForm(project, draft, carriedForm, there, faults) };
  }
  return {
    channel: carriedForm.channel,
    isOnPage: true,
    working: working('Checking whether Sightline can post there'),
    async after(ask) {
      try {
        return await keep(draft, carriedForm, ask);
      } finally {
        // Even if it was refused, as the feed may have changed meanwhile.
        if (carriedForm.home) await showHome(ask);
      }
    },
  };
});

async function keep(draft: FeedDraft, carriedForm: FeedForm, ask: Ask): Promise<Answer> {
  const { project: projectId, feed, revision = 0, home, list } = carriedForm;
  const project = await requireConfigurable(projectId, ask);
  const change = feed === undefined ? undefined : { id: feed, revision };
  const kept = await makeFeed(project, draft, ask, change);
  if (kept.kind === 'faulty') return { modal: renderForm(project, draft, carriedForm, ask, kept.faults) };
  const places = draft.kind === 'leads' ? listOf(draft.values.places) : [];
  const doubt = (await describeUnknownPlaces(places, [project.id], ask)) ?? '';
  const done = `${feed === undefined ? 'Subscribed.' : 'Changed.'} ${doubt}`.trim();
  // Buttons in a direct message would act for no channel.
  const alone = home && {
    only: feedsOfProject(ask.workspace.projects(), project.id).filter(({ id }) => id === kept.feed.id),
    mayChange: false,
  };
  const message = await renderFeedList(project, ask, { done, ...alone });
  if (list) await replyByAddress(list, ask).say(message, 'replacing');
  return { message };
}

export const subscribe: Command = {
  name: 'subscribe',
  usage: `subscribe [${FEED_KINDS.join('|')}] [schedule] [in #channel]`,
  example: 'subscribe suggestions Mondays 10:00',
  summary: 'Post something to a channel on a schedule; without words a form asks',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project, channel, list } = ask;
    const { kind, schedule, place } = read(ask);
    const all = feedsOfProject(ask.workspace.projects(), project.id);
    if (!kind) {
      const here = all.filter((feed) => feed.channel === channel);
      const missing = FEED_KINDS.find((one) => !here.some((feed) => feed.kind === one)) ?? FEED_KINDS[0];
      const values = { channel, schedule: FEED_WORDS[missing].usual };
      const draft = { kind: missing, values, lists: {} };
      return { modal: renderForm(project, draft, { project: project.id, channel, list }, ask) };
    }
    const values = { channel: place ?? channel, schedule: schedule || FEED_WORDS[kind].usual };
    const draft = { kind, values, lists: {} };
    // A schedule that can't be read is reported before anything about the channel.
    const { schedule: fault } = findDraftFaults(draft);
    if (fault !== undefined) throw new Refused(fault, { example: exampleOf(kind) });
    const there = all.find(({ id }) => id === feedId(kind, project.id, values.channel));
    if (there?.channel === channel) {
      if (there.revision !== undefined) return { modal: await openFeedEditor(there, ask, { schedule }) };
      throw new Refused(
        `${project.name} already posts its ${kind} here, as set in projects.yml. Change it there, or pause it here.`,
        { example: `/visibility pause ${kind}` },
      );
    }
    const made = await makeFeed(project, draft, ask);
    if (made.kind === 'kept') return { message: await renderFeedList(project, ask, { done: 'Subscribed.' }) };
    const sentence = Object.values(made.faults).join(' ');
    return { message: refusal({ sentence, example: exampleOf(kind) }), again: there === undefined };
  },
};

function exampleOf(kind: FeedKind | undefined): string {
  return `/visibility ${kind ? `subscribe ${kind} ${FEED_WORDS[kind].usual}` : subscribe.example}`;
}

/** "leads weekdays at 9:00 in #acme-leads" */
function read({ words, channels }: ProjectAsk) {
  const [, before = '', named] = words.match(/^(.*?)(?:\s*\bin\s+(#\S+))?$/is) ?? [];
  const [, first = '', schedule = ''] = before.match(/^(\S*)\s*(.*)$/s) ?? [];
  const kind = readChoice(first, FEED_KINDS, subscribe);
  if (named && channels[named] === undefined)
    throw new Refused(
      `“${brief(named, 'place')}” isn’t a channel that Slack knows here. Pick it from the list that opens after #.`,
      { example: exampleOf(kind) },
    );
  return { kind, schedule: unquote(schedule), place: named && channels[named] };
}

type Made = { kind: 'kept'; feed: KeptFeed } | { kind: 'faulty'; faults: Faults };

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
  return { kind: 'kept', feed: outcome.feed };
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

export function readDraft({ values, lists }: Pick<ViewAsk, 'values' | 'lists'>, kind?: FeedKind): FeedDraft {
  const chosen = kind ?? FEED_KINDS.find((one) => one === values[ACTIONS.feedKind]) ?? 'leads';
  const schedule = unquote(values[ACTIONS.feedSchedule] ?? '');
  const channel = values[ACTIONS.feedChannel] ?? '';
  return { kind: chosen, values: { ...values, channel, schedule }, lists };
}

/** After another kind was chosen: fills in its usual schedule, unless somebody typed their own. */
function withUsualSchedule(draft: FeedDraft): FeedDraft {
  const { schedule = '' } = draft.values;
  const isTyped =
    schedule.trim() !== '' && !Object.values(FEED_WORDS).some(({ usual }) => usual === schedule);
  return isTyped ? draft : { ...draft, values: { ...draft.values, schedule: FEED_WORDS[draft.kind].usual } };
}

function toDraft({ kind, settings }: Pick<KeptFeed, 'kind' | 'settings'>): FeedDraft {
  const own = Object.entries(FEED_WORDS[kind].settings);
  const names = ['channel', 'schedule', 'quiet', ...own.map(([name]) => name)];
  const asTyped = (value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') return `${value}`;
    const never = typeof value === 'object' && value !== null && 'never' in value ? value.never : undefined;
    return Array.isArray(never) ? never.join(', ') : '';
  };
  return {
    kind,
    values: Object.fromEntries(names.map((name) => [name, asTyped(settings[name])])),
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
  const settings = [
    ...['channel', 'schedule', 'quiet'].map((name) => [name, given(name)] as const),
    ...Object.entries(FEED_WORDS[kind].settings).map(
      ([name, { as }]) => [name, toSetting(name, as)] as const,
    ),
  ];
  return Object.fromEntries(settings.filter(([, value]) => value !== undefined));
}

export function findDraftFaults(draft: FeedDraft): Faults {
  return Object.fromEntries(
    findFeedFaults(draft.kind, toSettings(draft)).map(({ field, sentence }) => {
      const [name = ''] = field.split('.');
      return [name, faultInWords(draft.values[name] ?? '', sentence)];
    }),
  );
}

/** The next three times of the schedule, epoch ms; empty if it can't be read. */
function findNextTimes({ kind, values }: FeedDraft, timezone: string, now: number): number[] {
  const { schedule = '' } = values;
  const cron = parseSchedule(schedule);
  if (cron === undefined) return [];
  const times: number[] = [];
  for (let at: number | undefined = now; times.length < 3; ) {
    at = findNextDue({ kind, cron, timezone, quiet: values.quiet, since: now }, at);
    if (at === undefined) break;
    times.push(at);
  }
  return times;
}

function parseNumber(text: string | undefined): string | number | undefined {
  const number = Number(text?.replace(',', '.'));
  return Number.isNaN(number) ? text : number;
}

/** What is between commas. */
export function listOf(text = ''): string[] {
  return text.split(',').flatMap((part) => part.trim() || []);
}
