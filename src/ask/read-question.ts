/** Reads a question into a plan, or says why it can't. Pure; takes a few milliseconds at most. */
import { isDeepStrictEqual } from 'node:util';
import { today } from '../rules/calendar.ts';
import { askingPart, withoutAsides } from './asking-part.ts';
import { isLost, settle, strangeFilter } from './coverage.ts';
import { IS_TRACKED, JOINT, SO_MANY } from './english.ts';
import { IS_HANDLED, LEAD_STATE, OF_EACH, WHAT_HAPPENED } from './english-around.ts';
import {
  ANY_ANSWER,
  ASKED_UNQUOTED,
  ASKS_FOR_TEXT,
  ENGINE_SAYS,
  HOW_MANY,
  NAMING_US,
  NOT_NAMING_US,
  SAYS_PROMPTS,
  WHEN_ASKED,
} from './english-plan.ts';
import { correctionIn, readFollowUp } from './follow-up.ts';
import {
  bareName,
  isBare,
  isOnlyOfLeads,
  kindListed,
  leftOpen,
  namedTogether,
  pageCited,
  partsSideBySide,
  plainlyAsked,
  planOf,
  winsAndLosses,
} from './make-plan.ts';
import {
  areSimilar,
  ENGLISH,
  featuresOf,
  type Meaning,
  type Model,
  nearQuestions,
  TRAITS_OF_LEADS,
} from './meaning.ts';
import { type KnownNames, wordsIn } from './names.ts';
import { MOST_HOLDING, promptsWith } from './names-meant.ts';
import { type Noticed, notice, premiseOf } from './notice.ts';
import { METRICS, type Plan, RANKED, type Reading, uniquePlans, withoutMissing } from './plan.ts';
import { withScopesOf } from './plan-fields.ts';
import { withoutQuote } from './read-line.ts';
import { quoteIn } from './signs.ts';
import { termsAsked } from './small-talk.ts';
import { isEngineAnywhere, isForeign } from './strange.ts';

const LONGEST = 400;
const FEWEST_SHOUTED = 3;

/** A reading is accepted from SURE on, and offered from LIKELY on. Chosen by `npm run bench -- ask --learn`. */
const SURE = 0.67;
const LIKELY = 0.2;
/** SURE for questions with an unknown word. */
const SURE_BESIDE_STRANGE = 0.96;
/** It is offered at most. */
const NEVER_SURE = 2;
/** The combined chance of the meanings that a question's words allow, unless the words are misread. */
const MOSTLY = 0.5;
/** From this chance on, a clause is a separate question. */
const SURE_OF_PART = 0.4;

/** `now` is epoch ms. */
export type Moment = { now: number; timezone: string };

type Meant = { meaning: Meaning; chance: number; plans: Plan[] };

/** Meanings likeliest first. `like`: what it would mean without what forbids an answer, such as an unknown name. */
type Read = { noticed: Noticed; meanings: readonly Meant[]; like: readonly { meaning: Meaning }[] };

type Asked = {
  text: string;
  known: KnownNames;
  at: Moment;
  before: Plan | readonly Plan[] | undefined;
  model: Model;
  /** The text without asides, and how it reads as a whole. */
  plainText: string;
  whole: Read;
};

/** Ways to read a question, in the order in which they are tried. */
const WAYS: readonly ((asked: Asked) => Reading | undefined)[] = [
  readCorrection,
  readOutright,
  readText,
  readAsFollowUp,
  readTwoQuestions,
  readPlain,
];

/** `before`: the plan of the previous question, or those it was ambiguous between, for follow-ups. */
export function readQuestion(
  typed: string,
  known: KnownNames,
  at: Moment,
  before?: Plan | readonly Plan[],
  model = ENGLISH,
): Reading {
  const text = askingPart(inUsualLetters(typed.replace(LIST_MARK, '')), known);
  if (termsAsked(text).length > 0) return understood({ intent: 'help' });
  const plainText = withoutAsides(text.slice(0, LONGEST), known);
  const whole = readOne(plainText, known, today(at.now, at.timezone), model);
  const asked = { text, known, at, before, model, plainText, whole };
  for (const way of WAYS) {
    const reading = way(asked);
    if (reading) return reading;
  }
  return readLikeliest(asked);
}

