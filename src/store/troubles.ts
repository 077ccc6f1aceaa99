/** Troubles with the API: opened by a failed poll, closed by a successful one. One row per cause. */
import type { TroubleReason } from '../decision.ts';
import { prepareQuery } from './prepare.ts';
import { findRow, findRows } from './rows.ts';
import type { Db } from './schema.ts';
import { matching } from './statements.ts';

/**
 * Records a failure: an open trouble goes on, a closed one begins again. `since` is when its first failure was; `began`
 * whether this is the first.
 */
export async function noteTrouble(
  db: Db,
  team: string,
  trouble: { cause: string; reason: TroubleReason },
  now: number,
): Promise<{ since: number; began: boolean }> {
  for (;;) {
    const began = await db
      .insertInto('trouble')
      .values({ team, ...trouble, since: now, last_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['team', 'cause'])
          .doUpdateSet(({ ref }) => ({
            reason: trouble.reason,
            since: now,
            last_at: now,
            closed_at: null,
            before_since: ref('trouble.since'),
            before_closed_at: ref('trouble.closed_at'),
          }))
          .where('trouble.closed_at', 'is not', null),
      )
      .returning('since')
      .executeTakeFirst();
    if (began) return { since: now, began: true };
    const goesOn = await db
      .updateTable('trouble')
      .set({ last_at: now })
      .where(matching('trouble', { team, cause: trouble.cause, closed_at: null }))
      .returning('since')
      .executeTakeFirst();
    // Neither: it was closed in between, so it begins again.
    if (goesOn) return { since: goesOn.since, began: false };
  }
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

/**
 * When the trouble that began at `since` ended, epoch ms; undefined while it lasts. If the cause has had more than one
 * newer period, the end of that period is unknown, and the beginning of the next-to-last stands in for it.
 */
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
