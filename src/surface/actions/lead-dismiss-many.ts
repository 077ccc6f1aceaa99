/** Dismiss several… under a digest: its open leads with one reason. */
import { leadDismissModal } from '../../messages/forms/lead-dismiss-modal.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { openLeadsOf } from '../leads/digest-clicked.ts';
import { choosable, formFor } from '../leads/lead-form.ts';
import type { Action } from '../request.ts';

export const leadDismissMany: Action = {
  id: ACTIONS.leadDismissMany,
  async run(request, deps) {
    const open = await openLeadsOf(request, request.ts, deps);
    return { modal: leadDismissModal(choosable(open), formFor(open, request)) };
  },
};
