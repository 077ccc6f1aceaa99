/** Finishes a plan by the words of its question: what it asks of its answer beside what it is about. */
import { isDeepStrictEqual } from 'node:util';
import { daysBefore, wholeOf } from '../rules/calendar.ts';
import { asksWhoCould, HOW_AHEAD, untoldIn } from './coverage.ts';
import { findDays } from './days.ts';
import { NUMBERS, SINCE_WHEN } from './english.ts';
import * as moves from './english-moves.ts';
import * as english from './english-plan.ts';
import { LEAVES_OUT, THRESHOLD } from './english-rewrites.ts';
import { placeIn } from './handles.ts';
import type { Noticed } from './notice.ts';
import {
  type Aspect,
  asksFor,
  asksForFirsts,
  type Intent,
  type Move,
  OF_FIGURES,
  type Plan,
  withoutMissing,
} from './plan.ts';
import { belowCeiling } from './plan-fields.ts';

/** The plan with them. `premise`: the change that the question presumes; `leftOut`: as in untoldIn; `mended`: the question without its typos. */
export function withAspects(
  plan: Plan,
  text: string,
  {
    premise,
    leftOut,
    today,
    mended = text,
  }: { premise: Move | undefined; leftOut?: string | undefined; today: string; mended?: string },
): Plan {
  // “Posted on r/devops” is about the thread.
  const isOfThread = plan.intent === 'leads' && plan.entity !== undefined;
  const others = (isOfThread ? undefined : OTHER_SIGNS[plan.intent]) ?? [];
  const signs = OF_FIGURES.includes(plan.intent) ? SIGNS : others;
  // In “what does sentiment 0.29 mean” or “is 0.29 good” the words are of the figure.
  const isOfGrade = english.IS_IT_GOOD.test(text);
  // Nor in “the worst two” of a list by prompt.
  const isOfList = asksFor('by prompt', plan);
  const asked = isOfGrade || isOfList ? [] : [...signs, ...(isWhetherOf(plan, text) ? [WHETHER] : [])];
  const noticed = asked.flatMap(([aspect, isMeant]) =>
    isMeant(text, today) || isMeant(mended, today) ? aspect : [],
  );
  // A yes or no would answer what is left out, too.
  const isWhole = untoldIn(text, { ...plan, premise, aspects: noticed }, leftOut) === undefined;
  const aspects = isWhole ? noticed : noticed.filter((aspect) => aspect !== 'whether');
  const place = placeAsked(plan, text);
  const bound = BOUNDED.includes(plan.intent) ? moves.boundIn(text) : undefined;
  const gap = aspects.includes('two spans') ? findDays(text, today)?.gap : undefined;
  // "Did it recover?" doesn't say that it rose, and "who are we losing to?" asks who is ahead, not who lost.
  const isOfLeader = isOfRivals(plan) && english.LOSES_TO.test(text);
  const presumed = isOfLeader || (english.RECOVERED.test(text) && !plan.why) ? undefined : premise;
  const said = wordsOfPlan(plan, text);
  return {
    ...plan,
    ...(asksForFirsts({ ...plan, aspects }) && { intent: 'named' }),
    ...(presumed && { premise: presumed }),
    ...(aspects.length > 0 && { aspects }),
    ...(gap && { gap }),
    ...(place !== undefined && { place }),
    ...(said !== undefined && { said }),
    ...(bound && { bound }),
  };
}

/** Whose figures may be beyond another. */
const BOUNDED: readonly Intent[] = ['overview', 'score', 'ranking'];

/** “Does anyone call us expensive?”, “how often is our pricing page cited?” */
function wordsOfPlan({ intent, metric, entity }: Plan, text: string): string | undefined {
  if (intent === 'sources' && typeof entity === 'string') return ONE_PAGE.exec(text)?.[1]?.trim();
  return metric === 'sentiment' ? english.wordsSaid(text) : undefined;
}

const ONE_PAGE =
  /\bour (?!(?:own|whole|other|best|top|worst|least|most|web|main|cited|[a-z]+est)\b)((?:[a-z-]+ ){1,2})page\b/i;

function placeAsked(plan: Plan, text: string): number | undefined {
  const isOfNth = english.NTH_BEST.test(text) && (plan.intent === 'ranking' || isOfRivals(plan));
  return isOfNth ? placeIn(text) : placeMeant(text);
}

/** From 0, or of the last of “the top three”. */
function placeMeant(text: string): number | undefined {
  const isMeant = [moves.WHO_AT_PLACE, moves.ARE_WE_AT_PLACE, moves.IS_AT_PLACE].some((one) =>
    one.test(text),
  );
  return isMeant ? (lastOfTop(text) ?? placeIn(text)) : undefined;
}

function lastOfTop(text: string): number | undefined {
  const [, said] = moves.TOP_PLACES.exec(text) ?? [];
  if (said === undefined) return undefined;
  const named = NUMBERS.indexOf(said.toLowerCase());
  return (named >= 0 ? named : Number(said)) - 1;
}

const isOfRivals = ({ intent, entity }: Plan) =>
  (intent === 'compare' || intent === 'named') && entity === undefined;

