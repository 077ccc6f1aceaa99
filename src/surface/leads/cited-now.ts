/** Which leads engines cite: as polls kept it and, where somebody asks for just these, as the API says it now. */
import type { Project } from '../../projects/projects.ts';
import { citedLeads } from '../../rules/cited-threads.ts';
import type { IdentifiedLead } from '../../rules/lead-key.ts';
import type { LeadQuery } from '../../rules/lead-query.ts';
import { citationsOf, recordCitations } from '../../store/lead-stories.ts';
import { ifReadable } from '../api-trouble.ts';
import type { Ask } from '../ask.ts';

/** More than the default, so that a thread that was cited a while ago is still found. */
const CITATIONS_ASKED = 500;

/**
 * The engines that cite each lead, by key, of those that are cited. Before a first poll none is kept, and then none would be
 * taken for cited: so it is asked. @throws VisibilityError where it must be asked, and nothing can be read
 */
export async function citedNow(
  project: Project,
  { cited, engines }: Pick<LeadQuery, 'cited' | 'engines'>,
  listed: readonly IdentifiedLead[],
  ask: Ask,
): Promise<Map<string, readonly string[]>> {
  const { db, team } = ask;
  const kept = () => citationsOf(db, team, project.id);
  if (!cited && engines.length === 0) return kept();
  const api = ask.api(project);
  const asked = api.citations(project.id, { limit: CITATIONS_ASKED });
  const [citations, sources] = await Promise.all([
    ifReadable(asked, ask),
    ifReadable(api.sources(project.id), ask),
  ]);
  const known = citedLeads(listed, { citations, sources });
  await recordCitations(db, { team, projectId: project.id }, known, ask.now());
  const all = await kept();
  // Where nothing can be read, why not is the answer.
  if (!citations && !sources && all.size === 0) await asked;
  return all;
}
