/** Projects that people connected in Slack. */
import type { ConnectedProject } from '../projects/made.ts';
import { forgetAlert } from './alerts.ts';
import { unannounce } from './announced.ts';
import { dropApiKey, type Given } from './api-keys.ts';
import { freeKey } from './deliveries.ts';
import type { Db } from './schema.ts';
import { endSlots } from './slots.ts';
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

/**
 * Removes a project with its key, the feeds that were made for it and what they had on the way; false if there is none.
 * What was posted stays.
 */
export async function disconnectProject(db: Db, team: string, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('made_project')
      .where('team', '=', team)
      .where('id', '=', id)
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return false;
    await dropApiKey(trx, team, id);
    const feeds = await trx
      .deleteFrom('made_feed')
      .where('team', '=', team)
      .where('project_id', '=', id)
      .returning('id')
      .execute();
    // Slots first: what is being decided is queued before this, or never.
    await endSlots(
      trx,
      team,
      feeds.map((feed) => feed.id),
    );
    await endQueued(trx, team, id);
    return true;
  });
}

/** Posts that are not with Slack yet never come. What Slack may have is settled as ever. */
async function endQueued(trx: Db, team: string, projectId: string): Promise<void> {
  const ended = await trx
    .updateTable('delivery')
    .set({ state: 'expired', failure: 'disconnected' })
    .where('team', '=', team)
    .where('project_id', '=', projectId)
    .where('state', '=', 'queued')
    .returning(['id', 'channel', 'kind', 'subject'])
    .execute();
  // Should the project be connected again, what nobody saw is news again.
  for (const { id, channel, kind, subject } of ended) {
    await unannounce(trx, team, id);
    if (kind === 'score_alert' || kind === 'score_notice') {
      await forgetAlert(trx, { team, channel, key: subject }, id);
    } else await freeKey(trx, team, id);
  }
}
