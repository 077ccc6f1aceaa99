/** What became of every lead at the last poll for a channel: what /visibility why tells. */
import { piecesOf } from './pieces.ts';
import type { Db } from './schema.ts';

export type LeadVerdict = {
  key: string;
  rank: number;
  verdict: string;
  detail?: string | undefined;
  deliveryId?: string | undefined;
};

/** Keeps the latest verdict on each lead in this channel. */
export async function recordVerdicts(
  db: Db,
  at: { team: string; channel: string; projectId: string; slotAt: number; polledAt: number },
  verdicts: readonly LeadVerdict[],
): Promise<void> {
  for (const piece of piecesOf(verdicts)) {
    await db
      .insertInto('lead_verdict')
      .values(
        piece.map(({ key, rank, verdict, detail, deliveryId }) => ({
          team: at.team,
          channel: at.channel,
          project_id: at.projectId,
          lead_key: key,
          slot_at: at.slotAt,
          polled_at: at.polledAt,
          rank,
          verdict,
          detail: detail ?? null,
          delivery_id: deliveryId ?? null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['team', 'channel', 'project_id', 'lead_key']).doUpdateSet(({ ref }) => ({
          slot_at: ref('excluded.slot_at'),
          polled_at: ref('excluded.polled_at'),
          rank: ref('excluded.rank'),
          verdict: ref('excluded.verdict'),
          detail: ref('excluded.detail'),
          delivery_id: ref('excluded.delivery_id'),
        })),
      )
      .execute();
  }
}
