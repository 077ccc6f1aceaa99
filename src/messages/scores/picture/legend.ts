/** What explains a picture: the marks of alert days above the plot, so that none covers another, and the legend below it. */
import type { Metric } from '../../../decision.ts';
import { METRIC_WORDS } from '../metric-words.ts';
import { drawable, EDGE, fitted, SIZE, TEXT, widthOf } from './frame.ts';
import type { AlertDay, ChartedDay, ScoreSeries } from './score-series.ts';

/** `flag` is missing where many others stand in its way: such a day has only its line and its ring. */
export type AlertMark = { index: number; direction: AlertDay['direction']; flag?: Flag };

/** `row` counts from the plot upwards; `words` begin at `x`. */
export type Flag = { row: number; words: string; x: number };

const MOST_ROWS = 3;
const MOST_WIDTH = 90;

/** Half of a triangle's width, and the room between it and its words. */
export const TRIANGLE = { half: 8, gap: 5 } as const;

/** In order of their days; alerts of days that are not drawn are left out. `x` is where a day stands. */
export function alertMarks(
  alerts: readonly AlertDay[],
  days: readonly ChartedDay[],
  x: (index: number) => number,
  right: number,
): AlertMark[] {
  const indexes = new Map(days.map(({ date }, index) => [date, index]));
  const ends: number[] = Array.from({ length: MOST_ROWS }, () => Number.NEGATIVE_INFINITY);
  return alerts
    .flatMap(({ date, label, direction }) => {
      const index = indexes.get(date);
      return index === undefined ? [] : [{ index, label, direction }];
    })
    .toSorted((a, b) => a.index - b.index)
    .map(({ index, label, direction }) => {
      const words = fitted(drawable(label), MOST_WIDTH, TEXT.small, 'bold');
      const width = TRIANGLE.gap + widthOf(words, TEXT.small, 'bold');
      const [from, to] = [x(index) - TRIANGLE.half, x(index) + TRIANGLE.half];
      const before = to + width > right;
      const row = ends.findIndex((end) => end + TRIANGLE.gap <= (before ? from - width : from));
      if (row < 0) return { index, direction };
      ends[row] = before ? to : to + width;
      return { index, direction, flag: { row, words, x: before ? from - width : to + TRIANGLE.gap } };
    });
}

/** `x` is where the sign begins; `row` counts from 0 downwards. */
export type LegendEntry = {
  sign: 'usual' | 'alarm' | 'alert' | 'gap';
  words: string;
  x: number;
  row: number;
};

/** A sign with the room after it. */
export const SIGN = { width: 26, gap: 7 } as const;
const BETWEEN = 20;

/** Only what is really drawn is explained. */
export function legendOf(
  series: ScoreSeries,
  days: readonly ChartedDay[],
  marked: boolean,
  say: (value: number) => string,
): LegendEntry[] {
  const levels = alarmWords(series, say);
  const isWide = SIGN.width + SIGN.gap + widthOf(levels, TEXT.small) > SIZE.width - 2 * EDGE;
  const alarm = isWide ? levels.replace(/,.*/, '') : levels;
  const entries = [
    ...(days.some(({ usual }) => usual) ? [{ sign: 'usual', words: 'usual range' } as const] : []),
    ...(alarm ? [{ sign: 'alarm', words: alarm } as const] : []),
    ...(marked ? [{ sign: 'alert', words: 'alert' } as const] : []),
    ...(days.some(({ value }) => value === null) ? [{ sign: 'gap', words: 'no data' } as const] : []),
  ];
  let x: number = EDGE;
  let row = 0;
  return entries.map((entry) => {
    const width = SIGN.width + SIGN.gap + widthOf(entry.words, TEXT.small);
    if (x > EDGE && x + width > SIZE.width - EDGE) [x, row] = [EDGE, row + 1];
    const placed = { ...entry, x, row };
    x += width + BETWEEN;
    return placed;
  });
}

/** "alerts from 5 points when this one came, below 56.2 or above 66.6", or nothing. */
export function alarmWords(
  { metric, alarm }: Pick<ScoreSeries, 'metric' | 'alarm'>,
  say: (value: number) => string,
): string {
  if (!alarm) return '';
  const { below, above, least } = alarm;
  const levels = [
    below !== undefined && `below ${say(below)}`,
    above !== undefined && `above ${say(above)}`,
  ].filter((level) => level !== false);
  if (levels.length === 0) return '';
  return `${leastWords(metric, least, [below, above])}, ${levels.join(' or ')}`;
}

/** "alerts from 5 points when this one came": the limits of other days are other ones. */
function leastWords(metric: Metric, least: number, beside: readonly (number | undefined)[]): string {
  const { scale: scaleOf, unit } = METRIC_WORDS[metric];
  const scale = scaleOf([least, ...beside.filter((level) => level !== undefined)]);
  const size = scale.size(least).replace(/\.?0+$/, '');
  return `alerts from ${size} ${size === '1' ? unit.replace(/s$/, '') : unit} when this one came`;
}
