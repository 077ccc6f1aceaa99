/**
 * Learns the weights of src/ask/meaning.ts: a logistic regression of the meanings on what questions tell, by gradient steps that
 * shrink for what was often moved (AdaGrad), with a penalty on large weights. It learns from questions whose plans were written
 * down, and from ways to ask of which only the meaning was. What it would come to on questions of others is measured by leaving
 * out one set after the other; those held out stay out of it altogether.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { askingPart, withoutAsides } from '../../src/ask/asking-part.ts';
import { areSimilar, featuresOf, MEANINGS, type Meaning, modelOf } from '../../src/ask/meaning.ts';
import type { KnownNames } from '../../src/ask/names.ts';
import { notice } from '../../src/ask/notice.ts';
import { INTENTS, type Intent, type Plan } from '../../src/ask/plan.ts';
import { randomOf } from '../../src/sandbox/world/random.ts';
import { measured } from './ask.ts';
import { LEARNED, type Line, questionSet, waysToAsk } from './ask-sets.ts';
import { table } from './table.ts';

const FILE = path.join(import.meta.dirname, '..', '..', 'src', 'ask', 'english-weights.json');

const ROUNDS = 15;
const STEP = 0.3;
const PENALTY = 0.006;
/** Their mean is used, as each depends on the order of its questions. */
const FITS = 4;
/** Strangers word it otherwise, so each time some features are left out, and none decides alone. */
const LEFT_OUT = 0.15;
/** A feature of a single question is that question, not English. */
const LEAST_OFTEN = 2;
/** A pair that weighs less for each meaning changes nothing. */
const LEAST_WEIGHT = 0.3;

/** `meanings`: those that are as likely as each other, mostly one. */
type Row = { set: string; features: string[]; meanings: readonly Meaning[] };

export function learn(seed: number) {
  const [rows, told] = [allRows(), allTold()];
  const found = LEARNED.map((left) => {
    const isOther = ({ set }: { set: string }) => set !== left;
    const learned = {
      weights: fitted(rows.filter(isOther), seed),
      words: wordsOf(told.filter(isOther)),
    };
    const model = modelOf(() => learned);
    const { medianMs: _, ...shares } = measured(left, () => undefined, model);
    return { 'left out': left, ...shares };
  });
  const weights = meanOf(Array.from({ length: FITS }, (_, i) => fitted(rows, seed + i)));
  writeLearned(weights);
  return { good: true, json: { found, features: weights.size }, text: table(found) };
}

