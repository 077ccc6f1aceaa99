/**
 * Questions as people type them, against the plans that were written down before there was an engine (ask/FORMAT.md). A plan
 * counts only where it is the expected one in every field; a plan where none was expected is a wrong answer too.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Model } from '../../src/ask/meaning.ts';
import type { Plan, Reading } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { HELD_OUT, LEARNED, type Line, NEW, questionSet } from './ask-sets.ts';
import { areMet, atLeast, atMost, goalTable } from './goals.ts';
import { table } from './table.ts';

type Outcome = 'right' | 'wrong' | 'abstained';

export function ask(progress: (line: string) => void) {
  const found = [...LEARNED, ...NEW, HELD_OUT].map((set) => ({ set, ...measured(set, progress) }));
  const heldOut = found.find(({ set }) => set === HELD_OUT);
  const goals = [
    atLeast('held out: as expected', 0.9, heldOut?.right ?? 0),
    atMost('held out: wrong answers', 0.01, heldOut?.wrong ?? 1),
    atMost('milliseconds a question, median', 5, Math.max(...found.map(({ medianMs }) => medianMs))),
  ];
  return {
    good: areMet(goals),
    json: { sets: found, goals },
    text: [table(found), goalTable(goals)].join('\n\n'),
  };
}

/** `model`: what is learned of other sets alone, where that is to be measured. */
export function measured(set: string, progress: (line: string) => void, model?: Model) {
  const { lines, known, today } = questionSet(set);
  const at = { now: Date.parse(`${today}T12:00:00Z`), timezone: 'UTC' };
  const times: number[] = [];
  const outcomes = lines.map((line): Outcome => {
    const from = performance.now();
    const reading = readQuestion(line.question, known, at, undefined, model);
    times.push(performance.now() - from);
    return outcomeOf(line, reading);
  });
  progress(`${set}: ${lines.length} questions`);
  const share = (outcome: Outcome) =>
    Number((outcomes.filter((one) => one === outcome).length / outcomes.length).toFixed(3));
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  return {
    questions: lines.length,
    right: share('right'),
    wrong: share('wrong'),
    abstained: share('abstained'),
    medianMs: Number(median.toFixed(2)),
  };
}

function outcomeOf(line: Line, reading: Reading): Outcome {
  if (reading.verdict !== 'understood') {
    return 'verdict' in line && line.verdict === reading.verdict ? 'right' : 'abstained';
  }
  if ('verdict' in line) return 'wrong';
  const plans = [line.plan, ...line.alternatives].map(unordered);
  return plans.some((plan) => isDeepStrictEqual(plan, unordered(reading.plan))) ? 'right' : 'wrong';
}

/** Lists of names and filters have no order, and words of prompts no case. */
function unordered(plan: Plan): object {
  return Object.fromEntries(
    Object.entries(plan).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.toSorted()];
      return [key, key === 'prompt' ? String(value).toLowerCase() : value];
    }),
  );
}
