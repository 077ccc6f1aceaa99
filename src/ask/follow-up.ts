/**
 * Reads a follow-up to the previous question, such as "and on ChatGPT?", "why?" or "last month?"; and what points at its
 * answer: "the second one", "#2" or "the next one" at a place in its list, "it" or "that one" at what was opened last.
 */
import { countDaysBetween, daysBefore } from '../rules/calendar.ts';
import {
  BEFORE_IT,
  CAUSES_OF_IT,
  COMPARED_TO,
  GOING_ON,
  NUMBERS,
  OF_THOSE,
  PROMPTS_ALONE,
  SINCE_WHEN,
  WHY_BEHIND,
} from './english.ts';
import { THERE } from './english-plan.ts';
import type { Sign } from './english-signs.ts';
import { planOf, withoutMissing } from './make-plan.ts';
import { ENGLISH, featuresOf } from './meaning.ts';
import type { KnownNames } from './names.ts';
import type { Noticed } from './notice.ts';
import { type Intent, type Plan, type Premise, wayOf, withoutAspects } from './plan.ts';
import { type Word, wordsOf } from './signs.ts';

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

/** Intents about a figure of ours, which can be compared with other days. */
const OF_FIGURES: readonly Intent[] = ['overview', 'score', 'change'];

/** Whether a line begins or ends as one that goes on from the line before, so that it can't mean much by itself. */
export function goesOn(text: string): boolean {
  return [GOING_ON, OF_THOSE, CAUSES_OF_IT, WHY_BEHIND, BEFORE_IT, COMPARED_TO].some((sign) =>
    sign.test(text),
  );
}

/** `before`: what it is about. `way`: the change that the question presumes, or the one before it. */
type FollowUp = {
  before: Omit<Plan, 'earlier'>;
  back: number;
  noticed: Noticed;
  known: KnownNames;
  way: Premise | undefined;
};

/** The previous plan with what is new; undefined if the question stands on its own. `way`: the change it presumes. */
export function followUp(plan: Plan, noticed: Noticed, known: KnownNames, way?: Premise): Plan | undefined {
  if (noticed.leastChance > 0) return undefined;
  const { earlier, ...before } = withoutAspects(plan);
  const presumed = way ?? earlier?.way ?? wayOf(plan.premise);
  const asked: FollowUp = { before, back: earlier?.back ?? 0, noticed, known, way: presumed };
  return (
    theOneBefore(asked) ??
    fewerLeads(asked) ??
    whyBehind(asked) ??
    causesOfIt(asked) ??
    comparedDays(asked) ??
    moreOfIt(asked) ??
    goingOn(asked)
  );
}

/** After the comparison with a rival "why?" asks where it comes from, as "which prompts?" does. */
function whyBehind({ before, noticed }: FollowUp): Plan | undefined {
  const isOfRival = before.intent === 'compare' && typeof before.entity === 'string';
  return isOfRival && WHY_BEHIND.test(noticed.text) ? { ...before, aspects: ['by prompt'] } : undefined;
}

/** As many days before the days asked about; of a change without days, the one before it. */
function theOneBefore({ before, back, noticed, way = 'worse' }: FollowUp): Plan | undefined {
  if (!BEFORE_IT.test(noticed.text)) return undefined;
  const { intent, from, to, entity, topic } = before;
  if (from !== undefined && to !== undefined) {
    const eve = daysBefore(from, 1);
    return { ...before, from: daysBefore(eve, countDaysBetween(from, to)), to: eve };
  }
  const isMove = intent === 'change' && [from, to, entity, topic].every((field) => field === undefined);
  return isMove ? { ...before, earlier: { way, back: back + 1 } } : undefined;
}

/** "Which of those are cited?" adds to the filters. */
function fewerLeads({ before, noticed, known }: FollowUp): Plan | undefined {
  if (before.intent !== 'leads' || !OF_THOSE.test(noticed.text)) return undefined;
  const [plan] = planOf('leads', noticed, known);
  if (!plan || Object.keys(plan).length === 1) return undefined;
  const filters = [...new Set([...(before.filters ?? []), ...(plan.filters ?? [])])];
  return withoutMissing({ ...before, ...plan, ...(filters.length > 0 && { filters }) });
}

function causesOfIt({ before, noticed, known }: FollowUp): Plan | undefined {
  if (!CAUSES_OF_IT.test(noticed.text) || !OF_STANDING.includes(before.intent)) return undefined;
  const { order, limit, entity, ...kept } = before;
  const [plan] = planOf('change', noticed, known);
  return withoutMissing({ ...kept, ...plan, intent: 'change', why: true });
}

function comparedDays({ before, noticed }: FollowUp): Plan | undefined {
  const { from, to } = noticed.days;
  const isOfFigures = before.entity === undefined && OF_FIGURES.includes(before.intent);
  if (from === undefined || noticed.names.length > 0 || !isOfFigures || !COMPARED_TO.test(noticed.text))
    return undefined;
  const [first = from, last] =
    before.from === undefined || before.from > from ? [from, before.to] : [before.from, to];
  return withoutMissing({ ...before, intent: 'change', order: undefined, from: first, to: last });
}

