/**
 * Simulated visibility scores for the bench of detection: what an API would give for a project over half a year, and
 * what really happened meanwhile. Answers are drawn one by one, so the noise is binomial; the level has a weekly rhythm
 * and drifts; steps, outages and changes of the measured set befall it. The same seed makes the same project for ever.
 */
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';

export const DAYS = 180;

const ENGINES = ['ChatGPT', 'Gemini', 'Perplexity', 'Claude', 'Copilot'] as const;

/** Nothing happens in the first weeks, from which every rule learns, nor so soon that one event hides the next. */
const FIRST_STEP = 40;
const BETWEEN_STEPS = 35;

/** What a mention weighs by its rank, first to fifth and later, and how often that rank is drawn. */
const WEIGHTS = [1, 0.8, 0.6, 0.4, 0.2];

/** In sigmas of the day: the standard deviation of the figure that moves, by the binomial distribution. */
const STEP_SIGMAS = [2, 3, 4, 5, 6];

/** One day of one series. `quiet` and `sigma` are the truth behind it: what it were without steps, and its noise. */
export type SimulatedDay = { day: number; value: number; answers: number; quiet: number; sigma: number };
export type SimulatedSeries = {
  metric: 'score' | 'mentionRate';
  engine: string | undefined;
  days: SimulatedDay[];
};
/** `engine` is missing where all moved; `until` where it lasted. */
export type Step = {
  day: number;
  until: number | undefined;
  sigmas: number;
  engine: string | undefined;
  points: number;
};
export type SimulatedProject = { series: SimulatedSeries[]; steps: Step[]; setChanges: number[] };

type Engine = {
  name: string;
  answers: number;
  level: number;
  rhythm: number[];
  wave: { size: number; length: number; phase: number };
  /** Days on which it is measured. */
  from: number;
  until: number;
};

/** Twelve series: the score and the mention rate of the whole and of five engines, of 40 to 80 answers a day each. */
export function simulatedProject(seed: number, number: number): SimulatedProject {
  const random = randomOf('detect', seed, number);
  const between = (low: number, high: number) => low + (high - low) * random.next();
  const level = between(0.3, 0.65);
  const weekly = between(0, 0.03);
  const rhythm = Array.from({ length: 7 }, () => random.normal() * weekly);
  const answers = random.int(40, 80);
  const engines = ENGINES.map(
    (name): Engine => ({
      name,
      answers,
      level: Math.min(0.75, Math.max(0.2, level + random.normal() * 0.08)),
      rhythm,
      wave: { size: between(0, 0.02), length: between(60, 200), phase: random.next() },
      from: 0,
      until: DAYS,
    }),
  );
  const setChanges = changeSet(engines, random);
  const steps = stepsOf(engines, random, setChanges);
  const outages = new Set(Array.from({ length: 3 }, () => random.int(10, DAYS - 1)));
  const series = (['score', 'mentionRate'] as const).flatMap((metric) =>
    [undefined, ...ENGINES].map((engine): SimulatedSeries => ({ metric, engine, days: [] })),
  );
  const wander = new Map(engines.map(({ name }) => [name, 0]));
  for (let day = 0; day < DAYS; day += 1) {
    const asked = engines.filter(({ from, until }) => day >= from && day < until);
    const seen = asked.map((engine) => {
      const wandered = (wander.get(engine.name) ?? 0) + random.normal() * 0.001;
      wander.set(engine.name, wandered);
      const { size, length, phase } = engine.wave;
      const wave = size * Math.sin(2 * Math.PI * (day / length + phase));
      const moved = movedBy(steps, engine.name, day);
      const quiet = engine.level + wandered + wave + (engine.rhythm[day % 7] ?? 0);
      return answersOf(engine, asRate(quiet), asRate(quiet + moved), random);
    });
    if (outages.has(day)) continue;
    for (const one of series) {
      const behind = one.engine === undefined ? seen : seen.filter(({ name }) => name === one.engine);
      if (behind.length > 0) one.days.push({ day, ...figure(one.metric, behind) });
    }
  }
  return { series, steps, setChanges };
}

