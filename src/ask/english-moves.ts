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
