/** The form of a feed, and /visibility subscribe, which makes a feed or opens the form. */
import { type Carried, carry } from '../../carried.ts';
import { FEED_KINDS, type FeedKind, projectRef } from '../../decision.ts';
import { FEED_WORDS } from '../../feeds/feeds.ts';
import { ACTIONS, VIEWS } from '../../messages/actions.ts';
import { type Faults, type FeedDraft, faultsByBlock, feedForm } from '../../messages/feeds/feed-form.ts';
import { feedList } from '../../messages/feeds/feed-list.ts';
import { brief } from '../../messages/lengths.ts';
import type { Form } from '../../messages/page.ts';
import { refusal, working } from '../../messages/refusal.ts';
import { type Feed, feedId, feedsOfProject, type Project, timezoneOf } from '../../projects/projects.ts';
import { CHANNEL_TAKEN } from '../../store/setup.ts';
import { type Action, type Answer, type Ask, action, type Command, type ProjectAsk, view } from '../ask.ts';
import { readChoice, unquote } from '../command-line.ts';
import { requireVisible } from '../guards.ts';
import { showHome } from '../home/show-home.ts';
import { Refused, requireCarried } from '../refused.ts';
import { readFeedStandings, renderFeedList } from './feeds-of-project.ts';
import {
  describeDoubts,
  findDraftFaults,
  findNextTimes,
  makeFeed,
  readDraft,
  toDraft,
  withUsualSchedule,
} from './make-feed.ts';

type FeedForm = Carried<'feed_form'>;

function renderForm(
  project: Project,
  draft: FeedDraft,
  form: FeedForm,
  { workspace, now }: Ask,
  faults: Faults = {},
): Form {
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
      carries: carry('feed_form', form),
      words: FEED_WORDS,
    },
    faults,
  );
}

export function newFeedForm(project: Project, draft: FeedDraft, ask: Ask): Form {
  return renderForm(project, draft, { project: project.id, channel: ask.channel }, ask);
}

/** `schedule`: one that was typed; `home`: redraw the Home tab. @throws Refused if it's from projects.yml, or gone */
export async function openFeedEditor(
  { id, project }: Feed,
  ask: Ask,
  { schedule, home }: { schedule?: string; home?: true } = {},
): Promise<Form> {
  const kept = await ask.workspace.setup.feed(ask.team, id);
  if (!kept)
    throw new Refused('You can’t change this feed here: it’s in projects.yml, or gone.', {
      example: '/visibility feeds',
    });
  const { kind, revision } = kept;
  const draft = toDraft(kept);
  const values = { ...draft.values, ...(schedule && { schedule }) };
  const carriedForm = { project: project.id, channel: ask.channel, feed: id, revision, kind, home };
  return renderForm(project, { ...draft, values }, carriedForm, ask);
}

/** Updates fields, usual schedule and next times after something in the form changed. */
export function feedFormTyped(id: string): Action {
  return action(id, async (ask) => {
    const { form } = ask;
    if (!form) return undefined;
    const carriedForm = requireCarried('feed_form', form.metadata);
    const project = requireVisible(carriedForm.project, ask);
    const draft = readDraft(form, carriedForm.kind);
    const shown = id === ACTIONS.feedKind ? withUsualSchedule(draft) : draft;
    return { modal: renderForm(project, shown, carriedForm, ask) };
  });
}

