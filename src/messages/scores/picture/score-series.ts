/** The data for a picture of a score, and its days filled up to a calendar without gaps. */
import type { Metric } from '../../../decision.ts';
import { DAY_MS } from '../../../durations.ts';

/** A range on the metric's own scale. */
export type Range = { low: number; high: number };

/** `value` is null if the API has none; `usual` is the range expected for this day. */
export type SeriesDay = { date: string; value: number | null; usual?: Range | undefined };

/** The day of an alert; `label` is its handle ("A37"). */
export type AlertDay = { date: string; label: string; direction: 'up' | 'down' };

/** One metric over time. Dates are YYYY-MM-DD. */
export type ScoreSeries = {
  project: string;
  metric: Metric;
  /** The engine or region; missing for the whole project. */
  of?: string | undefined;
  /** In any order. Missing days are drawn as gaps. */
  days: readonly SeriesDay[];
  /** For days without a range of their own. */
  usual?: Range | undefined;
  alerts?: readonly AlertDay[] | undefined;
  /** The limits when this alert was raised, and how far at `least` they were from what was expected. */
  alarm?: { below?: number | undefined; above?: number | undefined; least: number } | undefined;
};

export type ChartedDay = { date: string; value: number | null; usual: Range | undefined };

/** The first and last index of consecutive days. */
export type Run = { first: number; last: number };

/** As many as a picture can show; older days are left out. */
const MOST_DAYS = 366;

/** Every day from the first to the last. Of duplicates the last counts; invalid days and figures count as missing. */
export function fillDays({ days, usual }: Pick<ScoreSeries, 'days' | 'usual'>): ChartedDay[] {
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

/** Finds the stretches of days for which `holds` is true. */
export function findRuns<Day>(days: readonly Day[], holds: (day: Day) => boolean): Run[] {
  const runs: Run[] = [];
  for (const [i, day] of days.entries()) {
    if (!holds(day)) continue;
    const run = runs.at(-1);
    if (run?.last === i - 1) run.last = i;
    else runs.push({ first: i, last: i });
  }
  return runs;
}
