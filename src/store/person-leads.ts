/** Where one person has been at work: the projects with whose leads they did something, and what waits for their reply. */
import type { Db } from './schema.ts';

/** Ids of the projects with a lead that the person claimed, answered or left since then (epoch ms). */
export async function projectsActedOn(
  db: Db,
  team: string,
  person: string,
  since: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('lead_event')
    .select('project_id')
    .distinct()
    .where('team', '=', team)
    .where('at', '>=', since)
    .where('by', '=', person)
    .execute();
  return rows.map((row) => row.project_id);
}

/** Leads that the person claimed and has not replied to, the longest waiting first. */
export async function claimedBy(
  db: Db,
  team: string,
  person: string,
): Promise<{ projectId: string; key: string }[]> {
  const rows = await db
    .selectFrom('lead')
    .select(['project_id', 'lead_key'])
    .where('team', '=', team)
    .where('state', '=', 'claimed')
    .where('by', '=', person)
    .orderBy('since')
    .orderBy('lead_key')
    .execute();
  return rows.map((row) => ({ projectId: row.project_id, key: row.lead_key }));
}
