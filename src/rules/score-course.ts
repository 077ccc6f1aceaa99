/** Answers questions about daily scores: how a figure went between two days, which parts moved, and what is noise. */
import {
  type Course,
  type CourseParts,
  type FigureOfDay,
  type MeasuredChange,
  type Metric,
  type Noise,
  type Recovery,
  type Scope,
  SURENESS,
} from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import {
  countDecimals,
  explainChange,
  findPromptsThatMoved,
  type PromptFigures,
} from './alert-explanation.ts';
import { findPartChanges } from './alert-figures.ts';
import { type ReadPoint, type ReadSeries, readSeries, toApiFigure } from './alert-history.ts';
import { RANGE_SPREADS, rangeOf } from './alert-life.ts';
import { countDaysBetween } from './calendar.ts';
import { affects, findMeasuredChanges } from './measured-changes.ts';
import { listChartDays } from './score-history.ts';
import { namePart } from './score-rows.ts';
import { buildScoreSeries, dateOf, type ScoreSeries, settingsFor } from './score-series.ts';

/** Days (YYYY-MM-DD), both included; a missing one is open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** `today` in the project's timezone; `moved`: known changes of what is measured (findMeasuredChanges). */
export type CourseSource = {
  rows: readonly DailyScore[];
  today: string;
  minChange: number;
  moved: readonly MeasuredChange[];
};

/** The default span: as many days as one chart holds. */
const CHART_DAYS = 20;

/** Undefined if none of the days has such a figure. */
export function buildScoreCourse(
  metric: Metric,
  scope: Scope,
  { from = '', to = '9999-12-31' }: Days,
  of: CourseSource,
): Course | undefined {
  const read = readOf(metric, of).find(({ series }) => isOf(series.scope, scope));
  const all = read?.points ?? [];
  const within = all.filter((one) => dayOf(one) >= from && dayOf(one) <= to);
  const [first, last] = [within[0], within.at(-1)];
  if (!read || !first || !last) return undefined;
  const isSpan = from !== '' && first !== last;
  const then = isSpan ? first : all[all.indexOf(last) - 1];
  const measured = then ? findMeasuredBetween(then, last, scope, of) : [];
  const isLike = then !== undefined && measured.length === 0;
  const rates = readOf(metric, of).flatMap(({ points }) => points.map(({ point }) => toApiFigure(point)));
  const figures = new Map(all.map((one) => [dayOf(one), toApiFigure(one.point)]));
  const days = isSpan ? countDaysBetween(dayOf(first), dayOf(last)) + 1 : CHART_DAYS;
  const level = levelOf(last);
  const isThin = level === 'normal' && (last.point.answers ?? FEWEST_ANSWERS) < FEWEST_ANSWERS;
  return {
    metric,
    scope: read.series.scope,
    now: figureOf(last),
    before: then && figureOf(then),
    change: isLike ? toApiFigure(last.point) - toApiFigure(then.point) : undefined,
    usual: isThin ? undefined : usualOf(last, boundsOf(metric, rates)),
    level: isThin ? undefined : level,
    noise:
      isLike && (!isThin || findMovesBetween(all, then, last).length > 0)
        ? noiseOf(all, then, last)
        : undefined,
    isThin,
    rates,
    ...(read.series.meanOf && { meanOf: read.series.meanOf }),
    measured,
    days: listChartDays(figures, dayOf(last), days),
  };
}

/** The latest day with such a figure. */
export function findLatestFigure(metric: Metric, scope: Scope, of: CourseSource): FigureOfDay | undefined {
  const read = readOf(metric, of).find(({ series }) => isOf(series.scope, scope));
  const last = read?.points.at(-1);
  return last && figureOf(last);
}

/** The scopes with such a figure: the engines or regions of the whole, or those within one region or engine. */
export function findScopes(
  metric: Metric,
  kind: 'engine' | 'region',
  within: Scope,
  of: CourseSource,
): Scope[] {
  const other = kind === 'engine' ? 'region' : 'engine';
  return seriesOf(of)
    .filter((one) => one.metric === metric && one.scope[kind] !== undefined)
    .filter(({ scope }) => isPart(scope[other], within[other]))
    .map(({ scope }) => scope);
}

type Range = NonNullable<Course['usual']>;

