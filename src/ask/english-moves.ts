/** English for going up and down: verbs, from which all their forms are made. */

/** Up, then down. Irregular ones with their past forms: "fall/fell/fallen". */
const RISING = `
  climb, creep/crept up, edge up, gain, go/went/gone up, grow/grew/grown, improve, inch up, increase,
  jump, leap, move up, rebound, recover, rise/rose/risen, rocket, shoot/shot up, skyrocket, soar, spike, strengthen, surge,
  trend up, trend upward`;
const FALLING = `
  bleed/bled, collapse, crash, crater, decline, decrease, deteriorate, diminish, dip, dive, drop, dwindle, erode, fade, fall/fell/fallen,
  falter, go/went/gone down, lose/lost, nosedive, plummet, plunge, regress, shrink/shrank/shrunk,
  sink/sank/sunk, slip, slump, tank, trend down, trend downward, tumble, wane, weaken, worsen`;

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

/** Becoming more of something: "has it got any nicer". */
const BECOME = 'become, becomes, became, becoming, got, gotten, getting, grow, grown, grew, turn, turned';
const DEGREES = `
  better, colder, cooler, friendlier, harsher, kinder, meaner, nastier, nicer, ruder, softer, stronger, tougher, warmer,
  weaker, worse`;
export const TURNS = BECOME.split(', ')
  .flatMap((verb) =>
    DEGREES.trim()
      .split(/,\s*/)
      .flatMap((degree) => [`${verb} ${degree}`, `${verb} any ${degree}`, `${degree} ${verb}`]),
  )
  .join(', ');
