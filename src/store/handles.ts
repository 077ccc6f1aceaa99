/** Handles: the short names (L412, A37, S9) by which people speak of things, unique in the workspace. */
import { sql } from 'kysely';
import type { Db } from './schema.ts';

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
      .onConflict((conflict) => conflict.columns(['team', 'key']).doNothing())
      .execute();
  }
}

/** Handles by key, of those keys that have one. */
export async function handlesOf(
  db: Db,
  team: string,
  keys: readonly string[],
): Promise<Record<string, string>> {
  if (keys.length === 0) return {};
  const rows = await db
    .selectFrom('handle')
    .select(['letter', 'number', 'key'])
    .where('team', '=', team)
    .where('key', 'in', keys)
    .execute();
  return Object.fromEntries(rows.map((row) => [row.key, `${row.letter}${row.number}`]));
}