function writeLearned(weights: ReadonlyMap<string, readonly number[]>) {
  const listed = (of: ReadonlyMap<string, unknown>) =>
    [...of]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)}`)
      .join(',\n');
  const isTold = ([feature, each]: readonly [string, readonly number[]]) =>
    !feature.includes(' ') || each.some((weight) => Math.abs(weight) >= LEAST_WEIGHT);
  const rounded = new Map(
    [...weights]
      .filter(isTold)
      .map(([feature, each]) => [feature, each.map((one) => Number(one.toFixed(2)))]),
  );
  const words = listed(wordsOf(allTold()));
  writeFileSync(FILE, `{\n  "weights": {\n${listed(rounded)}\n  },\n  "words": {\n${words}\n  }\n}\n`);
}

/** From so many questions expected of an intent on, those found tell something. */
const FEWEST_EXPECTED = 10;
/** The share of those expected, up to which a word is of others. */
const HARDLY = 0.05;

/** From so many questions on of one intent, a word tells something of them. */
const FEWEST_OF_INTENT = 4;
/** The share of them from which on it asks for what they have in common. */
const NEARLY_ALL = 0.85;

/** A word of questions that can't be answered, and of those of so few intents, means another question beside a third. */
const FEW_INTENTS = 2;
/** The stems of words that go with any question, however few had them. */
const OF_ANY =
  /^(?:u|um|hei|hi|thx|thank|pleas|kind|might|mai|mind|make|let|cant|dont|her|his|their|theyr|him|she|he|too|alreadi|until|till|becaus|everybodi|everyon|somebodi|someon|sound|seem|feel|moment|period|month|week|morn|import|interest|long|manag|client|boss|deck|team)$/;

/** What a plan may hold besides names, days and numbers. */
const HELD: readonly (keyof Plan)[] = ['metric', 'order', 'filters', 'entity'];

/**
 * What the stem of each word asks for: "score.metric" where nearly all its questions of that intent have the same
 * metric, "no.score" where hardly any has that intent, nor one like it, though chance would give it some, "only.leads"
 * where those that can be answered have few intents, and others can't be.
 */
export function wordsOf(all: readonly Told[]): Map<string, string> {
  const counts = new Counts();
  for (const { features, meanings, held } of all)
    for (const stem of stemsIn(features)) {
      for (const meaning of meanings) counts.add(stem, meaning);
      for (const [what, value] of held) counts.add(`${stem} ${what}`, value);
    }
  return new Map(
    counts.stems().flatMap((stem) => {
      const no = INTENTS.filter((intent) => isOfOthers(counts, stem, intent)).map((one) => `no.${one}`);
      const held = INTENTS.flatMap((intent) =>
        HELD.filter((field) => counts.nearlyAllHold(stem, intent, field)).map(
          (field) => `${intent}.${field}`,
        ),
      );
      const all = [...no, ...held, ...onlyOf(counts, stem)];
      return all.length > 0 ? [[stem, all.join(' ')] as const] : [];
    }),
  );
}

/** `held`: what its plans hold. */
type Told = { set: string; features: string[]; meanings: readonly string[]; held: ReturnType<typeof heldBy> };

function allTold(): Told[] {
  return [...rowsOfWays().map((row) => ({ ...row, held: [] })), ...LEARNED.flatMap(toldIn)];
}

function toldIn(set: string): Told[] {
  const { lines, known, today } = questionSet(set);
  return lines.map((line) => {
    const plans = 'plan' in line ? [line.plan, ...line.alternatives] : [];
    return {
      set,
      features: featuresIn(line.question, known, today),
      meanings: plans.length > 0 ? [...new Set(plans.map(({ intent }) => intent))] : meaningsIn(line),
      held: heldBy(plans.filter(({ intent }) => intent === plans[0]?.intent)),
    };
  });
}

function featuresIn(question: string, known: KnownNames, today: string): string[] {
  return featuresOf(notice(withoutAsides(askingPart(question, known), known), known, today));
}

function stemsIn(features: readonly string[]): string[] {
  return features.flatMap((feature) => /^“([^ …<^$]+)”$/.exec(feature)?.[1] ?? []);
}

/** For each field that the plans agree on, "score.metric" for each that they were asked of, and its value if any. */
function heldBy(plans: readonly Plan[]): (readonly [string, string])[] {
  const [first] = plans;
  if (!first) return [];
  return HELD.flatMap((field) => {
    const values = new Set(plans.map((plan) => JSON.stringify(plan[field] ?? null)));
    if (values.size > 1) return [];
    const { intent, [field]: value } = first;
    const each = value === undefined ? [] : [value].flat();
    return ['any', ...each.map((one) => JSON.stringify(one))].map(
      (one) => [`${intent}.${field}`, one] as const,
    );
  });
}

class Counts {
  readonly #times = new Map<string, Map<string, number>>();
  readonly #all = new Map<string, number>();

  add(stem: string, meaning: string) {
    const own = this.#times.get(stem) ?? new Map<string, number>();
    this.#times.set(stem, own.set(meaning, (own.get(meaning) ?? 0) + 1));
    if (!stem.includes(' ')) this.#all.set(meaning, (this.#all.get(meaning) ?? 0) + 1);
  }

  stems(): string[] {
    return [...this.#times.keys()].filter((key) => !key.includes(' '));
  }

  /** Of all, or of one stem. */
  sum(isCounted: (meaning: string) => boolean, stem?: string): number {
    const of = stem === undefined ? this.#all : (this.#times.get(stem) ?? []);
    return [...of].reduce((total, [meaning, times]) => total + (isCounted(meaning) ? times : 0), 0);
  }

  nearlyAllHold(stem: string, intent: string, field: string): boolean {
    const own = this.#times.get(`${stem} ${intent}.${field}`) ?? new Map<string, number>();
    const { any: asked = 0, ...values }: Record<string, number> = Object.fromEntries(own);
    const most = Math.max(0, ...Object.values(values));
    return asked >= FEWEST_OF_INTENT && most >= NEARLY_ALL * asked;
  }
}

function onlyOf(counts: Counts, stem: string): string[] {
  const times = (of: string) => counts.sum((meaning) => meaning === of, stem);
  const intents = INTENTS.filter((intent) => times(intent) > 1);
  if (OF_ANY.test(stem) || times('none') < 2 || intents.length > FEW_INTENTS) return [];
  return (intents.length > 0 ? intents : ['none']).map((one) => `only.${one}`);
}

function isOfOthers(counts: Counts, stem: string, intent: Intent): boolean {
  const isLike = (other: string) =>
    other === intent || MEANINGS.some((one) => one === other && areSimilar(one, intent));
  const any = () => true;
  const expected = counts.sum(any, stem) * (counts.sum(isLike) / counts.sum(any));
  return expected >= FEWEST_EXPECTED && counts.sum(isLike, stem) <= HARDLY * expected;
}

export function allRows(): Row[] {
  return [...LEARNED.flatMap(rowsOf), ...rowsOfWays()];
}

function rowsOf(set: string): Row[] {
  const { lines, known, today } = questionSet(set);
  return lines.flatMap((line) => {
    const meanings = meaningsIn(line);
    return meanings.length > 0 ? { set, features: featuresIn(line.question, known, today), meanings } : [];
  });
}

function rowsOfWays(): Row[] {
  const { known, today, lines } = waysToAsk();
  return lines.map(({ question, meaning }) => ({
    set: 'ways-to-ask',
    features: featuresIn(question, known, today),
    meanings: [meaning],
  }));
}

/** Of one that is to be asked back: those between which it is, if one prompt or another isn’t all that is unclear. */
function meaningsIn(line: Line): Meaning[] {
  // The text of answers is asked for in fixed words.
  if ('plan' in line) return MEANINGS.filter((meaning) => meaning === line.plan.intent);
  return line.verdict === 'ambiguous'
    ? MEANINGS.filter((one) => one !== 'none' && line.between.includes(one))
    : ['none'];
}

function fitted(rows: readonly Row[], seed: number): Map<string, number[]> {
  const times = new Map<string, number>();
  for (const { features } of rows)
    for (const feature of features) times.set(feature, (times.get(feature) ?? 0) + 1);
  const kept = [...times].filter(([, count]) => count >= LEAST_OFTEN).map(([feature]) => feature);
  const zeros = () => MEANINGS.map(() => 0);
  const weights = new Map(kept.map((feature) => [feature, zeros()]));
  const moved = new Map(kept.map((feature) => [feature, zeros()]));
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = randomOf(`${seed}:${round}`);
    for (const { features: all, meanings } of random.shuffled(rows)) {
      const features = all.filter(() => random.next() >= LEFT_OUT);
      const chances = chancesOf(features, weights);
      const shares = MEANINGS.map((one) => (meanings.includes(one) ? 1 / meanings.length : 0));
      for (const feature of features) {
        const [each, far] = [weights.get(feature), moved.get(feature)];
        if (!each || !far) continue;
        chances.forEach((chance, i) => {
          const slope = chance - (shares[i] ?? 0) + PENALTY * (each[i] ?? 0);
          far[i] = (far[i] ?? 0) + slope * slope;
          each[i] = (each[i] ?? 0) - (STEP * slope) / Math.sqrt(1e-6 + (far[i] ?? 0));
        });
      }
    }
  }
  return weights;
}

/** Of fits to the same questions, which have the same features. */
function meanOf(fits: readonly ReadonlyMap<string, readonly number[]>[]): Map<string, number[]> {
  const ofOne = (feature: string, each: readonly number[]) =>
    each.map((_, i) => fits.reduce((sum, fit) => sum + (fit.get(feature)?.[i] ?? 0), 0) / fits.length);
  return new Map([...(fits[0] ?? [])].map(([feature, each]) => [feature, ofOne(feature, each)]));
}

function chancesOf(features: readonly string[], weights: ReadonlyMap<string, readonly number[]>): number[] {
  const scores = MEANINGS.map((_, i) =>
    features.reduce((sum, feature) => sum + (weights.get(feature)?.[i] ?? 0), 0),
  );
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
