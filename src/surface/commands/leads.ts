/** /visibility leads: the best leads of a project now, through the filters of its feed. */
import { leadsAnswer } from '../../messages/leads-answer.ts';
import { digestLead } from '../../rules/lead-digest.ts';
import { filterLeads } from '../../rules/lead-filter.ts';
import { handlesOf } from '../../store/handles.ts';
import type { Command } from '../request.ts';

const SHOWN = 10;

export const leads: Command = {
  name: 'leads',
  usage: 'leads',
  example: 'leads',
  summary: 'The best community leads now',
  scope: 'project',
  words: 'none',
  async run({ project, installation }, { db, clock, visibilityOf }) {
    const now = clock.now();
    const known = await visibilityOf(project).communityLeads(project.id, { limit: 100 });
    const { min_score, max_age, places, words } = project.leads ?? {};
    const { kept, leftOut } = filterLeads(
      known,
      { minScore: min_score, maxAgeMs: max_age, places, words },
      now,
    );
    const best = kept.map(digestLead);
    const handles = await handlesOf(
      db,
      installation.team,
      best.map(({ key }) => key),
    );
    const answer = { project, leads: best, limit: SHOWN, leftOut, minScore: min_score, now };
    return { message: leadsAnswer(answer, { handles }) };
  },
};
