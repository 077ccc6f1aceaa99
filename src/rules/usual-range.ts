/** A figure's usual range on a day, and where the figure is relative to it: one judgement for alerts and answers. */
import { type Course, type Metric, type Noise, type Recovery, SURENESS } from '../decision.ts';
import type { ReadPoint } from './alert-history.ts';
import { RANGE_SPREADS, rangeOf } from './alert-life.ts';
import { settingsFor } from './score-series.ts';

/** The usual range, both ends in the API's own unit. */
export type Range = NonNullable<Course['usual']>;

/** A figure against a usual range: on which side, and how far outside in the words of alerts. */
export function judgeByRange(value: number, { low, high }: Range): Pick<Recovery, 'level' | 'side'> {
  if (value >= low && value <= high) return { level: 'normal' };
  const spread = (high - low) / 2 / RANGE_SPREADS;
  const spreads = spread === 0 ? RANGE_SPREADS : Math.abs(value - (low + high) / 2) / spread;
  // Where the scale ends, the range is cut.
  return { level: toNoise(Math.max(RANGE_SPREADS, spreads)), side: value < low ? 'below' : 'above' };
}

/** The range that was usual before that day, within the ends of the metric's scale as all its `figures` tell it. */
export function findUsualRange(
  { point, reading }: ReadPoint,
  metric: Metric,
  figures: readonly number[],
): Course['usual'] {
  const range = rangeOf(reading, point.link);
  const [least, most] = boundsOf(metric, figures);
  return range && { low: Math.max(least, range.low), high: Math.min(most, range.high) };
}

/** The ends of a metric's scale, judged by all its `figures`. */
function boundsOf(metric: Metric, figures: readonly number[]): [least: number, most: number] {
  if (metric === 'averageRank') return [figures.every((rank) => rank >= 1) ? 1 : -Infinity, Infinity];
  const { scale } = metric === 'sentiment' ? {} : settingsFor(metric, figures, 0);
  return scale === undefined ? [-Infinity, Infinity] : [0, scale];
}

/** How many usual spreads the day is from what was expected. */
export function countSpreadsAway({ point, reading: { expected, spread } }: ReadPoint): number | undefined {
  if (expected === undefined || spread === undefined) return undefined;
  return spread === 0 ? 0 : Math.abs(point.value - expected) / spread;
}

export function toNoise(spreads: number): Noise {
  return SURENESS.find((one) => spreads >= one.spreads)?.phrase ?? 'normal';
}

/** How unusual the day was when it came; undefined while too few are known. */
export function levelOf(last: ReadPoint): Noise | undefined {
  const spreads = countSpreadsAway(last);
  return spreads === undefined ? undefined : toNoise(spreads);
}
