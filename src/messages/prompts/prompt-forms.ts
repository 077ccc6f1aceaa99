/** Forms to track, choose, edit and untrack a prompt, and the tracked engines and regions with theirs. */
import { carry } from '../../carried.ts';
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, VIEWS } from '../actions.ts';
import { andList, figure } from '../figures.ts';
import { brief, shorten } from '../lengths.ts';
import type { Field, Form, Page } from '../page.ts';
import {
  actions,
  button,
  field,
  form,
  headline,
  MOST_OPTIONS,
  note,
  page,
  paragraph,
  rows,
} from '../page.ts';
import { placeWords } from '../scores/score-words.ts';
import { beside, bold, flexible, say, type Text } from '../text.ts';

/** The API doesn't document its own limit. */
export const LONGEST_PROMPT = 500;

/** `projects`: the likeliest first, `chosen` if preselected. Without `channel` the form itself shows the answer. */
export function trackForm(
  projects: readonly [ProjectRef, ...ProjectRef[]],
  { channel = '', initial = '', chosen = false }: { channel?: string; initial?: string; chosen?: boolean },
): Form {
  const [first, second] = projects;
  const options = projects.slice(0, MOST_OPTIONS).map(({ id, name }) => ({ value: id, label: name }));
  const input = { type: 'choice', as: 'list', options, initial: chosen ? first.id : undefined } as const;
  const label = `Prompt to track${second ? '' : ` for ${brief(first.name, 'project')}`}`;
  return form(
    {
      id: VIEWS.promptTrack,
      title: 'Track a prompt',
      submit: 'Track',
      carries: carry('track_form', { project: second ? undefined : first.id, channel }),
    },
    second && field('project', 'Project', input, { id: 'id' }),
    wordsField(label, initial, 'As a person would ask it, for example: best CRM for a team of five'),
  );
}

export function editPromptForm(project: ProjectRef, text: string, carries: string): Form {
  return form(
    { id: VIEWS.promptEdit, title: 'Edit a prompt', submit: 'Save', carries },
    paragraph(
      'Engines are asked the new words from the next day. Scores before and after answer different questions, so don’t compare them.',
    ),
    wordsField(`Prompt of ${brief(project.name, 'project')}`, text),
  );
}

export function untrackForm(project: ProjectRef, text: string, carries: string): Form {
  return form(
    { id: VIEWS.promptUntrack, title: 'Stop tracking', submit: 'Stop tracking', close: 'Keep it', carries },
    paragraph(
      say`Stop asking engines ${bold(`“${brief(text, 'quote')}”`)} for ${brief(project.name, 'project')}?`,
    ),
    paragraph(
      'This can’t be undone: if you track it again, it starts over as a new prompt. Scores before and after can’t be compared.',
    ),
  );
}

function wordsField(label: string, initial: string, hint?: string): Field {
  const said = shorten(initial, LONGEST_PROMPT);
  const input = { type: 'text', initial: said, min: 1, max: LONGEST_PROMPT } as const;
  return field('prompt', label, input, { id: 'text', hint });
}

/** `tracked`: ids in the latest figures, or if it `isUnread` those last set in Slack. `inactive` choices aren't offered. */
export type TrackedSet = {
  isUnread?: boolean;
  kind: 'engines' | 'regions';
  choices: readonly { id: string; name: string; inactive?: boolean }[];
  tracked: readonly string[];
};

type SetListing = Record<'listed' | 'left', TrackedSet['choices']> & { stay: readonly string[] };

const LOSS =
  'Those you remove aren’t asked from the next day. Scores from before and after then measure different things, and Sightline says so where the API’s figures show it.';

/** `done`: what was just done, shown first; `mayChange` adds the button. */
export function trackedSetAnswer(
  project: ProjectRef,
  set: TrackedSet,
  { done = '', mayChange }: { done?: string | undefined; mayChange: boolean },
): Page {
  const { kind, choices, tracked, isUnread } = set;
  const name = brief(project.name, 'project');
  const amount = beside(bold(`${name} ${kind}`), amountOf(set));
  const mark = isUnread ? 'set in Slack' : 'tracked';
  const value = carry('tracked_set', { kind, project: project.id });
  return page(
    headline(brief(done, 'quote') || amount),
    done !== '' && paragraph(amount),
    rows(
      choices.map(({ id, name, inactive }) => ({
        text: say`• ${beside(
          brief(name, 'name') || 'Unnamed',
          tracked.includes(id) && mark,
          inactive && 'not active',
        )}`,
      })),
    ),
    actions([
      mayChange &&
        choices.length > 0 &&
        button(ACTIONS.setChange, 'Edit…', `Edit the tracked ${kind} of ${name}`, value),
    ]),
  );
}

