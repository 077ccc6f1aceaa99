import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StoreError, StoreGone } from '../../src/errors.ts';
import { claimLane } from '../../src/store/lanes.ts';
import { migrate } from '../../src/store/migrations.ts';
import { claimSlot } from '../../src/store/slots.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { databaseTime } from '../../src/store/statements.ts';
import { readSubscriptions } from '../../src/store/subscriptions.ts';
import type { Db } from '../../src/store/tables.ts';
import { temporaryFolder } from '../support/folder.ts';
import {
  CHANNEL,
  dueSlot,
  feedSeen,
  holdsLane,
  NINE,
  newStore as openedStore,
  queued,
  TEAM,
} from '../support/store-opened.ts';

const MODULE = JSON.stringify(path.resolve(import.meta.dirname, '../../src/store/sqlite.ts'));

/** Opens the store in a process of its own; returns what came of it. */
function openedElsewhere(folder: string): string {
  const script = `import(${MODULE})
    .then(({ openSqlite }) => openSqlite(${JSON.stringify(folder)}, Date.now))
    .then((db) => db.destroy().then(() => 'opened'), (error) => error.code + ': ' + error.message)
    .then(console.log)`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout.trim();
}

/** The rights of a folder and of what is in it, as chmod takes them. */
function rightsIn(folder: string): Record<string, string> {
  const names = ['.', ...readdirSync(folder)];
  return Object.fromEntries(
    names.map((name) => [name, (statSync(path.join(folder, name)).mode & 0o777).toString(8)]),
  );
}

/** Since when a feed is known; writes it down if it never was. */
async function since(db: Db, now: number): Promise<number | undefined> {
  return (await readSubscriptions(db, TEAM, [feedSeen('leads:acme')], now)).get('leads:acme')?.since;
}

describe('the store of a data folder', () => {
  it('is made where there is none, folders included', async () => {
    const folder = path.join(temporaryFolder(), 'a', 'b');
    const db = await openSqlite(folder, () => NINE);
    expect(await since(db, 1)).toBe(1);
    await db.destroy();
  });

  it('is for its own user alone, with all its files', async () => {
    const folder = path.join(temporaryFolder(), 'data');
    const onOpenToOthers = () => expect.fail('nothing was open');
    const db = await openSqlite(folder, () => NINE, { onOpenToOthers });
    await since(db, 1);
    expect(rightsIn(folder)).toEqual({ '.': '700', 'sightline.db': '600', 'sightline.db-wal': '600' });
    await db.destroy();
  });

  it('that others could read is closed to them, and that is told', async () => {
    const folder = temporaryFolder();
    await (await openSqlite(folder, () => NINE)).destroy();
    const file = path.join(folder, 'sightline.db');
    writeFileSync(`${file}-wal`, '');
    chmodSync(file, 0o644);
    chmodSync(`${file}-wal`, 0o640);
    const told: unknown[] = [];
    const db = await openSqlite(folder, () => NINE, { onOpenToOthers: (one) => told.push(one) });
    expect(told).toEqual([{ files: [file, `${file}-wal`], closed: true }]);
    expect(rightsIn(folder)).toMatchObject({ 'sightline.db': '600', 'sightline.db-wal': '600' });
    await db.destroy();
  });

  it('keeps what it holds when it is opened again, and when its steps run again', async () => {
    const folder = temporaryFolder();
    const first = await openSqlite(folder, () => NINE);
    await since(first, 1);
    await migrate(first);
    await first.destroy();
    const second = await openSqlite(folder, () => NINE);
    expect(await since(second, 2)).toBe(1);
    await second.destroy();
  });

  it('is refused to a second process, with what to do instead, until the first one ends', async () => {
    const folder = temporaryFolder();
    const db = await openSqlite(folder, () => NINE);
    expect(openedElsewhere(folder)).toBe(
      `store: The store ${path.join(folder, 'sightline.db')} cannot be used: ` +
        'another Sightline is running on it. Stop it first.',
    );
    await db.destroy();
    expect(openedElsewhere(folder)).toBe('opened');
  });

  it('gives back what a process held that died: its work goes on at once', async () => {
    const folder = temporaryFolder();
    const dead = await openSqlite(folder, () => NINE);
    await dueSlot(dead);
    await queued(dead, 'a');
    await claimSlot(dead, TEAM, 'me', NINE);
    await claimLane(dead, 'me', NINE);
    await dead.destroy();
    const db = await openSqlite(folder, () => NINE);
    expect(await holdsLane(db, { team: TEAM, channel: CHANNEL }, 'me')).toBe(false);
    expect(await claimSlot(db, TEAM, 'you', NINE)).toMatchObject({ owner: 'you', attempts: 2 });
    expect(await claimLane(db, 'you', NINE)).toMatchObject({ team: TEAM, channel: CHANNEL });
    await db.destroy();
  });

  it('is refused, and left as it is, if an unreleased state of Sightline made its tables otherwise', async () => {
    const folder = temporaryFolder();
    const other = await openSqlite(folder, () => NINE);
    await sql`alter table lead_event drop column note`.execute(other);
    await other.destroy();
    for (const options of [{}, { onlyLook: true }])
      await expect(openSqlite(folder, () => NINE, options)).rejects.toThrow(/ lead_event\.note/);
  });

  it('is left as it was when one of its steps fails, the steps before it too', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'sightline.db');
    const other = new DatabaseSync(file);
    other.exec('create table lead (id)');
    other.close();
    await expect(openSqlite(folder, () => NINE)).rejects.toThrow(
      /^The store couldn’t be migrated to this version and is unchanged: table "?lead"? already exists/,
    );
    const after = new DatabaseSync(file, { readOnly: true });
    const tables = after.prepare(
      "select name from sqlite_master where type = 'table' and name not like 'kysely%'",
    );
    expect(tables.all()).toEqual([{ name: 'lead' }]);
    after.close();
  });
});

