/** Show all on a digest that filters emptied: every lead that the API has, privately. */
import { ACTIONS } from '../../slack/blocks.ts';
import { feedClicked } from '../feeds/feeds-of-project.ts';
import { leadsNow } from '../leads/leads-now.ts';
import type { Action } from '../request.ts';

/** The API's own default; /visibility leads all pages through more. */
const SHOWN = 25;

export const leadsShowAll: Action = {
  id: ACTIONS.leadsShowAll,
  async run(request, deps) {
    const { project } = feedClicked(request, deps);
    return leadsNow(project, { all: true, limit: SHOWN, page: 0 }, request, deps);
  },
};
