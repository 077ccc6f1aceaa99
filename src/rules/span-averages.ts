/** A calendar month or week, whole or so far, against the one before it, by their averages: two of their days say little of either. */
import type { Metric, Scope, SpanAverage, SpanAverages } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import { dayOf } from './calendar.ts';
import { type CourseOf, type Days, scoreCourse } from './score-course.ts';

/** Of a month so far that is shorter, two days say as much. */
const FEWEST_DAYS = 7;

/** Undefined where the days are no month or week, whole or until today, or one of the two has no figure. */
export function spanAverages(
  metric: Metric,
  scope: Scope,
  days: Days,
  of: CourseOf,
): SpanAverages | undefined {
  const span = spanOf(days, of.today);
  if (!span) return undefined;
  const { kind, from, to, earlier } = span;
  const course = scoreCourse(metric, scope, { from: earlier, to }, of);
  if (!course) return undefined;
  const now = averageOf(course.days.filter(({ date }) => date >= from));
  const before = averageOf(course.days.filter(({ date }) => date < from));
  return now && before && { kind, now, before, isLike: course.measured.length === 0 };
}

/** `from`: the first day of the later span, `earlier` that of the span before it. From a Monday until today may be two weeks. */
function spanOf({ from, to }: Days, today: string) {
  if (from === undefined || to === undefined) return undefined;
  const [first, last] = [new Date(from), new Date(to)];
  const nextMonth = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 1);
  const isSoFar = to === today && last.getTime() - first.getTime() >= FEWEST_DAYS * DAY_MS;
  if (
    from.endsWith('-01') &&
    (last.getTime() === nextMonth - DAY_MS || (isSoFar && last.getTime() < nextMonth))
  ) {
    const earlier = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() - 1, 1);
    return { kind: 'month' as const, from, to, earlier: dayOf(earlier) };
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

function averageOf(days: readonly { score: number | null }[]): SpanAverage | undefined {
  const given = days.flatMap(({ score }) => score ?? []);
  if (given.length === 0) return undefined;
  return { value: given.reduce((sum, score) => sum + score, 0) / given.length, days: given.length };
}
