/** Replays daily scores a day at a time: every alert they justify, and the range expected for each day. */
import type { ChangeAlert, Metric, Noise, NotComparable, Range, Recovery, SetChange } from '../decision.ts';
import { SURENESS } from '../decision.ts';
import {
  carryRange,
  createAlertLife,
  RANGE_SPREADS,
  rangeOf,
  type SeenSeries,
  spreadOf,
} from './alert-life.ts';
import { type ComparablePoint, makeComparable } from './measured-changes.ts';
import { createScoreDetector, type Reading } from './score-detector.ts';
import * as scores from './score-series.ts';

/** Spreads that a figure must move before a changed set needs explaining. */
const WORTH_EXPLAINING = 2;

/** A day of one series with its reading, and the `ends` of the metric's scale. */
export type ReadPoint = { point: ComparablePoint; reading: Reading; ends: scores.Ends };

/** All alerts, oldest first, the `ended` ones as told, and the series `read`. `notComparable`: one a day, for the first metric. */
export function buildAlertHistory(
  projectId: string,
  series: readonly scores.ScoreSeries[],
  minChange: number,
  prompts: readonly SetChange[] = [],
  ended: readonly ChangeAlert[] = [],
) {
  const all = scores.METRICS.map((metric) => {
    const read = readSeries(metric, series, minChange, prompts);
    return { metric, read, least: scores.detectorSettings(metric, series, minChange).minChange };
  });
  const alerts = all.flatMap(({ metric, read, least }) => {
    const told = ended.filter((alert) => alert.metric === metric);
    return followAlerts(createAlertLife(projectId, metric, least, told), read);
  });
  return {
    alerts,
    read: all.flatMap(({ read }) => read),
    notComparable: listNotComparable(projectId, all).filter(
      (notice) => !alerts.some((alert) => namesPrompts(alert, notice)),
    ),
  };
}

/** The message of an open alert names the prompts that came or went meanwhile. */
function namesPrompts(alert: ChangeAlert, { metric, day, measured }: NotComparable): boolean {
  const isOfPrompts = measured.every(({ of }) => of === 'prompts');
  return isOfPrompts && alert.metric === metric && day > alert.lead.changedOn && day <= alert.day;
}

/** `least`: the threshold in the metric's own unit. */
type ReadMetric = { metric: Metric; read: readonly ReadSeries[]; least: number };

function listNotComparable(projectId: string, all: readonly ReadMetric[]): NotComparable[] {
  const wholes = all.flatMap(({ metric, read, least }) => {
    const whole = read.find(({ series }) => scores.isWhole(series.scope));
    return whole ? { metric, least, ...whole } : [];
  });
  const measured = wholes.filter(({ metric }) => scores.OF_EVERY_ANSWER.some((one) => one === metric));
  const newSets = new Set(
    measured.flatMap(({ points }) =>
      points.flatMap(({ point }) => (point.changes ? scores.dateOf(point.day) : [])),
    ),
  );
  // Sentiment doesn't depend on what is asked, and nobody has seen our own mean jump.
  const notices = wholes
    .filter(({ metric, series }) => metric !== 'sentiment' && !series.meanOf)
    .flatMap(({ metric, points, least }) => notComparable(projectId, metric, points, least))
    .filter(({ day }) => measured.length === 0 || newSets.has(day));
  return notices.filter(({ day }, i) => notices.findIndex((one) => one.day === day) === i);
}

/** One engine's sentiment on a day comes from a few answers, and its mean over regions is ours: neither is followed. */
function isWatched({ series: { metric, scope, meanOf } }: ReadSeries): boolean {
  return scores.isWhole(scope) || (metric !== 'sentiment' && meanOf === undefined);
}

/** One series and its readings. */
export type ReadSeries = { series: scores.ScoreSeries; points: ReadPoint[] };

/** Reads all series of a metric; across `prompts`, and for the whole project other sets of parts, figures are kept comparable. */
export function readSeries(
  metric: Metric,
  all: readonly scores.ScoreSeries[],
  minChange: number,
  prompts: readonly SetChange[] = [],
): ReadSeries[] {
  const figures = scores.figuresOf(metric, all);
  const settings = scores.settingsFor(metric, figures, minChange);
  const ends = scores.endsOf(metric, figures);
  const ofMetric = all.filter((series) => series.metric === metric);
  const engines = ofMetric.filter(({ scope }) => scope.engine && !scope.region);
  const regions = ofMetric.filter(({ scope }) => scope.region && !scope.engine);
  const cells = ofMetric.filter(({ scope }) => scope.engine && scope.region);
  // Sentiment doesn't depend on what is asked.
  const changes = metric === 'sentiment' ? [] : prompts;
  return ofMetric.map((series) => {
    const { meanOf, points, key } = series;
    const parts = meanOf === 'engine and region' ? [cells] : [engines, regions];
    const sets = meanOf ? parts.map(scores.withMeanWeights) : parts;
    const linked = makeComparable(points, scores.isWhole(series.scope) ? sets : [], changes, key);
    const detector = createScoreDetector(
      scores.isWhole(series.scope) ? settings : { ...settings, among: ofMetric.length },
    );
    return { series, points: linked.map((point) => ({ point, reading: detector.read(point), ends })) };
  });
}

