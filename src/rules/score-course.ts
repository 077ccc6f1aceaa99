/** Answers questions about daily scores: how a figure went between two days, which parts moved, and what is noise. */
import type {
  ChangeAlert,
  Course,
  CourseParts,
  EngineChange,
  FigureOfDay,
  MeasuredChange,
  Metric,
  Noise,
  Scope,
  SetChange,
} from '../decision.ts';
import { namePart, SURENESS } from '../decision.ts';
import { oncePerText } from '../once-per.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { explainWithin, type PromptFigures } from './alert-explanation.ts';
import { chartDaysTo, findPartChanges, findRangeBefore } from './alert-figures.ts';
import type { ReadPoint, ReadSeries } from './alert-history.ts';
import {
  asUsual,
  carryUsual,
  countSpreadsAway,
  findOpenAlert,
  findUsualRange,
  judgeByRange,
  levelOf,
  readSeries,
  toApiFigure,
  toNoise,
} from './alert-history.ts';
import { countDaysBetween, type Days } from './calendar.ts';
import { affects, findMeasuredChanges } from './measured-changes.ts';
import {
  buildScoreSeries,
  dateOf,
  isPart,
  narrowRows,
  type ScoreSeries,
  seenWithin,
} from './score-series.ts';

/** `today` in the project's timezone; `told`, `promptChanges`: as the asker's channels were told last. */
type Source = {
  rows: readonly DailyScore[];
  today: string;
  minChange: number;
  moved: readonly MeasuredChange[];
  told?: readonly ChangeAlert[] | undefined;
  promptChanges?: readonly SetChange[] | undefined;
};

/** What the rows hold is read when first asked for, and once, since an answer may be about a dozen figures. */
export type CourseSource = Source & {
  series(): readonly ScoreSeries[];
  /** All series of a metric, with what alerts make of each day. */
  read(metric: Metric): readonly ReadSeries[];
};

export function makeCourseSource(source: Source): CourseSource {
  const { rows, today, minChange, promptChanges } = source;
  const series = oncePerText(() => buildScoreSeries(rows, today, { watched: false }));
  const read = oncePerText((metric: Metric) => readSeries(metric, series(), minChange, promptChanges));
  return { ...source, series, read };
}

/** Undefined if none of the days has such a figure. */
export function buildScoreCourse(
  metric: Metric,
  scope: Scope,
  { from = '', to = '9999-12-31' }: Days,
  of: CourseSource,
): Course | undefined {
  const read = of.read(metric).find(({ series }) => isOf(series.scope, scope));
  const all = read?.points ?? [];
  const within = all.filter((one) => dayOf(one) >= from && dayOf(one) <= to);
  const [first, last] = [within[0], within.at(-1)];
  if (!read || !first || !last) return undefined;
  const isSpan = from !== '' && first !== last;
  const then = isSpan ? first : all[all.indexOf(last) - 1];
  const measured = then ? findMeasuredBetween(then, last, scope, of) : [];
  const isLike = then !== undefined && measured.length === 0;
  const span = isSpan ? countDaysBetween(dayOf(first), dayOf(last)) + 1 : undefined;
  const judged = judgeFigures(read, isLike ? then : undefined, last, of);
  const { usual } = judged;
  const usualOn = (one: ReadPoint) => usual && carryUsual(usual, last, one);
  return {
    metric,
    scope: read.series.scope,
    now: figureOf(last),
    before: then && figureOf(then),
    change: isLike ? toApiFigure(last.point) - toApiFigure(then.point) : undefined,
    ...judged,
    rates: of.read(metric).flatMap(({ points }) => points.map(({ point }) => toApiFigure(point))),
    meanOf: read.series.meanOf,
    measured,
    days: chartDaysTo(last, all, usualOn, usual, span),
  };
}

type Judged = Pick<Course, 'usual' | 'level' | 'isOfAlert' | 'noise' | 'isThin'>;

