/** Builds the plan of an intent from what a question contains, or several if a part is ambiguous. */
import {
  BADLY,
  BEFORE_LAST_MOVE,
  BEFORE_US,
  BESIDE,
  BEST_DAY,
  BOTH_ENDS,
  BY_PLACE,
  CAUSED,
  CITES_US,
  EITHER,
  FEWER,
  HIGHEST_FIGURE,
  JOINED,
  LEADS_ABOUT,
  LEAST,
  LIKES_US,
  LOW_SCORED,
  LOWEST_FIGURE,
  MORE,
  MOST_LEADS,
  MOVED_MOST,
  NOT_CITED,
  NOT_IN_STATE,
  NOT_OURS,
  NOT_US,
  OF_RANK,
  OF_RIVALS,
  OF_THE_LEADS,
  OR_THE,
  OUR_SITE,
  OURS_CITED,
  PUTS_US,
  RANKS_RIVALS,
  SAYS_PROMPTS,
  SPEAKS_OF_US,
  TO_BEST,
  TO_WORK_ON,
  TO_WORST,
  WE_ARE_CITED,
  WELL,
  WHICH_ENGINES,
  WHICH_OF_KIND,
  WHICH_PROMPTS,
  WHO_CITES_US,
  WORKING_TIME,
  WORST_DAY,
} from './english-plan.ts';
import type { Sign } from './english-signs.ts';
import type { FoundName, KnownNames, NameKind } from './names.ts';
import type { Noticed } from './notice.ts';
import { type Intent, LEAD_FILTERS, METRICS, type Plan, RANKED } from './plan.ts';
import { ofPrompt, promptsOf } from './prompts-meant.ts';
import { forumsOf, oneOrMore, siteOf } from './sites-meant.ts';

type Metric = NonNullable<Plan['metric']>;
type Fields = Omit<Plan, 'intent'>;

const MEASURED: readonly Intent[] = ['score', 'change', 'compare', 'topic', 'ranking', 'named'];
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
const RANKED_MOSTLY = ['engines', 'topics', 'prompts'] as const;

/** Which intents take which kinds of names; other kinds fit every intent. */
const TAKES: Readonly<Partial<Record<NameKind, readonly Intent[]>>> = {
  rival: ['change', 'compare', 'named', 'sources', 'prompts', 'leads', 'answers'],
  domain: ['sources', 'leads', 'status'],
  place: ['leads', 'status'],
};

/** Whether it states a score's floor or ceiling, or what to leave out. */
export function isOnlyOfLeads({ minScore, maxScore, leftOut }: Noticed): boolean {
  return (minScore ?? maxScore) !== undefined || leftOut.length > 0;
}

/** Asks for the best or the worst day. */
export function isOfDay({ text }: Pick<Noticed, 'text'>): boolean {
  return BEST_DAY.test(text) || WORST_DAY.test(text);
}

