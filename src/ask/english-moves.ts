/** English for falling and rising: its verbs, and what is asked about a fall or rise, an alert, or who is ahead. */

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

function allForms(verbs: string): string {
  return verbs.trim().split(/,\s*/).flatMap(formsOf).join(', ');
}

export const RISES = allForms(RISING);
export const FALLS = allForms(FALLING);

const SOMEBODY = '(?: (?:there|we|i|you|sightline|it))?';
/** “Why was there no alert on Thursday?”, “how come you didn’t alert us?” */
export const NO_ALERT = RegExp(
  `\\b(?:why|how come)(?:${SOMEBODY}(?: (?:was|were|is|did|has|have))?${SOMEBODY}(?: (?:get|got|see|saw|have|had))? (?:no|not an|without an)|${SOMEBODY} (?:did|was|were|has|have|is)(?:n['’]?t|${SOMEBODY} not)${SOMEBODY}(?: (?:get|got|raise|send|post|see|been?|have|any|an))*) (?:score )?(?:alert|warn)(?:s|ed|ings?)?\\b(?: (?:us|me|anyone|about it|about that|raised|sent|posted))*`,
  'i',
);

/** “How far behind the leader are we?” */
export const GAP_TO_LEADER =
  /\b(?:(?:what(?:['’]s| is)|how (?:big|large|wide) is) )?(?:(?:the|our) )?(?:how (?:far|close|much|many( points))|gap|distance|lead)\b(?: (?:are|is|were|am|r) (?:we|us)| (?:do|did) we [a-z]+)?(?: [a-z]+){0,2}? (?:behind|from|off|to|over|ahead of) (?:the )?(?:current )?(?:leaders?|first(?: place| spot)?|number (?:one|1)|no\.? ?1|#1|top(?: spot| place| position)?|front ?runner|second(?: place)?|runner[- ]up|(?:top|leading|biggest|strongest|best) (?:rival|competitor|tool|brand))\b(?: (?:are|r) we\b)?|\bhow far (?:behind|ahead) (?:are we|we are)\b(?=\W*$| (?:on|in|for|about|now|today)\b)/i;

/** Any form of a verb for falling or rising, as in a pattern. */
export const MOVES = [FALLS, RISES].join(', ').replaceAll(', ', '|');
/** On how many days in a row, up to the latest. */
export const STREAK = RegExp(
  `^(?!.*\\b(?:longest|most|ever|record|above|below)\\b).*\\b(?:days? (?:in a row|running|straight|on end)|(?:straight|consecutive) days?|(?:losing|winning|bad|negative|good|hot) streak|on a roll|how many days (?:has|have|is|are) .*\\b(?:${MOVES}|down|up|getting))\\b`,
  'i',
);
/** In the usual words, without the count. */
export const STREAK_AS: readonly (readonly [RegExp, string])[] = [
  [
    RegExp(
      `(?<!\\bon )\\bhow many days(?: in a row| running| straight)? (?=(?:did|has|have|is|are) (?!.*\\b(?:since|last|this|in)\\b).*\\b(?:${MOVES}|getting))`,
      'i',
    ),
    'how ',
  ],
  [/(?<!\blongest )\b(?:on a )?(?:losing|bad|negative) streak\b/i, 'falling'],
  [/(?<!\blongest )\b(?:on a )?(?:winning|good|hot) streak\b|\bon a roll\b/i, 'rising'],
  [
    /\b(?:(?:for|the|our) )*(?:\d+(?:st|nd|rd|th)?|two|three|four|five|second|third|fourth|fifth) (?:(?:straight|consecutive) days?(?: of)?|days? (?:in a row|running|straight))\b/i,
    'lately',
  ],
];
/** "Who gained when we dropped?": $1 or $2 is how we moved. */
export const DURING_OUR_MOVE = RegExp(
  `(?:(?:when|while|as|since|after|the (?:day|week)) we (?:have |had )?(${MOVES}|slid|(?:are|were) (?:up|down))|(?:when|while|from|during|after|since|in|over|off|on|of) (?:our|the|that|this)(?: (?:last|latest|recent|big|own|score))* (drop|fall|dip|decline|slump|loss|rise|jump|gain|spike))\\b`,
  'i',
);

/** "Are we dropping?", "is Gemini still falling?": asks for the current state, whatever happened before. */
export const FALLING_NOW =
  /^\W*(?:so |but |and )?(?:are|is) (?:[\w’'-]+ ){1,4}?(?:dropping|falling|declining|slipping|sinking|sliding)\b/i;

/** "Is our sentiment getting better?": asks for more than the last day’s change. */
export const ON_THE_MOVE =
  /^\W*(?:so |but |and )?(?:are|is) (?:[\w’'-]+ ){1,5}?(?:getting|becoming|improving|worsening|trending|rising|climbing|growing|going (?:up|down))\b/i;
