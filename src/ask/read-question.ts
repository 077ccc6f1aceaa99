/** Reads a question in words into a plan, or says why it cannot. Pure; at most a few milliseconds for a line of Slack's length. */
import { today } from '../rules/calendar.ts';
import { JOINT } from './english.ts';
import { nearQuestions } from './examples.ts';
import { followUp } from './follow-up.ts';
import { planOf } from './make-plan.ts';
import { intentsOf, WHOLE } from './meaning.ts';
import type { KnownNames } from './names.ts';
import { type Noticed, notice } from './notice.ts';
import type { Plan, Reading } from './plan.ts';

/** Nobody asks longer; what is behind it is not read. */
const LONGEST = 400;

/** When and where it is asked: epoch ms, and the project's timezone. */
export type Moment = { now: number; timezone: string };

/** One thing that was asked. `weight` as in RULES; no plan where it says what none can hold. */
type Read = { noticed: Noticed; plans: Plan[]; weight: number; unknown?: string | undefined };

/** `before`: the plan of the question that this one follows on ("and on ChatGPT?"). */
export function readQuestion(text: string, known: KnownNames, at: Moment, before?: Plan): Reading {
  const asked = text.slice(0, LONGEST);
  const day = today(at.now, at.timezone);
  const whole = readOne(asked, known, day);
  const following = before && followUp(before, whole.noticed, known);
  if (following) return { verdict: 'understood', plan: following };
  const several = clausesOf(asked)
    .map((clause) => readOne(clause, known, day))
    .filter(({ weight }) => weight > WHOLE)
    .flatMap(({ plans: [plan] }) => plan ?? []);
  const [first, second] = several;
  if (first && second && first.intent !== second.intent)
    return { verdict: 'ambiguous', between: [first, second] };
  const [plan, other] = whole.plans;
  if (plan && other) return { verdict: 'ambiguous', between: whole.plans };
  if (plan) return { verdict: 'understood', plan };
  return {
    verdict: 'not_understood',
    unknown: whole.unknown,
    near: nearQuestions(whole.noticed.traits, known.names),
  };
}

function readOne(text: string, known: KnownNames, day: string): Read {
  const noticed = notice(text, known, day);
  const nothing = { noticed, plans: [], weight: 0, unknown: noticed.unknown };
  if (noticed.refused) return nothing;
  const fitting = intentsOf(noticed.traits)
    .map(({ intent, weight }) => ({ plans: planOf(intent, noticed, known), weight }))
    .filter(({ plans }) => plans.length > 0)
    // What names alone would mean is only meant where nothing else is said.
    .filter(({ weight }) => weight > WHOLE || !noticed.saysMore);
  const [first, second] = fitting;
  if (!first) return nothing;
  const isUnclear = second?.weight === first.weight;
  const plans = isUnclear ? [...first.plans, ...second.plans] : first.plans;
  return { noticed, plans, weight: first.weight };
}

function clausesOf(text: string): string[] {
  const clauses = text.split(JOINT).filter((clause) => clause.trim() !== '');
  return clauses.length > 1 ? clauses : [];
}
