/** Leads by their threads: which leads of several projects share one. */
import { prepareQuery } from './prepare.ts';
import type { Db, OfProject } from './schema.ts';
import { matching, readInPieces } from './statements.ts';

type Name = { identity: string; lead_key: string };

/** By key, leads of other projects with the same thread; only of the projects `among`, if given. */
export async function findSameThread(
  db: Db,
  team: string,
  projectId: string,
  keys: readonly string[],
  among?: readonly string[],
): Promise<Map<string, { projectId: string; key: string }[]>> {
  if (keys.length === 0 || among?.every((id) => id === projectId)) return new Map();
  const own = await readInPieces(keys, (piece) => OWN(db, { team, projectId, piece }));
  return findSameThreadByNames(db, team, projectId, own, among);
}

/** The same, for a caller that already knows the leads' identities. */
export async function findSameThreadByNames(
  db: Db,
  team: string,
  projectId: string,
  names: readonly Name[],
  among?: readonly string[],
): Promise<Map<string, { projectId: string; key: string }[]>> {
  const own = names.filter(({ identity }) => identity.startsWith('url:'));
  // Neither joined nor sorted in SQL: for the order SQLite would walk every lead of the workspace.
  const others = await readInPieces([...new Set(own.map(({ identity }) => identity))], async (piece) => {
    const some = { team, projectId, piece, ...(among && { among: [...among] }) };
    return OTHERS(db, some);
  });
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

type Some = OfProject & { piece: string[] };

const OWN = prepareQuery((db, { team, projectId, piece }: Some) =>
  db
    .selectFrom('lead_identity')
    .select(['identity', 'lead_key'])
    .where(matching('lead_identity', { team, project_id: projectId, lead_key: piece }))
    .where('identity', 'like', 'url:%'),
);

const OTHERS = prepareQuery((db, { team, projectId, piece, among }: Some & { among?: string[] }) =>
  db
    .selectFrom('lead_identity')
    .select(['identity', 'project_id as projectId', 'lead_key as key'])
    .where(matching('lead_identity', { team, identity: piece }))
    .where('project_id', '!=', projectId)
    .$if(among !== undefined, (those) => those.where('project_id', 'in', among ?? [])),
);

/** Leads of these projects with any of these identities (`url:…`). */
export async function findLeadsByIdentity(
  db: Db,
  team: string,
  projectIds: readonly string[],
  identities: readonly string[],
): Promise<{ projectId: string; key: string }[]> {
  const rows = await db
    .selectFrom('lead_identity')
    .select(['project_id', 'lead_key'])
    .distinct()
    .where(matching('lead_identity', { team, identity: identities, project_id: projectIds }))
    .orderBy('project_id')
    .orderBy('lead_key')
    .execute();
  return rows.map((row) => ({ projectId: row.project_id, key: row.lead_key }));
}
