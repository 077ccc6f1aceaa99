/** Turns the rows that can be trusted into series per engine, region and metric; computes a whole if there is none. */
import type { Metric, PartsBy, Scope } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { oncePerText } from '../once-per.ts';
import type { DailyScore, Listing, Region, RegionUsage } from '../visibility/assumed.ts';
import { daysBefore, isDay } from './calendar.ts';
import type { DetectorSettings, Point } from './score-detector.ts';

/** The watched figures of a daily score, the most telling first. */
export const METRICS: readonly Metric[] = ['score', 'mentionRate', 'averageRank', 'sentiment'];

/** Those in which every answer counts, so that a whole is the mean of its parts and each measured day has a figure. */
export const OF_EVERY_ANSWER = ['score', 'mentionRate'] as const;

/** A row of a complete day. */
export type ScoreRow = DailyScore & { date: string };

/** Identifies a row's engine and region; '' for the whole project. */
export function toPartKey({ engine, engineId, region, regionId }: DailyScore): string {
  const [ofEngine, ofRegion] = [engineId ?? engine, regionId ?? region];
  if (ofEngine === undefined && ofRegion === undefined) return '';
  return `${encodeURIComponent(ofEngine ?? '')}/${encodeURIComponent(ofRegion ?? '')}`;
}

/** All figures of a row. */
export const FIGURES = [...METRICS, 'answers'] as const;

/** One row for each day before `open` and part; days whose rows contradict each other are left out. */
export function dropRepeatedScores(rows: readonly DailyScore[], open: string): ScoreRow[] {
  return rowsOfParts(rows, open).flat();
}

function rowsOfParts(rows: readonly DailyScore[], open: string): ScoreRow[][] {
  const isComplete = completeDays(open);
  const byPart = new Map<string, Map<string, ScoreRow | 'unclear'>>();
  for (const row of rows) {
    if (!isComplete(row) || METRICS.every((metric) => row[metric] === undefined)) continue;
    const part = toPartKey(row);
    const days = byPart.get(part) ?? new Map<string, ScoreRow | 'unclear'>();
    byPart.set(part, days);
    const known = days.get(row.date);
    if (known === undefined) days.set(row.date, row);
    else if (known !== 'unclear')
      days.set(row.date, contradict(known, row) ? 'unclear' : mergeRows(known, row));
  }
  return [...byPart.values()].map((days) => [...days.values()].filter((one) => one !== 'unclear'));
}

/** Whether the API, which had a score on each of the days before `open`, has none of yesterday yet. */
export function isDayLate(rows: readonly DailyScore[], today: string, open: string): boolean {
  const isComplete = completeDays(open);
  const days = new Set(rows.flatMap((row) => (isComplete(row) && row.score !== undefined ? row.date : [])));
  const [yesterday = '', ...before] = [1, 2, 3, 4].map((ago) => daysBefore(today, ago));
  return !days.has(yesterday) && before.every((day) => days.has(day));
}

function contradict(one: ScoreRow, other: ScoreRow): boolean {
  return FIGURES.some((figure) => (one[figure] ?? other[figure]) !== (other[figure] ?? one[figure]));
}

function mergeRows(one: ScoreRow, other: ScoreRow): ScoreRow {
  const figures = FIGURES.map((figure) => [figure, one[figure] ?? other[figure]]);
  return { ...one, ...Object.fromEntries(figures) };
}

/** Days before `open` are complete unless the API says otherwise. */
function completeDays(open: string): (row: DailyScore) => row is ScoreRow {
  return (row): row is ScoreRow => {
    const { date, complete } = row;
    return date !== undefined && complete !== false && date < open && isKnownDay(date);
  };
}

/** Dates recur. */
const isKnownDay = oncePerText(isDay);

