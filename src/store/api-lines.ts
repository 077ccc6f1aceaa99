/** What was learnt of the API, for all processes on this store. It is of the API, so that no workspace owns it: team is ''. */

import { BELIEFS, type Belief } from '../visibility/profile.ts';
import type { KeptLine } from '../visibility/profiles.ts';
import type { Db } from './schema.ts';
import { inserted, inTransaction, matching, piecesOf, replacing } from './statements.ts';

const OF_ALL = '';

export async function keptLines(db: Db): Promise<KeptLine[]> {
  const rows = await db
    .selectFrom('api_line')
    .select(['key_mark', 'operation', 'what', 'there', 'known'])
    .where('team', '=', OF_ALL)
    .orderBy('learnt_at')
    .execute();
  return rows.flatMap(({ key_mark: keyMark, operation, what, there, known }) =>
    isBelief(known) ? [{ keyMark, operation, what, there, known }] : [],
  );
}

function isBelief(known: string): known is Belief {
  return BELIEFS.some((each) => each === known);
}

/** Of what is known already in the same way the new line counts. `now` in epoch ms. */
export async function keepLines(db: Db, lines: readonly KeptLine[], now: number): Promise<void> {
  const latest = new Map(
    lines.map((line) => [JSON.stringify([line.keyMark, line.operation, line.what, line.known]), line]),
  );
  const rows = [...latest.values()].map(({ keyMark, ...line }) => ({
    team: OF_ALL,
    key_mark: keyMark,
    ...line,
    learnt_at: now,
  }));
  for (const piece of piecesOf(rows)) {
    await db
      .insertInto('api_line')
      .values(piece)
      .onConflict(replacing('api_line', inserted('there', 'learnt_at')))
      .execute();
  }
}

/** All that was known in this way is replaced: a new description takes the place of the old one. */
export function replaceLines(db: Db, known: Belief, lines: readonly KeptLine[], now: number): Promise<void> {
  return inTransaction(db, async (trx) => {
    await trx
      .deleteFrom('api_line')
      .where(matching('api_line', { team: OF_ALL, known }))
      .execute();
    await keepLines(trx, lines, now);
  });
}
