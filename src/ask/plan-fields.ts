/** What each intent takes from a question. */
import { isDeepStrictEqual } from 'node:util';
import { isFrom } from '../rules/lead-place.ts';
import { BELOW_SCORE } from './english.ts';
import { ASKS } from './english-around.ts';
import * as english from './english-plan.ts';
import type { Trait } from './meaning.ts';
import type { FoundName, KnownNames, NameKind } from './names.ts';
import type { Noticed } from './notice.ts';
import { type Intent, LEAD_FILTERS, oneOrMore, type Plan, RANKED, withoutMissing } from './plan.ts';

type Metric = NonNullable<Plan['metric']>;
type LeadFilter = (typeof LEAD_FILTERS)[number];
export type Fields = Omit<Plan, 'intent'>;

export const MEASURED: readonly Intent[] = ['score', 'change', 'compare', 'topic', 'ranking', 'named'];
/** Intents that take a limit. */
const COUNTED: readonly Intent[] = [
  'topic',
  'ranking',
  'named',
  'sources',
  'leads',
  'happened',
  'prompts',
  'suggestions',
  'answers',
];
/** Intents that say what to do. */
const OF_WORK: readonly Intent[] = ['leads', 'overview'];

/** Besides what every intent takes. */
const OWN_FIELDS: Readonly<Partial<Record<Intent, (noticed: Noticed, known: KnownNames) => Fields>>> = {
  score: (noticed) => ({ order: dayOrder(noticed) }),
  change: changeFields,
  compare: rivalFields,
  named: rivalFields,
  answers: (noticed) => ({
    ...rivalFields(noticed),
    metric: english.NAMING_FIRST.test(noticed.text) ? 'rank' : undefined,
  }),
  ranking: (noticed) => ({ entity: kindMeant(noticed) ?? noticed.kindNamed, order: rankingOrder(noticed) }),
  sources: sourceFields,
  leads: leadFields,
  suggestions: ({ traits }) => ({
    entity: traits.has('segments') ? 'segments' : traits.has('content') ? 'content' : undefined,
  }),
};

/** Everything but the prompt. */
export function fieldsOf(intent: Intent, noticed: Noticed, known: KnownNames): Fields {
  const { limit, names, shape } = noticed;
  // “Five rivals” may be all of them.
  const isCounted =
    COUNTED.includes(intent) || (intent === 'compare' && english.TOP_OF.test(shape.join(' ')));
  return {
    engine: namesOf('engine', names),
    region: namesOf('region', names),
    topic: namesOf('topic', names),
    ...daysOf(intent, noticed),
    limit: isCounted ? limit : undefined,
    metric: MEASURED.includes(intent) ? metricOf(intent, noticed) : undefined,
    ...OWN_FIELDS[intent]?.(noticed, known),
  };
}

/** "Which leads should we answer today?" asks for all open leads. */
function daysOf(intent: Intent, { days, traits, text }: Noticed): Noticed['days'] {
  const isOfWork =
    intent === 'suggestions' ||
    (OF_WORK.includes(intent) && (traits.has('to_answer') || english.TO_WORK_ON.test(text)));
  return isOfWork && english.WORKING_TIME.test(text) ? {} : days;
}

function namesOf(kind: NameKind, names: readonly FoundName[]): Plan['entity'] {
  return oneOrMore(names.flatMap((found) => (found.kind === kind ? found.name : [])));
}

function dayOrder({ text }: Noticed): Plan['order'] {
  const isOfBest = english.BEST_DAY.test(text) || english.HIGHEST_FIGURE.test(text);
  const isOfWorst = english.WORST_DAY.test(text) || english.LOWEST_FIGURE.test(text);
  return isOfBest ? 'best' : isOfWorst ? 'worst' : undefined;
}

function rivalFields({ names, othersThan }: Noticed): Fields {
  return { entity: namesOf('rival', names), not: namesOf('rival', othersThan) };
}

function changeFields({ text, traits, names }: Noticed): Fields {
  const isWhy = traits.has('why') || english.CAUSED.test(text);
  return {
    entity: namesOf('rival', names),
    ...(isWhy && { why: true }),
  };
}

