/** Competitors of the reference API, over the last 7 complete days. */
import { z } from 'zod';
import { competitorPicture } from '../../world/competitors.ts';
import { ofProject, projectRoute, type Route, rounded, roundedOrNull } from '../route.ts';
import { CompetitorDetail } from '../shapes.ts';
import { Refusal } from '../validation.ts';

const competitorDetail = projectRoute({
  operation: 'competitor_detail',
  summary: 'Get competitor detail',
  method: 'GET',
  path: '/projects/{project_id}/competitor-detail',
  request: z.object({ path: ofProject, query: z.object({ competitor: z.string().min(1) }) }),
  response: CompetitorDetail,
  answer({ query }, project, now) {
    const picture = competitorPicture(project.script, query.competitor, project.countedRuns(now));
    if (picture === undefined) throw new Refusal(404, 'Competitor not found');
    const { name, figures, byEngine, topics } = picture;
    return {
      name,
      entity_type: 'competitor',
      mention_count: figures.mentions,
      mention_rate: rounded(figures.mentionRate, 4),
      average_rank: roundedOrNull(figures.averageRank, 2),
      avg_sentiment: roundedOrNull(figures.averageSentiment, 2),
      score: rounded(figures.score, 2),
      by_model: byEngine.map((each) => ({
        engine_id: each.engine.id,
        engine: each.engine.displayName,
        mention_rate: rounded(each.figures.mentionRate, 4),
        average_rank: roundedOrNull(each.figures.averageRank, 2),
        score: rounded(each.figures.score, 2),
      })),
      topics: topics.map((each) => ({
        label: each.label,
        mention_rate: rounded(each.figures.mentionRate, 4),
        score: rounded(each.figures.score, 2),
      })),
    };
  },
});

export const competitorRoutes: readonly Route[] = [competitorDetail];
