/** Topics of the reference API: the reasons that answers gave over the last 7 complete days, and who gains by them. */
import { z } from 'zod';
import { TopicDetail } from '../../../visibility/contract.ts';
import { Refusal } from '../refusal.ts';
import { ofProject, projectRoute, type Route } from '../route.ts';
import { rounded, roundedOrNull, Topic } from '../shapes.ts';

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
    const wanted = query.topic.toLowerCase();
    const picture = project.topics(now).find(({ topic }) => topic.label.toLowerCase() === wanted);
    if (picture === undefined) throw new Refusal(404, 'Topic not found');
    const { topic, own, overallRank, entities, byEngine, evidence } = picture;
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

export const topicRoutes: readonly Route[] = [topics, topicDetail];
