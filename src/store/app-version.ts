/** Which version of Sightline used the store last, in one row that also proves, for /readyz, that the store takes a write. */

import { setTimeout as delay } from 'node:timers/promises';
import { VERSION } from '../version.ts';
import type { Db } from './schema.ts';
import { databaseTime, replacing } from './statements.ts';

/** The row is of the whole store, no workspace's. */
const STORE = '';

/** Writes down that this version uses the store now. @throws where the store takes no write */
export async function noteVersion(db: Db): Promise<void> {
  const row = { version: VERSION, checked_at: databaseTime() };
  await db
    .insertInto('app_version')
    .values({ team: STORE, ...row })
    .onConflict(replacing('app_version', row))
    .execute();
}

/** The version that used the store last; undefined where the store does not say. */
export async function lastVersion(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('app_version')
    .select('version')
    .where('team', '=', STORE)
    .executeTakeFirst()
    .catch(() => undefined);
  return row?.version;
}

/** Whoever probes does not wait for long; and behind a write that hangs no others queue up. */
const ANSWER_WITHIN_MS = 2_000;
const AGAIN_AFTER_MS = 30_000;

/** Real time, ms. False also where the store does not answer in time. */
export function createWriteCheck(
  db: Db,
  { withinMs = ANSWER_WITHIN_MS, againMs = AGAIN_AFTER_MS } = {},
): () => Promise<boolean> {
  const falseAfter = (ms: number) => delay(ms, false, { ref: false });
  let writing: Promise<boolean> | undefined;
  return () => {
    const written = noteVersionOnce();
    return Promise.race([written, falseAfter(withinMs)]);
  };

  function noteVersionOnce(): Promise<boolean> {
    const write = () =>
      noteVersion(db).then(
        () => true,
        () => false,
      );
    writing ??= Promise.race([write(), falseAfter(againMs)]).finally(() => {
      writing = undefined;
    });
    return writing;
  }
}