/** "- how are we doing", "1. alerts today", a question quoted. */
const LIST_MARK = /^\s*(?:[-–•*>]\s+(?!\d)|\d{1,2}[.)]\s+(?=\p{L}))/u;

/** In capitals alone a capital tells nothing: "SO" isn't Stack Overflow, nor "IN" India. */
function inUsualLetters(text: string): string {
  const words = wordsIn(text);
  // "US", "UK, US"
  const isAbbreviated = words.length < FEWEST_SHOUTED && words.some((word) => word.length < 4);
  return /\p{Ll}/u.test(text) || isAbbreviated ? text : text.toLowerCase();
}

function understood(plan: Plan): Reading {
  return { verdict: 'understood', plan };
}

/** Of several plans either may be meant. */
function readAs([plan, ...others]: readonly Plan[]): Reading | undefined {
  if (plan && others.length > 0) return { verdict: 'ambiguous', between: [plan, ...others] };
  return plan && understood(plan);
}

/** "No, I meant Perplexity". A whole question instead needs nothing of the one before. */
function readCorrection({ text, known, at, before, model }: Asked): Reading | undefined {
  const said = before && correctionIn(text);
  if (said === undefined) return undefined;
  const reading = readQuestion(`and ${said}`, known, at, before, model);
  return reading.verdict === 'understood' ? reading : readQuestion(said, known, at, before, model);
}

/** What is asked for in fixed words. */
function readOutright({ whole: { noticed }, known }: Asked): Reading | undefined {
  return readAs([engineMissing(noticed) ?? namedTogether(noticed, known) ?? []].flat());
}

function readText(asked: Asked): Reading | undefined {
  const reading = readAs(textAsked(asked.plainText, asked.whole.noticed, asked.known, asked.before));
  return reading && unlessLost(reading, asked);
}

function readAsFollowUp(asked: Asked): Reading | undefined {
  const { text, known, at, before, model, whole } = asked;
  const reading = before && readFollowUp(before, whole.noticed, known);
  if (reading?.verdict === 'not_understood')
    return surer(reading, readQuestion(text, known, at, undefined, model));
  // “The first three” says nothing else, whatever “first” means elsewhere.
  return reading && (SO_MANY.test(text) ? reading : unlessLost(reading, asked));
}

/** A plan that leaves out what a word asks for is only offered. */
function unlessLost(reading: Reading, { whole, model }: Asked): Reading {
  return reading.verdict === 'understood' && isLost(whole.noticed, reading.plan, model)
    ? { verdict: 'not_understood', likely: [reading.plan], near: [] }
    : reading;
}

function readTwoQuestions({ plainText, known, at, model, whole }: Asked): Reading | undefined {
  const day = today(at.now, at.timezone);
  const asked = clausesOf(plainText);
  const last = asked.at(-1) ?? '';
  const clauses = asked.map((clause) => readOne(clause, known, day, model));
  const [one, second] = areListed(clauses) ? [] : clauses.flatMap(surePlan);
  // “… and how often each one shows up”: the list has that figure.
  if (one && hasParts(one) && second?.intent === 'score' && OF_EACH.test(last))
    return understood({ ...one, metric: second.metric ?? one.metric });
  // “How many leads did we get, and how many did we answer?”: what happened has both.
  if (one?.intent === 'leads' && !one.filters && second?.filters && HOW_MANY.test(last))
    return understood({ intent: 'happened', from: one.from, to: one.to });
  const isOfHandling = one && asked.length > 1 && second === undefined && IS_HANDLED.test(last);
  const other: Plan | undefined = isOfHandling ? { intent: 'happened', from: one.from, to: one.to } : second;
  if (!one || !other || !areApart(one, other, whole.noticed)) return undefined;
  // “We tanked, what happened?” asks why.
  if (one.intent === 'change' && WHAT_HAPPENED.test(last)) return understood({ ...one, why: true });
  return {
    verdict: 'ambiguous',
    between: withScopesOf(one, withoutMissing(other), last),
    areTwoQuestions: true,
  };
}

