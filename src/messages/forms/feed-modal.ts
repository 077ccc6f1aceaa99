/** The form of a feed: what is posted where and when, with the next three times as they would be. */
import type { KnownBlock, ModalView } from '@slack/types';
import { type FeedKind, MOST_NAMED, type ProjectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { momentIn } from '../days.ts';
import { footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';
import { channelField, type Faults, field, form, option, textInput } from './form.ts';

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
  metadata: string;
};

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
  by_person: 'Show who claimed and replied how often',
};

/** Slack keeps what stood in a block that it knows: the usual schedule of another kind needs another block. */
const scheduleBlock = (kind: FeedKind) => `schedule-${kind}`;

/** What is wrong with each field, by the block in which it stands. */
export function faultsByBlock({ schedule, ...others }: Faults, kind: FeedKind): Record<string, string> {
  return { ...others, ...(schedule !== undefined && { [scheduleBlock(kind)]: schedule }) };
}

/** `wrong`: by the names of the fields. */
export function feedModal(shown: FeedForm, wrong: Faults = {}): ModalView {
  const { project, draft, isNew, metadata } = shown;
  const faults = faultsByBlock(wrong, draft.kind);
  const name = brief(project.name, 'project');
  const what = isNew
    ? field(
        {
          name: 'kind',
          label: `What of ${name}`,
          live: true,
          element: {
            type: 'static_select',
            action_id: ACTIONS.feedKind,
            options: Object.entries(KINDS).map(([kind, label]) => option(kind, label)),
            initial_option: option(draft.kind, KINDS[draft.kind]),
          },
        },
        faults,
      )
    : [section(mrkdwn`*${name}* · ${KINDS[draft.kind]}`)];
  const title = isNew ? 'New feed' : 'Change a feed';
  return form(VIEWS.feedForm, { title, submit: isNew ? 'Subscribe' : 'Change', metadata }, [
    ...what,
    ...channelField(draft.values.channel, faults),
    ...when(shown, faults),
    ...FIELDS[draft.kind](draft, faults),
  ]);
}

function when({ draft: { kind, values }, timezone, next }: FeedForm, faults: Faults): KnownBlock[] {
  const times =
    next.length > 0
      ? `Next: ${next.map((at) => momentIn(at, timezone)).join(' · ')}`
      : 'No time can be read from this yet.';
  return [
    ...field(
      {
        name: scheduleBlock(kind),
        label: `When, in ${timezone}`,
        hint: 'weekdays at 9:00 · Mondays 08:30 · every 2 hours · 0 9 * * 1-5',
        live: true,
        element: {
          ...textInput(ACTIONS.feedSchedule, values.schedule, 100),
          dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
        },
      },
      faults,
    ),
    footer(mrkdwn`${times}`),
    ...text(
      'quiet',
      'Quiet hours',
      'For example 22:00-07:00; what falls into them comes at their end',
      values,
      faults,
    ),
  ];
}

const FIELDS: Readonly<Record<FeedKind, (draft: FeedDraft, faults: Faults) => KnownBlock[]>> = {
  leads: ({ values, lists }, faults) => [
    ...text('limit', 'At most so many leads', '1 to 50; 10 if empty', values, faults),
    ...text(
      'min_score',
      'Only from this score on',
      'On the API’s own scale; leads without a score are shown too',
      values,
      faults,
    ),
    ...text('max_age', 'Not older than', 'For example 14d or 36h', values, faults),
    ...text('places', 'Never from these places', 'Separated by commas, for example r/memes', values, faults),
    ...text('words', 'Never with these words', 'Separated by commas, for example hiring', values, faults),
    ...switches(['warm_leads', 'post_empty'], lists),
  ],
  scores: ({ values, lists }, faults) => [
    ...text(
      'min_change',
      'Only changes of at least',
      'Points of the API’s own scale; 5 if empty',
      values,
      faults,
    ),
    ...field({
      name: 'mention',
      label: 'Named in the gravest alerts',
      optional: true,
      element: {
        type: 'multi_users_select',
        action_id: 'mention',
        max_selected_items: MOST_NAMED,
        ...(lists.mention && lists.mention.length > 0 && { initial_users: [...lists.mention] }),
      },
    }),
  ],
  suggestions: () => [],
  recap: ({ lists }) => switches(['by_person'], lists),
};

function text(
  name: string,
  label: string,
  hint: string,
  values: FeedDraft['values'],
  faults: Faults,
): KnownBlock[] {
  return field({ name, label, hint, optional: true, element: textInput(name, values[name], 500) }, faults);
}

function switches(names: readonly string[], lists: FeedDraft['lists']): KnownBlock[] {
  const options = names.map((name) => option(name, SWITCHES[name] ?? name));
  const on = options.filter(({ value }) => value !== undefined && lists.switches?.includes(value));
  return field({
    name: 'switches',
    label: 'More',
    optional: true,
    element: {
      type: 'checkboxes',
      action_id: 'switches',
      options,
      ...(on.length > 0 && { initial_options: on }),
    },
  });
}
