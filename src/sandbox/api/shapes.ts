/**
 * What the reference API answers where the API's document shows no shape: the first name of each field in
 * visibility/assumed.ts. Documented shapes are in visibility/contract.ts. Scores are 0 to 100, rates 0 to 1.
 */
import { z } from 'zod';

const uuid = z.guid();
const instant = z.iso.datetime();
const score = z.number().min(0).max(100);
const share = z.number().min(0).max(1);

export const Lead = z.object({
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
});

export const CommunityMetrics = z.object({
  total: z.int(),
  new: z.int().describe('leads of status new'),
  today: z.int().describe('found since midnight UTC'),
  average_score: score.nullable().describe('of the leads that have a score'),
});

export const DailyScore = z.object({
  date: z.iso.date(),
  engine_id: uuid.nullable().describe('null: over all engines'),
  engine: z.string().nullable(),
  score,
  mention_rate: share,
  average_rank: z.number().nullable(),
  avg_sentiment: z.number().min(-1).max(1).nullable(),
  answer_count: z.int(),
  complete: z.boolean().describe('false for the day that is not over yet'),
});

export const Topic = z.object({
  label: z.string(),
  kind: z.string(),
  answer_count: z.int(),
  own_score: score,
  own_mention_rate: share,
  overall_rank: z.int().nullable(),
});

export const Prompt = z.object({
  id: uuid,
  prompt: z.string(),
  category: z.string().nullable(),
  active: z.boolean(),
  created_at: instant,
});

/** ISO 8601 in UTC, as every time of the reference API is written. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** Figures are sent with as many digits as they deserve: 2 for scores, ranks and sentiment, 4 for rates. */
export function rounded(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

export function roundedOrNull(value: number | null, digits: number): number | null {
  return value === null ? null : rounded(value, digits);
}
