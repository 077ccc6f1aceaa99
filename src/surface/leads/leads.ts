/** /visibility leads: the best leads of a project now; warm ones; or what became of those shown, as a file. And their counts. */
import { ACTIONS } from '../../messages/actions.ts';
import { metricsAnswer } from '../../messages/leads/leads-answer.ts';
import { warmLeadsAnswer } from '../../messages/leads/warm-leads.ts';
import type { Page } from '../../messages/page.ts';
import { nearest } from '../../nearest.ts';
import { warmLead } from '../../rules/cited-threads.ts';
import { identitiesOf } from '../../rules/lead-key.ts';
import { handlesOf } from '../../store/handles.ts';
import { keysByIdentity } from '../../store/leads.ts';
import { feedClicked } from '../feeds/feeds-of-project.ts';
import { FILTER_USAGE, FILTERS, filterOf } from '../lookups/filters.ts';
import { Refused } from '../refused.ts';
import type { Action, Answer, Command, ProjectRequest, SurfaceDeps } from '../request.ts';
import { standingsHere } from './clicked-lead.ts';
import { exportLeads } from './export-leads.ts';
import { leadsNow } from './leads-now.ts';

/** Leads on one page, and of all that the API gives by default. */
const SHOWN = 10;
const ALL_SHOWN = 25;

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

/** Show all on a digest that filters emptied: every lead that the API has, privately. */
export const leadsShowAll: Action = {
  id: ACTIONS.leadsShowAll,
  async run(request, deps) {
    const { project } = feedClicked(request, deps);
    return leadsNow(project, { all: true, limit: ALL_SHOWN, page: 0 }, request, deps);
  },
};

export const metrics: Command = {
  name: 'metrics',
  usage: 'metrics',
  example: 'metrics',
  summary: 'How many leads there are, how many are new, their average score',
  scope: 'project',
  words: 'none',
  async run({ project }, { visibilityOf }) {
    return {
      message: metricsAnswer(project, await visibilityOf(project).communityMetrics(project.id)),
      share: true,
    };
  },
};

async function answerOf(kind: string, request: ProjectRequest, deps: SurfaceDeps): Promise<Answer> {
  const { project, page } = request;
  if (kind !== '' && kind !== 'all') throw unknown(kind);
  return leadsNow(project, { all: kind === 'all', limit: SHOWN, page }, request, deps);
}

/** Those that a poll has brought too are known by their short names, with how they stand. */
async function warmNow(request: ProjectRequest, deps: SurfaceDeps): Promise<Page> {
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
