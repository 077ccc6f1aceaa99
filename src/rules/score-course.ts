/** How one figure of daily scores went between two days, whose parts moved with it, and whether that is noise: for whoever asks in words. */
import {
  type Course,
  type CourseParts,
  type FigureOfDay,
  type MeasuredChange,
  type Metric,
  type Noise,
  type Scope,
  SURENESS,
} from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { decimalsOf, explainChange, type PromptFigures } from './alert-explanation.ts';
import { partChanges } from './alert-figures.ts';
import { apiFigure, type ReadPoint, type ReadSeries, readSeries } from './alert-history.ts';
import { rangeOf } from './alert-life.ts';
import { daysBetween } from './calendar.ts';
import { findMeasuredChanges } from './measured-changes.ts';
import { chartDays } from './score-history.ts';
import { partName } from './score-rows.ts';
import { dateOf, type ScoreSeries, scoreSeries, settingsFor } from './score-series.ts';

/** Days (YYYY-MM-DD), both included; each may be open. */
export type Days = { from?: string | undefined; to?: string | undefined };

/** `today` where the project lives; `moved`: what is known to have come and gone (findMeasuredChanges). */
export type CourseSource = {
  rows: readonly DailyScore[];
  today: string;
  minChange: number;
  moved: readonly MeasuredChange[];
};

/** So many days where none are asked for: as many as one chart holds. */
const CHART_DAYS = 20;

/** Undefined where no day asked for has such a figure. */
export function scoreCourse(
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
  const measured = then ? comparedOn(scope, of, dayOf(then), dayOf(last)) : [];
  const isLike = then !== undefined && measured.length === 0;
  const rates = readOf(metric, of).flatMap(({ points }) => points.map(({ point }) => apiFigure(point)));
  const figures = new Map(all.map((one) => [dayOf(one), apiFigure(one.point)]));
  const days = daysFrom(isSpan ? dayOf(first) : undefined, dayOf(last));
  const level = levelOf(last);
  const isThin = level === 'normal' && (last.point.answers ?? FEWEST_ANSWERS) < FEWEST_ANSWERS;
  return {
    metric,
    scope: read.series.scope,
    now: figureOf(last),
    before: then && figureOf(then),
    change: isLike ? apiFigure(last.point) - apiFigure(then.point) : undefined,
    usual: isThin ? undefined : usualOf(last, boundsOf(metric, rates)),
    level: isThin ? undefined : level,
    noise:
      isLike && (!isThin || foundBetween(all, then, last).length > 0) ? noiseOf(all, then, last) : undefined,
    isThin,
    rates,
    ...(read.series.meanOf && { meanOf: read.series.meanOf }),
    measured,
    days: chartDays(figures, dayOf(last), days),
  };
}

/** The latest day with such a figure, whatever days are asked for. */
export function latestFigure(metric: Metric, scope: Scope, of: CourseSource): FigureOfDay | undefined {
  const last = readOf(metric, of)
    .find(({ series }) => isOf(series.scope, scope))
    ?.points.at(-1);
  return last && figureOf(last);
}

/** The scopes of one kind that have such a figure: the engines, the regions, or those of one of them. */
export function scopesOf(
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

/**
 * Which parts a change has: engines of the whole, of an engine its regions, of a region its engines; and of a score what of
 * these, and of `prompts` where their figures are at hand, accounts for it.
 */
export function courseParts(
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
    // Seen from within an engine, its regions are all that there is.
    const rest = {
      engine: scope.engine ? undefined : engine,
      region: scope.region ? undefined : region,
    };
    return [{ ...one, series: { ...one.series, scope: rest } }];
  });
  const parts = partsBetween(within, previousDay, day);
  if (metric !== 'score') return { previousDay, day, ...parts };
  const ofScope = (rows: readonly DailyScore[]) => rows.flatMap((row) => rowWithin(row, scope));
  const change = {
    ...{ previousDay, day, before: before.value, after: now.value, engines: ofScope(of.rows) },
    prompts: prompts.map((prompt) => ({ ...prompt, rows: ofScope(prompt.rows) })),
  };
  return {
    previousDay,
    day,
    ...parts,
    explanation: explainChange(change, decimalsOf(before.value, now.value)),
  };
}