function readPlain({ plainText, whole, known }: Asked): Reading | undefined {
  return readAs(plansOfPlain(plainText, whole, known));
}

function plansOfPlain(asked: string, { noticed, meanings: [likeliest] }: Read, known: KnownNames): Plan[] {
  const { meaning, chance } = likeliest ?? { meaning: 'none', chance: 0 };
  const parts =
    plainlyAsked(noticed, known) ??
    kindListed(noticed) ??
    pageCited(asked, noticed, known) ??
    winsAndLosses(noticed, chance >= SURE && meaning !== 'compare', known) ??
    partsSideBySide(noticed, chance >= SURE && meaning !== 'ranking', known);
  if (parts) return [parts];
  const open = leftOpen(noticed, known);
  return open.length > 0 ? open : bareName(noticed, known);
}

/** The likeliest meaning if it's sure and says one thing, else what it may mean. */
function readLikeliest({ whole, known, model }: Asked): Reading {
  const { noticed, meanings, like } = whole;
  const likely = meanings.filter(({ chance }) => chance >= LIKELY);
  const [first] = likely;
  const plans = uniquePlans(likely.flatMap(({ plans }) => plans));
  const best = first && mergeSimilar(meanings);
  const [plan, other] = best?.plans ?? [];
  if (best && plan && !other && best.chance >= sureThreshold(whole, model))
    return { verdict: 'understood', plan, premise: premiseOf(noticed), ...strangeFilter(plan, noticed) };
  const isMeant = first !== undefined && first.meaning !== 'none';
  const meant = isMeant ? settle(plans, noticed) : undefined;
  if (meant) return understood(meant);
  if (isMeant && plans.length > 1) return { verdict: 'ambiguous', between: plans.slice(0, MOST_ASKED) };
  return {
    verdict: 'not_understood',
    unknown: noticed.unknown,
    isOfRivals: like[0]?.meaning === 'compare',
    isBeyond: noticed.isBeyond,
    isOrder: noticed.isOrder,
    isForeign: isForeign(noticed.text, noticed.words, noticed.names),
    likely: first?.meaning === 'none' ? [] : plans.slice(0, MOST_ASKED),
    near: nearQuestions(like, known.names, noticed.names),
  };
}

/** The text of answers: to the prompt said, which may be one of several, or that of the question before. */
function textAsked(
  asTyped: string,
  noticed: Noticed,
  known: KnownNames,
  before: Plan | readonly Plan[] | undefined,
): Plan[] {
  const { text } = noticed;
  const isAsked =
    ASKS_FOR_TEXT.test(text) &&
    !TRAITS_OF_LEADS.some((sign) => sign !== 'cited' && sign !== 'answered' && noticed.traits.has(sign));
  if (!isAsked && !ENGINE_SAYS.test(text)) return [];
  const quoted = quoteIn(asTyped)?.said ?? ASKED_UNQUOTED.exec(asTyped)?.[1];
  const isKnown = noticed.unknown === undefined || quoted !== undefined;
  const plans = isKnown ? planOf('answers', noticed, known) : [];
  const [plan] = plans;
  if (!plan || (quoted === undefined && isOfSeveralPrompts(noticed, known))) return plans;
  // A quoted prompt that isn't tracked has no answers, which the answer says, even if a tracked one shares words with it.
  const isNamed = noticed.names.some(({ kind }) => kind === 'prompt');
  const isOther =
    plan.prompt !== undefined && !isNamed && !promptsWith(wordsIn(quoted ?? ''), known).includes(plan.prompt);
  const prompt = isOther || (plan.prompt ?? plan.topic) === undefined ? (quoted ?? plan.prompt) : plan.prompt;
  const order = firstAnswers(text);
  const said: Plan = { ...plan, ...(order && { order }), ...(prompt && { prompt }) };
  const asked = { ...scopeOf(before, text, prompt ?? plan.topic), ...said };
  const isSure = isAsked || WHEN_ASKED.test(text) || asked.prompt !== undefined;
  return isSure ? [withoutMissing(asked)] : [];
}

