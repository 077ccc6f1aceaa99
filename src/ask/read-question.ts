/** Reads a question in words into a plan, or says why it cannot. Pure; at most a few milliseconds for a line of Slack's length. */
import { today } from '../rules/calendar.ts';
import { JOINT } from './english.ts';
import { nearQuestions } from './examples.ts';
import { followUp } from './follow-up.ts';
import { planOf } from './make-plan.ts';
import { featuresOf, type Meaning, meaningsOf } from './meaning.ts';
import type { KnownNames } from './names.ts';
import { type Noticed, notice } from './notice.ts';
import type { Plan, Reading } from './plan.ts';

/** Nobody asks longer; what is behind it is not read. */
const LONGEST = 400;

/** From this chance on a reading is taken; from the lower one on it is asked about. Chosen by `npm run bench -- ask --learn`. */
const SURE = 0.5;
const LIKELY = 0.2;
/** A part of a question is one by itself. */
const SURE_OF_PART = 0.75;

/** When and where it is asked: epoch ms, and the project's timezone. */
export type Moment = { now: number; timezone: string };

/** One thing that was asked, with what it may mean, the likeliest first. */
type Read = { noticed: Noticed; meanings: readonly { meaning: Meaning; chance: number; plans: Plan[] }[] };

/** `before`: the plan of the question that this one follows on ("and on ChatGPT?"). */
export function readQuestion(text: string, known: KnownNames, at: Moment, before?: Plan): Reading {
  const asked = text.slice(0, LONGEST);
  const day = today(at.now, at.timezone);
  const whole = readOne(asked, known, day);
  const following = before && followUp(before, whole.noticed, known);
  if (following) return { verdict: 'understood', plan: following };
  const [one, another] = clausesOf(asked).flatMap((clause) => sureOf(readOne(clause, known, day)));
  if (one && another && one.intent !== another.intent)
    return { verdict: 'ambiguous', between: [one, another] };
  const likely = whole.meanings.filter(({ chance }) => chance >= LIKELY);
  const [first] = likely;
  const plans = likely.flatMap(({ plans }) => plans);
  if (first && first.chance >= SURE && first.plans.length === 1)
    return { verdict: 'understood', plan: first.plans[0] as Plan };
  if (first && first.meaning !== 'none' && plans.length > 1)
    return { verdict: 'ambiguous', between: plans.slice(0, MOST_ASKED) };
  return {
    verdict: 'not_understood',
    unknown: whole.noticed.unknown,
    near: nearQuestions(whole.meanings, known.names),
  };
}

/** No more readings are laid before people. */
const MOST_ASKED = 3;

function readOne(text: string, known: KnownNames, day: string): Read {
  const noticed = notice(text, known, day);
  if (noticed.refused) return { noticed, meanings: [] };
  const meanings = meaningsOf(featuresOf(noticed)).flatMap(({ meaning, chance }) => {
    const plans = meaning === 'none' ? [] : planOf(meaning, noticed, known);
    // What holds not all that was said is not meant.
    return meaning !== 'none' && plans.length === 0 ? [] : { meaning, chance, plans };
  });
  return { noticed, meanings };
}

/** The plan of a part that is a whole question. */
function sureOf({ meanings: [first] }: Read): Plan[] {
  return first && first.chance >= SURE_OF_PART ? first.plans.slice(0, 1) : [];
}

function clausesOf(text: string): string[] {
  const clauses = text.split(JOINT).filter((clause) => clause.trim() !== '');
  return clauses.length > 1 ? clauses : [];
}
