/** Finds which engines the API's figures include: no operation lists what a project tracks. */
import type { DailyScore } from '../visibility/assumed.ts';
import { isDay } from './calendar.ts';

/**
 * The ids in the API's figures. `day`: the latest complete day, empty if there is none. `after`: the ids in figures
 * after a day. `undated`: the API lists the whole set without days.
 */
export type Reported = {
  ids: readonly string[];
  day: string;
  after: (day: string) => readonly string[];
  undated: boolean;
};

/** The engines of the latest complete day and of the days since, which may lack some. Empty if no day is complete. */
export function findReportedEngines(scores: readonly DailyScore[], current: string): Reported {
  const rows = scores.flatMap(({ date, engineId, complete }) =>
    date && isDay(date) && engineId ? [{ date, engineId, isOver: date < current && complete !== false }] : [],
  );
  const day = rows.reduce((latest, { date, isOver }) => (isOver && date > latest ? date : latest), '');
  const ids = day === '' ? [] : rows.flatMap(({ date, engineId }) => (date >= day ? engineId : []));
  const after = (than: string) => rows.flatMap(({ date, engineId }) => (date > than ? engineId : []));
  return { ids: [...new Set(ids)], day, after, undated: false };
}
