/** What can be done with an open alert on the Home tab: its why comes as a direct message. */
import { ACTIONS } from '../../messages/actions.ts';
import type { Action } from '../ask.ts';
import { carried } from '../refused.ts';
import { whyAlert } from '../scores/alert.ts';
import { requireSeen } from '../seen-by.ts';

export const homeAlertWhy: Action = {
  id: ACTIONS.homeAlertWhy,
  async run(ask) {
    const { project, alert } = carried('alert', ask.value);
    return { message: await whyAlert(alert, await requireSeen(project, ask), ask) };
  },
};
