/** A picture before it is drawn: which days it has, and where everything stands. */
import { scaleLinear } from 'd3-scale';
import { METRIC_WORDS } from '../metric-words.ts';
import { type AlertMark, alertMarks } from './alert-marks.ts';
import { dayTicks, type Tick, valueRange, valueTicks } from './axes.ts';
import { type ChartedDay, continuousDays } from './continuous-days.ts';
import { widthOf } from './drawn-text.ts';
import { EDGE, HEADING_BOTTOM, ROW_HEIGHT, SIZE, TEXT } from './frame.ts';
import { type LegendEntry, legendOf } from './legend.ts';
import type { ScoreSeries } from './score-series.ts';

export type MeasuredDay = ChartedDay & { value: number };

export type Layout = {
  days: ChartedDay[];
  latest: MeasuredDay;
  plot: { left: number; right: number; top: number; bottom: number };
  /** A figure as it is written. */
  say: (value: number) => string;
  /** Of a day's index, and of a value; ranks have the first place at the top. */
  x: (index: number) => number;
  y: (value: number) => number;
  valueTicks: Tick[];
  dayTicks: Tick[];
  marks: AlertMark[];
  legend: LegendEntry[];
};

/** Below the plot: the days' names. */
const DAY_NAMES = 34;

/** Undefined if no day has a figure. */
export function layoutOf(series: ScoreSeries): Layout | undefined {
  const days = continuousDays(series);
  const latest = days.findLast(isMeasured);
  if (!latest) return undefined;
  const { best, figure, scale, times } = METRIC_WORDS[series.metric];
  const figures = days.flatMap(({ value, usual }) => [value, usual?.low, usual?.high]);
  const known = figures.flatMap((value) => value ?? []);
  // Where all is zero, nothing says how finely it is counted.
  const say = known.some((value) => value !== 0) ? scale(known).level : figure(known);
  const range = valueRange(series, days);
  const allZero = days.every(({ value, usual }) => !value && !usual?.high) && !series.alarm;
  const values = valueTicks(range, allZero, times(figures));
  const named = dayTicks(days);

  const left = EDGE + Math.max(...values.map(({ label }) => widthOf(label, TEXT.body))) + 10;
  const beside = widthOf(say(latest.value), TEXT.body, 'bold') + 11;
  const overhang = widthOf(named.at(-1)?.label ?? '', TEXT.body) / 2;
  const right = SIZE.width - EDGE - Math.max(beside, overhang);
  const x = scaleLinear([0, days.length - 1], [left, right]);

  const marks = alertMarks(series.alerts ?? [], days, x, SIZE.width - EDGE);
  const legend = legendOf(series, days, marks.length > 0, say);
  const top = HEADING_BOTTOM + rows(marks.map(({ flag }) => flag?.row ?? 0)) * ROW_HEIGHT + 10;
  const bottom = SIZE.height - EDGE - rows(legend.map(({ row }) => row)) * ROW_HEIGHT - DAY_NAMES;
  const y = scaleLinear([range.low, range.high], best === 'lowest' ? [top, bottom] : [bottom, top]);
  return {
    days,
    latest,
    say,
    plot: { left, right, top, bottom },
    x: (index) => x(index),
    y: (value) => y(value),
    valueTicks: values,
    dayTicks: named,
    marks,
    legend,
  };
}

export function isMeasured(day: ChartedDay): day is MeasuredDay {
  return day.value !== null;
}

function rows(used: readonly number[]): number {
  return Math.max(-1, ...used) + 1;
}
