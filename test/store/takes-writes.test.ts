import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createWriteCheck } from '../../src/store/app-version.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { temporaryFolder } from '../support/folder-temporary.ts';
import { ENGINES } from '../support/store-engines.ts';
import { NINE } from '../support/store-opened.ts';

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
