/** A real store in a temporary folder, whose clock stands until a test moves it; and rows as tests speak of them. */
import { readFile, writeFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { type NewDelivery, queueDelivery } from '../../src/store/deliveries.ts';
import type { Db, DeliveryRow, SlotRow } from '../../src/store/schema.ts';
import { openSlot } from '../../src/store/slots.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { storeFileIn } from '../../src/store/sqlite-files.ts';
import { databaseTime } from '../../src/store/statements.ts';
import { temporaryFolder } from './folder-temporary.ts';

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
export async function openedStore(): Promise<{ db: Db; time: { now: number } }> {
  const time = { now: NINE };
  const folder = temporaryFolder();
  empty ??= emptyStore();
  await writeFile(storeFileIn(folder), await empty, { mode: 0o600 });
  const db = await openSqlite(folder, () => time.now);
  onTestFinished(() => db.destroy());
  return { db, time };
}

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
