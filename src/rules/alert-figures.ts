/**
 * Gathers the figures that an alert's message shows: one day against another, each engine's share, and the last days.
 * What moved the score is found later (alert-why.ts).
 */
import type { ChangeAlert, EngineChange, MeasuredChange, Metric, Moved, ScoreAlert } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import {
  findUsualRange,
  judgeByRange,
  type ReadPoint,
  type ReadSeries,
  readSeries,
  toApiFigure,
} from './alert-history.ts';
import { findMeasuredChanges } from './measured-changes.ts';
import type { SetChange } from './score-comparable.ts';
import { listChartDays } from './score-history.ts';
import { chooseParts, dateOf, isWhole, namePart, type ScoreSeries, seriesKey } from './score-series.ts';

/** The day before a change represents the old level if at least this share of the change lies between the two days. */
const STANDS_FOR_LEVEL = 0.5;

/** `rows` as the API lists them, the `series` read from them, and known changes of what is measured (`moved`). */
export type AlertSource = {
  rows: readonly DailyScore[];
  series: readonly ScoreSeries[];
  minChange: number;
  promptChanges: readonly SetChange[];
  moved?: readonly MeasuredChange[] | undefined;
};

/** The figures of a headline. */
type Compared = Pick<
  ScoreAlert,
  'day' | 'previousDay' | 'score' | 'previousScore' | 'againstLevel' | 'carriedOver'
>;

/** The figures as of the alert's day. */
export function findAlertFigures({ metric, lead, day }: ChangeAlert, from: AlertSource) {
  const read = readOf(metric, from);
  const points = findPoints(read, seriesKey(metric, lead.scope));
  const compared = compareOn(points, lead, day);
  const { previousDay } = compared;
  const measured = findMeasuredChanges(from.rows, from.moved ?? [], previousDay, day);
  const isOfOthers = measured.some(({ of }) => of !== 'engines');
  return {
    ...compared,
    ...findPartChanges(read, day, previousDay, isOfOthers ? undefined : lead.changedOn),
    noWhole: hasWhole(read, day) ? undefined : (true as const),
    series: takeLastDays(points),
  };
}

/** The day against the day before the change, or against the old level if that day doesn't represent it. */
export function compareOn(points: readonly ReadPoint[], lead: Moved, day: string): Compared {
  const { before, now } = findBothDays(points, lead, day);
  const direct = before && now && standsForLevel(before, now, lead) ? toApiFigure(before.point) : undefined;
  return {
    day,
    previousDay: before ? dateOf(before.point.day) : lead.changedOn,
    score: now ? toApiFigure(now.point) : lead.value,
    previousScore: direct ?? lead.base,
    ...(direct === undefined && { againstLevel: true }),
    ...(before && now && before.point.link !== now.point.link && { carriedOver: true }),
  };
}

/** The last figure before the change and the figure of the alert's day. Undefined if different things were measured. */
export function findDaysCompared({ metric, lead, day }: ChangeAlert, from: AlertSource) {
  const points = findPoints(readOf(metric, from), seriesKey(metric, lead.scope));
  const { before, now } = findBothDays(points, lead, day);
  if (!before || !now || compareOn(points, lead, day).carriedOver) return undefined;
  return { before: toApiFigure(before.point), after: toApiFigure(now.point) };
}

function findBothDays(points: readonly ReadPoint[], { changedOn }: Moved, day: string) {
  return {
    before: points.findLast(({ point }) => dateOf(point.day) < changedOn),
    now: points.findLast(({ point }) => dateOf(point.day) <= day),
  };
}

/** The last days of an alert's series, for its chart. */
export function listAlertDays({ metric, lead }: ChangeAlert, from: AlertSource): ScoreAlert['series'] {
  return takeLastDays(findPoints(readOf(metric, from), seriesKey(metric, lead.scope)));
}

function readOf(metric: Metric, { series, minChange, promptChanges }: AlertSource): ReadSeries[] {
  return readSeries(metric, series, minChange, promptChanges);
}

export function findPoints(read: readonly ReadSeries[], key: string): readonly ReadPoint[] {
  return read.find(({ series }) => series.key === key)?.points ?? [];
}

function takeLastDays(points: readonly ReadPoint[]): ScoreAlert['series'] {
  const last = points.at(-1);
  if (!last) return [];
  const figures = new Map(points.map(({ point }) => [dateOf(point.day), toApiFigure(point)]));
  return listChartDays(figures, dateOf(last.point.day));
}

/** Both days must measure the same things, and the day itself must show the change. */
function standsForLevel(before: ReadPoint, now: ReadPoint, { kind, base }: Moved): boolean {
  const moved = toApiFigure(now.point) - toApiFigure(before.point);
  const delta = toApiFigure(now.point) - base;
  return (
    kind === 'jump' &&
    before.point.link === now.point.link &&
    moved * delta > 0 &&
    Math.abs(moved) >= STANDS_FOR_LEVEL * Math.abs(delta)
  );
}

/**
 * The parts, the one that moved most first. `usualOn`: the day whose usual range judges them; undefined if nobody knows
 * it.
 */
export function findPartChanges(
  read: readonly ReadSeries[],
  day: string,
  previousDay: string,
  usualOn: string | undefined,
): Pick<ScoreAlert, 'engines' | 'by'> {
  const metric = read[0]?.series.metric ?? 'score';
  const { by, parts } = chooseParts(read.map(({ series: { scope }, points }) => ({ scope, points })));
  const figures = read.flatMap(({ points }) => points.map(({ point }) => toApiFigure(point)));
  const changes = parts.map(({ scope, points }): EngineChange => {
    const on = (date?: string) => points.find(({ point }) => dateOf(point.day) === date);
    const [now, before, first] = [on(day), on(previousDay), on(usualOn)];
    const engine = namePart(scope);
    if (!now) return { engine, normal: false };
    const score = toApiFigure(now.point);
    if (!before) return { engine, score, normal: false };
    const change = score - toApiFigure(before.point);
    const usual = first && findUsualRange(first, metric, figures);
    const level = usual && judgeByRange(score, usual).level;
    if (level === undefined || level === 'normal')
      return { engine, score, change, normal: level === 'normal' };
    return { engine, score, change, normal: false, sureness: level };
  });
  const size = ({ change }: EngineChange) => (change === undefined ? -1 : Math.abs(change));
  const engines = changes.toSorted((a, b) => size(b) - size(a));
  return { engines, by: by === 'engine' ? undefined : by };
}

/** Whether the API itself gives a figure for the whole project on that day. */
function hasWhole(read: readonly ReadSeries[], day: string): boolean {
  return read.some(
    ({ series: { scope, meanOf }, points }) =>
      isWhole(scope) && !meanOf && points.some(({ point }) => dateOf(point.day) === day),
  );
}
