/** The form that makes or changes a feed, with a preview of its next three times. */
import { type FeedKind, MOST_NAMED, type ProjectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { brief } from '../lengths.ts';
import { type Field, type Form, field, note, paragraph } from '../page.ts';
import { beside, bold, capitalize } from '../text.ts';
import { momentIn } from '../times.ts';

export type FeedDraft = {
  kind: FeedKind;
  values: Readonly<Record<string, string>>;
  lists: Readonly<Record<string, readonly string[]>>;
};

export type FeedForm = {
  project: ProjectRef;
  draft: FeedDraft;
  isNew: boolean;
  timezone: string;
  /** Epoch ms. */
  next: readonly number[];
  /** Why the schedule can’t be used as it stands. */
  unclear?: string | undefined;
  carries: string;
  words: Readonly<Record<FeedKind, FeedWords>>;
};

export type Faults = Readonly<Record<string, string>>;

/** “weekdays at 25:00” has 25:00 in it, …: a fault as a sentence. `fault`: a predicate, with straight quotes. */
export function faultInWords(typed: string, fault: string): string {
  const said = fault.replace(/"([^"]*)"/g, '“$1”');
  const sentence = typed.trim() === '' ? capitalize(said) : `“${brief(typed, 'place')}” ${said}`;
  return sentence.endsWith('?') ? sentence : `${sentence}.`;
}

export type Setting = { label: string } & (
  | { as: 'number' | 'text'; hint: string }
  /** A comma-separated list of what to leave out. */
  | { as: 'never'; hint: string }
  | { as: 'people' | 'switch' }
);

/** A kind of feed in the form. `usual`: its default schedule; `examples`: others; `settings`: its own, by name. */
export type FeedWords = {
  label: string;
  usual: string;
  examples?: string | undefined;
  settings: Readonly<Record<string, Setting>>;
};

/** Below every field for a schedule. */
export const SCHEDULE_HINT = 'For example weekdays at 9:00, Mondays 08:30 or every 2 hours.';

/** Slack keeps what was typed in a block it knows, so each kind’s default schedule needs its own block. */
const scheduleBlock = (kind: FeedKind) => `schedule-${kind}`;

function faultsByBlock({ schedule, ...others }: Faults, kind: FeedKind): Record<string, string> {
  return { ...others, ...(schedule !== undefined && { [scheduleBlock(kind)]: schedule }) };
}

/** `wrong`: by field name. */
export function feedForm(
  { project, draft, isNew, timezone, next, unclear, carries, words }: FeedForm,
  wrong: Faults = {},
): Form {
  const { kind, values } = draft;
  const name = brief(project.name, 'project');
  const faults = faultsByBlock(wrong, kind);
  const options = Object.entries(words).map(([value, { label }]) => ({ value, label }));
  const kinds = { type: 'choice', as: 'list', options, initial: kind } as const;
  const schedule = { type: 'text', initial: values.schedule, max: 100, everyLetter: true } as const;
  const where = { type: 'channel', initial: values.channel } as const;
  const typed = { id: ACTIONS.feedSchedule, hint: words[kind].examples ?? SCHEDULE_HINT, live: true };
  const parts = [
    isNew
      ? field('kind', `What to post about ${name}`, kinds, { id: ACTIONS.feedKind, live: true })
      : paragraph(beside(bold(name), words[kind].label)),
    field('channel', 'Channel', where, { id: ACTIONS.feedChannel, live: true }),
    field(scheduleBlock(kind), `When, in ${timezone}`, schedule, typed),
    // A fault at the field isn’t said a second time below it.
    wrong.schedule === undefined
      ? note((values.schedule?.trim() && unclear) || nextLine(next, timezone))
      : undefined,
    text(draft, 'quiet', 'Quiet hours', 'For example 22:00-07:00. Posts due in them are sent when they end.'),
    ...ownFields(draft, words[kind].settings),
  ];
  return {
    id: VIEWS.feedForm,
    title: isNew ? 'New feed' : 'Edit feed',
    submit: isNew ? 'Subscribe' : 'Save',
    carries,
    parts: parts.map((part) => {
      const fault = part?.kind === 'field' && faults[part.name];
      return fault ? { ...part, fault: brief(fault, 'fault') } : part;
    }),
  };
}

function nextLine(next: readonly number[], timezone: string): string {
  if (next.length === 0) return 'No schedule yet.';
  return `Next: ${next.map((at) => momentIn(at, timezone)).join(' · ')}`;
}

/** The fields of one kind; switches come last, in one group. */
function ownFields(draft: FeedDraft, settings: FeedWords['settings']): Field[] {
  const all = Object.entries(settings);
  const fields = all.flatMap(([name, setting]): Field[] => {
    const { as, label } = setting;
    if (as === 'switch') return [];
    if ('hint' in setting) return [text(draft, name, label, setting.hint)];
    const input = { type: 'people', initial: draft.lists[name], most: MOST_NAMED } as const;
    return [field(name, label, input, { optional: true })];
  });
  const options = all.flatMap(([value, { as, label }]) => (as === 'switch' ? { value, label } : []));
  if (options.length === 0) return fields;
  const input = { type: 'choices', as: 'checkboxes', options, initial: draft.lists.switches } as const;
  return [...fields, field('switches', 'More', input, { optional: true })];
}

function text({ values }: FeedDraft, name: string, label: string, hint: string): Field {
  return field(name, label, { type: 'text', initial: values[name], max: 500 }, { hint, optional: true });
}
