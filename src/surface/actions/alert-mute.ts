/** Mute… on a score alert: asks for how long. */
import { alertMuteModal } from '../../messages/forms/alert-mute-modal.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { clickedAlert } from '../alerts/clicked-alert.ts';
import type { Action } from '../request.ts';

export const alertMute: Action = {
  id: ACTIONS.alertMute,
  async run(request, deps) {
    const { which, project } = await clickedAlert(request, request.ts, deps);
    const { channel, ts } = request;
    return { modal: alertMuteModal(which, project.name, JSON.stringify({ channel, ts })) };
  },
};
