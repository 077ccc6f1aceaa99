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
  'claimed',
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
 * `entity`: the rival of compare and named, the domain of sources, the place of leads ("places": how many each has), the kind
 * of suggestions, and of a ranking what is ranked (engines, topics, prompts or regions). `from` and `to` are inclusive. `why`: the cause is asked for.
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

/** What people say that asks for nothing. */
export type SmallTalk = 'greeting' | 'thanks' | 'who';

/** Words that somebody may want explained. */
export type Term =
  | 'score'
  | 'mentionRate'
  | 'averageRank'
  | 'sentiment'
  | 'share'
  | 'mention'
  | 'citation'
  | 'referrer'
  | 'lead'
  | 'leadScore'
  | 'warmLead'
  | 'prompt'
  | 'topic'
  | 'engine'
  | 'segment'
  | 'fanout'
  | 'digest'
  | 'alert'
  | 'normal'
  | 'handle';

/** What a question takes for granted of a change: that it was for the worse or for the better. */
export type Premise = 'worse' | 'better';
/** "either": who moved most is asked for, whichever way. */
export type Move = Premise | 'either';

/** The way that is taken for granted, if it is one. */
export function wayOf(move: Move | undefined): Premise | undefined {
  return move === 'either' ? undefined : move;
}

/**
 * How a question was read. ambiguous: these plans are equally likely, or (`areTwoQuestions`) each was asked for. `isForeign`: in another language. not_understood: `unknown` is the name that nobody
 * has, `isBeyond` that no API of this kind knows of it, and `isOrder` that it is one, where that is why; `likely` the plans that it is more likely to mean than others, yet not likely enough; `near` are
 * questions of which one may have been meant.
 */
export type Reading =
  | { verdict: 'understood'; plan: Plan; premise?: Move | undefined }
  | { verdict: 'ambiguous'; between: readonly Plan[]; areTwoQuestions?: boolean }
  | {
      verdict: 'not_understood';
      unknown?: string | undefined;
      isBeyond?: boolean;
      isOrder?: boolean;
      isForeign?: boolean;
      likely: readonly Plan[];
      near: readonly string[];
    };

/** A figure of an answer, for readers that are programs. `unit` in words: points, %, place, leads. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** YYYY-MM-DD */
  day?: string | undefined;
  /** From so many answers it was made. */
  answers?: number | undefined;
  /** YYYY-MM-DD: the day it is compared with; the day before, or the first of those asked for. */
  since?: string | undefined;
  /** The difference to that day, where both can be compared. */
  change?: number | undefined;
  /** Whether both days were measured alike, so that they can be compared; missing where there is no other day. */
  comparable?: boolean | undefined;
  /** Whether that is noise: "normal", or as sure as SURENESS words it. */
  verdict?: string | undefined;
};

/**
 * Why there is nothing of what was asked. own_brand: a rival was asked for, and this is the brand itself; none_of_those_days: of other days there is something; filtered_out: of what is there
 * nothing passes what was asked for; not_in_store: only the bot's own store knows, and it is out of reach.
 */
export type EmptyCause =
  | 'not_understood'
  | 'ambiguous'
  | 'not_known'
  | 'own_brand'
  | 'nothing_tracked'
  | 'none_of_those_days'
  | 'none_listed'
  | 'filtered_out'
  | 'api_lacks_it'
  | 'not_in_store'
  | 'no_project';
