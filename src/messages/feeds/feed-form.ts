/** The form of a feed: what is posted where and when, with the next three times as they would be. */
import { type FeedKind, MOST_NAMED, type ProjectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { brief } from '../lengths.ts';
import { type Field, type Form, note, paragraph } from '../page.ts';
import { beside, bold } from '../text.ts';
import { momentIn } from '../times.ts';

/** What stands in the fields, as text. */
export type FeedDraft = {
  kind: FeedKind;
  values: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, readonly string[]>>;
};

export type FeedForm = {
  project: ProjectRef;
  draft: FeedDraft;
  /** The kind of a feed that is there cannot be changed. */
  isNew: boolean;
  timezone: string;
  /** Epoch ms; none where the schedule cannot be read yet. */
  next: readonly number[];
  carries: string;
};

/** What is wrong with a field, by its name. */
export type Faults = Readonly<Record<string, string>>;

const KINDS: Readonly<Record<FeedKind, string>> = {
  leads: 'Leads: threads to join',
  scores: 'Scores: alerts on changes',
  suggestions: 'Suggestions: segments',
  recap: 'Recap: what became of leads',
};

/** Choices that are on or off. */
const SWITCHES: Readonly<Record<string, string>> = {
  warm_leads: 'End with threads that AI engines cite already',
  post_empty: 'Say so when there is nothing new',
  by_person: 'Show who claimed and answered how often',
};

/** Slack keeps what stood in a block that it knows: the usual schedule of another kind needs another block. */
const scheduleBlock = (kind: FeedKind) => `schedule-${kind}`;

/** What is wrong with each field, by the block in which it stands. */
export function faultsByBlock({ schedule, ...others }: Faults, kind: FeedKind): Record<string, string> {
  return { ...others, ...(schedule !== undefined && { [scheduleBlock(kind)]: schedule }) };
}

/** `wrong`: by the names of the fields. */
export function feedForm(
  { project, draft, isNew, timezone, next, carries }: FeedForm,
  wrong: Faults = {},
): Form {
  const { kind, values } = draft;
  const name = brief(project.name, 'project');
  const faults = faultsByBlock(wrong, kind);
  const channel: Field = {
    kind: 'field',
    name: 'channel',
    label: 'Channel',
    input: { type: 'channel', initial: values.channel },
  };
  const parts = [
    isNew ? kindField(name, kind) : paragraph(beside(bold(name), KINDS[kind])),
    channel,
    scheduleField(draft, timezone),
    note(
      next.length > 0
        ? `Next: ${next.map((at) => momentIn(at, timezone)).join(' · ')}`
        : 'No time can be read from this yet.',
    ),
    text(draft, 'quiet', 'Quiet hours', 'For example 22:00-07:00. What falls into them comes when they end.'),
    ...OWN[kind](draft),
  ];
  return {
    id: VIEWS.feedForm,
    title: isNew ? 'New feed' : 'Change a feed',
    submit: isNew ? 'Subscribe' : 'Change',
    carries,
    parts: parts.map((part) => (part?.kind === 'field' ? { ...part, fault: faultOf(part, faults) } : part)),
  };
}

function faultOf({ name }: Field, faults: Faults): string | undefined {
  const fault = faults[name];
  return fault && brief(fault, 'fault');
}

function kindField(name: string, kind: FeedKind): Field {
  return {
    kind: 'field',
    name: 'kind',
    id: ACTIONS.feedKind,
    label: `What of ${name}`,
    live: true,
    input: {
      type: 'choice',
      as: 'list',
      options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
      initial: kind,
    },
  };
}

function scheduleField({ kind, values }: FeedDraft, timezone: string): Field {
  return {
    kind: 'field',
    name: scheduleBlock(kind),
    id: ACTIONS.feedSchedule,
    label: `When, in ${timezone}`,
    hint: 'weekdays at 9:00 · Mondays 08:30 · every 2 hours · 0 9 * * 1-5',
    live: true,
    input: { type: 'text', initial: values.schedule, max: 100, everyLetter: true },
  };
}

/** The fields that only one kind has. */
const OWN: Readonly<Record<FeedKind, (draft: FeedDraft) => Field[]>> = {
  leads: (draft) => [
    text(draft, 'limit', 'At most this many leads', '1 to 50; 10 if empty'),
    text(draft, 'min_score', 'Minimum score', 'On the API’s own scale; leads without a score are shown too'),
    text(draft, 'max_age', 'Maximum age', 'For example 14d or 36h'),
    text(draft, 'places', 'Never from these places', 'Separated by commas, for example r/memes'),
    text(draft, 'words', 'Never with these words', 'Separated by commas, for example hiring'),
    switches(draft, ['warm_leads', 'post_empty']),
  ],
  scores: (draft) => [
    text(draft, 'min_change', 'Only changes of at least', 'Points of the API’s own scale; 5 if empty'),
    {
      kind: 'field',
      name: 'mention',
      label: 'Mentioned in the gravest alerts',
      optional: true,
      input: { type: 'people', initial: draft.lists.mention, most: MOST_NAMED },
    },
  ],
  suggestions: () => [],
  recap: (draft) => [switches(draft, ['by_person'])],
};

function text({ values }: FeedDraft, name: string, label: string, hint: string): Field {
  return {
    kind: 'field',
    name,
    label,
    hint,
    optional: true,
    input: { type: 'text', initial: values[name], max: 500 },
  };
}

function switches({ lists }: FeedDraft, names: readonly string[]): Field {
  return {
    kind: 'field',
    name: 'switches',
    label: 'More',
    optional: true,
    input: {
      type: 'choices',
      as: 'checkboxes',
      options: names.map((value) => ({ value, label: SWITCHES[value] ?? value })),
      initial: lists.switches,
    },
  };
}
