/** Averages of a week, month, quarter or year beside the one before, what each part contributed, and the spread of days. */
import type {
  Course,
  CourseParts,
  Metric,
  Scope,
  SpanAverage,
  SpanAverages,
  SpanSpread,
} from '../decision.ts';
import { namePart } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { narrowPrompts, type PromptFigures } from './alert-explanation.ts';
import { findUsualRange } from './alert-history.ts';
import {
  countDaysBetween,
  type Days,
  daysBefore,
  firstDayOf,
  PERIODS,
  type Period,
  wholeOf,
} from './calendar.ts';
import { findShared } from './measured-changes.ts';
import * as courses from './score-course.ts';
import { FIGURES, type Figures, narrowRows, toPartKey } from './score-series.ts';
import { meanOf } from './score-window.ts';

/** Averages of fewer days say no more than two single days. */
const FEWEST_DAYS = 7;

/** `areTwo`: the days are those of two spans that are compared, apart from the days of `gap` between them. */
export type SpanDays = Days & { areTwo?: boolean; gap?: { after: string; before: string } | undefined };

/** Undefined if the days aren't such a span, whole or until today, or have no figure. */
export function computeSpanAverages(metric: Metric, scope: Scope, days: SpanDays, of: courses.CourseSource) {
  const span = spanOf(days, of.today);
  if (!span) return undefined;
  const figure = { metric, scope, of };
  return averagesOf(span, figure) ?? averagesOfWeekBefore(span, figure);
}

type Figure = { metric: Metric; scope: Scope; of: courses.CourseSource };

/** The average of the days and of as many before, as far as these measure the same or over what both have (`shared`). */
export function compareSpans(
  metric: Metric,
  scope: Scope,
  { from, to }: { from: string; to: string },
  of: courses.CourseSource,
  prompts: readonly PromptFigures[] = [],
) {
  const earlier = daysBefore(from, countDaysBetween(from, to) + 1);
  const averages = averagesFrom({ from, to, earlier }, { metric, scope, of });
  if (!averages) return undefined;
  const { now, before, measured } = averages;
  const areEnough = before !== undefined && Math.min(now.days, before.days) >= FEWEST_TO_COMPARE;
  if (areEnough && measured.length === 0) return { value: now.value, before: before.value };
  const isShared = areEnough && metric === 'score';
  const shared = isShared ? compareShared({ now, before, measured }, scope, { to }, of, prompts) : undefined;
  return shared
    ? { value: shared.after, before: shared.before, shared }
    : { value: now.value, before: undefined, measured: areEnough ? measured : [] };
}

/** Between averages of fewer days, a change would be chance. */
const FEWEST_TO_COMPARE = 4;

type Span = NonNullable<ReturnType<typeof spanOf>>;

/** On a Monday no day of this week is over: last week against the one before. */
function averagesOfWeekBefore({ kind, from, to, earlier }: Span, figure: Figure): SpanAverages | undefined {
  const { today } = figure.of;
  if (kind !== 'week' || from !== today || to !== today) return undefined;
  const before = { kind, from: earlier, to: daysBefore(from, 1), earlier: daysBefore(earlier, 7) };
  const averages = averagesOf(before, figure);
  return averages && { ...averages, isWeekBefore: true };
}

function averagesOf({ kind, ...span }: Span, figure: Figure): SpanAverages | undefined {
  const averages = averagesFrom(span, figure);
  if (!averages) return undefined;
  const { measured } = averages;
  const [now, before] = [averages.now, averages.before].map((one) => {
    if (!one) return undefined;
    const length = countDaysBetween(span.from, span.to);
    const whole =
      kind === 'days' ? { from: one.from, to: daysBefore(one.from, -length) } : wholeOf(kind, one.from);
    return { ...one, to: whole.to, of: countDaysBetween(whole.from, whole.to) + 1 };
  });
  const fewest = kind === 'week' || kind === 'days' ? FEWEST_TO_COMPARE : FEWEST_DAYS;
  if (!now) return undefined;
  if (before && before.days < fewest) return { kind, now, few: before, measured: [] };
  if (!before && (measured.length > 0 || now.days < FEWEST_TO_COMPARE)) return undefined;
  return { kind, now, before, measured };
}