const asRate = (share: number) => Math.min(0.97, Math.max(0.02, share));

type Answers = {
  name: string;
  answers: number;
  quiet: number;
  rate: number;
  mentions: number;
  weight: number;
};

const MEAN_WEIGHT = WEIGHTS.reduce((sum, weight) => sum + weight, 0) / WEIGHTS.length;
const MEAN_SQUARE = WEIGHTS.reduce((sum, weight) => sum + weight * weight, 0) / WEIGHTS.length;

function answersOf({ name, answers }: Engine, quiet: number, rate: number, random: Random): Answers {
  let [mentions, weight] = [0, 0];
  for (let i = 0; i < answers; i += 1) {
    const chance = random.next();
    if (chance >= rate) continue;
    mentions += 1;
    weight += WEIGHTS[Math.floor((chance / rate) * WEIGHTS.length)] ?? 0;
  }
  return { name, answers, quiet, rate, mentions, weight };
}

function figure(metric: SimulatedSeries['metric'], behind: readonly Answers[]) {
  const sum = (of: (one: Answers) => number) => behind.reduce((total, one) => total + of(one), 0);
  const answers = sum((one) => one.answers);
  const variance = (one: Answers) => one.answers * one.rate * (1 - one.rate);
  if (metric === 'mentionRate') {
    return {
      answers,
      value: sum(({ mentions }) => mentions) / answers,
      quiet: sum((one) => one.answers * one.quiet) / answers,
      sigma: Math.sqrt(sum(variance)) / answers,
    };
  }
  const weightVariance = (one: Answers) =>
    one.answers * (one.rate * MEAN_SQUARE - (one.rate * MEAN_WEIGHT) ** 2);
  return {
    answers,
    value: (100 * sum(({ weight }) => weight)) / answers,
    quiet: (100 * MEAN_WEIGHT * sum((one) => one.answers * one.quiet)) / answers,
    sigma: (100 * Math.sqrt(sum(weightVariance))) / answers,
  };
}

/** One project in three gains or loses an engine for good. */
function changeSet(engines: Engine[], random: Random): number[] {
  if (random.next() >= 1 / 3) return [];
  const engine = random.pick(engines);
  const day = random.int(FIRST_STEP, DAYS - 20);
  // It must matter: an engine that is like the others changes nothing.
  engine.level = Math.min(0.8, Math.max(0.12, engine.level + (random.next() < 0.5 ? -0.2 : 0.2)));
  if (random.next() < 0.5) engine.from = day;
  else engine.until = day;
  return [day];
}

/** Steps of the whole or of one engine, upwards or downwards; every third is over after a few days. */
function stepsOf(engines: readonly Engine[], random: Random, setChanges: readonly number[]): Step[] {
  const steps: Step[] = [];
  for (let day = FIRST_STEP + random.int(0, 20); day < DAYS - 15; day += BETWEEN_STEPS + random.int(0, 30)) {
    const sigmas = random.pick(STEP_SIGMAS);
    const one = random.next() < 0.5 ? random.pick(engines) : undefined;
    if (one && (one.from > day - 35 || one.until < day + 20)) continue;
    if (setChanges.some((change) => Math.abs(change - day) < 15)) continue;
    const level = one?.level ?? engines.reduce((sum, engine) => sum + engine.level, 0) / engines.length;
    const answers = one?.answers ?? engines.reduce((sum, engine) => sum + engine.answers, 0);
    const size = sigmas * Math.sqrt((level * (1 - level)) / answers);
    const points = level + size > 0.9 || (level - size > 0.05 && random.next() < 0.5) ? -size : size;
    const until = random.next() < 1 / 3 ? day + random.int(9, 14) : undefined;
    steps.push({ day, until, sigmas, engine: one?.name, points });
    // What lasts is the level from which the next step starts: kept small enough to stay a share.
    if (until === undefined) break;
  }
  return steps;
}

function movedBy(steps: readonly Step[], engine: string, day: number): number {
  return steps
    .filter((step) => (step.engine ?? engine) === engine && day >= step.day && day < (step.until ?? DAYS))
    .reduce((sum, { points }) => sum + points, 0);
}