/** After a figure "and the prompts?" asks which ones make it, not which are tracked, and "since when?" how long it lasts. */
function moreOfIt({ before, noticed, way = 'worse' }: FollowUp): Plan | undefined {
  const { why: _why, ...kept } = before;
  if (before.entity !== undefined || !OF_FIGURES.includes(before.intent)) return undefined;
  if (SINCE_WHEN.test(noticed.text)) return { ...kept, intent: 'change' };
  if (!PROMPTS_ALONE.test(noticed.text)) return undefined;
  return { ...kept, intent: 'ranking', entity: 'prompts', order: way === 'worse' ? 'worst' : 'best' };
}

/** The same about something else, or something else about the same. */
function goingOn({ before, noticed, known }: FollowUp): Plan | undefined {
  const plan = planGoingOn(before.intent, noticed, known);
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
  if (!isSame && !(OF_STANDING.includes(intent) && OF_STANDING.includes(before.intent))) return undefined;
  const { intent: _before, entity, order, limit, why, from, to, ...kept } = before;
  // Other days replace both ends.
  const isDated = said.from !== undefined || said.to !== undefined;
  return withoutMissing({
    ...kept,
    ...(!isDated && { from, to }),
    ...(isSame && { entity, order, limit, why }),
    ...plan,
    ...(isSameKind && { entity }),
  });
}

