/** What a picture of a score is drawn from: figures only, as the API gave them. */

/** A range on the metric's own scale. */
export type Range = { low: number; high: number };

/** One day; `value` is null where the API has none, `usual` is what was to be expected of this very day. */
export type SeriesDay = { date: string; value: number | null; usual?: Range | undefined };

/** A day on which an alert was told; `label` is its handle ("A37"). */
export type AlertDay = { date: string; label: string; direction: 'up' | 'down' };

/** One metric over time, with what belongs to it. Dates are YYYY-MM-DD. */
export type ScoreSeries = {
  project: string;
  /** As a message names it: "visibility score", "average rank". */
  metric: string;
  /** The engine or region it is of; missing for the whole project. */
  of?: string | undefined;
  /** Which end of the scale is good: ranks are drawn with 1 at the top. */
  best: 'highest' | 'lowest';
  /** In any order; a day that is missing is drawn as missing. */
  days: readonly SeriesDay[];
  /** For every day that has no range of its own. */
  usual?: Range | undefined;
  alerts?: readonly AlertDay[] | undefined;
  /** The levels beyond which the next alert would be told. */
  alarm?: { below?: number | undefined; above?: number | undefined } | undefined;
};
