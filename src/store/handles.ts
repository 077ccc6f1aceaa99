/** Handles: the short names (L412, A37, S9) that people use, unique in a workspace. */
import { findRow, findRows } from './rows.ts';
import { piecesOf, prepareQuery, readInPieces } from './statements.ts';
import type { Db, Row } from './tables.ts';

export type HandleLetter = 'L' | 'A' | 'S';

/** Handles by key. Every key without one gets the next free one, in the order given. */
export async function giveHandles(db: Db, team: string, letter: HandleLetter, keys: readonly string[]) {
  for (;;) {
    const handles = await readHandles(db, team, keys);
    const without = [...new Set(keys)].filter((key) => !Object.hasOwn(handles, key));
    // Two workers may try the same numbers: the second finds them taken and goes on to the next.
    let given = 0;
    for (const piece of piecesOf(without)) {
      const rows = await giveNextNumbers(db, team, letter, piece);
      for (const { key, number } of rows) handles[key] = `${letter}${number}`;
      given += rows.length;
    }
    if (given === without.length) return handles;
  }
}

/** Tries the next free numbers. Waits for transactions that hold some of them. */
async function giveNextNumbers(db: Db, team: string, letter: HandleLetter, keys: readonly string[]) {
  const last = await findRow(db, 'handle', { team, letter }, 'number desc');
  const next = (last?.number ?? 0) + 1;
  return GIVE(db, { handles: keys.map((key, index) => ({ team, letter, key, number: next + index })) });
}

const GIVE = prepareQuery((db, { handles }: { handles: Row<'handle'>[] }) =>
  db
    .insertInto('handle')
    .values(handles)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['key', 'number']),
);

/** Handles by key, for the keys that have one. */
export async function readHandles(db: Db, team: string, keys: readonly string[]) {
  const rows = await readInPieces(keys, (key) => findRows(db, 'handle', { team, key }));
  return Object.fromEntries(rows.map((row) => [row.key, `${row.letter}${row.number}`]));
}

/** The key behind a handle ("L412", in any case); undefined if there is none. */
export async function findKeyOfHandle(db: Db, team: string, handle: string): Promise<string | undefined> {
  return (await findKeysOfHandles(db, team, [handle])).get(handle);
}

/** The keys behind many handles, by handle as given; unknown ones are left out. */
export async function findKeysOfHandles(db: Db, team: string, handles: readonly string[]) {
  const parts = handles.flatMap((handle) => {
    const [, letter, number] = handle.toUpperCase().match(/^([A-Z])(\d{1,9})$/) ?? [];
    return letter === undefined ? [] : [{ handle, letter, number: Number(number) }];
  });
  const letter = parts.map((part) => part.letter);
  const rows = await findRows(db, 'handle', { team, letter, number: parts.map((part) => part.number) });
  const keys = new Map(rows.map(({ letter, number, key }) => [`${letter}${number}`, key]));
  return new Map(
    parts.flatMap(({ handle, letter, number }) => {
      const key = keys.get(`${letter}${number}`);
      return key === undefined ? [] : [[handle, key]];
    }),
  );
}
