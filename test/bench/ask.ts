/**
 * Questions as people type them, against the plans that were written down before there was an engine (ask/FORMAT.md). A plan
 * counts only where it is the expected one in every field; a plan where none was expected is a wrong answer too.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { knownNames } from '../../src/ask/names.ts';
import { Plan, type Reading } from '../../src/ask/plan.ts';
import { readQuestion } from '../../src/ask/read-question.ts';
import { areMet, atLeast, atMost, goalTable } from './goals.ts';
import { table } from './table.ts';

const FOLDER = path.join(import.meta.dirname, 'ask');

const World = z.object({
  project: z.string(),
  today: z.iso.date(),
  engines: z.array(z.string()),
  regions: z.array(z.string()),
  codes: z.record(z.string(), z.string()).default({}),
  topics: z.array(z.string()),
  prompts: z.array(z.string()),
  rivals: z.array(z.string()),
  domains: z.array(z.string()),
  places: z.array(z.string()),
});

const Line = z.union([
  z.object({ question: z.string(), plan: Plan, alternatives: z.array(Plan).default([]) }),
  z.object({ question: z.string(), verdict: z.enum(['ambiguous', 'not_understood']) }),
]);
type Line = z.infer<typeof Line>;

/** Files of questions, each with the world that it is of; the last is the half that nobody looked at while the engine was made. */
const SETS = [
  { name: 'built with', world: 'world', questions: 'questions' },
  { name: 'another brand', world: 'other-world', questions: 'other-questions' },
  { name: 'a third brand', world: 'third-world', questions: 'third-questions' },
  { name: 'held out', world: 'world', questions: 'held-out' },
];

type Outcome = 'right' | 'wrong' | 'abstained';

export function ask(progress: (line: string) => void) {
  const found = SETS.map(({ name, world, questions }) => ({ name, ...measured(world, questions, progress) }));
  const heldOut = found.find(({ name }) => name === 'held out');
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

function measured(worldName: string, questionsName: string, progress: (line: string) => void) {
  const { today, codes, regions, ...names } = World.parse(JSON.parse(read(`${worldName}.json`)));
  const known = knownNames({ ...names, regions: regions.map((name) => ({ name, code: codes[name] })) });
  const lines = read(`${questionsName}.jsonl`)
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
  const at = { now: Date.parse(`${today}T12:00:00Z`), timezone: 'UTC' };
  const times: number[] = [];
  const outcomes = lines.map((line): Outcome => {
    const from = performance.now();
    const reading = readQuestion(line.question, known, at);
    times.push(performance.now() - from);
    return outcomeOf(line, reading);
  });
  progress(`${questionsName}: ${lines.length} questions`);
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

function read(file: string): string {
  return readFileSync(path.join(FOLDER, file), 'utf8');
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
