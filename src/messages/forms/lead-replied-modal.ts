/** The modal behind Replied…: takes the reply's link, which nobody has to give. */
import type { ModalView } from '@slack/types';
import { LIMITS, VIEWS } from '../../slack/blocks.ts';
import { plainText } from '../../slack/text.ts';
import { type ChoosableLead, leadChoices } from './lead-choices.ts';

/** Where the link is found in the submission. */
export const REPLY_INPUT = { blockId: 'reply', actionId: 'url' } as const;

/** `metadata` comes back with the submission as private_metadata. */
export function leadRepliedModal(lead: ChoosableLead, metadata: string): ModalView {
  return {
    type: 'modal',
    callback_id: VIEWS.leadReplied,
    private_metadata: metadata,
    title: plainText('Replied', LIMITS.viewTitle),
    submit: plainText('Save', LIMITS.viewTitle),
    close: plainText('Cancel', LIMITS.viewTitle),
    blocks: [
      ...leadChoices([lead]),
      {
        type: 'input',
        block_id: REPLY_INPUT.blockId,
        optional: true,
        label: plainText('Link to the reply'),
        hint: plainText('Whoever reads the digest can open it from there.'),
        element: { type: 'plain_text_input', action_id: REPLY_INPUT.actionId, max_length: LIMITS.url },
      },
    ],
  };
}