/** What answers keep of the question before: “show me an answer” need not be to the same prompt, “them” are its rivals. */
function scopeOf(before: Asked['before'], text: string, named: Plan['topic']): Partial<Plan> {
  const [one, other] = [before ?? []].flat().filter(hasScope);
  if (!one || other) return {};
  const { engine, region, topic, prompt, from, to, entity } = one;
  // “What did it say for the worst one?” is still of that engine.
  if (named !== undefined) return /\bit\b/i.test(text) ? { engine } : {};
  const isOfRival = one.intent === 'compare' && NAMES_THEM.test(text);
  const of = ANY_ANSWER.test(text) ? {} : { topic, prompt };
  return { engine, region, from, to, ...of, ...(isOfRival && { entity }) };
}

const NAMES_THEM = /\b(?:name|mention|recommend|suggest|list|cite|includ)\w* (?:them|him|her|it|both)\b/i;

function firstAnswers(text: string): Plan['order'] {
  if (NOT_NAMING_US.test(text)) return 'worst';
  return NAMING_US.test(text) ? 'best' : undefined;
}

function hasScope({ intent, entity, engine, region, topic, prompt, from }: Plan): boolean {
  const rival = intent === 'compare' ? entity : undefined;
  return (rival ?? engine ?? region ?? topic ?? prompt ?? from) !== undefined;
}

/** "Best topics and worst engines" are two questions, though both are rankings. */
function areApart(one: Plan, other: Plan, { traits }: Noticed): boolean {
  if (one.intent !== other.intent) return true;
  if (one.intent === 'change' && one.entity !== other.entity) return true;
  const isNamed = ({ entity }: Plan) => RANKED.some((kind) => kind === entity && traits.has(kind));
  return one.intent === 'ranking' && one.entity !== other.entity && isNamed(one) && isNamed(other);
}

/** The likeliest meaning, with the chance of all that are similar to it. */
function mergeSimilar([first, ...others]: readonly Meant[]): Meant | undefined {
  if (!first) return undefined;
  const similar = others.filter(({ meaning }) => areSimilar(first.meaning, meaning));
  return { ...first, chance: first.chance + sumOf(similar) };
}

const sumOf = (all: readonly { chance: number }[]) => all.reduce((sum, { chance }) => sum + chance, 0);

function sureThreshold({ noticed, meanings }: Read, model: Model): number {
  if (meanings[0]?.plans.some((plan) => isLost(noticed, plan, model))) return NEVER_SURE;
  return noticed.strange.length > 0 ? SURE_BESIDE_STRANGE : SURE;
}

/** After a question that was only guessed at, what means the same by itself is no guess. */
function surer(guess: Reading & { verdict: 'not_understood' }, alone: Reading): Reading {
  return alone.verdict === 'understood' && isDeepStrictEqual([alone.plan], guess.likely) ? alone : guess;
}

const MOST_ASKED = 3;

/** "Why isn't Claude in the list?", "do we track DeepSeek?" */
function engineMissing({ text, names, traits, unknown }: Noticed): Plan | undefined {
  if (!IS_TRACKED.test(text) || SAYS_PROMPTS.test(text) || names.length > 1) return undefined;
  const [{ kind, name } = { kind: undefined, name: unknown }] = names;
  const isEngine = kind ? kind === 'engine' && !traits.has('days') : name && isEngineAnywhere(name);
  return isEngine ? { intent: 'status', engine: name } : undefined;
}

