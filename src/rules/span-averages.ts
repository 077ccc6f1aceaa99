/** Averages days, since two single days say little: a month or week against the previous one, or any span. */
import type { Course, Metric, Scope, SpanAverage, SpanAverages, SpanSpread } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import type { PromptFigures } from './alert-explanation.ts';
import { countDaysBetween, dayOf, daysBefore } from './calendar.ts';
import { findShared } from './measured-changes.ts';
import { buildScoreCourse, type CourseSource, type Days, narrowRow } from './score-course.ts';
import type { Figures } from './score-series.ts';
import { meanOf } from './score-window.ts';

/** Averages of fewer days say no more than two single days. */
const FEWEST_DAYS = 7;

/** Undefined if the days aren't a month or week, whole or until today, or if they have no figure. */
export function computeSpanAverages(
  metric: Metric,
  scope: Scope,
  days: Days,
  of: CourseSource,
): SpanAverages | undefined {
  const span = spanOf(days, of.today);
  if (!span) return undefined;
  return averagesOf(span, metric, scope, of) ?? averagesOfWeekBefore(span, metric, scope, of);
}

/**
 * The average of the days, and that of as many days before them if both have figures that measure the same. Undefined
 * if the days have no figure.
 */
export function compareSpans(
  metric: Metric,
  scope: Scope,
  { from, to }: { from: string; to: string },
  of: CourseSource,
): { value: number; before: number | undefined } | undefined {
  const earlier = daysBefore(from, countDaysBetween(from, to) + 1);
  const course = buildScoreCourse(metric, scope, { from: earlier, to }, of);
  const scoresOf = (isIn: (date: string) => boolean) =>
    (course?.days ?? []).flatMap(({ date, score }) => (isIn(date) ? (score ?? []) : []));
  const [now, before] = [scoresOf((date) => date >= from), scoresOf((date) => date < from)];
  if (now.length === 0) return undefined;
  const areEnough = Math.min(now.length, before.length) >= FEWEST_TO_COMPARE;
  const isComparable = areEnough && course?.measured.length === 0;
  return { value: meanOf(now), before: isComparable ? meanOf(before) : undefined };
}

/** Between averages of fewer days, a change would be chance. */
const FEWEST_TO_COMPARE = 4;

type Span = NonNullable<ReturnType<typeof spanOf>>;

/** On a Monday no day of this week is over: last week against the one before. */
function averagesOfWeekBefore(
  { kind, from, to, earlier }: Span,
  metric: Metric,
  scope: Scope,
  of: CourseSource,
): SpanAverages | undefined {
  if (kind !== 'week' || from !== of.today || to !== of.today) return undefined;
  const before = { kind, from: earlier, to: daysBefore(from, 1), earlier: daysBefore(earlier, 7) };
  const averages = averagesOf(before, metric, scope, of);
  return averages && { ...averages, isWeekBefore: true };
}

function averagesOf(
  { kind, from, to, earlier }: Span,
  metric: Metric,
  scope: Scope,
  of: CourseSource,
): SpanAverages | undefined {
  const course = buildScoreCourse(metric, scope, { from: earlier, to }, of);
  if (!course) return undefined;
  const now = averageOf(
    from,
    course.days.filter(({ date }) => date >= from),
  );
  const before = averageOf(
    earlier,
    course.days.filter(({ date }) => date < from),
  );
  const { measured } = course;
  return now && (before || measured.length === 0) ? { kind, now, before, measured } : undefined;
}

/** Both averages over what was measured in both spans, the later of which ends on `to`. */
export function compareShared(
  { now, before, measured }: SpanAverages,
  scope: Scope,
  { to = '9999-12-31' }: Days,
  { rows, today }: CourseSource,
  prompts: readonly PromptFigures[],
): SpanAverages['shared'] {
  if (!before) return undefined;
  const narrow = (all: readonly DailyScore[]) => all.flatMap((row) => narrowRow(row, scope));
  const averageWithin = (figures: Figures, isIn: (day: string) => boolean) => {
    const values = [...figures].flatMap(([day, value]) => (isIn(day) ? value : []));
    return values.length === 0 ? undefined : meanOf(values);
  };
  const read = {
    rows: narrow(rows),
    prompts: prompts.map((prompt) => ({ ...prompt, rows: narrow(prompt.rows) })),
    end: today,
  };
  return findShared(measured, read, (figures) => ({
    before: averageWithin(figures, (day) => day >= before.from && day < now.from),
    after: averageWithin(figures, (day) => day >= now.from && day <= to && day < today),
  }));
}

/**
 * `from`: the first day of the later span; `earlier`: the first day of the one before. Days that cover two months or
 * weeks, the second whole or until today, are split into both.
 */
function spanOf({ from, to }: Days, today: string) {
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = [new Date(from), new Date(to)];
  const month = (ahead: number) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead, 1);
  const isUntil = (next: number) =>
    last.getTime() === next - DAY_MS || (to === today && last.getTime() < next);
  const isLong = (begun: number) => last.getTime() - begun >= (FEWEST_DAYS - 1) * DAY_MS;
  if (from.endsWith('-01')) {
    const ahead = last.getTime() < month(1) ? 0 : 1;
    if (!isUntil(month(ahead + 1)) || !isLong(month(ahead))) return undefined;
    return { kind: 'month' as const, from: dayOf(month(ahead)), to, earlier: dayOf(month(ahead - 1)) };
  }
  const apart = (last.getTime() - first.getTime()) / DAY_MS;
  const weekFrom = (at: number) => ({
    kind: 'week' as const,
    from: dayOf(at),
    to,
    earlier: dayOf(at - 7 * DAY_MS),
  });
  if (first.getUTCDay() !== 1) return undefined;
  if (apart === 6) return weekFrom(first.getTime());
  return apart === 13 || (to === today && apart > 6 && apart < 14)
    ? weekFrom(first.getTime() + 7 * DAY_MS)
    : undefined;
}

function averageOf(from: string, days: Course['days']): SpanAverage | undefined {
  const given = days.flatMap(({ score }) => score ?? []);
  return given.length > 0 ? { value: meanOf(given), days: given.length, from } : undefined;
}

/** The days since `from`; undefined if they are few enough to read at a glance. */
export function spreadOf({ days }: Course, from: string): SpanSpread | undefined {
  const given = days.flatMap(({ date, score }) =>
    score === null || date < from ? [] : { date, value: score },
  );
  const [lowest] = given.toSorted((a, b) => a.value - b.value);
  const [highest] = given.toSorted((a, b) => b.value - a.value);
  if (!lowest || !highest || given.length < FEWEST_DAYS) return undefined;
  return { average: meanOf(given.map(({ value }) => value)), days: given.length, lowest, highest };
}
