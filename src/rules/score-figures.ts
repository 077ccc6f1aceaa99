/** What a project's daily scores say of their latest day, beside the score itself: for the answer to /visibility scores. */
import type { DayFigures, MeasuredChange, Metric, ScoreFigures } from '../decision.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { daysBefore, today } from './calendar.ts';
import { findMeasuredChanges } from './measured-changes.ts';
import { isWhole } from './score-rows.ts';
import { dateOf, type ScoreSeries, scoreSeries } from './score-series.ts';

/** An engine or region whose figures end earlier than this before the latest day is no part of it any more. */
const LATE_DAYS = 7;

/**
 * `now` epoch ms; `moved`: what is known to have come and gone (findMeasuredChanges). A change is given only where both days
 * measured the same. Undefined where the API has no figure of a complete day.
 */
export function scoreFigures(
  rows: readonly DailyScore[],
  timezone: string,
  now: number,
  moved: readonly MeasuredChange[] = [],
): ScoreFigures | undefined {
  const all = scoreSeries(rows, today(now, timezone), { watched: false });
  const dates = [...new Set(all.flatMap(({ points }) => points.map((point) => dateOf(point.day))))].sort();
  const [since, day] = [dates.at(-2), dates.at(-1)];
  if (day === undefined) return undefined;
  const changed = since === undefined ? [] : findMeasuredChanges(rows, moved, since, day);
  const isSame = (of: 'engine' | 'region' | 'whole') => changed.every((change) => change.of === `${of}s`);

  const figuresOf = (series: readonly ScoreSeries[], isComparable: boolean): DayFigures =>
    Object.fromEntries(
      series.flatMap(({ metric, points }): [Metric, DayFigures[Metric]][] => {
        const [before, last] = [points.at(-2), points.at(-1)];
        if (!last || dateOf(last.day) < daysBefore(day, LATE_DAYS)) return [];
        const date = dateOf(last.day);
        const isChange = isComparable && before && date === day && dateOf(before.day) === since;
        return [
          [metric, { value: last.value, date, ...(isChange && { change: last.value - before.value }) }],
        ];
      }),
    );
  const parts = (of: 'engine' | 'region', other: 'engine' | 'region') => {
    const ofKind = all.filter(({ scope }) => scope[of] && !scope[other]);
    const byPart = Map.groupBy(ofKind, ({ scope }) => scope[of]?.id);
    return [...byPart.values()].flatMap((series) => {
      const figures = figuresOf(series, isSame(of));
      const name = series[0]?.scope[of]?.name ?? '';
      return Object.keys(figures).length > 0 ? [{ of, name, figures }] : [];
    });
  };
  const meanOf = all.find((series) => series.meanOf)?.meanOf;
  return {
    day,
    since,
    ...(meanOf && { meanOf }),
    whole: figuresOf(
      all.filter(({ scope }) => isWhole(scope)),
      isSame('whole'),
    ),
    parts: [...parts('engine', 'region'), ...parts('region', 'engine')],
    rates: all.flatMap(({ metric, points }) =>
      metric === 'mentionRate' ? points.map(({ value }) => value) : [],
    ),
  };
}
