/** Orders daily scores by day: those that the API gives now, and those stored for days it no longer gives. */
import type { ChartDay, LatestFigure, MeasuredChange, PartsBy, ScoreOverview } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore, openDay } from './calendar.ts';
import { affects, findMeasuredChanges } from './measured-changes.ts';
import type { Point } from './score-detector.ts';
import type { Figures, ScoreRow, ScoreSeries } from './score-series.ts';
import {
  buildScoreSeries,
  chooseParts,
  dateOf,
  dropRepeatedScores,
  FIGURES,
  isWhole,
  kindOfParts,
  lastDayOf,
  OF_EVERY_ANSWER,
  toPartKey,
} from './score-series.ts';

/** The default span of a chart: as many days as one of Slack's charts holds. */
const CHART_DAYS = 20;

/** Days that parts must go on without the whole before it counts as given up; it may come a day late. */
const GIVEN_UP_DAYS = 3;

/** The score on days before `current`; `meanOf`: our own mean of such parts. Empty if the API gives none (anymore). */
export function buildScoreHistory(
  scores: readonly DailyScore[],
  current: string,
): { whole: Figures; meanOf?: PartsBy | undefined } {
  const series = buildScoreSeries(scores, current).filter(({ metric }) => metric === 'score');
  const whole = series.find(({ scope }) => isWhole(scope));
  if (!isCurrent(whole, chooseParts(series).parts)) return { whole: new Map() };
  const { meanOf, points } = whole;
  const figures = new Map(points.map(({ day, value }) => [dateOf(day), value]));
  return { whole: figures, ...(meanOf && { meanOf }) };
}

/** Whether the whole is current. If it ended while the parts go on, the API no longer gives it. */
function isCurrent(whole: ScoreSeries | undefined, parts: readonly ScoreSeries[]): whole is ScoreSeries {
  const last = whole?.points.at(-1)?.day;
  return last !== undefined && parts.every(({ points }) => (points.at(-1)?.day ?? 0) < last + GIVEN_UP_DAYS);
}

/** The latest day with a figure, before `before` if given. */
export function findLatestDay(figures: Figures, before = '9999-12-31'): string | undefined {
  return [...figures.keys()].findLast((day) => day < before);
}

/** Up to `span` days ending with `day`, null for a day without a figure, starting with a day that has one. */
export function listChartDays(figures: Figures, day: string, span = CHART_DAYS): ChartDay[] {
  const days = Array.from({ length: span }, (_, i) => daysBefore(day, span - 1 - i));
  const series = days.map((date) => ({ date, score: figures.get(date) ?? null }));
  return series.slice(series.findIndex(({ score }) => score !== null));
}

/** An engine or region whose figures end earlier than this before the latest day is gone. */
const LATE_DAYS = 7;

/** The last `span` days of the score and all latest figures. `now` epoch ms; `moved`: known changes of what is measured. */
export function buildScoreOverview(
  rows: readonly DailyScore[],
  timezone: string,
  now: number,
  span = CHART_DAYS,
  moved: readonly MeasuredChange[] = [],
): ScoreOverview {
  const current = openDay(now, timezone);
  const { whole } = buildScoreHistory(rows, current);
  const day = findLatestDay(whole);
  const days = day === undefined ? [] : listChartDays(whole, day, span);
  const all = buildScoreSeries(rows, current, { watched: false });
  const figures = listLatestFigures(all, rows, moved);
  const isScore = ({ metric, scope }: LatestFigure) => metric === 'score' && isWhole(scope);
  const score = day === undefined ? undefined : figures.find(isScore);
  const [first] = days;
  const earlier =
    first && score?.before ? findMeasuredChanges(rows, moved, first.date, score.before.date) : [];
  return {
    score,
    days,
    earlier,
    figures: figures.filter((one) => !isScore(one)),
    rates: all.flatMap(({ metric, points }) =>
      metric === 'mentionRate' ? points.map(({ value }) => value) : [],
    ),
  };
}

function listLatestFigures(
  all: readonly ScoreSeries[],
  rows: readonly DailyScore[],
  moved: readonly MeasuredChange[],
): LatestFigure[] {
  const last = lastDayOf(all);
  const figureOf = ({ day, value, answers }: Point) => ({ date: dateOf(day), value, answers });
  return all.flatMap(({ metric, scope, points, meanOf }): LatestFigure[] => {
    const [then, latest] = [points.at(-2), points.at(-1)];
    const isPair = kindOfParts(scope) === 'engine and region';
    if (!latest || latest.day < last - LATE_DAYS || isPair) return [];
    const [before, now] = [then && figureOf(then), figureOf(latest)];
    const changes = before ? findMeasuredChanges(rows, moved, before.date, now.date) : [];
    const measured = changes.filter((change) => affects(change, scope));
    const change = before && measured.length === 0 ? now.value - before.value : undefined;
    return [{ metric, scope, now, before, change, measured, meanOf }];
  });
}

