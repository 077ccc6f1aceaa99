/** Walks every table for what it keeps of one person, and takes it out: ids and names go, rows that are counted stay. */
import { sql } from 'kysely';
import { type Erased, type Erasure, erasureOf, isInAddress } from './erasure.ts';
import { isRow, pagesOf } from './pages.ts';
import type { Db } from './schema.ts';
import { inTransaction } from './statements.ts';
import { type AnyRow, TABLE_NAMES, type TableName } from './tables.ts';

/** Rows by table; `addresses`: rows with the author's name in a thread's address or place, which stays. */
export type Found = { rows: Readonly<Record<string, number>>; addresses: number };

/** `team`: of this workspace alone. `breath` comes after each page. */
export type Walk = { team?: string | undefined; breath: () => Promise<unknown> };

/** What the tables keep of them. */
export function findTraces(db: Db, erased: Erased, walk: Walk): Promise<Found> {
  return walked(db, erased, walk, async () => undefined);
}

/**
 * Takes it out, a page in a transaction; what it met. What somebody wrote meanwhile stays, and so does a post that is with
 * Slack: whoever looks afterwards finds them.
 */
export function eraseTraces(db: Db, erased: Erased, walk: Walk): Promise<Found> {
  return walked(db, erased, walk, (table, changes) =>
    inTransaction(db, async (trx) => {
      for (const [row, erasure] of changes) await erase(trx, table, row, erasure);
    }),
  );
}

type Changes = readonly (readonly [row: AnyRow, erasure: Erasure])[];

async function walked(
  db: Db,
  erased: Erased,
  { team, breath }: Walk,
  apply: (table: TableName, changes: Changes) => Promise<void>,
): Promise<Found> {
  const rows: Record<string, number> = {};
  let addresses = 0;
  for (const table of TABLE_NAMES) {
    for await (const page of pagesOf(db, table)) {
      const ours = team === undefined ? page : page.filter((row) => row.team === team);
      const changes = ours.flatMap((row): Changes => {
        const erasure = erasureOf(table, row, erased);
        return erasure === undefined ? [] : [[row, erasure]];
      });
      addresses += ours.filter((row) => isInAddress(table, row, erased)).length;
      if (changes.length > 0) {
        rows[table] = (rows[table] ?? 0) + changes.length;
        await apply(table, changes);
      }
      await breath();
    }
  }
  return { rows, addresses };
}

async function erase(trx: Db, table: TableName, row: AnyRow, erasure: Erasure): Promise<void> {
  if (erasure === 'whole') {
    const isFree = FREE[table]?.(row) ?? sql`true`;
    await sql`delete from ${sql.table(table)} where ${isRow(table, row)} and ${isFree}`.execute(trx);
    return;
  }
  const columns = Object.entries(erasure);
  const changes = columns.map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  // What somebody has written since it was read is not overwritten.
  const same = columns.map(([column]) => sql`${sql.ref(column)} = ${row[column]}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)}
    where ${isRow(table, row)} and ${sql.join(same, sql` and `)}`.execute(trx);
}

/** What the outbox has in hand now: a post that is with Slack, and the lane by which it will be written down. */
const FREE: { [Name in TableName]?: (row: AnyRow) => ReturnType<typeof sql> } = {
  delivery: () => sql`state <> 'sending'`,
  lane: ({ team, channel }) =>
    sql`not exists (select 1 from delivery where delivery.team = ${team} and delivery.channel = ${channel})`,
};

/** The ids of somebody's direct messages with the bot, as far as posts to them tell. */
export async function directMessagesOf(db: Db, user: string, team: string | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('placed_in')
    .distinct()
    .where('channel', '=', user)
    .where('placed_in', 'is not', null)
    .$if(team !== undefined, (query) => query.where('team', '=', team ?? ''))
    .execute();
  return rows.flatMap(({ placed_in }) => (placed_in && placed_in !== user ? placed_in : []));
}
