/** Projects that people connected in Slack. */
import type { ConnectedProject } from '../projects/made.ts';
import { dropApiKey, type Given } from './api-keys.ts';
import type { Db } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** Connects a project; false if the workspace has it already. */
export async function connectProject(
  db: Db,
  team: string,
  { id, name, channel }: ConnectedProject,
  { by, at }: Given,
): Promise<boolean> {
  const row = await db
    .insertInto('made_project')
    .values({ team, id, name, channel, made_by: by, made_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The projects of a workspace, in the order in which they were connected. */
export async function connectedProjects(db: Db, team: string): Promise<(ConnectedProject & Given)[]> {
  const rows = await db
    .selectFrom('made_project')
    .selectAll()
    .where('team', '=', team)
    .orderBy('made_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, channel, made_by, made_at }) => ({
    id,
    name,
    channel,
    by: made_by,
    at: made_at,
  }));
}

/** Removes a project with its key and the feeds that were made for it; false if there is none. What was posted stays. */
export async function disconnectProject(db: Db, team: string, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('made_project')
      .where('team', '=', team)
      .where('id', '=', id)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return false;
    await dropApiKey(trx, team, id);
    await trx.deleteFrom('made_feed').where('team', '=', team).where('project_id', '=', id).execute();
    return true;
  });
}
