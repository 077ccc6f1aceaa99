/** Days by their averages, for two of them say little: a calendar month or week, whole or so far, against the one before it; any span by itself. */
import type { Course, Metric, Scope, SpanAverage, SpanAverages, SpanSpread } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { dayOf } from './calendar.ts';
import { type CourseSource, type Days, scoreCourse } from './score-course.ts';

/** Of a month so far that is shorter, two days say as much. */
const FEWEST_DAYS = 7;

/** Undefined where the days are no month or week, whole or until today, or one of the two has no figure. */
export function spanAverages(
  metric: Metric,
  scope: Scope,
  days: Days,
  of: CourseSource,
): SpanAverages | undefined {
  const span = spanOf(days, of.today);
  if (!span) return undefined;
  const { kind, from, to, earlier } = span;
  const course = scoreCourse(metric, scope, { from: earlier, to }, of);
  if (!course) return undefined;
  const now = averageOf(
    from,
    course.days.filter(({ date }) => date >= from),
  );
  const before = averageOf(
    earlier,
    course.days.filter(({ date }) => date < from),
  );
  return now && before && { kind, now, before, isLike: course.measured.length === 0 };
}

/**
 * `from`: the first day of the later span, `earlier` that of the span before it. From the first day of a month or a week until
 * today, or until the end of the next, may be two of them.
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
  return to === today && apart > 6 && apart < 14 ? weekFrom(first.getTime() + 7 * DAY_MS) : undefined;
}

function averageOf(from: string, days: Course['days']): SpanAverage | undefined {
  const given = days.flatMap(({ score }) => score ?? []);
  return given.length > 0 ? { value: meanOf(given), days: given.length, from } : undefined;
}

/** Of the days `from` one on; undefined of so few that they are read at a glance. */
export function spreadOf({ days }: Course, from: string): SpanSpread | undefined {
  const given = days.flatMap(({ date, score }) =>
    score === null || date < from ? [] : { date, value: score },
  );
  const [lowest] = given.toSorted((a, b) => a.value - b.value);
  const [highest] = given.toSorted((a, b) => b.value - a.value);
  if (!lowest || !highest || given.length < FEWEST_DAYS) return undefined;
  return { average: meanOf(given.map(({ value }) => value)), days: given.length, lowest, highest };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
