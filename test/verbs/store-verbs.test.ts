import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, StoreError } from '../../src/errors.ts';
import { createVault } from '../../src/secrets.ts';
import { recordLeads } from '../../src/store/leads.ts';
import { isStoreThere } from '../../src/store/open.ts';
import { keepApiKey, readStoredApiKeys } from '../../src/store/sealed.ts';
import { openSqlite } from '../../src/store/sqlite.ts';
import type { Db } from '../../src/store/tables.ts';
import { VerbError } from '../../src/verbs/command-line.ts';
import { forget } from '../../src/verbs/forget.ts';
import { CopyFault, migrateStore } from '../../src/verbs/migrate-store.ts';
import { rotateKey } from '../../src/verbs/rotate-key.ts';
import { temporaryFolder } from '../support/folder.ts';
import { emptySchema } from '../support/store-engines.ts';
import { NINE, TEAM } from '../support/store-opened.ts';
import { runVerb } from './run-verb.ts';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const ANA = 'U0ANA';

async function inStore<Result>(dataDir: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await openSqlite(dataDir, () => NINE);
  return work(db).finally(() => db.destroy());
}

/** A store with a key that Ana gave. */
async function keyedStore(): Promise<string> {
  const dataDir = path.join(temporaryFolder(), 'data');
  const who = { by: ANA, at: NINE };
  await inStore(dataDir, (db) => keepApiKey(db, createVault(OLD), TEAM, 'acme', 'vk-of-acme', who));
  return dataDir;
}

const keyGivers = (dataDir: string) =>
  inStore(dataDir, async (db) =>
    (await db.selectFrom('api_key').selectAll().execute()).map((row) => row.given_by),
  );

describe('npm run forget', () => {
  test('counts rows by table, forgets with --yes, and then finds nothing', async () => {
    const DATA_DIR = await keyedStore();
    const counted = await runVerb(forget, { DATA_DIR }, '--user', ANA);
    expect(counted).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/^ +api_key +1$/m) });
    expect(await keyGivers(DATA_DIR)).toEqual([ANA]);
    const done = await runVerb(forget, { DATA_DIR }, '--user', ANA, '--yes');
    expect(done).toMatchObject({ exitCode: 0, printed: expect.stringMatching(/^ +api_key +1$/m) });
    expect(await keyGivers(DATA_DIR)).not.toContain(ANA);
    expect((await runVerb(forget, { DATA_DIR }, '--user', ANA)).printed).toContain('nothing');
  });

  test.each([
    [[]],
    [['--user', 'ana']],
    [['--user', ANA, '--author', 'jane']],
    [['--author', ' ']],
    [['--user', ANA, '--team', 'acme']],
  ])('%j names no person to look for', async (args) => {
    await expect(runVerb(forget, {}, ...args)).rejects.toBeInstanceOf(VerbError);
  });

  test('fails on the name of no author', async () => {
    const DATA_DIR = await keyedStore();
    const note = { reason: 'Ask a nobody', title: 'Nobody here' };
    await inStore(DATA_DIR, (db) =>
      recordLeads(db, TEAM, 'acme', [{ key: 'id:1', rank: 1, identities: ['id:1'], ...note }], NINE),
    );
    expect((await runVerb(forget, { DATA_DIR }, '--author', 'nobody')).exitCode).toBe(0);
    expect((await runVerb(forget, { DATA_DIR }, '--author', 'nobody', '--yes')).exitCode).toBe(1);
  });

  test('does not create a missing store', async () => {
    const DATA_DIR = path.join(temporaryFolder(), 'data');
    await expect(runVerb(forget, { DATA_DIR }, '--user', ANA)).rejects.toThrow('DATA_DIR');
    expect(existsSync(DATA_DIR)).toBe(false);
  });
});

describe('a database without a store', () => {
  const keys = `${NEW.toString('base64')},${OLD.toString('base64')}`;

  test.each([
    ['forget', (DATABASE_URL: string) => runVerb(forget, { DATABASE_URL }, '--user', ANA)],
    ['rotate-key', (DATABASE_URL: string) => runVerb(rotateKey, { DATABASE_URL, ENCRYPTION_KEY: keys })],
    [
      'migrate-store',
      (url: string) => runVerb(migrateStore, {}, '--from', url, '--to', `sqlite:${temporaryFolder()}`),
    ],
  ])('gets no tables from %s, which says that there is none', async (_verb, run) => {
    const url = await emptySchema();
    await expect(run(url)).rejects.toThrow(/no store in the database/);
    expect(await isStoreThere({ databaseUrl: url, dataDir: '' })).toBe(false);
  });
});

test('a folder that can’t be looked into isn’t said to have no store', async () => {
  const DATA_DIR = path.join(temporaryFolder(), 'data');
  // Rights would do for anyone but root.
  symlinkSync(DATA_DIR, DATA_DIR);
  await expect(runVerb(forget, { DATA_DIR }, '--user', ANA)).rejects.toBeInstanceOf(StoreError);
});

