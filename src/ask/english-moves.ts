/** English for falling and rising: its verbs, and what is asked about a fall or rise, an alert, or who is ahead. */

/** A question from its first word on, whatever stands before any. */
export function opening({ raw: [question = ''] }: TemplateStringsArray): RegExp {
  return RegExp(String.raw`^\W*(?:(?:and|but|now|ok(?:ay)?|or|so|then)\W+)*${question}`, 'i');
}

/** Up, then down. Irregular ones with their past forms: "fall/fell/fallen". */
const RISING = `
  advance, balloon, climb, creep/crept up, edge up, gain, go/went/gone up, grow/grew/grown, improve, inch up, increase,
  jump, leap, move up, rebound, recover, rise/rose/risen, rocket, shoot/shot up, skyrocket, soar, spike, strengthen, surge,
  trend up, trend upward`;
const FALLING = `
  backslide/backslid, bleed/bled, collapse, crash, crater, crumble, decline, decrease, deteriorate, diminish, dip, dive,
  drop, dry/dried up, dwindle, ebb, erode, evaporate, fade, fall/fell/fallen, falter, halve, go/went/gone down, lose/lost, nosedive, peter/petered out, plummet, plunge, recede, regress, retreat, shrink/shrank/shrunk,
  sink/sank/sunk, slip, slump, stumble, tank, trend down, trend downward, tumble, wane, weaken, worsen`;

/** "fall, falls, fell, fallen, falling" */
function formsOf(verb: string): string[] {
  const [first = '', ...rest] = verb.split(' ');
  const [base = '', past, done] = first.split('/');
  const stem = base.replace(/e$/, '');
  const doubled = /^[^aeiou]*[aeiou][bgmpt]$/.test(base) ? `${base}${base.at(-1)}` : stem;
  const third = /(?:s|sh|ch|o)$/.test(base) ? `${base}es` : `${base}s`;
  const forms = [base, third, past ?? `${doubled}ed`, done ?? '', `${doubled}ing`];
  return forms.filter((form) => form !== '').map((form) => [form, ...rest].join(' '));
}

export function allForms(verbs: string): string {
  return verbs.trim().split(/,\s*/).flatMap(formsOf).join(', ');
}

export const RISES = allForms(RISING);
export const FALLS = allForms(FALLING);

/** Any form of a verb for falling or rising, as in a pattern. */
export const MOVES = [FALLS, RISES].join(', ').replaceAll(', ', '|');

/** "Are we dropping?", "is Gemini still down?": asks for the current state, whatever happened before. */
export const FALLING_NOW = opening`(?:are|is) (?:[\w’'-]+ ){1,4}?(?:dropping|falling|declining|slipping|sinking|sliding|still (?:down|low|lower|worse|below (?:(?:our|its|the) )?(?:normal|usual)))\b`;

/** "Is our sentiment getting better?": asks for more than the last day’s change. */
export const ON_THE_MOVE = opening`(?:are|is) (?:[\w’'-]+ ){1,5}?(?:getting|becoming|improving|worsening|trending|rising|climbing|growing|going (?:up|down))\b`;

/** "Is this serious?", "should I worry?" */
export const HOW_BAD = opening`(?:(?:is|are) (?:it|this|that|things|we) (?:all |really |that |very |so |an? |any |in )*(?:serious|worrying|alarming|concerning|critical|problem|trouble|cause for (?:concern|alarm))|how (?:serious|worrying|alarming|concerning) (?:is|are) (?:it|this|that|things)|(?:should|do|must) (?:i|we) (?:(?:need|have) to )?(?:be )?(?:worry|worried|concerned|alarmed|panic)(?: about (?:it|this|that))?)\W*$`;

/** Alternatives of a pattern, each called by what its words ask for. */
const anyOf = (named: Readonly<Record<string, string>>) => Object.values(named).join('|');

const NUMBER = String.raw`\d+(?:[.,]\d+)?`;

