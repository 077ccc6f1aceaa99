/** I’ll reply on the Home tab: as under a digest that the person sees; the tab shows it, and the brief comes directly. */
import { leadBriefMessage } from '../../messages/answers/lead-brief.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { keyOfHandle } from '../../store/handles.ts';
import { postsShowing } from '../../store/lead-threads.ts';
import { actOnLeads } from '../leads/act-on-lead.ts';
import { type ClickedLead, clickedLead, leadRefIn } from '../leads/clicked-lead.ts';
import { leadBrief } from '../leads/lead-brief.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Asker, SurfaceDeps } from '../request.ts';
import { seenBy } from '../seen-by.ts';
import { showHome } from './show-home.ts';

export const homeLeadClaim: Action = {
  id: ACTIONS.homeLeadClaim,
  async run(request, deps) {
    const { lead, there } = await leadOfMine(request, deps);
    const acted = await actOnLeads([lead], { kind: 'claim' }, there, deps);
    await showHome(request, deps);
    if (!acted.changed) return acted.answer;
    return { message: leadBriefMessage(await leadBrief(lead, deps)) };
  },
};

/** The lead, and the asker as if they had clicked in the channel that was shown it. @throws Refused where they see none. */
async function leadOfMine(
  request: ActionRequest,
  deps: SurfaceDeps,
): Promise<{ lead: ClickedLead; there: Asker }> {
  const { team } = request.installation;
  const ref = leadRefIn(request.value);
  const key = (await keyOfHandle(deps.db, team, ref.handle)) ?? '';
  const { channels } = await seenBy(request, deps);
  const shown = { team, projectId: ref.projectId, keys: [key] };
  const [post] = (await postsShowing(deps.db, shown, [...channels], 1)).get(key) ?? [];
  if (!post) {
    throw new Refused({
      sentence: 'This lead is in no channel that you are in any more. Nothing was changed.',
    });
  }
  const there = { ...request, channel: post.channel };
  return { lead: await clickedLead(ref, there, deps), there };
}
