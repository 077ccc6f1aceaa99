/** I’ll reply: a lead is claimed, and its claimer gets the private brief. */
import { leadBriefMessage } from '../../messages/leads/lead-brief.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import type { Answer, Ask } from '../ask.ts';
import { actOnLeads } from './act-on-lead.ts';
import type { ClickedLead } from './clicked-lead.ts';
import { readBriefing } from './read-briefing.ts';

/** Claims a lead; what cannot be claimed is told. */
export async function claim(clicked: ClickedLead, ask: Ask): Promise<Answer> {
  const acted = await actOnLeads([clicked], { kind: 'claim' }, ask);
  if (!acted.changed) return acted.answer;
  const { handle, project, lead, at } = clicked;
  const [briefing, cited] = await Promise.all([
    readBriefing(clicked, ask),
    citationsOf(ask.db, at.team, project.id),
  ]);
  const { id, name } = project;
  const said = { ...lead, citedBy: cited.get(lead.key) };
  return {
    message: leadBriefMessage({ project: { id, name }, lead: said, handle, briefing, now: ask.now() }),
  };
}