/** What is normal about the latest day, and about its change since `then`. From a few answers, calm says nothing. */
function judgeFigures(
  read: ReadSeries,
  then: ReadPoint | undefined,
  last: ReadPoint,
  of: CourseSource,
): Judged {
  const judged = judgeDay(read, last, of);
  const isThin = judged.level === 'normal' && (last.point.answers ?? FEWEST_ANSWERS) < FEWEST_ANSWERS;
  const isClear = !isThin || (then !== undefined && findMovesBetween(read.points, then, last).length > 0);
  const noise = then && isClear ? noiseOf(read.points, then, last) : undefined;
  return isThin ? { noise, isThin } : { ...judged, noise, isThin };
}

/** The latest day with such a figure. */
export function findLatestFigure(metric: Metric, scope: Scope, of: CourseSource): FigureOfDay | undefined {
  const last = readFigure(metric, scope, of).at(-1);
  return last && figureOf(last);
}

/** The scopes with such a figure: the engines or regions of the whole, or those within one region or engine. */
export function findScopes(metric: Metric, kind: 'engine' | 'region', within: Scope, of: CourseSource) {
  const other = kind === 'engine' ? 'region' : 'engine';
  return of
    .series()
    .filter((one) => one.metric === metric && one.scope[kind] !== undefined)
    .filter(({ scope }) => isPart(scope[other], within[other]))
    .map(({ scope }) => scope);
}

/** The usual range on a day, and where the figure is in it. While an alert is open, it is that from before it. */
function judgeDay(
  { series: { metric, scope }, points }: ReadSeries,
  last: ReadPoint,
  of: CourseSource,
): Judged {
  const alert = findAlertOn(metric, [scope, {}], last, of);
  const isOwn = alert !== undefined && isOf(alert.lead.scope, scope);
  const changed = alert && points.find((one) => dayOf(one) === alert.lead.changedOn);
  const ofChange = changed && findUsualRange(changed);
  const usual = isOwn
    ? findRangeBefore(alert, points, last)
    : ofChange && carryUsual(ofChange, changed, last);
  if (!usual) return { usual: findUsualRange(last), level: levelOf(last) };
  const { level } = judgeByRange(toApiFigure(last.point), usual);
  // All its days make a shift certain; the first may be within the range.
  const isFirst = isOwn && alert.openedOn === dayOf(last) && alert.lead.changedOn === dayOf(last);
  return { usual, level: (isFirst && alert.sureness) || level, isOfAlert: true };
}

/** The alert open that day on the first of these figures: as told, else as the figures justify it. */
export function findAlertOn(metric: Metric, scopes: readonly Scope[], last: ReadPoint, of: CourseSource) {
  const told = (of.told ?? []).filter((alert) => alert.metric === metric);
  const onFirst = (alerts: readonly ChangeAlert[]) =>
    scopes.flatMap((scope) => alerts.find(({ lead }) => isOf(lead.scope, scope)) ?? []).at(0);
  const then = onFirst(told.filter((alert) => covers(alert, dayOf(last))));
  if (then) return then;
  const settled = { minChange: of.minChange, ended: told.filter(({ status }) => status !== 'open') };
  const found = findOpenAlert(metric, of.read(metric), last.point.day, settled);
  return found && onFirst([found]);
}

/** A recovery's last day is judged like those before it; the first day of a new normal is judged afresh. */
function covers({ status, openedOn, day }: ChangeAlert, date: string): boolean {
  if (status === 'corrected' || date < openedOn) return false;
  return status === 'open' || date < day || (date === day && status !== 'new_normal');
}

/** The parts of a change; for a score, also the parts and `prompts` that account for it. */
export function listCourseParts(
  { metric, scope, before, now, measured }: Course,
  of: CourseSource,
  prompts: readonly PromptFigures[] = [],
): CourseParts | undefined {
  if (!before || measured.length > 0) return undefined;
  const [previousDay, day] = [before.date, now.date];
  const within = readWithin(metric, scope, of);
  const parts = listPartsBetween(within, previousDay, day, findDayOfUsual(metric, scope, day, of));
  if (metric !== 'score') return { previousDay, day, ...parts };
  const change = { previousDay, day, before: before.value, after: now.value };
  const engines = narrowRows(of.rows, scope);
  return { previousDay, day, ...parts, ...explainWithin(scope, { ...change, engines, prompts }) };
}

