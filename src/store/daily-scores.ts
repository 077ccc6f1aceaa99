/** Complete days as they were polled, their scores and what their answers said: the past that an API with a short memory no longer gives. */

import type { NamedDay } from '../rules/named-days.ts';
import type { DailyScore } from '../visibility/assumed.ts';
import type { Db } from './schema.ts';
import { inserted, matching, piecesOf, replacing } from './statements.ts';

/** Of a project of a workspace. */
type Of = { team: string; projectId: string };

/** A row of a complete day; `part` is the identity of the engine and region that it is of, '' for the whole project. */
export type PolledScore = { part: string; row: DailyScore & { date: string } };

const NAMES = ['engine', 'engineId', 'region', 'regionId'] as const;
const FIGURES = ['score', 'mentionRate', 'averageRank', 'sentiment', 'answers'] as const;

/** What is kept from that day (YYYY-MM-DD) on, oldest first. */
export async function keptScores(db: Db, { team, projectId }: Of, since: string): Promise<PolledScore[]> {
  const rows = await db
    .selectFrom('daily_score')
    .select(['day', 'part', 'names', 'figures'])
    .where(matching('daily_score', { team, project_id: projectId }))
    .where('day', '>=', since)
    .orderBy('day')
    .orderBy('part')
    .execute();
  return rows.map(({ day, part, names, figures }) => ({
    part,
    row: { ...EMPTY, date: day, ...JSON.parse(names), ...JSON.parse(figures) },
  }));
}

/**
 * Puts rows, takes back others, and forgets those before `since`. Of a figure that the API restated the first one polled is
 * kept beside the latest. `now` in epoch ms.
 */
export async function keepScores(
  db: Db,
  { team, projectId }: Of,
  { put, drop, since }: { put: readonly PolledScore[]; drop: readonly PolledScore[]; since: string },
  now: number,
): Promise<void> {
  // In one order, so that two polls of one project never wait for each other crosswise.
  const sorted = put.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const piece of piecesOf(sorted)) {
    await db
      .insertInto('daily_score')
      .values(
        piece.map(({ part, row }) => ({
          team,
          project_id: projectId,
          day: row.date,
          part,
          names: textOf(row, NAMES),
          figures: textOf(row, FIGURES),
          polled_at: now,
        })),
      )
      .onConflict(
        replacing('daily_score', ({ fn }) => ({
          ...inserted('names', 'figures'),
          first_figures: fn.coalesce('daily_score.first_figures', 'daily_score.figures'),
          restated_at: now,
        })),
      )
      .execute();
  }
  for (const [part, rows] of Map.groupBy(drop, (one) => one.part)) {
    await db
      .deleteFrom('daily_score')
      .where(matching('daily_score', { team, project_id: projectId, part }))
      .where(
        'day',
        'in',
        rows.map(({ row }) => row.date),
      )
      .execute();
  }
  await db
    .deleteFrom('daily_score')
    .where(matching('daily_score', { team, project_id: projectId }))
    .where('day', '<', since)
    .execute();
}

function keyOf({ part, row }: PolledScore): string {
  return `${row.date} ${part}`;
}

/** As JSON, without what is missing. */
function textOf(row: DailyScore, fields: readonly (keyof DailyScore)[]): string {
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, row[field]])));
}

const EMPTY: DailyScore = {
  date: undefined,
  engine: undefined,
  engineId: undefined,
  region: undefined,
  regionId: undefined,
  score: undefined,
  mentionRate: undefined,
  averageRank: undefined,
  sentiment: undefined,
  answers: undefined,
  complete: undefined,
};

/** What the answers of complete days said of a brand and its rivals, oldest day first: the API’s list of mentions is short. */
export async function keptDays(db: Db, { team, projectId }: Of): Promise<NamedDay[]> {
  const rows = await db
    .selectFrom('named_day')
    .select('said')
    .where(matching('named_day', { team, project_id: projectId }))
    .orderBy('day')
    .execute();
  return rows.map(({ said }) => JSON.parse(said));
}

/** Puts days in place of what was kept of them, and forgets those before `since` (YYYY-MM-DD). */
export async function keepDays(
  db: Db,
  { team, projectId }: Of,
  days: readonly NamedDay[],
  since: string,
): Promise<void> {
  for (const day of days) {
    const said = JSON.stringify(day);
    await db
      .insertInto('named_day')
      .values({ team, project_id: projectId, day: day.day, said })
      .onConflict(replacing('named_day', { said }))
      .execute();
  }
  await db
    .deleteFrom('named_day')
    .where(matching('named_day', { team, project_id: projectId }))
    .where('day', '<', since)
    .execute();
}