/** The averages of the days from `from` on, and of those from `earlier` on; undefined without figures of the former. */
function averagesFrom({ from, to, earlier }: Omit<Span, 'kind'>, { metric, scope, of }: Figure) {
  const course = courses.buildScoreCourse(metric, scope, { from: earlier, to }, of);
  const [before, now] = [earlier, from].map((first) => {
    const days = course?.days.filter(({ date }) => date >= first && (first === from || date < from)) ?? [];
    const given = days.flatMap(({ score }) => score ?? []);
    return given.length > 0 ? { value: meanOf(given), days: given.length, from: first } : undefined;
  });
  return course && now && { now, before, measured: course.measured };
}

/** Averages of a week or more vary about this much of the range that is usual for single days. */
const SWING_OF_AVERAGES = 0.25;

function averageCourse(course: Course, { now, before, measured }: SpanAverages): Course | undefined {
  if (!before || measured.length > 0) return undefined;
  const change = now.value - before.value;
  return {
    ...course,
    now: { date: course.now.date, value: now.value },
    before: { date: before.from, value: before.value },
    change,
    noise: isSwing(change, course.usual) ? 'normal' : undefined,
  };
}

function isSwing(change: number, usual: Course['usual']): boolean {
  return usual !== undefined && Math.abs(change) <= SWING_OF_AVERAGES * (usual.high - usual.low);
}

/** Those between averages of the days and of the ones before; undefined if the first of them can't be compared. */
export function averageCourses(
  all: readonly Course[],
  days: SpanDays,
  of: courses.CourseSource,
): readonly Course[] | undefined {
  const averaged = all.map((course) => {
    const spans = computeSpanAverages(course.metric, course.scope, days, of);
    return spans && averageCourse(course, spans);
  });
  return averaged[0] && averaged.flatMap((one) => one ?? []);
}

/** The parts of a change between averages, as averages of the same days; `averaged` is the course between them. */
export function listAverageParts(
  averaged: Course,
  { now }: SpanAverages,
  of: courses.CourseSource,
  prompts: readonly PromptFigures[] = [],
): CourseParts | undefined {
  const { metric, scope, now: last, before: { date: from } = last } = averaged;
  // Both spans as if they were the two days of the course.
  const spanOf = ({ date = '' }: DailyScore) =>
    date >= now.from ? date <= last.date && last.date : date >= from && from;
  const average = (rows: readonly DailyScore[]) =>
    [...Map.groupBy(rows, (row) => JSON.stringify([spanOf(row), toPartKey(row)])).values()].flatMap((own) => {
      const date = own[0] && spanOf(own[0]);
      return date ? averageRows(own, date) : [];
    });
  const between = courses.makeCourseSource({ ...of, rows: average(of.rows), told: [], promptChanges: [] });
  const ofPrompts = prompts.map((one) => ({ ...one, rows: average(one.rows) }));
  const parts = courses.listCourseParts(averaged, between, ofPrompts);
  if (!parts) return undefined;
  const usual = new Map(
    courses.readWithin(metric, scope, of).map(({ series, points }) => {
      const day = points.find((one) => courses.dayOf(one) === last.date);
      return [namePart(series.scope), day && findUsualRange(day)] as const;
    }),
  );
  // A month hardly moves with its last day, but a part that an alert names isn't as usual.
  const away = courses.findPartsAway(metric, scope, last.date, of);
  const engines = parts.engines.map(({ engine, score, change }) => {
    const isCalm = change !== undefined && isSwing(change, usual.get(engine)) && !away.includes(engine);
    return { engine, score, change, normal: isCalm };
  });
  return { ...parts, engines, isAverage: true };
}

function averageRows(rows: readonly DailyScore[], date: string): DailyScore {
  const figures = FIGURES.map((figure) => {
    const given = rows.flatMap((row) => row[figure] ?? []);
    return [figure, given.length > 0 ? meanOf(given) : undefined];
  });
  return { ...rows[0], ...Object.fromEntries(figures), date };
}

/** Without the figures of the days between two spans; what is usual on a day stays what it was. */
export function withoutGap<Of extends courses.CourseSource>(of: Of, gap: SpanDays['gap']): Of {
  if (!gap) return of;
  const read: Of['read'] = (metric) =>
    of.read(metric).map((one) => ({
      ...one,
      points: one.points.filter((point) => !isWithin(courses.dayOf(point), gap)),
    }));
  return { ...of, rows: rowsWithoutGap(of.rows, gap), read };
}

export function rowsWithoutGap(rows: readonly DailyScore[], gap: SpanDays['gap']): readonly DailyScore[] {
  return gap ? rows.filter(({ date = '' }) => !isWithin(date, gap)) : rows;
}

