/**
 * Which words of a question its plan accounts for. A word that asks for something the plan doesn't say makes it the
 * answer to another question. And what a question asks that no page tells.
 */
import { BY_HOW_MUCH, COUNT_MOVED, WHO_MOVED } from './english.ts';
import * as moves from './english-moves.ts';
import * as english from './english-plan.ts';
import { HANDED_OVER } from './english-rewrites.ts';
import type { Sign } from './english-signs.ts';
import type { Model } from './meaning.ts';
import type { Noticed } from './notice.ts';
import { asksFor, type Intent, OF_FIGURES, type Plan, type Untold } from './plan.ts';
import { MEASURED } from './plan-fields.ts';
import { isBesideItsName, withoutQuote } from './read-line.ts';
import type { Word } from './signs.ts';

/** What accounts for a sign: an intent, a field of the plan, a value of one, or a filter. Signs left out ask for nothing. */
const SAID_BY: Readonly<Partial<Record<Sign, string>>> = {
  why: 'why help status happened compare sources dismissed named',
  change:
    'change happened ranking compare named overview status sources suggestions from min_score max_score help',
  compare:
    'compare ranking named sources change several overview status suggestions help min_score max_score metric=sentiment metric=mention_rate',
  who: 'named compare leads status happened sources change ranking answers topic',
  named:
    'named compare leads prompts ranking sources suggestions help change topic metric=mention_rate metric=rank prompt overview metric=sentiment happened answers status',
  first: 'metric=rank order suggestions help leads',
  sources: 'sources answers cited suggestions change not help prompts happened metric=sentiment',
  happened: 'happened change status overview leads topic ranking',
  prompts: 'prompts status help prompt topic leads happened ranking',
  suggest: 'suggestions leads order=worst named why',
  content: 'entity=content sources leads overview metric=sentiment',
  best: 'order metric=sentiment compare named sources topic entity=places change ranking overview prompts happened status answered suggestions',
  worst:
    'order=worst metric=sentiment change compare suggestions ranking topic overview status sources leads named',
  ranked: 'ranking compare named order sources several topic change help',
  topics: 'entity=topics topic suggestions help sources compare',
  mine: 'mine help status compare',
  claimed: 'happened claimed sources change topic',
  dismissed: 'dismissed happened',
  status: 'status overview happened leads sources help change named prompts from suggestions',
  cited: 'cited sources overview named ranking compare metric=sentiment',
  newest: 'order=newest from earlier',
  mention_rate: 'metric=mention_rate named answers ranking sources suggestions help overview',
  rank: 'metric=rank ranking sources leads help overview prompts',
  worse: 'change order',
};

/** In a longer question a word by itself says little. */
const MOST_SHORT = 10;

/** Whether a word asks for something of which the plan says nothing: its answer would be to another question. */
export function isLost(noticed: Noticed, plan: Plan, { asksOf }: Pick<Model, 'asksOf'>): boolean {
  const isOfCount = plan.arrived === true || plan.intent === 'sources';
  if (isOfCount && COUNT_MOVED.test(noticed.text)) return false;
  // The one is answered by saying that it isn’t known, the other is said in whole.
  if ([english.ADDED_LATELY, WHO_MOVED, BY_HOW_MUCH].some((one) => one.test(noticed.text))) return false;
  const said = new Set(saidIn(plan));
  const isSaid = (sign: Sign) => SAID_BY[sign]?.split(' ').some((one) => said.has(one)) ?? true;
  const isShort = noticed.words.length <= MOST_SHORT;
  const isLeftOut = (what: string, _: number, all: readonly string[]) => {
    const [intent = '', field = ''] = what.split('.');
    if (intent === 'only') return isShort && !all.includes(`only.${plan.intent}`);
    return intent === 'no' ? field === plan.intent : intent === plan.intent && !said.has(field);
  };
  const isLostAt = ({ folded }: Word, i: number) => {
    if (plan.prompt?.toLowerCase().includes(folded)) return false;
    const signs = noticed.signAt.get(i);
    if (signs) return ![...signs].some(isSaid);
    const isAsking = noticed.shape.includes(folded) && !isBesideItsName(folded, i, noticed.names);
    return isAsking && asksOf(folded).some(isLeftOut);
  };
  return isMuchLost(noticed, plan) || noticed.words.some(isLostAt);
}

