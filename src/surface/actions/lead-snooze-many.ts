/** Snooze… under a digest: its open leads until one day. */
import { leadSnoozeModal } from '../../messages/forms/lead-snooze-modal.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { openLeadsOf } from '../leads/digest-clicked.ts';
import { choosable, formFor } from '../leads/lead-form.ts';
import type { Action } from '../request.ts';

export const leadSnoozeMany: Action = {
  id: ACTIONS.leadSnoozeMany,
  async run(request, deps) {
    const open = await openLeadsOf(request, request.ts, deps);
    return { modal: leadSnoozeModal(choosable(open), formFor(open, request)) };
  },
};
