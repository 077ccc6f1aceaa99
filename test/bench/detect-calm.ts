/**
 * Calm scores in the bench of detection: nothing but noise, polled for eighty mornings of an API that gives only the last
 * days. What earlier polls kept is read with them, so all that differs is how many days are known on the first morning.
 */
import { buildAlertHistory } from '../../src/rules/alert-history.ts';
import { dayNumber, seriesKey } from '../../src/rules/score-series.ts';
import { type Random, randomOf } from '../../src/sandbox/world/random.ts';

/** How many days the API gives. */
export const WINDOWS = [7, 14, 30, 60] as const;

/** Days that the bot runs. */
export const MORNINGS = 80;

/** All days of a run: those that the longest window gives on the first morning, and a new one for each later morning. */
const DAYS = Math.max(...WINDOWS) + MORNINGS - 1;

/** In points: `min_change` is little more than the noise. */
const LEVEL = 60;
const SPREAD = 4;
const MIN_CHANGE = 5;

/** Neighbouring days have so much of each other, as a correlation, where noise lasts. */
const LASTING = 0.3;

/** Of each window and noise. */
const RUNS = 500;

const rounded = (figure: number) => Number(figure.toFixed(1));

/** Each gives day after day of one run. */
const NOISES = {
  normal: (random) => () => rounded(LEVEL + SPREAD * random.normal()),
  'whole points': (random) => () => Math.round(LEVEL + SPREAD * random.normal()),
  lasting: (random) => {
    let away = random.normal();
    return () => {
      away = LASTING * away + Math.sqrt(1 - LASTING ** 2) * random.normal();
      return rounded(LEVEL + SPREAD * away);
    };
  },
} as const satisfies Record<string, (random: Random) => () => number>;

export type Noise = keyof typeof NOISES;

type CalmRow = {
  noise: Noise;
  'days given': number;
  runs: number;
  'no alert': string;
  one: string;
  'two or more': string;
};

/** Each noise and window as a row; `worst` is the largest share of runs with two alerts or more. */
export function calmScores(seed: number): { rows: CalmRow[]; worst: number } {
  let worst = 0;
  const rows = (Object.keys(NOISES) as Noise[]).flatMap((noise) => {
    const runs = Array.from({ length: RUNS }, (_, run) => calmFigures(noise, seed * RUNS + run));
    return WINDOWS.map((window): CalmRow => {
      const alerts = runs.map((figures) => alertsTold(figures, window));
      const share = (isMeant: (count: number) => boolean) => alerts.filter(isMeant).length / RUNS;
      const [none, one, more] = [share((n) => n === 0), share((n) => n === 1), share((n) => n > 1)];
      worst = Math.max(worst, more);
      return {
        noise,
        'days given': window,
        runs: RUNS,
        'no alert': percent(none),
        one: percent(one),
        'two or more': percent(more),
      };
    });
  });
  return { rows, worst };
}

/** The figures of one run, a day each. */
export function calmFigures(noise: Noise, seed: number): number[] {
  const next = NOISES[noise](randomOf('calm', noise, seed));
  return Array.from({ length: DAYS }, next);
}

/**
 * How many alerts the channel gets in the eighty mornings. What is said of a day depends on it and the days before it
 * alone, so all mornings are read at once; an alert that was over on the first morning is never told.
 */
export function alertsTold(figures: readonly number[], window: number): number {
  const first = DAYS - MORNINGS;
  const points = figures.flatMap((value, day) => (day > first - window ? [{ day, value }] : []));
  const series = [{ key: seriesKey('score', {}), metric: 'score' as const, scope: {}, points }];
  const { alerts } = buildAlertHistory('calm', series, MIN_CHANGE);
  return alerts.filter(({ openedOn, day, status }) => {
    const last = status === 'open' ? DAYS : dayNumber(day);
    return dayNumber(openedOn) >= first || last > first;
  }).length;
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(1))} %`;
}
