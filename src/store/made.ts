/** What people made in Slack: feeds, of which the second of two who edit one at once is refused, and connected projects. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ApiKeys } from '../projects/api-keys.ts';
import type { ConnectedProject, KeptFeed, Made } from '../projects/made.ts';
import type { Vault } from '../secrets.ts';
import { forgetAlert } from './alerts.ts';
import { unannounce } from './announced.ts';
import { dropApiKey, type Given, storedApiKeys } from './api-keys.ts';
import type { Db, Row } from './schema.ts';
import { endSlots } from './slots.ts';
import { hasChanged, inTransaction, matching } from './statements.ts';

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
      .where(matching('made_feed', { team, id, revision }))
      .where(sql<boolean>`not exists (
        select 1 from made_feed as other where other.team = ${team} and other.id = ${to.id} and other.id <> ${id}
      )`)
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
  return db.deleteFrom('made_feed').where(matching('made_feed', { team, id })).$call(hasChanged);
}

/** Undefined if there is none. */
export async function madeFeed(db: Db, team: string, id: string): Promise<KeptFeed | undefined> {
  const row = await db
    .selectFrom('made_feed')
    .selectAll()
    .where(matching('made_feed', { team, id }))
    .executeTakeFirst();
  return row && feedOf(row);
}

/** Every feed that was made in a workspace. */
export async function madeFeeds(db: Db, team: string): Promise<KeptFeed[]> {
  const rows = await db.selectFrom('made_feed').selectAll().where('team', '=', team).orderBy('id').execute();
  return rows.map(feedOf);
}

const Settings = z.record(z.string(), z.unknown());

function feedOf(row: Row<'made_feed'>): KeptFeed {
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

/** Connects a project; false if the workspace has it already. */
export async function connectProject(
  db: Db,
  team: string,
  { id, name, channel }: ConnectedProject,
  { by, at }: Given,
): Promise<boolean> {
  return db
    .insertInto('made_project')
    .values({ team, id, name, channel, made_by: by, made_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .$call(hasChanged);
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

/** All that people made in Slack, in every workspace. */
export async function countMadeFeeds(db: Db): Promise<number> {
  const count = db.selectFrom('made_feed').select(({ fn }) => fn.countAll<number>().as('feeds'));
  return (await count.executeTakeFirstOrThrow()).feeds;
}

/**
 * Removes a project with its key, the feeds that were made for it and what they had on the way; false if there is none.
 * What was posted stays.
 */
export async function disconnectProject(db: Db, team: string, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const removed = await trx
      .deleteFrom('made_project')
      .where(matching('made_project', { team, id }))
      .executeTakeFirst();
    if (removed.numDeletedRows === 0n) return false;
    await dropApiKey(trx, team, id);
    const feeds = await trx
      .deleteFrom('made_feed')
      .where(matching('made_feed', { team, project_id: id }))
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
    .where(matching('delivery', { team, project_id: projectId, state: 'queued' }))
    .returning(['id', 'channel', 'subject'])
    .execute();
  // Should the project be connected again, what nobody saw is news again.
  for (const { id, channel, subject } of ended) {
    await unannounce(trx, team, id);
    await forgetAlert(trx, { team, channel, key: subject }, id);
  }
}

export type MadeInDeps = {
  db: Db;
  /** Missing without ENCRYPTION_KEY: then no key was given. */
  vault: Vault | undefined;
  keys: ApiKeys;
  /** Every key is put here before it is used. */
  secrets: Set<string>;
  /** Hears of the projects whose key cannot be opened, with the reason. */
  onUnreadable?: (unreadable: readonly { projectId: string; why: string }[]) => void;
};

/** The keys that were given there are taken into use with it. */
export async function madeIn(
  team: string,
  { db, vault, keys, secrets, onUnreadable = () => {} }: MadeInDeps,
): Promise<Made> {
  if (vault) {
    const given = await storedApiKeys(db, vault, team);
    for (const key of given.keys.values()) secrets.add(key);
    if (given.unreadable.length > 0) onUnreadable(given.unreadable);
    keys.give(team, given.keys);
  }
  return { team, projects: await connectedProjects(db, team), feeds: await madeFeeds(db, team) };
}
