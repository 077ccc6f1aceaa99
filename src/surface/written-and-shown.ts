/** A write, and an edit of every message that shows what it changes: in one transaction, so that none stays untrue. */
import { wantEdit } from '../store/deliveries.ts';
import type { Db } from '../store/schema.ts';
import { inTransaction } from '../store/statements.ts';
import type { SurfaceDeps } from './request.ts';

/** `subject` is what the messages are about. Nothing slow belongs into `work`: the store waits for it. */
export async function writtenAndShown<Result>(
  { db, wakePump }: Pick<SurfaceDeps, 'db' | 'wakePump'>,
  { team, subject }: { team: string; subject: string },
  work: (trx: Db) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(db, async (trx) => {
    const worked = await work(trx);
    await wantEdit(trx, team, subject);
    return worked;
  });
  wakePump();
  return result;
}
