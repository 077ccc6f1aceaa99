/** Which version last used the store, in one row whose update proves to /readyz that the store takes writes. */
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../errors.ts';
import { VERSION } from '../version.ts';
import { findRow } from './rows.ts';
import type { Db } from './schema.ts';
import { databaseTime, replacing } from './statements.ts';

/** The row's team: it belongs to the whole store. */
const STORE = '';

/** Records that this version uses the store now. @throws if the store takes no writes */
export async function noteVersion(db: Db): Promise<void> {
  const row = { version: VERSION, checked_at: databaseTime() };
  await db
    .insertInto('app_version')
    .values({ team: STORE, ...row })
    .onConflict(replacing('app_version', row))
    .execute();
}

/** The version that last used the store; undefined if unknown. */
export async function readLastVersion(db: Db): Promise<string | undefined> {
  const row = await findRow(db, 'app_version', { team: STORE }).catch(() => undefined);
  return row?.version;
}

/** A probe doesn't wait for long, and while one write hangs no others queue up behind it. */
const ANSWER_WITHIN_MS = 2_000;
const AGAIN_AFTER_MS = 30_000;

/**
 * Checks that the store takes a write; false also if it doesn't answer in time. `onChange` is called when that changes,
 * with why it takes none. Real time, ms.
 */
export function createWriteCheck(
  db: Db,
  onChange: (why: string | undefined) => void = () => undefined,
  { withinMs = ANSWER_WITHIN_MS, againMs = AGAIN_AFTER_MS } = {},
): () => Promise<boolean> {
  const lateAfter = (ms: number) => delay(ms, 'it doesn’t answer', { ref: false });
  let writing: Promise<string | undefined> | undefined;
  let lastWhy: string | undefined;
  return async () => {
    const why = await Promise.race([noteVersionOnce(), lateAfter(withinMs)]);
    if ((why === undefined) !== (lastWhy === undefined)) onChange(why);
    lastWhy = why;
    return why === undefined;
  };

  /** Undefined, or why it failed. */
  function noteVersionOnce(): Promise<string | undefined> {
    writing ??= Promise.race([noteVersion(db).then(() => undefined, messageOf), lateAfter(againMs)]).finally(
      () => {
        writing = undefined;
      },
    );
    return writing;
  }
}
