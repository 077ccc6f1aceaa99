/** LISTEN/NOTIFY between processes on one PostgreSQL: when one queues something, the others look at once. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { messageOf } from '../errors.ts';

/** `tell` never fails: a process that misses it finds the work by itself within a second. */
export type Wake = { tell(): void; close(): Promise<void> };

export type WakeOptions = {
  /** Another process may have queued something. */
  onTold: () => void;
  /** The connection was lost and will be reopened. */
  onLost: (why: string) => void;
  againMs?: number;
};

const CHANNEL = 'sightline_queued';
const CONNECT_WITHIN_MS = 10_000;
const CONNECT_AGAIN_MS = 5_000;

/** Uses a connection of its own, which no transaction blocks. */
export function listenForWork(databaseUrl: string, options: WakeOptions): Wake {
  const { onTold, onLost, againMs = CONNECT_AGAIN_MS } = options;
  const me = randomUUID();
  const closing = new AbortController();
  let listening: Client | undefined;
  let telling = false;

  /** Resolves when the connection has ended, by itself or by `close`. @throws if it can't connect */
  async function listen(): Promise<void> {
    const { default: pg } = await import('pg');
    const client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'sightline wake',
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    });
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.on('error', () => end());
    client.on('end', () => end());
    client.on('notification', ({ payload }) => {
      if (payload !== me) onTold();
    });
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      listening = client;
      // Something may have been queued while nobody listened here.
      onTold();
      await ended;
    } finally {
      listening = undefined;
      await client.end().catch(() => undefined);
    }
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      const why = await listen().then(() => 'the connection was lost', messageOf);
      if (closing.signal.aborted) return;
      onLost(why);
      await delay(againMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }

  const kept = keepListening();
  return {
    tell() {
      // The others find what is queued during a notification when it wakes them, or at their next look.
      if (!listening || telling) return;
      telling = true;
      listening
        .query('select pg_notify($1, $2)', [CHANNEL, me])
        .catch(() => undefined)
        .finally(() => {
          telling = false;
        });
    },
    async close() {
      closing.abort();
      await listening?.end().catch(() => undefined);
      await kept;
    },
  };
}
