import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { migrate } from '../../src/store/migrations.ts';
import { subscribedSince } from '../../src/store/slots.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { databaseTime } from '../../src/store/time.ts';
import { temporaryFolder } from '../support/folder-temporary.ts';
import { NINE, openedStore, TEAM } from '../support/store-opened.ts';

const MODULE = JSON.stringify(path.resolve(import.meta.dirname, '../../src/store/sqlite.ts'));

/** Opens the store in a process of its own; returns what came of it. */
function openedElsewhere(folder: string): string {
  const script = `import(${MODULE})
    .then(({ openSqlite }) => openSqlite(${JSON.stringify(folder)}, Date.now))
    .then((db) => db.destroy().then(() => 'opened'), (error) => error.code + ': ' + error.message)
    .then(console.log)`;
  return spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' }).stdout.trim();
}

describe('the store of a data folder', () => {
  it('is made where there is none, folders included', async () => {
    const folder = path.join(temporaryFolder(), 'a', 'b');
    const db = await openSqlite(folder, () => NINE);
    expect(await subscribedSince(db, TEAM, 'x', 1)).toBe(1);
    await db.destroy();
  });

  it('keeps what it holds when it is opened again, and when its steps run again', async () => {
    const folder = temporaryFolder();
    const first = await openSqlite(folder, () => NINE);
    await subscribedSince(first, TEAM, 'x', 1);
    await migrate(first);
    await first.destroy();
    const second = await openSqlite(folder, () => NINE);
    expect(await subscribedSince(second, TEAM, 'x', 2)).toBe(1);
    await second.destroy();
  });

  it('is refused to a second process, with what to do instead, until the first one ends', async () => {
    const folder = temporaryFolder();
    const db = await openSqlite(folder, () => NINE);
    expect(openedElsewhere(folder)).toBe(
      `store: The store ${path.join(folder, 'sightline.db')} cannot be opened: ` +
        'another Sightline is running on it. Stop that one, or give this one another DATA_DIR.',
    );
    await db.destroy();
    expect(openedElsewhere(folder)).toBe('opened');
  });

  it('that is no database is an error of the store, not a crash', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'sightline.db'), 'these are notes, and no database at all'.repeat(50));
    await expect(openSqlite(folder, () => NINE)).rejects.toThrow(StoreError);
  });

  it('whose folder cannot be made is an error of the store', async () => {
    const file = path.join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    await expect(openSqlite(file, () => NINE)).rejects.toThrow(StoreError);
  });

  it('of a later version is refused instead of being spoilt', async () => {
    const { db } = await openedStore();
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '2027-01-01')`.execute(db);
    await expect(migrate(db)).rejects.toThrow(
      'The store could not be brought to this version; nothing was changed.',
    );
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
      await subscribedSince(trx, TEAM, 'x', 1);
      throw new Error('halfway');
    });
    await expect(failing).rejects.toThrow('halfway');
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
