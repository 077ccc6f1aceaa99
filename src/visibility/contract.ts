/**
 * The documented part of the Visibility Intelligence Public API 1.0.0, in the document's order. Strict, except that
 * unknown fields are allowed; what the document leaves open is in assumed.ts. Client and sandbox share these schemas,
 * and the sandbox's OpenAPI document is generated from them.
 */
import { z } from 'zod';
import { isConstant, isGuid, isRaw, isUtcTime, type Raw } from './values.ts';

/** A schema's entry in the OpenAPI document. `id` is its name; `x-assumed` marks a guess. */
type ResourceMeta = { id?: string; description?: string; format?: string; 'x-assumed'?: true };

/** Every resource under its documented name, for `z.toJSONSchema` (with `io: 'input'`: as sent over the wire). */
export const RESOURCES = z.registry<ResourceMeta>();

const uuid = z.guid();

/** A documented object; fields that the document doesn't show are allowed. */
function resource<Shape extends z.ZodRawShape>(id: string, description: string, shape: Shape) {
  return z.looseObject(shape).register(RESOURCES, { id, description });
}

/** RFC 3339; FastAPI also writes UTC times without an offset, a union for which zod emits no format. */
export const Timestamp = z.iso
  .datetime({ offset: true, local: true })
  .register(RESOURCES, { format: 'date-time' });

/** Source: "SegmentSuggestion". Values of `status` are not documented. */
export const SegmentSuggestion = resource('SegmentSuggestion', 'A segment that the API suggests.', {
  id: uuid,
  project_id: uuid,
  name: z.string(),
  description: z.string().nullish(),
  status: z.string(),
  created_at: Timestamp,
  accepted_at: Timestamp.nullish(),
  dismissed_at: Timestamp.nullish(),
});
export type SegmentSuggestion = z.infer<typeof SegmentSuggestion>;

export const SegmentPromptMapping = resource(
  'SegmentPromptMapping',
  'A tracked prompt, and whether a segment applies to it.',
  {
    prompt_id: uuid,
    prompt: z.string(),
    category: z.string().nullish(),
    applies: z.boolean(),
    source: z.string().nullish(),
  },
);
export type SegmentPromptMapping = z.infer<typeof SegmentPromptMapping>;

/** Source: "Engine": an AI engine that can be tracked; all fields required. Values of `surface` are not documented. */
export const Engine = resource('Engine', 'An AI engine that answers prompts.', {
  id: uuid,
  provider: z.string(),
  model: z.string(),
  display_name: z.string(),
  surface: z.string(),
  active: z.boolean(),
});
export type Engine = z.infer<typeof Engine>;

/** Source: "Mention": one entity in one answer; all fields present. `sentiment` is text, its values not documented. */
export const Mention = resource('Mention', 'An entity that an answer speaks of.', {
  id: uuid,
  response_id: uuid,
  entity_name: z.string(),
  entity_type: z.string(),
  matched_term: z.string().nullable(),
  rank_position: z.int().nullable(),
  sentiment: z.string().nullable(),
  description: z.string().nullable(),
  confidence: z.number().nullable(),
  created_at: Timestamp,
});
export type Mention = z.infer<typeof Mention>;

/** Source: "RunGroup": runs that were started together. Values of `run_type` and `status` are not documented. */
export const RunGroup = resource('RunGroup', 'Prompt runs that were started together.', {
  id: uuid,
  project_id: uuid,
  run_type: z.string(),
  status: z.string(),
  created_at: Timestamp,
  completed_at: Timestamp.nullable(),
  total_runs: z.int().default(0),
  completed_runs: z.int().default(0),
});
export type RunGroup = z.infer<typeof RunGroup>;

/** Source: "PromptRun": one prompt put to one engine; all fields present. `cost_usd` in US dollars. */
export const PromptRun = resource('PromptRun', 'One prompt put to one engine.', {
  id: uuid,
  run_group_id: uuid.nullable(),
  project_id: uuid,
  prompt_id: uuid,
  engine_id: uuid,
  status: z.string(),
  scheduled_for: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  latency_ms: z.int().nullable(),
  cost_usd: z.number().nullable(),
  error: z.string().nullable(),
  created_at: Timestamp,
});
export type PromptRun = z.infer<typeof PromptRun>;

/** Source: "Response", an engine's answer to a prompt run; all fields present. Renamed because of fetch's Response. */
const EngineResponse = resource('Response', 'What an engine answered to a prompt run.', {
  id: uuid,
  prompt_run_id: uuid,
  raw_text: z.string(),
  model_used: z.string().nullable(),
  provider: z.string().nullable(),
  created_at: Timestamp,
});

export const RunGroupDetail = resource('RunGroupDetail', 'A run group with its prompt runs.', {
  run_group: RunGroup,
  prompt_runs: z.array(PromptRun),
});