/** "The page most cited of us" */
const OURS_OF_US =
  /\b(?:pages?|urls?|links?|articles?|posts?|sites?|domains?)(?: [\w-]+){0,3} (?:of|from) (?:us|ours)\b/i;

/** "Our citation share vs Globex’s": how often each one’s own pages are cited. */
export function isBesideOurs({ text, names }: Pick<Noticed, 'text' | 'names'>): boolean {
  const areOthers = names.some(({ kind }) => kind === 'rival' || kind === 'domain');
  return areOthers && OURS_CITED_OR.test(text) && OF_US.test(text) && BESIDE_OURS.test(text);
}

const OF_US =
  /(?<!\b(?:for|about|to|by|cit(?:e|es|ing)|nam(?:e|es|ing)|mention(?:s|ing)?) )\b(?:us|we|our|ours)\b(?! (?:answers|prompts|engines)\b)/i;
const OURS_CITED_OR = /\bcit(?:ations?|ed)\b(?! by\b)/i;
const BESIDE_OURS = /\b(?:or|vs\.?|versus|than|against|and|compar(?:e|ed|ing|ison)|next to|beside)\b/i;

function sourceFields(noticed: Noticed, known: KnownNames): Fields {
  const { text, shape, names, othersThan, traits } = noticed;
  const sites = namesOf('domain', names);
  // Which sites name a rival isn't told by how often engines cite the rival's own.
  if (saysOfSites(text, names)) return {};
  const ours = siteOf(known.names.project, known);
  const isNotOurs = english.NOT_OURS.test(text);
  // "Our G2 page" is on another site.
  const all = (...sites: Plan['entity'][]) => oneOrMore(sites.flatMap((site) => site ?? []));
  const [places, rivals] = [siteOf(namesOf('place', names), known), siteOf(namesOf('rival', names), known)];
  const areCompared = english.CITED_MORE.test(text) || isBesideOurs(noticed);
  const theirs = areCompared ? all(sites, places, rivals) : sites;
  const isOurs =
    isBesideOurs(noticed) ||
    english.OUR_SITE.test(shape.join(' ')) ||
    OURS_OF_US.test(text) ||
    (areCompared && /\b(?:us|we|ours|our(?! (?:answers|prompts|engines)\b))\b/i.test(text));
  const isOfOurs = isOurs || english.OURS_CITED.test(text) || english.WHO_CITES_US.test(text);
  const areBoth = theirs !== undefined && isOurs && (english.BESIDE.test(text) || isBesideOurs(noticed));
  const left = [siteOf(namesOf('rival', othersThan), known), namesOf('domain', othersThan)];
  const isOfLess = english.LEAST.test(text) || (traits.has('several to rank') && english.FEWER.test(text));
  const order = isOfLess ? 'worst' : undefined;
  if (isNotOurs) return { entity: sites ?? places ?? rivals, order, not: all(ours, ...left) };
  const named = theirs ?? places ?? rivals ?? (isOfOurs ? ours : undefined);
  return { entity: areBoth ? all(ours, theirs) : named, order, not: all(...left) };
}

function saysOfSites(text: string, names: readonly FoundName[]): boolean {
  const isCiting = names.some(({ kind }) => kind === 'domain' || kind === 'engine');
  return !isCiting && english.SITE_SAYS.test(text) && !english.CITES_US.test(text);
}

function leadFields(noticed: Noticed, known: KnownNames): Fields {
  const { text, names, minScore, maxScore, soughtWords } = noticed;
  const not = leftOutOf(noticed, known);
  const filters = leadFilters(noticed, not);
  const places = names.flatMap(({ kind, name }) =>
    kind === 'place' ? name : kind === 'domain' ? forumsOf(name, known) : [],
  );
  const rivals = english.ABOUT_RIVALS.test(text) ? [...known.names.rivals] : namesOf('rival', names);
  const either = soughtWords.includes('or')
    ? soughtWords
        .join(' ')
        .split(/ ?\bor\b ?(?:(?:about|on) )?/)
        .filter(Boolean)
    : [];
  return {
    entity:
      oneOrMore(places.filter((place) => !not.includes(place))) ??
      (english.BY_PLACE.test(text) ? 'places' : undefined),
    order: leadOrder(noticed),
    ...(filters.length > 0 && { filters }),
    min_score: minScore,
    max_score: maxScore,
    not: oneOrMore(not),
    // Any of several topics is enough, while a search needs all of its words.
    ...((Array.isArray(rivals) || either.length > 0) && {
      topic: oneOrMore([rivals ?? [], namesOf('topic', names) ?? [], either].flat()),
    }),
  };
}

