/** Reads a follow-up to the previous question: "and on ChatGPT?", "why?", "last month?", "what about Globex?". */
import { countDaysBetween, daysBefore } from '../rules/calendar.ts';
import * as english from './english.ts';
import { METRIC_ALONE } from './english-moves.ts';
import { STILL_OPEN, THERE, WHICH_OF_KIND } from './english-plan.ts';
import type { Sign } from './english-signs.ts';
import { planOf } from './make-plan.ts';
import { ENGLISH, featuresOf } from './meaning.ts';
import type { KnownNames } from './names.ts';
import { type Noticed, premiseOf } from './notice.ts';
import {
  type Aspect,
  asksFor,
  type Intent,
  METRICS,
  type Plan,
  type Premise,
  type Reading,
  uniquePlans,
  wayOf,
  withoutAspects,
  withoutMissing,
} from './plan.ts';

const FEW_WORDS = 3;
/** From this chance on, another intent is meant. */
const SURE = 0.4;
/** From this chance on it stands on its own, unless it starts like a follow-up. */
const OWN = 0.65;

/** Signs in many follow-ups, which mean nothing on their own. */
const VAGUE: ReadonlySet<Sign> = new Set(['us', 'overview', 'standing']);

/** Intents about the same things, so a follow-up that changes the intent keeps the other fields. */
const OF_STANDING: readonly Intent[] = [
  'overview',
  'score',
  'change',
  'compare',
  'topic',
  'ranking',
  'named',
  'sources',
];

/** Intents about parts or answers that are better or worse than others. */
const OF_PARTS: readonly Intent[] = ['ranking', 'answers'];

/** Intents about a figure of ours, which can be compared with other days. */
const OF_FIGURES: readonly Intent[] = ['overview', 'score', 'change'];

/** Undefined if the question stands on its own. A follow-up to an unsure reading stays unsure. */
export function readFollowUp(
  before: Plan | readonly Plan[],
  noticed: Noticed,
  known: KnownNames,
): Reading | undefined {
  const premise = wayOf(premiseOf(noticed));
  const all = [before].flat().flatMap((one) => {
    const plan = followUp(one, noticed, known, premise);
    return plan ? { plan, goesOn: plan.intent === one.intent } : [];
  });
  // Of two questions it goes on about the one that it asks more of.
  const likely = all.some(({ goesOn }) => goesOn) ? all.filter(({ goesOn }) => goesOn) : all;
  const plans = uniquePlans(likely.map(({ plan }) => plan));
  const [plan, second] = plans;
  if (!plan) return undefined;
  if (second) return { verdict: 'ambiguous', between: plans };
  return Array.isArray(before) && before.length === 1
    ? { verdict: 'not_understood', likely: plans, near: [] }
    : { verdict: 'understood', plan, premise: premiseOf(noticed) ?? keptPremise(plan, before) };
}

/** "No, I meant Perplexity", "I mean last month", "no, not on Gemini, on ChatGPT": the question before, but with this. */
const CORRECTING =
  /^\W*(?:(?:(?:no|nope|nah|sorry|oops|wait|actually)\b\s*[,.:;!–-]+|(?:no |nope |sorry |oops |wait |actually )*(?:(?:but )?i (?:mean|meant|said|was asking (?:about|for))|make (?:it|that))\b)\W*)+/i;
const DENYING = /^not\b[^,;.–]+(?:[,;.–]\W*|\s(?=but\b))/i;

/** What such a line says instead; undefined if it corrects nothing. */
export function correctionIn(text: string): string | undefined {
  const [opening = ''] = CORRECTING.exec(text) ?? [];
  const rest = text.slice(opening.length).replace(/^\W+/, '');
  const said = rest.replace(DENYING, '').replace(/^but\s+/i, '');
  return said === '' || said === text.trim() ? undefined : said;
}

/** Whether a line begins or ends as one that goes on from the line before, so that it can't mean much by itself. */
export function goesOn(text: string): boolean {
  return [
    CORRECTING,
    english.GOING_ON,
    english.PART_ALONE,
    english.OF_THOSE,
    english.CAUSES_OF_IT,
    english.WHY_BEHIND,
    english.BEFORE_IT,
    english.BY_HOW_MUCH,
    english.COMPARED_TO,
  ].some((sign) => sign.test(text));
}

