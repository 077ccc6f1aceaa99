/**
 * How the embedded store reaches the disk: SQLite itself never waits for it, so that the loop doesn't stand; whoever wrote
 * does, beside the loop and together with all who wait at that moment.
 */
import { closeSync, fdatasync, fstatSync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { unknownFault } from './sqlite-files.ts';

const onDisk = promisify(fdatasync);

/** A longer log is moved into the file: a thousand pages, as SQLite would. */
const LONGEST_LOG = 4 * 1024 * 1024;

/** Resolves when all that was written to a file is on the disk. */
export type Synced = (descriptor: number) => Promise<void>;

export type Disk = ReturnType<typeof openDisk>;

export type DiskOptions = {
  synced?: Synced | undefined;
  /** Another thread of this process has the store too, and shortens the log. */
  isBeside?: boolean;
  /** What is closed with it. */
  lock?: DatabaseSync | undefined;
};

/** With `pragma synchronous = off` and `wal_autocheckpoint = 0`, which make it nobody else's task. */
export function openDisk(
  sqlite: DatabaseSync,
  file: string,
  { synced = onDisk, isBeside = false, lock }: DiskOptions = {},
) {
  // Closed only after SQLite has closed its own: closing any of a file ends the process's locks on it (fcntl).
  const main = isBeside ? undefined : openSync(file, 'r+');
  const log = openSync(`${file}-wal`, 'a+', 0o600);
  keepNames(path.dirname(file));
  let fault: Error | undefined;

  /** What could not be brought to the disk may be half there: from then on nothing is promised. @throws StoreError */
  async function sync(descriptor: number): Promise<void> {
    if (fault) throw fault;
    try {
      await synced(descriptor);
    } catch (error) {
      fault = unknownFault(error, file);
      throw fault;
    }
  }

  return {
    /** Resolves when all that was written before outlives a power cut. @throws StoreError */
    flush: shared(() => sync(log)),
    isLong: () => !isBeside && fstatSync(log).size > LONGEST_LOG,
    /**
     * Moves the log into the file; nobody may write meanwhile. Each is on the disk before what it makes good for is changed:
     * the log before the file, the file before the log is emptied.
     */
    async shorten(): Promise<void> {
      if (main === undefined) return;
      await sync(log);
      const moved = sqlite.prepare('pragma wal_checkpoint(passive)').get();
      await sync(main);
      // Where a backup still reads it, the rest is moved the next time.
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

/** That both files are there outlives a power cut too. Windows neither needs it nor can. */
function keepNames(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** One `work` after the other; whoever asks while one is under way shares the next, which begins after they asked. */
export function shared(work: () => Promise<void>): () => Promise<void> {
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
