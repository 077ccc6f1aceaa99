/** /visibility leads: the best leads of a project as the API has them now; warm ones; or what became of those shown, as a file. And their counts. */
import type { LeadStanding } from '../../decision.ts';
import { bestLeads, filtersOf, LEADS_ASKED, type LeadsFeed } from '../../feeds/leads.ts';
import { isFinished } from '../../messages/leads/lead-state.ts';
import { leadsAnswer, metricsAnswer } from '../../messages/leads/leads-answer.ts';
import { warmLeadsAnswer } from '../../messages/leads/warm-leads.ts';
import type { Page } from '../../messages/page.ts';
import { nearest } from '../../nearest.ts';
import { feedsOf, type Project, type Projects } from '../../projects/projects.ts';
import { warmLead } from '../../rules/cited-threads.ts';
import { digestLead } from '../../rules/lead-digest.ts';
import { filterLeads, type LeadFilters } from '../../rules/lead-filter.ts';
import { type IdentifiedLead, identified, identitiesOf } from '../../rules/lead-key.ts';
import { ACTIONS } from '../../slack/blocks.ts';
import { giveHandles, handlesOf } from '../../store/handles.ts';
import { citationsOf } from '../../store/lead-stories.ts';
import { keysByIdentity } from '../../store/leads.ts';
import type { Listing } from '../../visibility/answer.ts';
import type { Action, Answer, Ask, Command, ProjectAsk } from '../ask.ts';
import { feedClicked } from '../feeds/feeds-of-project.ts';
import { FILTER_USAGE, FILTERS, filterOf } from '../lookups/filters.ts';
import { Refused } from '../refused.ts';
import { leadsTimezone, standingsHere } from './clicked-lead.ts';
import { exportLeads } from './export-leads.ts';

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
  async run(ask) {
    const [kind = '', ...rest] = ask.words.toLowerCase().split(/\s+/);
    if (kind === 'warm') return { message: await warmNow(ask), share: true };
    if (Object.keys(ask.options).length > 0) throw notFiltered();
    if (kind === 'export' && rest.length <= 1) return exportLeads(rest[0], ask);
    if (rest.length > 0) throw unknown(ask.words);
    if (kind !== '' && kind !== 'all') throw unknown(kind);
    return leadsNow(ask.project, { all: kind === 'all', limit: SHOWN, page: ask.page }, ask);
  },
};

/** Show all on a digest that filters emptied: every lead that the API has, privately. */
export const leadsShowAll: Action = {
  id: ACTIONS.leadsShowAll,
  async run(ask) {
    const { project } = feedClicked(ask);
    return leadsNow(project, { all: true, limit: ALL_SHOWN, page: 0 }, ask);
  },
};

export const metrics: Command = {
  name: 'metrics',
  usage: 'metrics',
  example: 'metrics',
  summary: 'How many leads there are, how many are new, their average score',
  scope: 'project',
  words: 'none',
  async run({ project, api }) {
    return {
      message: metricsAnswer(project, await api(project).communityMetrics(project.id)),
      share: true,
    };
  },
};

/** Those that a poll has brought too are known by their short names, with how they stand. */
async function warmNow(ask: ProjectAsk): Promise<Page> {
  const { project, db, team } = ask;
  const api = ask.api(project);
  const words = ask.words.replace(/^warm\s*/i, '');
  const { ids, only } = await filterOf({ ...ask, words }, api);
  const warm = await api.warmLeads(project.id, ids);
  const keyOf = await keysByIdentity(db, team, project.id, warm.flatMap(identitiesOf));
  const leads = warm.map((one) => {
    const key = identitiesOf(one).flatMap((identity) => keyOf.get(identity) ?? [])[0];
    return { ...warmLead(one), ...(key !== undefined && { key }) };
  });
  const keys = leads.map(({ key }) => key);
  return warmLeadsAnswer(project, leads, {
    handles: await handlesOf(db, team, keys),
    leads: await standingsHere(project.id, keys, ask),
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

/**
 * Open leads first, `limit` on a page; `page` counts from 0; `all`: also what the feed leaves out. Every lead that is
 * shown gets its short name, so that people can speak of it.
 */
export async function leadsNow(
  project: Project,
  { all, limit, page }: { all: boolean; limit: number; page: number },
  ask: Ask,
): Promise<Answer> {
  const { db, team } = ask;
  const now = ask.now();
  const known = await leadsListed(project, ask);
  const filters = await feedFilters(project, ask);
  const filtered = filterLeads(known, filters, now);
  const { kept, leftOut } = all ? { kept: known, leftOut: [] } : filtered;
  const standings = await standingsHere(
    project.id,
    kept.map(({ key }) => key),
    ask,
  );
  const ordered = kept.toSorted((a, b) => turnOf(standings[a.key]) - turnOf(standings[b.key]));
  const shown = ordered.slice(page * limit, (page + 1) * limit).map(({ key }) => key);
  await giveHandles(db, team, 'L', shown);
  const cited = await citationsOf(db, team, project.id);
  const leads = ordered.map((lead) => ({ ...digestLead(lead), citedBy: cited.get(lead.key) }));
  const answer = {
    project,
    leads,
    limit,
    page,
    leftOut,
    minScore: filters.minScore,
    asked: known.rest ? known.length : LEADS_ASKED,
    filteredInFeed: kept.length - filtered.kept.length,
    now,
    timezone: leadsTimezone(project.id, ask.workspace.projects()),
  };
  return {
    message: leadsAnswer(answer, {
      handles: await handlesOf(db, team, shown),
      leads: standings,
    }),
    pages: Math.max(1, Math.ceil(kept.length / limit)),
    share: true,
  };
}

/** The leads that the API lists now, best first, each under the key by which it is known. @throws VisibilityError */
export async function leadsListed(
  project: Project,
  { db, team, api }: Ask,
): Promise<Listing<IdentifiedLead>> {
  const listed = bestLeads(await api(project).communityLeads(project.id, { limit: LEADS_ASKED }));
  const keys = await keysByIdentity(db, team, project.id, listed.flatMap(identitiesOf));
  return Object.assign(identified(listed, keys), listed.rest && { rest: listed.rest });
}

/** Open leads come first, since people look for one to answer; then those that somebody is at; then what is over. */
function turnOf(standing: LeadStanding = { state: 'new' }): number {
  if (standing.state === 'new') return 0;
  return isFinished(standing) ? 2 : 1;
}

/** What a leads feed of the project leaves out, and what people muted in it: that of this channel, else its first. */
async function feedFilters(project: Project, { channel, team, db, workspace }: Ask): Promise<LeadFilters> {
  const feeds = leadsFeedsOf(project, workspace.projects());
  const feed = feeds.find((one) => one.channel === channel) ?? feeds[0];
  return feed ? filtersOf(feed, team, db) : {};
}

/** Every feed of a project that posts leads. */
export function leadsFeedsOf({ id }: Project, projects: Projects): LeadsFeed[] {
  return feedsOf(projects).filter(
    (feed): feed is LeadsFeed => feed.kind === 'leads' && feed.project.id === id,
  );
}
