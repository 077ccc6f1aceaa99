/** Handles: the short names (L412, A37, S9) that people use for things, unique in a workspace. */
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { readInPieces } from './statements.ts';

/** L: a lead, A: a score alert, S: a suggestion. */
export type HandleLetter = 'L' | 'A' | 'S';

/** Gives every key without a handle the next free one, in the order given. */
export async function giveHandles(
  db: Db,
  team: string,
  letter: HandleLetter,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys) {
    // Two workers may try the same number: the second finds it taken and tries the next.
    while (!(await hasHandle(db, team, key))) await reachForNext(db, team, letter, key);
  }
}

async function hasHandle(db: Db, team: string, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('handle')
    .select('number')
    .where((eb) => eb.and({ team, key }))
    .executeTakeFirst();
  return row !== undefined;
}

/** Waits while another transaction holds the number, and does nothing if that one keeps it. */
async function reachForNext(db: Db, team: string, letter: HandleLetter, key: string): Promise<void> {
  await db
    .insertInto('handle')
    .values((eb) => ({
      team,
      letter,
      key,
      number: eb
        .selectFrom('handle')
        .select(sql<number>`coalesce(max(number), 0) + 1`.as('next'))
        .where('team', '=', team)
        .where('letter', '=', letter),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Handles by key, of those keys that have one. */
export async function handlesOf(
  db: Db,
  team: string,
  keys: readonly string[],
): Promise<Record<string, string>> {
  const rows = await readInPieces(keys, (piece) =>
    db
      .selectFrom('handle')
      .select(['letter', 'number', 'key'])
      .where('team', '=', team)
      .where('key', 'in', piece)
      .execute(),
  );
  return Object.fromEntries(rows.map((row) => [row.key, `${row.letter}${row.number}`]));
}

/** The key that a handle ("L412", in any case) stands for; undefined if there is none. */
export async function keyOfHandle(db: Db, team: string, handle: string): Promise<string | undefined> {
  return (await keysOfHandles(db, team, [handle])).get(handle);
}

/** The same for many, by handle as given; unknown ones are left out. */
export async function keysOfHandles(
  db: Db,
  team: string,
  handles: readonly string[],
): Promise<Map<string, string>> {
  const parts = handles.flatMap((handle) => {
    const [, letter, number] = handle.toUpperCase().match(/^([A-Z])(\d{1,9})$/) ?? [];
    return letter === undefined ? [] : [{ handle, letter, number: Number(number) }];
  });
  if (parts.length === 0) return new Map();
  const rows = await db
    .selectFrom('handle')
    .select(['letter', 'number', 'key'])
    .where('team', '=', team)
    .where(
      'letter',
      'in',
      parts.map(({ letter }) => letter),
    )
    .where(
      'number',
      'in',
      parts.map(({ number }) => number),
    )
    .execute();
  const keys = new Map(rows.map(({ letter, number, key }) => [`${letter}${number}`, key]));
  return new Map(
    parts.flatMap(({ handle, letter, number }) => {
      const key = keys.get(`${letter}${number}`);
      return key === undefined ? [] : [[handle, key]];
    }),
  );
}