/** The parts to show: engines if there are any, else pairs, else regions. Empty if only the whole has figures. */
export function chooseParts<One extends { scope: Scope }>(
  all: readonly One[],
): { by: PartsBy; parts: One[] } {
  for (const by of ['engine', 'engine and region', 'region'] as const) {
    const parts = all.filter(({ scope }) => kindOfParts(scope) === by);
    if (parts.length > 0) return { by, parts };
  }
  return { by: 'engine', parts: [] };
}

/** Undefined for the whole. */
export function kindOfParts({ engine, region }: Scope): PartsBy | undefined {
  if (engine) return region ? 'engine and region' : 'engine';
  return region && 'region';
}

/** -Infinity if none has a point. */
export function lastDayOf(all: readonly { points: readonly Point[] }[]): number {
  return Math.max(...all.map(({ points }) => points.at(-1)?.day ?? -Infinity));
}

/** Whether the scope is the whole project: all engines and regions. */
export function isWhole({ engine, region }: Scope): boolean {
  return engine === undefined && region === undefined;
}

/** Those of the latest complete day and of the days since; none if no day is complete. `names`: by id; scores may lack ids. */
export function findReportedEngines(
  scores: readonly DailyScore[],
  current: string,
  names: ReadonlyMap<string, string>,
) {
  const ids = new Map([...names].map(([id, name]) => [name, id]));
  const rows = scores.flatMap(({ date, engine = '', engineId = ids.get(engine), complete }) =>
    date && isDay(date) && engineId ? [{ date, engineId, isOver: date < current && complete !== false }] : [],
  );
  const day = rows.reduce((latest, { date, isOver }) => (isOver && date > latest ? date : latest), '');
  const reported = day === '' ? [] : rows.flatMap(({ date, engineId }) => (date >= day ? engineId : []));
  return { ids: [...new Set(reported)], day };
}

/** The ids of the regions in the API's usage, by code where it has no ids; undefined if it is a part or names none. */
export function findReportedRegions(
  usage: Listing<RegionUsage> | undefined,
  regions: readonly Region[],
): readonly string[] | undefined {
  if (!usage || usage.rest) return undefined;
  const idOf = (code: string | undefined) =>
    regions.find((each) => code !== undefined && each.code?.toLowerCase() === code.toLowerCase())?.id;
  const ids = usage.flatMap(({ regionId, code }) => regionId ?? idOf(code) ?? []);
  return ids.length === 0 && usage.length > 0 ? undefined : ids;
}

/** Sentiment from fewer answers is chance, so it isn't watched. If answers aren't counted, the API is trusted. */
const FEWEST_OF_SENTIMENT = 30;

/** Figures by day (YYYY-MM-DD), oldest first. A day without a figure is missing; a figure of 0 is not. */
export type Figures = ReadonlyMap<string, number>;

/** A point for each complete day with a figure. `meanOf`: our own mean of such parts, not the API's figure. */
export type ScoreSeries = {
  key: string;
  metric: Metric;
  scope: Scope;
  points: Point[];
  meanOf?: PartsBy | undefined;
};

/** Every series on days before `open`. `watched`: without sentiment of few answers, and without means of pairs. */
export function buildScoreSeries(
  rows: readonly DailyScore[],
  open: string,
  { watched = true }: { watched?: boolean } = {},
): ScoreSeries[] {
  const given = rowsOfParts(rows, open).flatMap((ofPart) => {
    const days = ofPart.map((row) => ({ row, day: dayNumber(row.date) })).sort((a, b) => a.day - b.day);
    return METRICS.flatMap((metric): ScoreSeries[] => {
      const points = pointsOf(metric, days, watched);
      const [first] = ofPart;
      if (!first || points.length === 0) return [];
      const scope = scopeOf(first);
      return [{ key: seriesKey(metric, scope), metric, scope, points }];
    });
  });
  return [...given, ...ownMeans(given), ...(watched ? [] : meansOfPairs(given))];
}

