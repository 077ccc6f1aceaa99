/**
 * Builds the plan of an intent from what a question contains, or several if a part, such as its prompt, is ambiguous.
 * At the end, questions of a plain shape, whose plans follow from the kinds of their names and a word or two.
 */
import {
  BELOW_SOMETHING,
  BEST_OF_ALL,
  COUNT_MOVED,
  FRAMES_KIND,
  NEWEST_OF_ALL,
  OF_CITATIONS,
  PAGE_ADDRESS,
  WHO_IS_AHEAD,
  WINS_OR_LOSES,
} from './english.ts';
import * as english from './english-plan.ts';
import type { KnownNames, NameKind } from './names.ts';
import { MOST_HOLDING, promptsWith } from './names-meant.ts';
import type { Noticed } from './notice.ts';
import { type Intent, METRICS, oneOrMore, type Plan, RANKED, withoutMissing } from './plan.ts';
import {
  asksCoverage,
  type Fields,
  fieldsOf,
  forumsOf,
  isBesideOurs,
  MEASURED,
  partBesideRest,
} from './plan-fields.ts';
import { FILLER_WORDS, VOCABULARY } from './signs.ts';

/** Which intents take which kinds of names; other kinds fit every intent. */
const TAKES: Readonly<Partial<Record<NameKind, readonly Intent[]>>> = {
  rival: ['change', 'compare', 'named', 'sources', 'prompts', 'leads', 'answers'],
  domain: ['sources', 'leads', 'status'],
  place: ['leads', 'status'],
};

/** Why there are fewer leads isn't known, but how many came in is. */
const ofLeadsThatCame = ({ entity, from, to }: Plan): Plan =>
  withoutMissing({ intent: 'leads', arrived: true, entity, from, to });

/** Empty if the question contains something that this intent can't express. */
export function planOf(intent: Intent, noticed: Noticed, known: KnownNames): Plan[] {
  if (hasNameOfOthers(intent, noticed)) return [];
  if (INEXPRESSIBLE.some(({ of, when }) => of.includes(intent) && when(noticed, known))) return [];
  if (isOnlyOfLeads(noticed) && intent !== 'leads' && !isOfKindOnly(intent, noticed)) return [];
  if (intent === 'help' || intent === 'status') return [{ intent }];
  const other = intentInstead(intent, noticed);
  if (other === 'compare' && intent === 'named')
    return planOf(other, noticed, known).map((plan) => ofEachEngine(plan, known));
  if (other === 'leads') return planOf(other, noticed, known).map(ofLeadsThatCame);
  if (other) return planOf(other, noticed, known);
  const fields = fieldsOf(intent, noticed, known);
  const prompts = promptsOf(intent, noticed, known);
  // "The prompt that compares us with a rival" names one that isn't found.
  const isOfOne =
    noticed.traits.has('singular') &&
    !english.BY_PROMPT.test(noticed.text) &&
    fields.entity !== 'prompts' &&
    MEASURED.includes(intent);
  if (isOfOne && prompts.every((prompt) => prompt === undefined)) return [];
  const each = intent === 'ranking' ? rankings(fields, noticed) : [fields];
  // "Lab fridge alarms" means a prompt with these words, not the topic “alarms” as well.
  const ofPrompt = MEASURED.includes(intent) && { topic: undefined };
  return prompts.flatMap((prompt) =>
    each.map((one) =>
      withoutMissing({ intent, ...one, ...(prompt !== undefined && { prompt, ...ofPrompt }) }),
    ),
  );
}

function hasNameOfOthers(intent: Intent, { names, othersThan }: Noticed): boolean {
  // A forum may be cited, too.
  const isCited = (kind: NameKind) => intent === 'sources' && kind === 'place';
  return [...names, ...othersThan].some(
    ({ kind }) => TAKES[kind]?.includes(intent) === false && !isCited(kind),
  );
}