describe('a store that cannot be used', () => {
  const fileIn = (folder: string) => path.join(folder, 'sightline.db');
  const sentence = (folder: string, why: string) =>
    new StoreError(`The store ${fileIn(folder)} cannot be used: ${why}`);

  it('because its file is something else says so', async () => {
    const folder = temporaryFolder();
    writeFileSync(fileIn(folder), 'these are notes, and no database at all'.repeat(50));
    await expect(openSqlite(folder, () => NINE)).rejects.toThrow(
      sentence(folder, 'it is no store of Sightline. Move it away, or give Sightline another DATA_DIR.'),
    );
  });

  it('because its file is damaged says so', async () => {
    const folder = temporaryFolder();
    const sound = await openSqlite(folder, () => NINE);
    await sound.destroy();
    spoil(fileIn(folder));
    await expect(openSqlite(folder, () => NINE)).rejects.toThrow(
      sentence(folder, 'it is damaged. Put a backup of it in its place, or move it away to begin anew.'),
    );
  });

  it('because something else has its name says so', async () => {
    const folder = temporaryFolder();
    mkdirSync(fileIn(folder));
    await expect(openSqlite(folder, () => NINE)).rejects.toThrow(
      sentence(
        folder,
        'it cannot be opened. Run this as the bot’s user, or give this one the right to read and write it and its folder.',
      ),
    );
  });

  it('because a file is in the place of its folder says so', async () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const why = `${file} is a file, not a folder. Set DATA_DIR to a folder that Sightline can write to.`;
    for (const folder of [file, path.join(file, 'below')])
      await expect(openSqlite(folder, () => NINE)).rejects.toThrow(sentence(folder, why));
  });

  it.each([
    ['/proc/sightline/data', '/proc'],
    ['/sys', '/sys'],
  ])('because %s is the system’s says so, at once', async (folder, there) => {
    await expect(openSqlite(folder, () => NINE)).rejects.toThrow(
      sentence(
        folder,
        `${there} belongs to the system and can’t store files. Set DATA_DIR to a folder that Sightline can write to.`,
      ),
    );
  });

  it('because its folder cannot be made for a reason of its own still says what to do', async () => {
    const link = path.join(temporaryFolder(), 'link');
    symlinkSync(path.join(link, 'nowhere'), link);
    await expect(openSqlite(link, () => NINE)).rejects.toThrow(
      /cannot be used: .*link.*\. Correct that file or its folder, or set DATA_DIR to another one\.$/,
    );
  });

  it.each([
    ['its folder was deleted', 'it was deleted', (folder: string) => rmSync(folder, { recursive: true })],
    [
      'a file took the place of its folder',
      'it was deleted',
      (folder: string) => {
        renameSync(folder, `${folder}-moved`);
        writeFileSync(folder, '');
      },
    ],
    [
      'another file took its place',
      'another file is in its place',
      (folder: string) => {
        renameSync(fileIn(folder), `${fileIn(folder)}-moved`);
        writeFileSync(fileIn(folder), '');
      },
    ],
  ])('because %s meanwhile says so at once, whatever is asked', async (_, why, takeAway) => {
    const folder = path.join(temporaryFolder(), 'data');
    const db = await openSqlite(folder, () => NINE);
    takeAway(folder);
    const gone = new RegExp(
      `sightline\\.db cannot be used: ${why} while Sightline was running\\. Put a backup`,
    );
    await expect(since(db, 1)).rejects.toThrow(gone);
    await expect(db.selectFrom('lead').selectAll().execute()).rejects.toThrow(StoreGone);
    await db.destroy();
  });

  it('because the disk is full keeps what it holds, and goes on when there is room', async () => {
    const { db } = await openedStore();
    const long = { decision: 'x'.repeat(20_000) };
    await queued(db, 'before');
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await limitPages(db, (rows[0]?.page_count ?? 0) + 2);
    const both = db.transaction().execute(async (trx) => {
      await queued(trx, 'small');
      await queued(trx, 'large', long);
    });
    await expect(both).rejects.toThrow(
      /cannot be used: its disk is full\. What was stored before is as it was/,
    );
    expect(await db.selectFrom('delivery').select('id').execute()).toEqual([{ id: 'before' }]);
    await limitPages(db, 10_000);
    expect(await queued(db, 'large', long)).toBe(true);
  });
});