/** How each part went. What is normal is told of both days: a level that is a week old is usual by then, and the way there was not. */
function partsBetween(within: readonly ReadSeries[], previousDay: string, day: string) {
  const { engines, by } = partChanges(within, day, previousDay, false);
  const calm = within.flatMap(({ series, points }) => {
    const [then, last] = [previousDay, day].map((date) => points.find((one) => dayOf(one) === date));
    return then && last && noiseOf(points, then, last) === 'normal' ? partName(series.scope) : [];
  });
  return { engines: engines.map((one) => ({ ...one, normal: calm.includes(one.engine) })), by };
}

/** A row of the scope, as if there were no other. */
function rowWithin(row: DailyScore, { engine, region }: Scope): DailyScore[] {
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

/** What else is measured on the later day. A part is one itself: others that came or went change nothing of it. */
function comparedOn(
  { engine, region }: Scope,
  { rows, moved }: CourseSource,
  from: string,
  to: string,
): MeasuredChange[] {
  return findMeasuredChanges(rows, moved, from, to).filter(
    ({ of }) => !(of === 'engines' && engine) && !(of === 'regions' && region),
  );
}

function seriesOf({ rows, today }: CourseSource): ScoreSeries[] {
  return scoreSeries(rows, today, { watched: false });
}

function readOf(metric: Metric, of: CourseSource): ReadSeries[] {
  return readSeries(metric, seriesOf(of), of.minChange);
}

/** Parts are the same by their id, or by the name that people see. */
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
  return { date: dayOf(one), value: apiFigure(one.point), answers: one.point.answers };
}

function daysFrom(first: string | undefined, last: string): number {
  if (first === undefined) return CHART_DAYS;
  return daysBetween(first, last) + 1;
}

/** Day by day so few answers may lie anywhere, and a range of them says nothing. */
const FEWEST_ANSWERS = 10;

/** The ends of a metric's scale, as far as all its `figures` tell it. */
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

/** How many usual spreads the day is from what was expected of it. */
function away({ point, reading: { expected, spread } }: ReadPoint): number | undefined {
  if (expected === undefined || spread === undefined) return undefined;
  return spread === 0 ? 0 : Math.abs(point.value - expected) / spread;
}

function phraseOf(spreads: number): Noise {
  return SURENESS.find((one) => spreads >= one.spreads)?.phrase ?? 'normal';
}

function levelOf(last: ReadPoint): Noise | undefined {
  const spreads = away(last);
  return spreads === undefined ? undefined : phraseOf(spreads);
}

/** By how far both days are apart, and by what the alerts’ own rule found between them that went the same way. */
function noiseOf(all: readonly ReadPoint[], then: ReadPoint, last: ReadPoint): Noise | undefined {
  const { spread } = last.reading;
  if (spread === undefined) return undefined;
  const moved = last.point.value - then.point.value;
  const ofBoth = Math.hypot(spread, then.reading.spread ?? spread);
  const told = foundBetween(all, then, last);
  const far = Math.max(ofBoth === 0 ? 0 : Math.abs(moved) / ofBoth, ...told.map((one) => away(one) ?? 0));
  const phrase = phraseOf(far);
  return phrase === 'normal' && told.length > 0 ? (SURENESS.at(-1)?.phrase ?? phrase) : phrase;
}

/** The days on which the alerts’ own rule found what the change between both holds. */
function foundBetween(all: readonly ReadPoint[], then: ReadPoint, last: ReadPoint): ReadPoint[] {
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

/** A change holds what was found within it where it is at least so much of it: the rest was undone. */
const MOST_OF_IT = 0.5;

/** So far back a change is meant that nobody dates. */
const LATELY_DAYS = 14;

/**
 * The days of the latest change that the alerts’ rule finds in the last two weeks, of the kind that is asked about where there
 * was one: from the day before it until now, or where most of it is undone until the day that told it. Where only the opposite
 * is found and most of that is undone, what undid it: from its furthest day until now. Where it finds none and the latest day is out of its usual range the way that is asked about, from the last day that was not.
 */
export function lastMove(
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
  const isWanted = ({ delta }: { delta: number }) =>
    (metric === 'averageRank' ? delta > 0 : delta < 0) === (wanted === 'worse');
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
  const left = (apiFigure(last.point) - apiFigure(before.point)) * Math.sign(delta);
  const isUndone = left < Math.abs(delta) * MOST_OF_IT;
  if (isUndone && !isWanted(move)) {
    const far = (one: ReadPoint) => apiFigure(one.point) * Math.sign(delta);
    const furthest = all.slice(move.changeAt).reduce((most, one) => (far(one) >= far(most) ? one : most));
    return { from: dayOf(furthest), to: dayOf(last) };
  }
  return { from: dayOf(before), to: dayOf(isUndone ? told : last) };
}
