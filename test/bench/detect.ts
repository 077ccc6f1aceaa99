/**
 * The bench of change detection: published series, simulated visibility scores, what their alerts say of themselves, calm
 * ones, what answers say of rivals and of the brand, and speed.
 */
import path from 'node:path';
import { answersBench } from './detect-answers.ts';
import { calibration } from './detect-calibration.ts';
import { calmScores } from './detect-calm.ts';
import { messages } from './detect-messages.ts';
import { published } from './detect-published.ts';
import { HISTORY_DAYS, SPEED_SERIES, speedOf } from './detect-speed.ts';
import { areMet, atLeast, atMost, goalTable } from './goals.ts';
import { table } from './table.ts';

/** Not of the product: a copy of the Turing Change Point Dataset beside the checkout. */
export const CHANGE_POINTS_DIR = path.join('..', 'shared', 'benchmarks', 'change-points');

const GOALS = {
  f1: 0.76,
  falsePerQuarter: 0.6,
  fourSigma: 0.98,
  twoSigmaDays: 7,
  ofOracle: 0.9,
  calm: 0.01,
  calibration: 0.05,
  seconds: 2,
};

type DetectOptions = { changePoints: string; projects: number; seed: number };

/** Runs the six parts; `good` is whether every goal of those that could be run was met. */
export async function detect(
  { changePoints, projects, seed }: DetectOptions,
  progress: (line: string) => void,
) {
  const real = await published(changePoints);
  const simulated = messages(projects, seed, progress);
  const sureness = calibration(projects, seed);
  progress('Alerts are held against what they say of themselves');
  const calm = calmScores(seed);
  progress('Sightline has read calm scores');
  const answers = answersBench(projects, seed);
  progress('Sightline has read who is named first, and how');
  const speed = speedOf(seed);
  const { own, ofOracle } = simulated;
  const goals = [
    real && {
      goal: 'mean F1 of published series',
      wanted: `>= ${GOALS.f1}`,
      measured: real.f1,
      met: real.f1 >= GOALS.f1,
    },
    atMost(
      'false messages per project and quarter, all',
      GOALS.falsePerQuarter,
      Number((own['false per project and quarter'] + answers.falsePerQuarter).toFixed(3)),
    ),
    atLeast('steps of 4 sigmas found within 2 days', GOALS.fourSigma, own['4 sigma in 2 days']),
    atMost('median days until 2 sigmas are found', GOALS.twoSigmaDays, own['2 sigma, median days']),
    atLeast('found within 7 days, of what the oracle finds', GOALS.ofOracle, ofOracle),
    atMost('80 calm days that bring two alerts or more', GOALS.calm, calm.worst),
    atMost('error of what alerts say of themselves', GOALS.calibration, sureness.error),
    atMost(`seconds for a day of ${SPEED_SERIES} series`, GOALS.seconds, speed.seconds),
  ].filter((goal) => goal !== undefined);
  return {
    good: areMet(goals),
    json: { published: real ?? null, simulated, sureness, calm, answers, speed, goals },
    text: [
      real
        ? publishedText(real)
        : `The published series are not here: no folder ${changePoints} (CHANGE_POINTS_DIR names another).`,
      table(simulated.rows),
      table(sureness.rows),
      table(calm.rows),
      table(answers.rows),
      `A day's decision for ${SPEED_SERIES} series takes ${speed.seconds} s from ${HISTORY_DAYS} days of rows as an API lists them, nothing kept.`,
      goalTable(goals),
    ].join('\n\n'),
  };
}

function publishedText({
  rows,
  f1,
  noAlerts,
  medianDelay,
  others,
}: NonNullable<Awaited<ReturnType<typeof published>>>) {
  const means = Object.entries(others).map(([method, mean]) => `${method} ${round(mean)}`);
  return [
    table(rows.map((row) => ({ ...row, f1: round(row.f1), 'no alerts': round(row['no alerts']) }))),
    `Mean F1 ${round(f1)}; no alerts at all ${round(noAlerts)}; median delay ${medianDelay} points.`,
    `Published means: ${means.join(', ')}.`,
  ].join('\n\n');
}

function round(figure: number): number {
  return Number(figure.toFixed(3));
}
