/**
 * The Visibility Intelligence Public API 1.0.0 as its document describes it: what stands here is documented and
 * therefore strict. What the document leaves open is in assumed.ts. Unknown fields are kept, never shown.
 */
import { z } from 'zod';

const uuid = z.guid();

/** RFC 3339; FastAPI also writes times without an offset, which are UTC. */
const dateTime = z.iso.datetime({ offset: true, local: true });

/** Source: "SegmentSuggestion". Values of `status` are not documented. */
export const SegmentSuggestion = z.looseObject({
  id: uuid,
  project_id: uuid,
  name: z.string(),
  description: z.string().nullish(),
  status: z.string(),
  created_at: dateTime,
  accepted_at: dateTime.nullish(),
  dismissed_at: dateTime.nullish(),
});
export type SegmentSuggestion = z.infer<typeof SegmentSuggestion>;

/** Source: "SegmentPromptMapping": one tracked prompt and whether the segment applies to it. */
export const SegmentPromptMapping = z.looseObject({
  prompt_id: uuid,
  prompt: z.string(),
  category: z.string().nullish(),
  applies: z.boolean(),
  source: z.string().nullish(),
});
export type SegmentPromptMapping = z.infer<typeof SegmentPromptMapping>;

/** Source: "TopicEntityStat": one tool's standing within a topic. Rates are shares; their scale is not documented. */
export const TopicEntityStat = z.looseObject({
  entity_name: z.string(),
  entity_type: z.string(),
  mention_count: z.int(),
  mention_rate: z.number(),
  top_pick_count: z.int().default(0),
  average_rank: z.number().nullish(),
  avg_sentiment: z.number().nullish(),
  score: z.number(),
});
export type TopicEntityStat = z.infer<typeof TopicEntityStat>;

/** Source: "TopicModelStat": a topic's picture on one engine. */
export const TopicModelStat = z.looseObject({
  engine_id: uuid,
  engine: z.string(),
  own_mention_rate: z.number(),
  own_average_rank: z.number().nullish(),
  own_score: z.number(),
  top_competitor: z.string().nullish(),
});
export type TopicModelStat = z.infer<typeof TopicModelStat>;

/** Source: "TopicEvidence": a snippet of an answer that gave the topic as a reason. */
export const TopicEvidence = z.looseObject({
  evidence: z.string(),
  engine_id: uuid.nullish(),
  engine: z.string().nullish(),
});
export type TopicEvidence = z.infer<typeof TopicEvidence>;

/** Source: "TopicDetail". */
export const TopicDetail = z.looseObject({
  label: z.string(),
  kind: z.string(),
  description: z.string().nullish(),
  answer_count: z.int(),
  own_score: z.number(),
  own_mention_rate: z.number(),
  own_average_rank: z.number().nullish(),
  own_avg_sentiment: z.number().nullish(),
  overall_rank: z.int().nullish(),
  entity_count: z.int(),
  entities: z.array(TopicEntityStat),
  by_model: z.array(TopicModelStat),
  evidence: z.array(TopicEvidence),
});
export type TopicDetail = z.infer<typeof TopicDetail>;

/** Source: "Limits": default of `limit` for community leads. The maximum is not documented. */
export const LEADS_DEFAULT_LIMIT = 25;
