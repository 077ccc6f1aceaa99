/** Details on a score alert: 90 days and every engine, into its thread, once for each day. */
import { detailsThereAnswer } from '../../messages/answers/alert-answers.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { beginDetails, giveBackDetails } from '../../store/alerts.ts';
import { putDetails, readDetails } from '../alerts/alert-details.ts';
import { clickedAlert } from '../alerts/clicked-alert.ts';
import type { Action } from '../request.ts';

export const alertDetails: Action = {
  id: ACTIONS.alertDetails,
  async run(request, deps) {
    const clicked = await clickedAlert(request, request.ts, deps);
    const read = await readDetails(clicked, request, deps);
    if (!(await beginDetails(deps.db, clicked.at, read.lastDay))) {
      return { message: detailsThereAnswer(clicked.which, read.lastDay) };
    }
    try {
      await putDetails(clicked, read, request, request.ts, deps);
    } catch (error) {
      await giveBackDetails(deps.db, clicked.at, read.lastDay);
      throw error;
    }
    return undefined;
  },
};
