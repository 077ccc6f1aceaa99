/**
 * The reference API's evidence behind its figures: who recent answers named, and what they cited. Also community leads:
 * forum threads where the brand could join the conversation.
 */
import { z } from 'zod';
import { DAY_MS } from '../../../durations.ts';
import { oncePer } from '../../../once-per.ts';
import {
  CITATIONS_DEFAULT_LIMIT,
  LEADS_DEFAULT_LIMIT,
  Mention,
  ReferrerRanking,
} from '../../../visibility/contract.ts';
import { countSearches } from '../../world/answers.ts';
import {
  type Citation as Cited,
  citationId,
  dayOf,
  engineName,
  type Lead as LeadRow,
  type Mention as Mentioned,
  mentionId,
  type PromptRun,
  responseId,
  startOf,
} from '../../world/rows.ts';
import { countCitations, domainOf, listEngines } from '../../world/scores.ts';
import {
  engineRegionFilter,
  iso,
  limit,
  matchesFilter,
  projectPath,
  projectRoute,
  type Route,
  round,
} from '../route.ts';
import { Citation, CommunityLead, CommunityMetrics, QueryFanout, Source, WarmLead } from '../shapes.ts';

const MAX_LIMIT = 5_000;

/** Returns the same list when nothing is cut off, because its text is kept by it (api.ts). */
const takeUpTo = <Row>(limit: number, rows: Row[]) => (rows.length > limit ? rows.slice(0, limit) : rows);

const mentionToWire = oncePer(
  (mention: Mentioned, run: PromptRun): z.input<typeof Mention> => ({
    id: mentionId(run, mention),
    response_id: responseId(run),
    entity_name: mention.entity,
    entity_type: mention.own ? 'own' : 'competitor',
    matched_term: mention.entity,
    rank_position: mention.rank,
    sentiment: mention.sentiment,
    description: mention.description,
    confidence: mention.confidence,
    created_at: iso(run.completedAt),
  }),
);

const mentionsToWire = oncePer((runs: readonly PromptRun[]) =>
  runs.flatMap((run) => run.response.mentions.map((mention) => mentionToWire(mention, run))),
);

const mentions = projectRoute({
  operation: 'mentions',
  summary: 'List mentions, newest first',
  method: 'GET',
  path: '/projects/{project_id}/mentions',
  request: z.object({ path: projectPath, query: z.object({ limit: limit(MAX_LIMIT, 100) }) }),
  response: z.array(Mention),
  answer: ({ query }, project, now) => takeUpTo(query.limit, mentionsToWire(project.recentRuns(now))),
});

const citationToWire = oncePer(
  (citation: Cited): z.input<typeof Citation> => ({
    id: citationId(citation),
    response_id: responseId(citation.run),
    prompt_run_id: citation.run.id,
    url: citation.url,
    title: citation.title,
    domain: domainOf(citation.url),
    engine_id: citation.run.engineId,
    engine: engineName(citation.run.engineId),
    region_id: citation.run.regionId,
    prompt_id: citation.run.prompt.id,
    prompt: citation.run.prompt.text,
    created_at: iso(citation.run.completedAt),
  }),
);

const citationsToWire = oncePer((cited: readonly Cited[]) => cited.map((one) => citationToWire(one)));

const citations = projectRoute({
  operation: 'citations',
  summary: 'List citations, newest first',
  method: 'GET',
  path: '/projects/{project_id}/citations',
  request: z.object({
    path: projectPath,
    query: z.object({ limit: limit(MAX_LIMIT, CITATIONS_DEFAULT_LIMIT), ...engineRegionFilter }),
  }),
  response: z.array(Citation),
  answer: ({ query }, project, now) => {
    const all = project.recentCitations(now);
    const isNarrow = query.engine_ids !== undefined || query.region_ids !== undefined;
    return takeUpTo(
      query.limit,
      citationsToWire(isNarrow ? all.filter(({ run }) => matchesFilter(query, run)) : all),
    );
  },
});

const sources = projectRoute({
  operation: 'sources',
  summary: 'List cited pages, most cited first',
  method: 'GET',
  path: '/projects/{project_id}/sources',
  request: z.object({ path: projectPath, query: z.object(engineRegionFilter) }),
  response: z.array(Source),
  answer: ({ query }, project, now) =>
    countCitations(
      project.recentCitations(now).filter(({ run }) => matchesFilter(query, run)),
      ({ url }) => url,
    ).map(({ key: url, cited, count, share }) => ({
      url,
      title: cited[0]?.title ?? url,
      domain: domainOf(url),
      citation_count: count,
      share: round(share, 4),
      engines: listEngines(cited),
    })),
});

