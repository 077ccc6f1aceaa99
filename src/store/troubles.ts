/** Troubles with the API: opened by a failed poll, closed by a successful one. One row per cause. */
import { sql } from 'kysely';
import type { TroubleReason } from '../decision.ts';
import { findRow, findRows } from './rows.ts';
import { matching, prepareQuery, replacing } from './statements.ts';
import type { Db } from './tables.ts';

/** Records a failure: an open trouble goes on, a closed one begins again. Returns when its first failure was. */
export async function noteTrouble(
  db: Db,
  team: string,
  { cause, reason }: { cause: string; reason: TroubleReason },
  now: number,
): Promise<number> {
  const ifOver = (column: string, value: unknown) =>
    sql<never>`case when trouble.closed_at is null then ${sql.ref(`trouble.${column}`)} else ${value} end`;
  const row = await db
    .insertInto('trouble')
    .values({ team, cause, reason, since: now, last_at: now })
    .onConflict(
      replacing('trouble', {
        reason: ifOver('reason', reason),
        since: ifOver('since', now),
        before_since: ifOver('before_since', sql.ref('trouble.since')),
        before_closed_at: ifOver('before_closed_at', sql.ref('trouble.closed_at')),
        last_at: now,
        closed_at: null,
      }),
    )
    .returning('since')
    .executeTakeFirstOrThrow();
  return row.since;
}

/** Closes the open troubles among `causes`. Returns them with their beginnings. */
export async function closeTroubles(db: Db, team: string, causes: readonly string[], now: number) {
  return CLOSE(db, { team, causes: [...causes], now });
}

const CLOSE = prepareQuery((db, { team, causes, now }: { team: string; causes: string[]; now: number }) =>
  db
    .updateTable('trouble')
    .set({ closed_at: now })
    .where(matching('trouble', { team, cause: causes, closed_at: null }))
    .returning(['cause', 'since']),
);

/** Whether any of `causes` is still open. */
export async function isAnyOpen(db: Db, team: string, causes: readonly string[]): Promise<boolean> {
  return (await findRow(db, 'trouble', { team, cause: causes, closed_at: null })) !== undefined;
}

/** Undefined if there never was such a trouble. */
export function findTrouble(db: Db, team: string, cause: string) {
  return findRow(db, 'trouble', { team, cause });
}

/** Epoch ms; undefined while it lasts. If two newer periods followed, the beginning of the first stands in for it. */
export async function readTroubleEnd(db: Db, team: string, cause: string, since: number) {
  const row = await findTrouble(db, team, cause);
  if (!row) return undefined;
  if (row.since === since) return row.closed_at ?? undefined;
  return (row.before_since === since ? row.before_closed_at : row.before_since) ?? undefined;
}

/** The open troubles of a workspace; only those among `causes`, if given. */
export function readOpenTroubles(db: Db, team: string, causes?: readonly string[]) {
  return findRows(db, 'trouble', { team, closed_at: null, ...(causes && { cause: causes }) });
}