export const feedFormView = view(VIEWS.feedForm, async (form) => {
  const carriedForm = requireCarried('feed_form', form.metadata);
  const draft = readDraft(form, carriedForm.kind);
  const taken = carriedForm.feed === undefined ? findTakenFault(carriedForm.project, draft, form) : undefined;
  const faults = faultsByBlock({ ...findDraftFaults(draft), ...taken }, draft.kind);
  if (Object.keys(faults).length > 0) return { errors: faults };
  return {
    channel: carriedForm.channel,
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

/** A second feed of a kind in one channel is refused before anything slow. */
function findTakenFault(
  projectId: string,
  { kind, values }: FeedDraft,
  { workspace }: Pick<Ask, 'workspace'>,
): Faults | undefined {
  const feeds = feedsOfProject(workspace.projects(), projectId);
  const there = feeds.some((feed) => feed.kind === kind && feed.channel === values.channel);
  return there ? { [CHANNEL_TAKEN.field]: `${CHANNEL_TAKEN.sentence}.` } : undefined;
}

async function keep(draft: FeedDraft, carriedForm: FeedForm, ask: Ask): Promise<Answer> {
  const { project: projectId, feed, revision = 0, home } = carriedForm;
  const project = requireVisible(projectId, ask);
  const change = feed === undefined ? undefined : { id: feed, revision };
  const kept = await makeFeed(project, draft, ask, change);
  if (kept.kind === 'faulty') return { modal: renderForm(project, draft, carriedForm, ask, kept.faults) };
  const { beside: others } = kept;
  const doubts = await describeDoubts(draft, project, ask);
  const done = [feed === undefined ? 'Subscribed.' : 'Changed.', ...doubts].join(' ');
  if (!home) return { message: await renderFeedList(project, ask, { done, others }) };
  const own = feedsOfProject(ask.workspace.projects(), project.id).filter(({ id }) => id === kept.feed.id);
  const standing = await readFeedStandings(own, ask);
  return { message: feedList(project, standing, { done, others, mayChange: false }) };
}

export const subscribe: Command = {
  name: 'subscribe',
  usage: `subscribe [${FEED_KINDS.join('|')}] [schedule] [in #channel]`,
  example: 'subscribe suggestions Mondays 10:00',
  summary: 'Post something to a channel on a schedule; without words a form asks',
  scope: 'project',
  words: 'free',
  async run(ask) {
    const { project, channel } = ask;
    const { kind, schedule, place } = read(ask);
    if (!kind) return emptyForm(ask);
    const values = { channel: place ?? channel, schedule: schedule || FEED_WORDS[kind].usual };
    const draft = { kind, values, lists: {} };
    refuseUnread(draft);
    const id = feedId(kind, project.id, values.channel);
    const there = feedsOfProject(ask.workspace.projects(), project.id).find((feed) => feed.id === id);
    if (there?.channel === channel) return changeInForm(there, schedule, ask);
    const made = await makeFeed(project, draft, ask);
    if (made.kind === 'kept')
      return {
        message: await renderFeedList(project, ask, { done: 'Subscribed.', others: made.beside }),
      };
    const sentence = Object.values(made.faults).join(' ');
    return { message: refusal({ sentence, example: EXAMPLE }), again: there === undefined };
  },
};

const EXAMPLE: string = `/visibility ${subscribe.example}`;

function emptyForm(ask: ProjectAsk): Answer {
  const { project, channel } = ask;
  const kind = findMissingKind(ask);
  const draft = { kind, values: { channel, schedule: FEED_WORDS[kind].usual }, lists: {} };
  return { modal: newFeedForm(project, draft, ask) };
}

/** The first kind of feed that the project doesn't post to this channel yet. */
function findMissingKind(ask: ProjectAsk): FeedKind {
  const feeds = feedsOfProject(ask.workspace.projects(), ask.project.id).filter(
    ({ channel }) => channel === ask.channel,
  );
  return FEED_KINDS.find((one) => !feeds.some(({ kind }) => kind === one)) ?? FEED_KINDS[0];
}

/** "leads weekdays at 9:00 in #acme-leads" */
function read({ words, channels }: ProjectAsk) {
  const [, before = '', named] = words.match(/^(.*?)(?:\s*\bin\s+(#\S+))?$/is) ?? [];
  const [, first = '', schedule = ''] = before.match(/^(\S*)\s*(.*)$/s) ?? [];
  const kind = readChoice(first, FEED_KINDS, subscribe);
  if (named && channels[named] === undefined)
    throw new Refused(
      `“${brief(named, 'place')}” isn’t a channel that Slack knows here. Pick it from the list that opens after #.`,
      { example: EXAMPLE },
    );
  return { kind, schedule: unquote(schedule), place: named && channels[named] };
}

/** A schedule that can't be read is reported before anything about the channel. */
function refuseUnread(draft: FeedDraft): void {
  const { schedule: fault } = findDraftFaults(draft);
  if (fault !== undefined) throw new Refused(fault, { example: EXAMPLE });
}

/** @throws Refused for a feed from projects.yml, which the form can't change */
async function changeInForm(feed: Feed, schedule: string, ask: ProjectAsk): Promise<Answer> {
  if (feed.revision !== undefined) return { modal: await openFeedEditor(feed, ask, { schedule }) };
  throw new Refused(
    `${feed.project.name} already posts its ${feed.kind} here, as set in projects.yml. Change it there, or pause it here.`,
    { example: `/visibility pause ${feed.kind}` },
  );
}
