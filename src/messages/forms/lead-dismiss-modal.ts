/** The modal behind Dismiss… and Dismiss several…: which leads, and one reason for all of them. */
import type { ModalView } from '@slack/types';
import { LIMITS, VIEWS } from '../../slack/blocks.ts';
import { plainText } from '../../slack/text.ts';
import { DISMISS_REASONS } from '../dismiss-reasons.ts';
import { type ChoosableLead, leadChoices } from './lead-choices.ts';

/** Where the reason is found in the submission, and somebody's own words for it. */
export const REASON_INPUT = { blockId: 'reason', actionId: 'reason' } as const;
export const WORDS_INPUT = { blockId: 'words', actionId: 'words' } as const;

/** The choice for which words are asked. */
export const OTHER_REASON = 'other';

const LONGEST_WORDS = 140;

/** `metadata` comes back with the submission as private_metadata. */
export function leadDismissModal(leads: readonly ChoosableLead[], metadata: string): ModalView {
  const reasons = [...DISMISS_REASONS, { id: OTHER_REASON, label: 'Other, as written below' }];
  return {
    type: 'modal',
    callback_id: VIEWS.leadDismiss,
    private_metadata: metadata,
    title: plainText(leads.length === 1 ? 'Dismiss lead' : 'Dismiss several leads', LIMITS.viewTitle),
    submit: plainText('Dismiss', LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [
      ...leadChoices(leads),
      {
        type: 'input',
        block_id: REASON_INPUT.blockId,
        label: plainText('Why'),
        element: {
          type: 'radio_buttons',
          action_id: REASON_INPUT.actionId,
          options: reasons.map(({ id, label }) => ({ text: plainText(label, LIMITS.optionText), value: id })),
        },
      },
      {
        type: 'input',
        block_id: WORDS_INPUT.blockId,
        optional: true,
        label: plainText('Other reason'),
        element: { type: 'plain_text_input', action_id: WORDS_INPUT.actionId, max_length: LONGEST_WORDS },
      },
    ],
  };
}
