/** What a picture of a score is drawn from: figures only, as the API gave them. */
import type { Metric } from '../../../decision.ts';

/** A range on the metric's own scale. */
export type Range = { low: number; high: number };

/** One day; `value` is null where the API has none, `usual` is what was to be expected of this very day. */
export type SeriesDay = { date: string; value: number | null; usual?: Range | undefined };

/** A day on which an alert was told; `label` is its handle ("A37"). */
export type AlertDay = { date: string; label: string; direction: 'up' | 'down' };

/** One metric over time, with what belongs to it. Dates are YYYY-MM-DD. */
export type ScoreSeries = {
  project: string;
  metric: Metric;
  /** The engine or region it is of; missing for the whole project. */
  of?: string | undefined;
  /** In any order; a day that is missing is drawn as missing. */
  days: readonly SeriesDay[];
  /** For every day that has no range of its own. */
  usual?: Range | undefined;
  alerts?: readonly AlertDay[] | undefined;
  /** The levels beyond which a day was an alert when this one was told, and how far that is from what was expected. */
  alarm?: { below?: number | undefined; above?: number | undefined; least: number } | undefined;
};
