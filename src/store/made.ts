/** Feeds and projects that people made in Slack. Of two people who edit a feed at once, the second is refused. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { ApiKeys } from '../projects/api-keys.ts';
import type { ConnectedProject, KeptFeed, Made } from '../projects/made.ts';
import type { Vault } from '../secrets.ts';
import { forgetAlert } from './alerts.ts';
import { unannounce } from './announced.ts';
import { deleteRows, findRow, findRows, insertRow } from './rows.ts';
import type { Db, Row } from './schema.ts';
import { dropApiKey, type Given, readStoredApiKeys } from './sealed.ts';
import { endSlots } from './slots.ts';
import { inTransaction, matching } from './statements.ts';

type NewFeed = Pick<KeptFeed, 'id' | 'projectId' | 'kind' | 'settings'>;

/** Makes a feed. Undefined if the project already has one of this kind in this channel. */
export async function makeFeed(
  db: Db,
  team: string,
  { id, projectId, kind, settings }: NewFeed,
  { by, at }: Given,
): Promise<KeptFeed | undefined> {
  const change = { settings: JSON.stringify(settings), revision: 1, changed_by: by, changed_at: at };
  const row = { team, id, project_id: projectId, kind, ...change };
  return (await insertRow(db, 'made_feed', row)) ? toFeed(row) : undefined;
}

/**
 * Changes the feed `id` as it was at `revision`. If it moves to another channel, `to.id` differs. Undefined if nothing
 * changed: it is gone, somebody else changed it first, or the new channel already has such a feed.
 */
export async function changeFeed(
  db: Db,
  team: string,
  id: string,
  revision: number,
  to: Pick<NewFeed, 'id' | 'settings'>,
  { by, at }: Given,
): Promise<KeptFeed | undefined> {
  const row = await db
    .updateTable('made_feed')
    .set({ id: to.id, settings: JSON.stringify(to.settings), revision: revision + 1 })
    .set({ changed_by: by, changed_at: at })
    .where(matching('made_feed', { team, id, revision }))
    .where(sql<boolean>`not exists (
      select 1 from made_feed as other where other.team = ${team} and other.id = ${to.id} and other.id <> ${id}
    )`)
    .returningAll()
    .executeTakeFirst();
  return row && toFeed(row);
}

/** Undefined if there is none. */
export async function findMadeFeed(db: Db, team: string, id: string): Promise<KeptFeed | undefined> {
  const row = await findRow(db, 'made_feed', { team, id });
  return row && toFeed(row);
}

/** Every feed that was made in a workspace. */
export async function readMadeFeeds(db: Db, team: string): Promise<KeptFeed[]> {
  return (await findRows(db, 'made_feed', { team }, 'id')).map(toFeed);
}

const Settings = z.record(z.string(), z.unknown());

function toFeed(row: Row<'made_feed'>): KeptFeed {
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

/** Connects a project. False if the workspace already has it. */
export async function connectProject(
  db: Db,
  team: string,
  { id, name, channel }: ConnectedProject,
  { by, at }: Given,
): Promise<boolean> {
  return insertRow(db, 'made_project', { team, id, name, channel, made_by: by, made_at: at });
}

/** A workspace's connected projects, oldest first. */
export async function readConnectedProjects(db: Db, team: string): Promise<(ConnectedProject & Given)[]> {
  const rows = await findRows(db, 'made_project', { team }, 'made_at', 'id');
  return rows.map(({ id, name, channel, made_by: by, made_at: at }) => ({ id, name, channel, by, at }));
}

/** How many feeds people made in Slack, in all workspaces. */
export async function countMadeFeeds(db: Db): Promise<number> {
  const count = db.selectFrom('made_feed').select(({ fn }) => fn.countAll<number>().as('feeds'));
  return (await count.executeTakeFirstOrThrow()).feeds;
}

/** Removes a project with its key, its feeds and their queued posts. False if there is none. Sent posts stay. */
export async function disconnectProject(db: Db, team: string, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if (!(await deleteRows(trx, 'made_project', { team, id }))) return false;
    await dropApiKey(trx, team, id);
    const feeds = await trx
      .deleteFrom('made_feed')
      .where(matching('made_feed', { team, project_id: id }))
      .returning('id')
      .execute();
    // Slots first: a decision in progress is queued before this, or never.
    const ids = feeds.map((feed) => feed.id);
    await endSlots(trx, team, ids);
    await endQueued(trx, team, id);
    return true;
  });
}

/** Ends posts that are still queued. Those that Slack may have are settled as usual. */
async function endQueued(trx: Db, team: string, projectId: string): Promise<void> {
  const ended = await trx
    .updateTable('delivery')
    .set({ state: 'expired', failure: 'disconnected' })
    .where(matching('delivery', { team, project_id: projectId, state: 'queued' }))
    .returning(['id', 'channel', 'subject'])
    .execute();
  // If the project is connected again, what nobody saw is news again.
  for (const { id, channel, subject } of ended) {
    await unannounce(trx, team, id);
    await forgetAlert(trx, { team, channel, key: subject }, id);
  }
}

export type LoadMadeDeps = {
  db: Db;
  /** Missing without ENCRYPTION_KEY: then there are no keys. */
  vault: Vault | undefined;
  keys: ApiKeys;
  /** Every key is added here before it is used. */
  secrets: Set<string>;
  /** Called with the projects whose key can't be opened, and why. */
  onUnreadable?: (unreadable: readonly { projectId: string; why: string }[]) => void;
};

/** What people made in a workspace. Also puts the keys given there into use. */
export async function loadMade(
  team: string,
  { db, vault, keys, secrets, onUnreadable = () => {} }: LoadMadeDeps,
): Promise<Made> {
  if (vault) {
    const given = await readStoredApiKeys(db, vault, team);
    for (const key of given.keys.values()) secrets.add(key);
    if (given.unreadable.length > 0) onUnreadable(given.unreadable);
    keys.give(team, given.keys);
  }
  return { team, projects: await readConnectedProjects(db, team), feeds: await readMadeFeeds(db, team) };
}
