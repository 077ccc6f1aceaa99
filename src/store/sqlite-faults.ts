/** What can be wrong with the file of the embedded store, as an operator can act on it. */
import { statSync } from 'node:fs';
import { messageOf, StoreError, StoreGone } from '../errors.ts';

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const REASONS: Readonly<Record<number, string>> = {
  5: 'another Sightline is running on it. Stop that one, or give this one another DATA_DIR.',
  8: 'it cannot be written. Give the user that Sightline runs as the right to write it and its folder.',
  10: 'its disk does not read or write. What was stored before is as it was.',
  11: 'it is damaged. Put a backup of it in its place, or move it away to begin anew.',
  13: 'its disk is full. What was stored before is as it was; make room, then start Sightline again.',
  14: 'it cannot be opened. Give the user that Sightline runs as the right to read and write it and its folder.',
  26: 'it is no store of Sightline. Move it away, or give Sightline another DATA_DIR.',
};

/** What an error says of the file; undefined if it is of another kind: a broken rule of a table, a bug. */
export function fileFault(error: unknown, file: string): StoreError | undefined {
  const reason = REASONS[primaryCode(error)];
  return reason === undefined
    ? undefined
    : new StoreError(`The store ${file} cannot be used: ${reason}`, { cause: error });
}

/** What stands in the way of opening the file and is known to nobody here. */
export function unknownFault(error: unknown, file: string): StoreError {
  const sentence = `The store ${file} cannot be used: ${messageOf(error)}. Mend that file or its folder, or give DATA_DIR another one.`;
  return new StoreError(sentence, { cause: error });
}

/**
 * Checks that the file is still in its place: one that was deleted or replaced takes every write, and keeps none.
 * The check itself throws StoreGone.
 */
export function placeCheck(file: string): () => void {
  const ours = statSync(file);
  return () => {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there?.ino === ours.ino && there.dev === ours.dev) return;
    const what = there ? 'another file is in its place' : 'it was deleted';
    throw new StoreGone(
      `The store ${file} cannot be used: ${what} while Sightline was running. Put a backup there, or start Sightline without one to begin anew.`,
    );
  };
}

/** SQLite's code without its extension, which is in the higher bytes; 0 for an error that is not SQLite's. */
function primaryCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}
