/** The modal behind Replied…, submitted: a link that cannot be one is said at the field; otherwise the lead is done. */
import { REPLY_INPUT } from '../../messages/forms/lead-replied-modal.ts';
import { VIEWS } from '../../slack/blocks.ts';
import { httpUrl } from '../../slack/text.ts';
import { actOnForm, submittedForm } from '../leads/lead-form.ts';
import type { View } from '../request.ts';

export const leadRepliedView: View = {
  id: VIEWS.leadReplied,
  async submit(request, deps) {
    const form = submittedForm(request);
    const url = request.values[REPLY_INPUT.actionId]?.trim() || undefined;
    if (url !== undefined && (/\s/.test(url) || httpUrl(url) === undefined)) {
      const fault = 'This is not one link. It begins with https:// and has no spaces, or stays empty.';
      return { errors: { [REPLY_INPUT.blockId]: fault } };
    }
    return {
      channel: form.channel,
      answerAt: form.from?.answerAt,
      after: (asker) => actOnForm(form, { kind: 'reply', url }, asker, deps),
    };
  },
};
