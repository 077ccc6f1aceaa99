/** Dismiss several… under a digest: its open leads with one reason. */
import { leadDismissModal } from '../../messages/lead-dismiss-modal.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { openLeadsOf } from '../digest-clicked.ts';
import { choosable, formFor } from '../lead-form.ts';
import type { Action } from '../request.ts';

export const leadDismissMany: Action = {
  id: ACTIONS.leadDismissMany,
  async run(request, deps) {
    const open = await openLeadsOf(request, request.ts, deps);
    return { modal: leadDismissModal(choosable(open), formFor(open, request)) };
  },
};