function pointsOf(metric: Metric, days: readonly { row: ScoreRow; day: number }[], watched: boolean) {
  const points: Point[] = [];
  for (const { row, day } of days) {
    const { [metric]: value, answers } = row;
    if (value === undefined || !Number.isFinite(value)) continue;
    if (watched && metric === 'sentiment' && (answers ?? FEWEST_OF_SENTIMENT) < FEWEST_OF_SENTIMENT) continue;
    points.push({ day, value, answers });
  }
  return points;
}

/** None if the API gives any figure of the whole itself. */
function ownMeans(given: readonly ScoreSeries[]): ScoreSeries[] {
  if (given.some(({ scope }) => isWhole(scope))) return [];
  return OF_EVERY_ANSWER.flatMap((metric): ScoreSeries[] => {
    const ofMetric = given.filter((series) => series.metric === metric);
    const meanOf = chooseKindForMean(ofMetric);
    const parts = ofMetric.filter(({ scope }) => meanOf && kindOfParts(scope) === meanOf);
    if (parts.length < 2) return [];
    return [makeMean(metric, { engine: undefined, region: undefined }, parts, meanOf)];
  });
}

/** Each engine over its regions, and the reverse. None if the API gives figures of either itself. */
function meansOfPairs(given: readonly ScoreSeries[]): ScoreSeries[] {
  const parts = given.filter(({ scope }) => !isWhole(scope));
  if (parts.some(({ scope }) => kindOfParts(scope) !== 'engine and region')) return [];
  return (['engine', 'region'] as const).flatMap((kind) =>
    OF_EVERY_ANSWER.flatMap((metric) => {
      const ofMetric = parts.filter((series) => series.metric === metric);
      return [...Map.groupBy(ofMetric, ({ scope }) => scope[kind]?.id).values()].map((pairs) => {
        const scope = { engine: undefined, region: undefined, [kind]: pairs[0]?.scope[kind] };
        return makeMean(metric, scope, pairs, 'engine and region');
      });
    }),
  );
}

function makeMean(metric: Metric, scope: Scope, parts: readonly Part[], meanOf: PartsBy | undefined) {
  return { key: seriesKey(metric, scope), metric, scope, points: meanOfParts(parts), meanOf };
}

/** Identifies a series within its project. */
export function seriesKey(metric: Metric, { engine, region }: Scope): string {
  return [metric, engine?.id ?? '*', region?.id ?? '*'].join(':');
}

/** Whose figures a row has; an id or a name may stand for both. */
export function scopeOf({ engine, engineId, region, regionId }: DailyScore): Scope {
  const part = (id: string | undefined, name: string | undefined) => {
    const either = id ?? name;
    return either === undefined ? undefined : { id: either, name: name ?? either };
  };
  return { engine: part(engineId, engine), region: part(regionId, region) };
}

/** Parts match by id or by the name that people see. */
export function isPart(part: Scope['engine'], wanted: Scope['engine']): boolean {
  if (!part || !wanted) return part === wanted;
  return part.id === wanted.id || part.name.toLowerCase() === wanted.name.toLowerCase();
}

/** What a part is as seen from within an engine or region: the rest of its scope. Undefined outside. */
export function seenWithin({ engine, region }: Scope, own: Scope): Scope | undefined {
  if ((engine && !isPart(own.engine, engine)) || (region && !isPart(own.region, region))) return undefined;
  return { engine: engine ? undefined : own.engine, region: region ? undefined : own.region };
}

/** The rows within the scope, as seen from there. */
export function narrowRows(rows: readonly DailyScore[], scope: Scope): readonly DailyScore[] {
  if (isWhole(scope)) return rows;
  const ofEngine = scope.engine && { engine: undefined, engineId: undefined };
  const ofRegion = scope.region && { region: undefined, regionId: undefined };
  return rows.flatMap((row) => (seenWithin(scope, scopeOf(row)) ? { ...row, ...ofEngine, ...ofRegion } : []));
}