/** Empty if the question contains something that this intent can't express. */
export function planOf(intent: Intent, noticed: Noticed, known: KnownNames): Plan[] {
  const isCited = ({ kind, name }: FoundName) =>
    intent === 'sources' && kind === 'place' && known.names.domains.includes(`${siteOf(name, known)}`);
  if (noticed.names.some((found) => TAKES[found.kind]?.includes(intent) === false && !isCited(found)))
    return [];
  if (
    intent === 'leads' &&
    noticed.names.some((found) => found.kind === 'domain' && !forumsOf(found.name, known)[0])
  )
    return [];
  // Which of its pages are cited says nothing about whom an unlisted site cites.
  const isUnlisted = noticed.names.some(
    ({ kind, name }) => kind === 'domain' && !known.names.domains.includes(name),
  );
  const isOfUs = CITES_US.test(noticed.text) || WE_ARE_CITED.test(noticed.text);
  if (intent === 'sources' && isUnlisted && isOfUs) return [];
  // "Globex leads on Claude" isn't about leads.
  const ofRival = noticed.names.some(({ kind }) => kind === 'rival');
  if (intent === 'leads' && ofRival && !LEADS_ABOUT.test(noticed.text)) return [];
  // "Which engines name Globex first?": the comparison says it of each.
  const isOfEngines =
    WHICH_ENGINES.test(noticed.text) && !noticed.names.some(({ kind }) => kind === 'engine');
  if (intent === 'named' && ofRival && isOfEngines)
    return planOf('compare', noticed, known).map((plan) => ({
      ...plan,
      metric: plan.metric ?? 'mention_rate',
      engine: oneOrMore(known.names.engines),
    }));
  if (isOnlyOfLeads(noticed) && intent !== 'leads') return [];
  if (intent === 'leads' && NOT_IN_STATE.test(noticed.text)) return [];
  if (intent === 'named' && noticed.traits.has('prompts') && NOT_US.test(noticed.text)) return [];
  // Leads have no regions.
  if (noticed.leftOut.some(({ kind }) => kind === 'region')) return [];
  const isOfDays = noticed.areDaysCompared && !noticed.traits.has('a rival');
  if (isOfDays && (intent === 'compare' || intent === 'overview')) return [];
  const hasTopic = noticed.names.some(({ kind }) => kind === 'topic');
  if (intent === 'topic' && !hasTopic && !noticed.traits.has('topics')) return [];
  // What can be asked has no names and days.
  if (intent === 'help' && (noticed.names.length > 0 || noticed.days.from !== undefined)) return [];
  if (intent === 'help' || intent === 'status') return [{ intent }];
  // Several metrics at once make an overview.
  const metrics = METRICS.filter((metric) => noticed.traits.has(metric));
  if (intent === 'score' && metrics.length > 1 && JOINED.test(noticed.text))
    return planOf('overview', noticed, known);
  // "How's our rank" asks for that figure alone.
  const [metric, secondMetric] = metrics;
  if (intent === 'overview' && metric && metric !== 'score' && !secondMetric)
    return planOf('score', noticed, known);
  if (isLeftOver(intent, noticed)) return [];
  const fields: Fields = { ...commonFields(intent, noticed), ...intentFields(intent, noticed, known) };
  if (intent === 'leads' && isStateLost(noticed, fields)) return [];
  // A question may leave open what to rank: then one plan each.
  const ofOnePrompt = noticed.names.some(({ kind }) => kind === 'prompt');
  if (intent === 'ranking' && fields.entity === 'prompts' && ofOnePrompt) return [];
  const isOpen = intent === 'ranking' && fields.entity === undefined;
  if (isOpen && (RANKS_RIVALS.test(noticed.text) || isOfDay(noticed))) return [];
  const isOfSubjects = fields.topic === undefined && /^\W*(?:what|where)\b/i.test(noticed.text);
  const open = isOfSubjects ? (['topics'] as const) : RANKED_MOSTLY;
  const either = intent === 'ranking' ? kindsJoined(noticed) : [];
  const kinds = isOpen ? open : either;
  const each = kinds.length > 0 ? kinds.map((entity) => ({ ...fields, entity })) : [fields];
  const prompts = promptsOf(intent, noticed, known);
  // "The prompt that compares us with a rival" names one that isn't found.
  const isOfOne = noticed.traits.has('singular') && fields.entity !== 'prompts' && MEASURED.includes(intent);
  if (isOfOne && prompts.every((prompt) => prompt === undefined)) return [];
  return prompts.flatMap((prompt) =>
    each.map((one) =>
      withoutMissing({ intent, ...one, ...(prompt !== undefined && ofPrompt(prompt, one, noticed)) }),
    ),
  );
}

function commonFields(intent: Intent, { days: said, limit, names, traits, text }: Noticed): Fields {
  // "Which leads should we answer today?" asks for all open leads.
  const isOfWork =
    intent === 'suggestions' ||
    (OF_WORK.includes(intent) && (traits.has('to_answer') || TO_WORK_ON.test(text)));
  const areOfWork = isOfWork && WORKING_TIME.test(text);
  const days = areOfWork ? {} : said;
  const of = (kind: NameKind) => namesOf(kind, names);
  const counted = COUNTED.includes(intent) ? limit : undefined;
  return { engine: of('engine'), region: of('region'), topic: of('topic'), ...days, limit: counted };
}

function namesOf(kind: NameKind, names: readonly FoundName[]): Plan['entity'] {
  return oneOrMore(names.flatMap((found) => (found.kind === kind ? found.name : [])));
}