type Signs = readonly (readonly [Aspect, (text: string, today: string) => boolean])[];

const SIGNS: Signs = [
  [
    'recovery',
    (text) => english.RECOVERED.test(text) || moves.FALLING_NOW.test(text) || SINCE_WHEN.test(text),
  ],
  ['past', (text) => english.OF_PAST.test(text)],
  ['words', (text) => english.OF_WORDS.test(text)],
  ['negative', (text) => english.TONES.negative.test(text) && !english.TONES.positive.test(text)],
  ['positive', (text) => english.TONES.positive.test(text) && !english.TONES.negative.test(text)],
  ['if any', (text) => english.IF_ANY.test(text)],
  [
    'average',
    (text) =>
      /\b(?:averaged?|avg|mean)\b(?! (?:position|place|rank\b(?!.*\b(?:from|between|over|last|past)\b)))/i.test(
        text,
      ),
  ],
  ['closest', (text) => /\b(?:closest|nearest)\b/i.test(text)],
  ['by prompt', (text) => english.BY_PROMPT.test(text) || HOW_AHEAD.test(text)],
  ['by topic', (text) => english.BY_TOPIC.test(text)],
  ['ahead', (text) => moves.asksWhether(text) && moves.SIDES.ahead.test(text)],
  ['behind', (text) => moves.asksWhether(text) && moves.SIDES.behind.test(text)],
  ['within', (text) => moves.TOP_PLACES.test(text) && placeMeant(text) !== undefined],
  ['normal', (text) => moves.IS_NORMAL.test(text)],
  ['passing', (text) => moves.WHO_PASSED.test(text) || moves.DID_ONE_PASS.test(text)],
  ['two days', (text, today) => findDays(text, today)?.areDays === true],
  [
    'two spans',
    (text, today) => {
      const { areCompared = false, areDays } = findDays(text, today) ?? {};
      return english.AGAINST_LAST.test(text) || (areCompared && !areDays);
    },
  ],
];

