/** The two axes of a score's picture: which values and days they reach, and which of them are named. */
import { scaleLinear } from 'd3-scale';
import { chartDay } from '../../days.ts';
import { METRIC_WORDS } from '../metric-words.ts';
import type { ChartedDay } from './continuous-days.ts';
import type { Range, ScoreSeries } from './score-series.ts';

/** A named value, or a named day by its index. */
export type Tick = { value: number; label: string };

const VALUE_TICKS = 4;
const DAY_TICKS = 5;

/** A calm score must look calm: the axis spans at least this part of the largest value, for ranks a whole place. */
const LEAST_SPAN = 0.1;

/** Room above and below what is drawn, in parts of its span. */
const AIR = 0.08;

/** Everything that is drawn fits; nothing below zero, and no rank above the first, unless the figures go there. */
export function valueRange({ metric, alarm }: ScoreSeries, days: readonly ChartedDay[]): Range {
  const { best } = METRIC_WORDS[metric];
  const drawn = [
    ...days.flatMap(({ value, usual }) => [value, usual?.low, usual?.high]),
    alarm?.below,
    alarm?.above,
  ].filter((value) => typeof value === 'number');
  const [lowest, highest] = [Math.min(...drawn), Math.max(...drawn)];
  const largest = Math.max(Math.abs(lowest), Math.abs(highest));
  const span = highest - lowest;
  const least = best === 'lowest' ? 1 : LEAST_SPAN * largest || 1;
  const air = Math.max(AIR * span, (least - span) / 2);
  const low = Math.max(lowest - air, Math.min(best === 'lowest' ? 1 : 0, lowest));
  return { low, high: Math.max(highest + air, low + least) };
}

/**
 * Round values within the range, named as they are counted: `times` a value. Where all is zero, nothing else is named: the
 * scale is not known.
 */
export function valueTicks({ low, high }: Range, allZero: boolean, times: number): Tick[] {
  if (allZero) return [{ value: 0, label: '0' }];
  const scale = scaleLinear([low * times, high * times], [0, 1]);
  const format = scale.tickFormat(VALUE_TICKS);
  return scale
    .ticks(VALUE_TICKS)
    .map((value) => ({ value: value / times, label: value === 0 ? '0' : format(value) }));
}

/** The last day, and others before it at even steps: of whole weeks where that is possible. */
export function dayTicks(days: readonly ChartedDay[]): Tick[] {
  const apart = Math.ceil(days.length / DAY_TICKS);
  const step = apart > 3 ? Math.ceil(apart / 7) * 7 : apart;
  return days.flatMap(({ date }, index) =>
    (days.length - 1 - index) % step === 0 ? [{ value: index, label: chartDay(date) }] : [],
  );
}
