/** Whether a store can be kept in a folder, before anything is made there. */
import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** Why a folder cannot hold the store, and what to do about it: the first has no full stop, the second is a sentence. */
export type FolderFault = { why: string; mend: string };

/** What the kernel shows as files keeps nothing, and to make a folder there may never end. */
const OF_THE_KERNEL = /^\/(proc|sys)(\/|$)/;

const ANOTHER = 'Give DATA_DIR a folder that may be written.';

/** Undefined where the folder can be used or made: of one that is not there, the nearest above it counts. */
export function folderFault(dataDir: string): FolderFault | undefined {
  const there = nearest(path.resolve(dataDir));
  if (OF_THE_KERNEL.test(realpathSync(there)))
    return { why: `${there} is the system’s own, where nothing can be kept`, mend: ANOTHER };
  if (!statSync(there).isDirectory()) return { why: `${there} is a file, not a folder`, mend: ANOTHER };
  if (isWritable(there)) return undefined;
  const mend = 'Give the user that Sightline runs as the right to write it, or DATA_DIR another folder.';
  return { why: `${there} cannot be written`, mend };
}

/** The folder, or the first thing above it that is there. */
function nearest(folder: string): string {
  return existsSync(folder) || path.dirname(folder) === folder ? folder : nearest(path.dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
