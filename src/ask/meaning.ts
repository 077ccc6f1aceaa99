/**
 * What a question asks for: what it tells is weighed, by weights learnt from 11,400 questions whose meaning was written down
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

const Weights = z.record(z.string(), z.array(z.number()).length(MEANINGS.length));

/** `meaningsOf`: the meanings with how likely each is (they add up to 1), the likeliest first. `isLearnt`: of a word. */
export type Model = {
  meaningsOf(features: readonly string[]): { meaning: Meaning; chance: number }[];
  isLearnt(word: string): boolean;
};

/** By each feature’s weight for every meaning, in the order of MEANINGS. */
export function modelOf(weights: ReadonlyMap<string, readonly number[]>): Model {
  return {
    meaningsOf(features) {
      const scores = MEANINGS.map(() => 0);
      for (const feature of features) {
        weights.get(feature)?.forEach((weight, i) => {
          scores[i] = (scores[i] ?? 0) + weight;
        });
      }
      const most = Math.max(...scores);
      const powers = scores.map((score) => Math.exp(score - most));
      const sum = powers.reduce((total, power) => total + power, 0);
      return MEANINGS.map((meaning, i) => ({ meaning, chance: (powers[i] ?? 0) / sum })).sort(
        (a, b) => b.chance - a.chance,
      );
    },
    isLearnt: (word) => weights.has(`“${stemmer(word)}”`),
  };
}

let english: Model | undefined;

/** Read for the first question. */
function readEnglish(): Model {
  const read = () => JSON.parse(readFileSync(new URL('./english-weights.json', import.meta.url), 'utf8'));
  english ??= modelOf(new Map(Object.entries(Weights.parse(read()))));
  return english;
}

export const ENGLISH: Model = {
  meaningsOf: (features) => readEnglish().meaningsOf(features),
  isLearnt: (word) => readEnglish().isLearnt(word),
};

/** What is weighed: each trait, every two of them together, the stem of each word, and of every two that follow each other. */
export function featuresOf({
  traits,
  shape,
}: {
  traits: ReadonlySet<Trait>;
  shape: readonly string[];
}): string[] {
  const sorted = [...traits].sort();
  const pairs = sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => `${one} + ${other}`));
  const stems = shape.map((word) => (word.startsWith('<') ? word : stemmer(word)));
  const line = ['^', ...stems, '$'];
  const follow = line.slice(1).map((word, i) => `“${line[i]} ${word}”`);
  const words = [...new Set(stems)].map((word) => `“${word}”`);
  return ['always', ...sorted, ...pairs, ...words, ...new Set(follow)];
}
