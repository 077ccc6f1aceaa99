/** Daily scores of the reference API: the last 60 complete days and what today has so far. */
import { z } from 'zod';
import { dateOf } from '../../world/day.ts';
import { ofProject, projectRoute, type Route } from '../route.ts';
import { DailyScore, rounded, roundedOrNull } from '../shapes.ts';

const dailyScores = projectRoute({
  operation: 'daily_scores',
  summary: 'List daily scores, oldest first: one row over all engines, then one per engine',
  method: 'GET',
  path: '/projects/{project_id}/scores/daily',
  request: z.object({ path: ofProject }),
  response: z.array(DailyScore),
  answer: (_request, project, now) =>
    project.dailyScores(now).map((row) => ({
      date: dateOf(row.day),
      engine_id: row.engine?.id ?? null,
      engine: row.engine?.displayName ?? null,
      score: rounded(row.score, 2),
      mention_rate: rounded(row.mentionRate, 4),
      average_rank: roundedOrNull(row.averageRank, 2),
      avg_sentiment: roundedOrNull(row.averageSentiment, 2),
      answer_count: row.answers,
      complete: row.complete,
    })),
});

export const scoreRoutes: readonly Route[] = [dailyScores];
