/** Complete days as they were polled, with their scores and mentions: the history that the API may no longer give. */
import type { NamedDay } from '../rules/named-days.ts';
import { type KeptRow, keyOf } from '../rules/score-history.ts';
import { FIGURES } from '../rules/score-series.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import { deleteRows, findRows, putRow, putRows } from './rows.ts';
import { atLeast, below } from './statements.ts';
import type { Db, OfProject } from './tables.ts';

const NAMES = ['engine', 'engineId', 'region', 'regionId'] as const;

/** The kept scores from that day (YYYY-MM-DD) on, oldest first. */
export async function readKeptScores(db: Db, { team, projectId }: OfProject, since: string) {
  const days = { team, project_id: projectId, day: atLeast(since) };
  const rows = await findRows(db, 'daily_score', days, 'day', 'part');
  return rows.map(({ day, part, names, figures }) => ({
    part,
    row: { date: day, ...JSON.parse(names), ...JSON.parse(figures) },
  }));
}

/** Stores scores, drops others, and deletes those before the day `since`. */
export async function keepScores(
  db: Db,
  { team, projectId }: OfProject,
  { put, drop, since }: { put: readonly KeptRow[]; drop: readonly KeptRow[]; since: string },
): Promise<void> {
  // Sorted, so that two polls of one project can't deadlock.
  const sorted = put.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const rows = sorted.map(({ part, row }) => ({
    team,
    project_id: projectId,
    day: row.date,
    part,
    names: textOf(row, NAMES),
    figures: textOf(row, FIGURES),
  }));
  await putRows(db, 'daily_score', rows, 'names', 'figures');
  for (const [part, rows] of Map.groupBy(drop, (one) => one.part)) {
    const day = rows.map(({ row }) => row.date);
    await deleteRows(db, 'daily_score', { team, project_id: projectId, part, day });
  }
  await deleteRows(db, 'daily_score', { team, project_id: projectId, day: below(since) });
}

function textOf(row: DailyScore, fields: readonly (keyof DailyScore)[]): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, row[field]])));
}

/** The mentions of a brand and its rivals on complete days, oldest first: the API's own list is short. */
export async function readKeptDays(db: Db, { team, projectId }: OfProject): Promise<NamedDay[]> {
  const rows = await findRows(db, 'named_day', { team, project_id: projectId }, 'day');
  return rows.map(({ said }) => JSON.parse(said));
}

/** Stores days, in place of what was kept of them, and deletes those before `since` (YYYY-MM-DD). */
export async function keepDays(
  db: Db,
  { team, projectId }: OfProject,
  days: readonly NamedDay[],
  since: string,
): Promise<void> {
  for (const day of days) {
    const key = { team, project_id: projectId, day: day.day };
    await putRow(db, 'named_day', key, { said: JSON.stringify(day) });
  }
  await deleteRows(db, 'named_day', { team, project_id: projectId, day: below(since) });
}