/** `before`: what it is about, a list if `isOfList`. `way`: the change that the question presumes, or the one before it. */
type FollowUp = {
  before: Omit<Plan, 'earlier'>;
  isOfList: boolean;
  back: number;
  noticed: Noticed;
  known: KnownNames;
  way: Premise | undefined;
};

/** The previous plan with what is new; undefined if the question stands on its own. `way`: the change it presumes. */
function followUp(plan: Plan, noticed: Noticed, known: KnownNames, way?: Premise): Plan | undefined {
  const { earlier, ...before } = withoutAspects(plan);
  const presumed = way ?? earlier?.way ?? wayOf(plan.premise);
  const asked: FollowUp = {
    before,
    isOfList: isList(plan),
    back: earlier?.back ?? 0,
    noticed,
    known,
    way: presumed,
  };
  // These are a whole line, so what looks like an unknown name in it is none.
  const ofWhole = whyHappened(asked) ?? whoMoved(asked) ?? bestOfThem(asked) ?? ofList(asked);
  if (ofWhole || noticed.leastChance > 0) return ofWhole && keepAspect('by prompt', ofWhole, plan);
  const next =
    theOneBefore(asked) ??
    fewerLeads(asked) ??
    whyBehind(asked) ??
    (way && otherWay(asked)) ??
    causesOfIt(asked) ??
    comparedDays(asked) ??
    comparedPart(asked) ??
    moreOfIt(asked) ??
    goingOn(asked);
  // The same two weeks or months, of another engine.
  const isOfSameDays = next?.from === plan.from && next?.to === plan.to;
  return next && isOfSameDays ? keepAspect('two spans', next, plan) : next;
}

/** With what the plan before asks of its answer. */
function keepAspect(aspect: Aspect, next: Plan, before: Plan): Plan {
  const isKept = next.intent === before.intent && asksFor(aspect, before);
  return isKept ? withoutMissing({ ...next, aspects: [aspect], gap: before.gap }) : next;
}

/** Whether its answer is a list, of which some can be asked for. */
function isList(plan: Plan): boolean {
  const { intent, entity } = plan;
  const areRivals = intent === 'compare' && typeof entity !== 'string';
  return ARE_LISTS.includes(intent) || areRivals || asksFor('by prompt', plan);
}

/** After the comparison with a rival "why?" asks where it comes from, as "which prompts?" does. */
function whyBehind({ before, noticed }: FollowUp): Plan | undefined {
  const { text, names, traits } = noticed;
  if (before.intent !== 'compare' || typeof before.entity !== 'string' || names.length > 0) return undefined;
  if (english.WHY_BEHIND.test(text)) return { ...before, aspects: ['by prompt'] };
  const metric = METRIC_ALONE.test(text) ? METRICS.find((one) => traits.has(one)) : undefined;
  if (metric) return { ...before, metric };
  // "Since when?", "compared to us?", "which prompts did we win?": of the same rival.
  return english.SINCE_WHEN.test(text) ||
    english.KIND_ALONE.test(text) ||
    (english.COMPARED_TO.test(text) && traits.has('us')) ||
    (WHICH_OF_KIND.test(text) && english.WINS_OR_LOSES.test(text))
    ? before
    : undefined;
}

/** "And which fell?" after the topics that rose; the question says the way itself. */
function otherWay({ before, noticed: { text, names, traits }, way }: FollowUp): Plan | undefined {
  const isOfSame = before.intent === 'ranking' && names.length === 0 && !traits.has('a kind');
  if (!isOfSame || !english.WHICH_MOVED.test(text)) return undefined;
  return { ...before, order: way === 'better' ? 'best' : 'worst' };
}

/** "Why?" after what happened asks for the cause of the change in those days. */
function whyHappened({ before, noticed: { text } }: FollowUp): Plan | undefined {
  const { intent, engine, region, from, to } = before;
  const isAsked = intent === 'happened' && WHY_THAT_HAPPENED.test(text);
  return isAsked ? withoutMissing({ intent: 'change', why: true, engine, region, from, to }) : undefined;
}

