/**
 * What a question asks for: what it tells is weighed, by weights learnt from a thousand questions whose meaning was written down
 * (`npm run bench -- ask --learn`). A linear model; the same words always come to the same.
 */
import { readFileSync } from 'node:fs';
import { stemmer } from 'stemmer';
import { z } from 'zod';
import type { Sign } from './english.ts';
import type { NameKind } from './names.ts';
import { INTENTS, type Intent } from './plan.ts';

/** What a question tells beside its words. */
export type Trait =
  | Sign
  | `a ${Exclude<NameKind, 'engine'>}`
  | 'an engine'
  | 'days'
  | 'a limit'
  | 'a lowest score'
  | 'a metric'
  | 'a kind'
  | 'words of prompts'
  | 'several to rank'
  | 'several rivals'
  | 'strange words';

/** What can come of a question: an intent, or that it is none of ours. */
export const MEANINGS = [...INTENTS, 'none'] as const;
export type Meaning = Intent | 'none';

/** Of each feature its weight for every meaning, in the order of MEANINGS. */
const Weights = z.record(z.string(), z.array(z.number()).length(MEANINGS.length));

const WEIGHTS = new Map(
  Object.entries(
    Weights.parse(JSON.parse(readFileSync(new URL('./english-weights.json', import.meta.url), 'utf8'))),
  ),
);

/** The meanings with how likely each is (they add up to 1), the likeliest first. */
export function meaningsOf(features: readonly string[]): { meaning: Meaning; chance: number }[] {
  const scores = MEANINGS.map(() => 0);
  for (const feature of features) {
    WEIGHTS.get(feature)?.forEach((weight, i) => {
      scores[i] = (scores[i] ?? 0) + weight;
    });
  }
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return MEANINGS.map((meaning, i) => ({ meaning, chance: (powers[i] ?? 0) / sum })).sort(
    (a, b) => b.chance - a.chance,
  );
}

/** What is weighed: each trait, every two of them together, and the stem of each word. */
export function featuresOf({
  traits,
  shape,
}: {
  traits: ReadonlySet<Trait>;
  shape: readonly string[];
}): string[] {
  const sorted = [...traits].sort();
  const pairs = sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => `${one} + ${other}`));
  const words = new Set(shape.map((word) => (word.startsWith('<') ? word : stemmer(word))));
  return ['always', ...sorted, ...pairs, ...[...words].map((word) => `“${word}”`)];
}

/** Whether a word was among those that were learnt from. */
export function isLearnt(word: string): boolean {
  return WEIGHTS.has(`“${stemmer(word)}”`);
}