/** "Below 50" is 49 at most; where scores go from 0 to 1, "below 0.5" has no such neighbour. */
export function belowCeiling(plan: Plan, text: string): Plan {
  const ceiling = Number(BELOW_SCORE.exec(text)?.[1]);
  const isWhole = Number.isInteger(ceiling) && ceiling > 1;
  return isWhole && ceiling === plan.max_score ? { ...plan, max_score: ceiling - 1 } : plan;
}

function leadFilters({ traits, names, days }: Noticed, not: readonly string[]): LeadFilter[] {
  const isByEngine = names.some(({ kind }) => kind === 'engine');
  const isNotCited = not.some((one) => one.startsWith('cited'));
  const isIn: Partial<Record<LeadFilter, boolean>> = {
    cited: isByEngine || (traits.has('cited') && !isNotCited),
    // An age in days says more.
    old: traits.has('old') && !(days.from === undefined && days.to !== undefined),
  };
  return LEAD_FILTERS.filter((filter) => isIn[filter] ?? [...traits].some((trait) => trait === filter));
}

function leadOrder({ text, traits, maxScore }: Noticed): Plan['order'] {
  if (traits.has('newest')) return english.HOW_MANY.test(text) ? undefined : 'newest';
  if (traits.has('oldest')) return 'oldest';
  if (english.LEAST.test(text) && maxScore === undefined) return 'worst';
  const isCount = english.BY_PLACE.test(text) || english.BY_PERSON.test(text);
  return traits.has('best') && !isCount ? 'best' : undefined;
}

/** What leads should not be, as in the plan. */
function leftOutOf(
  { text, leftOut, promptWords, arePromptWordsLeftOut }: Noticed,
  known: KnownNames,
): string[] {
  const names = leftOut.flatMap(({ kind, name }) =>
    kind === 'engine' ? `cited by ${name}` : kind === 'domain' ? forumsOf(name, known) : name,
  );
  const words = arePromptWordsLeftOut ? [promptWords.join(' ')] : [];
  const isOfNone = names.length === 0 && english.NOT_CITED.test(text);
  return [...names, ...words, ...(isOfNone ? ['cited'] : [])];
}

function isNegative(text: string): boolean {
  return english.TONES.negative.test(text) && !english.TONES.positive.test(text);
}

/** "From worst to best" starts with the worst; of two, one is better or worse. */
function rankingOrder({ text, traits }: Noticed): Plan['order'] {
  if (english.MOVED_MOST.test(text) || english.BOTH_ENDS.test(text)) return undefined;
  if (english.TO_BEST.test(text)) return 'worst';
  if (english.TO_WORST.test(text)) return 'best';
  const isOfMoves = /\bmost\b/i.test(text) || english.WHICH_OF_KIND.test(text);
  const has = (trait: Trait, isMeant = true) => isMeant && traits.has(trait);
  const areSeveral = traits.has('several to rank');
  const found = (
    [
      ['worst', has('worst') || has('worse', isOfMoves) || has('sentiment', isNegative(text))],
      ['worst', english.NOT_US.test(text)],
      ['best', has('best') || has('better', isOfMoves) || has('first', !has('worse'))],
      ['best', areSeveral && english.MORE.test(text)],
      ['worst', areSeveral && english.FEWER.test(text)],
    ] as const
  ).find(([, isSaid]) => isSaid);
  return found?.[0];
}

