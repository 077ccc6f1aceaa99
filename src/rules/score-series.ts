/** Turns daily scores, listed in any order, into one series of points per engine, region and metric. */
import type { Metric, PartsBy, Scope } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore } from './calendar.ts';
import type { DetectorSettings, Point } from './score-detector.ts';
import { distinctScores, isWhole, kindOfParts, METRICS, partsShown } from './score-rows.ts';

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

/** A part counts as one of now while its last figure is so many days older than the latest of all at most. */
const LATE_DAYS = 3;

/** A part is waited for on so many days; then what is there without it is all that there is. */
const MISSED_DAYS = 7;

/** A day with no more than this share of its parts says little of the whole. */
const MOST = 0.5;

/** Sums carry dust in digits that no API gives. */
const DECIMALS = 6;

/** The figures of one part, a point for each day, in order. */
type Part = { scope: Scope; points: readonly Point[] };

/** Which kind of parts the mean is made of: of those that the API gives now. */
export function kindForMean(all: readonly Part[]): PartsBy | undefined {
  const last = Math.max(...all.map(({ points }) => points.at(-1)?.day ?? Number.NEGATIVE_INFINITY));
  const ofNow = all.filter(
    ({ points }) => (points.at(-1)?.day ?? Number.NEGATIVE_INFINITY) > last - LATE_DAYS,
  );
  const { by, parts } = partsShown(ofNow);
  return parts.length > 0 ? by : undefined;
}

/**
 * For each day the mean of the parts of one kind that have a figure of it. By their numbers of answers where those are
 * always known: counted on some days only, they would move the mean though no part moves. What other parts make of it
 * is told apart as for an API's own whole (comparablePoints).
 */
export function meanOfParts(parts: readonly Part[]): Point[] {
  const byDay = Map.groupBy(
    parts.flatMap((part) => part.points.map((point) => ({ part, ...point }))),
    ({ day }) => day,
  );
  const isCounted = isCountedAlways(parts);
  const seen = new Map<Part, number>();
  return [...byDay]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([day, there]): Point[] => {
      for (const { part } of there) seen.set(part, day);
      const expected = [...seen.values()].filter((last) => last > day - MISSED_DAYS).length;
      if (there.length <= MOST * expected) return [];
      const answers = there.reduce((sum, one) => sum + (one.answers ?? 0), 0);
      const weight = (one: Point) => (isCounted ? (one.answers ?? 0) / answers : 1 / there.length);
      const value = there.reduce((sum, one) => sum + weight(one) * one.value, 0);
      return [{ day, value: Number(value.toFixed(DECIMALS)), answers: isCounted ? answers : undefined }];
    });
}

/** The parts as they weigh in their mean. */
export function asWeighed<One extends Part>(parts: readonly One[]): One[] {
  if (isCountedAlways(parts)) return [...parts];
  return parts.map((part) => ({
    ...part,
    points: part.points.map((point) => ({ ...point, answers: undefined })),
  }));
}

function isCountedAlways(parts: readonly Part[]): boolean {
  return parts.every(({ points }) => points.every(({ answers = 0 }) => answers > 0));
}
