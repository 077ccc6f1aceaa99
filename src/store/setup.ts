/** What people set up in Slack: projects, API keys and feeds, checked, stored, and in use at once. */
import { sql } from 'kysely';
import { z } from 'zod';
import type { FeedKind } from '../decision.ts';
import type { ApiKeys } from '../projects/api-keys.ts';
import { feedId, feedOf, type Project, projectOf } from '../projects/projects.ts';
import {
  type ConnectedProject,
  type Fault,
  findFeedFaults,
  findProjectFaults,
  type KeptFeed,
  type Made,
  type ProjectsSource,
} from '../projects/projects-source.ts';
import { HOW_TO_MAKE_A_KEY, type Vault } from '../secrets.ts';
import { forgetAlert } from './alerts.ts';
import { unannounce } from './announced.ts';
import { moveMutes } from './mutes.ts';
import { deleteRows, findRow, findRows, insertRow } from './rows.ts';
import { dropApiKey, type Given, keepApiKey, readKeyGiver, readStoredApiKeys } from './sealed.ts';
import { endSlots } from './slots.ts';
import { inTransaction, matching } from './statements.ts';
import { type Db, type Row, TABLE_NAMES, TABLES } from './tables.ts';

/** Moved to another channel, `to.id` differs. Undefined if it is gone, was changed first, or the channel has one. */
async function changeFeed(
  db: Db,
  team: string,
  id: string,
  revision: number,
  to: Pick<KeptFeed, 'id' | 'settings'>,
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

async function findMadeFeed(db: Db, team: string, id: string): Promise<KeptFeed | undefined> {
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
async function disconnectProject(db: Db, team: string, id: string): Promise<boolean> {
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
    .set({ state: 'expired', failure: 'withdrawn' })
    .where(matching('delivery', { team, project_id: projectId, state: 'queued' }))
    .returning(['id', 'channel', 'subject'])
    .execute();
  // If the project is connected again, what nobody saw is news again.
  for (const { id, channel, subject } of ended) {
    await unannounce(trx, team, id);
    await forgetAlert(trx, { team, channel, key: subject }, id);
  }
}

/** Texts that people or threads wrote hold no ids of channels. */
const WITH_CHANNELS = ['nothing', 'person', 'decision'] as const;

/**
 * Puts all that is kept under a channel's old id under its new one. Work in progress loses its claim and is done anew.
 * False if it was done before.
 */
async function moveChannel(trx: Db, team: string, { from, to, at }: ChannelMove): Promise<boolean> {
  if (!(await insertRow(trx, 'moved_channel', { team, old_id: from, new_id: to, at }))) return false;
  await trx
    .updateTable('moved_channel')
    .set({ new_id: to })
    .where(matching('moved_channel', { team, new_id: from }))
    .execute();
  for (const name of TABLE_NAMES.filter((each) => each !== 'moved_channel')) {
    const columns = WITH_CHANNELS.flatMap((what) => TABLES[name][what]).filter((column) => column !== 'team');
    if (columns.length === 0) continue;
    const changes = columns.map((each) => sql`${sql.ref(each)} = replace(${sql.ref(each)}, ${from}, ${to})`);
    const isNamed = columns.map((each) => sql`${sql.ref(each)} like ${`%${from}%`}`);
    await sql`update ${sql.table(name)} set ${sql.join(changes)}
      where team = ${team} and (${sql.join(isNamed, sql` or `)})`.execute(trx);
  }
  return true;
}

/** `at` in epoch ms. */
type ChannelMove = { from: string; to: string; at: number };

type LoadMadeDeps = {
  db: Db;
  /** Missing without ENCRYPTION_KEY: then there are no keys. */
  vault: Vault | undefined;
  keys: ApiKeys;
  /** Every key is added here before it is used. */
  secrets: Set<string>;
  /** Called, at every read, for each project whose key can't be opened. */
  onUnreadable?: (lost: { projectId: string; why: string }) => void;
};

/** What people made in a workspace. Also puts the keys given there into use. */
export async function loadMade(
  team: string,
  { db, vault, keys, secrets, onUnreadable = () => {} }: LoadMadeDeps,
): Promise<Made> {
  if (vault) {
    const given = await readStoredApiKeys(db, vault, team);
    for (const key of given.keys.values()) secrets.add(key);
    given.unreadable.forEach(onUnreadable);
    keys.give(team, given.keys);
  }
  const moved = (await findRows(db, 'moved_channel', { team })).map(
    (row) => [row.old_id, row.new_id] as const,
  );
  const [projects, feeds] = [await readConnectedProjects(db, team), await readMadeFeeds(db, team)];
  return { team, projects, feeds, moved: new Map(moved) };
}

/** Nothing was stored. Each fault names its field, or `project` or `feed`. */
export type Refusal = { kind: 'refused'; faults: readonly Fault[] };

export type Setup = ReturnType<typeof createSetup>;

type SetupDeps = {
  db: Db;
  /** Missing without ENCRYPTION_KEY: then no key can be stored. */
  vault: Vault | undefined;
  projects: ProjectsSource;
  /** Whether the environment has a key for the project. */
  hasOwnKey: (project: Project) => boolean;
};

/** Checks names and feeds for duplicates. Permissions are the caller's task. */
export function createSetup({ db, vault, projects, hasOwnKey }: SetupDeps) {
  /** Connects a project by its id and key; one that is here only gets the key (key_replaced). */
  async function connect(
    team: string,
    given: ConnectedProject & { apiKey: string },
    who: Given,
  ): Promise<{ kind: 'connected' | 'key_replaced'; project: Project } | Refusal> {
    if (!vault) return refuse({ field: 'apiKey', sentence: NO_ENCRYPTION_KEY });
    const { apiKey, ...project } = given;
    const key = apiKey.trim();
    const known = findProject(team, project.id);
    const faults = known ? findKnownFaults(known) : findNewFaults(team, project);
    if (!/^[\x21-\x7e]{1,1000}$/.test(key)) faults.push({ field: 'apiKey', sentence: NO_API_KEY });
    if (faults.length > 0) return refuse(...faults);
    const isNew = await inTransaction(db, async (trx) => {
      await keepApiKey(trx, vault, team, project.id, key, who);
      const made = { team, ...project, made_by: who.by, made_at: who.at };
      return known === undefined && (await insertRow(trx, 'made_project', made));
    });
    await projects.reread();
    const there = findProject(team, project.id);
    return there ? { kind: isNew ? 'connected' : 'key_replaced', project: there } : refuse(GONE);
  }

  /** Why a project that is here can't be given a key. */
  function findKnownFaults(known: Project): Fault[] {
    return hasOwnKey(known) ? [{ field: 'id', sentence: inFile(known.name, ', with its key') }] : [];
  }

  function findNewFaults(team: string, project: ConnectedProject): Fault[] {
    const name = project.name.toLowerCase();
    const isTaken = projects.of(team).projects.some((other) => other.name.toLowerCase() === name);
    return [...findProjectFaults(project), ...(isTaken ? [{ field: 'name', sentence: NAME_TAKEN }] : [])];
  }

  /** Removes a project that was connected in Slack, with its key and feeds. */
  async function disconnect(team: string, id: string): Promise<{ kind: 'removed' } | Refusal> {
    const project = findProject(team, id);
    if (!project) return refuse(GONE);
    if (!project.connected) return refuse({ field: 'project', sentence: inFile(project.name) });
    await disconnectProject(db, team, id);
    await projects.reread();
    return { kind: 'removed' };
  }

  /** Who gave a project's key in Slack, when, and whether it is used. Undefined if nobody did. */
  async function readGivenKey(team: string, project: Project) {
    const given = await readKeyGiver(db, team, project.id);
    return given && { ...given, isUsed: !hasOwnKey(project) };
  }

  /** Deletes the key given in Slack for a project of the file; the project stays. */
  async function forgetKey(team: string, id: string): Promise<{ kind: 'forgotten' } | Refusal> {
    const project = findProject(team, id);
    if (!project) return refuse(GONE);
    if (project.connected) return refuse({ field: 'project', sentence: GOES_WITH_ITS_PROJECT });
    if (!(await dropApiKey(db, team, id))) return refuse({ field: 'apiKey', sentence: NO_KEY });
    await projects.reread();
    return { kind: 'forgotten' };
  }

  /** `settings` are as in projects.yml, with the channel. */
  async function addFeed(
    team: string,
    wish: { projectId: string; kind: FeedKind; settings: KeptFeed['settings'] },
    who: Given,
  ): Promise<{ kind: 'made'; feed: KeptFeed } | Refusal> {
    const { projectId, kind, settings } = wish;
    if (!findProject(team, projectId)) return refuse(GONE);
    const faults = findFeedFaults(kind, settings);
    if (faults.length > 0) return refuse(...faults);
    const id = feedId(kind, projectId, String(settings.channel));
    if (findFeed(team, id)) return refuse(CHANNEL_TAKEN);
    const made = { settings: JSON.stringify(settings), revision: 1, changed_by: who.by, changed_at: who.at };
    const row = { team, id, project_id: projectId, kind, ...made };
    const isNew = await insertRow(db, 'made_feed', row);
    await projects.reread();
    return isNew ? { kind: 'made', feed: toFeed(row) } : refuse(CHANNEL_TAKEN);
  }

  /** Changes a feed as it was at `revision`. stale: somebody else changed it since; `feed` is their version. */
  async function editFeed(
    team: string,
    id: string,
    revision: number,
    settings: KeptFeed['settings'],
    who: Given,
  ): Promise<{ kind: 'changed' | 'stale'; feed: KeptFeed } | Refusal> {
    const current = await findMadeFeed(db, team, id);
    if (!current) return refuse(explainUnmade(team, id));
    const { kind, projectId } = current;
    const faults = findFeedFaults(kind, settings);
    if (faults.length > 0) return refuse(...faults);
    const to = { id: feedId(kind, projectId, String(settings.channel)), settings };
    if (to.id !== id && findFeed(team, to.id)) return refuse(CHANNEL_TAKEN);
    const changed = await inTransaction(db, async (trx) => {
      const moved = await changeFeed(trx, team, id, revision, to, who);
      if (moved && to.id !== id) await moveMutes(trx, team, id, to.id);
      return moved;
    });
    await projects.reread();
    if (changed) return { kind: 'changed', feed: changed };
    const now = await findMadeFeed(db, team, id);
    if (!now) return refuse(explainUnmade(team, id));
    return now.revision === revision ? refuse(CHANNEL_TAKEN) : { kind: 'stale', feed: now };
  }

  async function dropFeed(team: string, id: string): Promise<{ kind: 'removed' } | Refusal> {
    // Whatever its revision.
    if (!(await deleteRows(db, 'made_feed', { team, id }))) return refuse(explainUnmade(team, id));
    await projects.reread();
    return { kind: 'removed' };
  }

  /** Follows a channel to the id that Slack gave it; `tell` joins the transaction. Nothing the second time. */
  async function followChannel(team: string, move: ChannelMove, tell: (trx: Db) => Promise<void>) {
    await inTransaction(db, async (trx) => {
      if (await moveChannel(trx, team, move)) await tell(trx);
    });
    await projects.reread();
  }

  const findProject = (team: string, id: string) => projectOf(projects.of(team), id);
  const findFeed = (team: string, id: string) => feedOf(projects.of(team), id);

  /** Why a feed can't be changed in Slack: it is the file's, or it is gone. */
  function explainUnmade(team: string, id: string): Fault {
    return { field: 'feed', sentence: findFeed(team, id) ? FEED_IN_FILE : FEED_GONE };
  }

  return {
    /** Why keys can't be given here; undefined if they can. */
    noKeys: vault ? undefined : NO_ENCRYPTION_KEY,
    connect,
    disconnect,
    readGivenKey,
    forgetKey,
    addFeed,
    editFeed,
    dropFeed,
    followChannel,
    /** A feed made in Slack, with its settings as given; undefined for one of the file. */
    feed: (team: string, id: string) => findMadeFeed(db, team, id),
  };
}

const refuse = (...faults: Fault[]): Refusal => ({ kind: 'refused', faults });

const NO_ENCRYPTION_KEY = `A key can only be stored if the bot has an ENCRYPTION_KEY. Whoever runs it can ${HOW_TO_MAKE_A_KEY}`;
const GOES_WITH_ITS_PROJECT = 'This project was connected here, so its key goes when it is disconnected';
const NO_KEY = 'This project no longer has a key that was given here';
const NO_API_KEY = 'must be an API key: one word without spaces';
const NAME_TAKEN = 'Another project here has this name';
/** A second feed of a kind in one channel. */
export const CHANNEL_TAKEN = {
  field: 'channel',
  sentence: 'This channel already gets this feed; to change it, type /visibility feeds there',
};
const FEED_IN_FILE = 'This feed is set up in projects.yml. Change it there; here you can pause and resume it';
const FEED_GONE = 'This feed was removed in the meantime';
const GONE = { field: 'project', sentence: 'This project no longer exists' };
const inFile = (what: string, more = '') => `${what} is set up in projects.yml${more}. Change it there`;
