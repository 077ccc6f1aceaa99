/** Every alert that a project's daily scores ever gave reason for: the past is read again, a day at a time, whenever asked. */
import type { ChangeAlert, Metric, NotComparable } from '../decision.ts';
import { createAlertLife, type Headline, RANGE_SPREADS, type SeenSeries } from './alert-life.ts';
import { type ComparablePoint, comparablePoints, type PromptChange } from './score-comparable.ts';
import { createScoreDetector, type DetectorSettings, type Reading } from './score-detector.ts';
import { METRICS } from './score-rows.ts';
import { dateOf, detectorSettings, type ScoreSeries } from './score-series.ts';

/** The change of a figure must be so many spreads before a changed set need explain it. */
const WORTH_EXPLAINING = 2;

/** Of every answer there is such a figure: a day without one was not measured. A rank is missing, too, where nobody was named. */
const OF_EVERY_ANSWER: readonly Metric[] = ['score', 'mentionRate'];

export type AlertHistory = {
  /** Oldest first; of each metric only the last can be open. */
  alerts: ChangeAlert[];
  /** What led each of them, from which days on, by its key. */
  headlines: ReadonlyMap<string, readonly Headline[]>;
  /** At most one a day, of the most telling metric. */
  notComparable: NotComparable[];
};

/** A day of one series as it was read, with the API's own figure. */
export type ReadPoint = { point: ComparablePoint; reading: Reading };

/**
 * The alerts of all metrics. `series` as scoreSeries makes them; days before `prompts` know are taken as they are. What
 * the channel was told has `ended` on its day.
 */
export function alertHistory(
  projectId: string,
  series: readonly ScoreSeries[],
  minChange: number,
  prompts: readonly PromptChange[] = [],
  ended: readonly ChangeAlert[] = [],
): AlertHistory {
  const notices = new Map<string, NotComparable>();
  const newSets = new Set<string>();
  const isMeasured = series.some((one) => isWhole(one) && OF_EVERY_ANSWER.includes(one.metric));
  const lives = METRICS.map((metric) => {
    const read = readSeries(metric, series, minChange, prompts);
    const settings = detectorSettings(metric, series, minChange);
    const points = read.find(({ series: one }) => isWhole(one))?.points ?? [];
    if (OF_EVERY_ANSWER.includes(metric)) {
      for (const { point } of points) if (point.change) newSets.add(dateOf(point.day));
    }
    // The tone of answers is no measure of what is asked.
    const found = metric === 'sentiment' ? [] : notComparable(projectId, metric, points, settings);
    for (const notice of found) {
      const isNewSet = !isMeasured || newSets.has(notice.day);
      if (isNewSet && !notices.has(notice.day)) notices.set(notice.day, notice);
    }
    const told = ended.filter((alert) => alert.metric === metric);
    return lifeOf(projectId, metric, settings, read.filter(isWatched), told);
  });
  return {
    alerts: lives.flatMap((life) => life.alerts()),
    headlines: new Map(lives.flatMap((life) => [...life.headlines()])),
    notComparable: [...notices.values()],
  };
}

/** An engine's tone on a day is that of a few answers: of sentiment only the whole project's is followed. */
function isWatched({ series }: ReadSeries): boolean {
  return series.metric !== 'sentiment' || isWhole(series);
}

/** One series, read. */
export type ReadSeries = { series: ScoreSeries; points: ReadPoint[] };

/** All series of a metric, read; the whole project's kept comparable. */
export function readSeries(
  metric: Metric,
  all: readonly ScoreSeries[],
  minChange: number,
  prompts: readonly PromptChange[] = [],
): ReadSeries[] {
  const settings = detectorSettings(metric, all, minChange);
  const ofMetric = all.filter((series) => series.metric === metric);
  const engines = ofMetric.filter(({ scope }) => scope.engine && !scope.region);
  const regions = ofMetric.filter(({ scope }) => scope.region && !scope.engine);
  return ofMetric.map((series) => {
    const linked: readonly ComparablePoint[] = isWhole(series)
      ? comparablePoints(series.points, [engines, regions], prompts)
      : series.points.map((point) => ({ ...point, link: 0 }));
    const detector = createScoreDetector(
      isWhole(series) ? settings : { ...settings, among: ofMetric.length },
    );
    return { series, points: linked.map((point) => ({ point, reading: detector.read(point) })) };
  });
}

