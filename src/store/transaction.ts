/** What several statements write together: whole or not at all, and under one lock. */
import type { Db } from './schema.ts';

/** Does `work` in the caller's transaction if `db` is one, else in a transaction of its own. */
export function inTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