/** The alerts of all series' days, walked through together; each series grows only on its own days. */
function followAlerts(life: ReturnType<typeof createAlertLife>, read: readonly ReadSeries[]) {
  const walks = read.filter(isWatched).map(({ series: { key, scope }, points }) => {
    const [values, days]: [number[], number[]] = [[], []];
    return { key, scope, points, values, days };
  });
  const allDays = new Set(walks.flatMap(({ points }) => points.map(({ point }) => point.day)));
  for (const day of [...allDays].sort((a, b) => a - b)) {
    const seen = walks.flatMap(({ key, scope, points, values, days }): SeenSeries[] => {
      const next = points[values.length];
      if (next?.point.day !== day) return [];
      values.push(next.point.value);
      days.push(day);
      const { point, reading, ends } = next;
      const { link, isAssumed } = point;
      return [{ key, scope, values, days, link, isAssumed, reading, ends }];
    });
    life.next(day, seen);
  }
  return life.alerts();
}

/** The alert that the figures justify on a day, if one is open then, whether or not a channel was told. */
export function findOpenAlert(
  metric: Metric,
  read: readonly ReadSeries[],
  day: number,
  { minChange, ended }: { minChange: number; ended: readonly ChangeAlert[] },
): ChangeAlert | undefined {
  const all = read.map(({ series }) => series);
  const { minChange: least } = scores.detectorSettings(metric, all, minChange);
  const until = read.map(({ series, points }) => ({
    series,
    points: points.filter(({ point }) => point.day <= day),
  }));
  const life = createAlertLife('', metric, least, ended);
  const last = followAlerts(life, until).at(-1);
  return last?.status === 'open' ? last : undefined;
}

/** Days whose figure moved much only because something else was measured, or on which all that is measured is new. */
function notComparable(
  projectId: string,
  metric: Metric,
  points: readonly ReadPoint[],
  least: number,
): NotComparable[] {
  return points.flatMap(({ point, reading }, i): NotComparable[] => {
    const previous = points[i - 1]?.point;
    if (!point.changes || !previous || reading.detections.length > 0) return [];
    const [value, previousValue] = [toApiFigure(point), toApiFigure(previous)];
    const moved = Math.abs(value - previousValue);
    const shared = point.changes.find((change) => change.shared)?.shared;
    const isAllNew = shared === undefined && scores.OF_EVERY_ANSWER.some((one) => one === metric);
    if (!isAllNew && moved < Math.max(least, WORTH_EXPLAINING * (reading.spread ?? 0))) return [];
    return [
      {
        type: 'not_comparable',
        key: `score:${projectId}:not_comparable:${scores.dateOf(point.day)}`,
        metric,
        day: scores.dateOf(point.day),
        previousDay: scores.dateOf(previous.day),
        value,
        previousValue,
        measured: point.changes.map(({ shared: _, ...change }) => change),
        shared,
      },
    ];
  });
}

/** The figure as the API gave it, without the link that keeps points comparable. */
export function toApiFigure({ value, link }: ComparablePoint): number {
  return value - link;
}

/** A figure against a usual range: on which side, and how far outside in the words of alerts. */
export function judgeByRange(value: number, range: Range): Pick<Recovery, 'level' | 'side'> {
  const { low, high } = range;
  if (value >= low && value <= high) return { level: 'normal' };
  const beyond = value < low ? low - value : value - high;
  const spread = spreadOf(range);
  const spreads = RANGE_SPREADS + (spread === 0 ? 0 : beyond / spread);
  return { level: toNoise(spreads), side: value < low ? 'below' : 'above' };
}

/** The range that was usual before that day. */
export function findUsualRange({ point, reading, ends }: ReadPoint): Range | undefined {
  return rangeOf(asUsual(reading), point.link, ends);
}

/** What was usual on one day, as it reads on another. */
export function carryUsual(usual: Range, from: ReadPoint, to: ReadPoint): Range {
  return carryRange(usual, from.point.link, to.point.link, to.ends);
}

/** A reading with what people call usual as what is expected. */
export function asUsual(reading: Reading): Reading {
  return { ...reading, ...reading.usual };
}

/** How many usual spreads the day is from what was expected. */
export function countSpreadsAway({ point, reading }: ReadPoint): number | undefined {
  const { expected, spread } = asUsual(reading);
  if (expected === undefined || spread === undefined) return undefined;
  return spread === 0 ? 0 : Math.abs(point.value - expected) / spread;
}

export function toNoise(spreads: number): Noise {
  return SURENESS.find((one) => spreads >= one.spreads)?.phrase ?? 'normal';
}

/** How unusual the day was when it came; undefined while too few are known. */
export function levelOf(last: ReadPoint): Noise | undefined {
  const spreads = countSpreadsAway(last);
  return spreads === undefined ? undefined : toNoise(spreads);
}
