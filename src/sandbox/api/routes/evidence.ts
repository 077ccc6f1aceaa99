/** The reference API's evidence behind its figures: who recent answers named, and what they cited. */

import { z } from 'zod';
import { CITATIONS_DEFAULT_LIMIT, Mention, ReferrerRanking } from '../../../visibility/contract.ts';
import { memoize } from '../../memoize.ts';
import { countSearches } from '../../world/answer-text.ts';
import { engineName } from '../../world/cast.ts';
import { countCitations, domainOf, listEngines } from '../../world/citations.ts';
import type { Citation as Cited, Mention as Mentioned, PromptRun } from '../../world/rows.ts';
import { citationId, mentionId, responseId } from '../../world/rows.ts';
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
import { Citation, QueryFanout, Source } from '../shapes.ts';

const MAX_LIMIT = 5_000;

/** Returns the same list when nothing is cut off, because the checked answer is memoized by it (route.ts). */
const takeUpTo = <Row>(limit: number, rows: Row[]) => (rows.length > limit ? rows.slice(0, limit) : rows);

const mentionToWire = memoize(
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

const mentionsToWire = memoize((runs: readonly PromptRun[]) =>
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

const citationToWire = memoize(
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

const citationsToWire = memoize((cited: readonly Cited[]) => cited.map((one) => citationToWire(one)));

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

export const evidenceRoutes: readonly Route[] = [mentions, citations, sources, referrers, queryFanout];
