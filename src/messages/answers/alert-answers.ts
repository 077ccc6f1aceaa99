/** What people are answered who click on a score alert: counted, already there, set. */
import type { ProjectRef, ThresholdProposal } from '../../decision.ts';
import { ACTIONS, type Message, type MessageBlock } from '../../slack/blocks.ts';
import { mrkdwn } from '../../slack/text.ts';
import { dayName } from '../days.ts';
import { fallback } from '../fallback.ts';
import { count } from '../figures.ts';
import { button, section } from '../layout.ts';
import { brief } from '../lengths.ts';

/** A proposal, the threshold as it is, and what a button that sets it carries; without, the feed is of the file. */
export type OfferedThreshold = {
  proposal: ThresholdProposal;
  minChange: number;
  project: ProjectRef;
  value?: string | undefined;
};

/** `again`: this person said so before. */
export function notUsefulAnswer(handle: string, again: boolean, offered?: OfferedThreshold): Message {
  const which = brief(handle, 'place');
  const counted = again
    ? `You found ${which} not useful before; it is counted once.`
    : `Counted: ${which} was not useful to you.`;
  if (!offered) return { text: fallback(counted), blocks: [section(mrkdwn`${counted}`)] };
  const { proposal, minChange, project, value } = offered;
  const { notUseful, of, others, minChange: better, from, to } = proposal;
  const evidence = `${notUseful} of the last ${of} alerts were marked not useful. From a change of ${better} on, instead of ${minChange}, none of them would have come, and ${others === 0 ? 'no other' : count(others, 'other')} between ${dayName(from)} and ${dayName(to)} would.`;
  const name = brief(project.name, 'project');
  const how =
    value === undefined
      ? `To set it, write min_change: ${better} under scores of ${name} in projects.yml.`
      : `Set ${better}?`;
  const set: MessageBlock[] =
    value === undefined
      ? []
      : [
          {
            type: 'actions',
            elements: [
              button(
                `Set ${better}`,
                `Set ${better} as the smallest change for ${name}`,
                ACTIONS.thresholdSet,
                value,
              ),
            ],
          },
        ];
  return {
    text: fallback(counted, [evidence, how]),
    blocks: [section(mrkdwn`${counted} ${evidence} ${how}`), ...set],
  };
}

export function detailsThereAnswer(which: string, day: string): Message {
  const said = `The details up to ${dayName(day)} are in the thread of ${brief(which, 'place')} already.`;
  return { text: fallback(said), blocks: [section(mrkdwn`${said}`)] };
}

export function thresholdSetAnswer({ name }: ProjectRef, minChange: number): Message {
  const said = `Set: score alerts of ${brief(name, 'project')} come from a change of ${minChange} on.`;
  return {
    text: fallback(said),
    blocks: [section(mrkdwn`${said} Change it: /visibility subscriptions`)],
  };
}
