/** What each intent takes from a question. */
import { isFrom } from '../rules/lead-place.ts';
import { BELOW_SCORE } from './english.ts';
import * as english from './english-plan.ts';
import type { Trait } from './meaning.ts';
import type { FoundName, KnownNames, NameKind } from './names.ts';
import type { Noticed } from './notice.ts';
import { type Intent, LEAD_FILTERS, oneOrMore, type Plan, RANKED } from './plan.ts';

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

function sourceFields({ text, shape, names, othersThan }: Noticed, known: KnownNames): Fields {
  const sites = namesOf('domain', names);
  // Which sites name a rival isn't told by how often engines cite the rival's own.
  if (saysOfSites(text, names)) return {};
  const ours = siteOf(known.names.project, known);
  const isNotOurs = english.NOT_OURS.test(text);
  // "Our G2 page" is on another site.
  const all = (...sites: Plan['entity'][]) => oneOrMore(sites.flatMap((site) => site ?? []));
  const [places, rivals] = [siteOf(namesOf('place', names), known), siteOf(namesOf('rival', names), known)];
  const areCompared = english.CITED_MORE.test(text);
  const theirs = areCompared ? all(sites, places, rivals) : sites;
  const isOurs =
    english.OUR_SITE.test(shape.join(' ')) ||
    (areCompared && /\b(?:us|we|ours|our(?! (?:answers|prompts|engines)\b))\b/i.test(text));
  const isOfOurs = isOurs || english.OURS_CITED.test(text) || english.WHO_CITES_US.test(text);
  const areBoth = theirs !== undefined && isOurs && english.BESIDE.test(text);
  const left = [siteOf(namesOf('rival', othersThan), known), namesOf('domain', othersThan)];
  const order = english.LEAST.test(text) ? 'worst' : undefined;
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
        .split(/ ?\bor (?:(?:about|on) )?/)
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
  return isPlace || (saysRank(noticed) && english.OF_RANK.test(text));
}

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