/** A figure beside a usual range: on which side of it, and how far outside in the words of alerts. */
export function judgeByRange(value: number, { low, high }: Range): { level: Noise } & Pick<Course, 'side'> {
  if (value >= low && value <= high) return { level: 'normal' };
  const spread = (high - low) / 2 / RANGE_SPREADS;
  const spreads = spread === 0 ? RANGE_SPREADS : Math.abs(value - (low + high) / 2) / spread;
  // Where the scale ends, the range is cut.
  return { level: toNoise(Math.max(RANGE_SPREADS, spreads)), side: value < low ? 'below' : 'above' };
}

/** A course while an alert on the same figure is open: the latest days must not make a new level the usual one. */
export function withUsualOfAlert(course: Course, usual: Range | undefined): Course {
  return usual ? { ...course, usual, ...judgeByRange(course.now.value, usual) } : course;
}

/**
 * Undefined if nothing moved lately, the days before can't be compared, or too few are known. `usual`: that of the open
 * alert on this figure.
 */
export function findRecovery(
  metric: Metric,
  scope: Scope,
  of: CourseSource,
  { wanted = 'worse', usual }: { wanted?: 'worse' | 'better' | undefined; usual?: Range | undefined } = {},
): Recovery | undefined {
  const all = readOf(metric, of).find(({ series }) => isOf(series.scope, scope))?.points ?? [];
  const last = all.at(-1);
  if (!last) return undefined;
  const moves = all
    .filter(({ point }) => last.point.day - point.day <= LATELY_DAYS)
    .flatMap((told) => told.reading.detections.map((one) => ({ told, ...one })))
    .filter((one) => wayOf(metric, one) === wanted);
  // One fall may be found twice.
  const first = moves.toReversed().reduce<(typeof moves)[number] | undefined>((later, one) => {
    const eve = later && all[later.changeAt - 1];
    return !later || (eve && one.told.point.day >= eve.point.day) ? one : later;
  }, undefined);
  const before = first && all[first.changeAt - 1];
  const rates = all.map(({ point }) => toApiFigure(point));
  const range = usual ?? (first && usualOf(first.told, boundsOf(metric, rates)));
  if (!first || !before || !range || findMeasuredBetween(before, last, scope, of).length > 0)
    return undefined;
  const since = all.slice(first.changeAt);
  const far = (one: ReadPoint) => toApiFigure(one.point) * Math.sign(first.delta);
  const furthest = since.reduce((most, one) => (far(one) > far(most) ? one : most));
  const judged = judgeByRange(toApiFigure(last.point), range);
  const sideOf = (one: ReadPoint) => judgeByRange(toApiFigure(one.point), range).side;
  const run = since.slice(since.findLastIndex((one) => sideOf(one) !== judged.side) + 1);
  return {
    now: figureOf(last),
    before: figureOf(before),
    furthest: figureOf(furthest),
    usual: range,
    ...judged,
    since: dayOf(run[0] ?? last),
    days: run.length,
  };
}

/** Prompts named for a change, of those that moved most with it. */
const PROMPTS_NAMED = 3;

/**
 * The parts of a change: the engines of the whole, the regions of an engine, or the engines of a region. For a score,
 * also the parts and `prompts` that account for it.
 */
export function listCourseParts(
  { metric, scope, before, now, measured }: Course,
  of: CourseSource,
  prompts: readonly PromptFigures[] = [],
): CourseParts | undefined {
  if (!before || measured.length > 0) return undefined;
  const [previousDay, day] = [before.date, now.date];
  const within = readOf(metric, of).flatMap((one): ReadSeries[] => {
    const { engine, region } = one.series.scope;
    if (scope.engine && !isPart(engine, scope.engine)) return [];
    if (scope.region && !isPart(region, scope.region)) return [];
    // Within an engine, its regions are the only parts.
    const rest = { engine: scope.engine ? undefined : engine, region: scope.region ? undefined : region };
    return [{ ...one, series: { ...one.series, scope: rest } }];
  });
  const parts = listPartsBetween(within, previousDay, day);
  if (metric !== 'score') return { previousDay, day, ...parts };
  const ofScope = (rows: readonly DailyScore[]) => rows.flatMap((row) => narrowRow(row, scope));
  const change = {
    ...{ previousDay, day, before: before.value, after: now.value, engines: ofScope(of.rows) },
    prompts: prompts.map((prompt) => ({ ...prompt, rows: ofScope(prompt.rows) })),
  };
  return {
    previousDay,
    day,
    ...parts,
    explanation: explainChange(change, countDecimals(before.value, now.value)),
    worst: findPromptsThatMoved(change).slice(0, PROMPTS_NAMED),
  };
}

