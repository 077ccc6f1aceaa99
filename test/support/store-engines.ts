/** The store on each of its engines, with one clock for both: what is tested of one holds for the other. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/store/postgres.ts';
import type { Db } from '../../src/store/schema.ts';
import { NINE, openedStore as openedSqlite } from './store-opened.ts';

export type OpenedStore = {
  db: Db;
  /** The same store as another process has it; of SQLite's there is only one. */
  another: () => Promise<Db>;
  /** Lets the database's clock go on, which stands at nine. */
  pass: (ms: number) => Promise<void>;
};

/** For `describe.each`. */
export const ENGINES: readonly {
  name: string;
  /** Asks the engine how it would answer a query. */
  explain: string;
  /** What PostgreSQL's own autovacuum does whenever it gets to it; SQLite knows from its opening on what to expect. */
  analyze: (db: Db) => Promise<unknown>;
  openedStore: () => Promise<OpenedStore>;
}[] = [
  {
    name: 'SQLite',
    explain: 'explain query plan',
    analyze: async () => undefined,
    openedStore: sqliteStore,
  },
  {
    name: 'PostgreSQL',
    explain: 'explain',
    analyze: (db) => sql`analyze`.execute(db),
    openedStore: postgresStore,
  },
];

async function sqliteStore(): Promise<OpenedStore> {
  const { db, time } = await openedSqlite();
  return {
    db,
    another: async () => db,
    pass: async (ms) => {
      time.now += ms;
    },
  };
}

async function postgresStore(): Promise<OpenedStore> {
  const { url, db } = await ownPlace();
  let now = NINE;
  const pass = async (ms: number) => {
    now += ms;
    await sql`create or replace function database_now() returns bigint language sql volatile
      return ${sql.lit(now)}::bigint`.execute(db);
  };
  await pass(0);
  return { db, another: () => openedPostgres(url), pass };
}

/** A store in PostgreSQL, on the server's own clock. */
export async function openedPostgres(url: string): Promise<Db> {
  const db = await openPostgres(url);
  onTestFinished(() => db.destroy());
  return db;
}

/**
 * The address of a schema of its own for one test. It stays until the run ends: a migration looks at all schemas of the
 * server, and one that vanishes meanwhile would fail it.
 */
export async function emptySchema(): Promise<string> {
  const url = new URL(server());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await on(server(), `create schema ${name}`);
  url.searchParams.set('options', `-c search_path=${name}`);
  return url.href;
}

type Place = { url: string; db: Db };

/** Open places that tests are done with: to empty one takes a fraction of what it takes to make it, or only to open it. */
const done: Place[] = [];

/** A place with our tables and nothing in them, for one test. */
async function ownPlace(): Promise<Place> {
  const template = inject('template');
  const used = done.pop();
  if (used !== undefined && (await emptied(used))) return lent(used);
  if (template !== undefined) {
    const url = await copyOf(template);
    return lent({ url, db: await openPostgres(url) });
  }
  const url = await emptySchema();
  return { url, db: await openedPostgres(url) };
}

function lent(place: Place): Place {
  onTestFinished(() => {
    done.push(place);
  });
  return place;
}

/** False if a test closed it or took a table away. */
async function emptied({ db }: Place): Promise<boolean> {
  return sql`call empty_tables()`.execute(db).then(
    () => true,
    () => false,
  );
}

async function copyOf(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await on(server(), `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server());
  url.pathname = name;
  return url.href;
}

function server(): string {
  return (
    inject('databaseUrl') ?? expect.fail('PostgreSQL could not be started; TEST_DATABASE_URL names another')
  );
}

async function on(url: string, statements: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statements).finally(() => client.end());
}
