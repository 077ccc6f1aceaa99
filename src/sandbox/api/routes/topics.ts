/** Topics and competitors of the reference API, over the last 7 complete days. */
import { z } from 'zod';
import { TopicDetail } from '../../../visibility/contract.ts';
import { writeAnswer } from '../../world/answer-text.ts';
import { engineName } from '../../world/cast.ts';
import { computeCompetitor, computeTopic, filterByTopic, findEvidence } from '../../world/pictures.ts';
import type { Project } from '../../world/project.ts';
import { responseId } from '../../world/rows.ts';
import type { TopicScript } from '../../world/script.ts';
import { iso, limit, projectPath, projectRoute, type Route, roundOrNull } from '../route.ts';
import { CompetitorDetail, Topic, TopicAnswer } from '../shapes.ts';
import { Refusal } from '../validation.ts';
import { figuresToWire, ownToWire } from './figures.ts';

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
        entity_name: each.entity,
        entity_type: each.own ? 'own' : 'competitor',
        mention_count: each.mentions,
        top_pick_count: each.topPicks,
        ...figuresToWire(each),
        avg_sentiment: roundOrNull(each.averageSentiment, 2),
      })),
      by_model: byEngine.map((each) => ({
        engine_id: each.engine.id,
        engine: each.engine.displayName,
        ...ownToWire(each.own),
        top_competitor: each.topCompetitor,
      })),
      evidence: evidence.map(({ text, engine }) => ({
        evidence: text,
        engine_id: engine.id,
        engine: engine.displayName,
      })),
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
      by_model: byEngine.map((each) => ({
        engine_id: each.engine.id,
        engine: each.engine.displayName,
        ...figuresToWire(each.figures),
      })),
      topics: topics.map((each) => ({ label: each.label, ...figuresToWire(each.figures) })),
    };
  },
});

export const topicRoutes: readonly Route[] = [topics, topicDetail, topicAnswers, competitorDetail];
