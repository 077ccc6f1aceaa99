/** The modal behind Replied…: takes the reply's link, which nobody has to give. */
import type { ModalView } from '@slack/types';
import { LIMITS, VIEWS } from '../../slack/blocks.ts';
import { field, form, textInput } from './form.ts';
import { type ChoosableLead, leadChoices } from './lead-choices.ts';

/** Where the link is found in the submission. */
export const REPLY_INPUT = { blockId: 'reply', actionId: 'url' } as const;

/** `metadata` comes back with the submission as private_metadata. */
export function leadRepliedModal(lead: ChoosableLead, metadata: string): ModalView {
  return form(VIEWS.leadReplied, { title: 'Replied', submit: 'Save', metadata }, [
    ...leadChoices([lead]),
    ...field({
      name: REPLY_INPUT.blockId,
      label: 'Link to the reply',
      hint: 'Whoever reads the digest can open it from there.',
      optional: true,
      element: textInput(REPLY_INPUT.actionId, undefined, LIMITS.url),
    }),
  ]);
}
