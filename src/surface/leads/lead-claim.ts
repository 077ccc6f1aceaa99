/** I’ll reply: a lead is claimed, and its claimer gets the brief where they clicked. */
import type { LeadBriefing } from '../../decision.ts';
import { leadBriefMessage } from '../../messages/leads/lead-brief.ts';
import type { Page } from '../../messages/page.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import type { Answer, Ask } from '../ask.ts';
import { actOnLeads } from './act-on-lead.ts';
import type { ClickedLead } from './clicked-lead.ts';
import { readBriefing } from './read-briefing.ts';

/** Claims a lead; what cannot be claimed is told. The brief opens at once, and is filled when the API has answered. */
export async function claim(clicked: ClickedLead, ask: Ask): Promise<Answer> {
  const acted = await actOnLeads([clicked], { kind: 'claim' }, ask);
  if (!acted.changed) return acted.answer;
  return { modal: await briefWith(undefined, clicked, ask), filled: () => briefOf(clicked, ask) };
}

/** What its claimer reads before replying. */
export async function briefOf(clicked: ClickedLead, ask: Ask): Promise<Page> {
  return briefWith(await readBriefing(clicked, ask), clicked, ask);
}

async function briefWith(
  briefing: LeadBriefing | undefined,
  { handle, project, lead, at }: ClickedLead,
  ask: Ask,
): Promise<Page> {
  const cited = await citationsOf(ask.db, at.team, project.id);
  const { id, name } = project;
  const said = { ...lead, citedBy: cited.get(lead.key) };
  return leadBriefMessage({ project: { id, name }, lead: said, handle, briefing, now: ask.now() });
}