/** What these intents can't say, or would leave out. */
const INEXPRESSIBLE: readonly {
  of: readonly Intent[];
  when(noticed: Noticed, known: KnownNames): boolean;
}[] = [
  {
    of: ['leads'],
    when: ({ names }, known) =>
      names.some(({ kind, name }) => kind === 'domain' && forumsOf(name, known).length === 0),
  },
  // "Globex leads on Claude" isn't about leads.
  {
    of: ['leads'],
    when: (noticed) => hasName('rival', noticed) && !english.LEADS_ABOUT.test(noticed.text),
  },
  { of: ['leads'], when: ({ text }) => english.NOT_IN_STATE.test(text) || english.NAMES_US_THERE.test(text) },
  {
    of: ['score', 'change', 'overview', 'happened'],
    when: ({ text, traits }) => english.WHICH_OF_KIND.test(text) && !traits.has('why'),
  },
  {
    of: ['leads'],
    when: ({ text, minScore, maxScore }) =>
      (minScore ?? maxScore) === undefined && BELOW_SOMETHING.test(text),
  },
  // Which pages of a site are cited doesn’t say whom they name.
  { of: ['sources'], when: (noticed) => RIVALS_ON_SITE.test(noticed.text) && hasName('domain', noticed) },
  { of: ['ranking'], when: ({ text }) => english.UNRANKED.test(text) || LOST_TO_THEM.test(text) },
  { of: ['compare', 'named', 'change'], when: ({ text }) => english.LEADS_WITH.test(text) },
  { of: ['topic'], when: (noticed) => !hasName('topic', noticed) && !noticed.traits.has('topics') },
];

const RIVALS_ON_SITE =
  /\b(?:which|what|whose|any)(?: of)?(?: our| the| other)? (?:competitors?|rivals?|brands?|tools?)\b.*\b(?:on|in|by|from)\b/i;

/** To those of the question before: a ranking has our own figures alone. */
const LOST_TO_THEM =
  /\b(?:los(?:e|ing|t) (?:to|against)|beaten by) (?:them|him|her|it|that one|this one)\b|\b(?:they|he|she|it) (?:beats?|outranks?|outperforms?) us\b/i;

function hasName(kind: NameKind, { names }: Noticed): boolean {
  return names.some((found) => found.kind === kind);
}

/** "Engines where we score under 50": no leads, though a list of engines doesn't end at a score. */
function isOfKindOnly(intent: Intent, { traits, leftOut }: Noticed): boolean {
  const isOfLeads = traits.has('leads') || traits.has('a place') || leftOut.length > 0;
  return intent === 'ranking' && !isOfLeads && RANKED.some((kind) => traits.has(kind));
}

/** Whether it states a score's floor or ceiling, or what to leave out. */
export function isOnlyOfLeads({ minScore, maxScore, leftOut }: Noticed): boolean {
  return (minScore ?? maxScore) !== undefined || leftOut.length > 0;
}

function intentInstead(intent: Intent, noticed: Noticed): Intent | undefined {
  const { text, traits } = noticed;
  const ofRivals = intentOfRivals(intent, noticed);
  if (ofRivals) return ofRivals;
  const [metric, second] = METRICS.filter((one) => traits.has(one));
  if (intent === 'score' && second && english.JOINED.test(text)) return 'overview';
  const [, counted] = (intent === 'change' && !metric && COUNT_MOVED.exec(text)) || [];
  if (counted && !hasName('rival', noticed)) return counted === 'leads' ? 'leads' : 'sources';
  // “The GPU prompt, how is it going?” asks for its figures, “prompts with gpu” which there are.
  const isOfOne = intent === 'prompts' && traits.has('singular') && english.HOW_IT_IS.test(text);
  if (isOfOne && isOfPrompt(noticed)) return 'overview';
  // “What’s going on with the GPU prompt?”: an alert is of an engine or a topic.
  if (intent === 'happened' && isOfPrompt(noticed) && !english.OF_ALERTS.test(text)) return 'change';
  // "How's our rank" asks for that figure alone.
  return intent === 'overview' && metric && metric !== 'score' && !second ? 'score' : undefined;
}

