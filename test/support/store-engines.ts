/** The store on each of its engines, with one clock for both: what is tested of one holds for the other. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { openPostgres } from '../../src/store/postgres.ts';
import type { AnyRow, Db, TableName } from '../../src/store/tables.ts';
import { NINE, openedStore as openedSqlite } from './store-opened.ts';
import type { Databases } from './store-server.ts';
import { answerOfUrl } from './text-of-url.ts';

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
  const given = await server();
  const url = new URL(given);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await on(given, `create schema ${name}`);
  url.searchParams.set('options', `-c search_path=${name}`);
  return url.href;
}

type Place = { url: string; db: Db };

/** Open places that tests are done with: to empty one takes a fraction of what it takes to make it, or only to open it. */
const done: Place[] = [];

/** A place with our tables and nothing in them, for one test. */
async function ownPlace(): Promise<Place> {
  const { template } = await databases();
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
  const given = await server();
  await on(given, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(given);
  url.pathname = name;
  return url.href;
}

let known: Promise<Databases> | undefined;

function databases(): Promise<Databases> {
  known ??= answerOfUrl(inject('databases')).then(({ status, text }) =>
    status === 200 ? JSON.parse(text) : expect.fail(text),
  );
  return known;
}

async function server(): Promise<string> {
  const { url } = await databases();
  return url ?? expect.fail('PostgreSQL could not be started; TEST_DATABASE_URL names another');
}

async function on(url: string, statements: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(statements).finally(() => client.end());
}

export type Column = { name: string; isText: boolean };

/** The columns of every table that the engine has, but for those of the migrations. */
export async function columnsOf(db: Db): Promise<Map<string, Column[]>> {
  const tables = await db.introspection.getTables();
  const ours = tables.filter(({ name }) => !name.startsWith('kysely'));
  return new Map(
    ours.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ name: column.name, isText: column.dataType.toLowerCase() === 'text' })),
    ]),
  );
}

/** A row with something in each column: its number, or a text with that in it; `given` counts before that. */
export function anyRow(columns: readonly Column[], number: number, given: AnyRow = {}): AnyRow {
  return Object.fromEntries(
    columns.map(({ name, isText }) => [name, given[name] ?? (isText ? `${name} ${number}` : number)]),
  );
}

/** As many as a statement takes. */
const AT_ONCE = 500;

export async function insert(db: Db, table: TableName, ...rows: AnyRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const piece = rows.slice(i, i + AT_ONCE);
    const columns = sql.join(Object.keys(piece[0] ?? {}).map((name) => sql.ref(name)));
    const values = piece.map((row) => sql`(${sql.join(Object.values(row))})`);
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db);
  }
}

/** Every row of a table, in no order that counts. */
export async function rowsOf(db: Db, table: TableName): Promise<AnyRow[]> {
  return (await sql<AnyRow>`select * from ${sql.table(table)}`.execute(db)).rows;
}
