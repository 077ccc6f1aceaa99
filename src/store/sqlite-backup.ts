/** A copy of the embedded store as it is at one moment, made while it is written. https://www.sqlite.org/backup.html */
import { closeSync, openSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { messageOf, StoreError, StoreFull } from '../errors.ts';
import { sqliteOf } from './sqlite.ts';
import { storeFileIn, toFileFault } from './sqlite-files.ts';
import type { Db } from './tables.ts';

export type Pages = { done: number; total: number };

/** Pages per step: the store is blocked for some milliseconds. */
const PAGES_AT_ONCE = 500;

/** Copies the open embedded store into a new file. @throws StoreError for PostgreSQL */
export async function copyOpenStore(db: Db, file: string, onPages: (pages: Pages) => void): Promise<void> {
  const embedded = sqliteOf(db);
  if (!embedded) throw new StoreError('Only the embedded store can be copied like this.');
  const { sqlite, turn } = embedded;
  // SQLite restarts the copy whenever another connection writes, so none may.
  await turn?.take();
  try {
    await copyBetweenTransactions(db, sqlite, file, onPages);
  } finally {
    turn?.give();
  }
}

async function copyBetweenTransactions(
  db: Db,
  sqlite: DatabaseSync,
  file: string,
  onPages: (pages: Pages) => void,
): Promise<void> {
  const begun = Promise.withResolvers<void>();
  let copying: Promise<void> | undefined;
  // Node fails if a transaction is open at the first step, so the connection is held for it.
  await db.connection().execute(async () => {
    copying = copyInto(sqlite, file, (pages) => {
      begun.resolve();
      onPages(pages);
    });
    await Promise.race([begun.promise, copying]);
  });
  await copying;
}

/** Copies a store that no process has open, without migrating it. @throws StoreError */
export async function copyClosedStore(dataDir: string, file: string, onPages: (pages: Pages) => void) {
  const source = storeFileIn(dataDir);
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(source);
    // Takes the lock, or fails if a process has it.
    sqlite.exec('pragma locking_mode = exclusive; begin immediate; commit');
    await copyInto(sqlite, file, onPages);
  } catch (error) {
    throw toFileFault(error, source) ?? error;
  } finally {
    sqlite?.close();
  }
}

/** Never overwrites a file; readable by its owner only. */
async function copyInto(sqlite: DatabaseSync, file: string, onPages: (pages: Pages) => void): Promise<void> {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw new StoreError(
      `The backup ${file} cannot be made: ${messageOf(error)}. Name a file in a folder that the bot’s user may write to.`,
      { cause: error },
    );
  }
  try {
    await backup(sqlite, file, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) =>
        onPages({ done: totalPages - remainingPages, total: totalPages }),
    });
  } catch (error) {
    rmSync(file, { force: true });
    throw explainFull(error, file);
  }
}

/** It is the copy's disk that is full: the store is only read. */
function explainFull(error: unknown, file: string): unknown {
  if (!(toFileFault(error, file) instanceof StoreFull)) return error;
  const sentence = `The backup ${file} cannot be made: its disk is full. Make room there, or name a file on another disk.`;
  return new StoreError(sentence, { cause: error });
}

/** A copy can't know whether its queued posts were sent since. README has it for PostgreSQL. Our clock may be off. */
export const LOOK_FIRST = `update delivery set state = 'sending', settle_after = null, search = '{"oldest":' || (created_at - 300000) || '}' where state = 'queued'`;

/** Queued posts will be looked up in Slack before they are sent. @throws StoreError if the copy is damaged */
export function completeCopy(file: string): void {
  const sqlite = new DatabaseSync(file);
  try {
    // So that the backup is a single file, without WAL.
    sqlite.exec('pragma journal_mode = delete');
    const [row] = sqlite.prepare('pragma integrity_check(1)').all();
    if (row?.integrity_check !== 'ok') throw new StoreError(describeDamage(`${row?.integrity_check}`));
    sqlite.exec(LOOK_FIRST);
  } catch (cause) {
    const error = explainFull(cause, file);
    throw error instanceof StoreError ? error : new StoreError(describeDamage(messageOf(error)), { cause });
  } finally {
    sqlite.close();
  }
}

const describeDamage = (how: string) =>
  `The copy of the store is damaged (${how}), so it was deleted. The store itself may be damaged, too: keep your older backups.`;
