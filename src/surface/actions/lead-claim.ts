/** I’ll reply on a lead: it is yours, if nobody was faster, and the brief comes privately. */
import { leadBriefMessage } from '../../messages/answers/lead-brief.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { actOnLeads } from '../leads/act-on-lead.ts';
import { clickedLead, leadRefIn } from '../leads/clicked-lead.ts';
import { leadBrief } from '../leads/lead-brief.ts';
import { pageClicked, withOriginal } from '../leads/private-message.ts';
import type { Action } from '../request.ts';

export const leadClaim: Action = {
  id: ACTIONS.leadClaim,
  async run(request, deps) {
    const clicked = await clickedLead(leadRefIn(request.value), request, deps);
    const acted = await actOnLeads([clicked], { kind: 'claim' }, request, deps);
    const answer = acted.changed
      ? { message: leadBriefMessage(await leadBrief(clicked, deps)) }
      : acted.answer;
    return withOriginal(answer, pageClicked(request), clicked, request, deps);
  },
};