/** For a question about rivals. */
function intentOfRivals(intent: Intent, noticed: Noticed): Intent | undefined {
  const { text, traits } = noticed;
  const isOfRivals = intent === 'compare' || intent === 'named';
  if (isOfRivals && english.CITED_MORE.test(text) && hasName('rival', noticed)) return 'sources';
  // "Which engines name Globex first?": the comparison says it of each.
  const isOfEngines = english.WHICH_ENGINES.test(text);
  if (intent === 'named' && isOfEngines && hasName('rival', noticed)) return 'compare';
  // “How many times was Hooli mentioned vs Initech?”: mentions can be counted.
  const areSeveral = noticed.names.filter(({ kind }) => kind === 'rival').length > 1;
  if (intent === 'compare' && areSeveral && english.HOW_OFTEN_NAMED.test(text)) return 'named';
  // “Did we lose ground to Globex this quarter?”
  const isOfSides = hasName('rival', noticed) && !traits.has('why') && /\bground to (?!us\b)/i.test(text);
  return intent === 'change' && isOfSides ? 'compare' : undefined;
}

function isOfPrompt(noticed: Noticed): boolean {
  return hasName('prompt', noticed) || noticed.promptWords.length > 0;
}

function ofEachEngine(plan: Plan, known: KnownNames): Plan {
  return { ...plan, metric: plan.metric ?? 'mention_rate', engine: oneOrMore(known.names.engines) };
}