function readOne(text: string, known: KnownNames, day: string, model: Model): Read {
  const noticed = notice(text, known, day, model);
  const all = model.meaningsOf(featuresOf(noticed));
  const like = isOfSeveralPrompts(noticed, known) ? withoutNone(all) : all;
  if ((like[0]?.chance ?? 0) < noticed.leastChance) return { noticed, meanings: [], like };
  const meanings = like.flatMap(({ meaning, chance }) => {
    const plans = meaning === 'none' ? [] : planOf(meaning, noticed, known);
    // A meaning that can't express everything is dropped.
    return meaning !== 'none' && plans.length === 0 ? [] : { meaning, chance, plans };
  });
  // Only leads have scores above 80, or forums.
  if (!isOnlyOfLeads(noticed) && !noticed.traits.has('a place')) return { noticed, meanings, like };
  // If little is left for those, the question is another one.
  const possible = Math.max(MOSTLY, sumOf(meanings));
  return { noticed, meanings: meanings.map((one) => ({ ...one, chance: one.chance / possible })), like };
}

/** "The kubernetes prompt" may be one of two. */
function isOfSeveralPrompts({ traits, promptWords }: Noticed, known: KnownNames): boolean {
  const { length } = promptWords.length > 0 ? promptsWith(promptWords, known) : [];
  return traits.has('singular') && length > 1 && length <= MOST_HOLDING;
}

function withoutNone(all: readonly { meaning: Meaning; chance: number }[]) {
  const others = all.filter(({ meaning }) => meaning !== 'none');
  return others.map(({ meaning, chance }) => ({ meaning, chance: chance / sumOf(others) }));
}

/** The plan of a clause that is a question by itself. Names alone aren't, except a topic before another question. */
function surePlan({ noticed, meanings: [first] }: Read, at: number): Plan[] {
  const isAsked = /^\W*how\b/i.test(noticed.text);
  if (isBare(noticed) && !isAsked && (at > 0 || !noticed.traits.has('a topic'))) return [];
  return first && first.chance >= SURE_OF_PART ? first.plans.slice(0, 1) : [];
}

/** "And" joins names in "which pages do Claude and Grok cite", figures in "rank and sentiment", and filters in "leads unclaimed and cited". */
function areListed(clauses: readonly Read[]): boolean {
  const isItemAt = ({ noticed: { names, signAt } }: Read, word: number) =>
    names.some(({ at, length }) => word >= at && word < at + length) ||
    [...METRICS, ...RANKED].some((sign) => signAt.get(word)?.has(sign));
  return clauses.some((clause, i) => {
    const next = clauses[i + 1];
    if (next === undefined) return false;
    const isOfLeads =
      TRAITS_OF_LEADS.some((sign) => clause.noticed.traits.has(sign)) &&
      !(clause.noticed.traits.has('leads') && next.noticed.traits.has('leads'));
    if (isOfLeads && (LEAD_STATE.test(next.noticed.text) || TOLD_OF_LEADS.test(next.noticed.text)))
      return true;
    return isItemAt(clause, clause.noticed.words.length - 1) && isItemAt(next, 0);
  });
}

const hasParts = ({ intent }: Plan) => intent === 'ranking' || intent === 'named' || intent === 'compare';

const TOLD_OF_LEADS =
  /^\W*(?:(?:(?:the|their|for what) )?reasons?|why|by whom|by who|who|where|since when|when|how old|what for)\W*$/i;

/** "The best engine and its score": a list has the figure of each. */
const AND_ITS_FIGURE =
  /,? (?:and|with|plus) (?:its|their) (?:visibility )?(?:scores?|numbers?|figures?)\W*$/i;

function clausesOf(text: string): string[] {
  // The “and” of a quoted prompt joins no questions.
  if (JOINT.test(text) && !JOINT.test(withoutQuote(text))) return [];
  const clauses = text
    .replace(AND_ITS_FIGURE, '')
    .split(JOINT)
    .filter((clause) => clause.trim() !== '');
  return clauses.length > 1 ? clauses : [];
}