/** Converts the threshold to the metric's unit: points, hundredths, places, or the same share of sentiment's range. */
export function detectorSettings(metric: Metric, all: readonly ScoreSeries[], minChange: number) {
  return settingsFor(metric, figuresOf(metric, all), minChange);
}

/** All figures of a metric. */
export function figuresOf(metric: Metric, all: readonly ScoreSeries[]): number[] {
  return all.flatMap((series) => (series.metric === metric ? series.points.map(({ value }) => value) : []));
}

/** The same from a list of the metric's figures. */
export function settingsFor(metric: Metric, figures: Iterable<number>, minChange: number): DetectorSettings {
  if (metric === 'averageRank') return { minChange };
  if (metric === 'sentiment') return { minChange: minChange / pointsOfSentiment(figures) };
  const scale = scaleOf(figures);
  // A threshold below 1 was written for a 0–1 scale.
  return { minChange: scale === 1 && minChange >= 1 ? minChange / 100 : minChange, scale };
}

/** The points of a score that correspond to 1 in sentiment. */
function pointsOfSentiment(figures: Iterable<number>): number {
  const most = mostOfSentiment(figures);
  return most === 1 ? 50 : most === 10 ? 10 : 1;
}

/** The best sentiment there can be, judged by the figures. */
function mostOfSentiment(figures: Iterable<number>): number {
  const largest = Math.max(0, ...[...figures].map(Math.abs));
  return largest <= 1 ? 1 : largest <= 10 ? 10 : Math.max(100, largest);
}

/** Where a metric's scale ends, as all its figures tell it; infinite if they don't. */
export type Ends = readonly [least: number, most: number];

export function endsOf(metric: Metric, figures: readonly number[]): Ends {
  if (metric === 'averageRank') return [figures.every((rank) => rank >= 1) ? 1 : -Infinity, Infinity];
  const most = metric === 'sentiment' ? mostOfSentiment(figures) : scaleOf(figures);
  if (most === undefined) return [-Infinity, Infinity];
  return [metric === 'sentiment' ? -most : 0, most];
}

/** The figure that means all answers, 1 or 100, judged by the figures; undefined if they can't be shares. */
function scaleOf(figures: Iterable<number>): number | undefined {
  let [least, largest] = [0, 0];
  for (const figure of figures) {
    least = Math.min(least, figure);
    largest = Math.max(largest, figure);
  }
  if (least < 0 || largest > 100) return undefined;
  return largest <= 1 ? 1 : 100;
}

/** Days since 1970-01-01, as series count them. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(date) / DAY_MS);
}

/** The reverse of dayNumber: YYYY-MM-DD. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** A part is current while its last figure is less than this many days behind the latest of all. */
const LATE_DAYS = 3;

const MISSED_DAYS = 7;

/** A day needs more than this share of its parts to stand for the whole. */
const MOST = 0.5;

const DECIMALS = 6;

type Part = { scope: Scope; points: readonly Point[] };

/** The kind of parts to average, among those that the API still gives. */
function chooseKindForMean(all: readonly Part[]): PartsBy | undefined {
  const last = lastDayOf(all);
  const ofNow = all.filter((part) => lastDayOf([part]) > last - LATE_DAYS);
  const { by, parts } = chooseParts(ofNow);
  return parts.length > 0 ? by : undefined;
}

/** The mean of the parts for each day, weighted by answers if always known: counts on some days would move it. */
function meanOfParts(parts: readonly Part[]): Point[] {
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

/** Drops the answer counts that meanOfParts ignores, so that parts weigh as they do in the mean. */
export function withMeanWeights<One extends Part>(parts: readonly One[]): One[] {
  if (isCountedAlways(parts)) return [...parts];
  return parts.map((part) => ({
    ...part,
    points: part.points.map((point) => ({ ...point, answers: undefined })),
  }));
}

function isCountedAlways(parts: readonly Part[]): boolean {
  return parts.every(({ points }) => points.every(({ answers = 0 }) => answers > 0));
}
