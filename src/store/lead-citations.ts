/** Which leads' threads AI engines cite, as the last poll that could read it found: the recap counts them later. */
import { piecesOf } from './pieces.ts';
import type { Db } from './schema.ts';

/** Keeps the engines of each of these leads; what is not among them stays as it was. */
export async function recordCitations(
  db: Db,
  { team, projectId }: { team: string; projectId: string },
  cited: readonly { key: string; citedBy: readonly string[] }[],
  now: number,
): Promise<void> {
  // In one order, so that two polls of one project never wait for each other crosswise.
  const sorted = cited.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const piece of piecesOf(sorted)) {
    await db
      .insertInto('lead_citation')
      .values(
        piece.map(({ key, citedBy }) => ({
          team,
          project_id: projectId,
          lead_key: key,
          engines: JSON.stringify(citedBy),
          at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['team', 'project_id', 'lead_key'])
          .doUpdateSet(({ ref }) => ({ engines: ref('excluded.engines'), at: ref('excluded.at') })),
      )
      .execute();
  }
}

/** The engines that cite each lead of a project, by key; of those leads alone that are cited. */
export async function citationsOf(
  db: Db,
  team: string,
  projectId: string,
): Promise<Map<string, readonly string[]>> {
  const rows = await db
    .selectFrom('lead_citation')
    .select(['lead_key', 'engines'])
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .execute();
  return new Map(rows.map(({ lead_key, engines }) => [lead_key, JSON.parse(engines)]));
}
