/** The embedded store’s folder and files: whether they are usable, private to the bot’s user, still the same, and on disk. */
import fs from 'node:fs';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { messageOf, StoreError, StoreFull, StoreGone } from '../errors.ts';

/** The store file of a data folder. */
export function storeFileIn(dataDir: string): string {
  return path.join(dataDir, 'sightline.db');
}

/** Why a folder can't hold the store (no full stop), and what to do about it (a sentence). */
type FolderFault = { why: string; mend: string };

/** The kernel's virtual files keep nothing, and making a folder there may hang. */
const OF_THE_KERNEL = /^\/(proc|sys)(\/|$)/;

const ANOTHER = 'Set DATA_DIR to a folder that Sightline can write to.';

/** Undefined if the folder can be used or made. For a missing one, the nearest existing folder above it counts. */
export function findFolderFault(dataDir: string): FolderFault | undefined {
  const there = findNearestFolder(path.resolve(dataDir));
  if (OF_THE_KERNEL.test(fs.realpathSync(there)))
    return { why: `${there} belongs to the system and can’t store files`, mend: ANOTHER };
  if (!fs.statSync(there).isDirectory()) return { why: `${there} is a file, not a folder`, mend: ANOTHER };
  if (isWritable(there)) return undefined;
  const mend =
    'Run this as a user that may write to it, such as the bot’s, or set DATA_DIR to another folder.';
  return { why: `${there} cannot be written`, mend };
}

function findNearestFolder(folder: string): string {
  return fs.existsSync(folder) || path.dirname(folder) === folder
    ? folder
    : findNearestFolder(path.dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const [OWN_FILE, OWN_FOLDER, OTHERS] = [0o600, 0o700, 0o077];

/** Called with files that other users could open, and whether that is fixed. */
export type OnOpenToOthers = (told: { files: readonly string[]; closed: boolean }) => void;

/** Creates the folder and the file if missing, for this user only. A folder that exists keeps its rights. */
export function makeStoreFile(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: OWN_FOLDER });
  makeFile(file);
}

/** Removes other users' rights to the store's files, which SQLite has read: another program's must stay as they are. */
export function keepPrivate(file: string, onOpenToOthers: OnOpenToOthers): void {
  // Windows has no such modes.
  if (process.platform === 'win32') return;
  const open = ['', '-wal', '-shm', '-journal', '-lock']
    .map((end) => `${file}${end}`)
    .filter((each) => isOpen(each));
  for (const closed of [true, false]) {
    const files = open.filter((each) => close(each) === closed);
    if (files.length > 0) onOpenToOthers({ files, closed });
  }
}

/** Creates an empty file for this user only. An existing one isn't opened: closing it would drop our locks on it. */
export function makeFile(file: string): void {
  if (!fs.existsSync(file)) fs.closeSync(fs.openSync(file, 'a', OWN_FILE));
}

/** False if the file is somebody else's, or its disk has no modes: the store works all the same. */
function close(file: string): boolean {
  try {
    fs.chmodSync(file, OWN_FILE);
  } catch {
    return false;
  }
  return !isOpen(file);
}

function isOpen(file: string): boolean {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && (stat.mode & OTHERS) !== 0;
}

const FULL = 13;

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another Sightline is running on it. Stop it first.',
  8: 'it cannot be written. Run this as the bot’s user, or give this one the right to write it and its folder.',
  10: 'its disk does not read or write. What was stored before is as it was.',
  11: 'it is damaged. Put a backup of it in its place, or move it away to begin anew.',
  [FULL]: 'its disk is full. What was stored before is as it was; make room.',
  14: 'it cannot be opened. Run this as the bot’s user, or give this one the right to read and write it and its folder.',
  26: 'it is no store of Sightline. Move it away, or give Sightline another DATA_DIR.',
};

/** The StoreError for an SQLite error about the file; undefined for others, such as a violated constraint. */
export function toFileFault(error: unknown, file: string): StoreError | undefined {
  // Without SQLite's extension in the higher bytes.
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  const reason = REASONS[code];
  if (reason === undefined) return undefined;
  const Fault = code === FULL ? StoreFull : StoreError;
  return new Fault(`The store ${file} cannot be used: ${reason}`, { cause: error });
}

/** The StoreError for anything else that prevents opening the file. */
export function toUnknownFault(error: unknown, file: string): StoreError {
  const sentence = `The store ${file} cannot be used: ${messageOf(error)}. Correct that file or its folder, or set DATA_DIR to another one.`;
  return new StoreError(sentence, { cause: error });
}

/** Returns a check that the file is still in its place: one that was deleted takes every write and keeps none. */
export function placeCheck(file: string): () => void {
  const ours = fs.statSync(file);
  return () => {
    const there = fs.statSync(file, { throwIfNoEntry: false });
    if (there?.ino === ours.ino && there.dev === ours.dev) return;
    const what = there ? 'another file is in its place' : 'it was deleted';
    throw new StoreGone(
      `The store ${file} cannot be used: ${what} while Sightline was running. Put a backup there, or start Sightline without one to begin anew.`,
    );
  };
}

const onDisk = promisify(fs.fdatasync);

/** A longer WAL is moved into the file: a thousand pages, like SQLite's default. */
const LONGEST_LOG = 4 * 1024 * 1024;

/** Resolves when everything written to the file is on disk. */
export type Synced = (descriptor: number) => Promise<void>;

export type Disk = ReturnType<typeof openDisk>;

type DiskOptions = {
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
  const main = isBeside ? undefined : fs.openSync(file, 'r+');
  const log = fs.openSync(`${file}-wal`, 'a+', 0o600);
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
    isLong: () => !isBeside && fs.fstatSync(log).size > LONGEST_LOG,
    /** In this order: the WAL is on disk before the file changes, and the file is on disk before the WAL is emptied. */
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
      fs.closeSync(log);
      if (main !== undefined) fs.closeSync(main);
      lock?.close();
    },
  };
}

/** Syncs the folder, so that the files themselves survive a power cut. Windows neither needs it nor can. */
function keepNames(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = fs.openSync(folder, 'r');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
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
