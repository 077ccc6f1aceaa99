/** The picture's legend: what its signs mean, in as many rows as that takes. */
import { figure } from '../figures.ts';
import type { ChartedDay } from './continuous-days.ts';
import { widthOf } from './drawn-text.ts';
import { EDGE, SIZE, TEXT } from './frame.ts';
import type { ScoreSeries } from './score-series.ts';

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
export function legendOf(series: ScoreSeries, days: readonly ChartedDay[], marked: boolean): LegendEntry[] {
  const alarm = alarmWords(series);
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

/** "alert below 56.2 or above 66.6", or nothing. */
export function alarmWords({ alarm }: Pick<ScoreSeries, 'alarm'>): string {
  const levels = [
    alarm?.below !== undefined && `below ${figure(alarm.below)}`,
    alarm?.above !== undefined && `above ${figure(alarm.above)}`,
  ].filter((level) => level !== false);
  return levels.length > 0 ? `alert ${levels.join(' or ')}` : '';
}
