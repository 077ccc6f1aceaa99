/** The modal behind /visibility track without a prompt: asks for one. */
import type { ModalView } from '@slack/types';
import type { ProjectRef } from '../../decision.ts';
import { LIMITS, VIEWS } from '../../slack/blocks.ts';
import { plainText, shorten } from '../../slack/text.ts';
import { brief } from '../lengths.ts';

/** Where the typed prompt is found in the submission's state.values. */
export const PROMPT_INPUT = { blockId: 'prompt', actionId: 'text' } as const;

/** Longer questions are not asked of engines; the API's own limit is not documented. */
export const LONGEST_PROMPT = 500;

/** `metadata` comes back as private_metadata; `initial` is what the person has typed already. */
export function trackModal(project: ProjectRef, metadata: string, initial = ''): ModalView {
  const typed = shorten(initial, LONGEST_PROMPT);
  return {
    type: 'modal',
    callback_id: VIEWS.promptTrack,
    private_metadata: metadata,
    title: plainText('Track a prompt', LIMITS.viewTitle),
    submit: plainText('Track', LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [
      {
        type: 'input',
        block_id: PROMPT_INPUT.blockId,
        label: plainText(`Prompt to track for ${brief(project.name, 'project')}`),
        hint: plainText('As a person would ask it, for example: best CRM for a team of five'),
        element: {
          type: 'plain_text_input',
          action_id: PROMPT_INPUT.actionId,
          min_length: 1,
          max_length: LONGEST_PROMPT,
          ...(typed && { initial_value: typed }),
        },
      },
    ],
  };
}