/** What the figure or list alone doesn't say. */
const BEYOND_IT = anyOf({
  howSure:
    'right(?! now)|wrong|correct|accurate|reliable|useful|true|false|real|fake|made[ -]up|invented|random|official|know',
  howMade: 'estimated?|measured|based|includ\\w*',
  whichOfThem: 'or|which|what|who|all|every|each|both|only|most|one of|among|amongst|mainly|mostly|exactly',
  negated: 'not|no|never',
  stillOrSoon: 'still|again|about to|going to|usually|normally',
  why: 'how|why|because|due to|thanks to|caused?',
  howMuch: String.raw`enough|fewer|bigger|smaller|larger|faster|slower|a lot|than \d+(?! (?:days?|weeks?|months?))|at (?:least|most)`,
  fromWhenOn: 'stop\\w*|slow\\w*|beg[aiu]n\\w*|(?:start|end)(?:s|ed|ing)?(?! of)',
  betterLeads: '(?:better|good) (?:leads?|threads?)',
  topSource: '(?:top|best|main|biggest|largest|leading|number (?:one|1)) (?:sources?|sites?|pages?|domains?)',
  howMany: `${NUMBER} ?(?:percent|points?|pts|leads?|threads?|alerts?)`,
});

/** Of a move that is taken as known: "is the drop on Claude serious?" */
const OF_THE_MOVE =
  '(?:(?:is|was|are|were|has|have|had) (?:the|that|this|those|our) (?:[\\w-]+ ){0,3}?|(?:did|does|do) (?:the|that|this|those) )(?:drop|fall|dip|decline|decrease|slump|rise|increase|jump|spike|change|gain|loss)(?:s|es)?\\b';

/** For a yes or no to what it says: "did we drop?", but not "are they all down?", "has it stopped?" or "do you know why?" */
export const WHETHER = RegExp(
  `^\\W*(?:(?:and|so|but|ok) )?(?!${OF_THE_MOVE})(?:is|are|was|were|am|did|do|does|has|have|had)(?!.*(?:\\b(?:${BEYOND_IT})\\b|\\d ?%)) `,
  'i',
);

/** Before a figure that ours may be beyond. */
const BOUNDS = {
  above: 'above|over|(?:higher|more|better|greater) than',
  'at least': 'at least',
  below: 'below|under|(?:lower|less|worse) than',
  'at most': 'at most',
} as const;
const sideOf = (one: keyof typeof BOUNDS) => `(?:${BOUNDS[one]}) `;
const BOUND_END = String.raw`(?: ?(?:%|percent\b|points?\b))?(?=\W*$| (?:on|in|for|at|by|with|this|last|today|yesterday|right now|now)\b)`;
/** "Above 60%", at the end or before where and when. */
export const ABOVE_FIGURE = `(?:${sideOf('above')}|${sideOf('at least')})${NUMBER}${BOUND_END}`;
export const BELOW_FIGURE = `(?:${sideOf('below')}|${sideOf('at most')})${NUMBER}${BOUND_END}`;
const BOUND = RegExp(
  `\\b(?:${Object.values(BOUNDS)
    .map((words) => `(${words})`)
    .join('|')}) (${NUMBER})${BOUND_END}`,
  'i',
);

/** The figure that the brand's may be beyond, as a plan has it. */
export function boundIn(text: string) {
  const [said, ...found] = BOUND.exec(text) ?? [];
  if (said === undefined) return undefined;
  const sides = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[];
  const is = sides.find((_, at) => found[at] !== undefined) ?? 'above';
  return { is, value: Number(found.at(-1)?.replace(',', '.')) };
}

/** "Was it Gemini or is it everyone?": neither is a yes. */
const EITHER_OR = /\bor (?:(?:is|are|was|were|did|do|does|has|have) (?!not\b)|just\b|only\b|all\b|every)/i;

/** "And sentiment?", "what about rank?" */
export const METRIC_ALONE =
  /^\W*(?:(?:and|what about|how about|but|now|by|on|in terms of|the|our|their|its|average|visibility) ?)*(?:sentiment|rank|position|mention rates?|scores?)\W*$/i;

/** Whether it asks for a yes or no, but for what is said of such a figure. */
export function asksWhether(text: string): boolean {
  if (EITHER_OR.test(text)) return false;
  const rest = text.replace(BOUND, '');
  return WHETHER.test(rest) || (rest !== text && /^\W*any\b/i.test(text));
}

/** "Is our score normal?", of the figure itself */
export const IS_NORMAL =
  /\b(?<!\b(?:not|than|to|back|below|above|outside|un) )(?:normal|usual|(?:with)?in (?:its|our|the) (?:normal|usual) range)\b(?! (?:range|swing)\b.*\?.*\w)/i;

const AHEAD =
  'ahead|in front|above|beat(?:s|ing)?|better|leading|outperform(?:s|ing)?|outrank(?:s|ing)?|winning';