function amountOf({ choices, tracked, isUnread }: TrackedSet): string {
  const known = figure(choices.filter(({ id }) => tracked.includes(id)).length);
  const all = figure(choices.length);
  if (choices.length === 0) return 'the API lists none, or none with an ID that Sightline can read';
  if (isUnread) return `which of ${all} are tracked couldn’t be read`;
  return tracked.length === 0
    ? `${all} known; the API doesn’t say which are tracked`
    : `${known} of ${all} tracked`;
}

/** Tracked ones first; inactive ones aren't offered, unless "active" says no more than "tracked". Those `left` out `stay`. */
export function splitChoices({ choices, tracked }: TrackedSet): SetListing {
  const isTracked = new Set(tracked);
  const saysTracked = choices.every(({ id, inactive = false }) => isTracked.has(id) !== inactive);
  const ordered = [
    ...choices.filter(({ id }) => isTracked.has(id)),
    ...choices.filter(({ id, inactive }) => !isTracked.has(id) && (!inactive || saysTracked)),
  ];
  const known = new Set(choices.map(({ id }) => id));
  const unknown = tracked.filter((id) => !known.has(id)).map((id) => ({ id, name: id }));
  const left = [...unknown, ...ordered.slice(MOST_OPTIONS)];
  return {
    listed: ordered.slice(0, MOST_OPTIONS),
    left,
    stay: left.flatMap(({ id }) => (isTracked.has(id) ? [id] : [])),
  };
}

/** `carries` comes back as private_metadata; `changed`: what changed while an earlier form was open. */
export function trackedSetForm(
  project: ProjectRef,
  set: TrackedSet,
  { carries, changed = '' }: { carries: string; changed?: string | undefined },
): Form {
  const { kind, tracked } = set;
  const { listed, left } = splitChoices(set);
  const fate = set.isUnread ? 'can’t be chosen' : 'left as they are';
  const names = left.map(({ name }) => brief(name, 'name')).join(', ');
  const options = listed.map(({ id, name, inactive }) => ({
    value: id,
    label: `${name || id}${inactive ? ' (not active)' : ''}`,
  }));
  return form(
    { id: VIEWS.setChange, title: `Tracked ${kind}`, submit: 'Set', carries },
    paragraph(changed && say`${bold(changed)} Nothing was set. Check below and submit again.`),
    paragraph(LOSS),
    // A submission replaces the whole set, so people must know when they can't see it.
    paragraph(
      set.isUnread === true &&
        `Which ${kind} are tracked now couldn’t be read: what’s selected was last set in Slack. What you set replaces all of them.`,
    ),
    field(
      'set',
      `Tracked ${kind} of ${brief(project.name, 'project')}, at least one`,
      { type: 'choices', as: 'list', options, initial: tracked },
      { id: 'ids' },
    ),
    note(left.length > 0 && brief(`Not listed here, and ${fate} (${left.length}): ${names}`, 'fault')),
  );
}

/** "Acme isn’t tracked on Copilot. Its engines: ChatGPT and Gemini." */
export function untrackedWords(
  project: ProjectRef,
  kind: 'engines' | 'regions' | 'rivals',
  missing: readonly string[],
  tracked: readonly string[] = [],
): Text {
  const where = missing.map((one) => (kind === 'regions' ? placeWords(one) : brief(one, 'name')));
  const those = andList(tracked.map((one) => brief(one, 'name')));
  const name = brief(project.name, 'project');
  const said = flexible(andList(where));
  const others = those && ` Its ${kind}: ${those}.`;
  if (kind === 'rivals') return say`${said} isn’t a known rival of ${name}.${others}`;
  return say`${name} isn’t tracked ${kind === 'engines' ? 'on' : 'in'} ${said}.${others}`;
}
