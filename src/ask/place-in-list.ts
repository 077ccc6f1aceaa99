/**
 * Reads what points at the answer before a line: "the second one", "#2", "why the 2nd lead?" or "the next one" at a
 * place in its list, "it" or "that one" at what was opened last.
 */
import { NUMBERS } from './english.ts';
import { type Word, wordsOf } from './signs.ts';

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

const ITS = String.raw`(?:[las]\d+|(?:it|this|that)\b)`;
const DONE =
  '(?!(?:need|want|ask|look|open|notic|miss|lik|wonder|mention|expect|show)e?d)(?:done|did|took|taken|[a-z]+ed)';
/** Words right before a short name that ask about it, or to see it. */
const LOOKS =
  '(?:about|all|and|any|are|at|but|by|card|check|describe|details|did|do|does|explain|find|for|from|get|give|had|has|have|history|how|hows|in|is|just|lead|like|link|list|me|more|news|no|not|of|on|only|open|or|read|see|should|show|so|status|summari[sz]e|tell|than|that|the|then|thread|to|up|view|was|were|what|whats|when|where|which|who|whos|why|with|yes)';
const TELLS = RegExp(
  String.raw`^(?:(?:please|pls|can|could|would|will|you|just|now|ok|hey|hi) )*(?:(?!${LOOKS}\b)[a-z]+ ${ITS}|(?:(?:its|[las]\d+)|${ITS} (?:is|was|has been)) (?:(?:now|already|all|is|was|has|been) )*${DONE}\b(?! by\b)|(?:i|we|ive|weve) (?:(?:have|just|already) )*${DONE}\b|(?:ill|i will|i can|i|let me) (?:take|claim|answer|reply to|handle) ${ITS})`,
);

/** "Mark L4 as replied", "L4 is done", "I answered it", "I’ll take it": what only a button does. `line`: folded words. */
export const tellsIt = (line: string): boolean => TELLS.test(line);

/** "Tell Ben to take L4", "give it to Ben": what only Assign… does. */
export const FOR_OTHERS =
  /^\W*(?:(?:please|can you|could you|will you) )*(?:(?:tell|ping|nudge|notify|message) (?!me\b|us\b|you\b)\S+(?: \S+)? (?:to|about) |(?:ask|get|let|have) (?!me\b|us\b|you\b|we\b)\S+(?: \S+)? (?:to )?(?:take|claim|answer|reply|handle|do|look|know)\b|(?:assign|delegate) (?!me\b|us\b)|(?:hand|give|pass|forward) (?:(?:it|this|that|l\d+) to (?!me\b|us\b)|(?!me\b|us\b)\S+ (?:it|this|that|l\d+)\b))/i;

/** After an answer on a prompt or a topic, "that prompt" and "on it" are those. */
export function nameThePart(typed: string, { prompt, topic }: { prompt?: string; topic?: string }): string {
  const text = topic === undefined ? typed : typed.replace(ON_IT, `$1 ${topic}`);
  return prompt === undefined ? text : text.replace(THAT_PROMPT, `for “${prompt}”`);
}

const ON_IT = /\b(on|about|in) (?:it|that|this)(?: (?:one|topic))?(?=\W*$)/i;
const THAT_PROMPT = /\b(?:for |to |on )?(?:that|this|the same) (?:prompt|question|query|one)\b/i;

/** "Undo that", "oops, take it back" */
export const UNDO =
  /^\W*(?:(?:please|oops|wait|no|sorry)\W+)*(?:undo|revert|take (?:that|it|this) back)(?: (?:that|it|this|the last one|what i did|my (?:last )?(?:claim|dismissal|click|action|change)|please))*\W*$/i;

const THING = '(?:one|lead|thread|post|discussion|person|alert|suggestion)';
const DONE_TO = '(?:is|was|whos|whats|claim|assign|snooze|dismiss|take|release|mute)';
const SPAN = '(?:week|weekend|month|quarter|year|day|morning|afternoon)';
const POINTS_BACK = RegExp(
  String.raw`\b(?:its?|him|her|them)\b|\bthe (?:author|poster|op|link|url|title)\b(?! (?:of|to)\b)|\b(?:this|that)$|\b(?:this|that|the) ${THING}\b(?! that\b)|\b${DONE_TO} (?:this|that)\b(?! ${SPAN}\b)`,
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
