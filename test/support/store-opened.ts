/** A real store in a temporary folder, whose clock stands until a test moves it; and rows as tests speak of them. */
import { readFile, writeFile } from 'node:fs/promises';
import type { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished } from 'vitest';
import { type NewDelivery, queueDelivery } from '../../src/store/deliveries.ts';
import { openSlot } from '../../src/store/slots.ts';
import { openSqlite, sqliteOf } from '../../src/store/sqlite.ts';
import { storeFileIn } from '../../src/store/sqlite-files.ts';
import { databaseTime } from '../../src/store/statements.ts';
import { type Db, type DeliveryRow, type SlotRow, TABLE_NAMES } from '../../src/store/tables.ts';
import { createFolder, onFileFinished, temporaryFolder } from './folder.ts';
import { mortalStore } from './mortal-store.ts';

export const TEAM = 'T0TEAM';
export const CHANNEL = 'C0ACME';

/** Fri 20 Nov 2026, 09:00 in Berlin. */
export const NINE = Date.parse('2026-11-20T08:00:00Z');
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

/** A store in which nothing is yet: to make its tables takes longer than to write them down again. */
let empty: Promise<Buffer> | undefined;

async function emptyStore(): Promise<Buffer> {
  const folder = temporaryFolder();
  const db = await openSqlite(folder, () => NINE);
  await db.destroy();
  return readFile(storeFileIn(folder));
}

/** `time.now` is the database's clock, epoch ms, on which leases and lanes run. */
type Opened = { db: Db; time: { now: number } };

/** A store that no test had before, where the file itself matters. */
export async function newStore(): Promise<Opened> {
  const time = { now: NINE };
  const db = await openedIn(temporaryFolder(), () => time.now);
  onTestFinished(() => db.destroy());
  return { db, time };
}

async function openedIn(folder: string, now: () => number): Promise<Db> {
  empty ??= emptyStore();
  await writeFile(storeFileIn(folder), await empty, { mode: 0o600 });
  return openSqlite(folder, now, { synced: async () => undefined });
}

/** A store for one test after the other: to empty one takes a fraction of what it takes to open it. */
type Place = { db: Db; sqlite: DatabaseSync; marks: string; time: { now: number }; borrowed: number };

/** Those of this file that no test has. */
const free: Place[] = [];

/** A store of its own for one test: whatever goes on afterwards doesn't reach it any more. */
export async function openedStore(): Promise<Opened> {
  const time = { now: NINE };
  const place = free.pop() ?? (await newPlace());
  place.time = time;
  const db = mortalStore(
    place.db,
    () => undefined,
    (isLent) => {
      place.borrowed += isLent ? 1 : -1;
    },
  );
  onTestFinished(async () => {
    await db.destroy();
    if (isAsBefore(place)) {
      place.sqlite.exec(EMPTIED);
      free.push(place);
    } else await place.db.destroy();
  });
  return { db, time };
}

const EMPTIED = `begin; ${TABLE_NAMES.map((name) => `delete from ${name};`).join(' ')} commit`;

async function newPlace(): Promise<Place> {
  const folder = await createFolder();
  const place = { time: { now: NINE }, borrowed: 0 };
  const db = await openedIn(folder.path, () => place.time.now);
  const { sqlite } = sqliteOf(db) ?? expect.fail('This is no SQLite');
  onFileFinished(async () => {
    free.length = 0;
    await db.destroy();
    await folder.remove();
  });
  return Object.assign(place, { db, sqlite, marks: marksOf(sqlite) });
}

/** What a test may have changed beside rows. */
const marksOf = (sqlite: DatabaseSync) =>
  JSON.stringify(['schema_version', 'max_page_count'].map((name) => sqlite.prepare(`pragma ${name}`).get()));

const isAsBefore = ({ borrowed, sqlite, marks }: Place) =>
  borrowed === 0 && sqlite.isOpen && !sqlite.isTransaction && marksOf(sqlite) === marks;

/** A feed that runs at nine every day. */
export const feedSeen = (id: string) => ({ id, timetable: '0 9 * * * Europe/Berlin' });

/** Opens a slot that is due at nine. */
export async function dueSlot(db: Db, given: Partial<Parameters<typeof openSlot>[1]> = {}): Promise<void> {
  const slot = { team: TEAM, subscription: 'leads:acme', due_at: NINE, channel: CHANNEL, rank: 1 };
  const { due_at } = { ...slot, ...given };
  await openSlot(db, { opened_at: due_at, run_after: due_at, ...slot, ...given });
}

/** Queues a post; false as queueDelivery. What it says does not matter unless `decision` is given. */
export async function queued(db: Db, id: string, given: Partial<NewDelivery> = {}): Promise<boolean> {
  return queueDelivery(db, {
    id,
    team: TEAM,
    channel: CHANNEL,
    dedupe_key: `key of ${id}`,
    subject: `subject of ${id}`,
    subscription: 'leads:acme',
    slot_at: NINE,
    project_id: 'acme',
    kind: 'lead_digest',
    v: 1,
    decision: '{}',
    created_at: NINE,
    not_before: NINE,
    expires_at: NINE + 4 * HOUR,
    ...given,
  });
}

/** A post as it stands now. */
export async function deliveryOf(db: Db, id: string): Promise<DeliveryRow> {
  return db.selectFrom('delivery').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Every slot as it stands now, by due time and rank. */
export async function slotsOf(db: Db): Promise<SlotRow[]> {
  return db.selectFrom('slot').selectAll().orderBy('due_at').orderBy('rank').execute();
}

/** What the owners were told or are to be told, oldest first. */
export async function ownersTold(db: Db): Promise<Record<string, unknown>[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('decision')
    .where('subscription', '=', 'owners')
    .orderBy('seq')
    .execute();
  return rows.map(({ decision }) => JSON.parse(decision));
}

/** Whether `owner` holds the lane now. */
export async function holdsLane(
  db: Db,
  lane: { team: string; channel: string },
  owner: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('lane')
    .select('channel')
    .where('team', '=', lane.team)
    .where('channel', '=', lane.channel)
    .where('owner', '=', owner)
    .where('lease_until', '>', databaseTime())
    .executeTakeFirst();
  return row !== undefined;
}
