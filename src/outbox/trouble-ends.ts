/** Ends troubles: closes them and requests an edit of every post about them, both or neither. */
import { wantEdit } from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import { closeTroubles } from '../store/troubles.ts';
import { troubleSubject } from './subjects.ts';

/** Ends those of `causes` that are open, within the caller's transaction, and returns them. `now` epoch ms. */
export async function endTroubles(
  trx: Db,
  team: string,
  causes: readonly string[],
  now: number,
): Promise<string[]> {
  const ended = await closeTroubles(trx, team, causes, now);
  for (const { cause, since } of ended) await wantEdit(trx, team, troubleSubject(cause, since));
  return ended.map(({ cause }) => cause);
}
