/** Mute on a proposal: from now on the feed leaves the place out. */
import { ACTIONS } from '../../slack/blocks.ts';
import { decideOnMute, proposalAt } from '../leads/mute-place.ts';
import type { Action } from '../request.ts';

export const muteAccept: Action = {
  id: ACTIONS.muteAccept,
  async run(request, deps) {
    await decideOnMute(await proposalAt(request, request.ts, deps), 'muted', request, deps);
    return undefined;
  },
};
