/** Answers /visibility engines and regions: what is tracked and what could be, and the form that changes it. */
import type { ModalView, PlainTextOption } from '@slack/types';
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, LIMITS, type Message, VIEWS } from '../../slack/blocks.ts';
import { joined, mrkdwn, plainText, shorten } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { figure } from '../figures.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** `tracked`: ids of those among the `choices` that the latest figures speak of; empty where they name none. */
export type TrackedSet = {
  kind: 'engines' | 'regions';
  choices: readonly { id: string; name: string }[];
  tracked: readonly string[];
};

/** Where the chosen ids are found in the submission's state.values. */
export const SET_INPUT = { blockId: 'set', actionId: 'ids' } as const;

const LOSS =
  'What is taken away is asked no more from the next day on, and scores before and after are not comparable: the next alert says so.';

/** `done`: what was just done, said first; `mayChange`: with the button that changes it. */
export function trackedSetAnswer(
  project: ProjectRef,
  set: TrackedSet,
  { done, mayChange }: { done?: string; mayChange: boolean },
): Message {
  const note = done && brief(done, 'quote');
  const { kind, choices, tracked } = set;
  const name = brief(project.name, 'project');
  const known = choices.filter(({ id }) => tracked.includes(id)).length;
  const amount =
    tracked.length === 0
      ? `${figure(choices.length)} known; the API does not say which are tracked`
      : `${figure(known)} of ${figure(choices.length)} tracked`;
  const lines = choices.map((choice) =>
    [brief(choice.name, 'name'), tracked.includes(choice.id) && 'tracked'].filter(Boolean).join(' · '),
  );
  const value = JSON.stringify({ kind, project: project.id });
  return {
    text: fallback(`${note ? `${note} ` : ''}${name} ${kind}: ${amount}.`, lines),
    blocks: [
      ...list(
        joined([note, joined([mrkdwn`*${name} ${kind}*`, amount], ' · ')], '\n'),
        lines.map((line) => mrkdwn`• ${line}`),
      ),
      ...(mayChange
        ? [
            {
              type: 'actions' as const,
              elements: [
                button('Change…', `Change the tracked ${kind} of ${name}`, ACTIONS.setChange, value),
              ],
            },
          ]
        : []),
    ],
  };
}

/** `metadata` comes back as private_metadata. */
export function trackedSetModal(
  project: ProjectRef,
  { kind, choices, tracked }: TrackedSet,
  metadata: string,
): ModalView {
  const options = choices.slice(0, LIMITS.selectOptions).map(optionOf);
  const initial = options.filter(({ value }) => tracked.includes(value ?? ''));
  return {
    type: 'modal',
    callback_id: VIEWS.setChange,
    private_metadata: metadata,
    title: plainText(`Tracked ${kind}`, LIMITS.viewTitle),
    submit: plainText('Set', LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [
      section(mrkdwn`${LOSS}`),
      {
        type: 'input',
        block_id: SET_INPUT.blockId,
        label: plainText(`Tracked ${kind} of ${brief(project.name, 'project')}, at least one`),
        element: {
          type: 'multi_static_select',
          action_id: SET_INPUT.actionId,
          options,
          ...(initial.length > 0 && { initial_options: initial }),
        },
      },
    ],
  };
}

function optionOf({ id, name }: { id: string; name: string }): PlainTextOption {
  return { text: plainText(shorten(name, LIMITS.optionText) || id, LIMITS.optionText), value: id };
}
