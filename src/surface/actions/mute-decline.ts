/** Not now on a proposal: nothing is muted, and the place is left alone for a while. */
import { ACTIONS } from '../../slack/blocks.ts';
import { decideOnMute, proposalAt } from '../leads/mute-place.ts';
import type { Action } from '../request.ts';

export const muteDecline: Action = {
  id: ACTIONS.muteDecline,
  async run(request, deps) {
    await decideOnMute(await proposalAt(request, request.ts, deps), 'declined', request, deps);
    return undefined;
  },
};