const WHY_THAT_HAPPENED =
  /^\W*(?:(?:and|but|so|ok) )?(?:why|how come)(?: (?:did|has|is|was) (?:that|this|it)(?: happen(?:ed)?)?| so)?\W*$/i;

/** "Who gained?" of the same part and days, and "by how much?" once more. */
function whoMoved({ before, noticed: { text, names } }: FollowUp): Plan | undefined {
  if (names.length > 0 || !OF_STANDING.includes(before.intent)) return undefined;
  if (english.BY_HOW_MUCH.test(text))
    return /percent|%/i.test(text) && isOfFigure(before) ? { ...before, intent: 'change' } : before;
  const { why: _why, order: _order, ...kept } = before;
  return before.intent === 'change' && english.WHO_MOVED.test(text)
    ? { ...kept, intent: 'compare' }
    : undefined;
}

function bestOfThem({ before, isOfList, noticed, known }: FollowUp): Plan | undefined {
  // Tracked prompts are listed as they come; which of them is worst is a ranking.
  const list: typeof before =
    before.intent === 'prompts' ? { ...before, intent: 'ranking', entity: 'prompts' } : before;
  const { intent } = list;
  const areSorted =
    intent === 'ranking' ||
    intent === 'leads' ||
    (isOfList && intent === 'compare' && typeof list.entity === 'string');
  if (!areSorted || !english.BEST_OF_THEM.test(noticed.text)) return undefined;
  const [{ order, limit } = {}] = planOf(intent === 'leads' ? intent : 'ranking', noticed, known);
  // Leads aren't sorted worst first.
  if (order === undefined || (intent === 'leads' && order === 'worst')) return undefined;
  const isOne = intent === 'leads' && !/\bones\b/i.test(noticed.text);
  return withoutMissing({ ...list, order, limit: limit ?? (isOne ? 1 : list.limit) });
}

/** "How many?" is in the list's headline, "how did they change?" in its table; "just five", "all of them": of the same list. */
function ofList({ before, isOfList, noticed: { text, limit } }: FollowUp): Plan | undefined {
  if (english.HOW_MANY_ALONE.test(text)) return HAVE_COUNTS.includes(before.intent) ? before : undefined;
  if (!isOfList) return undefined;
  if (english.HOW_THEY_MOVED.test(text)) return before.intent === 'ranking' ? before : undefined;
  if (english.ALL_OF_THEM.test(text)) return withoutMissing({ ...before, limit: undefined });
  return english.SO_MANY.test(text) ? { ...before, limit: limit ?? 1 } : undefined;
}

const HAVE_COUNTS: readonly Intent[] = ['leads', 'prompts', 'sources', 'suggestions'];
const ARE_LISTS: readonly Intent[] = [...HAVE_COUNTS, 'ranking', 'named', 'answers'];

/** The first day of the one that ends so, by what it is. */
const FIRST_OF: Readonly<Record<string, (eve: string) => string>> = {
  day: (eve) => eve,
  week: (eve) => daysBefore(eve, 6),
  month: (eve) => `${eve.slice(0, 7)}-01`,
};

/** As many days before the days asked about, or the day, week or month before; of a change without days, the one before it. */
function theOneBefore({ before, back, noticed: { text }, way = 'worse' }: FollowUp): Plan | undefined {
  const { intent, from, to, entity, topic } = before;
  const [, unit] = english.UNIT_BEFORE.exec(text) ?? [];
  if (unit ? from === undefined : !english.BEFORE_IT.test(text)) return undefined;
  if (from !== undefined) {
    const eve = daysBefore(from, 1);
    const asLong = to && daysBefore(eve, countDaysBetween(from, to));
    const first = unit ? FIRST_OF[unit]?.(eve) : asLong;
    return withoutMissing({ ...before, from: first, to: eve });
  }
  const isMove = intent === 'change' && [from, to, entity, topic].every((field) => field === undefined);
  return isMove ? { ...before, earlier: { way, back: back + 1 } } : undefined;
}

