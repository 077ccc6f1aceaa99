/**
 * Learns the weights of src/ask/meaning.ts: a logistic regression of the meanings on what questions tell, by gradient steps that
 * shrink for what was often moved (AdaGrad), with a penalty on large weights. It learns from questions whose plans were written
 * down, and from ways to ask of which only the meaning was. What it would come to on questions of others is measured by leaving
 * out one set after the other; those held out stay out of it altogether.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { withoutAsides } from '../../src/ask/asides.ts';
import { featuresOf, MEANINGS, type Meaning, modelOf } from '../../src/ask/meaning.ts';
import { notice } from '../../src/ask/notice.ts';
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

/** `meanings`: those that are as likely as each other, mostly one. */
type Row = { set: string; features: string[]; meanings: readonly Meaning[] };

export function learn(seed: number) {
  const rows = allRows();
  const found = LEARNED.map((left) => {
    const weights = fitted(
      rows.filter(({ set }) => set !== left),
      seed,
    );
    const { medianMs: _, ...shares } = measured(left, () => undefined, modelOf(weights));
    return { 'left out': left, ...shares };
  });
  const weights = meanOf(Array.from({ length: FITS }, (_, i) => fitted(rows, seed + i)));
  const lines = [...weights]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([feature, each]) =>
        `  ${JSON.stringify(feature)}: [${each.map((weight) => Number(weight.toFixed(2))).join(', ')}]`,
    );
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
  return { good: true, json: { found, features: weights.size }, text: table(found) };
}

export function allRows(): Row[] {
  return [...LEARNED.flatMap(rowsOf), ...rowsOfWays()];
}

function rowsOf(set: string): Row[] {
  const { lines, known, today } = questionSet(set);
  return lines.flatMap((line) => {
    const meanings = meaningsIn(line);
    const asked = withoutAsides(line.question, known);
    return meanings.length > 0 ? { set, features: featuresOf(notice(asked, known, today)), meanings } : [];
  });
}

function rowsOfWays(): Row[] {
  const { known, today, lines } = waysToAsk();
  return lines.map(({ question, meaning }) => ({
    set: 'ways-to-ask',
    features: featuresOf(notice(withoutAsides(question, known), known, today)),
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

export function fitted(rows: readonly Row[], seed: number): Map<string, number[]> {
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
