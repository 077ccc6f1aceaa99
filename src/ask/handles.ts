/**
 * What a line points at: leads, alerts and suggestions by their short names (L412, A1, S9), what it asks of an alert, by
 * its name or as “it”, and in the answer before it "the second one", "#2" or "that one". Also lines that say a command in
 * other words.
 */
import { NUMBERS } from './english.ts';
import type { AlertAspect } from './plan.ts';
import { type Word, wordsOf } from './signs.ts';

/** The handle (in capitals) if the line asks about nothing else: "l412", "why a1?", "ask tell me about L412". */
export function readHandle(text: string): string | undefined {
  const line = withHandles(text.trim());
  return (HANDLE_ASKED.exec(line) ?? HANDLE_FOLLOWED.exec(line))?.[1]?.toUpperCase();
}

/** Several leads' handles, if the line asks about nothing else: "show L47 and L48". */
function readHandles(text: string): readonly string[] | undefined {
  const [, handles] = HANDLES_ASKED.exec(withHandles(text.trim())) ?? [];
  return handles?.match(/L\d+/gi) ?? undefined;
}

/** "Lead 7" is L7, "alert no. 3" A3. */
function withHandles(text: string): string {
  return text.replace(
    /\b(lead|alert) (?:no\.? ?|number |#)?(?=\d{1,9}\b(?! (?:days?|weeks?|hours?|times|points?)\b))/gi,
    (_, kind: string) => kind.charAt(0).toUpperCase(),
  );
}

const ASKS = String.raw`^(?:ask\s+)?(?:(?:why|what(?:[’']?s|\s+(?:is|was|are))?|show(?:\s+me)?|open|list|explain|(?:tell\s+me\s+)?about)\s+)?`;
const HANDLE_ASKED = RegExp(String.raw`${ASKS}["“”]?([LAS]\d+)["“”]?\s*[?!.]*$`, 'i');
/** “Why L1 and L2?” is left to the command, which explains one at a time. */
const HANDLES_ASKED = RegExp(
  String.raw`^(?!.*\bwhy\b)${ASKS}(L\d+(?:(?:[\s,&]|\band\b)+L\d+)+)\s*[?!.]*$`,
  'i',
);

/** "Is A1 over?", "what became of A1": its page says it. */
const HANDLE_FOLLOWED =
  /^(?:is|was|did|has|how(?:[’']?s|\s+(?:is|did|was))|what\s+(?:became|happened|did\s+we\s+do|have\s+we\s+done)\s+(?:of|to|with|about|on)|(?:(?:some|any)\s+)?(?:news|update|status)\s+(?:of|on|about))\s+([LAS]\d+)(?:\s+\w+){0,3}\s*[?!.]*$/i;

/** The first handle anywhere in a line, in capitals. */
export function findHandle(text: string): string | undefined {
  return /\b[LAS]\d{1,9}\b/i.exec(withHandles(text))?.[0].toUpperCase();
}

/** The line of a command that says the same: "show L1 and L2", "80", "warm leads on Gemini", "latest citations". */
export function lineMeant(text: string): string | undefined {
  const handles = readHandles(text);
  if (handles) return `leads ${handles.join(' ')}`;
  const said = text.trim().replace(/[\s?!.]+$/, '');
  const [pattern, line = ''] = SAME_LINE.find(([pattern]) => pattern.test(said)) ?? [];
  return pattern && said.replace(pattern, line);
}

const SHOW =
  '^(?:ask )?(?:please )?(?:(?:show|list|give|see)(?: me| us)? )?(?:(?:what|which|where) are )?(?:(?:all|any|the|our) )*';
const sameLine = (said: string, line: string) => [RegExp(said, 'i'), line] as const;
const SAME_LINE = [
  sameLine(String.raw`^(\d{1,3}|mine|older|snoozed|dismissed|unclaimed|digest)$`, 'leads $1'),
  sameLine(String.raw`${SHOW}warm (?:leads|threads)\b(?: on\b)?(.*)$`, 'leads warm$1'),
  sameLine(
    String.raw`${SHOW}(?:latest|newest|most recent|last) citations (?:of|from|for) ([\w.-]+\.[a-z]{2,})$`,
    'citations site:$1',
  ),
  sameLine(
    String.raw`${SHOW}(?:latest|newest|most recent|last) citations\b(?: (?:on|by)\b)?(.*)$`,
    'citations$1',
  ),
  sameLine(
    String.raw`^(?:ask )?what(?: (?:queries|searches|terms|keywords|phrases))? (?:does|do|did) [\w .-]{2,30} (?:search|look|google)(?:ing)? (?:for|up)\b(?! us\b).*$`,
    'searches',
  ),
  sameLine(
    '^(?:ask )?how (?:did|do|have|are|were) (?:our|the|my) (?:score )?alerts (?:do|doing|done|perform|performing|performed|working|worked)$',
    'what-if',
  ),
  sameLine(
    String.raw`^(?:ask )?what (?:if|would)\b.*\bthreshold (?:of|at|to|was|were|had been) (\d+(?:\.\d+)?)(?: points)?(?: have .*| do| change)?$`,
    'what-if min_change:$1',
  ),
];

const KIND = 'alert|warning|drop|fall|dip|decline|slump|rise|jump|spike|change|move';
const IT = `(?:it|this|that|a\\d{1,5}|alert \\d{1,5}|(?:the|this|that) (?:(?:open|current|latest|last|new|big|[\\d.]+ points?) )*(?:${KIND}))`;
/** By the part that it’s about: “the Gemini drop”, “the alert on Gemini”. */
const IT_OF_PART = `(?:the|this|that|our) (?:((?:[\\p{L}\\d.]+ ){1,3})(?:${KIND})|(?:${KIND}) (?:on|in|for|of) ((?:[\\p{L}\\d.]+ ?){1,3}))`;

const ASPECTS: readonly (readonly [AlertAspect, RegExp])[] = [
  [
    'start',
    new RegExp(
      `\\b(?:when|what day|how long|since when)\\b.*\\b${IT}\\b.*\\b(?:st(?:art|arted)|beg[aiu]n|happen(?:ed|ing)?|going on|lasted|open(?:ed)?)\\b`,
    ),
  ],
  ['start', /^(?:(?:and|but|so|ok) )?since when$/],
  [
    'who',
    new RegExp(
      `\\b(?:who|whos|anyone|anybody|someone|somebody)(?: (?:is|was|has|have|already|currently|now|still|else))* (?:(?:(?:look|work|digg|jump|start|check|act)(?:ing|ed) )?(?:into|on(?: top of)?|at|after|with)|(?:handl|deal|investigat|own|assign)\\w*(?: with| to)?|t[ao]k(?:es?|ing|en)(?: on| care of)?|took(?: on)?|has|got) (?:${IT}|${IT_OF_PART})(?: (?:already|yet|now|currently|right now|at the moment|by now|so far|today))*$`,
      'u',
    ),
  ],
  [
    'sure',
    new RegExp(
      `^(?:(?:so|and|but|ok) )?(?:is|was|could|can|might) ${IT} (?:(?:be|have|been|a|an|just|only|really|even|mere|pure|actually|statistically|by) )*(?:false|noise|chance|random|fluke|blip|real|genuine|significant|true|trustworthy)\\b|\\b(?:sure|certain|confident) (?:(?:are|is) (?:you|it|we|sightline) )?(?:(?:about|of|in|on|that) )?${IT}\\b|\\b(?:trust|believe) ${IT}$`,
    ),
  ],
  [
    'over',
    new RegExp(
      `^(?:(?:so|and|but|ok) )?(?:is|was|has|did) ${IT}(?:\\b.*\\b(?:over|resolved|fixed|solved|done|gone|end(?:ed)?|pass(?:ed)?|recover(?:ed)?|normal|open|going on|ongoing)(?: now| yet| already| by now)?| still \\w+)$`,
    ),
  ],
  [
    'over',
    new RegExp(
      `\\b(?:when|what day) (?:did|do|does|was|will|has|is) ${IT} (?:(?:be|get|go) )?(?:over|end(?:ed)?|recover(?:ed)?|resolved?|(?:back to )?normal(?: again)?|away)$`,
    ),
  ],
  [
    'outcome',
    new RegExp(
      `\\bwhat (?:became|happened|came) (?:of|to|with|out of) ${IT}$|\\bhow did ${IT} (?:turn out|go|end)$|^did ${IT} hold$`,
    ),
  ],
];

/** Asks for confirmation: "is it really the prompts?", "70% of it is pricing?" */
const WHETHER_SO = new RegExp(
  `^(?:(?:so|and|but|ok) )?(?:is|was) ${IT} (?:really|just|only|mostly|mainly|all|actually|down to|because of|due to|caused by)\\b`,
);

const ABOUT_ALERT: readonly RegExp[] = [
  new RegExp(`\\b\\d+(?:\\.\\d+)? ?(?:%|percent|per cent|points?) of ${IT}\\b`),
  // The alert by name, unless alerts are counted or listed.
  /^(?!.*\bhow (?:many|often)\b).*\b(?:the|this|that|our|an(?= (?:open|active)\b)) (?:(?:open|current|latest|active|visibility|score) )*(?:alert|warning)\b/,
];

/** "alert": the question says so, or quotes it; "it": unless that refers to the question before. */
export function asksAboutAlert(text: string): 'alert' | 'it' | undefined {
  const line = plain(text);
  if (ABOUT_ALERT.some((pattern) => pattern.test(line))) return 'alert';
  const isOfIt = !asksOfAlert(text) && aspectOfAlert(text) !== undefined;
  return isOfIt || WHETHER_SO.test(line) ? 'it' : undefined;
}

/** "Why?", "since when?": of whatever was told before. */
export function asksOfAlert(text: string): boolean {
  return /^(?:(?:and|but|so|ok) )?(?:why|how come|since when)$/.test(plain(text));
}

/** Undefined if it asks for something else, or for all of it. */
export function aspectOfAlert(text: string): AlertAspect | undefined {
  const line = plain(text);
  return ASPECTS.find(([, pattern]) => pattern.test(line))?.[0];
}

/** The words for its part in “who is on the Gemini drop?”. */
export function partOfAlert(text: string): string | undefined {
  const line = plain(text);
  return ASPECTS.flatMap(([, pattern]) => pattern.exec(line)?.slice(1) ?? [])
    .find((part) => part !== undefined)
    ?.trim();
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}%.]+|\.(?!\d)/gu, ' ')
    .trim();
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
  // “Answers for the worst”, but not “which is the worst”.
  const said = `\\b(?:the|our|that) (?:${end}) one\\b|(?<=\\b(?:for|of|on|to|about) )the (?:${end})(?=\\W*$)`;
  return text.replace(new RegExp(said, 'i'), 'the first one');
}

/** After a comparison with a rival, "them" is that rival; "they say" is what engines do. */
export function nameTheRival(text: string, rival: string): string {
  return text
    .replace(/\b(?:the|our) gap\b(?! (?:to|with|between)\b)/i, () => `the gap to ${rival}`)
    .replace(/\btheirs?\b/i, () => `${rival}’s`)
    .replace(
      /\b(?:them|they(?!(?: \w+)? (?:say|cite|answer|mention|name|quote|recommend|rank|list|think|see|like|talk|describe)\b))\b/i,
      () => rival,
    );
}

/** After a list of rivals, "which one" is one of them, and "they" are those. */
export function nameTheRivals(text: string): string {
  return text
    .replace(/\bwhich (?:ones?|of (?:them|those|these))\b/i, 'which rival')
    .replace(
      /\b(?:were|are|do|did|have|does|was|is) (?:they|those)\b(?! (?:say|cite|answer|mention|name|think|like)\b)/i,
      (words) => words.replace(/(?:they|those)$/i, 'our rivals'),
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
  const text = topic === undefined ? typed : typed.replace(ON_IT, (_, at) => `${at} ${topic}`);
  return prompt === undefined ? text : text.replace(THAT_PROMPT, () => `for “${prompt}”`);
}

const ON_IT = /\b(on|about|in|for) (?:it|that|this)(?: (?:one|topic))?(?=\W*$)/i;
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
