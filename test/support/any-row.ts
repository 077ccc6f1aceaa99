/** Rows of any table, for tests that go through the whole store: by what the engine says of its columns. */
import { sql } from 'kysely';
import type { Db } from '../../src/store/schema.ts';
import type { AnyRow, TableName } from '../../src/store/tables.ts';

export type Column = { name: string; isText: boolean };

/** The columns of every table that the engine has, but for those of the migrations. */
export async function columnsOf(db: Db): Promise<Map<string, Column[]>> {
  const tables = await db.introspection.getTables();
  const ours = tables.filter(({ name }) => !name.startsWith('kysely'));
  return new Map(
    ours.map(({ name, columns }) => [
      name,
      columns.map((column) => ({ name: column.name, isText: column.dataType.toLowerCase() === 'text' })),
    ]),
  );
}

/** A row with something in each column: its number, or a text with that in it; `given` counts before that. */
export function anyRow(columns: readonly Column[], number: number, given: AnyRow = {}): AnyRow {
  return Object.fromEntries(
    columns.map(({ name, isText }) => [name, given[name] ?? (isText ? `${name} ${number}` : number)]),
  );
}

/** As many as a statement takes. */
const AT_ONCE = 500;

export async function insert(db: Db, table: TableName, ...rows: AnyRow[]): Promise<void> {
  for (let i = 0; i < rows.length; i += AT_ONCE) {
    const piece = rows.slice(i, i + AT_ONCE);
    const columns = sql.join(Object.keys(piece[0] ?? {}).map((name) => sql.ref(name)));
    const values = piece.map((row) => sql`(${sql.join(Object.values(row))})`);
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(db);
  }
}

/** Every row of a table, in no order that counts. */
export async function rowsOf(db: Db, table: TableName): Promise<AnyRow[]> {
  return (await sql<AnyRow>`select * from ${sql.table(table)}`.execute(db)).rows;
}