/** Source: "PromptRunDetail". `response` is null or missing until the engine has answered. */
export const PromptRunDetail = resource('PromptRunDetail', 'A prompt run with the answer it got.', {
  prompt_run: PromptRun,
  response: EngineResponse.nullish(),
});
export type PromptRunDetail = z.infer<typeof PromptRunDetail>;

/** Source: "RunResult". The document shows only some fields and not which are required, so none is. */
export const RunResult = resource('RunResult', 'One result of a run group, with some of its fields.', {
  prompt_run_id: uuid.optional(),
  prompt: z.string().optional(),
  engine: z.string().optional(),
  status: z.string().optional(),
  completed_at: Timestamp.nullish(),
});

/** Source: "RunGroupResults". None of the identified endpoints is known to return it. */
export const RunGroupResults = resource('RunGroupResults', 'A run group with its results.', {
  run_group: RunGroup,
  results: z.array(RunResult),
});

/** Source: "TopicEntityStat": one tool's figures within a topic. The scale of rates is not documented. */
export const TopicEntityStat = resource('TopicEntityStat', "One tool's standing within a single topic.", {
  entity_name: z.string(),
  entity_type: z.string(),
  mention_count: z.int(),
  mention_rate: z.number(),
  top_pick_count: z.int().default(0),
  average_rank: z.number().nullish(),
  avg_sentiment: z.number().nullish(),
  score: z.number(),
});

export const TopicModelStat = resource('TopicModelStat', "A topic's competitive picture on one engine.", {
  engine_id: uuid,
  engine: z.string(),
  own_mention_rate: z.number(),
  own_average_rank: z.number().nullish(),
  own_score: z.number(),
  top_competitor: z.string().nullish(),
});

export const TopicEvidence = resource(
  'TopicEvidence',
  'A snippet of an answer that cited the topic as a reason.',
  { evidence: z.string(), engine_id: uuid.nullish(), engine: z.string().nullish() },
);

export const TopicDetail = resource('TopicDetail', 'How everybody stands in one topic.', {
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

/** Source: "ReferrerRanking"; all fields required. The scale of `share` is not documented. */
export const ReferrerRanking = resource('ReferrerRanking', 'How often answers cite a domain.', {
  domain: z.string(),
  citation_count: z.int(),
  share: z.number(),
});
export type ReferrerRanking = z.infer<typeof ReferrerRanking>;

/** Source: "ProjectRegionSetRequest", the body of the set-tracked-regions operation: "at least 1 item". */
export const ProjectRegionSetRequest = z.object({ region_ids: z.array(uuid).min(1) }).register(RESOURCES, {
  id: 'ProjectRegionSetRequest',
  description: 'The regions that a project is to track from now on.',
});

/** Source: "Limits": default of `limit` for community leads. The maximum is not documented. */
export const LEADS_DEFAULT_LIMIT = 25;

/** Source: "Limits": default of `limit` for citations. The maximum is not documented. */
export const CITATIONS_DEFAULT_LIMIT = 100;

/** Recognises rows that are as documented in one pass, since zod takes several times as long; zod judges the others. */
export type Check = (value: unknown) => boolean;

/** True only for an object with exactly the schema's fields, in their order, which the schema would leave as it is. */
export function rowCheckOf(schema: z.core.$ZodType): Check {
  if (!(schema instanceof z.ZodObject) || hasChecks(schema)) return never;
  const names = Object.keys(schema.shape);
  const checks = names.map((name) => checkOf(schema.shape[name]));
  // As code of its own, like the readers of read.ts; the names are the documented ones.
  const calls = names.map((name, i) => `checks[${i}](row[${JSON.stringify(name)}])`).join(' && ');
  const areRight: (row: Raw) => boolean = new Function('checks', `return (row) => ${calls};`)(checks);
  return (row) => {
    if (!isRaw(row)) return false;
    let i = 0;
    for (const name in row) {
      if (names[i] !== name) return false;
      i += 1;
    }
    return i === names.length && areRight(row);
  };
}

/** Nothing passes of what lists in the API's document don't use. */
function checkOf(schema: z.core.$ZodType): Check {
  if (hasChecks(schema)) return never;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    const none = schema instanceof z.ZodOptional ? undefined : null;
    const isInner = checkOf(schema.unwrap());
    return (value) => value === none || isInner(value);
  }
  if (schema === Timestamp) return (value) => typeof value === 'string' && isUtcTime(value);
  if (schema instanceof z.ZodGUID) return (value) => typeof value === 'string' && isGuid(value);
  if (schema instanceof z.ZodString) return (value) => typeof value === 'string' && !isConstant(value);
  if (schema instanceof z.ZodBoolean) return (value) => typeof value === 'boolean';
  if (schema instanceof z.ZodNumberFormat) return schema.format === 'safeint' ? Number.isSafeInteger : never;
  if (schema instanceof z.ZodNumber) return Number.isFinite;
  return never;
}

const never: Check = () => false;

const hasChecks = ({ _zod }: z.core.$ZodType) => (_zod.def.checks ?? []).length > 0;
