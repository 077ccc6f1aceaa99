/**
 * What the reference API answers where the API's document shows no shape: the first name of each field in
 * visibility/assumed.ts. Documented shapes are in visibility/contract.ts. Scores are 0 to 100, rates 0 to 1.
 */
import { z } from 'zod';
import { RESOURCES } from '../../visibility/contract.ts';

const uuid = z.guid();
const instant = z.iso.datetime();
const score = z.number().min(0).max(100);
const share = z.number().min(0).max(1);
const sentiment = z.number().min(-1).max(1).nullable();
const rank = z.number().min(1).nullable();

/** A guess under this name in the OpenAPI document. */
function assumed<Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).register(RESOURCES, { id, description, 'x-assumed': true });
}

/** One row of a breakdown by engine; `engine` is its display name. */
const ofEngine = { engine_id: uuid, engine: z.string() };

export const Region = assumed('Region', 'A region in which prompts can be asked.', {
  id: uuid,
  code: z.string(),
  name: z.string(),
});

const lead = {
  id: uuid,
  title: z.string(),
  url: z.url(),
  community: z.string(),
  author: z.string(),
  score: score.nullable(),
  reason: z.string().nullable(),
  posted_at: instant,
  discovered_at: instant,
  comment_count: z.int(),
  status: z.enum(['new', 'open']).describe('new for two days after the discovery'),
};
export const CommunityLead = assumed(
  'CommunityLead',
  'A forum thread where the brand could plausibly join the conversation.',
  lead,
);

export const WarmLead = assumed('WarmLead', 'A community lead that AI engines cite already.', {
  ...lead,
  citation_count: z.int().min(1),
  engines: z.array(z.string()).describe('display names of the engines that cite it'),
});

export const CommunityMetrics = assumed('CommunityMetrics', 'Counts of the community leads.', {
  total: z.int(),
  new: z.int().describe('leads of status new'),
  today: z.int().describe('found since midnight UTC'),
  average_score: score.nullable().describe('of the leads that have a score'),
});

export const DailyScore = assumed('DailyScore', "A day's score, of one engine or of all.", {
  date: z.iso.date(),
  engine_id: uuid.nullable().describe('null: over all engines'),
  engine: z.string().nullable(),
  region_id: uuid.nullable().describe('null: over all regions'),
  region: z.string().nullable(),
  score,
  mention_rate: share,
  average_rank: rank,
  avg_sentiment: sentiment,
  answer_count: z.int(),
  complete: z.boolean().describe('false for the day that is not over yet'),
});

export const Topic = assumed('Topic', 'A reason that answers give.', {
  label: z.string(),
  kind: z.string(),
  answer_count: z.int(),
  own_score: score,
  own_mention_rate: share,
  overall_rank: z.int().nullable(),
});

export const TopicAnswer = assumed('TopicAnswer', 'An answer that gave the topic as a reason.', {
  response_id: uuid,
  prompt_run_id: uuid,
  prompt_id: uuid,
  prompt: z.string(),
  ...ofEngine,
  raw_text: z.string(),
  evidence: z.string(),
  created_at: instant,
});

const prompt = {
  id: uuid,
  prompt: z.string(),
  category: z.string().nullable(),
  active: z.boolean(),
  created_at: instant,
};
export const PromptOut = assumed('PromptOut', 'A tracked prompt.', prompt);

export const PromptDeleted = assumed('PromptDeleted', 'The prompt is tracked no more.', {
  deleted: z.literal(true),
});

const ownFigures = { own_score: score, own_mention_rate: share, own_average_rank: rank };
export const PromptDetail = assumed('PromptDetail', 'How everybody stands for one prompt.', {
  ...prompt,
  answer_count: z.int(),
  ...ownFigures,
  by_model: z.array(z.object({ ...ofEngine, ...ownFigures, top_competitor: z.string().nullable() })),
  entities: z.array(
    z.object({
      entity_name: z.string(),
      entity_type: z.string(),
      mention_count: z.int(),
      mention_rate: share,
      average_rank: rank,
      score,
    }),
  ),
});

export const PromptHistory = assumed('PromptHistory', 'The latest runs of one prompt, newest first.', {
  prompt_id: uuid,
  prompt: z.string(),
  runs: z.array(
    z.object({
      prompt_run_id: uuid,
      run_group_id: uuid,
      response_id: uuid,
      ...ofEngine,
      region_id: uuid,
      status: z.string(),
      completed_at: instant,
      mentioned: z.boolean().describe('whether the answer names the own brand'),
      rank_position: z.int().nullable(),
    }),
  ),
});

export const PromptSuggestion = assumed('PromptSuggestion', 'A prompt that is worth tracking.', {
  id: uuid,
  prompt: z.string(),
  category: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'tracked']),
  created_at: instant,
});

export const Suggestion = assumed('Suggestion', 'Something to publish or change, so that engines notice.', {
  id: uuid,
  title: z.string(),
  description: z.string(),
  kind: z.string(),
  priority: z.string(),
  status: z.string(),
  created_at: instant,
});

export const SuggestionsStatus = assumed(
  'SuggestionsStatus',
  'Whether suggestions are there, and how many.',
  {
    status: z.string(),
    generated_at: instant,
    total: z.int(),
    open: z.int(),
  },
);

export const Citation = assumed('Citation', 'A source that an answer gives.', {
  id: uuid,
  response_id: uuid,
  prompt_run_id: uuid,
  url: z.url(),
  title: z.string(),
  domain: z.string(),
  ...ofEngine,
  region_id: uuid,
  prompt_id: uuid,
  prompt: z.string(),
  created_at: instant,
});

export const Source = assumed('Source', 'A cited page.', {
  url: z.url(),
  title: z.string(),
  domain: z.string(),
  citation_count: z.int(),
  share: share.describe('of all citations'),
  engines: z.array(z.string()).describe('display names of the engines that cite it'),
});

export const CompetitorDetail = assumed('CompetitorDetail', "A competitor's standing.", {
  name: z.string(),
  entity_type: z.string(),
  mention_count: z.int(),
  mention_rate: share,
  average_rank: rank,
  avg_sentiment: sentiment,
  score,
  by_model: z.array(z.object({ ...ofEngine, mention_rate: share, average_rank: rank, score })),
  topics: z.array(z.object({ label: z.string(), mention_rate: share, score })),
});

export const QueryFanout = assumed('QueryFanout', 'What an engine looks up while it answers a prompt.', {
  query: z.string(),
  prompt_id: uuid,
  prompt: z.string(),
  ...ofEngine,
  count: z.int(),
});

export const RegionUsage = assumed('RegionUsage', 'How much of the asking a tracked region takes.', {
  region_id: uuid,
  code: z.string(),
  name: z.string(),
  prompt_count: z.int(),
  run_count: z.int(),
  share: share.describe('of all runs'),
});

export const HTTPValidationError = assumed('HTTPValidationError', 'Every fault of a refused request.', {
  detail: z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      type: z.string(),
    }),
  ),
});
