/**
 * Classifies a question with a linear model, whose weights were learned from 17,700 labelled questions
 * (`npm run bench -- ask --learn`). Deterministic.
 */
import { readFileSync } from 'node:fs';
import { stemmer } from 'stemmer';
import { z } from 'zod';
import { oncePerText } from '../once-per.ts';
import type { Sign } from './english-signs.ts';
import type { FoundName, NameKind } from './names.ts';
import { type Intent, type Names, WEIGHED_INTENTS } from './plan.ts';

/** Features of a question besides its words. */
export type Trait =
  | Sign
  | `a ${Exclude<NameKind, 'engine'>}`
  | 'an engine'
  | 'days'
  | 'compared days'
  | 'a limit'
  | 'a lowest score'
  | 'a metric'
  | 'a kind'
  | 'words of prompts'
  | 'several to rank'
  | 'several rivals'
  | 'strange words';

/** Only of questions on leads. */
export const TRAITS_OF_LEADS: readonly Trait[] = [
  'leads',
  'unclaimed',
  'claimed',
  'mine',
  'snoozed',
  'dismissed',
  'undismissed',
  'answered',
  'unanswered',
  'to_answer',
  'old',
  'cited',
  'a place',
  'a lowest score',
];

/** An intent, or "none" for questions we can't answer. */
export const MEANINGS = [...WEIGHED_INTENTS, 'none'] as const;
export type Meaning = Intent | 'none';

const Learned = z.object({
  weights: z.record(z.string(), z.array(z.number()).length(MEANINGS.length)),
  words: z.record(z.string(), z.string()),
});

/**
 * `meaningsOf`: all meanings with their chances, which add up to 1, likeliest
 * first. `isLearned`: the model knows the word, or the two in this order, of
 * questions that can be answered. `asksOf`: "score.metric" if nearly all questions
 * with the word that mean a score name the same figure, "no.score" if hardly any
 * means a score, or anything like it.
 */
export type Model = {
  meaningsOf(features: readonly string[]): { meaning: Meaning; chance: number }[];
  isLearned(...words: string[]): boolean;
  asksOf(word: string): readonly string[];
};

/**
 * `weights`: for each feature, a weight per meaning in the order of MEANINGS. `words`: what the stem of each asks for,
 * apart by spaces.
 */
export function modelOf(
  learned: () => { weights: ReadonlyMap<string, readonly number[]>; words: ReadonlyMap<string, string> },
): Model {
  return {
    meaningsOf(features) {
      const { weights } = learned();
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
    isLearned(...words) {
      const each = learned().weights.get(`“${words.map(stemmer).join(' ')}”`) ?? [];
      return each.slice(0, -1).some((weight) => weight > 0);
    },
    asksOf: (word) => learned().words.get(stemmer(word))?.split(' ') ?? [],
  };
}

/** Intents whose answers overlap, so nobody is asked which one was meant. */
const SIMILAR: readonly (readonly [Meaning, Meaning])[] = [
  ['score', 'change'],
  ['score', 'topic'],
  ['score', 'overview'],
  ['topic', 'overview'],
  ['overview', 'change'],
  ['score', 'ranking'],
  ['compare', 'named'],
  ['change', 'topic'],
  ['happened', 'overview'],
];

export function areSimilar(one: Meaning, other: Meaning): boolean {
  return SIMILAR.some((pair) => pair.includes(one) && pair.includes(other));
}

/** Read with the first question. */
const readWeights = oncePerText(() => {
  const file = readFileSync(new URL('./english-weights.json', import.meta.url), 'utf8');
  const { weights, words } = Learned.parse(JSON.parse(file));
  return { weights: new Map(Object.entries(weights)), words: new Map(Object.entries(words)) };
});

export const ENGLISH = modelOf(readWeights);

/** Longer words also count by their beginning: "competing" tells something of "competition". */
const BEGINNING = 4;

/** The features: traits, pairs of traits, word stems, their beginnings, and pairs of adjacent stems. */
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
  const beginnings = stems.flatMap((word) =>
    /^[a-z]+$/.test(word) && word.length > BEGINNING ? `“${word.slice(0, BEGINNING)}…”` : [],
  );
  return ['always', ...sorted, ...pairs, ...words, ...new Set(beginnings), ...new Set(follow)];
}

/** For each intent, the most common question comes first. */
export function exampleQuestions(names: Partial<Names> = {}): { intent: Intent; question: string }[] {
  const { engines, topics, prompts, rivals, places } = names;
  const [engine, topic, prompt, rival, place] = [engines, topics, prompts, rivals, places].map(
    (all) => all?.[0],
  );
  const all: [Intent, string | undefined][] = [
    ['overview', 'How are we doing?'],
    ['change', engine && `Why did we drop on ${engine}?`],
    ['leads', 'Which open leads are cited by engines?'],
    ['compare', rival && `How do we compare with ${rival}?`],
    ['score', 'What’s our score this month?'],
    ['topic', topic && `How do we stand on ${topic}?`],
    ['ranking', 'Which topics are we worst in?'],
    ['named', topic ? `Who is named first on ${topic}?` : 'Who is named first?'],
    ['sources', engine ? `Which pages does ${engine} cite?` : 'Which pages do engines cite?'],
    ['happened', 'What happened this week?'],
    ['answers', engine && prompt && `What does ${engine} say when asked “${prompt}”?`],
    ['prompts', 'Which prompts do we track?'],
    ['suggestions', 'What should we write about?'],
    ['status', 'When is the next digest?'],
    ['leads', place && `Which leads from ${place} are open?`],
    ['help', 'What can I ask?'],
  ];
  return all.flatMap(([intent, question]) => (question === undefined ? [] : [{ intent, question }]));
}

/** Up to three examples, likeliest first, using the names from the question. */
export function nearQuestions(
  meanings: readonly { meaning: Meaning }[],
  names: Names,
  said: readonly Pick<FoundName, 'kind' | 'name'>[],
): string[] {
  const likely = meanings.map(({ meaning }) => meaning);
  const rank = (intent: Intent) => (likely.includes(intent) ? likely.indexOf(intent) : likely.length);
  const saidFirst = (kind: NameKind, all: readonly string[]) => [
    ...said.flatMap((found) => (found.kind === kind ? found.name : [])),
    ...all,
  ];
  const asked = {
    ...names,
    engines: saidFirst('engine', names.engines),
    topics: saidFirst('topic', names.topics),
    rivals: saidFirst('rival', names.rivals),
    places: saidFirst('place', names.places),
  };
  return exampleQuestions(asked)
    .sort((a, b) => rank(a.intent) - rank(b.intent))
    .slice(0, 3)
    .map(({ question }) => question);
}