/** "Leads 80 r/devops foo": in so few words each says which ones. */
export function strangeFilter({ intent }: Plan, { text, strange }: Noticed): { leftOut?: string } {
  const isFilter = intent === 'leads' && /^\W*(?:open )?(?:leads|threads)\b/i.test(text);
  const words = strange.filter((word) => word !== 'maximum');
  return isFilter && words.length > 0 ? { leftOut: words.join(' ') } : {};
}

function saidIn(plan: Plan): string[] {
  const { intent, metric, entity, order, filters = [] } = plan;
  const isSeveral = [entity, plan.engine, plan.region, plan.topic].some(Array.isArray);
  return [
    intent,
    ...Object.keys(plan),
    `metric=${metric}`,
    `entity=${entity}`,
    `order=${order}`,
    ...filters,
    ...(plan.not === undefined ? [] : ['filters']),
    // “Answers that name Globex first”: which ones, as an order says with us.
    ...(intent === 'answers' && entity !== undefined ? ['order'] : []),
    ...(isSeveral ? ['several'] : []),
  ];
}

const STANDINGS: readonly Intent[] = ['compare', 'named', 'topic', 'sources', 'ranking', 'answers'];

const LISTS: readonly Intent[] = ['leads', 'ranking', 'sources', 'named', 'compare', 'prompts'];

/** Whether a "not" or a span of time, which are in no phrase, is nowhere in the plan. */
function isMuchLost(noticed: Noticed, plan: Plan): boolean {
  const { intent, min_score, max_score, limit, from, to } = plan;
  if ((min_score ?? max_score) !== undefined) return false;
  const isNumbered = LISTS.includes(intent) && limit === undefined;
  if (isNumbered && english.TOP_OF.test(noticed.shape.join(' '))) return true;
  const isOfDays = [...MEASURED, 'sources', 'happened'].includes(intent) && (from ?? to) === undefined;
  if ([...MEASURED, ...STANDINGS].includes(intent) && english.UNTOLD.test(noticed.text)) return true;
  // “What changed with the alerts?” isn’t about a figure.
  const isOfFigure = intent === 'change' && !plan.why && plan.prompt === undefined;
  if (isOfFigure && /\balerts\b/i.test(noticed.text)) return true;
  const isNot = LISTS.includes(intent) && isNegated(noticed) && !isNegationKept(noticed, plan);
  return isNot || (isOfDays && english.UNREAD_TIME.test(noticed.shape.join(' ')));
}

function isNegated({ words, signAt, text }: Noticed): boolean {
  if (english.NARROWS_NOTHING.test(text) || english.SITE_SAYS.test(text)) return false;
  return words.some((word, i) => english.NEGATED.test(word.text) && !signAt.has(i));
}

function isNegationKept({ traits }: Noticed, { intent, not, filters = [], ...plan }: Plan): boolean {
  return (
    (not ?? plan.person) !== undefined ||
    filters.some((filter) => filter !== 'answered' && filter !== 'claimed') ||
    (plan.order === 'worst' && !traits.has('worst') && !traits.has('worse')) ||
    (intent !== 'leads' && english.NEGATION_IN.test(plan.prompt ?? ''))
  );
}

/** Of readings that one answer serves as well: the tools beside each other have what the others would tell. */
export function settle(plans: readonly Plan[], { text, traits }: Noticed): Plan | undefined {
  const beside = plans.filter(({ intent }) => intent === 'compare' || intent === 'named');
  if (/\bcompare mention rates\b/i.test(text))
    return beside.find(({ intent, entity }) => intent === 'compare' && entity === undefined);
  const [tools] = beside;
  const isOfTopic = ({ intent, topic }: Plan) => intent === 'topic' && topic === tools?.topic;
  const areOthers = traits.has('who') || /\b(?:competit\w+|rivals?)\b/i.test(text);
  const isOne = tools?.topic !== undefined && beside.length === 1 && areOthers;
  return isOne && plans.every((plan) => plan === tools || isOfTopic(plan)) ? tools : undefined;
}