/** “Are our leads old?” gets them, “are there any?” whether there are; of two parts one is better only “than” the other. */
function isWhetherOf({ intent, engine, region, topic }: Plan, text: string): boolean {
  // “Did we drop below 50?”: the answer tells only whether we dropped.
  if (OF_FIGURES.includes(intent) && !BOUNDED.includes(intent) && moves.boundIn(text)) return false;
  if (intent === 'leads') return english.IF_ANY.test(text);
  // The alert that it is about is among those listed.
  if (intent === 'happened' && /\b(?:before|ever|earlier)\b/i.test(text)) return false;
  const areOthers = intent === 'compare' || intent === 'named';
  // What a person does or did is in no figure.
  if (
    !areOthers &&
    /^\W*(?:is|has|have|did|does|was|are)n?['’]?t? (?:no|some|any) ?(?:one|body)\b/i.test(text)
  )
    return false;
  return intent !== 'ranking' || !Array.isArray(engine ?? region ?? topic) || /\bthan\b/i.test(text);
}

const WHETHER: Signs[number] = ['whether', (text) => moves.asksWhether(text)];

/** "Everything that happened, scores, leads, alerts": they are only a part of it. */
const OF_MORE =
  /\b(?:everything|overview)\b|\b(?:scores?|leads)\b.*\balerts\b|\balerts\b.*\b(?:scores|leads)\b/i;

const OTHER_SIGNS: Readonly<Partial<Record<Intent, Signs>>> = {
  happened: [
    ['alerts', (text) => english.OF_ALERTS.test(text) && !OF_MORE.test(text)],
    ['open alerts', (text) => english.OPEN_ALERTS.test(text)],
  ],
  leads: [['posted', (text) => english.POSTED.test(text)]],
  sources: [['by engine', (text) => english.WHICH_ENGINES.test(text) || english.WHO_CITES.test(text)]],
  prompts: [['added', (text) => /\b(?:add(?:ed)?|new|newly|newest|recent|recently)\b/i.test(text)]],
  answers: [['by prompt', (text) => english.SAYS_PROMPTS.test(text) && !/\banswers?\b/i.test(text)]],
};

/** Leads are counted over these, if no days are named. */
const LATELY_DAYS = 14;

/** The plan as its question puts it, such as leads counted by subreddit. `today` is YYYY-MM-DD. */
export function refinePlan(
  plan: Plan,
  text: string,
  { project: { name: brand }, today }: { project: { name: string }; today: string },
): Plan {
  const { intent, entity } = plan;
  const days = daysMeant(plan, text, today);
  if (days) return { ...plan, ...days };
  if (intent === 'score' && plan.metric === 'mention_rate' && english.MENTION_COUNT.test(text)) {
    const { metric, order: _, ...rest } = plan;
    return { ...rest, intent: 'named', entity: brand };
  }
  const isOfOne = plan.limit === undefined && english.OF_ONE.test(text) && !english.BOTH_ENDS.test(text);
  if (intent === 'ranking') {
    // "Which prompts don't mention us?", "which engine recommends us most?"
    const isOfMentions = english.NOT_US.test(text) || english.NAMES_US.test(text);
    const metric =
      plan.metric ?? (isOfMentions ? 'mention_rate' : english.LIKES_US.test(text) ? 'sentiment' : undefined);
    return withoutMissing({ ...plan, metric, ...(isOfOne && isLong(entity) && { limit: 1 }) });
  }
  if (
    intent === 'sources' &&
    entity === undefined &&
    (english.OF_SITES.test(text) || english.BY_SITE.test(text))
  )
    return { ...plan, entity: 'sites' };
  return intent === 'leads' ? refineLeads(belowCeiling(plan, text), text, isOfOne, today) : plan;
}

/** The days of one that begins today are those before, if it asks for figures. */
export function daysMeant(plan: Plan, text: string, today: string): Noticed['days'] | undefined {
  const { intent, entity, from, to } = plan;
  const last = intent === 'change' && english.AGAINST_LAST.exec(text)?.[1];
  if (last && isDeepStrictEqual(findDays(last, today)?.days, { from, to })) return { to: today };
  const isWeekBegun = from === today && new Date(today).getUTCDay() === 1;
  const isMonthBegun = from === today && today.endsWith('-01') && /\bmonth\b/i.test(text);
  // Changes are told against the week before anyway, and leads of today are this week’s.
  const isOfWeek = intent === 'happened' && english.IS_RECAP.test(text);
  const areFigures = intent !== 'change' && intent !== 'leads' && english.BEGUN_TODAY.test(text);
  if (isMonthBegun && areFigures) return wholeOf('month', daysBefore(today, 1));
  if (isWeekBegun && (isOfWeek || areFigures))
    return { from: daysBefore(today, 7), to: daysBefore(today, 1) };
  const isTrend = intent === 'change' && !plan.why && (entity ?? from) === undefined;
  if (isTrend && moves.ON_THE_MOVE.test(text) && !english.RECOVERED.test(text))
    return { ...findDays('last week', today)?.days, to: today };
  return undefined;
}

function refineLeads(plan: Plan, text: string, isOfOne: boolean, today: string): Plan {
  const { intent, entity, order, from, to } = plan;
  const filters = withOutcomes(plan, text);
  if (asksWhoCould(text, plan)) return withoutMissing({ ...plan, filters: ['claimed'], order: undefined });
  if (entity === 'places') return english.OF_SUBREDDITS.test(text) ? { ...plan, entity: 'subreddits' } : plan;
  const isOfDeeds = filters.every((filter) => filter === 'answered' || filter === 'claimed');
  if (entity === undefined && isOfDeeds && english.BY_PERSON.test(text))
    return { intent, entity: 'people', ...(from && { from }), ...(to && { to }) };
  if (
    (from !== undefined || english.POSTED.test(text)) &&
    filters.length === 0 &&
    english.HOW_MANY.test(text) &&
    !english.STILL_OPEN.test(text)
  ) {
    const { order: _, ...rest } = plan;
    return { ...rest, arrived: true, from: from ?? daysBefore(today, LATELY_DAYS - 1) };
  }
  // A list by age has claimed leads among the open ones; otherwise open ones come first.
  const isByAge = order === 'newest' || order === 'oldest';
  const isOpen =
    isByAge &&
    english.BEING_OPEN.test(text) &&
    filters.every((filter) => filter === 'cited' || filter === 'old');
  const asked = filters.length > 0 ? { ...plan, filters } : plan;
  const ofState: Plan = isOpen ? { ...plan, filters: [...filters, 'unclaimed'] } : asked;
  // Leads aren't sorted worst first.
  return isOfOne && order !== 'worst' ? { ...ofState, limit: 1 } : ofState;
}

/** “Which replies were helpful” asks for answered leads, as their replies were marked. */
function withOutcomes({ filters = [] }: Plan, text: string): NonNullable<Plan['filters']> {
  const outcomes = (['helpful', 'removed'] as const).filter((one) => english.OUTCOMES[one].test(text));
  return outcomes.length > 0 ? [...filters.filter((one) => one !== 'answered'), ...outcomes] : filters;
}

/** Engines and regions are few, and shown side by side. */
function isLong(entity: Plan['entity']): boolean {
  return entity === 'prompts' || entity === 'topics';
}

/** What is asked about a project's posts, of one kind or all: which comes next, who gets them, or whether they're paused. */
export function postsAsked(text: string): Plan['posts'] {
  const kind = feedNamed(text);
  const of = kind && { kind };
  if (english.RECEIVERS.test(text)) return { about: 'receivers', ...(of ?? english.ofMoves(text)) };
  if (of && english.MISSED_POST.test(text)) return { about: 'past', ...of };
  if (LEAVES_OUT.test(text)) return { about: 'next', kind: 'leads' };
  if (THRESHOLD.test(text)) return { about: 'next', kind: 'scores' };
  if (english.NEXT_POST.test(text)) return { about: 'next', ...of };
  return of && english.FEED_STATE.test(text) ? { about: 'state', ...of } : undefined;
}

/** The feed whose posts a line names. */
export function feedNamed(text: string) {
  return (['recap', 'leads', 'scores', 'suggestions'] as const).find((one) =>
    english.POSTS_OF[one].test(text),
  );
}
