/** Leads by their threads: which leads of several projects share one. */
import { findRows } from './rows.ts';
import type { Db } from './schema.ts';
import { matching, not, readInPieces } from './statements.ts';

type Name = { identity: string; lead_key: string };
type Found = { projectId: string; key: string };

/** By key, leads of other projects with the same thread; only of the projects `among`, if given. */
export async function findSameThread(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
  among?: readonly string[],
): Promise<Map<string, Found[]>> {
  if (among?.every((id) => id === projectId)) return new Map();
  const own = await readInPieces(keys, (lead_key) =>
    findRows(db, 'lead_identity', { team, project_id: projectId, lead_key }),
  );
  return findSameThreadByNames(db, team, projectId, own, among);
}

/** The same, for a caller that already knows the leads' identities. */
export async function findSameThreadByNames(
  db: Db,
  team: string,
  projectId: string,
  names: readonly Name[],
  among?: readonly string[],
): Promise<Map<string, Found[]>> {
  const own = names.filter(({ identity }) => identity.startsWith('url:'));
  const others = among?.filter((id) => id !== projectId) ?? not(projectId);
  // Neither joined nor sorted in SQL: for the order SQLite would walk every lead of the workspace.
  const rows = await readInPieces([...new Set(own.map(({ identity }) => identity))], (identity) =>
    findRows(db, 'lead_identity', { team, identity, project_id: others }),
  );
  const sorted = rows.toSorted((a, b) => (a.project_id < b.project_id ? -1 : 1));
  const byIdentity = Map.groupBy(sorted, ({ identity }) => identity);
  const found = new Map<string, Map<string, Found>>();
  for (const { identity, lead_key } of own) {
    const same = found.get(lead_key) ?? new Map();
    for (const { project_id, lead_key: key } of byIdentity.get(identity) ?? [])
      same.set(`${project_id} ${key}`, { projectId: project_id, key });
    if (same.size > 0) found.set(lead_key, same);
  }
  return new Map([...found].map(([key, same]) => [key, [...same.values()]]));
}

/** Leads of these projects with any of these identities (`url:…`). */
export async function findLeadsByIdentity(
  db: Db,
  team: string,
  projectIds: readonly string[],
  identities: readonly string[],
): Promise<Found[]> {
  return db
    .selectFrom('lead_identity')
    .select(['project_id as projectId', 'lead_key as key'])
    .distinct()
    .where(matching('lead_identity', { team, identity: identities, project_id: projectIds }))
    .orderBy('project_id')
    .orderBy('lead_key')
    .execute();
}