/** The figures within the scope, as seen from there: within an engine, its regions are the only parts. */
export function readWithin(metric: Metric, scope: Scope, of: CourseSource): ReadSeries[] {
  return of.read(metric).flatMap((one): ReadSeries[] => {
    const seen = seenWithin(scope, one.series.scope);
    return seen ? [{ ...one, series: { ...one.series, scope: seen } }] : [];
  });
}

/** The day whose usual range judges the parts: while an alert is open, that of its change. */
function findDayOfUsual(metric: Metric, scope: Scope, day: string, of: CourseSource): string {
  const last = readFigure(metric, scope, of).find((one) => dayOf(one) === day);
  const from = last && findAlertOn(metric, [scope, {}], last, of)?.lead.changedOn;
  const isLike =
    from && findMeasuredChanges(of.rows, of.moved, from, day).every((one) => one.of === 'engines');
  return isLike ? from : day;
}

/** Each part's change between both days; one still outside its usual range isn't as usual, however little it moved. */
function listPartsBetween(within: readonly ReadSeries[], previousDay: string, day: string, usualOn: string) {
  const { engines, by } = findPartChanges(within, day, previousDay, usualOn);
  const calm = within.flatMap(({ series, points }) => {
    const [then, last] = [previousDay, day].map((date) => points.find((one) => dayOf(one) === date));
    return then && last && noiseOf(points, then, last) === 'normal' ? namePart(series.scope) : [];
  });
  const isNormal = ({ engine, sureness }: EngineChange) => calm.includes(engine) && sureness === undefined;
  return { engines: engines.map((one) => ({ ...one, normal: isNormal(one) })), by };
}

/** Names of the parts outside their usual range that day; while an alert is open, outside that of its change. */
export function findPartsAway(metric: Metric, scope: Scope, day: string, of: CourseSource): string[] {
  const usualOn = findDayOfUsual(metric, scope, day, of);
  const { engines } = findPartChanges(readWithin(metric, scope, of), day, day, usualOn);
  return engines.flatMap(({ engine, sureness }) => (sureness === undefined ? [] : engine));
}

/** What was added or removed between two days, so that their figures can't be compared. */
export function findMeasuredBetween(then: ReadPoint, last: ReadPoint, scope: Scope, of: CourseSource) {
  return findMeasuredChanges(of.rows, of.moved, dayOf(then), dayOf(last)).filter((one) =>
    affects(one, scope),
  );
}

/** The days of one figure with what alerts make of them; empty if there is none. */
export function readFigure(metric: Metric, scope: Scope, of: CourseSource): readonly ReadPoint[] {
  return of.read(metric).find(({ series }) => isOf(series.scope, scope))?.points ?? [];
}

function isOf(scope: Scope, wanted: Scope): boolean {
  return isPart(scope.engine, wanted.engine) && isPart(scope.region, wanted.region);
}

/** YYYY-MM-DD. */
export function dayOf({ point }: ReadPoint): string {
  return dateOf(point.day);
}

/** A day's figure as the API gave it. */
export function figureOf(one: ReadPoint): FigureOfDay {
  return { date: dayOf(one), value: toApiFigure(one.point), answers: one.point.answers };
}

/** With fewer answers a day may lie anywhere, and its range means nothing. */
const FEWEST_ANSWERS = 10;

/** Judged by the distance of both days, and by what the alerts' own rule found between them in the same direction. */
function noiseOf(all: readonly ReadPoint[], then: ReadPoint, last: ReadPoint): Noise | undefined {
  const { spread } = asUsual(last.reading);
  if (spread === undefined) return undefined;
  const moved = last.point.value - then.point.value;
  const ofBoth = Math.hypot(spread, asUsual(then.reading).spread ?? spread);
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
export const MOST_OF_IT = 0.5;
