/** The picture's legend: what its signs mean, in as many rows as that takes. */
import type { Metric } from '../../../decision.ts';
import { METRIC_WORDS } from '../metric-words.ts';
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
