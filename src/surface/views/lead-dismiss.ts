/** The modal behind Dismiss…, submitted: faults stand at the field; otherwise every ticked lead goes for one reason. */
import { CHOICE_BLOCK } from '../../messages/forms/lead-choices.ts';
import { OTHER_REASON, REASON_INPUT, WORDS_INPUT } from '../../messages/forms/lead-dismiss-modal.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { actOnForm, submittedForm } from '../leads/lead-form.ts';
import type { View } from '../request.ts';

/** Nothing that somebody wrote is dropped unsaid. */
const NOT_CHOSEN = 'Choose “Other, as written below” to dismiss for this, or empty the field.';

export const leadDismissView: View = {
  id: VIEWS.leadDismiss,
  async submit(request, deps) {
    const form = submittedForm(request);
    const { [REASON_INPUT.actionId]: choice = '', [WORDS_INPUT.actionId]: words = '' } = request.values;
    const own = words.trim();
    const reason = choice === OTHER_REASON ? own : choice;
    if (form.leads.length === 0) return { errors: { [CHOICE_BLOCK]: 'Tick the leads to dismiss.' } };
    if (own !== '' && choice !== OTHER_REASON) return { errors: { [WORDS_INPUT.blockId]: NOT_CHOSEN } };
    if (reason === '') return { errors: { [WORDS_INPUT.blockId]: 'Say why in a few words.' } };
    return {
      channel: form.channel,
      answerAt: form.from?.answerAt,
      after: (asker) => actOnForm(form, { kind: 'dismiss', reason }, asker, deps),
    };
  },
};