/** How long scores are kept: longer than anything learns from them, and a year for what-if. */
const KEPT_DAYS = 400;

/** Figures of one day that differ by this factor are on another scale (0 to 1, 0 to 100), not corrected. */
const OTHER_SCALE = 30;

/** A stored row with the key of its engine and region, '' for the whole project. */
export type KeptRow = { part: string; row: ScoreRow };

/** The first day (YYYY-MM-DD) for which scores are kept. */
export function findFirstKeptDay(today: string): string {
  return daysBefore(today, KEPT_DAYS);
}

/** The API wins: for days and parts it lists, and for the scale. Older days keep their parts. */
export function mergeScores(
  fresh: readonly DailyScore[],
  kept: readonly KeptRow[],
  today: string,
): DailyScore[] {
  const clear = dropRepeatedScores(fresh, today);
  const open = fresh.filter(
    ({ complete, date }) => complete === false || date === undefined || date >= today,
  );
  if (areOfOtherScales(kept, clear.map(toKeptRow))) return [...clear, ...open];
  // Includes contradicting rows: the figure of their day is no longer known.
  const spokenOf = new Set(fresh.map((row) => `${row.date} ${toPartKey(row)}`));
  const earlier = kept.filter((one) => !spokenOf.has(keyOf(one))).map(({ row }) => row);
  return [...clear, ...earlier, ...open];
}

/** The writes that bring the stored rows in line with the merged ones: rows to put, and outdated rows to drop. */
export function findChangesToKeep(kept: readonly KeptRow[], merged: readonly DailyScore[], today: string) {
  const before = new Map(kept.map((one) => [keyOf(one), one.row]));
  const since = findFirstKeptDay(today);
  const put = dropRepeatedScores(merged, today)
    .map(toKeptRow)
    .filter((one) => {
      const known = before.get(keyOf(one));
      const isKnown = known && FIGURES.every((figure) => known[figure] === one.row[figure]);
      return one.row.date >= since && !isKnown;
    });
  const there = new Set(merged.map((row) => `${row.date} ${toPartKey(row)}`));
  return { put, drop: kept.filter((one) => !there.has(keyOf(one))), since };
}

function toKeptRow(row: ScoreRow): KeptRow {
  return { part: toPartKey(row), row };
}

/** Identifies a row by its day and part. */
export function keyOf({ part, row }: KeptRow): string {
  return `${row.date} ${part}`;
}

/** Compares the days that both have; if there are none, the last stored day of each part with the first fresh one. */
function areOfOtherScales(kept: readonly KeptRow[], fresh: readonly KeptRow[]): boolean {
  const now = new Map(fresh.map((one) => [keyOf(one), one]));
  const common = kept.flatMap((one) => [[one, now.get(keyOf(one))] as const]);
  const pairs = common.some(([, other]) => other) ? common : listNeighbours(kept, fresh);
  return OF_EVERY_ANSWER.some((metric) => {
    const figures = pairs.flatMap(([one, other]): [number, number][] => {
      const [from, to] = [one.row[metric], other?.row[metric]];
      return from === undefined || to === undefined || (from === 0 && to === 0) ? [] : [[from, to]];
    });
    return figures.length > 0 && figures.every(([from, to]) => areOfOtherScale(from, to));
  });
}

function listNeighbours(kept: readonly KeptRow[], fresh: readonly KeptRow[]) {
  const byDay = (rows: readonly KeptRow[]) => rows.toSorted((a, b) => (a.row.date < b.row.date ? -1 : 1));
  const last = new Map(byDay(kept).map((one) => [one.part, one]));
  const first = new Map(
    byDay(fresh)
      .toReversed()
      .map((one) => [one.part, one]),
  );
  return [...last.values()].map((one) => [one, first.get(one.part)] as const);
}

/** Whether two figures for the same thing are on different scales. */
export function areOfOtherScale(one: number, other: number): boolean {
  const factor = Math.abs(other / one);
  return Number.isFinite(factor) && factor !== 0 && (factor >= OTHER_SCALE || factor <= 1 / OTHER_SCALE);
}