function intentFields(intent: Intent, noticed: Noticed, known: KnownNames): Fields {
  const has = (...signs: (Sign | 'a metric')[]) => signs.some((sign) => noticed.traits.has(sign));
  const named = (kind: NameKind) => namesOf(kind, noticed.names);
  const metric = MEASURED.includes(intent) ? metricOf(intent, noticed) : undefined;
  const isLeast = LEAST.test(noticed.text);
  switch (intent) {
    case 'change':
      return {
        metric,
        entity: named('rival'),
        ...((has('why') || CAUSED.test(noticed.text)) && { why: true as const }),
        ...(BEFORE_LAST_MOVE.test(noticed.text) &&
          has('worse') !== has('better') && { earlier: { way: has('worse') ? 'worse' : 'better', back: 1 } }),
      };
    case 'score': {
      const isOf = (...figures: RegExp[]) => figures.some((one) => one.test(noticed.text));
      const order = isOf(BEST_DAY, HIGHEST_FIGURE)
        ? 'best'
        : isOf(WORST_DAY, LOWEST_FIGURE)
          ? 'worst'
          : undefined;
      return { metric, order };
    }
    case 'answers':
      return { entity: named('rival') };
    case 'compare':
    case 'named':
      return { metric, entity: named('rival') };
    case 'ranking': {
      const entity = kindMeant(noticed) ?? noticed.kindNamed;
      return { metric, entity, order: rankingOrder(noticed) };
    }
    case 'sources': {
      const sites = named('domain');
      const ours = siteOf(known.names.project, known);
      const isNotOurs = NOT_OURS.test(noticed.text);
      // "Our G2 page" is on another site.
      const isOurs = OUR_SITE.test(noticed.shape.join(' '));
      const isOursBeside = isOurs && BESIDE.test(noticed.text);
      return {
        entity:
          (sites !== undefined && isOursBeside && !isNotOurs
            ? oneOrMore([ours ?? [], sites].flat())
            : sites) ??
          siteOf(named('place'), known) ??
          siteOf(named('rival'), known) ??
          (!isNotOurs && (isOurs || [OURS_CITED, WHO_CITES_US].some((words) => words.test(noticed.text)))
            ? ours
            : undefined),
        order: isLeast ? 'worst' : undefined,
        not: isNotOurs ? ours : undefined,
      };
    }
    case 'leads': {
      const isOthers = has('mine') || has('unclaimed');
      const not = leftOutOf(noticed, known);
      const isCited = has('cited') || noticed.names.some(({ kind }) => kind === 'engine');
      const filters = LEAD_FILTERS.filter((filter) =>
        filter === 'cited'
          ? (isCited && !not.some((one) => one.startsWith('cited'))) || named('engine')
          : has(filter) &&
            !(filter === 'claimed' && isOthers) &&
            // An age in days says more.
            !(filter === 'old' && noticed.days.from === undefined && noticed.days.to !== undefined),
      );
      const order = has('newest')
        ? 'newest'
        : has('oldest')
          ? 'oldest'
          : isLeast && !(noticed.maxScore !== undefined && LOW_SCORED.test(noticed.text))
            ? 'worst'
            : has('best') && !MOST_LEADS.test(noticed.text) && !BY_PLACE.test(noticed.text)
              ? 'best'
              : undefined;
      const places = noticed.names.flatMap(({ kind, name }) =>
        kind === 'place' ? name : kind === 'domain' ? forumsOf(name, known) : [],
      );
      return {
        entity:
          oneOrMore(places.filter((place) => !not.includes(place))) ??
          (BY_PLACE.test(noticed.text) ? 'places' : undefined),
        order,
        ...(filters.length > 0 && { filters }),
        min_score: noticed.minScore,
        max_score: noticed.maxScore,
        not: oneOrMore(not),
        // Any of several topics is enough, while a search needs all of its words.
        ...(Array.isArray(named('rival')) && EITHER.test(noticed.text) && { topic: named('rival') }),
      };
    }
    case 'suggestions':
      return { entity: has('segments') ? 'segments' : has('content') ? 'content' : undefined };
    default:
      return { metric };
  }
}

/** "From worst to best" starts with the worst; of two, one is better or worse. */
function rankingOrder({ text, traits }: Noticed): Plan['order'] {
  if (MOVED_MOST.test(text) || BOTH_ENDS.test(text)) return undefined;
  if (TO_BEST.test(text)) return 'worst';
  if (TO_WORST.test(text)) return 'best';
  if (traits.has('worst') || (traits.has('worse') && /\bmost\b/i.test(text))) return 'worst';
  if (traits.has('best') || (traits.has('first') && !traits.has('worse'))) return 'best';
  if (traits.has('sentiment') && BADLY.test(text)) return 'worst';
  if (traits.has('sentiment') && WELL.test(text)) return 'best';
  if (!traits.has('several to rank')) return undefined;
  return MORE.test(text) ? 'best' : FEWER.test(text) ? 'worst' : undefined;
}

