/** Unmute on a score alert: what is new is posted again. */
import { ACTIONS } from '../../slack/blocks.ts';
import { unmuteAlert } from '../../store/alerts.ts';
import { clickedAlert } from '../alerts/clicked-alert.ts';
import { changeMute } from '../alerts/mute-alert.ts';
import type { Action } from '../request.ts';

export const alertUnmute: Action = {
  id: ACTIONS.alertUnmute,
  async run(request, deps) {
    const clicked = await clickedAlert(request, request.ts, deps);
    await changeMute(clicked, 'alert.unmute', request, deps, (trx) => unmuteAlert(trx, clicked.at));
    return undefined;
  },
};
