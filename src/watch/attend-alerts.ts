/** Each tick's look at muted score alerts: mutes end, and the messages of their alerts say no more of them. */
import { endMutes } from '../store/alerts.ts';
import { wantEdit } from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import { inTransaction } from '../store/transaction.ts';

/** True if there is something for Slack. */
export async function attendAlerts(db: Db, team: string, now: number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const keys = await endMutes(trx, team, now);
    for (const key of keys) await wantEdit(trx, team, key);
    return keys.length > 0;
  });
}
