/** /visibility leads: the best leads of a project now; warm ones; or what became of those shown, as a file. */

import { warmLeadsAnswer } from '../../messages/warm-leads.ts';
import { nearest } from '../../nearest.ts';
import { warmLead } from '../../rules/cited-threads.ts';
import { identitiesOf } from '../../rules/lead-key.ts';
import type { Message } from '../../slack/blocks.ts';
import { handlesOf } from '../../store/handles.ts';
import { keysByIdentity } from '../../store/leads.ts';
import { exportLeads } from '../leads/export-leads.ts';
import { leadsNow } from '../leads/leads-now.ts';
import { standingsHere } from '../leads/standing-here.ts';
import { FILTER_USAGE, FILTERS, filterOf } from '../lookups/filters.ts';
import { Refused } from '../refused.ts';
import type { Answer, Command, ProjectRequest, SurfaceDeps } from '../request.ts';

/** Leads on one page. */
const SHOWN = 10;

export const leads: Command = {
  name: 'leads',
  usage: `leads [all | warm ${FILTER_USAGE} | export 30d]`,
  example: 'leads',
  summary:
    'The best community leads now; “warm”: those that AI engines cite; “export 30d”: a CSV file, to you alone',
  scope: 'project',
  words: 'free',
  options: FILTERS,
  async run(request, deps) {
    const [kind = '', ...rest] = request.words.toLowerCase().split(/\s+/);
    if (kind === 'warm') return { message: await warmNow(request, deps), share: true };
    if (Object.keys(request.options).length > 0) throw notFiltered();
    if (kind === 'export' && rest.length <= 1) return exportLeads(rest[0], request, deps);
    if (rest.length > 0) throw unknown(request.words);
    return answerOf(kind, request, deps);
  },
};

async function answerOf(kind: string, request: ProjectRequest, deps: SurfaceDeps): Promise<Answer> {
  const { project, page } = request;
  if (kind !== '' && kind !== 'all') throw unknown(kind);
  return leadsNow(project, { all: kind === 'all', limit: SHOWN, page }, request, deps);
}

/** Those that a poll has brought too are known by their short names, with how they stand. */
async function warmNow(request: ProjectRequest, deps: SurfaceDeps): Promise<Message> {
  const { project, installation } = request;
  const api = deps.visibilityOf(project);
  const words = request.words.replace(/^warm\s*/i, '');
  const { ids, only } = await filterOf({ ...request, words }, api);
  const warm = await api.warmLeads(project.id, ids);
  const keyOf = await keysByIdentity(deps.db, installation.team, project.id, warm.flatMap(identitiesOf));
  const leads = warm.map((one) => {
    const key = identitiesOf(one).flatMap((identity) => keyOf.get(identity) ?? [])[0];
    return { ...warmLead(one), ...(key !== undefined && { key }) };
  });
  const keys = leads.map(({ key }) => key);
  return warmLeadsAnswer(project, leads, {
    handles: await handlesOf(deps.db, installation.team, keys),
    leads: await standingsHere(project.id, keys, request, deps),
    only,
  });
}

function notFiltered(): Refused {
  return new Refused({
    sentence: 'Only warm leads can be filtered by engine and region.',
    example: '/visibility leads warm Gemini in Germany',
  });
}

function unknown(words: string): Refused {
  return new Refused({
    sentence: `“leads” does not know “${words}”. It knows: all, warm, export 30d.`,
    nearest: nearest(words, ['all', 'warm', 'export']),
    example: '/visibility leads warm',
  });
}
