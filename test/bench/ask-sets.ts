/** The written-down questions with their meanings (ask/FORMAT.md), and the worlds that they are of. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { MEANINGS, type Meaning } from '../../src/ask/meaning.ts';
import { indexNames, type KnownNames } from '../../src/ask/names.ts';
import { Plan } from '../../src/ask/plan.ts';

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
  z.object({
    question: z.string(),
    verdict: z.enum(['ambiguous', 'not_understood']),
    /** Two intents, prompts or questions. */
    between: z.array(z.string()).default([]),
  }),
]);
export type Line = z.infer<typeof Line>;

type QuestionSet = { name: string; today: string; known: KnownNames; lines: Line[] };

/** What the engine learns from. */
export const LEARNED = [
  'questions',
  'other-brand',
  'third-brand',
  'colleagues',
  'growth-team',
  'customer-facing',
  'fourth-brand',
  'fifth-brand',
  'sixth-brand',
  'seventh-brand',
  'eighth-brand',
  'ninth-brand',
  'tenth-brand',
  'eleventh-brand',
  'twelfth-brand',
  'thirteenth-brand',
  'fourteenth-brand',
  'fifteenth-brand',
  'sixteenth-brand',
  'seventeenth-brand',
  'eighteenth-brand',
  'nineteenth-brand',
  'twentieth-brand',
  'twenty-first-brand',
  'twenty-second-brand',
  'twenty-third-brand',
  'twenty-fourth-brand',
  'same-hand',
  'same-hand-two',
  'same-hand-three',
  'same-hand-four',
  'same-hand-five',
  'slack-channel',
  'slack-channel-two',
  'slack-channel-three',
  'slack-channel-four',
  'slack-channel-five',
  'first-users',
  'plain',
];
/** Not learned from yet. */
export const NEW = [
  'slack-channel-six',
  'assistants',
  'twenty-fifth-brand',
  'slack-channel-seven',
  'twenty-sixth-brand',
  'slack-channel-eight',
  'slack-channel-nine',
  'stranger-ten',
  'stranger-eleven',
  'stranger-twelve',
  'talk',
];
/** Nobody looked at these while it was made. */
export const HELD_OUT = 'held-out';

export function questionSet(name: string): QuestionSet {
  const own = path.join(FOLDER, `${name}-world.json`);
  const worldOf = existsSync(own) ? own : path.join(FOLDER, 'world.json');
  const world = World.parse(JSON.parse(readFileSync(worldOf, 'utf8')));
  const { today, codes, regions, ...names } = world;
  const known = indexNames({
    ...names,
    regions: regions.map((region) => ({ name: region, code: codes[region] })),
  });
  const lines = readFileSync(path.join(FOLDER, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => Line.parse(JSON.parse(line)));
  return { name, today, known, lines };
}

/** Ways to ask about the first world, of which only the meaning was written down. */
export function waysToAsk(): Pick<QuestionSet, 'known' | 'today'> & {
  lines: { question: string; meaning: Meaning }[];
} {
  const { known, today } = questionSet('questions');
  const lines = readFileSync(path.join(FOLDER, 'ways-to-ask.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [meaning, question = ''] = line.split('\t');
      return { question, meaning: z.enum(MEANINGS).parse(meaning) };
    });
  return { known, today, lines };
}
