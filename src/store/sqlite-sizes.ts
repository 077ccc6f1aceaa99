/**
 * Statistics for SQLite's planner, written when the store opens: those of a store that has worked for years. So plans
 * are right from the first minute and never change. ANALYZE would walk every page of an index, whatever its limit, and
 * block the event loop. https://www.sqlite.org/fileformat2.html#stat1tab
 */
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { inTransaction } from './statements.ts';

/** In a table, and in a partial index of unfinished work. */
const ROWS = 1_000_000;
const ROWS_OF_PART = 1_000;

/** Distinct values of a column among rows that agree in the index columns before it. Others are nearly unique. */
const VALUES: Readonly<Record<string, number>> = {
  team: 20,
  lead_key: 500,
  place_key: 100,
  // Times repeat: all nine o'clock feeds are due at once, and a digest shows ten leads.
  at: 100,
  due_at: 1_000,
  opened_at: 100,
  run_after: 100,
  rank: 4,
  state: 4,
  letter: 3,
};

/** The first of these in an index has PLACES_OF_TEAM values; the next adds few: most projects have one channel. */
const PLACES = ['project_id', 'channel', 'subscription', 'person'];
const PLACES_OF_TEAM = 50;

type IndexColumn = { tbl: string; idx: string; is_part: number; is_unique: number; name: string | null };

/** Writes the expected statistics, unless they are already there. */
export async function expectSizes(db: Db): Promise<void> {
  // Creates the statistics table without counting anything.
  await sql`analyze sqlite_schema`.execute(db);
  const expected = await readExpected(db);
  const standing = await sql<Expected>`select tbl, idx, stat from sqlite_stat1 order by tbl, idx`.execute(db);
  if (JSON.stringify(standing.rows) === JSON.stringify(expected)) return;
  await inTransaction(db, async (trx) => {
    await sql`delete from sqlite_stat1`.execute(trx);
    for (const { tbl, idx, stat } of expected)
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${tbl}, ${idx}, ${stat})`.execute(trx);
  });
  // Makes the planner read the statistics again.
  await sql`analyze sqlite_schema`.execute(db);
}

type Expected = { tbl: string; idx: string; stat: string };

async function readExpected(db: Db): Promise<Expected[]> {
  const { rows } = await sql<IndexColumn>`
    select made.name as tbl, made_index.partial as is_part, made_index."unique" as is_unique, part.name,
      case when made.wr = 1 and made_index.origin = 'pk' then made.name else made_index.name end as idx
    from pragma_table_list as made, pragma_index_list(made.name) as made_index, pragma_index_info(made_index.name) as part
    where made.schema = 'main' and made.type = 'table'
      and made.name not like 'sqlite_%' and made.name not like 'kysely_%'
    order by tbl, idx, part.seqno`.execute(db);
  const indexes = [...Map.groupBy(rows, ({ idx }) => idx).values()];
  return indexes.flatMap((columns) =>
    columns.slice(0, 1).map((index) => ({ tbl: index.tbl, idx: index.idx, stat: statOf(index, columns) })),
  );
}

/** The number of rows, then how many of them agree in the first column, in the first two, and so on. */
function statOf({ is_part, is_unique }: IndexColumn, columns: readonly IndexColumn[]): string {
  const all = is_part ? ROWS_OF_PART : ROWS;
  const names = columns.map(({ name }) => name ?? '');
  const firstPlace = names.findIndex((name) => PLACES.includes(name));
  let alike = all;
  const counts = names.map((name, i) => {
    const values = PLACES.includes(name) ? (i === firstPlace ? PLACES_OF_TEAM : 1) : (VALUES[name] ?? ROWS);
    const isWholeKey = is_unique === 1 && i === names.length - 1;
    alike = isWholeKey ? 1 : Math.max(1, Math.ceil(alike / values));
    return alike;
  });
  return [all, ...counts, 'noskipscan'].join(' ');
}
