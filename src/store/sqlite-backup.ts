/** A copy of the embedded store as it is at one moment, made while it is written. https://www.sqlite.org/backup.html */
import { closeSync, openSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { messageOf, StoreError } from '../errors.ts';
import type { Db } from './schema.ts';
import { sqliteOf } from './sqlite.ts';
import { fileFault, fileIn } from './sqlite-files.ts';

export type Pages = { done: number; total: number };

/** At a step; others wait that long for the store: some milliseconds. */
const PAGES_AT_ONCE = 500;

/** Of the store that this process has open, into a file that is made. @throws StoreError where the store is another engine's */
export async function copyOpenStore(db: Db, file: string, onPages: (pages: Pages) => void): Promise<void> {
  const embedded = sqliteOf(db);
  if (!embedded) throw new StoreError('Only the embedded store is copied like this.');
  const { sqlite, turn } = embedded;
  // A copy begins anew whenever another connection has written: meanwhile none does.
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
  // The first step finds nothing to copy while a transaction is open, and Node takes that for a failure: none is then.
  await db.connection().execute(async () => {
    copying = copyInto(sqlite, file, (pages) => {
      begun.resolve();
      onPages(pages);
    });
    await Promise.race([begun.promise, copying]);
  });
  await copying;
}

/** Of one that no process has open, as it is: its tables are not brought up to date. @throws StoreError */
export async function copyClosedStore(
  dataDir: string,
  file: string,
  onPages: (pages: Pages) => void,
): Promise<void> {
  const source = fileIn(dataDir);
  let sqlite: DatabaseSync | undefined;
  try {
    sqlite = new DatabaseSync(source);
    // The first look takes the lock, or says who has it.
    sqlite.exec('pragma locking_mode = exclusive; begin immediate; commit');
    await copyInto(sqlite, file, onPages);
  } catch (error) {
    throw fileFault(error, source) ?? error;
  } finally {
    sqlite?.close();
  }
}

/** Never over a file that is there, and for its owner alone. */
async function copyInto(sqlite: DatabaseSync, file: string, onPages: (pages: Pages) => void): Promise<void> {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    throw new StoreError(`The backup ${file} cannot be made: ${messageOf(error)}.`, { cause: error });
  }
  try {
    await backup(sqlite, file, {
      rate: PAGES_AT_ONCE,
      progress: ({ totalPages, remainingPages }) =>
        onPages({ done: totalPages - remainingPages, total: totalPages }),
    });
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  }
}

/**
 * Of what is not with Slack yet, nobody can say later whether it got there after the copy was made. Both engines take it: README
 * names it for PostgreSQL. Our clock may be off by five minutes.
 */
export const LOOK_FIRST = `update delivery set state = 'sending', settle_after = null, search = '{"oldest":' || (created_at - 300000) || '}' where state = 'queued'`;

/**
 * Makes a finished copy fit to be started from: what waited in its outbox is looked up in Slack before it is sent, as a post is
 * whose answer was lost. Takes a while with a large one.
 * @throws StoreError where the copy is damaged
 */
export function completeCopy(file: string): void {
  const sqlite = new DatabaseSync(file);
  try {
    // Otherwise a second and a third file would belong to it.
    sqlite.exec('pragma journal_mode = delete');
    const [row] = sqlite.prepare('pragma integrity_check(1)').all();
    if (row?.integrity_check !== 'ok') throw new StoreError(damaged(`${row?.integrity_check}`));
    sqlite.exec(LOOK_FIRST);
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError(damaged(messageOf(error)), { cause: error });
  } finally {
    sqlite.close();
  }
}

const damaged = (how: string) =>
  `The copy of the store is damaged (${how}), so it was deleted. The store itself may be damaged, too: keep your older backups.`;
