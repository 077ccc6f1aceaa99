import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { StoreError } from '../../src/errors.ts';
import { giveHandles } from '../../src/store/handles.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import { completeCopy, copyOpenStore, LOOK_FIRST } from '../../src/store/sqlite-backup.ts';
import { backup } from '../../src/verbs/backup.ts';
import { VerbError } from '../../src/verbs/command-line.ts';
import { forget } from '../../src/verbs/forget.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ENGINES } from '../support/store-engines.ts';
import { deliveryOf, MINUTE, NINE, queued, TEAM } from '../support/store-opened.ts';
import { runVerb } from './run-verb.ts';

/** A store with one queued post, which no process has open. */
async function stoppedStore(): Promise<{ dataDir: string; file: string; folder: string }> {
  const folder = temporaryFolder();
  const dataDir = path.join(folder, 'data');
  const db = await openSqlite(dataDir, () => NINE);
  await queued(db, 'waiting');
  await db.destroy();
  return { dataDir, file: path.join(folder, 'copy.db'), folder };
}

test('without a bot, copies the store to a file that only its owner can read, and leaves nothing else', async () => {
  const { dataDir, file, folder } = await stoppedStore();
  const { exitCode, printed } = await runVerb(backup, { DATA_DIR: dataDir }, file);
  expect(exitCode).toBe(0);
  expect(printed).toContain(file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).toSorted()).toEqual(['copy.db', 'data']);
  const db = await openSqlite(dataDir, () => NINE);
  expect((await deliveryOf(db, 'waiting')).state).toBe('queued');
  await db.destroy();
});

test('without any configuration, the store is that of the demo on this machine', async () => {
  const { dataDir, file } = await stoppedStore();
  const demo = createServer((_, response) => response.end(JSON.stringify({ data_dir: dataDir })));
  onTestFinished(() => void demo.close());
  await once(demo.listen(0, '127.0.0.1'), 'listening');
  const { port } = demo.address() as AddressInfo;
  expect((await runVerb(backup, { SANDBOX_PORT: `${port}` }, file)).exitCode).toBe(0);
  expect((await runVerb(forget, { SANDBOX_PORT: `${port}` }, '--user', 'U0ANA')).printed).toContain('U0ANA');
  const elsewhere = { SANDBOX_PORT: `${port}`, DATA_DIR: path.join(dataDir, 'none') };
  await expect(runVerb(backup, elsewhere, `${file}.2`)).rejects.toThrow('DATA_DIR');
});

test('a name without a folder is a file where npm was called; prints its full path', async () => {
  const { dataDir, file, folder } = await stoppedStore();
  const { exitCode, printed } = await runVerb(backup, { DATA_DIR: dataDir, INIT_CWD: folder }, 'copy.db');
  expect(exitCode).toBe(0);
  expect(printed).toContain(file);
  expect(readdirSync(folder)).toContain('copy.db');
});

test('never overwrites a file, nor one that another backup is writing', async () => {
  const { dataDir, file } = await stoppedStore();
  writeFileSync(file, 'mine');
  await expect(runVerb(backup, { DATA_DIR: dataDir }, file)).rejects.toThrow(VerbError);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  const other = `${file}2`;
  writeFileSync(`${other}.part`, 'theirs');
  await expect(runVerb(backup, { DATA_DIR: dataDir }, other)).rejects.toThrow(VerbError);
  expect(readFileSync(`${other}.part`, 'utf8')).toBe('theirs');
  // Left by a backup that was interrupted.
  utimesSync(`${other}.part`, 0, 0);
  expect((await runVerb(backup, { DATA_DIR: dataDir }, other)).exitCode).toBe(0);
});

test('a damaged store leaves no file that looks like a backup', async () => {
  const { dataDir, file, folder } = await stoppedStore();
  const store = path.join(dataDir, 'sightline.db');
  const bytes = readFileSync(store);
  // The header and the first page stay, so that it still opens.
  writeFileSync(store, bytes.fill(7, 8_192, bytes.length - 4_096));
  await expect(runVerb(backup, { DATA_DIR: dataDir }, file)).rejects.toBeInstanceOf(StoreError);
  expect(readdirSync(folder)).toEqual(['data']);
});

/** Anybody may mount a small disk in a namespace of their own, where the system allows it. */
const mayMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
test.runIf(mayMount)('a full disk for the copy isn’t called the store’s', async () => {
  const { dataDir, folder } = await stoppedStore();
  const main = path.join(import.meta.dirname, '../../src/main.ts');
  const mounted = `mount -t tmpfs -o size=64k none '${folder}/small' && exec '${process.execPath}' '${main}' backup '${folder}/small/copy.db'`;
  mkdirSync(path.join(folder, 'small'));
  const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
  const { stderr, status } = spawnSync('unshare', ['-rm', 'sh', '-c', mounted], { env, encoding: 'utf8' });
  expect(stderr).toContain(path.join(folder, 'small/copy.db'));
  expect(stderr).toMatch(/full/);
  expect(stderr).not.toContain(dataDir);
  expect(status).toBe(2);
});

test('asks for a name where none is given, even an empty one', async () => {
  const { dataDir } = await stoppedStore();
  for (const named of [[], [''], [' ']])
    await expect(runVerb(backup, { DATA_DIR: dataDir }, ...named)).rejects.toThrow('Name one file.');
});

test('names a missing folder, and a missing store', async () => {
  const { dataDir, folder } = await stoppedStore();
  const nowhere = path.join(folder, 'no', 'such', 'folder.db');
  await expect(runVerb(backup, { DATA_DIR: dataDir }, nowhere)).rejects.toThrow(path.dirname(nowhere));
  const copying = runVerb(backup, { DATA_DIR: folder }, path.join(folder, 'copy.db'));
  await expect(copying).rejects.toThrow('DATA_DIR');
});

test('says which folders will do where none can be written', async () => {
  const { dataDir } = await stoppedStore();
  const copying = runVerb(backup, { DATA_DIR: dataDir }, '/proc/copy.db');
  await expect(copying).rejects.toThrow(/Name a file in a folder that the bot’s user may write to\.$/);
});

test('for PostgreSQL, says how to back it up, without its password', async () => {
  const env = { DATABASE_URL: 'postgres://me:hidden@db/it' };
  const refused = await runVerb(backup, env, 'copy.dump').catch((error: unknown) => String(error));
  expect(refused).toContain('pg_dump');
  expect(refused).not.toContain('hidden');
});

test('an open store can be copied at any moment; the copy has all of a transaction or nothing', async () => {
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
  'on $name, queued posts are marked to be looked up first, by the statement that README has for PostgreSQL',
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

test('takes exactly one file', async () => {
  await expect(runVerb(backup, {})).rejects.toBeInstanceOf(VerbError);
  await expect(runVerb(backup, {}, 'a', 'b')).rejects.toBeInstanceOf(VerbError);
});
