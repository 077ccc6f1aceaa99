/** Reads what somebody should know before replying to a lead: which topic and prompt it touches, what engines say there. */
import type { LeadBrief, Sought } from '../../messages/answers/lead-brief.ts';
import { bestMatch } from '../../rules/lead-match.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import { topicWithEngineNames } from '../../visibility/engine-names.ts';
import { VisibilityError } from '../../visibility/errors.ts';
import { namesOfEngines } from '../prompts/names-of-engines.ts';
import type { SurfaceDeps } from '../request.ts';
import type { ClickedLead } from './clicked-lead.ts';

/** What cannot be read is told as such: the lead is claimed all the same. */
export async function leadBrief(clicked: ClickedLead, deps: SurfaceDeps): Promise<LeadBrief> {
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
