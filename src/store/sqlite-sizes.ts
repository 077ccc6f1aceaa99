/**
 * What the embedded store's planner is told of the tables when it opens: how many rows to expect of each index, as in a store
 * that has worked for years. So its plans are right from the first minute and never change, and nothing is ever counted: ANALYZE
 * walks through every page of an index, whatever its limit, and the loop stands meanwhile.
 * https://www.sqlite.org/fileformat2.html#stat1tab
 */
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { inTransaction } from './statements.ts';

/** In a table, and of those in an index of unfinished work alone. */
const ROWS = 1_000_000;
const ROWS_OF_PART = 1_000;

/** How many different values a column has among rows that are alike in the columns before it; others tell nearly all rows apart. */
const VALUES: Readonly<Record<string, number>> = {
  team: 20,
  lead_key: 500,
  place_key: 100,
  // Times repeat: all feeds of nine o’clock are due at once, and a digest shows ten leads.
  at: 100,
  due_at: 1_000,
  opened_at: 100,
  run_after: 100,
  rank: 4,
  state: 4,
  letter: 3,
};

/** Of these the first one in an index has so many values, and the next hardly tells more: a project has one channel, as a rule. */
const PLACES = ['project_id', 'channel', 'subscription', 'person'];
const PLACES_OF_TEAM = 50;

type IndexColumn = { tbl: string; idx: string; is_part: number; is_unique: number; name: string | null };

/** Brings what is expected into the statistics, where other figures stand there. */
export async function expectSizes(db: Db): Promise<void> {
  // Makes the table of the statistics too, and counts nothing.
  await sql`analyze sqlite_schema`.execute(db);
  const expected = await expectedOf(db);
  const standing = await sql<Expected>`select tbl, idx, stat from sqlite_stat1 order by tbl, idx`.execute(db);
  if (JSON.stringify(standing.rows) === JSON.stringify(expected)) return;
  await inTransaction(db, async (trx) => {
    await sql`delete from sqlite_stat1`.execute(trx);
    for (const { tbl, idx, stat } of expected)
      await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${tbl}, ${idx}, ${stat})`.execute(trx);
  });
  // Plans are made by what was read of the statistics before.
  await sql`analyze sqlite_schema`.execute(db);
}

type Expected = { tbl: string; idx: string; stat: string };

async function expectedOf(db: Db): Promise<Expected[]> {
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

/** Rows in all, then how many are alike in the first column, in the first two, and so on. */
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
