/** What the reference API has on its figures: who was named in the answers of the last days, and what they cited. */
import { z } from 'zod';
import { CITATIONS_DEFAULT_LIMIT, Mention, ReferrerRanking } from '../../../visibility/contract.ts';
import { fanOutOf } from '../../world/answer-text.ts';
import { engineNamed } from '../../world/cast.ts';
import { domainOf, referrersOf, sourcesOf } from '../../world/citations.ts';
import { citationId, mentionId, responseId } from '../../world/identities.ts';
import type { Citation as Cited, Mention as Mentioned, PromptRun } from '../../world/rows.ts';
import {
  engineAndRegion,
  isAskedFor,
  iso,
  limit,
  ofProject,
  projectRoute,
  type Route,
  remembered,
  rounded,
} from '../route.ts';
import { Citation, QueryFanout, Source } from '../shapes.ts';

const MOST = 5_000;

/** The list itself where all of it is asked for: what was made of it is remembered. */
const upTo = <Row>(most: number, rows: Row[]) => (rows.length > most ? rows.slice(0, most) : rows);

const mentionRow = remembered(
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

const mentionRows = remembered((runs: readonly PromptRun[]) =>
  runs.flatMap((run) => run.response.mentions.map((mention) => mentionRow(mention, run))),
);

const mentions = projectRoute({
  operation: 'mentions',
  summary: 'List mentions, newest first',
  method: 'GET',
  path: '/projects/{project_id}/mentions',
  request: z.object({ path: ofProject, query: z.object({ limit: limit(MOST, 100) }) }),
  response: z.array(Mention),
  answer: ({ query }, project, now) => upTo(query.limit, mentionRows(project.recentRuns(now))),
});

const citationRow = remembered(
  (citation: Cited): z.input<typeof Citation> => ({
    id: citationId(citation),
    response_id: responseId(citation.run),
    prompt_run_id: citation.run.id,
    url: citation.url,
    title: citation.title,
    domain: domainOf(citation.url),
    engine_id: citation.run.engineId,
    engine: engineNamed(citation.run.engineId),
    region_id: citation.run.regionId,
    prompt_id: citation.run.prompt.id,
    prompt: citation.run.prompt.text,
    created_at: iso(citation.run.completedAt),
  }),
);

const citationRows = remembered((cited: readonly Cited[]) => cited.map((one) => citationRow(one)));

const citations = projectRoute({
  operation: 'citations',
  summary: 'List citations, newest first',
  method: 'GET',
  path: '/projects/{project_id}/citations',
  request: z.object({
    path: ofProject,
    query: z.object({ limit: limit(MOST, CITATIONS_DEFAULT_LIMIT), ...engineAndRegion }),
  }),
  response: z.array(Citation),
  answer: ({ query }, project, now) => {
    const all = project.recentCitations(now);
    const isNarrow = query.engine_ids !== undefined || query.region_ids !== undefined;
    return upTo(query.limit, citationRows(isNarrow ? all.filter(({ run }) => isAskedFor(query, run)) : all));
  },
});

const sources = projectRoute({
  operation: 'sources',
  summary: 'List cited pages, most cited first',
  method: 'GET',
  path: '/projects/{project_id}/sources',
  request: z.object({ path: ofProject, query: z.object(engineAndRegion) }),
  response: z.array(Source),
  answer: ({ query }, project, now) =>
    sourcesOf(project.recentCitations(now).filter(({ run }) => isAskedFor(query, run))).map((source) => ({
      url: source.url,
      title: source.title,
      domain: domainOf(source.url),
      citation_count: source.count,
      share: rounded(source.share, 4),
      engines: [...source.engines],
    })),
});

const referrers = projectRoute({
  operation: 'referrers',
  summary: 'List cited domains, most cited first',
  method: 'GET',
  path: '/projects/{project_id}/referrers',
  request: z.object({ path: ofProject }),
  response: z.array(ReferrerRanking),
  answer: (_request, project, now) =>
    referrersOf(project.recentCitations(now)).map(({ domain, count, share }) => ({
      domain,
      citation_count: count,
      share: rounded(share, 4),
    })),
});

const queryFanout = projectRoute({
  operation: 'query_fanout',
  summary: 'List what engines look up while they answer, most frequent first',
  method: 'GET',
  path: '/projects/{project_id}/query-fanout',
  request: z.object({ path: ofProject, query: z.object({ limit: limit(1_000, 100) }) }),
  response: z.array(QueryFanout),
  answer: ({ query }, project, now) =>
    fanOutOf(project.name, project.countedRuns(now))
      .slice(0, query.limit)
      .map((row) => ({
        query: row.query,
        prompt_id: row.promptId,
        prompt: row.prompt,
        engine_id: row.engineId,
        engine: engineNamed(row.engineId),
        count: row.count,
      })),
});

export const evidenceRoutes: readonly Route[] = [mentions, citations, sources, referrers, queryFanout];
