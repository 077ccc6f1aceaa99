/** Feeds that people made in Slack. Of two who edit one at once, the second is refused and shown what there is now. */
import { z } from 'zod';
import type { KeptFeed } from '../projects/made.ts';
import type { Given } from './api-keys.ts';
import type { Db, Schema } from './schema.ts';
import { inTransaction } from './transaction.ts';

export type NewFeed = Pick<KeptFeed, 'id' | 'projectId' | 'kind' | 'settings'>;

/** changed: as it is now. stale: somebody was faster, `feed` is what they left. taken: its new place has such a feed. */
export type FeedChange = { kind: 'changed' | 'stale'; feed: KeptFeed } | { kind: 'gone' } | { kind: 'taken' };

/** Makes a feed; undefined if there is one of this kind for this project in this channel. */
export async function makeFeed(
  db: Db,
  team: string,
  { id, projectId, kind, settings }: NewFeed,
  { by, at }: Given,
): Promise<KeptFeed | undefined> {
  const row = await db
    .insertInto('made_feed')
    .values({
      team,
      id,
      project_id: projectId,
      kind,
      settings: JSON.stringify(settings),
      revision: 1,
      changed_by: by,
      changed_at: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return row && feedOf(row);
}

/**
 * Changes the feed `id` as it was at `revision`. `to.id` is another one where it moves to another channel.
 */
export async function changeFeed(
  db: Db,
  team: string,
  id: string,
  revision: number,
  to: Pick<NewFeed, 'id' | 'settings'>,
  { by, at }: Given,
): Promise<FeedChange> {
  return inTransaction(db, async (trx) => {
    const own = await trx
      .updateTable('made_feed')
      .set({
        id: to.id,
        settings: JSON.stringify(to.settings),
        revision: revision + 1,
        changed_by: by,
        changed_at: at,
      })
      .where('team', '=', team)
      .where('id', '=', id)
      .where('revision', '=', revision)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('made_feed as other')
              .select('other.id')
              .where('other.team', '=', team)
              .where('other.id', '=', to.id)
              .where('other.id', '!=', id),
          ),
        ),
      )
      .returningAll()
      .executeTakeFirst();
    if (own) return { kind: 'changed', feed: feedOf(own) };
    const current = await madeFeed(trx, team, id);
    if (!current) return { kind: 'gone' };
    return current.revision === revision ? { kind: 'taken' } : { kind: 'stale', feed: current };
  });
}

/** Removes a feed, whatever its revision; false if there is none. */
export async function removeFeed(db: Db, team: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('made_feed')
    .where('team', '=', team)
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numDeletedRows === 1n;
}

/** Undefined if there is none. */
export async function madeFeed(db: Db, team: string, id: string): Promise<KeptFeed | undefined> {
  const row = await db
    .selectFrom('made_feed')
    .selectAll()
    .where('team', '=', team)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && feedOf(row);
}

/** Every feed that was made in a workspace. */
export async function madeFeeds(db: Db, team: string): Promise<KeptFeed[]> {
  const rows = await db.selectFrom('made_feed').selectAll().where('team', '=', team).orderBy('id').execute();
  return rows.map(feedOf);
}

const Settings = z.record(z.string(), z.unknown());

function feedOf(row: Schema['made_feed']): KeptFeed {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    settings: Settings.parse(JSON.parse(row.settings)),
    revision: row.revision,
    by: row.changed_by,
    at: row.changed_at,
  };
}