/** Each part's change, judged between both days: a week-old level is usual by now, the way there was not. */
function listPartsBetween(within: readonly ReadSeries[], previousDay: string, day: string) {
  const { engines, by } = findPartChanges(within, day, previousDay, false);
  const calm = within.flatMap(({ series, points }) => {
    const [then, last] = [previousDay, day].map((date) => points.find((one) => dayOf(one) === date));
    return then && last && noiseOf(points, then, last) === 'normal' ? namePart(series.scope) : [];
  });
  return { engines: engines.map((one) => ({ ...one, normal: calm.includes(one.engine) })), by };
}

/** The row as seen from within the scope; empty if it is outside. */
function narrowRow(row: DailyScore, { engine, region }: Scope): DailyScore[] {
  const part = (id: string | undefined, name: string | undefined) =>
    id === undefined && name === undefined ? undefined : { id: id ?? name ?? '', name: name ?? id ?? '' };
  if (engine && !isPart(part(row.engineId, row.engine), engine)) return [];
  if (region && !isPart(part(row.regionId, row.region), region)) return [];
  return [
    {
      ...row,
      ...(engine && { engine: undefined, engineId: undefined }),
      ...(region && { region: undefined, regionId: undefined }),
    },
  ];
}

/** What was added or removed between two days, so that their figures can't be compared. */
function findMeasuredBetween(
  then: ReadPoint,
  last: ReadPoint,
  scope: Scope,
  of: CourseSource,
): MeasuredChange[] {
  return findMeasuredChanges(of.rows, of.moved, dayOf(then), dayOf(last)).filter((one) =>
    affects(one, scope),
  );
}

function seriesOf({ rows, today }: CourseSource): ScoreSeries[] {
  return buildScoreSeries(rows, today, { watched: false });
}

function readOf(metric: Metric, of: CourseSource): ReadSeries[] {
  return readSeries(metric, seriesOf(of), of.minChange);
}

/** Parts match by id or by the name that people see. */
function isPart(part: Scope['engine'], wanted: Scope['engine']): boolean {
  if (!part || !wanted) return part === wanted;
  return part.id === wanted.id || part.name.toLowerCase() === wanted.name.toLowerCase();
}

function isOf(scope: Scope, wanted: Scope): boolean {
  return isPart(scope.engine, wanted.engine) && isPart(scope.region, wanted.region);
}

function dayOf({ point }: ReadPoint): string {
  return dateOf(point.day);
}

function figureOf(one: ReadPoint): FigureOfDay {
  return { date: dayOf(one), value: toApiFigure(one.point), answers: one.point.answers };
}

/** With fewer answers a day may lie anywhere, and its range means nothing. */
const FEWEST_ANSWERS = 10;

/** The ends of a metric's scale, judged by all its `figures`. */
function boundsOf(metric: Metric, figures: readonly number[]): [least: number, most: number] {
  if (metric === 'averageRank') return [figures.every((rank) => rank >= 1) ? 1 : -Infinity, Infinity];
  const { scale } = metric === 'sentiment' ? {} : settingsFor(metric, figures, 0);
  return scale === undefined ? [-Infinity, Infinity] : [0, scale];
}

function usualOf(
  { point, reading }: ReadPoint,
  [least, most]: [least: number, most: number],
): Course['usual'] {
  const range = rangeOf(reading, point.link);
  return range && { low: Math.max(least, range.low), high: Math.min(most, range.high) };
}

/** How many usual spreads the day is from what was expected. */
function countSpreadsAway({ point, reading: { expected, spread } }: ReadPoint): number | undefined {
  if (expected === undefined || spread === undefined) return undefined;
  return spread === 0 ? 0 : Math.abs(point.value - expected) / spread;
}

function toNoise(spreads: number): Noise {
  return SURENESS.find((one) => spreads >= one.spreads)?.phrase ?? 'normal';
}

function levelOf(last: ReadPoint): Noise | undefined {
  const spreads = countSpreadsAway(last);
  return spreads === undefined ? undefined : toNoise(spreads);
}

/** Judged by the distance of both days, and by what the alerts' own rule found between them in the same direction. */
function noiseOf(all: readonly ReadPoint[], then: ReadPoint, last: ReadPoint): Noise | undefined {
  const { spread } = last.reading;
  if (spread === undefined) return undefined;
  const moved = last.point.value - then.point.value;
  const ofBoth = Math.hypot(spread, then.reading.spread ?? spread);
  const found = findMovesBetween(all, then, last);
  const distances = found.map((one) => countSpreadsAway(one) ?? 0);
  const phrase = toNoise(Math.max(ofBoth === 0 ? 0 : Math.abs(moved) / ofBoth, ...distances));
  return phrase === 'normal' && found.length > 0 ? (SURENESS.at(-1)?.phrase ?? phrase) : phrase;
}

