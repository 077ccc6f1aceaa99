/** Answers /visibility engines and regions: what is tracked and what could be, and the form that changes it. */
import type { ModalView, PlainTextOption } from '@slack/types';
import type { ProjectRef } from '../../decision.ts';
import { ACTIONS, LIMITS, type Message, VIEWS } from '../../slack/blocks.ts';
import { joined, mrkdwn, plainText, shorten } from '../../slack/text.ts';
import { list } from '../budget.ts';
import { fallback } from '../fallback.ts';
import { count, figure } from '../figures.ts';
import { button, footer, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/**
 * `tracked`: ids of those among the `choices` that the latest figures speak of; empty where they name none. What is
 * `inactive` can be tracked still, but is not offered. `isUnread`: no figures could be read, so `tracked` is what was set
 * in Slack last, if anything ever was. `isPart`: what there is could not be read, so `choices` are the tracked ones alone.
 */
export type TrackedSet = {
  isUnread?: boolean;
  isPart?: boolean;
  kind: 'engines' | 'regions';
  choices: readonly { id: string; name: string; inactive?: boolean }[];
  tracked: readonly string[];
};

type Choice = TrackedSet['choices'][number];

/** Which choices the form's menu lists, which it has no room for, and the ids of those among these that are tracked. */
export type SetListing = { listed: readonly Choice[]; left: readonly Choice[]; stay: readonly string[] };

/** Where the chosen ids are found in the submission's state.values. */
export const SET_INPUT = { blockId: 'set', actionId: 'ids' } as const;

const LOSS: Readonly<Record<TrackedSet['kind'], string>> = {
  engines:
    'What is taken away is asked no more from the next day on, and scores before and after are not comparable: /visibility scores names the days, and its channel is told where the score moves by it as far as an alert.',
  regions:
    'What is taken away is asked no more from the next day on, and scores before and after are not comparable: only where the API gives daily scores by region can a message say so.',
};

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
  const amount = amountOf(set, known);
  const mark = set.isUnread ? 'set in Slack' : 'tracked';
  const lines = choices.map((choice) =>
    [brief(choice.name, 'name'), tracked.includes(choice.id) && mark, choice.inactive && 'not active']
      .filter(Boolean)
      .join(' · '),
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

function amountOf({ choices, tracked, isUnread, isPart }: TrackedSet, known: number): string {
  const all = figure(choices.length);
  if (isPart) return `${figure(known)} tracked; what else there is couldn’t be read`;
  if (isUnread) {
    const last = tracked.length > 0 ? `; ${figure(known)} of ${all} were set in Slack last` : '';
    return `which of ${all} are tracked couldn’t be read${last}`;
  }
  return tracked.length === 0
    ? `${all} known; the API does not say which are tracked`
    : `${figure(known)} of ${all} tracked`;
}

/** The tracked ones come first; what is neither tracked nor active is not offered. What is left out stays as it is, whatever is chosen. */
export function listedIn({ choices, tracked }: TrackedSet): SetListing {
  const isTracked = new Set(tracked);
  const ordered = [
    ...choices.filter(({ id }) => isTracked.has(id)),
    ...choices.filter(({ id, inactive }) => !isTracked.has(id) && !inactive),
  ];
  const listed = ordered.slice(0, LIMITS.selectOptions);
  const known = new Set(choices.map(({ id }) => id));
  const unknown = tracked.filter((id) => !known.has(id)).map((id) => ({ id, name: id }));
  const left = [...unknown, ...ordered.slice(LIMITS.selectOptions)];
  return { listed, left, stay: left.flatMap(({ id }) => (isTracked.has(id) ? [id] : [])) };
}

/** `metadata` comes back as private_metadata. */
export function trackedSetModal(project: ProjectRef, set: TrackedSet, metadata: string): ModalView {
  const { kind, tracked } = set;
  const { listed, left, stay } = listedIn(set);
  const options = listed.map(optionOf);
  const initial = options.filter(({ value }) => tracked.includes(value ?? ''));
  return {
    type: 'modal',
    callback_id: VIEWS.setChange,
    private_metadata: metadata,
    title: plainText(`Tracked ${kind}`, LIMITS.viewTitle),
    submit: plainText('Set', LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [
      section(mrkdwn`${LOSS[kind]}`),
      ...(set.isUnread ? [section(mrkdwn`${unreadNote(set)}`)] : []),
      ...(set.isPart
        ? [section(mrkdwn`Only tracked ${kind} are listed: what else there is couldn’t be read.`)]
        : []),
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
      ...(left.length > 0 ? [footer(mrkdwn`${notListed(set, left, stay.length)}`)] : []),
    ],
  };
}

/** The whole set is replaced: whoever does not see what is in it must know that. */
function unreadNote({ kind, tracked }: TrackedSet): string {
  const last = tracked.length > 0 ? ' Chosen below is what was set in Slack last.' : '';
  return `Which ${kind} are tracked now couldn’t be read.${last} What you set takes the place of all of them.`;
}

/** "20 more regions are not listed and stay as they are, 3 of them tracked: Austria, Belgium, …" */
function notListed({ kind, isUnread }: TrackedSet, left: readonly Choice[], tracked: number): string {
  const one = kind.slice(0, -1);
  const stays = isUnread
    ? `${left.length === 1 ? 'is' : 'are'} not listed and cannot be chosen`
    : left.length === 1
      ? 'is not listed and stays as it is'
      : 'are not listed and stay as they are';
  const those = isUnread ? 'set in Slack last and kept' : 'tracked';
  const ofThem =
    tracked === 0 ? '' : left.length === 1 ? `, ${those}` : `, ${figure(tracked)} of them ${those}`;
  const names = left.map(({ name }) => brief(name, 'name')).join(', ');
  return brief(`${count(left.length, `more ${one}`)} ${stays}${ofThem}: ${names}`, 'fault');
}

function optionOf({ id, name }: { id: string; name: string }): PlainTextOption {
  return { text: plainText(shorten(name, LIMITS.optionText) || id, LIMITS.optionText), value: id };
}