/** Walks through the days of all series at once; a series grows only when its day has come. */
function lifeOf(
  projectId: string,
  metric: Metric,
  { minChange }: DetectorSettings,
  read: readonly ReadSeries[],
  ended: readonly ChangeAlert[],
): ReturnType<typeof createAlertLife> {
  const life = createAlertLife(projectId, metric, minChange, ended);
  const walks = read.map(({ series: { key, scope }, points }) => {
    const [values, days]: [number[], number[]] = [[], []];
    return { key, scope, points, values, days };
  });
  const allDays = new Set(read.flatMap(({ points }) => points.map(({ point }) => point.day)));
  for (const day of [...allDays].sort((a, b) => a - b)) {
    const seen = walks.flatMap(({ key, scope, points, values, days }): SeenSeries[] => {
      const next = points[values.length];
      if (next?.point.day !== day) return [];
      values.push(next.point.value);
      days.push(day);
      return [{ key, scope, values, days, link: next.point.link, reading: next.reading }];
    });
    life.next(day, seen);
  }
  return life;
}

/**
 * Days on which the API's figure moved as for an alarm, by nothing but the change of what is measured; and those on which
 * all that was measured is new, since then no figure says whether anything moved.
 */
function notComparable(
  projectId: string,
  metric: Metric,
  points: readonly ReadPoint[],
  { minChange }: DetectorSettings,
): NotComparable[] {
  return points.flatMap(({ point, reading }, i): NotComparable[] => {
    const previous = points[i - 1]?.point;
    if (!point.change || !previous || reading.detections.length > 0) return [];
    const [value, previousValue] = [shown(point), shown(previous)];
    const moved = Math.abs(value - previousValue);
    const { added, removed, shared } = point.change;
    const isAllNew = shared === undefined && OF_EVERY_ANSWER.includes(metric);
    if (!isAllNew && moved < Math.max(minChange, WORTH_EXPLAINING * (reading.spread ?? 0))) return [];
    return [
      {
        type: 'not_comparable',
        key: `score:${projectId}:not_comparable:${dateOf(point.day)}`,
        metric,
        day: dateOf(point.day),
        previousDay: dateOf(previous.day),
        value,
        previousValue,
        added,
        removed,
        shared,
      },
    ];
  });
}

/** The API's own figure. */
export function shown({ value, link }: ComparablePoint): number {
  return value - link;
}

function isWhole({ scope }: ScoreSeries): boolean {
  return scope.engine === undefined && scope.region === undefined;
}

/** A day of the picture behind [Details]: the API's figure, the range that was expected, and whether it told something. */
export type BandDay = {
  date: string;
  score: number | null;
  low?: number | undefined;
  high?: number | undefined;
  told: boolean;
};

/** The last days of one series with a row for every day, also for those without a figure. */
export function scoreBand({ points }: ReadSeries, days: number): BandDay[] {
  const last = points.at(-1)?.point.day;
  if (last === undefined) return [];
  const byDay = new Map(points.map((one) => [one.point.day, one]));
  return Array.from({ length: days }, (_, i): BandDay => {
    const read = byDay.get(last - days + 1 + i);
    const date = dateOf(last - days + 1 + i);
    if (!read) return { date, score: null, told: false };
    const { expected, spread, detections } = read.reading;
    const half = RANGE_SPREADS * (spread ?? 0);
    const middle = expected === undefined || spread === undefined ? undefined : expected - read.point.link;
    return {
      date,
      score: shown(read.point),
      low: middle === undefined ? undefined : middle - half,
      high: middle === undefined ? undefined : middle + half,
      told: detections.length > 0,
    };
  });
}