/** The days on which the alerts' own rule found most of the change between the two days. */
function findMovesBetween(all: readonly ReadPoint[], then: ReadPoint, last: ReadPoint): ReadPoint[] {
  const moved = last.point.value - then.point.value;
  return all.filter(
    (one) =>
      dayOf(one) > dayOf(then) &&
      dayOf(one) <= dayOf(last) &&
      one.reading.detections.some(
        ({ changeAt, delta }) =>
          Math.abs(moved) >= Math.abs(delta) * MOST_OF_IT &&
          delta * moved > 0 &&
          (all[changeAt]?.point.day ?? 0) > then.point.day,
      ),
  );
}

/** The share of a detected change that must remain between the two days; the rest was undone. */
const MOST_OF_IT = 0.5;

/** How far back an undated question reaches. */
const LATELY_DAYS = 14;

/**
 * The days of the latest change in two weeks, preferably of the `wanted` kind: from the day before it until now, or
 * until it was found if most of it is undone since or something else was measured afterwards. If only the opposite was
 * found and undone: from its furthest day until now. If none was found but the latest day is unusual the wanted way:
 * from the last usual day. Undefined otherwise.
 */
export function findLastMove(
  metric: Metric,
  scope: Scope,
  of: CourseSource,
  wanted: 'worse' | 'better' = 'worse',
): Days | undefined {
  const all = readOf(metric, of).find(({ series }) => isOf(series.scope, scope))?.points ?? [];
  const last = all.at(-1);
  if (!last) return undefined;
  const moves = all
    .filter(({ point }) => last.point.day - point.day <= LATELY_DAYS)
    .flatMap((told) => told.reading.detections.map(({ changeAt, delta }) => ({ told, changeAt, delta })));
  const isWanted = (one: { delta: number }) => wayOf(metric, one) === wanted;
  const move = moves.findLast(isWanted) ?? moves.at(-1);
  const before = move && all[move.changeAt - 1];
  if (!move || !before) {
    const usual = all.findLast((one) => levelOf(one) === 'normal');
    const delta = last.point.value - (last.reading.expected ?? last.point.value);
    return usual && usual !== last && isWanted({ delta })
      ? { from: dayOf(usual), to: dayOf(last) }
      : undefined;
  }
  const { told, delta } = move;
  const left = (toApiFigure(last.point) - toApiFigure(before.point)) * Math.sign(delta);
  const isUndone = left < Math.abs(delta) * MOST_OF_IT;
  if (isUndone && !isWanted(move)) {
    const far = (one: ReadPoint) => toApiFigure(one.point) * Math.sign(delta);
    const furthest = all.slice(move.changeAt).reduce((most, one) => (far(one) >= far(most) ? one : most));
    return { from: dayOf(furthest), to: dayOf(last) };
  }
  const isApart = findMeasuredBetween(before, last, scope, of).length > 0;
  return { from: dayOf(before), to: dayOf(isUndone || isApart ? told : last) };
}

/**
 * The days of the fall or rise that is `back` before the one that findLastMove finds, whenever it was: from the day
 * before it until it was found. Undefined if there are fewer.
 */
export function findEarlierMove(
  metric: Metric,
  scope: Scope,
  of: CourseSource,
  { way, back }: { way: 'worse' | 'better'; back: number },
): Days | undefined {
  const all = readOf(metric, of).find(({ series }) => isOf(series.scope, scope))?.points ?? [];
  const earlier: { from: string; to: string }[] = [];
  let until = findLastMove(metric, scope, of, way)?.from ?? '9999-12-31';
  for (const told of all.toReversed()) {
    const { changeAt } = told.reading.detections.findLast((one) => wayOf(metric, one) === way) ?? {};
    const before = changeAt === undefined ? undefined : all[changeAt - 1];
    // One fall may be found twice.
    if (!before || dayOf(told) > until) continue;
    until = dayOf(before);
    earlier.push({ from: until, to: dayOf(told) });
  }
  return earlier[back - 1];
}

/** A lower rank is better. */
function wayOf(metric: Metric, { delta }: { delta: number }): 'worse' | 'better' {
  return (metric === 'averageRank' ? delta > 0 : delta < 0) ? 'worse' : 'better';
}
