/** I’ll reply on a lead, in a digest or on the Home tab: it is yours, if nobody was faster, and the brief comes privately. */
import { ACTIONS } from '../../messages/actions.ts';
import { type LeadBrief, leadBriefMessage, type Sought } from '../../messages/leads/lead-brief.ts';
import { bestMatch } from '../../rules/lead-match.ts';
import { keyOfHandle } from '../../store/handles.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import { postsShowing } from '../../store/lead-threads.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { showHome } from '../home/show-home.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import { Refused } from '../refused.ts';
import type { Action, ActionRequest, Answer, Asker, SurfaceDeps } from '../request.ts';
import { seenBy } from '../seen-by.ts';
import { type ActedOn, actOnLeads } from './act-on-lead.ts';
import { type ClickedLead, clickedLead, leadClicked } from './clicked-lead.ts';

export const homeLeadClaim: Action = {
  id: ACTIONS.homeLeadClaim,
  async run(request, deps) {
    const { lead, there } = await leadOfMine(request, deps);
    const acted = await actOnLeads([lead], { kind: 'claim' }, there, deps);
    await showHome(request, deps);
    return briefOf(acted, lead, deps);
  },
};

/** Claims a lead; what cannot be claimed is told. */
export async function claim(lead: ClickedLead, asker: Asker, deps: SurfaceDeps): Promise<Answer> {
  return briefOf(await actOnLeads([lead], { kind: 'claim' }, asker, deps), lead, deps);
}

async function briefOf(acted: ActedOn, lead: ClickedLead, deps: SurfaceDeps): Promise<Answer> {
  return acted.changed ? { message: leadBriefMessage(await leadBrief(lead, deps)) } : acted.answer;
}

/** The lead, and the asker as if they had clicked in the channel that was shown it. @throws Refused where they see none. */
async function leadOfMine(
  request: ActionRequest,
  deps: SurfaceDeps,
): Promise<{ lead: ClickedLead; there: Asker }> {
  const { team } = request.installation;
  const ref = leadClicked(request);
  const key = (await keyOfHandle(deps.db, team, ref.handle)) ?? '';
  const { channels } = await seenBy(request, deps);
  const shown = { team, projectId: ref.projectId, keys: [key] };
  const [post] = (await postsShowing(deps.db, shown, [...channels], 1)).get(key) ?? [];
  if (!post) {
    throw new Refused({
      sentence: 'This lead is no longer in any of your channels. Nothing changed.',
    });
  }
  const there = { ...request, channel: post.channel };
  return { lead: await clickedLead(ref, there, deps), there };
}

/** Which topic and prompt the lead touches, and what engines say there. What cannot be read is told as such. */
async function leadBrief(clicked: ClickedLead, deps: SurfaceDeps): Promise<LeadBrief> {
  const { handle, project, lead, at } = clicked;
  const api = deps.visibilityOf(project);
  const words = [lead.title, lead.reason];
  const [topic, prompt, cited] = await Promise.all([
    sought(async () => {
      const label = bestMatch(words, await api.topics(project.id), (one) => one.label)?.label;
      if (label === undefined) return undefined;
      const [detail, engines] = await Promise.all([
        api.topicDetail(project.id, label),
        namesOfEngines(api, deps),
      ]);
      return topicWithEngineNames(detail, engines);
    }),
    sought(async () => bestMatch(words, await api.prompts(project.id), (one) => one.text)?.text),
    citationsOf(deps.db, at.team, project.id),
  ]);
  const { id, name } = project;
  const citedBy = cited.get(lead.key);
  return { project: { id, name }, lead: { ...lead, citedBy }, handle, topic, prompt, now: deps.clock.now() };
}

async function sought<Thing>(read: () => Promise<Thing | undefined>): Promise<Sought<Thing>> {
  try {
    return (await read()) ?? 'none';
  } catch (error) {
    if (error instanceof VisibilityError) return 'unreadable';
    throw error;
  }
}
