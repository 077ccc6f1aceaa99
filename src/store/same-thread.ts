/** Which leads of several projects are one thread: where two of them are shown, it stands once. */
import { readInPieces } from './pieces.ts';
import type { Db } from './schema.ts';

/** Leads of other projects with the same thread, by key. */
export async function sameThread(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
): Promise<Map<string, { projectId: string; key: string }[]>> {
  const rows = await readInPieces(keys, (piece) =>
    db
      .selectFrom('lead_identity as own')
      .innerJoin('lead_identity as other', (join) =>
        join
          .onRef('other.team', '=', 'own.team')
          .onRef('other.identity', '=', 'own.identity')
          .onRef('other.project_id', '!=', 'own.project_id'),
      )
      .select(['own.lead_key as of', 'other.project_id', 'other.lead_key'])
      .distinct()
      .where('own.team', '=', team)
      .where('own.project_id', '=', projectId)
      .where('own.lead_key', 'in', piece)
      .where('own.identity', 'like', 'url:%')
      .orderBy('other.project_id')
      .execute(),
  );
  const found = Map.groupBy(rows, (row) => row.of);
  return new Map(
    [...found].map(([of, same]) => [
      of,
      same.map((row) => ({ projectId: row.project_id, key: row.lead_key })),
    ]),
  );
}
