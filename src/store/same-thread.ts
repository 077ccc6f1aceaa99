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
  if (keys.length === 0) return new Map();
  const own = await readInPieces(keys, (piece) =>
    db
      .selectFrom('lead_identity')
      .select(['identity', 'lead_key'])
      .where('team', '=', team)
      .where('project_id', '=', projectId)
      .where('lead_key', 'in', piece)
      .where('identity', 'like', 'url:%')
      .execute(),
  );
  if (own.length === 0) return new Map();
  // Not as one query, nor ordered there: SQLite would walk through every lead of the workspace for the order's sake.
  const others = await readInPieces([...new Set(own.map(({ identity }) => identity))], (piece) =>
    db
      .selectFrom('lead_identity')
      .select(['identity', 'project_id as projectId', 'lead_key as key'])
      .where('team', '=', team)
      .where('identity', 'in', piece)
      .where('project_id', '!=', projectId)
      .execute(),
  );
  const sorted = others.toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1));
  const byIdentity = Map.groupBy(sorted, ({ identity }) => identity);
  const found = new Map<string, Map<string, { projectId: string; key: string }>>();
  for (const { identity, lead_key } of own) {
    const same = found.get(lead_key) ?? new Map();
    for (const { projectId, key } of byIdentity.get(identity) ?? [])
      same.set(`${projectId} ${key}`, { projectId, key });
    if (same.size > 0) found.set(lead_key, same);
  }
  return new Map([...found].map(([key, same]) => [key, [...same.values()]]));
}
