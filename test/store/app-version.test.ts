import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { StoreError, StoreOutdated } from '../../src/errors.ts';
import { createWriteCheck, readLastVersion } from '../../src/store/migrations.ts';
import { openPostgres } from '../../src/store/postgres.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { StoreOptions } from '../../src/store/statements.ts';
import type { Db } from '../../src/store/tables.ts';
import { VERSION } from '../../src/version.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ENGINES, emptySchema } from '../support/store-engines.ts';
import { NINE } from '../support/store-opened.ts';

/** A store of its own, which is opened again and again. */
const PLACES: readonly { name: string; place: () => Promise<(options?: StoreOptions) => Promise<Db>> }[] = [
  {
    name: 'SQLite',
    place: async () => {
      const folder = temporaryFolder();
      return (options) => openSqlite(folder, () => NINE, options);
    },
  },
  {
    name: 'PostgreSQL',
    place: async () => {
      const url = await emptySchema();
      return (options) => openPostgres(url, options);
    },
  },
];

describe.each(PLACES)('the version that used a store last ($name)', ({ place }) => {
  it('is written down at each start', async () => {
    const open = await place();
    const before = await open();
    expect(await readLastVersion(before)).toBe(VERSION);
    await before.updateTable('app_version').set({ version: '0.0.1' }).execute();
    await before.destroy();
    const after = await open();
    expect(await readLastVersion(after)).toBe(VERSION);
    await after.destroy();
  });

  it('is named to an older one, which is refused with what to do, and changes nothing', async () => {
    const open = await place();
    const later = await open();
    const step = { name: '9999-later', timestamp: '2027-01-01' };
    await sql`insert into kysely_migration (name, timestamp) values (${step.name}, ${step.timestamp})`.execute(
      later,
    );
    await later.updateTable('app_version').set({ version: '99.1.0' }).execute();
    await later.destroy();
    for (const _ of ['at its first start', 'at its second']) {
      const refused = await open().catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(StoreError);
      expect(refused).toHaveProperty('message', expect.stringContaining('made by Sightline 99.1.0'));
      expect(refused).toHaveProperty('message', expect.stringContaining(`(${VERSION})`));
      expect(refused).toHaveProperty('message', expect.stringContaining('Start Sightline 99.1.0 again'));
      expect(refused).toHaveProperty('message', expect.not.stringContaining('migration'));
    }
  });
});

describe.each(PLACES)('a store that is only looked at ($name)', ({ place }) => {
  it('can be read, but takes no write', async () => {
    const open = await place();
    await (await open()).destroy();
    const db = await open({ onlyLook: true });
    expect(await readLastVersion(db)).toBe(VERSION);
    await expect(db.updateTable('app_version').set({ version: '0' }).execute()).rejects.toThrow(
      /read.?only|cannot be written/,
    );
    await db.destroy();
  });

  it('isn’t brought up to date', async () => {
    const open = await place();
    const db = await open();
    await sql`delete from kysely_migration where name = '0001-tables'`.execute(db);
    await db.destroy();
    await expect(open({ onlyLook: true })).rejects.toBeInstanceOf(StoreOutdated);
  });
});

describe.each(ENGINES)('a store ($name)', ({ name, openedStore }) => {
  it('takes a write, also when many ask at once', async () => {
    const { db } = await openedStore();
    const takesWrites = createWriteCheck(db);
    expect(await Promise.all([takesWrites(), takesWrites(), takesWrites()])).toEqual([true, true, true]);
  });

  it('that lacks its table takes none', async () => {
    const { db } = await openedStore();
    await sql`drop table app_version`.execute(db);
    expect(await createWriteCheck(db)()).toBe(false);
  });

  it.runIf(name === 'PostgreSQL')(
    'that does not answer in time takes none, and then takes one again',
    async () => {
      const { db, another } = await openedStore();
      const other = await another();
      const takesWrites = createWriteCheck(db, undefined, { withinMs: 50, againMs: 10_000 });
      expect(await createWriteCheck(db)()).toBe(true);
      await other.transaction().execute(async (trx) => {
        await sql`lock table app_version in exclusive mode`.execute(trx);
        expect(await takesWrites()).toBe(false);
        expect(await takesWrites()).toBe(false);
      });
      await expect.poll(takesWrites).toBe(true);
    },
  );
});

it('a store whose folder is gone takes no write', async () => {
  const folder = temporaryFolder();
  const db = await openSqlite(folder, () => NINE);
  rmSync(folder, { recursive: true });
  expect(await createWriteCheck(db)()).toBe(false);
  await db.destroy();
});

it('a store takes a write that was answered while the process was too busy to look', async () => {
  const folder = temporaryFolder();
  const db = await openSqlite(folder, () => NINE);
  const takesWrites = createWriteCheck(db, undefined, { withinMs: 50 });
  const asked = takesWrites();
  await new Promise(setImmediate);
  for (const until = performance.now() + 200; performance.now() < until; );
  expect(await asked).toBe(true);
  await db.destroy();
});

it('says once that writing fails, and once that it works again', async () => {
  const folder = temporaryFolder();
  const db = await openSqlite(folder, () => NINE);
  const said: (string | undefined)[] = [];
  const takesWrites = createWriteCheck(db, (why) => said.push(why));
  const ask = async () => [await takesWrites(), await takesWrites()];
  expect(await ask()).toEqual([true, true]);
  await sql`create trigger full before insert on app_version begin select raise(abort, 'no room'); end`.execute(
    db,
  );
  expect(await ask()).toEqual([false, false]);
  await sql`drop trigger full`.execute(db);
  expect(await ask()).toEqual([true, true]);
  expect(said).toEqual(['no room', undefined]);
  await db.destroy();
});