/** "Which of those are cited?" adds to the filters. */
function fewerLeads({ before, noticed, known }: FollowUp): Plan | undefined {
  if (before.intent !== 'leads' || !english.OF_THOSE.test(noticed.text)) return undefined;
  const [plan] = planOf('leads', noticed, known);
  if (!plan) return undefined;
  if (Object.keys(plan).length === 1)
    return STILL_OPEN.test(noticed.text) && (before.filters ?? []).every((one) => one === 'cited')
      ? withoutMissing({ ...before, arrived: undefined, filters: [...(before.filters ?? []), 'unclaimed'] })
      : undefined;
  const filters = [...new Set([...(before.filters ?? []), ...(plan.filters ?? [])])];
  return withoutMissing({ ...before, ...plan, ...(filters.length > 0 && { filters }) });
}

function causesOfIt({ before, noticed, known }: FollowUp): Plan | undefined {
  if (!english.CAUSES_OF_IT.test(noticed.text) || !OF_STANDING.includes(before.intent)) return undefined;
  const { order, limit, entity, ...kept } = before;
  const [plan] = planOf('change', noticed, known);
  return withoutMissing({ ...kept, ...plan, intent: 'change', why: true });
}

function comparedDays({ before, noticed }: FollowUp): Plan | undefined {
  const { from, to } = noticed.days;
  if (
    from === undefined ||
    noticed.names.length > 0 ||
    !isOfFigure(before) ||
    !english.COMPARED_TO.test(noticed.text)
  )
    return undefined;
  const [first = from, last] =
    before.from === undefined || before.from > from ? [from, before.to] : [before.from, to];
  const areTwo = before.from !== undefined && to !== undefined;
  const areDays = before.from !== undefined && before.from === before.to;
  const aspects: Plan['aspects'] = areTwo ? ['two spans'] : areDays ? ['two days'] : undefined;
  return withoutMissing({ ...before, intent: 'change', order: undefined, from: first, to: last, aspects });
}

/** "Worse than Gemini?" after ChatGPT's figures: both, side by side. */
function comparedPart({ before, noticed: { text, names } }: FollowUp): Plan | undefined {
  const [{ kind, name } = {}, another] = names;
  if (!OF_FIGURES.includes(before.intent) || another || !english.BETTER_THAN.test(text)) return undefined;
  if (kind !== 'engine' && kind !== 'region' && kind !== 'topic') return undefined;
  const of = before[kind];
  if (typeof of !== 'string' || name === undefined || of === name) return undefined;
  const { intent: _intent, why: _why, ...kept } = before;
  return { ...kept, intent: 'ranking', entity: `${kind}s`, [kind]: [of, name], order: 'best' };
}

function isOfFigure({ entity, intent }: Pick<Plan, 'entity' | 'intent'>): boolean {
  return entity === undefined && OF_FIGURES.includes(intent);
}

/** After a figure "and the prompts?" asks which ones make it, not which are tracked, and "since when?" how long it lasts. */
function moreOfIt({ before, noticed, known, way = 'worse' }: FollowUp): Plan | undefined {
  const { why: _why, ...kept } = before;
  const parts = partsAsked(kept, noticed, known);
  const arePrompts = parts?.entity === 'prompts';
  if (OF_PARTS.includes(before.intent) && before.entity !== 'prompts' && arePrompts) {
    const { limit: _limit, prompt: _prompt, order = 'worst', ...of } = kept;
    return { ...of, ...parts, order };
  }
  if (before.entity !== undefined) return undefined;
  if (OF_FIGURES.includes(before.intent) && english.SINCE_WHEN.test(noticed.text))
    return { ...kept, intent: 'change' };
  const answered: readonly Intent[] = arePrompts ? OF_FIGURES : ['change', 'compare'];
  if (!parts || !answered.includes(before.intent)) return undefined;
  return withoutMissing({
    ...kept,
    ...NARROWED_BY[`${parts.entity}`],
    ...parts,
    order: way === 'worse' ? 'worst' : 'best',
  });
}

/** "And the prompts?"; "where?" on one engine asks in which region. */
function partsAsked({ engine }: Pick<Plan, 'engine'>, noticed: Noticed, known: KnownNames): Plan | undefined {
  if (english.WHERE_ALONE.test(noticed.text))
    return { intent: 'ranking', entity: engine === undefined ? 'engines' : 'regions' };
  return english.KIND_ALONE.test(noticed.text) ? planOf('ranking', noticed, known)[0] : undefined;
}

