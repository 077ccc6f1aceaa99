/** The modal behind Dismiss… and Dismiss several…: which leads, and one reason for all of them. */
import type { ModalView } from '@slack/types';
import { VIEWS } from '../../slack/blocks.ts';
import { DISMISS_REASONS } from '../dismiss-reasons.ts';
import { field, form, option, textInput } from './form.ts';
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
  return form(
    VIEWS.leadDismiss,
    { title: leads.length === 1 ? 'Dismiss lead' : 'Dismiss several leads', submit: 'Dismiss', metadata },
    [
      ...leadChoices(leads),
      ...field({
        name: REASON_INPUT.blockId,
        label: 'Why',
        element: {
          type: 'radio_buttons',
          action_id: REASON_INPUT.actionId,
          options: reasons.map(({ id, label }) => option(id, label)),
        },
      }),
      ...field({
        name: WORDS_INPUT.blockId,
        label: 'The other reason, if you chose that',
        optional: true,
        element: textInput(WORDS_INPUT.actionId, undefined, LONGEST_WORDS),
      }),
    ],
  );
}
