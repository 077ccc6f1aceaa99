/** Reads a whole table page by page, in the order of its key: the only order that holds while rows change. */
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { type AnyRow, TABLES, type TableName } from './tables.ts';

/** Few enough rows that even a page of long decisions blocks the loop for only some milliseconds. */
const PAGE = 200;

/** Rows written behind the current position meanwhile are missed. */
export async function* pagesOf(db: Db, table: TableName, size = PAGE): AsyncGenerator<readonly AnyRow[]> {
  const { key } = TABLES[table];
  const columns = sql.join(key.map((column) => sql.ref(column)));
  for (let last: AnyRow | undefined; ; ) {
    const after = last && sql`where (${columns}) > (${sql.join(key.map((column) => last?.[column]))})`;
    const { rows } = await sql<AnyRow>`
      select * from ${sql.table(table)} ${after ?? sql``} order by ${columns} limit ${sql.lit(size)}`.execute(
      db,
    );
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1);
  }
}
