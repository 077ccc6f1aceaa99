/**
 * Figures of the reference API: daily scores, each prompt's picture, daily scores and runs, and topics and competitors over
 * the last 7 complete days.
 */
import { z } from 'zod';
import { oncePer } from '../../../once-per.ts';
import { TopicDetail } from '../../../visibility/contract.ts';
import { writeAnswer } from '../../world/answers.ts';
import { dateOf, dayOf, engineName, type PromptRun, REGIONS, responseId } from '../../world/rows.ts';
import {
  computeCompetitor,
  computePicture,
  computeTopic,
  type Figures,
  filterByTopic,
  findEvidence,
  type DailyScore as Row,
  type TopicPicture,
} from '../../world/scores.ts';
import type { TopicScript } from '../../world/script.ts';
import type { Project } from '../../world/world.ts';
import {
  engineRegionFilter,
  id,
  iso,
  limit,
  projectPath,
  projectRoute,
  Refusal,
  type Route,
  round,
  roundOrNull,
} from '../route.ts';
import { CompetitorDetail, DailyScore, PromptDetail, PromptHistory, Topic, TopicAnswer } from '../shapes.ts';
import { promptToWire, throwPromptNotFound } from './prompts.ts';

const dayToWire = oncePer(
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
      by_model: byEngine.map(modelToWire),
      entities: entities.map(entityToWire),
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
function figuresToWire({ score, mentionRate, averageRank }: Figures) {
  return {
    score: round(score, 2),
    mention_rate: round(mentionRate, 4),
    average_rank: roundOrNull(averageRank, 2),
  };
}

const engineToWire = ({ id, displayName }: TopicPicture['byEngine'][number]['engine']) => ({
  engine_id: id,
  engine: displayName,
});

const modelToWire = ({ engine, own, topCompetitor }: TopicPicture['byEngine'][number]) => ({
  ...engineToWire(engine),
  ...ownToWire(own),
  top_competitor: topCompetitor,
});

const entityToWire = (each: TopicPicture['entities'][number]) => ({
  entity_name: each.entity,
  entity_type: each.own ? 'own' : 'competitor',
  mention_count: each.mentions,
  ...figuresToWire(each),
});

/** The brand's figures. */
function ownToWire({ score, mentionRate, averageRank }: Figures) {
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

const topics = projectRoute({
  operation: 'topics',
  summary: 'List topics',
  method: 'GET',
  path: '/projects/{project_id}/topics',
  request: z.object({ path: projectPath }),
  response: z.array(Topic),
  answer: (_request, project, now) =>
    project.topics(now).map(({ topic, own, overallRank }) => ({
      label: topic.label,
      kind: topic.kind,
      answer_count: own.answers,
      ...ownToWire(own),
      overall_rank: overallRank,
    })),
});

const topicDetail = projectRoute({
  operation: 'topic_detail',
  summary: "Show one topic's competitive picture",
  method: 'GET',
  path: '/projects/{project_id}/topic-detail',
  request: z.object({ path: projectPath, query: z.object({ topic: z.string().min(1) }) }),
  response: TopicDetail,
  answer({ query }, project, now) {
    const topic = findTopic(query.topic, project);
    const picture = computeTopic(project.script, topic, project.countedRuns(now));
    const { own, overallRank, entities, byEngine, evidence } = picture;
    return {
      label: topic.label,
      kind: topic.kind,
      description: topic.description,
      answer_count: own.answers,
      ...ownToWire(own),
      own_avg_sentiment: roundOrNull(own.averageSentiment, 2),
      overall_rank: overallRank,
      entity_count: entities.length,
      entities: entities.map((each) => ({
        ...entityToWire(each),
        top_pick_count: each.topPicks,
        avg_sentiment: roundOrNull(each.averageSentiment, 2),
      })),
      by_model: byEngine.map(modelToWire),
      evidence: evidence.map(({ text, engine }) => ({ evidence: text, ...engineToWire(engine) })),
    };
  },
});

const topicAnswers = projectRoute({
  operation: 'topic_answers',
  summary: 'Get the answers where a topic appeared, newest first',
  method: 'GET',
  path: '/projects/{project_id}/topic-answers',
  request: z.object({
    path: projectPath,
    query: z.object({ topic: z.string().min(1), limit: limit(1_000, 25) }),
  }),
  response: z.array(TopicAnswer),
  answer({ query }, project, now) {
    const { label } = findTopic(query.topic, project);
    return filterByTopic(label, project.countedRuns(now))
      .sort((a, b) => b.completedAt - a.completedAt)
      .slice(0, query.limit)
      .map((run) => ({
        response_id: responseId(run),
        prompt_run_id: run.id,
        prompt_id: run.prompt.id,
        prompt: run.prompt.text,
        engine_id: run.engineId,
        engine: engineName(run.engineId),
        raw_text: writeAnswer(run, project.citationsOf(run)),
        evidence: findEvidence(run, label) ?? '',
        created_at: iso(run.completedAt),
      }));
  },
});

/** Ignores case. @throws Refusal 404 */
function findTopic(label: string, { script }: Project): TopicScript {
  const topic = script.topics.find((each) => each.label.toLowerCase() === label.toLowerCase());
  if (topic === undefined) throw new Refusal(404, 'Topic not found');
  return topic;
}

const competitorDetail = projectRoute({
  operation: 'competitor_detail',
  summary: 'Get competitor detail',
  method: 'GET',
  path: '/projects/{project_id}/competitor-detail',
  request: z.object({ path: projectPath, query: z.object({ competitor: z.string().min(1) }) }),
  response: CompetitorDetail,
  answer({ query }, project, now) {
    const picture = computeCompetitor(project.script, query.competitor, project.countedRuns(now));
    if (picture === undefined) throw new Refusal(404, 'Competitor not found');
    const { name, figures, byEngine, topics } = picture;
    return {
      name,
      entity_type: 'competitor',
      mention_count: figures.mentions,
      ...figuresToWire(figures),
      avg_sentiment: roundOrNull(figures.averageSentiment, 2),
      by_model: byEngine.map((each) => ({ ...engineToWire(each.engine), ...figuresToWire(each.figures) })),
      topics: topics.map((each) => ({ label: each.label, ...figuresToWire(each.figures) })),
    };
  },
});

export const figureRoutes: readonly Route[] = [
  dailyScores,
  promptDetail,
  promptTimeseries,
  promptHistory,
  topics,
  topicDetail,
  topicAnswers,
  competitorDetail,
];
