/** Troubles with the API: opened by a failed poll, closed by a good one; one row for one cause. */
import type { TroubleReason } from '../decision.ts';
import { prepared } from './prepared.ts';
import type { Db } from './schema.ts';
import { matching } from './statements.ts';

export type TroubleRow = { since: number; closedAt: number | undefined; lastAt: number };

/**
 * Notes a failure. An open trouble goes on; a closed one begins anew. `began` is true for the first failure of the
 * period, `since` when that was.
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
    // Neither: it was closed between the two, and begins anew.
    if (goesOn) return { since: goesOn.since, began: false };
  }
}

/** Closes those of `causes` that are open; returns them, with since when they were. */
export async function closeTroubles(
  db: Db,
  team: string,
  causes: readonly string[],
  now: number,
): Promise<{ cause: string; since: number }[]> {
  if (causes.length === 0) return [];
  return CLOSE(db, { team, causes: [...causes], now });
}

const CLOSE = prepared((db, { team, causes, now }: { team: string; causes: string[]; now: number }) =>
  db
    .updateTable('trouble')
    .set({ closed_at: now })
    .where(matching('trouble', { team, cause: causes, closed_at: null }))
    .returning(['cause', 'since']),
);

/** Whether any of `causes` is not over. */
export async function isAnyOpen(db: Db, team: string, causes: readonly string[]): Promise<boolean> {
  if (causes.length === 0) return false;
  return (await ANY_OPEN(db, { team, causes: [...causes] })).length > 0;
}

const ANY_OPEN = prepared((db, { team, causes }: { team: string; causes: string[] }) =>
  db
    .selectFrom('trouble')
    .select('cause')
    .where(matching('trouble', { team, cause: causes, closed_at: null }))
    .limit(1),
);

/** Undefined if this never was. */
export async function troubleRow(db: Db, team: string, cause: string): Promise<TroubleRow | undefined> {
  const [row] = await TROUBLE(db, { team, cause });
  return row && { since: row.since, closedAt: row.closed_at ?? undefined, lastAt: row.last_at };
}

const TROUBLE = prepared((db, key: { team: string; cause: string }) =>
  db.selectFrom('trouble').select(['since', 'closed_at', 'last_at']).where(matching('trouble', key)),
);

/**
 * When the trouble that began at `since` was over, epoch ms; undefined while it goes on. It may have begun anew before what
 * was said of it is edited; of more than one time before that, the last beginning is known.
 */
export async function troubleOver(
  db: Db,
  team: string,
  cause: string,
  since: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('trouble')
    .select(['since', 'closed_at', 'before_since', 'before_closed_at'])
    .where(matching('trouble', { team, cause }))
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.since === since) return row.closed_at ?? undefined;
  return (row.before_since === since ? row.before_closed_at : row.before_since) ?? undefined;
}

/** Every trouble of the workspace that is not over. */
export async function openTroubles(
  db: Db,
  team: string,
): Promise<{ cause: string; reason: TroubleReason; since: number; lastAt: number }[]> {
  return db
    .selectFrom('trouble')
    .select(['cause', 'reason', 'since', 'last_at as lastAt'])
    .where(matching('trouble', { team, closed_at: null }))
    .execute();
}
