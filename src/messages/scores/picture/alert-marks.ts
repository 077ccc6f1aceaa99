/** Where the marks of alert days stand above the plot, so that none covers another. */
import type { ChartedDay } from './continuous-days.ts';
import { drawable, fitted, widthOf } from './drawn-text.ts';
import { TEXT } from './frame.ts';
import type { AlertDay } from './score-series.ts';

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
