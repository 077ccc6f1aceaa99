/** What the answers of complete days said of a brand and its rivals: the API's list of mentions reaches back a few days only. */
import type { NamedDay } from '../rules/named-days.ts';
import type { Db } from './schema.ts';

/** Of a project of a workspace. */
type Of = { team: string; projectId: string };

/** What is kept, oldest day first. */
export async function keptDays(db: Db, { team, projectId }: Of): Promise<NamedDay[]> {
  const rows = await db
    .selectFrom('named_day')
    .select('said')
    .where((eb) => eb.and({ team, project_id: projectId }))
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
      .onConflict((conflict) => conflict.columns(['team', 'project_id', 'day']).doUpdateSet({ said }))
      .execute();
  }
  await db
    .deleteFrom('named_day')
    .where((eb) => eb.and({ team, project_id: projectId }))
    .where('day', '<', since)
    .execute();
}
