/** What each channel knows of leads: which were announced there, and which posts show them, for edits. */
import { lockLane } from './lanes.ts';
import { prepareQuery } from './prepare.ts';
import { deleteRows, findRow, findRows, insertRows } from './rows.ts';
import type { Db, InChannel, Row } from './schema.ts';
import { inTransaction, readInPieces } from './statements.ts';

/** Those of `keys` (lead identities) that the channel already knows. */
export async function readKnownLeads(db: Db, team: string, channel: string, keys: readonly string[]) {
  const rows = await readInPieces(keys, (lead_key) => findRows(db, 'announced', { team, channel, lead_key }));
  return new Set(rows.map((row) => row.lead_key));
}

/** Whether a channel knows any lead of a project. If not, its next digest is its first. */
export async function knowsAnyLead(db: Db, team: string, channel: string, projectId: string) {
  return (await findRow(db, 'announced', { team, channel, project_id: projectId })) !== undefined;
}

/** Marks leads as known, `shown` through the delivery. Returns the keys that the channel didn't know before. */
export async function announce(
  db: Db,
  place: InChannel & { deliveryId: string | null },
  shown: readonly string[],
  all: readonly string[] = shown,
): Promise<Set<string>> {
  const keys = [...new Set([...shown, ...all])];
  if (keys.length === 0) return new Set();
  return inTransaction(db, async (trx) => {
    await lockLane(trx, place);
    const posted = new Set(shown);
    const rows = await readInPieces(keys, async (piece) => {
      const announced = piece.map((lead_key) => ({
        team: place.team,
        channel: place.channel,
        lead_key,
        project_id: place.projectId,
        delivery_id: posted.has(lead_key) ? place.deliveryId : null,
      }));
      return ANNOUNCE(trx, { announced });
    });
    return new Set(rows.map((row) => row.lead_key));
  });
}

const ANNOUNCE = prepareQuery((db, { announced }: { announced: Row<'announced'>[] }) =>
  db
    .insertInto('announced')
    .values(announced)
    .onConflict((conflict) => conflict.doNothing())
    .returning('lead_key'),
);

/** For a digest that never reached its channel: its leads are new there again, so the next digest brings them. */
export async function unannounce(db: Db, team: string, deliveryId: string): Promise<void> {
  for (const table of ['announced', 'lead_post'] as const) {
    await deleteRows(db, table, { team, delivery_id: deliveryId });
  }
}

/** Posts that show leads, with their deliveries. */
export function selectLeadPosts(db: Pick<Db, 'selectFrom'>) {
  return db
    .selectFrom('lead_post')
    .innerJoin('delivery', (join) =>
      join.onRef('delivery.team', '=', 'lead_post.team').onRef('delivery.id', '=', 'lead_post.delivery_id'),
    );
}

export type LeadPart = Row<'lead_post'>['part'];

/** Records that a post shows these leads, each in its part. Nothing changes for a post that is queued once more. */
export async function recordPosts(
  db: Db,
  post: InChannel & { deliveryId: string; at: number },
  leads: readonly { key: string; part: LeadPart }[],
): Promise<void> {
  const { team, projectId, deliveryId, channel, at } = post;
  const shown = { team, project_id: projectId, delivery_id: deliveryId, channel, at };
  await insertRows(
    db,
    'lead_post',
    leads.map(({ key, part }) => ({ ...shown, lead_key: key, part })),
  );
}