function metricOf(intent: Intent, noticed: Noticed): Metric | undefined {
  const { traits, text } = noticed;
  if (traits.has('how_often') && intent === 'score') return 'mention_rate';
  if (traits.has('sentiment') && !(intent === 'ranking' && english.LIKES_US.test(text))) return 'sentiment';
  if (intent === 'named') return metricOfNamed(noticed);
  if (isOfRank(intent, noticed)) return 'rank';
  if (traits.has('mention_rate')) return 'mention_rate';
  if (traits.has('score')) return 'score';
  if (traits.has('first') && intent !== 'ranking') return 'rank';
  return traits.has('named') && traits.has('us') && (intent === 'score' || intent === 'change')
    ? 'mention_rate'
    : undefined;
}

function metricOfNamed(noticed: Noticed): Metric | undefined {
  const { traits, text } = noticed;
  if (traits.has('first')) return 'rank';
  if (traits.has('how_often') || /most mentioned|mention rate|by mentions?/i.test(text))
    return 'mention_rate';
  return saysRank(noticed) && !traits.has('ranked') ? 'rank' : undefined;
}

function isOfRank(intent: Intent, noticed: Noticed): boolean {
  const { traits, text } = noticed;
  if (intent !== 'ranking') return saysRank(noticed);
  const isPlace = (traits.has('first') && traits.has('named')) || english.PUTS_US.test(text);
  return isPlace || (saysRank(noticed) && (english.OF_RANK.test(text) || OF_OUR_RANK.test(text)));
}

/** "Rank of Acme per engine", "rank in each region": the figure, not the order. */
const OF_OUR_RANK =
  /(?<!\b(?:we|us|they|you|do|does|did|to|please) )\branks? (?:of (?!our\b|the\b|all\b)|(?:on|in|per|across|at|with) (?!score|visibility|mention|sentiment|how))/i;

/** "Rank all rivals by mention rate" is about the rate. */
function saysRank({ traits, text }: Noticed): boolean {
  const isOther = traits.has('mention_rate') || traits.has('score');
  return traits.has('rank') && !(isOther && /^\W*(?:please )?rank\b|\branked\b/i.test(text));
}

/** The kind named first is what is ranked: "prompts on engines" means prompts. */
function kindMeant({ signAt }: Noticed) {
  const inOrder = [...signAt].sort(([a], [b]) => a - b);
  return inOrder.flatMap(([, signs]) => RANKED.filter((kind) => signs.has(kind)))[0];
}

/** "Thornfield Tools" is at thornfield.example. */
const SHORTEST_LABEL = 4;

/** The domain of a name, or the name itself if none is known. */
export function siteOf(names: Plan['entity'], { names: { domains } }: KnownNames): Plan['entity'] {
  const sites = [names ?? []].flat().map((name) => {
    const squashed = [name, name.replaceAll('&', 'and')].map((one) =>
      one.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''),
    );
    const isOf = (label: string) =>
      label.length >= SHORTEST_LABEL && squashed.some((one) => one.startsWith(label));
    return (
      domains.find((domain) => domain.split('.').includes(name.toLowerCase())) ??
      domains.find((domain) => isOf(domain.split('.').at(-2) ?? '')) ??
      name
    );
  });
  return oneOrMore(sites);
}

/** The forums on a site: for reddit.com every subreddit. */
export function forumsOf(domain: string, { names: { places } }: KnownNames): string[] {
  return places.filter((place) => isFrom({ place }, domain));
}

/** The part that a question sets beside all others of its kind: Gemini in "Gemini vs the rest". */
export function partBesideRest({
  text,
  words,
  names,
  traits,
}: Noticed): 'engine' | 'region' | 'topic' | undefined {
  const [, rest, kind] = BESIDE_REST.exec(text) ?? [];
  const isOfRivals = names.some((found) => found.kind === 'rival');
  if (rest === undefined || traits.has('why') || isOfRivals) return undefined;
  const [part] = (['engine', 'region', 'topic'] as const).filter((one) =>
    kind === undefined ? names.some((found) => found.kind === one) : KIND_OF_REST[one].test(kind),
  );
  const single = names.filter((found) => found.kind === part);
  const before = words[(single[0]?.at ?? 0) - 1]?.folded ?? '';
  // Without a kind “the rest” of a sentence about us are rivals.
  const isOfUs = kind === undefined && (US.test(text) || /^(?:on|in|at|for|about)$/.test(before));
  return single.length !== 1 || isOfUs ? undefined : part;
}

