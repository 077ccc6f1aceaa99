/** Whether a question is about an alert that it calls “it”, “this drop” or “the alert”. */
import type { AlertAspect } from './plan.ts';

const KIND = 'alert|warning|drop|fall|dip|decline|slump|rise|jump|spike|change|move';
/** Words that refer to the alert, or its short name. */
const IT = `(?:it|this|that|a\\d{1,5}|(?:the|this|that) (?:(?:open|current|latest|last|new) )?(?:${KIND}))`;

const ASPECTS: readonly (readonly [AlertAspect, RegExp])[] = [
  [
    'start',
    new RegExp(
      `\\b(?:when|what day|how long|since when)\\b.*\\b${IT}\\b.*\\b(?:st(?:art|arted)|beg[aiu]n|happen(?:ed|ing)?|going on|lasted|open(?:ed)?)\\b`,
    ),
  ],
  [
    'who',
    new RegExp(
      `\\b(?:who|whos|anyone|anybody|someone|somebody)\\b.*\\b(?:into|on|at|after|with|of|handl\\w*|investigat\\w*|own\\w*|t[ao]k(?:es?|ing|en|ok)|has|got)(?: care of)? ${IT}$`,
    ),
  ],
  [
    'over',
    new RegExp(
      `^(?:(?:so|and|but|ok) )?(?:is|was|has|did) ${IT}\\b.*\\b(?:over|resolved|fixed|solved|done|gone|end(?:ed)?|pass(?:ed)?|recover(?:ed)?|normal|open|going on|ongoing)(?: now| yet| already| by now)?$`,
    ),
  ],
  ['over', new RegExp(`^(?:(?:so|and|but|ok) )?is ${IT} still \\w+$`)],
];

/** Asks for confirmation: "is it really the prompts?", "70% of it is pricing?" */
const WHETHER_SO = new RegExp(
  `^(?:(?:so|and|but|ok) )?(?:is|was) ${IT} (?:really|just|only|mostly|mainly|all|actually|down to|because of|due to|caused by)\\b`,
);

/** Words that only alerts use. */
const ABOUT_ALERT: readonly RegExp[] = [
  new RegExp(`\\b\\d+(?:\\.\\d+)? ?(?:%|percent|per cent|points?) of ${IT}\\b`),
  // The alert by name, unless alerts are counted or listed.
  /^(?!.*\bhow (?:many|often)\b).*\b(?:the|this|that|our|an(?= (?:open|active)\b)) (?:(?:open|current|latest|active|visibility|score) )*(?:alert|warning)\b/,
];

/** "alert": the question says so, or quotes it; "it": unless that refers to the question before. */
export function asksAboutAlert(text: string): 'alert' | 'it' | undefined {
  const line = plain(text);
  if (ABOUT_ALERT.some((pattern) => pattern.test(line))) return 'alert';
  return aspectOfAlert(text) !== undefined || WHETHER_SO.test(line) ? 'it' : undefined;
}

/** Undefined if it asks for something else, or for all of it. */
export function aspectOfAlert(text: string): AlertAspect | undefined {
  const line = plain(text);
  return ASPECTS.find(([, pattern]) => pattern.test(line))?.[0];
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}%.]+|\.(?!\d)/gu, ' ')
    .trim();
}
