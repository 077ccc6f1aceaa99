/** What a picture of a score is drawn from, and its days as a calendar has them: every day once and in order, also those left out. */
import type { Metric } from '../../../decision.ts';
import { DAY_MS } from '../../../durations.ts';

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

/** `value` is null, and `usual` undefined, where there is none. */
export type ChartedDay = { date: string; value: number | null; usual: Range | undefined };

/** Days that follow one another, first and last index. */
export type Run = { first: number; last: number };

/** What a picture can still show; older days are left out. */
const MOST_DAYS = 366;

/**
 * From the first day to the last; of a day that is given twice the last word counts. What is no day, or no finite
 * figure, is as if it were missing.
 */
export function continuousDays({ days, usual }: Pick<ScoreSeries, 'days' | 'usual'>): ChartedDay[] {
  const byTime = new Map(
    days.map((day) => [Date.parse(day.date), day] as const).filter(([time]) => time % DAY_MS === 0),
  );
  const times = [...byTime.keys()].toSorted((a, b) => a - b);
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return [];
  const from = Math.max(first, last - (MOST_DAYS - 1) * DAY_MS);
  return Array.from({ length: (last - from) / DAY_MS + 1 }, (_, i) => {
    const time = from + i * DAY_MS;
    const day = byTime.get(time);
    const value = day?.value ?? null;
    return {
      date: new Date(time).toISOString().slice(0, 10),
      value: value !== null && Number.isFinite(value) ? value : null,
      usual: day?.usual ?? usual,
    };
  });
}

/** The stretches of days of which `holds` is true. */
export function runsOf<Day>(days: readonly Day[], holds: (day: Day) => boolean): Run[] {
  const runs: Run[] = [];
  for (const [i, day] of days.entries()) {
    if (!holds(day)) continue;
    const run = runs.at(-1);
    if (run?.last === i - 1) run.last = i;
    else runs.push({ first: i, last: i });
  }
  return runs;
}
