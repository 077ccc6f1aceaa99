/** Undo on a proposal that became a mute: leads from the place come again. */
import { ACTIONS } from '../../slack/blocks.ts';
import { decideOnMute, proposalAt } from '../leads/mute-place.ts';
import type { Action } from '../request.ts';

export const muteUndo: Action = {
  id: ACTIONS.muteUndo,
  async run(request, deps) {
    await decideOnMute(await proposalAt(request, request.ts, deps), 'undone', request, deps);
    return undefined;
  },
};
