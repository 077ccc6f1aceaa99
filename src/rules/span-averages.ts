/** A whole calendar month or week against the one before it, by their averages: two of their days say little of either. */
import type { Metric, Scope } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { type CourseOf, type Days, scoreCourse } from './score-course.ts';

/** Of so many days with a figure. */
type SpanAverage = { value: number; days: number };

/** `isLike`: the same is measured at both ends. `kind` names the span. */
export type SpanAverages = {
  kind: 'month' | 'week';
  now: SpanAverage;
  before: SpanAverage;
  isLike: boolean;
};

/** Undefined where the days are no whole month or week, or one of the two has no figure. */
export function spanAverages(
  metric: Metric,
  scope: Scope,
  days: Days,
  of: CourseOf,
): SpanAverages | undefined {
  const span = spanOf(days);
  if (!span) return undefined;
  const { kind, from, to, earlier } = span;
  const course = scoreCourse(metric, scope, { from: earlier, to }, of);
  if (!course) return undefined;
  const now = averageOf(course.days.filter(({ date }) => date >= from));
  const before = averageOf(course.days.filter(({ date }) => date < from));
  return now && before && { kind, now, before, isLike: course.measured.length === 0 };
}

/** `earlier`: the first day of the span before. */
function spanOf({ from, to }: Days) {
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = [new Date(from), new Date(to)];
  const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const nextMonth = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
  if (from.endsWith('-01') && last.getTime() === nextMonth - DAY_MS) {
    const earlier = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 1, 1);
    return { kind: 'month' as const, from, to, earlier: dayAt(earlier) };
  }
  const isWeek = first.getUTCDay() === 1 && last.getTime() - first.getTime() === 6 * DAY_MS;
  return isWeek
    ? { kind: 'week' as const, from, to, earlier: dayAt(first.getTime() - 7 * DAY_MS) }
    : undefined;
}

function averageOf(days: readonly { score: number | null }[]): SpanAverage | undefined {
  const given = days.flatMap(({ score }) => score ?? []);
  if (given.length === 0) return undefined;
  return { value: given.reduce((sum, score) => sum + score, 0) / given.length, days: given.length };
}
