/** Community leads of the reference API: forum threads where the brand could join, and their counts. */
import { z } from 'zod';
import { LEADS_DEFAULT_LIMIT } from '../../../visibility/contract.ts';
import { DAY_MS, dayOf, startOf } from '../../world/day.ts';
import type { Lead as LeadRow } from '../../world/rows.ts';
import { ofProject, projectRoute, type Route } from '../route.ts';
import { CommunityMetrics, iso, Lead, rounded } from '../shapes.ts';

/** The API's document shows no maximum; the reference has one, because the real one will. */
const MAX_LIMIT = 200;
const NEW_FOR = 2 * DAY_MS;

const communityLeads = projectRoute({
  operation: 'community_leads',
  summary: 'List community leads, best first',
  method: 'GET',
  path: '/projects/{project_id}/community/leads',
  request: z.object({
    path: ofProject,
    query: z.object({ limit: z.coerce.number().int().min(1).max(MAX_LIMIT).default(LEADS_DEFAULT_LIMIT) }),
  }),
  response: z.array(Lead),
  answer: ({ query }, project, now) =>
    project.leads
      .at(now)
      .slice(0, query.limit)
      .map((lead) => ({
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
        status: isNew(lead, now) ? ('new' as const) : ('open' as const),
      })),
});

const communityMetrics = projectRoute({
  operation: 'community_metrics',
  summary: 'Count community leads',
  method: 'GET',
  path: '/projects/{project_id}/community/metrics',
  request: z.object({ path: ofProject }),
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
      average_score: scores.length === 0 ? null : rounded(sum / scores.length, 1),
    };
  },
});

function isNew({ discoveredAt }: LeadRow, now: number): boolean {
  return now - discoveredAt < NEW_FOR;
}

export const communityRoutes: readonly Route[] = [communityLeads, communityMetrics];
