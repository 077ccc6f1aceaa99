/** A recap's score: that of the last complete day, or the average of a month, against the span before. */
import type { MeasuredChange, RecapScore } from '../decision.ts';
import { DAY_MS } from '../durations.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { countDaysBetween, daysBefore, today } from './calendar.ts';
import { findMeasuredChanges } from './measured-changes.ts';
import { buildScoreHistory, type Figures, findLatestDay, listChartDays } from './score-history.ts';
import { areOfOtherScale } from './score-memory.ts';

/** Days in the chart, unless the recap covers a month. */
const CHART_DAYS = 56;

/** A day this close to the one meant may stand in for it. */
const NEAR_DAYS = 2;

/** The share of a month's days needed for its average. */
const FEWEST_OF_DAYS = 0.75;

/** [from, to) and the span before it, [before, from); epoch ms. */
export type Spans = { from: number; to: number; before: number; isMonth: boolean; timezone: string };

/** `rows` from the API and earlier polls. Undefined if no day of the span has a figure. */
export function makeRecapScore(
  rows: readonly DailyScore[],
  moved: readonly MeasuredChange[],
  spans: Spans,
): RecapScore | undefined {
  const { from, to, timezone, isMonth } = spans;
  const { whole, meanOf } = buildScoreHistory(rows, timezone, to);
  const end = today(to, timezone);
  const day = findLatestDay(whole, end);
  const score = day === undefined ? undefined : whole.get(day);
  // A score that ended before the span began doesn't belong to it.
  if (day === undefined || score === undefined || day < daysBefore(today(from, timezone), NEAR_DAYS)) {
    return undefined;
  }
  const compared =
    (isMonth ? compareMonths(whole, spans) : undefined) ?? compareDays(whole, day, score, spans);
  const { first, ...told } = compared;
  const { before } = told;
  const measured = before ? findMeasuredChanges(rows, moved, first, day) : [];
  const isOtherScale = before !== undefined && areOfOtherScale(before.score, told.score);
  return {
    ...told,
    ...(meanOf && { meanOf }),
    ...(isOtherScale && { before: undefined }),
    ...(measured.length > 0 && { measured }),
    series: listChartDays(
      whole,
      day,
      isMonth ? countDaysBetween(today(from, timezone), day) + 1 : CHART_DAYS,
    ),
  };
}

/** `first`: the earliest day compared. */
type Compared = Omit<RecapScore, 'measured' | 'series'> & { first: string };

function compareDays(whole: Figures, day: string, score: number, { from, before }: Spans): Compared {
  const meant = daysBefore(day, Math.max(1, Math.round((from - before) / DAY_MS)));
  const near = Array.from({ length: NEAR_DAYS + 1 }, (_, back) => daysBefore(meant, back));
  const date = near.find((one) => whole.has(one));
  const then = date === undefined ? undefined : whole.get(date);
  const earlier = date === undefined || then === undefined ? undefined : { day: date, score: then };
  return { day, score, before: earlier, first: date ?? day };
}

function compareMonths(whole: Figures, { before, from, to, timezone }: Spans): Compared | undefined {
  const [start, begin, end] = [before, from, to].map((at) => today(at, timezone)) as [string, string, string];
  const [now, then] = [averageOf(whole, begin, end), averageOf(whole, start, begin)];
  return now && { ...now, isAverage: true, before: then, first: then ? start : begin };
}

/** The average of [begin, end), dated with its last day; undefined if too few days have a figure. */
function averageOf(whole: Figures, begin: string, end: string): { day: string; score: number } | undefined {
  const days = [...whole.keys()].filter((day) => day >= begin && day < end).sort();
  const day = days.at(-1);
  if (day === undefined || days.length < FEWEST_OF_DAYS * countDaysBetween(begin, end)) return undefined;
  const sum = days.reduce((all, one) => all + (whole.get(one) ?? 0), 0);
  return { day, score: sum / days.length };
}
