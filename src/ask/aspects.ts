/** Reads what a question asks of its answer beside what it is about, and what it asks of an alert that it calls “it”. */
import { findDays } from './days.ts';
import { SINCE_WHEN } from './english.ts';
import { FALLING_NOW } from './english-moves.ts';
import * as english from './english-plan.ts';
import { placeIn } from './place-in-list.ts';
import type { AlertAspect, Aspect, Intent, Move, Plan } from './plan.ts';

/** The plan with them. `premise`: the change that the question presumes; `mended`: the question without its typos. */
export function withAspects(
  plan: Plan,
  text: string,
  { premise, today, mended = text }: { premise: Move | undefined; today: string; mended?: string },
): Plan {
  // “Posted on r/devops” is about the thread.
  const others = plan.entity === undefined ? OTHER_SIGNS[plan.intent] : undefined;
  const signs = OF_FIGURES.includes(plan.intent) ? SIGNS : (others ?? []);
  // In “what does sentiment 0.29 mean” or “is 0.29 good” the words are of the figure.
  const isOfGrade = english.IS_IT_GOOD.test(text);
  const aspects = (isOfGrade ? [] : signs).flatMap(([aspect, isMeant]) =>
    isMeant(text, today) || isMeant(mended, today) ? aspect : [],
  );
  const isOfPlace = [english.WHO_AT_PLACE, english.ARE_WE_AT_PLACE, english.IS_AT_PLACE].some((asked) =>
    asked.test(text),
  );
  const isOfLast = isOfRivals(plan) && asksForLast(text);
  const place = isOfPlace ? placeIn(text) : isOfLast ? -1 : undefined;
  // "Did it recover?" doesn't say that it rose.
  const presumed = english.RECOVERED.test(text) && !plan.why ? undefined : premise;
  return {
    ...plan,
    ...(presumed && { premise: presumed }),
    ...(aspects.length > 0 && { aspects }),
    ...(place !== undefined && { place }),
  };
}

/** Of all rivals by a figure that the API has of them. */
function isOfRivals({ intent, entity, metric }: Plan): boolean {
  return (intent === 'compare' || intent === 'named') && entity === undefined && metric !== 'sentiment';
}

const RIVALS = '(?:rivals?|competitors?|tools?|brands?|players?)';
const LAST_OF_RIVALS = RegExp(
  `\\b(?:${RIVALS}|who)\\b.*\\b(?:weakest|worst|lowest|(?<!at )least|fewest)\\b|\\b(?:weakest|worst|lowest|least \\w+) ${RIVALS}\\b`,
  'i',
);

/** “Which competitor is weakest?”, but not what we are worst at. */
function asksForLast(text: string): boolean {
  return LAST_OF_RIVALS.test(text) && !english.BOTH_ENDS.test(text) && !/\b(?:we|us)\b/i.test(text);
}

const OF_FIGURES: readonly Intent[] = ['overview', 'score', 'change', 'compare', 'named'];

type Signs = readonly (readonly [Aspect, (text: string, today: string) => boolean])[];

const SIGNS: Signs = [
  ['recovery', (text) => english.RECOVERED.test(text) || FALLING_NOW.test(text) || SINCE_WHEN.test(text)],
  ['past', (text) => english.OF_PAST.test(text)],
  ['words', (text) => english.OF_WORDS.test(text)],
  ['negative', (text) => english.TONES.negative.test(text) && !english.TONES.positive.test(text)],
  ['positive', (text) => english.TONES.positive.test(text) && !english.TONES.negative.test(text)],
  ['if any', (text) => english.IF_ANY.test(text)],
  ['average', (text) => /\b(?:average|avg|mean)\b(?! (?:rank|position|place))/i.test(text)],
  ['closest', (text) => /\b(?:closest|nearest)\b/i.test(text)],
  ['by prompt', (text) => english.BY_PROMPT.test(text)],
  ['passing', (text) => english.WHO_PASSED.test(text) || english.DID_ONE_PASS.test(text)],
  [
    'two spans',
    (text, today) => english.AGAINST_LAST.test(text) || findDays(text, today)?.areCompared === true,
  ],
];

const OTHER_SIGNS: Readonly<Partial<Record<Intent, Signs>>> = {
  happened: [
    ['alerts', (text) => english.OF_ALERTS.test(text)],
    ['open alerts', (text) => english.OPEN_ALERTS.test(text)],
  ],
  leads: [['posted', (text) => english.POSTED.test(text)]],
};

/** What is asked about a project's posts, of one kind or all: which comes next, who gets them, or whether they're paused. */
export function postsAsked(text: string): Plan['posts'] {
  const kind = feedNamed(text);
  const of = kind && { kind };
  if (english.RECEIVERS.test(text)) return { about: 'receivers', ...of };
  if (of && english.MISSED_POST.test(text)) return { about: 'past', ...of };
  if (english.NEXT_POST.test(text)) return { about: 'next', ...of };
  return of && english.FEED_STATE.test(text) ? { about: 'state', ...of } : undefined;
}

/** The feed whose posts a line names. */
export function feedNamed(text: string) {
  return (['recap', 'leads', 'scores', 'suggestions'] as const).find((one) =>
    english.POSTS_OF[one].test(text),
  );
}

const KIND = 'alert|warning|drop|fall|dip|decline|slump|rise|jump|spike|change|move';
const IT = `(?:it|this|that|a\\d{1,5}|alert \\d{1,5}|(?:the|this|that) (?:(?:open|current|latest|last|new) )?(?:${KIND}))`;
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
      `\\b(?:who|whos|anyone|anybody|someone|somebody)(?: (?:is|was|has|have|already|currently|now|still|else))* (?:(?:(?:look|work|digg|jump)(?:ing|ed) )?(?:into|on(?: top of)?|at|after|with)|(?:handl|deal|investigat|own|assign)\\w*(?: with| to)?|t[ao]k(?:es?|ing|en)(?: on| care of)?|took(?: on)?|has|got) (?:${IT}|${IT_OF_PART})$`,
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
