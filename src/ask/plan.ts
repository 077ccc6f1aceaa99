/** The plan that a question is read as. Answers depend on the plan alone, not on the words. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { FEED_KINDS } from '../decision.ts';

/** What a question can mean by its words' weights, in their order. */
export const WEIGHED_INTENTS = [
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

/** What can be asked; each has its own answer page. The text of answers is asked for in few ways: see english-plan.ts. */
export const INTENTS = [...WEIGHED_INTENTS, 'answers'] as const;
export type Intent = (typeof INTENTS)[number];

export const METRICS = ['score', 'mention_rate', 'rank', 'sentiment'] as const;

/** What a ranking ranks. */
export const RANKED = ['engines', 'topics', 'prompts', 'regions'] as const;

/** Filters of leads, each also a word of /visibility leads; the last two: what the reply was marked as. */
export const LEAD_FILTERS = [
  'cited',
  'mine',
  'unclaimed',
  'claimed',
  'snoozed',
  'answered',
  'dismissed',
  'old',
  'helpful',
  'removed',
] as const;

/**
 * What the words ask of an answer: whether a change is over, or since when it lasts (recovery); how a figure went over
 * time, or when it changed (past); what engines say, or which mentions, and whether there are any; whether a rival
 * overtook the brand (passing); whether two spans of days, or two days, are compared; which rival is closest; which
 * prompts were added; which engines cite a site; whether the figure asked for is the average, or normal; whether somebody
 * is at a place or before it (within); whether leads are counted that were posted here; a yes or no (whether), and if so,
 * whether the brand is ahead or behind.
 */
const ASPECTS = [
  'recovery',
  'past',
  'words',
  'negative',
  'positive',
  'if any',
  'passing',
  'two spans',
  'two days',
  'closest',
  'by prompt',
  'by topic',
  'added',
  'by engine',
  'within',
  'normal',
  'alerts',
  'open alerts',
  'average',
  'posted',
  'whether',
  'ahead',
  'behind',
] as const;
export type Aspect = (typeof ASPECTS)[number];

/** YYYY-MM-DD in the project's timezone. */
const Day = z.iso.date();
/** As the API writes it; an array for several names. */
const Name = z.union([z.string(), z.array(z.string()).min(2)]);

/**
 * `entity`: the rival of compare and named, the domain of sources (or "searches", those of engines), the place of leads ("places", "subreddits" or
 * "people" count leads by these, and "waits" tells how fast the team replies), the kind of suggestions, or what a ranking ranks (engines, topics, prompts, regions).
 * `from` and `to` are inclusive. `why` asks for the cause. `earlier`, of a change: the fall or rise that is this many
 * `back` from the latest. `person`: whose leads, by their name in Slack; without `id` the
 * store knows nobody of that name. `arrived` counts the leads first seen in these days. `not`: leads to leave out, by
 * forum or words, or as in LeadQuery; of sources, sites; of compare and named, rivals.
 *
 * From the words alone, beside what it is about: `premise`, the change presumed, where "either" asks who moved most in
 * any direction; `aspects`; `gap`, the days between two compared spans that aren't neighbours, without its ends; `place`, who is there, from 0, -1 being the last; `said`, words that
 * mentions, or the title of a page, may contain; `posts`, what of a
 * project's feeds; `bound`, the figure that the brand's may be beyond.
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
  arrived: z.literal(true).optional(),
  filters: z.array(z.enum(LEAD_FILTERS)).optional(),
  min_score: z.number().optional(),
  max_score: z.number().optional(),
  not: Name.optional(),
  person: z.strictObject({ name: z.string(), id: z.string().optional() }).optional(),
  earlier: z.strictObject({ way: z.enum(['worse', 'better']), back: z.number().int().positive() }).optional(),
  premise: z.enum(['worse', 'better', 'either']).optional(),
  aspects: z.array(z.enum(ASPECTS)).optional(),
  gap: z.strictObject({ after: Day, before: Day }).optional(),
  place: z.number().int().min(-1).optional(),
  said: z.string().optional(),
  bound: z
    .strictObject({ is: z.enum(['above', 'at least', 'below', 'at most']), value: z.number() })
    .optional(),
  posts: z
    .strictObject({
      about: z.enum(['next', 'receivers', 'state', 'past']),
      kind: z.enum(FEED_KINDS).optional(),
    })
    .optional(),
});
export type Plan = z.infer<typeof Plan>;

/** A single name as itself; undefined if there is none. */
export function oneOrMore(names: readonly string[]): string | string[] | undefined {
  const all = [...new Set(names)];
  return all.length > 1 ? all : all[0];
}

/** What the plan is about. */
export function withoutAspects({ premise, aspects, gap, place, said, bound, posts, ...plan }: Plan): Plan {
  return plan;
}

export function asksFor(aspect: Aspect, { aspects = [] }: Plan): boolean {
  return aspects.includes(aspect);
}

/** Whether it asks who is first on each topic or prompt. */
export function asksForFirsts(plan: Plan): boolean {
  const isOfOne = (plan.topic ?? plan.prompt) !== undefined;
  const isOfRivals = plan.intent === 'compare' || plan.intent === 'named';
  return (
    isOfRivals &&
    plan.metric === 'rank' &&
    !isOfOne &&
    (asksFor('by topic', plan) || asksFor('by prompt', plan))
  );
}

/** Their answers tell the brand’s figures. */
export const OF_FIGURES: readonly Intent[] = ['overview', 'score', 'change', 'compare', 'named'];

/** Names as the API writes them. `places` are forums of known leads, `domains` those engines cite. */
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

export type { SmallTalk, Term } from './small-talk.ts';

/** The direction of change that a question assumes. */
export type Premise = 'worse' | 'better';
/** "either": asks who moved most in any direction. */
export type Move = Premise | 'either';

/** The assumed direction, if it is a single one. */
export function wayOf(move: Move | undefined): Premise | undefined {
  return move === 'either' ? undefined : move;
}

/**
 * understood: `leftOut` are words of a list's filters that name nothing. ambiguous: the plans are equally likely, or (`areTwoQuestions`) both were asked. not_understood: `unknown` is a
 * name that doesn't exist, as a rival if `isOfRivals`, `isBeyond` something the API doesn't cover, `isOrder` a command,
 * `isForeign` another language; `likely` are plausible plans, `near` similar questions.
 */
export type Reading =
  | { verdict: 'understood'; plan: Plan; premise?: Move | undefined; leftOut?: string | undefined }
  | { verdict: 'ambiguous'; between: readonly Plan[]; areTwoQuestions?: boolean }
  | {
      verdict: 'not_understood';
      unknown?: string | undefined;
      isOfRivals?: boolean;
      isBeyond?: boolean;
      isOrder?: boolean;
      isForeign?: boolean;
      likely: readonly Plan[];
      near: readonly string[];
    };

/** A figure of an answer, for programs. `unit` in words: points, %, place, leads. */
export type Figure = {
  name: string;
  value: number;
  unit: string;
  /** YYYY-MM-DD */
  day?: string | undefined;
  /** How many answers it is based on. */
  answers?: number | undefined;
  /** YYYY-MM-DD: the day it is compared with, the day before or the first day asked for. */
  since?: string | undefined;
  /** The difference from that day, if comparable. */
  change?: number | undefined;
  /** Whether both days were measured alike; undefined without another day. */
  comparable?: boolean | undefined;
  /** "normal" for noise, or a phrase of SURENESS. */
  verdict?: string | undefined;
};

/**
 * Why an answer is empty. own_brand: the rival asked for is the brand itself; none_of_those_days:
 * there is something on other days; filtered_out: nothing passes the filters; not_in_store: only
 * the bot's store knows, and it is out of reach.
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

/** What of an alert is asked: when it began, who is on it, how sure it is, whether or when it was over, or what became of it. */
export type AlertAspect = 'start' | 'who' | 'sure' | 'over' | 'outcome';

/** What a question asks that no page tells. `said`: the words of it that nothing heeds, if the answer should name them. */
export type Untold = {
  what:
    | 'word'
    | 'gaps'
    | 'voice'
    | 'split'
    | 'hours'
    | 'times'
    | 'grade'
    | 'ofPages'
    | 'sourcesMoved'
    | 'posted'
    | 'margin'
    | 'nth'
    | 'cutOff'
    | 'toCome'
    | 'whoCould'
    | 'whyLeads'
    | 'whyAhead'
    | 'howAhead'
    | 'handedOver'
    | 'firstInParts'
    | 'newOnes'
    | 'ofRivals'
    | 'whoseDoing'
    | 'uncounted'
    | 'byAnswers'
    | 'timesCited'
    | 'tone';
  said: string | undefined;
};

export function uniquePlans(plans: readonly Plan[]): Plan[] {
  return plans.filter((one, i) => plans.findIndex((other) => isDeepStrictEqual(one, other)) === i);
}

export function withoutMissing(plan: Plan): Plan {
  return Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined)) as Plan;
}