/** The same about something else, or something else about the same. */
function goingOn({ before, noticed, known }: FollowUp): Plan | undefined {
  const plan = planGoingOn(before, noticed, known);
  if (!plan) return undefined;
  const isSame = plan.intent === before.intent;
  const { intent, why: _why, ...all } = plan;
  // Without a kind said, a ranking goes on about the same: “and for the last 7 days?”
  const isSameKind = isSame && intent === 'ranking' && !noticed.traits.has('a kind');
  const said: Partial<Plan> = isSameKind ? { ...all, entity: undefined } : all;
  if (Object.values(said).every((one) => one === undefined) && isSame && !plan.why) return undefined;
  const { engine, topic } = before;
  if (intent === 'leads' && !isSame && THERE.test(noticed.text) && (engine ?? topic) !== undefined)
    return withoutMissing({ engine, topic, ...plan });
  const isOfAnswers = before.intent === 'answers' && THERE.test(noticed.text);
  const isOfStanding = OF_STANDING.includes(before.intent) || isOfAnswers;
  if (!isSame && !(OF_STANDING.includes(intent) && isOfStanding)) return undefined;
  const { intent: _before, entity, order, limit, why, from, to, ...kept } = before;
  // Other days replace both ends.
  const isDated = said.from !== undefined || said.to !== undefined;
  return withoutMissing({
    ...kept,
    // Of one of them there's nothing to rank.
    ...(plan.intent === 'ranking' && NARROWED_BY[`${plan.entity ?? entity}`]),
    ...(!isDated && { from, to }),
    ...(isSame && { entity, order, limit, why }),
    ...plan,
    ...(isSameKind && { entity }),
  });
}

const NARROWED_BY: Readonly<Record<string, Partial<Plan>>> = {
  engines: { engine: undefined },
  regions: { region: undefined },
  topics: { topic: undefined },
  prompts: { prompt: undefined },
};

/** Undefined if the question is too long to go on, or means something by itself. */
function planGoingOn(about: FollowUp['before'], noticed: Noticed, known: KnownNames): Plan | undefined {
  const { intent: before } = about;
  const isGoingOn = english.GOING_ON.test(noticed.text);
  if (!isGoingOn && noticed.shape.length > FEW_WORDS) return undefined;
  const [likely] = ENGLISH.meaningsOf(featuresOf(noticed));
  const meant = likely && likely.meaning !== 'none' ? likely.meaning : before;
  const isSaid = [...noticed.signAt.values()].some((signs) => [...signs].some((sign) => !VAGUE.has(sign)));
  // "why?" asks about the change of what was asked before.
  const kept = [before, 'none', ...(isWholeChange(about, noticed) ? [] : ['change'])];
  const isOwn = likely && likely.chance >= OWN && !kept.includes(likely.meaning);
  if (!isGoingOn && isSaid && isOwn) return undefined;
  // The previous intent may not fit the new names: a rival has no score of ours.
  const others = likely && likely.chance > SURE ? [meant] : [before, meant];
  // Names alone ask the same question about another thing, if that is possible.
  const intents = isSaid ? others : [before, ...others];
  return intents.flatMap((intent) => planOf(intent, noticed, known))[0];
}

/** "What changed last week?" after who leads: with days of its own, or after a topic, which has no past, it’s of the whole. */
function isWholeChange({ intent, topic }: FollowUp['before'], { traits }: Noticed): boolean {
  const isOfOthers = traits.has('days') && !OF_FIGURES.includes(intent);
  return !traits.has('why') && (topic !== undefined || isOfOthers);
}

/** “And for the last 7 days?”, after which prompts dropped, asks for those that dropped too; "who won?" who gained. */
function keptPremise({ intent, entity }: Plan, before: Plan | readonly Plan[]): Premise | undefined {
  const [one] = [before].flat();
  if (one?.intent === 'change' && intent === 'compare' && entity === undefined) return 'better';
  const isOfMoves = intent === 'ranking' || intent === 'compare' || intent === 'named';
  const isOfSame = one?.intent === intent || (one?.intent === 'change' && intent === 'ranking');
  return isOfMoves && isOfSame ? wayOf(one?.premise) : undefined;
}