/** Whether a state of leads that was said is nowhere in the plan. */
function isStateLost({ words, traits }: Noticed, { filters = [], not = [] }: Fields): boolean {
  const said = new Set(words.map(({ folded }) => folded));
  const isKept = (...states: readonly string[]) =>
    states.some((state) => [...filters, ...[not].flat()].some((kept) => kept.startsWith(state)));
  return (
    (said.has('cited') && !isKept('cited')) ||
    (said.has('claimed') && !isKept('claimed', 'unclaimed', 'mine')) ||
    (said.has('snoozed') && !isKept('snoozed')) ||
    (said.has('dismissed') && !traits.has('undismissed') && !isKept('dismissed'))
  );
}

/** Whether the question says what this intent would leave out: a limit, whose figures, or what is ranked. */
function isLeftOver(intent: Intent, noticed: Noticed): boolean {
  const { text, traits, names, limit } = noticed;
  const isOneOf = (...intents: readonly Intent[]) => intents.includes(intent);
  return (
    (isOneOf('score', 'change') && limit !== undefined && (traits.has('best') || traits.has('worst'))) ||
    (isOneOf('score', 'change', 'overview', 'happened') && WHICH_OF_KIND.test(text)) ||
    (isOneOf('score', 'change', 'overview', 'topic') &&
      OF_RIVALS.test(text) &&
      !names.some(({ kind }) => kind === 'rival')) ||
    (isOneOf('happened') && traits.has('a metric')) ||
    (isOneOf('prompts') &&
      (kindMeant(noticed) ?? 'prompts') !== 'prompts' &&
      !SAYS_PROMPTS.test(text) &&
      /\b(?:monitor|track|follow|cover|measure)/i.test(text)) ||
    // Rivals aren't compared prompt by prompt.
    (isOneOf('compare', 'change') &&
      WHICH_PROMPTS.test(text) &&
      names.some(({ kind }) => kind === 'rival')) ||
    (isOneOf('overview', ...MEASURED) && OF_THE_LEADS.test(text))
  );
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
  const isOfNone = names.length === 0 && NOT_CITED.test(text);
  return [...names, ...words, ...(isOfNone ? ['cited'] : [])];
}

function metricOf(intent: Intent, { traits, words, text }: Noticed): Metric | undefined {
  // "Rank all rivals by mention rate" is about the rate.
  const isOrderOf =
    /^\W*(?:please )?rank\b/i.test(text) &&
    (traits.has('mention_rate') || traits.has('score') || /\brank (?:all|the|our|these|my)\b/i.test(text));
  const has = (sign: Sign) => traits.has(sign) && !(sign === 'rank' && isOrderOf);
  if (SPEAKS_OF_US.test(text)) return 'sentiment';
  if (has('sentiment') && !(intent === 'ranking' && LIKES_US.test(text))) return 'sentiment';
  if (intent === 'named')
    return has('first')
      ? 'rank'
      : has('how_often') || /most mentioned|mention rate/.test(words.map((w) => w.folded).join(' '))
        ? 'mention_rate'
        : has('rank') && !has('ranked')
          ? 'rank'
          : undefined;
  const isRanked = intent === 'ranking' && !OF_RANK.test(text);
  if ((has('rank') && !isRanked) || (intent === 'compare' && BEFORE_US.test(text))) return 'rank';
  if (intent === 'ranking' && ((has('first') && has('named')) || PUTS_US.test(text))) return 'rank';
  if (has('mention_rate')) return 'mention_rate';
  if (has('score')) return 'score';
  return has('first') && intent !== 'ranking' ? 'rank' : undefined;
}

/** The kinds that are named, in order. */
function kindsIn({ signAt }: Noticed) {
  const places = [...signAt].sort(([a], [b]) => a - b);
  return places.flatMap(([at, signs]) => RANKED.flatMap((kind) => (signs.has(kind) ? { kind, at } : [])));
}

/** The kind named first is what is ranked: "prompts on engines" means prompts. */
function kindMeant(noticed: Noticed) {
  return kindsIn(noticed)[0]?.kind;
}

/** "The prompts or the topics": either may be what to rank. */
function kindsJoined(noticed: Noticed): readonly Sign[] {
  const { words, text } = noticed;
  const found = kindsIn(noticed);
  return found.flatMap(({ kind, at }, i) => {
    const next = found[i + 1];
    if (!next || next.kind === kind) return [];
    const between = text.slice(words[at]?.end, words[next.at]?.start);
    return OR_THE.test(between) ? [kind, next.kind] : [];
  });
}

export function withoutMissing(plan: Plan): Plan {
  return Object.fromEntries(Object.entries(plan).filter(([, value]) => value !== undefined)) as Plan;
}