/** Undefined if the question is too long to go on, or means something by itself. */
function planGoingOn(before: Intent, noticed: Noticed, known: KnownNames): Plan | undefined {
  const isGoingOn = GOING_ON.test(noticed.text);
  if (!isGoingOn && noticed.words.length > FEW_WORDS) return undefined;
  const [likely] = ENGLISH.meaningsOf(featuresOf(noticed));
  const meant = likely && likely.meaning !== 'none' ? likely.meaning : before;
  const isSaid = [...noticed.signAt.values()].some((signs) => [...signs].some((sign) => !VAGUE.has(sign)));
  // "why?" asks about the change of what was asked before.
  const isOwn = likely && likely.chance >= OWN && ![before, 'change', 'none'].includes(likely.meaning);
  if (!isGoingOn && isSaid && isOwn) return undefined;
  // The previous intent may not fit the new names: a rival has no score of ours.
  const others = likely && likely.chance > SURE ? [meant] : [before, meant];
  // Names alone ask the same question about another thing, if that is possible.
  const intents = isSaid ? others : [before, ...others];
  return intents.flatMap((intent) => planOf(intent, noticed, known))[0];
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ');
const BEFORE_NUMBER = /^(?:number|no|nr)$/;
const ONE = /^(?:one|items?|results?)$/;
const NOUNS = {
  leads: /^(?:leads?|threads?|posts?|discussions?|conversations?)$/,
  names:
    /^(?:rivals?|competitors?|tools?|topics?|engines?|regions?|prompts?|sites?|sources?|domains?|pages?)$/,
} as const;
/** A list of leads, or of names such as rivals or topics. */
export type Listed = keyof typeof NOUNS;

/** Words that ask to see it. */
const TO_SEE =
  /^(?:a|about|and|ask|details|explain|give|is|it|just|me|more|number|no|nr|of|ok|on|open|please|read|see|show|tell|thanks|the|us|was|what|whats|why)$/;

/** `at`: from 0; -1 is the last. `step`: from the one opened before. */
export type Place = { at: number } | { step: 1 | -1 };

const STEP =
  /\b(?:(next(?: (?:one|lead|thread))?|(?:one|lead|thread) after(?: (?:that|this|it))?(?: one)?)|(?:previous|prior) (?:one|lead|thread)|(?:one|lead|thread) before(?: (?:that|this|it))?(?: one)?)$/;

/** `alone`: the line says nothing else; otherwise it may mean something else. */
export function readPlaceInList(
  text: string,
  listed: Listed = 'leads',
): { place: Place; alone: boolean } | undefined {
  const words = splitPlaces(text);
  const said = words.map(({ folded }) => folded);
  const line = said.filter((word) => word !== 'please').join(' ');
  const step = STEP.exec(line);
  if (step) {
    const alone = line
      .slice(0, step.index)
      .split(' ')
      .every((word) => word === '' || TO_SEE.test(word));
    return alone ? { place: { step: step[1] === undefined ? -1 : 1 }, alone } : undefined;
  }
  const found = findPlace(words);
  if (!found) return undefined;
  const isNoun = (word = '') => ONE.test(word) || NOUNS[listed].test(word);
  const alone = said.every((word, i) => i === found.word || TO_SEE.test(word) || isNoun(word));
  return alone || isNoun(said[found.word + 1]) ? { place: { at: found.at }, alone } : undefined;
}

/** The place that a line says, from 0; -1 is the last. */
export function placeIn(text: string): number | undefined {
  return findPlace(splitPlaces(text))?.at;
}

/** The line with a name in place of "the second one": "compare us with Globex". */
export function nameThePlace(text: string, name: string): string {
  const words = splitPlaces(text);
  const found = findPlace(words);
  if (!found) return text;
  let first = found.word;
  while (/^(?:the|number|no|nr)$/.test(words[first - 1]?.folded ?? '')) first -= 1;
  const next = words[found.word + 1]?.folded ?? '';
  const last = ONE.test(next) || NOUNS.names.test(next) ? found.word + 1 : found.word;
  const whole = numbered(text);
  return `${whole.slice(0, words[first]?.start)}${name}${whole.slice(words[last]?.end)}`;
}

/** Whether a line is about one thing that was named before it: "open it", "who is that", "is this one cited?" */
export function pointsBack(text: string): boolean {
  const line = wordsOf(text)
    .map(({ folded }) => folded)
    .join(' ');
  return POINTS_BACK.test(line);
}

/** "That one", after a list of several. */
export const THAT_ONE =
  /\b(?:this|that) (?:one|lead|thread|post|discussion)\b|\b(?:picked|taken|claimed|answered) it\b/i;

/** "The worst one" of a list that begins with the worst is its first. */
export function nameTheEnd(text: string, order: 'best' | 'worst'): string {
  const end = order === 'worst' ? 'worst|weakest|lowest|bottom' : 'best|top|strongest|highest';
  return text.replace(new RegExp(`\\b(?:the|our|that) (?:${end}) one\\b`, 'i'), 'the first one');
}

/** After a comparison with a rival, "them" is that rival; "they say" is what engines do. */
export function nameTheRival(text: string, rival: string): string {
  return text
    .replace(/\b(?:the|our) gap\b(?! (?:to|with|between)\b)/i, `the gap to ${rival}`)
    .replace(/\btheirs?\b/i, `${rival}’s`)
    .replace(
      /\b(?:them|they(?!(?: \w+)? (?:say|cite|answer|mention|name|quote|recommend|rank|list|think|see|like|talk|describe)\b))\b/i,
      rival,
    );
}

/** "I answered it", "I’ll take it": what only a button does. */
export const I_DID =
  /^(?:ive|i|we|weve) (?:have |just |already )*(?:answered|replied|claimed|took|taken|dismissed|snoozed)\b|^(?:ill|i will|i can|i|let me) (?:take|claim|answer|reply to|handle) (?:it|this|that)\b/;

/** After answers of an engine, "it" is that engine, and what it does is about their prompt, as "that prompt" always is. */
export function nameThePart(
  typed: string,
  { engine, prompt, topic }: { engine?: string; prompt?: string; topic?: string },
): string {
  const text = topic === undefined ? typed : typed.replace(ON_IT, `$1 ${topic}`);
  const ofPrompt = prompt === undefined ? '' : ` for “${prompt}”`;
  const named = prompt === undefined ? text : text.replace(THAT_PROMPT, ofPrompt.trim());
  if (engine === undefined || !ENGINE_DOES.test(named)) return named;
  const whole = named === text ? `${named.replace(/(?: there)?\W*$/i, '')}${ofPrompt}?` : named;
  return whole.replace(ENGINE_DOES, `$1 ${engine}`);
}

const ON_IT = /\b(on|about|in) (?:it|that|this)(?: (?:one|topic))?(?=\W*$)/i;
const THAT_PROMPT = /\b(?:for |to |on )?(?:that|this|the same) (?:prompt|question|query)\b/i;
const ENGINE_DOES =
  /\b(does|did) it(?= (?:usually |mostly |ever |also )?(?:cite|name|mention|recommend|rank|list|prefer|quote|put)\b)/i;

/** "Undo that", "oops, take it back" */
export const UNDO =
  /^\W*(?:(?:please|oops|wait|no|sorry)\W+)*(?:undo|revert|take (?:that|it|this) back)(?: (?:that|it|this|the last one|what i did|my (?:last )?(?:claim|dismissal|click|action|change)|please))*\W*$/i;

const THING = '(?:one|lead|thread|post|discussion|person|alert|suggestion)';
const DONE_TO = '(?:is|was|whos|whats|claim|assign|snooze|dismiss|take|release|mute)';
const POINTS_BACK = RegExp(
  String.raw`\b(?:its?|him|her|them)\b|\b(?:this|that)$|\b(?:this|that|the) ${THING}\b(?! that\b)|\b${DONE_TO} (?:this|that)\b`,
);

const numbered = (text: string) => text.replace('#', 'number ');
const splitPlaces = (text: string): Word[] => wordsOf(numbered(text));

function findPlace(words: readonly Word[]): { word: number; at: number } | undefined {
  for (const [word, { folded }] of words.entries()) {
    const at = placeOf(folded, BEFORE_NUMBER.test(words[word - 1]?.folded ?? ''));
    if (at !== undefined) return { word, at };
  }
  return undefined;
}

function placeOf(word: string, isNumber: boolean): number | undefined {
  const named = isNumber ? NUMBERS.indexOf(word) - 1 : ORDINALS.indexOf(word);
  if (named >= 0) return named;
  if (word === 'last') return -1;
  const [, digits] = (isNumber ? /^(\d{1,2})$/ : /^(\d{1,2})(?:st|nd|rd|th)$/).exec(word) ?? [];
  const place = Number(digits) - 1;
  return place >= 0 ? place : undefined;
}
