/**
 * The simple statements: find, change, delete, insert or put rows of one table, chosen by the values of some columns.
 * Each is compiled once for its table and columns.
 */
import type { Insertable } from 'kysely';
import { prepareChange, prepareQuery } from './prepare.ts';
import type { Db, Row, Schema } from './schema.ts';
import { Compared, inserted, type Matched, matching, NOT_NULL, piecesOf, replacing } from './statements.ts';
import type { TableName } from './tables.ts';

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
  const { fixed, given } = splitFixed(where);
  return (await FIND_FIRST(table, fixed, order)(db, { given, most })) as Row<Name>[];
}

/** All rows with these values, sorted by these columns. */
export async function findRows<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
  ...order: readonly Order<Name>[]
): Promise<Row<Name>[]> {
  const { fixed, given } = splitFixed(where);
  return (await FIND_ALL(table, fixed, order)(db, { given })) as Row<Name>[];
}

/** Changes the rows with these values. False if there were none. */
export function changeRows<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
  change: Partial<Row<Name>>,
): Promise<boolean> {
  const { fixed, given } = splitFixed(where);
  return CHANGE(table, fixed)(db, { given, change });
}

/** Deletes the rows with these values. False if there were none. */
export function deleteRows<Name extends TableName>(db: Db, table: Name, where: Matched<Name>) {
  const { fixed, given } = splitFixed(where);
  return DELETE(table, fixed)(db, { given });
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
  for (const piece of piecesOf(rows)) await PUT_ALL(table, {}, columns)(db, { rows: piece });
}

/** Inserts a row, or changes the one with the same key. */
export async function putRow<Name extends TableName, Key extends Partial<Row<Name>>>(
  db: Db,
  table: Name,
  key: Key,
  change: Omit<Insertable<Schema[Name]>, keyof Key>,
): Promise<void> {
  await PUT(table)(db, { key, change });
}

type Values = Readonly<Record<string, unknown>>;

/** How a column is compared, and a comparison with null, are part of the statement; values are given when it runs. */
function splitFixed(where: Values): { fixed: Values; given: Values } {
  const fixed: Record<string, unknown> = {};
  const given: Record<string, unknown> = {};
  for (const [column, value] of Object.entries(where)) {
    if (value === null || value === NOT_NULL) fixed[column] = value;
    else given[column] = value instanceof Compared ? value.value : value;
    if (value instanceof Compared) fixed[column] = value.by;
  }
  return { fixed, given };
}

/** The condition that `splitFixed` took apart. */
function rejoin(table: TableName, fixed: Values, given: Values) {
  const compared = Object.entries(given).map(([column, value]) => {
    const by = fixed[column] as Compared<unknown>['by'] | undefined;
    return [column, by === undefined ? value : new Compared(by, value)];
  });
  return matching(table, { ...fixed, ...Object.fromEntries(compared) });
}

/** One statement for each table, set of fixed comparisons and order. */
function cachePerTable<Statement>(
  make: (table: TableName, fixed: Values, order: readonly string[]) => Statement,
) {
  const made = new Map<string, Statement>();
  return (table: TableName, fixed: Values = {}, order: readonly string[] = []): Statement => {
    const comparisons = Object.entries(fixed).map(([column, value]) => `${column} ${String(value)}`);
    const name = [table, ...comparisons, 'by', ...order].join(' ');
    const statement = made.get(name) ?? make(table, fixed, order);
    made.set(name, statement);
    return statement;
  };
}

/** Kysely's types can't follow a table that is a parameter, so it takes each for this one; the callers are typed. */
type Any = 'handle';
type AnyRow = Row<Any>;

type Given = { given: Values };

function select(db: Db, table: TableName, fixed: Values, given: Values, order: readonly string[]) {
  const rows = db
    .selectFrom(table as Any)
    .selectAll()
    .where(rejoin(table, fixed, given));
  return order.reduce((sorted, one) => {
    const [column, way] = one.split(' ') as [keyof AnyRow, 'desc' | undefined];
    return sorted.orderBy(column, way ?? 'asc');
  }, rows);
}

const FIND_FIRST = cachePerTable((table, fixed, order) =>
  prepareQuery((db, { given, most }: Given & { most: number }) =>
    select(db, table, fixed, given, order).limit(most),
  ),
);

const FIND_ALL = cachePerTable((table, fixed, order) =>
  prepareQuery((db, { given }: Given) => select(db, table, fixed, given, order)),
);

const CHANGE = cachePerTable((table, fixed) =>
  prepareChange((db, { given, change }: Given & { change: Values }) =>
    db
      .updateTable(table as Any)
      .set(change as AnyRow)
      .where(rejoin(table, fixed, given)),
  ),
);

const DELETE = cachePerTable((table, fixed) =>
  prepareChange((db, { given }: Given) => db.deleteFrom(table as Any).where(rejoin(table, fixed, given))),
);

const INSERT = cachePerTable((table) =>
  prepareChange((db, { rows }: { rows: Values[] }) =>
    db
      .insertInto(table as Any)
      .values(rows as AnyRow[])
      .onConflict((conflict) => conflict.doNothing()),
  ),
);

const PUT_ALL = cachePerTable((table, _, columns) =>
  prepareChange((db, { rows }: { rows: Values[] }) =>
    db
      .insertInto(table as Any)
      .values(rows as AnyRow[])
      .onConflict(replacing(table as Any, inserted(...columns))),
  ),
);

const PUT = cachePerTable((table) =>
  prepareChange((db, { key, change }: { key: Values; change: Values }) =>
    db
      .insertInto(table as Any)
      .values({ ...key, ...change } as AnyRow)
      .onConflict(replacing(table as Any, change as AnyRow)),
  ),
);
