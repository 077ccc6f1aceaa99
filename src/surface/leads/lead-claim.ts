/** I’ll reply: a lead is claimed, and its claimer gets the private brief. */
import { type LeadBrief, leadBriefMessage, type Sought } from '../../messages/leads/lead-brief.ts';
import { bestMatch } from '../../rules/lead-match.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { namesOfEngines } from '../api-trouble.ts';
import type { Answer, Ask } from '../ask.ts';
import { type ActedOn, actOnLeads } from './act-on-lead.ts';
import type { ClickedLead } from './clicked-lead.ts';

/** Claims a lead; what cannot be claimed is told. */
export async function claim(lead: ClickedLead, ask: Ask): Promise<Answer> {
  return briefOf(await actOnLeads([lead], { kind: 'claim' }, ask), lead, ask);
}

async function briefOf(acted: ActedOn, lead: ClickedLead, ask: Ask): Promise<Answer> {
  return acted.changed ? { message: leadBriefMessage(await leadBrief(lead, ask)) } : acted.answer;
}

/** Which topic and prompt the lead touches, and what engines say there. What cannot be read is told as such. */
async function leadBrief(clicked: ClickedLead, ask: Ask): Promise<LeadBrief> {
  const { handle, project, lead, at } = clicked;
  const api = ask.api(project);
  const words = [lead.title, lead.reason];
  const [topic, prompt, cited] = await Promise.all([
    sought(async () => {
      const label = bestMatch(words, await api.topics(project.id), (one) => one.label)?.label;
      if (label === undefined) return undefined;
      const [detail, engines] = await Promise.all([
        api.topicDetail(project.id, label),
        namesOfEngines(api, ask),
      ]);
      return topicWithEngineNames(detail, engines);
    }),
    sought(async () => bestMatch(words, await api.prompts(project.id), (one) => one.text)?.text),
    citationsOf(ask.db, at.team, project.id),
  ]);
  const { id, name } = project;
  const citedBy = cited.get(lead.key);
  return { project: { id, name }, lead: { ...lead, citedBy }, handle, topic, prompt, now: ask.now() };
}

async function sought<Thing>(read: () => Promise<Thing | undefined>): Promise<Sought<Thing>> {
  try {
    return (await read()) ?? 'none';
  } catch (error) {
    if (error instanceof VisibilityError) return 'unreadable';
    throw error;
  }
}
