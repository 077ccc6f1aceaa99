/** What a question in words is read as: one plan of a fixed shape, which whoever answers can follow without the words. */
import { z } from 'zod';

/** What can be asked, each answered by a page of its own. */
export const INTENTS = [
  'overview',
  'score',
  'change',
  'compare',
  'topic',
  'ranking',
  'named',
  'sources',
  'leads',
  'happened',
  'prompts',
  'suggestions',
  'status',
  'help',
] as const;
export type Intent = (typeof INTENTS)[number];

export const METRICS = ['score', 'mention_rate', 'rank', 'sentiment'] as const;

/** What leads are narrowed to, each a word that /visibility leads takes. */
export const LEAD_FILTERS = [
  'cited',
  'mine',
  'unclaimed',
  'snoozed',
  'answered',
  'dismissed',
  'old',
] as const;

/** YYYY-MM-DD in the project's timezone. */
const Day = z.iso.date();
/** As the API writes it; several where several were named. */
const Name = z.union([z.string(), z.array(z.string()).min(2)]);

/**
 * `entity`: the rival of compare and named, the domain of sources, the place of leads, the kind of suggestions, and of a
 * ranking what is ranked (engines, topics, prompts or regions). `from` and `to` are inclusive. `why`: the cause is asked for.
 */
export const Plan = z.strictObject({
  intent: z.enum(INTENTS),
  metric: z.enum(METRICS).optional(),
  entity: Name.optional(),
  engine: Name.optional(),
  region: Name.optional(),
  topic: Name.optional(),
  prompt: z.string().optional(),
  from: Day.optional(),
  to: Day.optional(),
  order: z.enum(['best', 'worst', 'newest', 'oldest']).optional(),
  limit: z.number().int().positive().optional(),
  why: z.literal(true).optional(),
  filters: z.array(z.enum(LEAD_FILTERS)).optional(),
  min_score: z.number().optional(),
});
export type Plan = z.infer<typeof Plan>;

/**
 * The names that a question can hold, as the API writes them. Of a region also its code. `places` are the forums of known
 * leads, `domains` those that engines cite.
 */
export type Names = {
  project: string;
  engines: readonly string[];
  regions: readonly { name: string; code?: string | undefined }[];
  topics: readonly string[];
  prompts: readonly string[];
  rivals: readonly string[];
  domains: readonly string[];
  places: readonly string[];
};

/**
 * How a question was read. ambiguous: these plans are equally likely. not_understood: `unknown` is the name that nobody
 * has, where that is why; `near` are up to three questions of which one may have been meant.
 */
export type Reading =
  | { verdict: 'understood'; plan: Plan }
  | { verdict: 'ambiguous'; between: readonly Plan[] }
  | { verdict: 'not_understood'; unknown?: string | undefined; near: readonly string[] };

/** A figure of an answer, for readers that are programs. `unit` in words: points, %, place, leads. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** YYYY-MM-DD */
  day?: string | undefined;
  /** From so many answers it was made. */
  answers?: number | undefined;
  /** The difference to the day before, where both can be compared. */
  change?: number | undefined;
  /** Whether that is noise: "normal", or as sure as SURENESS words it. */
  verdict?: string | undefined;
};
