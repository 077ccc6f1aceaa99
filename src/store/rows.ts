/** Finds, changes, deletes, inserts or puts rows of one table by values of columns, each statement compiled once. */
import type { Insertable } from 'kysely';
import { oncePerText } from '../once-per.ts';
import {
  inserted,
  type Matched,
  matching,
  NULL,
  piecesOf,
  prepareChange,
  prepareQuery,
  replacing,
} from './statements.ts';
import type { Db, Row, Schema, TableName } from './tables.ts';

/** A column to sort by; "at desc" with the highest first. */
type Order<Name extends TableName> = `${keyof Row<Name> & string}${'' | ' desc'}`;

/** The first row with these values, sorted by these columns; undefined if there is none. */
export async function findRow<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
  ...order: readonly Order<Name>[]
): Promise<Row<Name> | undefined> {
  const [row] = await findFirstRows(db, table, where, 1, ...order);
  return row;
}

/** The first `most` rows with these values, sorted by these columns. */
export async function findFirstRows<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
  most: number,
  ...order: readonly Order<Name>[]
): Promise<Row<Name>[]> {
  return (await FIND_FIRST(table, order)(db, { where: toSymbols(where), most })) as Row<Name>[];
}

/** All rows with these values, sorted by these columns. */
export async function findRows<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
  ...order: readonly Order<Name>[]
): Promise<Row<Name>[]> {
  if (Object.values(where).some((value) => Array.isArray(value) && value.length === 0)) return [];
  return (await FIND_ALL(table, order)(db, { where: toSymbols(where) })) as Row<Name>[];
}

/** Changes the rows with these values. False if there were none. */
export function changeRows<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
  change: Partial<Row<Name>>,
): Promise<boolean> {
  return CHANGE(table)(db, { where: toSymbols(where), change });
}

/** Deletes the rows with these values. False if there were none. */
export function deleteRows<Name extends TableName>(db: Db, table: Name, where: Matched<Name>) {
  return DELETE(table)(db, { where: toSymbols(where) });
}

/** Inserts a row. False if one with its key is there: then nothing changed. */
export function insertRow<Name extends TableName>(db: Db, table: Name, row: Insertable<Schema[Name]>) {
  return INSERT(table)(db, { rows: [row] });
}

/** Inserts rows of the same columns; those whose key is there stay as they are. */
export async function insertRows<Name extends TableName>(
  db: Db,
  table: Name,
  rows: readonly Insertable<Schema[Name]>[],
): Promise<void> {
  for (const piece of piecesOf(rows)) await INSERT(table)(db, { rows: piece });
}

/** Inserts rows of the same columns; of those whose key is there, only `columns` change. */
export async function putRows<Name extends TableName>(
  db: Db,
  table: Name,
  rows: readonly Insertable<Schema[Name]>[],
  ...columns: readonly (keyof Row<Name> & string)[]
): Promise<void> {
  for (const piece of piecesOf(rows)) await PUT(table, columns)(db, { rows: piece });
}

/** Inserts a row, or changes the one with the same key. */
export async function putRow<Name extends TableName, Key extends Partial<Row<Name>>>(
  db: Db,
  table: Name,
  key: Key,
  change: Omit<Insertable<Schema[Name]>, keyof Key>,
): Promise<void> {
  await PUT(table, Object.keys(change))(db, { rows: [{ ...key, ...change }] });
}

type Values = Readonly<Record<string, unknown>>;

/** A comparison with null is part of the statement. */
function toSymbols(where: Values): Values {
  return Object.fromEntries(
    Object.entries(where).map(([name, value]) => [name, value === null ? NULL : value]),
  );
}

function cachePerTable<Statement>(make: (table: TableName, order: readonly string[]) => Statement) {
  const made = oncePerText(
    (table: TableName, ...order: string[]) => make(table, order),
    Number.POSITIVE_INFINITY,
  );
  return (table: TableName, order: readonly string[] = []) => made(table, ...order);
}

/** Kysely's types can't follow a table that is a parameter, so it takes each for this one; the callers are typed. */
type Any = 'handle';
type AnyRow = Row<Any>;

type Where = { where: Values };

function select(db: Db, table: TableName, where: Values, order: readonly string[]) {
  const rows = db
    .selectFrom(table as Any)
    .selectAll()
    .where(matching(table, where));
  return order.reduce((sorted, one) => {
    const [column, way] = one.split(' ') as [keyof AnyRow, 'desc' | undefined];
    return sorted.orderBy(column, way ?? 'asc');
  }, rows);
}

const FIND_FIRST = cachePerTable((table, order) =>
  prepareQuery((db, { where, most }: Where & { most: number }) =>
    select(db, table, where, order).limit(most),
  ),
);

const FIND_ALL = cachePerTable((table, order) =>
  prepareQuery((db, { where }: Where) => select(db, table, where, order)),
);

const CHANGE = cachePerTable((table) =>
  prepareChange((db, { where, change }: Where & { change: Values }) =>
    db
      .updateTable(table as Any)
      .set(change as AnyRow)
      .where(matching(table, where)),
  ),
);

const DELETE = cachePerTable((table) =>
  prepareChange((db, { where }: Where) => db.deleteFrom(table as Any).where(matching(table, where))),
);

const INSERT = cachePerTable((table) =>
  prepareChange((db, { rows }: { rows: Values[] }) =>
    db
      .insertInto(table as Any)
      .values(rows as AnyRow[])
      .onConflict((conflict) => conflict.doNothing()),
  ),
);

const PUT = cachePerTable((table, columns) =>
  prepareChange((db, { rows }: { rows: Values[] }) =>
    db
      .insertInto(table as Any)
      .values(rows as AnyRow[])
      .onConflict(replacing(table as Any, inserted(...columns))),
  ),
);
