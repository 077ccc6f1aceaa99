/** What is odd about the daily scores of a poll: such rows are left out or said twice, and the log says how many. */
import type { DailyScore } from '../visibility/assumed.ts';
import { isDay } from './calendar.ts';
import { METRICS } from './score-series.ts';

/** How many rows; what is missing here is as it should be. */
export type OddScores = {
  /** Without a day, or with one that is in no calendar. */
  withoutDay?: number;
  /** Of days that are still to come. */
  toCome?: number;
  withoutFigure?: number;
  /** Of a day that another row speaks of too: the last one counts. */
  repeated?: number;
};

/** `today` is the day it is where the feed lives. Undefined where nothing is odd. */
export function oddScores(rows: readonly DailyScore[], today: string): OddScores | undefined {
  const seen = new Set<string>();
  const odd = { withoutDay: 0, toCome: 0, withoutFigure: 0, repeated: 0 };
  for (const row of rows) {
    const { date, engine, engineId, region, regionId } = row;
    const key = [date, engineId ?? engine, regionId ?? region].join(' ');
    if (date === undefined || !isDay(date)) odd.withoutDay += 1;
    else if (date > today) odd.toCome += 1;
    else if (METRICS.every((metric) => row[metric] === undefined)) odd.withoutFigure += 1;
    else if (seen.has(key)) odd.repeated += 1;
    else seen.add(key);
  }
  const some = Object.entries(odd).filter(([, count]) => count > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}
