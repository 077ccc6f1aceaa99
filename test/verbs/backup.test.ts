import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { completeCopy, copyOpenStore, LOOK_FIRST } from '../../src/store/sqlite-backup.ts';
import { backup } from '../../src/verbs/backup.ts';
import { UsageError } from '../../src/verbs/command-line.ts';
import { temporaryFolder } from '../support/folder-temporary.ts';
import { ENGINES } from '../support/store-engines.ts';
import { deliveryOf, MINUTE, NINE, queued, TEAM } from '../support/store-opened.ts';
import { ran } from './care.ts';

/** A store with a post in it that waits, which no process has open. */
async function stoppedStore(): Promise<{ dataDir: string; file: string; folder: string }> {
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const db = await openSqlite(dataDir, () => NINE);
  await queued(db, 'waiting');
  await db.destroy();
  return { dataDir, file: path.join(folder, 'copy.db'), folder };
}

test('without a bot the store is copied as it is, for its owner alone, and nothing else is left', async () => {
  const { dataDir, file, folder } = await stoppedStore();
  const { exitCode, printed } = await ran(backup, { DATA_DIR: dataDir }, file);
  expect(exitCode).toBe(0);
  expect(printed).toContain(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['copy.db', 'data']);
  const db = await openSqlite(dataDir, () => NINE);
  expect((await deliveryOf(db, 'waiting')).state).toBe('queued');
  await db.destroy();
});

test('a name without a folder is a file where npm was called, and its whole path is told', async () => {
  const { dataDir, file, folder } = await stoppedStore();
  const { exitCode, printed } = await ran(backup, { DATA_DIR: dataDir, INIT_CWD: folder }, 'copy.db');
  expect(exitCode).toBe(0);
  expect(printed).toContain(file);
  expect(readdirSync(folder)).toContain('copy.db');
});

test('a file that is there is never written over, nor one that another backup is at', async () => {
  const { dataDir, file } = await stoppedStore();
  writeFileSync(file, 'mine');
  expect(await ran(backup, { DATA_DIR: dataDir }, file)).toMatchObject({ exitCode: 1, printed: '' });
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const other = `${file}2`;
  writeFileSync(`${other}.part`, 'theirs');
  expect(await ran(backup, { DATA_DIR: dataDir }, other)).toMatchObject({ exitCode: 1 });
  expect(readFileSync(`${other}.part`, 'utf8')).toBe('theirs');
});

test('a store that is damaged is no backup: nothing is left that could be taken for one', async () => {
  const { dataDir, file, folder } = await stoppedStore();
  const store = path.join(dataDir, 'sightline.db');
  const bytes = readFileSync(store);
  // The header and the first page stay, so that it still opens.
  writeFileSync(store, bytes.fill(7, 8_192, bytes.length - 4_096));
  await expect(ran(backup, { DATA_DIR: dataDir }, file)).rejects.toBeInstanceOf(StoreError);
  expect(readdirSync(folder)).toEqual(['data']);
});

test('a folder that is not there, and a store that is not, are said', async () => {
  const { dataDir, folder } = await stoppedStore();
  const nowhere = path.join(folder, 'no', 'such', 'folder.db');
  const refused = await ran(backup, { DATA_DIR: dataDir }, nowhere);
  expect(refused).toMatchObject({ exitCode: 1, printed: '' });
  expect(refused.aside).toContain(path.dirname(nowhere));
  const { exitCode, aside } = await ran(backup, { DATA_DIR: folder }, path.join(folder, 'copy.db'));
  expect(exitCode).toBe(1);
  expect(aside).toContain('DATA_DIR');
});

test('of PostgreSQL it says how, without its password', async () => {
  const { exitCode, aside } = await ran(backup, { DATABASE_URL: 'postgres://me:hidden@db/it' }, 'copy.dump');
  expect(exitCode).toBe(1);
  expect(aside).toContain('pg_dump');
  expect(aside).not.toContain('hidden');
});

test('of the store that is open a copy can be made at any moment, and it has all of a transaction or nothing', async () => {
  const folder = temporaryFolder();
  const db = await openSqlite(path.join(folder, 'data'), () => NINE);
  let [isOver, number] = [false, 0];
  const writing = (async () => {
    while (!isOver) {
      await db.transaction().execute(async (trx) => {
        for (const letter of ['L', 'A'] as const) {
          await giveHandles(trx, TEAM, letter, [`${letter}${number}`]);
          await turn();
        }
      });
      number += 1;
      await turn();
    }
  })();
  for (let i = 0; i < 30; i += 1) {
    const file = path.join(folder, `${i}.db`);
    await copyOpenStore(db, file, () => undefined);
    completeCopy(file);
  }
  isOver = true;
  await writing;
  await db.destroy();
  const copied = path.join(folder, 'copied');
  mkdirSync(copied);
  renameSync(path.join(folder, '29.db'), path.join(copied, 'sightline.db'));
  const copy = await openSqlite(copied, () => NINE);
  const letters = (await copy.selectFrom('handle').select('letter').execute()).map(({ letter }) => letter);
  await copy.destroy();
  expect(letters.length).toBeGreaterThan(0);
  expect(letters.filter((letter) => letter === 'L')).toHaveLength(letters.length / 2);
});

test.each(ENGINES)(
  'on $name, what waits is marked to be looked up first, in the words that README has for PostgreSQL',
  async ({ openedStore }) => {
    const { db } = await openedStore();
    await queued(db, 'waiting');
    await queued(db, 'posted');
    await db.updateTable('delivery').set({ state: 'sent' }).where('id', '=', 'posted').execute();
    await sql.raw(LOOK_FIRST).execute(db);
    expect(await deliveryOf(db, 'posted')).toMatchObject({ state: 'sent', search: null });
    const { state, search } = await deliveryOf(db, 'waiting');
    expect([state, JSON.parse(search ?? '')]).toEqual(['sending', { oldest: NINE - 5 * MINUTE }]);
    expect(readFileSync(path.join(import.meta.dirname, '../../README.md'), 'utf8')).toContain(LOOK_FIRST);
  },
);

test('one file is named', async () => {
  await expect(ran(backup, {})).rejects.toBeInstanceOf(UsageError);
  await expect(ran(backup, {}, 'a', 'b')).rejects.toBeInstanceOf(UsageError);
});