describe('npm run migrate-store', () => {
  test('copies, prints the rows of each table, and refuses to overwrite', async () => {
    const [from, to] = [await keyedStore(), path.join(temporaryFolder(), 'data')];
    const places = ['--from', `sqlite:${from}`, '--to', `sqlite:${to}`];
    const { exitCode, printed } = await runVerb(migrateStore, {}, ...places);
    expect({ exitCode, printed }).toEqual({ exitCode: 0, printed: expect.stringMatching(/^api_key +1$/m) });
    expect(await keyGivers(to)).toEqual([ANA]);
    await expect(runVerb(migrateStore, {}, ...places)).rejects.toBeInstanceOf(CopyFault);
  });

  test('is refused at once while a bot runs on the store', async () => {
    const [from, to] = [await keyedStore(), path.join(temporaryFolder(), 'data')];
    const bot = await openSqlite(from, () => NINE);
    const copying = runVerb(migrateStore, {}, '--from', `sqlite:${from}`, '--to', `sqlite:${to}`);
    await expect(copying).rejects.toBeInstanceOf(StoreError);
    await bot.destroy();
  });

  test.each([
    [['--from', 'sqlite:a']],
    [['--from', 'sqlite:a/sightline.db', '--to', 'sqlite:b']],
    [['--from', 'a', '--to', 'sqlite:b']],
    [['--from', 'sqlite:a', '--to', 'sqlite:./a']],
    [['--from', 'sqlite:/nonexistent/a', '--to', 'sqlite:b']],
    [['--from', 'mysql://me:hidden@db/it', '--to', 'sqlite:b']],
  ])('refuses %j without repeating a password', async (args) => {
    const refused = await runVerb(migrateStore, {}, ...args).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(VerbError);
    expect(String(refused)).not.toContain('hidden');
  });
});

describe('npm run rotate-key', () => {
  const both = `${NEW.toString('base64')},${OLD.toString('base64')}`;

  test('re-encrypts what the old key sealed', async () => {
    const DATA_DIR = await keyedStore();
    const { exitCode, printed } = await runVerb(rotateKey, { DATA_DIR, ENCRYPTION_KEY: both });
    expect(exitCode).toBe(0);
    expect(printed).toContain('1 API key.');
    const { keys } = await inStore(DATA_DIR, (db) => readStoredApiKeys(db, createVault(NEW), TEAM));
    expect([...keys.values()]).toEqual(['vk-of-acme']);
  });

  test('needs two different keys, and a store', async () => {
    const DATA_DIR = await keyedStore();
    const alone = runVerb(rotateKey, { DATA_DIR, ENCRYPTION_KEY: NEW.toString('base64') });
    await expect(alone).rejects.toThrow(/new,old/);
    const twice = runVerb(rotateKey, {
      DATA_DIR,
      ENCRYPTION_KEY: `${OLD.toString('base64')},${OLD.toString('base64')}`,
    });
    await expect(twice).rejects.toBeInstanceOf(ConfigError);
    const nowhere = runVerb(rotateKey, { DATA_DIR: '/nonexistent', ENCRYPTION_KEY: both });
    await expect(nowhere).rejects.toBeInstanceOf(ConfigError);
  });

  test('names what neither key opens, and ends with 1', async () => {
    const DATA_DIR = await keyedStore();
    const lost = `${NEW.toString('base64')},${Buffer.alloc(32, 9).toString('base64')}`;
    const { exitCode, aside } = await runVerb(rotateKey, { DATA_DIR, ENCRYPTION_KEY: lost });
    expect({ exitCode, aside }).toEqual({ exitCode: 1, aside: expect.stringContaining('acme') });
  });

  test('needs only the key to keep if the other is lost, and says so', async () => {
    const rotating = runVerb(rotateKey, { DATA_DIR: temporaryFolder() }, '--lost');
    await expect(rotating).rejects.toThrow(/ENCRYPTION_KEY is missing/);
  });

  test('shows what a lost key sealed, and with --yes deletes that and nothing else', async () => {
    const DATA_DIR = await keyedStore();
    await inStore(DATA_DIR, (db) =>
      keepApiKey(db, createVault(NEW), TEAM, 'other', 'vk-of-other', { by: ANA, at: NINE }),
    );
    const env = { DATA_DIR, ENCRYPTION_KEY: NEW.toString('base64') };
    const shown = await runVerb(rotateKey, env, '--lost');
    expect(shown).toMatchObject({
      exitCode: 1,
      aside: expect.stringMatching(/acme[\s\S]*Nothing was deleted/),
    });
    expect(shown.printed, 'there is no old key, so nothing is said of one').toBe('');
    expect(shown.aside).not.toContain('project other');
    expect(shown.aside, 'what comes after').toContain('start the bot and connect the projects again');
    expect(await keyGivers(DATA_DIR)).toHaveLength(2);
    const { exitCode, aside, printed } = await runVerb(rotateKey, env, '--lost', '--yes');
    expect({ exitCode, aside }).toEqual({ exitCode: 0, aside: expect.stringContaining('acme') });
    // Only a key was sealed, so there is nothing to install.
    expect(printed).toContain('/visibility connect');
    expect(printed).not.toContain('/slack/install');
    const { keys, unreadable } = await inStore(DATA_DIR, (db) =>
      readStoredApiKeys(db, createVault(NEW), TEAM),
    );
    expect({ keys: [...keys.values()], unreadable }).toEqual({ keys: ['vk-of-other'], unreadable: [] });
    const after = await runVerb(rotateKey, env, '--lost', '--yes');
    expect({ ...after, printed: after.printed.trim() }).toMatchObject({
      exitCode: 0,
      printed: 'ENCRYPTION_KEY opens everything that is sealed in the store. Nothing was deleted.',
    });
  });
});