const BEHIND = 'behind|below|los(?:e|es|ing)|worse|trailing';
/** Which side of a rival that is for the brand: "are we ahead of Globex?", "does Globex beat us?" */
export const SIDES = {
  ahead: RegExp(
    `^\\W*\\w+ we\\b.*\\b(?:${AHEAD})\\b|^(?!\\W*\\w+ we\\b).*\\b(?:${BEHIND}) (?:\\w+ )?us\\b`,
    'i',
  ),
  behind: RegExp(
    `^\\W*\\w+ we\\b.*\\b(?:${BEHIND})\\b|^(?!\\W*\\w+ we\\b).*\\b(?:${AHEAD}) (?:\\w+ )?us\\b`,
    'i',
  ),
};

const ONE_TO_TEN = 'one|two|three|four|five|six|seven|eight|nine|ten';
const PLACE = anyOf({
  numbered: String.raw`(?:#\s?|number |no\.? ?)(?:\d{1,2}|${ONE_TO_TEN})`,
  inWords: 'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last',
  inDigits: String.raw`\d{1,2}(?:st|nd|rd|th)`,
});
const AT_PLACE = `(?: (?:still|now|really|even|actually|currently|only|rank(?:ed|ing)|placed|named|mentioned|listed|in|at|the|(?:first|second) or))* (?:${PLACE})(?: (?:place|position|spot))?`;
const IN_TOP = `(?: (?:still|now|even|actually|currently|ranked|in|among|the|your|our))* top (?:\\d|${ONE_TO_TEN})(?: (?:places|positions|spots))?`;
const BEFORE_PLACE = String.raw`^\W*(?:(?:and|so|but|ok|then) )*`;
const BEHIND_PLACE = String.raw`(?=\W*$| (?:on|in|for|about|at|this|last|today|now|by|among|there)\b)`;

/** "Who is second after Globex?" */
export const WHO_AT_PLACE = new RegExp(
  `${BEFORE_PLACE}(?:who|whos|which (?:rival|tool|brand|competitor|company))(?:['’]?s| is| was| comes| ranks| holds| takes)?${AT_PLACE}(?: (?:after|behind|below) [^?.,;]+?)?${BEHIND_PLACE}`,
  'i',
);
/** "Are we third on pricing?", "are we in the top three?" */
export const ARE_WE_AT_PLACE = new RegExp(
  `${BEFORE_PLACE}(?:(?:are|were) we|(?:do|did) we (?:still )?(?:come|rank))(?:${AT_PLACE}|${IN_TOP})${BEHIND_PLACE}`,
  'i',
);
/** "Is Globex second?" */
export const IS_AT_PLACE = new RegExp(
  String.raw`${BEFORE_PLACE}(?:is|was) (?!(?:this|that|it|the|there)\b)([\w .&’'-]{2,40}?)(?:${AT_PLACE}|${IN_TOP})${BEHIND_PLACE}`,
  'i',
);
/** The last place of “the top three”: $1. */
export const TOP_PLACES = RegExp(`\\btop (\\d|${ONE_TO_TEN})\\b`, 'i');

const PASSED = String.raw`(?:(?:overt(?:ake|ook|aken)|pass(?:ed)?|leapfrog(?:ged)?|outrank(?:ed)?|(?:go|gone|went|move|moved|get|got|come|came) (?:past|ahead of)) us|(?:t(?:ake|ook|aken)|st(?:eal|ole|olen)|gr[ae]bb?(?:ed)?) our (?:spot|place|position|rank|lead|crown))\b`;
const BEFORE_PASSED = '(?:just |recently |already |ever |now |lately )*';
/** "Who overtook us this week?", "is anyone about to overtake us?" */
export const WHO_PASSED = new RegExp(
  `${BEFORE_PLACE}(?:(?:who|whos|which (?:rivals?|tools?|brands?|competitors?)|(?:has|have|did) (?:some(?:one|body)|any(?:one|body)|(?:an?|any) (?:rivals?|competitors?|tools?)))(?: else)?(?: has| have| did)? ${BEFORE_PASSED}${PASSED}|(?:is|are) (?:some(?:one|body)|any(?:one|body)|(?:an?|any) (?:rivals?|competitors?|tools?))(?: else)? (?:about|close|set) to ${PASSED}|(?:have we been|were we|did we get) ${BEFORE_PASSED}(?:overtaken|passed|outranked)\\b)`,
  'i',
);
/** "Did Globex overtake us?" */
export const DID_ONE_PASS = new RegExp(
  `${BEFORE_PLACE}(?:has|did) [\\w .&’'-]{2,40}? ${BEFORE_PASSED}${PASSED}`,
  'i',
);
