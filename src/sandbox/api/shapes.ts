/**
 * Response shapes of the reference API that the API's document doesn't show, with the first name of each field in
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

/** Registers a guessed shape under this name in the OpenAPI document. */
function assume<Shape extends z.core.$ZodLooseShape>(id: string, description: string, shape: Shape) {
  return z.object(shape).register(RESOURCES, { id, description, 'x-assumed': true });
}

/** `engine` is the display name. */
const engineFields = { engine_id: uuid, engine: z.string() };

export const Region = assume('Region', 'A region that prompts can be run in.', {
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
  status: z.enum(['new', 'open']).describe('new for two days after discovery'),
};
export const CommunityLead = assume(
  'CommunityLead',
  'A forum thread where the brand could plausibly join the conversation.',
  lead,
);

export const WarmLead = assume('WarmLead', 'A community lead that AI engines already cite.', {
  ...lead,
  citation_count: z.int().min(1),
  engines: z.array(z.string()).describe('display names of the engines that cite it'),
});

export const CommunityMetrics = assume('CommunityMetrics', 'Counts of the community leads.', {
  total: z.int(),
  new: z.int().describe('leads with status new'),
  today: z.int().describe('found since midnight UTC'),
  average_score: score.nullable().describe('of leads that have a score'),
});

export const DailyScore = assume('DailyScore', "A day's score, for one engine or all.", {
  date: z.iso.date(),
  engine_id: uuid.nullable().describe('null for all engines together'),
  engine: z.string().nullable(),
  region_id: uuid.nullable().describe('null for all regions together'),
  region: z.string().nullable(),
  score,
  mention_rate: share,
  average_rank: rank,
  avg_sentiment: sentiment,
  answer_count: z.int(),
  complete: z.boolean().describe('false until the day is over'),
});

export const Topic = assume('Topic', 'A reason that answers give for their choice.', {
  label: z.string(),
  kind: z.string(),
  answer_count: z.int(),
  own_score: score,
  own_mention_rate: share,
  overall_rank: z.int().nullable(),
});

export const TopicAnswer = assume('TopicAnswer', 'An answer that gave the topic as a reason.', {
  response_id: uuid,
  prompt_run_id: uuid,
  prompt_id: uuid,
  prompt: z.string(),
  ...engineFields,
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
export const PromptOut = assume('PromptOut', 'A tracked prompt.', prompt);

export const PromptDeleted = assume('PromptDeleted', 'The prompt is no longer tracked.', {
  deleted: z.literal(true),
});

const ownFigures = { own_score: score, own_mention_rate: share, own_average_rank: rank };
export const PromptDetail = assume('PromptDetail', "One prompt's competitive picture.", {
  ...prompt,
  answer_count: z.int(),
  ...ownFigures,
  by_model: z.array(z.object({ ...engineFields, ...ownFigures, top_competitor: z.string().nullable() })),
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

export const PromptHistory = assume('PromptHistory', 'The latest runs of one prompt, newest first.', {
  prompt_id: uuid,
  prompt: z.string(),
  runs: z.array(
    z.object({
      prompt_run_id: uuid,
      run_group_id: uuid,
      response_id: uuid,
      ...engineFields,
      region_id: uuid,
      status: z.string(),
      completed_at: instant,
      mentioned: z.boolean().describe('whether the answer names your brand'),
      rank_position: z.int().nullable(),
    }),
  ),
});

export const PromptSuggestion = assume('PromptSuggestion', 'A prompt worth tracking.', {
  id: uuid,
  prompt: z.string(),
  category: z.string(),
  reason: z.string(),
  status: z.enum(['open', 'tracked']),
  created_at: instant,
});

export const Suggestion = assume('Suggestion', 'Something to publish or change so that engines notice you.', {
  id: uuid,
  title: z.string(),
  description: z.string(),
  kind: z.string(),
  priority: z.string(),
  status: z.string(),
  created_at: instant,
});

export const SuggestionsStatus = assume('SuggestionsStatus', 'Whether there are suggestions, and how many.', {
  status: z.string(),
  generated_at: instant,
  total: z.int(),
  open: z.int(),
});

export const Citation = assume('Citation', 'A source that an answer cites.', {
  id: uuid,
  response_id: uuid,
  prompt_run_id: uuid,
  url: z.url(),
  title: z.string(),
  domain: z.string(),
  ...engineFields,
  region_id: uuid,
  prompt_id: uuid,
  prompt: z.string(),
  created_at: instant,
});

export const Source = assume('Source', 'A cited page.', {
  url: z.url(),
  title: z.string(),
  domain: z.string(),
  citation_count: z.int(),
  share: share.describe('of all citations'),
  engines: z.array(z.string()).describe('display names of the engines that cite it'),
});

export const CompetitorDetail = assume('CompetitorDetail', "A competitor's standing.", {
  name: z.string(),
  entity_type: z.string(),
  mention_count: z.int(),
  mention_rate: share,
  average_rank: rank,
  avg_sentiment: sentiment,
  score,
  by_model: z.array(z.object({ ...engineFields, mention_rate: share, average_rank: rank, score })),
  topics: z.array(z.object({ label: z.string(), mention_rate: share, score })),
});

export const QueryFanout = assume('QueryFanout', 'What an engine searches for while it answers a prompt.', {
  query: z.string(),
  prompt_id: uuid,
  prompt: z.string(),
  ...engineFields,
  count: z.int(),
});

export const RegionUsage = assume('RegionUsage', "A tracked region's share of the runs.", {
  region_id: uuid,
  code: z.string(),
  name: z.string(),
  prompt_count: z.int(),
  run_count: z.int(),
  share: share.describe('of all runs'),
});

export const HTTPValidationError = assume('HTTPValidationError', 'All faults of a refused request.', {
  detail: z.array(
    z.object({
      loc: z.array(z.union([z.string(), z.int()])),
      msg: z.string(),
      type: z.string(),
    }),
  ),
});
