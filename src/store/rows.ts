/**
 * The simple statements: find, change, delete, insert or put rows of one table, chosen by the values of some columns.
 * Each is compiled once for its table and columns.
 */
import type { Insertable } from 'kysely';
import { prepareChange, prepareQuery } from './prepare.ts';
import type { Db, Row, Schema } from './schema.ts';
import { type Matched, matching, NOT_NULL, replacing } from './statements.ts';
import type { TableName } from './tables.ts';

/** The first row with these values; undefined if there is none. */
export async function findRow<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
): Promise<Row<Name> | undefined> {
  const { fixed, given } = splitFixed(where);
  const [row] = await FIND_ONE(table, fixed)(db, { given });
  return row as Row<Name> | undefined;
}

/** All rows with these values, sorted by these columns. */
export async function findRows<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
  ...order: readonly (keyof Row<Name> & string)[]
): Promise<Row<Name>[]> {
  const { fixed, given } = splitFixed(where);
  return (await FIND_ALL(table, fixed, order)(db, { given })) as Row<Name>[];
}

/** Whether any row has these values. */
export async function hasRow<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
): Promise<boolean> {
  const { fixed, given } = splitFixed(where);
  return (await FIND_ANY(table, fixed)(db, { given })).length > 0;
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
export function deleteRows<Name extends TableName>(
  db: Db,
  table: Name,
  where: Matched<Name>,
): Promise<boolean> {
  const { fixed, given } = splitFixed(where);
  return DELETE(table, fixed)(db, { given });
}

/** Inserts a row. False if one with its key is there: then nothing changed. */
export function insertRow<Name extends TableName>(
  db: Db,
  table: Name,
  row: Insertable<Schema[Name]>,
): Promise<boolean> {
  return INSERT(table)(db, { row });
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

/** A comparison with null is part of the statement; the others are given their values when it is executed. */
function splitFixed(where: Values): { fixed: Values; given: Values } {
  const entries = Object.entries(where);
  const isFixed = ([, value]: [string, unknown]) => value === null || value === NOT_NULL;
  return {
    fixed: Object.fromEntries(entries.filter(isFixed)),
    given: Object.fromEntries(entries.filter((entry) => !isFixed(entry))),
  };
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

const FIND_ONE = cachePerTable((table, fixed) =>
  prepareQuery((db, { given }: Given) =>
    db
      .selectFrom(table as Any)
      .selectAll()
      .where(matching(table, { ...fixed, ...given }))
      .limit(1),
  ),
);

const FIND_ALL = cachePerTable((table, fixed, order) =>
  prepareQuery((db, { given }: Given) =>
    order.reduce(
      (query, column) => query.orderBy(column as keyof AnyRow),
      db
        .selectFrom(table as Any)
        .selectAll()
        .where(matching(table, { ...fixed, ...given })),
    ),
  ),
);

const FIND_ANY = cachePerTable((table, fixed) =>
  prepareQuery((db, { given }: Given) =>
    db
      .selectFrom(table as Any)
      .select('team')
      .where(matching(table, { ...fixed, ...given }))
      .limit(1),
  ),
);

const CHANGE = cachePerTable((table, fixed) =>
  prepareChange((db, { given, change }: Given & { change: Values }) =>
    db
      .updateTable(table as Any)
      .set(change as AnyRow)
      .where(matching(table, { ...fixed, ...given })),
  ),
);

const DELETE = cachePerTable((table, fixed) =>
  prepareChange((db, { given }: Given) =>
    db.deleteFrom(table as Any).where(matching(table, { ...fixed, ...given })),
  ),
);

const INSERT = cachePerTable((table) =>
  prepareChange((db, { row }: { row: Values }) =>
    db
      .insertInto(table as Any)
      .values(row as AnyRow)
      .onConflict((conflict) => conflict.doNothing()),
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
