/**
 * What each channel knows: a lead is announced as new there once, ever. Every identity of a lead has its row, so that it
 * is known by any of them, whichever project it comes from.
 */
import { lockLane } from './lanes.ts';
import { readInPieces } from './pieces.ts';
import type { Db } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** Those of `keys` (identities of leads) that the channel knows already. */
export async function knownLeads(
  db: Db,
  team: string,
  channel: string,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await readInPieces(keys, (piece) =>
    db
      .selectFrom('announced')
      .select('lead_key')
      .where('team', '=', team)
      .where('channel', '=', channel)
      .where('lead_key', 'in', piece)
      .execute(),
  );
  return new Set(rows.map((row) => row.lead_key));
}

/** Whether a channel knows any lead of a delivery or a first run: if not, its next digest is its first. */
export async function knowsAnyLead(
  db: Db,
  team: string,
  channel: string,
  projectId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('announced')
    .select('lead_key')
    .where('team', '=', team)
    .where('channel', '=', channel)
    .where('project_id', '=', projectId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks leads as known; returns those that were not known before, which alone are new here. */
export async function announce(
  db: Db,
  place: { team: string; channel: string; projectId: string; deliveryId: string | null },
  keys: readonly string[],
): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  return inTransaction(db, async (trx) => {
    await lockLane(trx, place);
    // Nearly all of a poll are known, and it costs much to insert what is there.
    const known = await knownLeads(trx, place.team, place.channel, keys);
    const unknown = keys.filter((key) => !known.has(key));
    const rows = await readInPieces(unknown, (piece) =>
      trx
        .insertInto('announced')
        .values(
          piece.map((lead_key) => ({
            team: place.team,
            channel: place.channel,
            lead_key,
            project_id: place.projectId,
            delivery_id: place.deliveryId,
          })),
        )
        .onConflict((conflict) => conflict.doNothing())
        .returning('lead_key')
        .execute(),
    );
    return new Set(rows.map((row) => row.lead_key));
  });
}

/** The digest never reached its channel: its leads are new there again, and the next digest brings them. */
export async function unannounce(db: Db, team: string, deliveryId: string): Promise<void> {
  for (const table of ['announced', 'lead_post'] as const) {
    await db.deleteFrom(table).where('team', '=', team).where('delivery_id', '=', deliveryId).execute();
  }
}