const referrers = projectRoute({
  operation: 'referrers',
  summary: 'List cited domains, most cited first',
  method: 'GET',
  path: '/projects/{project_id}/referrers',
  request: z.object({ path: projectPath }),
  response: z.array(ReferrerRanking),
  answer: (_request, project, now) =>
    countCitations(project.recentCitations(now), ({ url }) => domainOf(url)).map(
      ({ key: domain, count, share }) => ({ domain, citation_count: count, share: round(share, 4) }),
    ),
});

const queryFanout = projectRoute({
  operation: 'query_fanout',
  summary: 'List what engines search for while they answer, most frequent first',
  method: 'GET',
  path: '/projects/{project_id}/query-fanout',
  request: z.object({ path: projectPath, query: z.object({ limit: limit(1_000, 100) }) }),
  response: z.array(QueryFanout),
  answer: ({ query }, project, now) =>
    countSearches(project.name, project.countedRuns(now))
      .slice(0, query.limit)
      .map((row) => ({
        query: row.query,
        prompt_id: row.promptId,
        prompt: row.prompt,
        engine_id: row.engineId,
        engine: engineName(row.engineId),
        count: row.count,
      })),
});

const NEW_FOR_MS = 2 * DAY_MS;

const communityLeads = projectRoute({
  operation: 'community_leads',
  summary: 'List community leads, best first',
  method: 'GET',
  path: '/projects/{project_id}/community/leads',
  request: z.object({ path: projectPath, query: z.object({ limit: limit(200, LEADS_DEFAULT_LIMIT) }) }),
  response: z.array(CommunityLead),
  answer: ({ query }, project, now) =>
    project.leads
      .at(now)
      .slice(0, query.limit)
      .map((lead) => toWire(lead, now)),
});

const warmLeads = projectRoute({
  operation: 'warm_leads',
  summary: 'List warm leads: community leads that engines cite, best first',
  method: 'GET',
  path: '/projects/{project_id}/warm-leads',
  request: z.object({ path: projectPath, query: z.object(engineRegionFilter) }),
  response: z.array(WarmLead),
  answer({ query }, project, now) {
    const citations = project.recentCitations(now).filter(({ run }) => matchesFilter(query, run));
    const citing = Map.groupBy(citations, ({ url }) => url);
    return project.leads.at(now).flatMap((lead) => {
      const cited = citing.get(lead.url);
      if (cited === undefined) return [];
      return { ...toWire(lead, now), citation_count: cited.length, engines: listEngines(cited) };
    });
  },
});

const communityMetrics = projectRoute({
  operation: 'community_metrics',
  summary: 'Count community leads',
  method: 'GET',
  path: '/projects/{project_id}/community/metrics',
  request: z.object({ path: projectPath }),
  response: CommunityMetrics,
  answer(_request, project, now) {
    const leads = project.leads.at(now);
    const scores = leads.flatMap(({ score }) => score ?? []);
    const sum = scores.reduce((total, score) => total + score, 0);
    const midnight = startOf(dayOf(now));
    return {
      total: leads.length,
      new: leads.filter((lead) => isNew(lead, now)).length,
      today: leads.filter(({ discoveredAt }) => discoveredAt >= midnight).length,
      average_score: scores.length === 0 ? null : round(sum / scores.length, 1),
    };
  },
});

function toWire(lead: LeadRow, now: number): z.input<typeof CommunityLead> {
  return {
    id: lead.id,
    title: lead.title,
    url: lead.url,
    community: lead.community,
    author: lead.author,
    score: lead.score,
    reason: lead.reason,
    posted_at: iso(lead.postedAt),
    discovered_at: iso(lead.discoveredAt),
    comment_count: lead.comments,
    status: isNew(lead, now) ? 'new' : 'open',
  };
}

function isNew({ discoveredAt }: LeadRow, now: number): boolean {
  return now - discoveredAt < NEW_FOR_MS;
}

export const evidenceRoutes: readonly Route[] = [
  mentions,
  citations,
  sources,
  referrers,
  queryFanout,
  communityLeads,
  warmLeads,
  communityMetrics,
];