function rankings(fields: Fields, noticed: Noticed): Fields[] {
  const isOfSubjects = fields.topic === undefined && /^\W*(?:what|where)\b/i.test(noticed.text);
  // “Who hates us?”: rivals are compared, so it is an engine.
  const isOfEngines = /^\W*who(?:['’]?s)?\b/i.test(noticed.text);
  const open = isOfSubjects ? ['topics'] : isOfEngines ? ['engines'] : ['engines', 'topics', 'prompts'];
  return fields.entity === undefined ? open.map((entity) => ({ ...fields, entity })) : [fields];
}

function promptsOf(intent: Intent, noticed: Noticed, known: KnownNames): (string | undefined)[] {
  const { names, promptWords, arePromptWordsLeftOut, isPromptMeant, traits } = noticed;
  // Of several it is one at a time, which is then asked.
  const whole = new Set(names.flatMap(({ kind, name }) => (kind === 'prompt' ? name : [])));
  if (whole.size > 0) return [...whole];
  const searched = searchOf(intent, noticed);
  if (searched) return searched;
  if (promptWords.length === 0 || (intent === 'leads' && arePromptWordsLeftOut)) return [undefined];
  const holding = promptsWith(promptWords, known);
  if (isPromptMeant && (holding.length === 0 || traits.has('singular'))) return holding;
  // "Prams for twins": with a topic, a single word doesn't narrow it down.
  if (promptWords.length === 1 && traits.has('a topic')) return [undefined];
  // Words of many prompts only name the subject, and words of questions keep their usual meaning.
  const isCommon =
    holding.length === 0 ||
    holding.length > MOST_HOLDING ||
    (!isPromptMeant && promptWords.every((word) => VOCABULARY.has(word)));
  if (isCommon) return [undefined];
  const isOne = holding.length === 1 && traits.has('singular') && intent === 'overview';
  return isPromptMeant || isOne ? holding : [undefined, ...holding];
}

/** What a list of prompts or leads is searched for; empty if no words say it, undefined if nothing is. */
function searchOf(intent: Intent, noticed: Noticed): (string | undefined)[] | undefined {
  const { text, names, promptWords, soughtWords, arePromptWordsLeftOut, isPromptMeant, traits } = noticed;
  const rivals = names.flatMap(({ kind, name }) => (kind === 'rival' ? name.toLowerCase() : []));
  const words = promptWords.length === 0 ? undefined : [promptWords.join(' ')];
  if (intent === 'ranking') return traits.has('prompts') ? words : undefined;
  if (intent === 'prompts') {
    if (rivals.length === 0) return english.ONE_PROMPT.test(text) ? undefined : words;
    return rivals.length > 1 ? [] : rivals;
  }
  if (intent !== 'leads') return undefined;
  if (english.ABOUT_RIVALS.test(text)) return [undefined];
  if (rivals.length === 0 && soughtWords.length === 0)
    return isPromptMeant && !arePromptWordsLeftOut ? words : undefined;
  // Of several, any is enough: they are topics.
  if (rivals.length > 1 || soughtWords.includes('or')) return [undefined];
  const said = [...(arePromptWordsLeftOut ? [] : promptWords), ...soughtWords, ...rivals];
  return [said.join(' ')];
}

/** The plans for a figure or a name alone: those of an engine, the brand’s overview; a rival or a site is ambiguous. */
export function bareName(noticed: Noticed, known: KnownNames): Plan[] {
  const [only, ...others] = noticed.names;
  if (noticed.shape.join(' ') === 'our') return [{ intent: 'overview' }];
  if (noticed.shape.join(' ') === '<days>') return planOf('happened', noticed, known);
  const isAlone = noticed.leastChance === 0 && isBare(noticed) && noticed.shape.length <= MOST_BARE;
  if (!only || !isAlone) return [];
  // "UK, US": the same of each.
  if (others.some(({ kind }) => kind !== only.kind) || (others.length > 0 && only.kind === 'prompt'))
    return [];
  return (MEANT_ALONE[only.kind] ?? [])
    .flatMap((intent) => planOf(intent, noticed, known).slice(0, 1))
    .slice(0, others.length > 0 ? 1 : undefined);
}

/** "Who’s winning?" doesn’t say by what, nor "the last five" of what. */
export function leftOpen(noticed: Noticed, known: KnownNames): Plan[] {
  const open: readonly (readonly [RegExp, readonly Intent[]])[] = [
    [WHO_IS_AHEAD, ['compare', 'named']],
    [NEWEST_OF_ALL, ['leads', 'happened']],
    [BEST_OF_ALL, ['leads', 'ranking']],
    [/^\W*mentions\W*$/i, ['score', 'named']],
  ];
  const [, intents = []] = open.find(([asked]) => asked.test(noticed.text)) ?? [];
  if (noticed.names.length > 0) return [];
  return intents.flatMap((intent) => planOf(intent, noticed, known)).slice(0, MOST_BARE);
}

const MEANT_ALONE: Readonly<Partial<Record<NameKind, readonly Intent[]>>> = {
  rival: ['compare', 'named'],
  domain: ['sources', 'leads'],
  engine: ['score'],
  region: ['score'],
  prompt: ['score'],
};

const MOST_BARE = 3;

/** Whether it only has names, days and numbers. */
export function isBare({ shape, signAt }: Noticed): boolean {
  return signAt.size === 0 && shape.every((word) => word.startsWith('<') || FILLER_WORDS.has(word));
}

/** "Which prompts name Globex but not us?", "how many answers name us and Globex?": by whom the same answers name. */
export function namedTogether(noticed: Noticed, known: KnownNames): Plan | undefined {
  const { text, traits, leastChance, names, othersThan } = noticed;
  const said = noticed.shape.join(' ');
  const arePrompts = traits.has('prompts');
  const isOfNaming = arePrompts ? traits.has('named') || traits.has('mention_rate') : SAYS_ANSWERS.test(said);
  const isOfOthers = (['first', 'rank', 'sentiment', 'sources', 'leads', 'why'] as const).some((one) =>
    traits.has(one),
  );
  if (leastChance > 0 || !isOfNaming || isOfOthers || WINS_OR_LOSES.test(text)) return undefined;
  const rivalsIn = (found: typeof names) => found.flatMap(({ kind, name }) => (kind === 'rival' ? name : []));
  const named = rivalsIn(names);
  const isNeither = /\bneither\b/.test(said);
  const denied = isNeither ? named : BUT_NOT_RIVAL.test(said) ? named.slice(-1) : [];
  const unnamed = [...rivalsIn(othersThan), ...denied];
  const isWithoutUs = english.NOT_US.test(text) || (isNeither && traits.has('us'));
  const isOfSides = traits.has('named') && !/\bcompar|\bhow do(?:es)?\b/.test(said);
  const isJoined =
    isWithoutUs || unnamed.length > 0 || TOGETHER.test(said) || (isOfSides && SIDES.test(said));
  const order = isWithoutUs ? 'worst' : traits.has('us') ? 'best' : undefined;
  const areSides = named.length > 0 || (unnamed.length > 0 && (order !== undefined || !traits.has('who')));
  const [plan] = isJoined && areSides ? planOf('answers', noticed, known) : [];
  return (
    plan &&
    withoutMissing({
      ...plan,
      entity: oneOrMore(named.filter((name) => !unnamed.includes(name))),
      not: oneOrMore(unnamed),
      order,
    })
  );
}

const SAYS_ANSWERS = /\b(?:answers?|responses?)\b/;
const TOGETHER = /\b(?:both|together|same answers?)\b/;
const SIDES = /\b(?:us|we) and <rival>|<rival> and (?:us|we)\b|<rival> and <rival>/;
/** "… but Globex isn’t" */
const BUT_NOT_RIVAL = /\b(?:but|and|while|where) <rival> (?:(?:is|does|has)nt|never|(?:is|does|has) not)\b/;

/** "Which topics are we losing to Globex?": the comparison says it of each. */
export function winsAndLosses(noticed: Noticed, isSure: boolean, known: KnownNames): Plan | undefined {
  const { text, traits, leastChance, limit } = noticed;
  // Rivals have no figures by region, and all parts are compared.
  const isOfKind = RANKED.some((kind) => kind !== 'regions' && traits.has(kind)) && limit === undefined;
  const areRivals = hasName('rival', noticed) && !hasName('prompt', noticed);
  if (leastChance > 0 || !isOfKind || !areRivals || isSure || !WINS_OR_LOSES.test(text)) return undefined;
  return planOf('compare', noticed, known)[0];
}

/** "How often is acme.example/pricing cited?": of that page alone. The address is taken as typed, not as mended. */
export function pageCited(asTyped: string, noticed: Noticed, known: KnownNames): Plan | undefined {
  const [, page] = PAGE_ADDRESS.exec(asTyped) ?? [];
  if (page === undefined || noticed.isBeyond || !OF_CITATIONS.test(noticed.text)) return undefined;
  // Words of the address may be a topic's, too.
  const { engine, region, from, to } = fieldsOf('sources', noticed, known);
  return withoutMissing({ intent: 'sources', entity: page, engine, region, from, to });
}

/** What engines search for, which cites us most, what they say of a rival, who of the team did most, and which prompts were added. */
export function plainlyAsked(noticed: Noticed, known: KnownNames): Plan | undefined {
  const { text, traits, names, leastChance } = noticed;
  const isOfDeeds =
    (traits.has('claimed') || traits.has('answered') || HOLDS.test(text)) && english.BY_PERSON.test(text);
  if (leastChance === 0 && names.length === 0 && isOfDeeds) return planOf('leads', noticed, known)[0];
  if (hasName('rival', noticed) && QUOTES_ABOUT.test(text)) return planOf('compare', noticed, known)[0];
  if (leastChance < 1 && (isBesideOurs(noticed) || SHARE_OF_CITATIONS.test(text)))
    return planOf('sources', noticed, known)[0];
  if (hasName('rival', noticed) && english.LEADS_WITH.test(text)) return planOf('leads', noticed, known)[0];
  const beside = besideRest(noticed, known) ?? coverageAsked(noticed, known);
  if (beside) return beside;
  // After a figure it is of that one: see BY_HOW_MUCH.
  if (/^\W*out of how many answers\W*$/i.test(text)) return { intent: 'score', metric: 'score' };
  const isOfEngines = english.WHICH_ENGINES.test(text) || traits.has('several to rank');
  const isOfCiting =
    isOfEngines && english.WHO_CITES_US.test(text) && !traits.has('leads') && !traits.has('sentiment');
  if (leastChance === 0 && isOfCiting) return planOf('sources', noticed, known)[0];
  if (leastChance === 0 && english.ADDED_PROMPTS.test(text)) return planOf('prompts', noticed, known)[0];
  return searchesAsked(noticed);
}

const SHARE_OF_CITATIONS =
  /\bcitation share\b|\b(?:shares?|per ?cent\w*|fraction|portion|part|%) of (?:all |the |our )*citations\b/i;

/** "Who has the most leads?" */
const HOLDS = /\bwho (?:has|have|holds?|owns?|got)\b.*\b(?:leads|threads)\b/i;

/** "Gemini vs the rest", "how does Germany compare with the other regions?": all of that kind. */
function besideRest(noticed: Noticed, known: KnownNames): Plan | undefined {
  const part = noticed.leastChance >= 1 ? undefined : partBesideRest(noticed);
  if (part === undefined) return undefined;
  const [plan] = planOf('ranking', noticed, known);
  const { intent, entity: _, [part]: __, order: ___, ...fields } = plan ?? { intent: 'ranking' as const };
  return { intent, entity: `${part}s`, ...fields };
}

/** "In how many prompts are we never named?", "prompt coverage": the mention rate of each prompt. */
function coverageAsked(noticed: Noticed, known: KnownNames): Plan | undefined {
  const { text, leastChance, names } = noticed;
  const isOfRivals = names.some(({ kind }) => kind === 'rival');
  if (leastChance >= 1 || isOfRivals || !asksCoverage(text)) return undefined;
  const [plan] = planOf('ranking', noticed, known);
  const { intent, entity: _, ...fields } = plan ?? { intent: 'ranking' as const };
  return withoutMissing({ intent, ...fields, entity: 'prompts', metric: 'mention_rate', order: 'worst' });
}

const QUOTES_ABOUT =
  /\b(?:quotes?|praise|compliments?|complaints?|criticism) (?:about|on|of|for|mentioning)\b/i;

/** "Which searches do engines run?", "query fan-out" */
function searchesAsked({ text, traits, names }: Noticed): Plan | undefined {
  const isOfEngines = traits.has('an engine') || english.OF_ENGINES.test(text);
  const isAsked = english.FAN_OUT.test(text) || (isOfEngines && english.WHAT_IS_SEARCHED.test(text));
  const engine = oneOrMore(names.flatMap(({ kind, name }) => (kind === 'engine' ? name : [])));
  return isAsked ? withoutMissing({ intent: 'sources', entity: 'searches', engine }) : undefined;
}

/** "List our tracked engines" */
export function kindListed({ text, traits }: Noticed): Plan | undefined {
  const [kind, other] = (['engines', 'regions', 'topics'] as const).filter((one) => traits.has(one));
  return kind && !other && FRAMES_KIND.test(text) ? { intent: 'ranking', entity: kind } : undefined;
}

/** "Which of Gemini and ChatGPT is better?", "compare Germany and the US": which of them is better for us. */
export function partsSideBySide(noticed: Noticed, isSure: boolean, known: KnownNames): Plan | undefined {
  const { traits, leastChance, kindNamed } = noticed;
  const areParts = traits.has('several to rank') && kindNamed !== 'topics';
  if (isSure || !areParts || leastChance > 0 || traits.has('why')) return undefined;
  const [plan] = planOf('ranking', noticed, known);
  return traits.has('compare') || plan?.order !== undefined ? plan : undefined;
}