const US = /\b(?:we|us|our|ours)\b/i;
const BESIDE_REST =
  /\b(?:vs\.?|versus|against|than|beside|next to|compar\w* (?:to|with|against)) ((?:all )?(?:of )?(?:the )?(?:rest|others?|remaining|every(?:one|body|thing) else|anything else|any other)\b(?: (?:of )?(?:the )?(engines?|ais?|models?|llms?|regions?|countr(?:y|ies)|markets?|topics?)\b)?)/i;
const KIND_OF_REST = {
  engine: /engine|ai|model|llm/i,
  region: /region|countr|market/i,
  topic: /topic/i,
} as const;

/** Asks how many prompts have answers that name us, or have none. */
export function asksCoverage(text: string): boolean {
  return PROMPTS_NAMING_US.test(text);
}

const NAMES_OURS = '(?:nam|mention|includ|list|recommend|appear|show|featur|present|absent|missing)\\w*';
const PROMPTS_NAMING_US = new RegExp(
  `\\bprompt coverage\\b|\\b(?:(?:in|for|on) )?(?:how many|what (?:share|percent\\w*|fraction|portion|part|number)|(?:the )?(?:number|share|percentage) of)(?: of)?(?: (?:our|the|all|tracked))* (?:prompts|questions)\\b(?=.*\\b(?:we|us|our)\\b).*\\b${NAMES_OURS}`,
  'i',
);

/**
 * Of two questions in one line: "how did we do this week, and which leads came?" asks both about this week, "who beats us
 * on pricing, and what is cited for it?" both about pricing, "score and top sources in October" both about October.
 */
export function withScopesOf(one: Plan, other: Plan, clause: string): Plan[] {
  const isSame = OF_IT.test(clause) || isDeepStrictEqual(other, { intent: 'change', why: true });
  // An engine or a topic of leads is one that cites them, or that they are about.
  const isWhole = one.intent !== 'leads' && other.intent !== 'leads';
  return [ASKS.test(clause) ? one : withScopeOf(other, one, isWhole), withScopeOf(one, other, isSame)];
}

const OF_IT = /\b(?:about|for|in|of|on|with) (?:it|that|this)\W*$|\bthere\W*$/i;

function withScopeOf({ engine, region, topic, prompt, from, to }: Plan, plan: Plan, isWhole: boolean): Plan {
  const { intent, entity, ...rest } = plan;
  const days = plan.from === undefined && plan.to === undefined ? { from, to } : {};
  // Of each engine it isn't of one.
  const isOfEach = entity === 'engines' || entity === 'regions';
  const scope = isOfEach ? { topic, prompt } : { engine, region, topic, prompt };
  return withoutMissing({ intent, entity, ...(isWhole && scope), ...days, ...rest });
}

/** The same about another project, which has rivals, sites, topics and prompts of its own. */
export function ofProject(plan: Plan, { names }: KnownNames): Plan {
  const { intent, entity, topic, prompt, not } = plan;
  const theirs = [...names.rivals, ...names.domains, ...names.places];
  const keep = (said: Plan['entity'], known: readonly string[] | undefined) =>
    oneOrMore([said ?? []].flat().filter((one) => OF_ANY.includes(one) || !known || isOneOf(one, known)));
  const isTheirs = intent === 'leads' || (prompt !== undefined && isOneOf(prompt, names.prompts));
  return withoutMissing({
    ...plan,
    entity: keep(entity, theirs),
    not: keep(not, theirs),
    topic: keep(topic, intent === 'leads' ? undefined : names.topics),
    prompt: isTheirs ? prompt : undefined,
  });
}

/** What an entity may be besides a name: every project has these. */
const OF_ANY: readonly string[] = [
  ...RANKED,
  'segments',
  'content',
  'sites',
  'searches',
  'places',
  'subreddits',
  'people',
  'waits',
];

const isOneOf = (name: string, all: readonly string[]) =>
  all.some((one) => one.toLowerCase().includes(name.toLowerCase()));
