/** What is odd about the daily scores of a poll: such rows are left out or said twice, and the log says how many. */
import type { DailyScore } from '../visibility/assumed.ts';
import { isDay } from './calendar.ts';
import { distinctScores, METRICS } from './score-rows.ts';

/** How many rows; what is missing here is as it should be. */
export type OddScores = {
  /** Without a day, or with one that is in no calendar. */
  withoutDay?: number;
  /** Of days that are still to come. */
  toCome?: number;
  withoutFigure?: number;
  /** Of a day of which another row says the same. */
  repeated?: number;
  /** Of a day of which several rows give different figures: none of them counts. */
  contradicted?: number;
  /** Kept from earlier polls on another scale than the API's own now: forgotten. */
  otherScale?: number;
};

/** `today` is the day it is where the feed lives. Undefined where nothing is odd. */
export function oddScores(rows: readonly DailyScore[], today: string): OddScores | undefined {
  const { repeated, contradicted } = distinctScores(rows, today);
  const odd = { withoutDay: 0, toCome: 0, withoutFigure: 0, repeated, contradicted };
  for (const row of rows) {
    if (row.date === undefined || !isDay(row.date)) odd.withoutDay += 1;
    else if (row.date > today) odd.toCome += 1;
    else if (METRICS.every((metric) => row[metric] === undefined)) odd.withoutFigure += 1;
  }
  const some = Object.entries(odd).filter(([, count]) => count > 0);
  return some.length > 0 ? Object.fromEntries(some) : undefined;
}
