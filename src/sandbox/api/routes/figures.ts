/** Figures of the reference API: daily scores, and each prompt's picture, daily scores and runs. */
import { z } from 'zod';
import { memoize } from '../../memoize.ts';
import { engineName, REGIONS } from '../../world/cast.ts';
import { dateOf, dayOf } from '../../world/day.ts';
import { computePicture } from '../../world/pictures.ts';
import type { Project } from '../../world/project.ts';
import type { PromptRun } from '../../world/rows.ts';
import { responseId } from '../../world/rows.ts';
import type { Figures, DailyScore as Row } from '../../world/scores.ts';
import {
  engineRegionFilter,
  id,
  iso,
  projectPath,
  projectRoute,
  type Route,
  round,
  roundOrNull,
} from '../route.ts';
import { DailyScore, PromptDetail, PromptHistory } from '../shapes.ts';
import { promptToWire, throwPromptNotFound } from './prompts.ts';

const dayToWire = memoize(
  (row: Row): z.input<typeof DailyScore> => ({
    date: dateOf(row.day),
    engine_id: row.engine?.id ?? null,
    engine: row.engine?.displayName ?? null,
    region_id: row.region?.id ?? null,
    region: row.region?.name ?? null,
    ...figuresToWire(row),
    avg_sentiment: roundOrNull(row.averageSentiment, 2),
    answer_count: row.answers,
    complete: row.complete,
  }),
);

const dailyScores = projectRoute({
  operation: 'daily_scores',
  summary:
    'List daily scores, oldest first: one row over all engines, then one per engine; for region_ids, per region too',
  method: 'GET',
  path: '/projects/{project_id}/scores/daily',
  request: z.object({
    path: projectPath,
    query: z.object({ region_ids: engineRegionFilter.region_ids }),
  }),
  response: z.array(DailyScore),
  answer({ query }, project, now) {
    const byRegion = REGIONS.filter(({ id }) => query.region_ids?.includes(id)).map((region) =>
      project.regionScores(region, now),
    );
    return [project.dailyScores(now), ...byRegion]
      .flat()
      .sort((a, b) => a.day - b.day)
      .map((row) => dayToWire(row));
  },
});

export const scoreRoutes: readonly Route[] = [dailyScores];

const promptRequest = z.object({ path: projectPath, query: z.object({ prompt_id: id }) });

const promptDetail = projectRoute({
  operation: 'prompt_detail',
  summary: "Get prompt detail: one prompt's competitive picture",
  method: 'GET',
  path: '/projects/{project_id}/prompt-detail',
  request: promptRequest,
  response: PromptDetail,
  answer({ query }, project, now) {
    const prompt = project.prompts.find(query.prompt_id) ?? throwPromptNotFound();
    const runs = project.countedRuns(now).filter((run) => run.prompt.id === prompt.id);
    const { own, byEngine, entities } = computePicture(project.script, runs);
    return {
      ...promptToWire(prompt),
      answer_count: own.answers,
      ...ownToWire(own),
      by_model: byEngine.map((each) => ({
        engine_id: each.engine.id,
        engine: each.engine.displayName,
        ...ownToWire(each.own),
        top_competitor: each.topCompetitor,
      })),
      entities: entities.map((each) => ({
        entity_name: each.entity,
        entity_type: each.own ? 'own' : 'competitor',
        mention_count: each.mentions,
        ...figuresToWire(each),
      })),
    };
  },
});

const promptTimeseries = projectRoute({
  operation: 'prompt_timeseries',
  summary: 'Get prompt timeseries: its daily scores, oldest first',
  method: 'GET',
  path: '/projects/{project_id}/prompt-timeseries',
  request: promptRequest,
  response: z.array(DailyScore),
  answer({ query }, project, now) {
    const { id } = project.prompts.find(query.prompt_id) ?? throwPromptNotFound();
    return project.promptScores(id, now).map((row) => dayToWire(row));
  },
});

const promptHistory = projectRoute({
  operation: 'prompt_history',
  summary: 'Get prompt history: its latest runs, newest first',
  method: 'GET',
  path: '/projects/{project_id}/prompts/{prompt_id}/history',
  request: z.object({ path: projectPath.extend({ prompt_id: id }) }),
  response: PromptHistory,
  answer({ path }, project, now) {
    const prompt = project.prompts.find(path.prompt_id) ?? throwPromptNotFound();
    const runs = project.recentRuns(now).filter((run) => run.prompt.id === prompt.id);
    return {
      prompt_id: prompt.id,
      prompt: prompt.text,
      runs: runs.map((run) => runToWire(run, project)),
    };
  },
});

/** A tool's figures. */
export function figuresToWire({ score, mentionRate, averageRank }: Figures) {
  return {
    score: round(score, 2),
    mention_rate: round(mentionRate, 4),
    average_rank: roundOrNull(averageRank, 2),
  };
}

/** The brand's figures. */
export function ownToWire({ score, mentionRate, averageRank }: Figures) {
  return {
    own_score: round(score, 2),
    own_mention_rate: round(mentionRate, 4),
    own_average_rank: roundOrNull(averageRank, 2),
  };
}

function runToWire(run: PromptRun, project: Project): z.input<typeof PromptHistory>['runs'][number] {
  const own = run.response.mentions.find((mention) => mention.own);
  return {
    prompt_run_id: run.id,
    run_group_id: project.runGroupId(dayOf(run.scheduledFor)),
    response_id: responseId(run),
    engine_id: run.engineId,
    engine: engineName(run.engineId),
    region_id: run.regionId,
    status: 'completed',
    completed_at: iso(run.completedAt),
    mentioned: own !== undefined,
    rank_position: own?.rank ?? null,
  };
}

export const promptFigureRoutes: readonly Route[] = [promptDetail, promptTimeseries, promptHistory];