function isWithin(day: string, { after, before }: NonNullable<SpanDays['gap']>): boolean {
  return day > after && day < before;
}

/** Both averages over what was measured in both spans, the later of which ends on `to`. */
export function compareShared(
  { now, before, measured }: Pick<SpanAverages, 'now' | 'before' | 'measured'>,
  scope: Scope,
  { to = '9999-12-31' }: Days,
  { rows, today }: courses.CourseSource,
  prompts: readonly PromptFigures[],
): SpanAverages['shared'] {
  if (!before) return undefined;
  const averageWithin = (figures: Figures, { days }: SpanAverage, isIn: (day: string) => boolean) => {
    const values = [...figures].flatMap(([day, value]) => (isIn(day) ? value : []));
    // A part that came near the end of the days, or left soon, would say something about few of them.
    return values.length === 0 || values.length * 2 < days ? undefined : meanOf(values);
  };
  return findShared(measured, readWithin(scope, rows, prompts, today), (figures) => ({
    before: averageWithin(figures, before, (day) => day >= before.from && day < now.from),
    after: averageWithin(figures, now, (day) => day >= now.from && day <= to && day < today),
  }));
}

/** A course's first and last day, over what was measured on both. */
export function compareSharedDays(
  { before, now, measured, scope }: Course,
  { rows, today }: courses.CourseSource,
  prompts: readonly PromptFigures[],
) {
  if (!before) return undefined;
  return findShared(measured, readWithin(scope, rows, prompts, today), (figures) => ({
    before: figures.get(before.date),
    after: figures.get(now.date),
  }));
}

function readWithin(
  scope: Scope,
  rows: readonly DailyScore[],
  prompts: readonly PromptFigures[],
  end: string,
) {
  return { rows: narrowRows(rows, scope), prompts: narrowPrompts(prompts, scope), end };
}

/** The first days of the later span and of the one before. */
function spanOf({ from, to, areTwo, gap }: SpanDays, today: string) {
  if (from === undefined || to === undefined) return undefined;
  const spans = PERIODS.flatMap((kind) => {
    const first = wholeOf(kind, from);
    if (gap) {
      const last = wholeOf(kind, gap.before);
      const isWhole = first.from === from && first.to === gap.after && last.to >= to;
      return isWhole && (last.to === to || to === today) ? { kind, from: last.from, to, earlier: from } : [];
    }
    const last = areTwo ? wholeOf(kind, daysBefore(first.to, -1)) : first;
    return spanIn(kind, last, { from, to }, today) ?? [];
  });
  return spans[0] ?? (gap && daysApart({ from, to, gap }));
}

/** As many days of no calendar. */
function daysApart({ from, to, gap }: { from: string; to: string; gap: NonNullable<SpanDays['gap']> }) {
  const length = countDaysBetween(from, gap.after) + 1;
  const areAsMany = countDaysBetween(gap.before, to) + 1 === length && length >= FEWEST_TO_COMPARE;
  return areAsMany ? { kind: 'days' as const, from: gap.before, to, earlier: from } : undefined;
}

/** Undefined if the days don't begin with the span, or the one before it, or end neither with it nor today. */
function spanIn(
  kind: Period,
  last: { from: string; to: string },
  { from, to }: { from: string; to: string },
  today: string,
) {
  const earlier = firstDayOf[kind](daysBefore(last.from, 1));
  const isUntilToday = to === today && to >= last.from && to < last.to;
  const isBegun = from === last.from || from === earlier;
  if (!isBegun || (to !== last.to && !isUntilToday)) return undefined;
  // Of two spans that are compared, the one that goes on may be short.
  const isLong = from === earlier || countDaysBetween(last.from, to) >= FEWEST_DAYS - 1;
  return isLong ? { kind, from: last.from, to, earlier } : undefined;
}

/** The days since `from`; undefined if they are fewer than `fewest`, by default those that are read at a glance. */
export function spreadOf({ days }: Course, from: string, fewest = FEWEST_DAYS): SpanSpread | undefined {
  const given = days.flatMap(({ date, score }) =>
    score === null || date < from ? [] : { date, value: score },
  );
  const [lowest] = given.toSorted((a, b) => a.value - b.value);
  const [highest] = given.toSorted((a, b) => b.value - a.value);
  if (!lowest || !highest || given.length < fewest) return undefined;
  return { average: meanOf(given.map(({ value }) => value)), days: given.length, lowest, highest };
}
