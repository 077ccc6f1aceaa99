/**
 * Detection on simulated visibility scores, counted as people meet it: in messages. The alerts' whole life is run over
 * half a year of each project; an oracle and the rules people use are run beside it.
 */
import { realNow } from '../../src/clock.ts';
import { buildAlertHistory } from '../../src/rules/alert-history.ts';
import { dayNumber, type ScoreSeries, seriesKey } from '../../src/rules/score-series.ts';
import { medianOf } from '../../src/rules/score-window.ts';
import { ORACLE, RULES, type Rule } from './detect-rules.ts';
import {
  DAYS,
  type SimulatedProject,
  type SimulatedSeries,
  type Step,
  simulatedProject,
} from './detect-scores.ts';

/** In points, as a feed has it unless told otherwise. */
export const MIN_CHANGE = 5;

/** A step that is hardly larger than the threshold is below it on every second day: nobody asked to be told. */
const CLEAR_CHANGE = 1.5 * MIN_CHANGE;

/** A message is right if something happened within so many days before it; one of a simple rule, too, while that lasts. */
export const RIGHT_WITHIN = 30;

/** A simple rule's alarms of days in a row are one message. */
const ONE_MESSAGE = 1;

const QUARTER = 90;

/** `told`: days on which a message began; `alarms`: all days of alarm; `repeats`: as long as a step lasts. */
type Messages = { told: number[]; alarms: number[]; repeats: boolean };
type Outcome = { falsePerQuarter: number; delays: { step: Step; delay: number }[] };

type MessageRow = {
  rule: string;
  threshold: number | string;
  'false per project and quarter': number;
  '4 sigma in 2 days': number;
  '2 sigma, median days': number;
  'all within 7 days': number;
};

export function messages(projects: number, seed: number, progress: (line: string) => void) {
  const worlds = Array.from({ length: projects }, (_, number) => simulatedProject(seed, number));
  progress(`${projects} projects of ${worlds[0]?.series.length} series and ${DAYS} days are made`);

  const begun = realNow();
  const ours = judged(worlds, (world) => ourMessages(world));
  const seconds = (realNow() - begun) / 1000;
  const falseRate = ours.falsePerQuarter;
  progress('Sightline has read them');

  const others = [ORACLE, ...RULES].flatMap((rule) => {
    const strengths = worlds.map((world) => strengthsOf(world, rule));
    const at = (threshold: number) =>
      judged(worlds, (_, number) => messagesOf(strengths[number] ?? [], threshold));
    const equal = thresholdFor(falseRate, at);
    progress(`${rule.name} has read them`);
    const rows = [{ threshold: equal, row: rowOf(rule.name, equal, at(equal)) }];
    return rule.usual === undefined
      ? rows
      : [{ threshold: rule.usual, row: rowOf(rule.name, rule.usual, at(rule.usual)) }, ...rows];
  });
  const own = rowOf('Sightline', '', ours);
  const oracle = others[0]?.row;
  return {
    rows: [own, ...others.map(({ row }) => row)],
    own,
    ofOracle: oracle ? own['all within 7 days'] / oracle['all within 7 days'] : Number.NaN,
    seconds,
  };
}

function rowOf(rule: string, threshold: number | string, { falsePerQuarter, delays }: Outcome): MessageRow {
  const within = (days: number, from: number) => {
    const steps = delays.filter(({ step }) => step.sigmas >= from);
    return steps.filter(({ delay }) => delay <= days).length / steps.length;
  };
  const twoSigma = delays.filter(({ step }) => step.sigmas === 2).map(({ delay }) => delay);
  return {
    rule,
    threshold: typeof threshold === 'number' ? rounded(threshold) : threshold,
    'false per project and quarter': rounded(falsePerQuarter),
    '4 sigma in 2 days': rounded(within(2, 4)),
    '2 sigma, median days': medianOf(twoSigma),
    'all within 7 days': rounded(within(7, 2)),
  };
}

/** Messages of one metric at a time, as alerts are: the score's, then the mention rate's. */
function judged(
  worlds: readonly SimulatedProject[],
  messagesOfWorld: (world: SimulatedProject, number: number) => readonly Messages[],
): Outcome {
  let wrong = 0;
  const delays: Outcome['delays'] = [];
  worlds.forEach((world, number) => {
    const metrics = messagesOfWorld(world, number);
    const events = world.steps.flatMap(({ day, until }) => (until === undefined ? [day] : [day, until]));
    const isRight = (day: number) => events.some((event) => day >= event && day <= event + RIGHT_WITHIN);
    const lasts = (day: number) => world.steps.some((step) => day >= step.day && day < (step.until ?? DAYS));
    for (const { told, repeats } of metrics) {
      wrong += told.filter((day) => !isRight(day) && !(repeats && lasts(day))).length;
    }
    for (const step of world.steps) {
      if (100 * Math.abs(step.points) < CLEAR_CHANGE) continue;
      const since = metrics.flatMap(({ alarms }) => alarms.filter((day) => day >= step.day));
      const first = Math.min(...since.filter((day) => day <= step.day + RIGHT_WITHIN));
      delays.push({ step, delay: first - step.day });
    }
  });
  return { falsePerQuarter: wrong / ((worlds.length * DAYS) / QUARTER), delays };
}

function ourMessages({ series }: SimulatedProject): Messages[] {
  const { alerts } = buildAlertHistory('simulated', series.map(asSeries), MIN_CHANGE);
  return METRICS.map((metric) => {
    const told = alerts.filter((alert) => alert.metric === metric).map(({ openedOn }) => dayNumber(openedOn));
    return { told, alarms: told, repeats: false };
  });
}

const METRICS = ['score', 'mentionRate'] as const;

export function asSeries({ metric, engine, days }: SimulatedSeries): ScoreSeries {
  const scope = engine === undefined ? {} : { engine: { id: engine, name: engine } };
  return { key: seriesKey(metric, scope), metric, scope, points: [...days] };
}

/** By metric and day, how strongly the rule speaks of any series. */
function strengthsOf({ series }: SimulatedProject, rule: Rule): Float64Array[] {
  return METRICS.map((metric) => {
    const strongest = new Float64Array(DAYS);
    for (const { days } of series.filter((one) => one.metric === metric)) {
      const minChange = metric === 'score' ? MIN_CHANGE : MIN_CHANGE / 100;
      days.forEach(({ day }, i) => {
        strongest[day] = Math.max(strongest[day] ?? 0, rule.strength(days, i, minChange));
      });
    }
    return strongest;
  });
}

function messagesOf(strengths: readonly Float64Array[], threshold: number): Messages[] {
  return strengths.map((strongest) => {
    const alarms = [...strongest.keys()].filter((day) => (strongest[day] ?? 0) >= threshold);
    const told = alarms.filter((day, i) => day - (alarms[i - 1] ?? Number.NEGATIVE_INFINITY) > ONE_MESSAGE);
    return { told, alarms, repeats: true };
  });
}

/** The threshold at which a rule sends as many false messages as another. */
function thresholdFor(falsePerQuarter: number, at: (threshold: number) => Outcome): number {
  let [low, high] = [0, 64];
  for (let i = 0; i < 24; i += 1) {
    const middle = (low + high) / 2;
    // Low thresholds make one endless message of all alarms, which is no virtue.
    if (at(middle).falsePerQuarter > falsePerQuarter || middle < 0.02) low = middle;
    else high = middle;
  }
  return high;
}

function rounded(figure: number): number {
  return Number(figure.toFixed(3));
}