/** Writes over the end of a file, as a failing disk might. */
function spoil(file: string): void {
  const { size } = statSync(file);
  const opened = openSync(file, 'r+');
  writeSync(opened, Buffer.alloc(size / 2, 7), 0, size / 2, size / 2);
  closeSync(opened);
}

/** As if the disk had room for so many pages. */
async function limitPages(db: Db, pages: number): Promise<void> {
  await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(db);
}

describe('a row', () => {
  it('has the columns that its table has by then', async () => {
    const { db } = await openedStore();
    const rows = async () => (await sql`select * from thing`.execute(db)).rows;
    await sql`create table thing (a integer, b text)`.execute(db);
    await sql`insert into thing values (1, null)`.execute(db);
    expect(await rows()).toEqual([{ a: 1, b: null }]);
    await sql`alter table thing add column c text default 'new'`.execute(db);
    expect(await rows()).toEqual([{ a: 1, b: null, c: 'new' }]);
  });
});

describe('a parameter', () => {
  it.each([
    ['a date', new Date(NINE), 'object'],
    ['a list', ['a'], 'object'],
    ['a truth', true, 'boolean'],
    ['nothing at all', undefined, 'undefined'],
  ])('that is %s is refused: it would be stored as something else', async (_, value, type) => {
    const { db } = await openedStore();
    await expect(sql`select ${value} as value`.execute(db)).rejects.toThrow(
      `A store parameter is a ${type}; only text, numbers and null can be stored.`,
    );
  });

  it.each(['text', '', 0, -1, 1.5, NINE, null])('%j comes back as it went in', async (value) => {
    const { db } = await openedStore();
    const { rows } = await sql`select ${value} as value`.execute(db);
    expect(rows).toEqual([{ value }]);
  });
});

describe('a transaction', () => {
  it('that fails leaves nothing behind', async () => {
    const { db } = await openedStore();
    const failing = db.transaction().execute(async (trx) => {
      await since(trx, 1);
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
    expect(await db.selectFrom('subscription').selectAll().execute()).toEqual([]);
  });

  it('that SQLite itself rolls back, as on a full disk, says why', async () => {
    const { db } = await openedStore();
    await sql`create trigger refuse before insert on lane begin select raise(rollback, 'no room'); end`.execute(
      db,
    );
    const failing = db.transaction().execute(async (trx) => {
      await since(trx, 1);
      await queued(trx, 'a');
    });
    await expect(failing).rejects.toThrow('no room');
    expect(await db.selectFrom('subscription').selectAll().execute()).toEqual([]);
  });
});

it("the database's clock is the one it was given", async () => {
  const { db, time } = await openedStore();
  const read = async () => (await sql`select ${databaseTime(5)} as later`.execute(db)).rows;
  expect(await read()).toEqual([{ later: NINE + 5 }]);
  time.now += 1_000;
  expect(await read()).toEqual([{ later: NINE + 1_005 }]);
});
