/** API keys that people gave in Slack, sealed: one for each project of a workspace. */
import { SealedElsewhere, type Vault } from '../secrets.ts';
import type { Db } from './schema.ts';

/** A key belongs to its workspace and project: moved to another one's row it cannot be opened. */
const place = (team: string, projectId: string) => [team, 'api key', projectId];

/** Who gave a key, and when (epoch ms). */
export type Given = { by: string; at: number };

/** Keeps a project's key in the place of an earlier one. */
export async function keepApiKey(
  db: Db,
  vault: Vault,
  team: string,
  projectId: string,
  key: string,
  { by, at }: Given,
): Promise<void> {
  const given = { sealed: vault.seal(key, place(team, projectId)), given_by: by, given_at: at };
  await db
    .insertInto('api_key')
    .values({ team, project_id: projectId, ...given })
    .onConflict((conflict) => conflict.columns(['team', 'project_id']).doUpdateSet(given))
    .execute();
}

/** The keys of a workspace by project id; and the projects whose key cannot be opened, with the reason. */
export async function storedApiKeys(
  db: Db,
  vault: Vault,
  team: string,
): Promise<{ keys: Map<string, string>; unreadable: { projectId: string; why: string }[] }> {
  const keys = new Map<string, string>();
  const unreadable: { projectId: string; why: string }[] = [];
  const rows = await db.selectFrom('api_key').selectAll().where('team', '=', team).execute();
  for (const { project_id, sealed } of rows) {
    try {
      keys.set(project_id, vault.open(sealed, place(team, project_id)));
    } catch (error) {
      if (!(error instanceof SealedElsewhere)) throw error;
      unreadable.push({ projectId: project_id, why: error.message });
    }
  }
  return { keys, unreadable };
}

/** Who gave a project's key, and when; undefined if nobody did. */
export async function apiKeyGiven(db: Db, team: string, projectId: string): Promise<Given | undefined> {
  return db
    .selectFrom('api_key')
    .select(['given_by as by', 'given_at as at'])
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

/** False if there was none. */
export async function dropApiKey(db: Db, team: string, projectId: string): Promise<boolean> {
  const result = await db
    .deleteFrom('api_key')
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}
