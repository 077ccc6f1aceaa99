/** Turns daily scores, listed in any order, into one series of points per engine, region and metric. */
import type { Metric, PartsBy, Scope } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore } from './calendar.ts';
import type { DetectorSettings, Point } from './score-detector.ts';
import { distinctScores, isWhole, kindOfParts, METRICS } from './score-rows.ts';
import { kindForMean, meanOfParts } from './score-whole.ts';

/** Sentiment over fewer answers than this is chance, so it isn't watched. Where answers aren't counted, the API is believed. */
const FEWEST_OF_SENTIMENT = 30;

/** The whole is the mean of its parts in these: of a rank or a tone only those answers count that name the brand. */
const MEAN_OF_PARTS: readonly Metric[] = ['score', 'mentionRate'];

/** One point for each complete day with a figure, in order. `meanOf`: not the API's, but our own mean of such parts. */
export type ScoreSeries = {
  key: string;
  metric: Metric;
  scope: Scope;
  points: Point[];
  meanOf?: PartsBy | undefined;
};

/**
 * Every series with a figure, from the rows that can be believed (distinctScores). Where the API gives parts alone, the whole is
 * our own mean of them. `today` in the feed's timezone. `watched` leaves out sentiment over too few answers.
 */
export function scoreSeries(
  rows: readonly DailyScore[],
  today: string,
  { watched = true }: { watched?: boolean } = {},
): ScoreSeries[] {
  const dayOf = readingDays();
  const byKey = new Map<string, ScoreSeries>();
  let before: DailyScore | undefined;
  let ofPart: Partial<Record<Metric, ScoreSeries>> = {};
  for (const row of distinctScores(rows, today).rows) {
    const { date, answers } = row;
    const day = dayOf(date);
    if (!before || !areOfOnePart(before, row)) ofPart = {};
    before = row;
    for (const metric of METRICS) {
      const value = row[metric];
      if (value === undefined || !Number.isFinite(value)) continue;
      if (watched && isChance(metric, answers)) continue;
      ofPart[metric] ??= seriesOf(metric, scopeOf(row));
      ofPart[metric].points.push({ day, value, answers });
    }
  }
  for (const { points } of byKey.values()) points.sort((a, b) => a.day - b.day);
  const given = [...byKey.values()];
  return [...given, ...ownMeans(given)];

  function seriesOf(metric: Metric, scope: Scope): ScoreSeries {
    const key = seriesKey(metric, scope);
    const series = byKey.get(key) ?? { key, metric, scope, points: [] };
    byKey.set(key, series);
    return series;
  }
}

/** An API that gives any figure of the whole is left to itself. */
function ownMeans(given: readonly ScoreSeries[]): ScoreSeries[] {
  if (given.some(({ scope }) => isWhole(scope))) return [];
  return MEAN_OF_PARTS.flatMap((metric): ScoreSeries[] => {
    const ofMetric = given.filter((series) => series.metric === metric);
    const meanOf = kindForMean(ofMetric);
    const parts = ofMetric.filter(({ scope }) => meanOf && kindOfParts(scope) === meanOf);
    if (parts.length < 2) return [];
    const scope = { engine: undefined, region: undefined };
    return [{ key: seriesKey(metric, scope), metric, scope, points: meanOfParts(parts), meanOf }];
  });
}

/** Rows of one part mostly follow each other: its key needn't be made anew for each. */
function areOfOnePart(one: DailyScore, other: DailyScore): boolean {
  return (
    one.engine === other.engine &&
    one.engineId === other.engineId &&
    one.region === other.region &&
    one.regionId === other.regionId
  );
}

function isChance(metric: Metric, answers: number | undefined): boolean {
  return metric === 'sentiment' && answers !== undefined && answers < FEWEST_OF_SENTIMENT;
}

/** Few dates, many rows: each date is parsed once. */
function readingDays(): (date: string) => number {
  const days = new Map<string, number>();
  return (date) => {
    const day = days.get(date) ?? dayNumber(date);
    days.set(date, day);
    return day;
  };
}

/** Identifies a series within its project. */
export function seriesKey(metric: Metric, { engine, region }: Scope): string {
  return [metric, engine?.id ?? '*', region?.id ?? '*'].join(':');
}

function scopeOf({ engine, engineId, region, regionId }: DailyScore): Scope {
  const part = (id: string | undefined, name: string | undefined) => {
    const either = id ?? name;
    return either === undefined ? undefined : { id: either, name: name ?? either };
  };
  return { engine: part(engineId, engine), region: part(regionId, region) };
}

/**
 * The feed's threshold in the metric's own unit: points for scores and rates (hundredths, where their scale is 0 to 1),
 * places for ranks, and of sentiment the same part of its range: of -1 to 1, or of 0 to 10 or 100 where its figures say so.
 */
export function detectorSettings(
  metric: Metric,
  all: readonly ScoreSeries[],
  minChange: number,
): DetectorSettings {
  return settingsFor(metric, figuresOf(metric, all), minChange);
}

/** The same, where only some of the metric's figures are at hand. */
export function settingsFor(metric: Metric, figures: Iterable<number>, minChange: number): DetectorSettings {
  if (metric === 'averageRank') return { minChange };
  if (metric === 'sentiment') return { minChange: minChange / pointsOfSentiment(figures) };
  const scale = scaleOf(figures);
  // Who writes 0.05 knows the scale.
  return { minChange: scale === 1 && minChange >= 1 ? minChange / 100 : minChange, scale };
}

/** How many points of a score a figure of 1 is. */
function pointsOfSentiment(figures: Iterable<number>): number {
  const largest = Math.max(0, ...[...figures].map(Math.abs));
  return largest <= 1 ? 50 : largest <= 10 ? 10 : 1;
}

function figuresOf(metric: Metric, all: readonly ScoreSeries[]): number[] {
  return all.flatMap((series) => (series.metric === metric ? series.points.map(({ value }) => value) : []));
}

/** What a share of answers is when it is all of them: 1 or 100, as the figures say; undefined where they are no shares. */
function scaleOf(figures: Iterable<number>): number | undefined {
  let [least, largest] = [0, 0];
  for (const figure of figures) {
    least = Math.min(least, figure);
    largest = Math.max(largest, figure);
  }
  if (least < 0 || largest > 100) return undefined;
  return largest <= 1 ? 1 : 100;
}

/** Days as series count them, so that the day after is one more. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(date) / DAY_MS);
}

/** Such a day as the API names it. */
export function dateOf(day: number): string {
  return daysBefore('1970-01-01', -day);
}
