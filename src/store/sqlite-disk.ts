/**
 * Brings the embedded store to disk without blocking the event loop: SQLite itself never syncs, but whoever wrote waits
 * for one fdatasync off the loop, shared with all who wait at that moment.
 */
import { closeSync, fdatasync, fstatSync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { toUnknownFault } from './sqlite-files.ts';

const onDisk = promisify(fdatasync);

/** A longer WAL is moved into the file: a thousand pages, like SQLite's default. */
const LONGEST_LOG = 4 * 1024 * 1024;

/** Resolves when everything written to the file is on disk. */
export type Synced = (descriptor: number) => Promise<void>;

export type Disk = ReturnType<typeof openDisk>;

export type DiskOptions = {
  synced?: Synced | undefined;
  /** The other thread of this process shortens the WAL. */
  isBeside?: boolean;
  /** Closed with it. */
  lock?: DatabaseSync | undefined;
};

/** Needs `pragma synchronous = off` and `wal_autocheckpoint = 0`: syncing and checkpoints happen here only. */
export function openDisk(
  sqlite: DatabaseSync,
  file: string,
  { synced = onDisk, isBeside = false, lock }: DiskOptions = {},
) {
  // Closed only after SQLite: closing any descriptor of a file drops the process's locks on it (fcntl).
  const main = isBeside ? undefined : openSync(file, 'r+');
  const log = openSync(`${file}-wal`, 'a+', 0o600);
  keepNames(path.dirname(file));
  let fault: Error | undefined;

  /** After one failure data may be half written, so every later sync fails, too. @throws StoreError */
  async function sync(descriptor: number): Promise<void> {
    if (fault) throw fault;
    try {
      await synced(descriptor);
    } catch (error) {
      fault = toUnknownFault(error, file);
      throw fault;
    }
  }

  return {
    /** Resolves when everything written before survives a power cut. @throws StoreError */
    flush: shareRuns(() => sync(log)),
    isLong: () => !isBeside && fstatSync(log).size > LONGEST_LOG,
    /**
     * Moves the WAL into the file; nobody may write meanwhile. The order is what makes it safe: the WAL is on disk
     * before the file changes, and the file is on disk before the WAL is emptied.
     */
    async shorten(): Promise<void> {
      if (main === undefined) return;
      await sync(log);
      const moved = sqlite.prepare('pragma wal_checkpoint(passive)').get();
      await sync(main);
      // If a backup is still reading, the rest is moved next time.
      if (moved?.log === moved?.checkpointed) sqlite.exec('pragma wal_checkpoint(truncate)');
    },
    close(): void {
      sqlite.close();
      closeSync(log);
      if (main !== undefined) closeSync(main);
      lock?.close();
    },
  };
}

/** Syncs the folder, so that the files themselves survive a power cut. Windows neither needs it nor can. */
function keepNames(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Runs `work` one at a time. Calls during a run share the next one, which begins after them. */
export function shareRuns(work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  const start = () => {
    next = undefined;
    current = work().finally(() => {
      current = undefined;
    });
    return current;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(start, start);
    return next;
  };
}
