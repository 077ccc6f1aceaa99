/** Keeps the embedded store to the user that the bot runs as: it holds what people wrote, and sealed keys. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';

const [OWN_FILE, OWN_FOLDER, OTHERS] = [0o600, 0o700, 0o077];

/** Hears of files that others could open: whether they cannot any more. */
export type OnOpenToOthers = (told: { files: readonly string[]; closed: boolean }) => void;

/**
 * Makes the folder and the file where there are none, and closes what an earlier start left open to others. A folder that
 * somebody else made keeps its rights. SQLite gives its other files those of the first.
 */
export function keepPrivate(file: string, onOpenToOthers: OnOpenToOthers): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: OWN_FOLDER });
  if (!existsSync(file)) closeSync(openSync(file, 'a', OWN_FILE));
  // Windows has other rights than these.
  if (process.platform === 'win32') return;
  const open = ['', '-wal', '-shm', '-journal'].map((end) => `${file}${end}`).filter((each) => isOpen(each));
  for (const closed of [true, false]) {
    const files = open.filter((each) => close(each) === closed);
    if (files.length > 0) onOpenToOthers({ files, closed });
  }
}

/** False where the file is somebody else's, or its disk knows no rights: the store works all the same. */
function close(file: string): boolean {
  try {
    chmodSync(file, OWN_FILE);
  } catch {
    return false;
  }
  return !isOpen(file);
}

function isOpen(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && (stat.mode & OTHERS) !== 0;
}
