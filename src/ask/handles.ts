/**
 * The short names of leads, alerts and suggestions in a line (L412, A1, S9), lines that say a command in other words, and
 * what a line asks of an alert, by its name or as “it”.
 */
import type { AlertAspect } from './plan.ts';

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
