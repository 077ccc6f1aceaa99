/** Community leads of the reference API: forum threads where the brand could join the conversation. */
import { z } from 'zod';
import { LEADS_DEFAULT_LIMIT } from '../../../visibility/contract.ts';
import { listEngines } from '../../world/citations.ts';
import { DAY_MS, dayOf, startOf } from '../../world/day.ts';
import type { Lead as LeadRow } from '../../world/rows.ts';
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
import { CommunityLead, CommunityMetrics, WarmLead } from '../shapes.ts';

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

export const communityRoutes: readonly Route[] = [communityLeads, warmLeads, communityMetrics];
