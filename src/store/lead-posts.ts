/** Which posts show which leads: whatever changes a lead, edits every one of them. */
import { piecesOf } from './pieces.ts';
import type { Db, Schema } from './schema.ts';

export type LeadPart = Schema['lead_post']['part'];

/** Notes that a post shows these leads, each in its part. A post that is queued once more shows them already. */
export async function recordPosts(
  db: Db,
  post: { team: string; projectId: string; deliveryId: string; channel: string; at: number },
  leads: readonly { key: string; part: LeadPart }[],
): Promise<void> {
  const { team, projectId, deliveryId, channel, at } = post;
  for (const piece of piecesOf(leads)) {
    await db
      .insertInto('lead_post')
      .values(
        piece.map(({ key, part }) => ({
          team,
          project_id: projectId,
          lead_key: key,
          delivery_id: deliveryId,
          channel,
          part,
          at,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Asks for an edit of every post that shows this lead, wherever it stands. */
export async function wantLeadEdits(
  db: Db,
  { team, projectId, key }: { team: string; projectId: string; key: string },
): Promise<void> {
  await db
    .updateTable('delivery')
    .set((eb) => ({ wanted_rev: eb('wanted_rev', '+', 1) }))
    .where('team', '=', team)
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('lead_post')
        .select('delivery_id')
        .where('team', '=', team)
        .where('project_id', '=', projectId)
        .where('lead_key', '=', key),
    )
    .execute();
}

/** Keys of the leads that one post shows. */
export async function leadsOfPost(db: Db, team: string, deliveryId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('lead_post')
    .select('lead_key')
    .where('team', '=', team)
    .where('delivery_id', '=', deliveryId)
    .execute();
  return new Set(rows.map((row) => row.lead_key));
}
