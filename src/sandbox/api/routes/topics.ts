/** Topics of the reference API: the reasons that answers gave over the last 7 complete days, and who gains by them. */
import { z } from 'zod';
import { TopicDetail } from '../../../visibility/contract.ts';
import { answerText } from '../../world/answer-text.ts';
import { engineNamed } from '../../world/cast.ts';
import { responseId } from '../../world/identities.ts';
import type { Project } from '../../world/project.ts';
import type { TopicScript } from '../../world/script.ts';
import { evidenceIn, runsCiting, topicPicture } from '../../world/topics.ts';
import { iso, limit, ofProject, projectRoute, type Route, rounded, roundedOrNull } from '../route.ts';
import { Topic, TopicAnswer } from '../shapes.ts';
import { Refusal } from '../validation.ts';

const topics = projectRoute({
  operation: 'topics',
  summary: 'List topics',
  method: 'GET',
  path: '/projects/{project_id}/topics',
  request: z.object({ path: ofProject }),
  response: z.array(Topic),
  answer: (_request, project, now) =>
    project.topics(now).map(({ topic, own, overallRank }) => ({
      label: topic.label,
      kind: topic.kind,
      answer_count: own.answers,
      own_score: rounded(own.score, 2),
      own_mention_rate: rounded(own.mentionRate, 4),
      overall_rank: overallRank,
    })),
});

const topicDetail = projectRoute({
  operation: 'topic_detail',
  summary: "Show one topic's competitive picture",
  method: 'GET',
  path: '/projects/{project_id}/topic-detail',
  request: z.object({ path: ofProject, query: z.object({ topic: z.string().min(1) }) }),
  response: TopicDetail,
  answer({ query }, project, now) {
    const topic = topicLabelled(query.topic, project);
    const picture = topicPicture(project.script, topic, project.countedRuns(now));
    const { own, overallRank, entities, byEngine, evidence } = picture;
    return {
      label: topic.label,
      kind: topic.kind,
      description: topic.description,
      answer_count: own.answers,
      own_score: rounded(own.score, 2),
      own_mention_rate: rounded(own.mentionRate, 4),
      own_average_rank: roundedOrNull(own.averageRank, 2),
      own_avg_sentiment: roundedOrNull(own.averageSentiment, 2),
      overall_rank: overallRank,
      entity_count: entities.length,
      entities: entities.map((each) => ({
        entity_name: each.entity,
        entity_type: each.own ? 'own' : 'competitor',
        mention_count: each.mentions,
        mention_rate: rounded(each.mentionRate, 4),
        top_pick_count: each.topPicks,
        average_rank: roundedOrNull(each.averageRank, 2),
        avg_sentiment: roundedOrNull(each.averageSentiment, 2),
        score: rounded(each.score, 2),
      })),
      by_model: byEngine.map((each) => ({
        engine_id: each.engine.id,
        engine: each.engine.displayName,
        own_mention_rate: rounded(each.own.mentionRate, 4),
        own_average_rank: roundedOrNull(each.own.averageRank, 2),
        own_score: rounded(each.own.score, 2),
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
    path: ofProject,
    query: z.object({ topic: z.string().min(1), limit: limit(1_000, 25) }),
  }),
  response: z.array(TopicAnswer),
  answer({ query }, project, now) {
    const { label } = topicLabelled(query.topic, project);
    return runsCiting(label, project.countedRuns(now))
      .sort((a, b) => b.completedAt - a.completedAt)
      .slice(0, query.limit)
      .map((run) => ({
        response_id: responseId(run),
        prompt_run_id: run.id,
        prompt_id: run.prompt.id,
        prompt: run.prompt.text,
        engine_id: run.engineId,
        engine: engineNamed(run.engineId),
        raw_text: answerText(run, project.citationsOf(run)),
        evidence: evidenceIn(run, label) ?? '',
        created_at: iso(run.completedAt),
      }));
  },
});

/** Whatever the case. @throws Refusal 404 */
function topicLabelled(label: string, { script }: Project): TopicScript {
  const topic = script.topics.find((each) => each.label.toLowerCase() === label.toLowerCase());
  if (topic === undefined) throw new Refusal(404, 'Topic not found');
  return topic;
}

export const topicRoutes: readonly Route[] = [topics, topicDetail, topicAnswers];