/** "How do we beat Globex?": the prompts on which it leads are where to begin. */
export const HOW_AHEAD =
  /\bhow (?:do|can|could|would|should|to) (?:(?:we|i) )?(?:beat|overtake|outrank|outdo|outperform|pass|surpass|catch up (?:with|to)|get ahead of)\b/i;

/** "Who has time for another lead?", "who should take it?": whose they are is known. */
const WHO_COULD =
  /^\W*(?:and |so |ok )?who(?: (?:on|of|from|in|among) (?:us|(?:the|our|my) team))?(?:['’]?s| is| has| have)? (?:else )?(?:(?:has|have|got) )?(?:(?:the|any|some|more|enough) )*(?:time|capacity|bandwidth|room|free|available|(?:should|could|can|might|will|would|wants? to) (?:take|answer|reply|handle|claim|do|own|pick))\b/i;

/** Whether it asks who could take a lead, which nobody knows, whether or not any are taken. */
export function asksWhoCould(text: string, { intent }: Plan): boolean {
  return intent === 'leads' && WHO_COULD.test(text);
}

/** What of the question no page tells: the first that fits. */
export function untoldIn(text: string, plan: Plan, leftOut?: string): Untold | undefined {
  if (leftOut !== undefined) return { what: 'word', said: leftOut };
  const line = withoutQuote(text);
  for (const [what, { of = plan.intent, asks }] of Object.entries<UntoldRow>(UNTOLD)) {
    const found = of === plan.intent && asks(line, plan);
    if (found)
      return { what: what as Untold['what'], said: typeof found === 'string' ? found.trim() : undefined };
  }
  return undefined;
}

type UntoldRow = { of?: Intent; asks(text: string, plan: Plan): string | boolean | undefined };

const UNTOLD: Readonly<Record<Exclude<Untold['what'], 'word'>, UntoldRow>> = {
  gaps: { of: 'score', asks: (text) => english.MISSING_DAYS.test(text) },
  voice: { asks: (text) => english.SHARE_OF_VOICE.test(text) },
  split: {
    asks: (text, { intent }) =>
      (SPLIT.test(text) && intent !== 'status' && intent !== 'help') ||
      (/\b(?:by|per) day\b/i.test(text) && ['named', 'leads', 'sources'].includes(intent)),
  },
  hours: {
    asks: (text, { intent, from }) =>
      intent === 'status' || intent === 'help'
        ? undefined
        : (HOURS.exec(text) ?? (from === undefined ? LAST_HOURS.exec(text) : undefined))?.[0],
  },
  times: { asks: (text, { intent }) => (intent === 'help' ? undefined : TIMES.exec(text)?.[0]) },
  grade: { asks: (text) => english.IS_IT_GOOD.test(text) },
  ofPages: {
    of: 'sources',
    asks: (text, { engine }) =>
      engine === undefined && english.SITE_SAYS.test(text) && !english.OF_ENGINES.test(text),
  },
  sourcesMoved: {
    of: 'sources',
    asks: (text, { premise }) => premise !== undefined || english.SOURCES_MOVED.test(text),
  },
  nth: {
    asks: (text, { intent }) => (intent === 'leads' || intent === 'sources') && english.NTH_BEST.test(text),
  },
  cutOff: {
    asks: (text, { intent, min_score, max_score, bound, metric }) =>
      (min_score ?? max_score ?? (metric === 'rank' ? undefined : bound)) === undefined &&
      ['ranking', 'named', 'compare', 'sources', 'prompts'].includes(intent) &&
      english.CUT_OFF.test(text) &&
      !moves.asksWhether(text),
  },
  toCome: {
    asks: (text, { intent }) => OF_FIGURES.includes(intent) && /\b(?:soon|in (?:the )?future)\b/i.test(text),
  },
  margin: {
    asks: (text, { intent }) =>
      OF_FIGURES.includes(intent) &&
      /\b(?:margins? of error|error (?:margins?|bars?)|confidence intervals?|standard deviation)\b/i.test(
        text,
      ),
  },
  whoCould: { asks: asksWhoCould },
  posted: { of: 'leads', asks: (_, plan) => asksFor('posted', plan) && !plan.arrived },
  whyLeads: { of: 'leads', asks: (_, { arrived, premise }) => arrived === true && premise !== undefined },
  handedOver: { of: 'leads', asks: (text) => HANDED_OVER.test(text) },
  howAhead: { of: 'compare', asks: (text) => HOW_AHEAD.test(text) },
  whyAhead: { of: 'compare', asks: (text) => /\bwhy\b/i.test(text) },
  firstInParts: {
    of: 'ranking',
    asks: (text, { entity, order, engine }) =>
      (entity !== 'topics' || order === 'worst' || engine !== undefined) &&
      (english.NAMED_FIRST.test(text) || /\b(?:w[io]ns?|winning|los(?:e|t|ing))\b/i.test(text)),
  },
  newOnes: {
    asks: (text, plan) =>
      !asksFor('added', plan) && (english.ADDED_LATELY.test(text) || english.NEW_RIVALS.test(text)),
  },
  ofRivals: {
    of: 'sources',
    asks: (text, { entity }) =>
      (entity === undefined || entity === 'sites') && /\b(?:competit\w+|rivals?)\b/i.test(text),
  },
  tone: { of: 'leads', asks: (text) => english.TONE_OF_THREADS.test(text) },
  byAnswers: {
    of: 'ranking',
    asks: (text) => /\b(?:most|fewest|least|number of) (?:answers|responses)\b/i.test(text),
  },
  uncounted: { of: 'leads', asks: (text) => UNCOUNTED.test(text) },
  whoseDoing: { of: 'change', asks: (text) => english.BLAMES.test(text) },
  timesCited: { of: 'leads', asks: (text) => english.MOST_CITED.test(text) },
};

/** "Threads with no replies", "more than 50 upvotes" */
const UNCOUNTED =
  /\b(?:no|zero|few|fewer|many|most|least|without|more|less|\d+\+?)(?: than \d+)?(?: or more)? (?:replies|comments|(?:up)?votes|views|karma)\b/i;

/** "By week", "per month", "weekly scores". */
const SPLIT =
  /\b(?:by|per) (?:week|month|quarter)\b(?! \d)|\b(?:weekly|monthly) (?:visibility )?(?:scores?|averages?|figures|numbers|trends?|mentions?|rates?)\b/i;

const HOUR = String.raw`(?:\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?|\d{1,2}:\d\d\b|noon\b|midnight\b)`;
/** A time of day, or hours: "since 3pm", "between 9:30 and noon", "by the hour"; "before my 9:30" is a meeting. */
const HOURS = RegExp(
  String.raw`\b(?:since|after|from|between) ${HOUR}(?: ?(?:and|to|until|till|[-–]) ?${HOUR})?|\bat ${HOUR}(?= (?:yesterday|today|on|last)\b)|\b(?:hourly|(?:per|each|every|by the) (?:hour|minute))\b`,
  'i',
);
/** Longer ones are days. */
const LAST_HOURS = /\b(?:(?:in|over|for) )?the (?:last|past) (?:\w+ ){0,2}(?:hours?|hrs?|minutes?|mins?)\b/i;

const SEVERAL = '(?:\\d+|two|three|four|five|several)';
/** How often something happened, or how often on end: "twice", "for the third time in a row". */
const TIMES = RegExp(
  String.raw`\b(?:(?:twice|thrice|${SEVERAL} times)(?! (?:as|more|less|better|worse|the|our|out)\b)|(?:(?:for )?(?:the )?(?:\w+ ){1,2})?in a row|(?:${SEVERAL} )?consecutive \w+|repeatedly|how (?:often|many times)(?= (?:did|do|have|has|does) (?:[\w.’'-]+ ){1,3}(?:${moves.MOVES})\b))\b`,
  'i',
);
