/** What belongs to an alert's figures: what was expected of every day, for its picture, and the limit that it went past. */
import type { ChangeAlert, ScoreAlert } from '../decision.ts';
import { readSeries, scoreBand } from './alert-history.ts';
import { RANGE_SPREADS } from './alert-life.ts';
import { JUMP_SPREADS } from './score-detector.ts';
import { type ScoreSeries, seriesKey, settingsFor } from './score-series.ts';

type Range = { low: number; high: number };

/** A figure as the API gave it, null where it gave none, and what was expected of its day. */
type ExpectedDay = { date: string; value: number | null; usual?: Range | undefined };

/** A single day is an alert beyond these levels, each `least` away from what was expected of it. In the metric's own unit. */
export type AlertLimit = { below: number; above: number; least: number };

/** At most the last `span` days of the series that leads the alert, from its first figure on. */
export function alertBand(
  { metric, lead }: Pick<ChangeAlert, 'metric' | 'lead'>,
  series: readonly ScoreSeries[],
  minChange: number,
  span: number,
): ExpectedDay[] {
  const key = seriesKey(metric, lead.scope);
  const read = readSeries(metric, series, minChange).find((one) => one.series.key === key);
  const days = (read ? scoreBand(read, span) : []).map(({ date, score, low, high }) => ({
    date,
    value: score,
    ...(low !== undefined && high !== undefined && { usual: { low, high } }),
  }));
  const first = days.findIndex(({ value }) => value !== null);
  return days.slice(Math.max(0, first));
}

/**
 * The limit as it was when the alert was told, from what was told: later days expect something else. Undefined where
 * nobody knew what to expect. `minChange` is the feed's.
 */
export function alertLimit(
  { alert, usual, series, score, previousScore }: Omit<ScoreAlert, 'kind' | 'v'>,
  minChange: number,
): AlertLimit | undefined {
  if (!alert || !usual) return undefined;
  const figures = [score, previousScore, ...series.flatMap((day) => day.score ?? [])];
  const spread = (usual.high - usual.low) / 2 / RANGE_SPREADS;
  const least = Math.max(settingsFor(alert.metric, figures, minChange).minChange, JUMP_SPREADS * spread);
  const middle = (usual.low + usual.high) / 2;
  return { below: middle - least, above: middle + least, least };
}
