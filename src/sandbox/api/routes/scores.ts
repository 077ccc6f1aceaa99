/** Daily scores of the reference API: the last 60 complete days and what today has so far. */
import { z } from 'zod';
import { REGIONS } from '../../world/cast.ts';
import { dateOf } from '../../world/day.ts';
import type { DailyScore as Row } from '../../world/scores.ts';
import { rounded, roundedOrNull } from '../formats.ts';
import { engineAndRegion, ofProject, projectRoute, type Route } from '../route.ts';
import { DailyScore } from '../shapes.ts';

const dailyScores = projectRoute({
  operation: 'daily_scores',
  summary:
    'List daily scores, oldest first: one row over all engines, then one per engine; asked for, per region too',
  method: 'GET',
  path: '/projects/{project_id}/scores/daily',
  request: z.object({
    path: ofProject,
    query: z.object({ region_ids: engineAndRegion.region_ids }),
  }),
  response: z.array(DailyScore),
  answer({ query }, project, now) {
    const ofRegions = REGIONS.filter(({ id }) => query.region_ids?.includes(id)).map((region) =>
      project.regionScores(region, now),
    );
    return [project.dailyScores(now), ...ofRegions]
      .flat()
      .sort((a, b) => a.day - b.day)
      .map(dayToWire);
  },
});

export function dayToWire(row: Row): z.input<typeof DailyScore> {
  return {
    date: dateOf(row.day),
    engine_id: row.engine?.id ?? null,
    engine: row.engine?.displayName ?? null,
    region_id: row.region?.id ?? null,
    region: row.region?.name ?? null,
    score: rounded(row.score, 2),
    mention_rate: rounded(row.mentionRate, 4),
    average_rank: roundedOrNull(row.averageRank, 2),
    avg_sentiment: roundedOrNull(row.averageSentiment, 2),
    answer_count: row.answers,
    complete: row.complete,
  };
}

export const scoreRoutes: readonly Route[] = [dailyScores];
