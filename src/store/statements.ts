/** The database's clock, transactions, lists in pieces, conditions of partial indexes, statements built once. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type AnyColumn,
  type Compilable,
  CompiledQuery,
  type DialectAdapter,
  type Expression,
  type LogEvent,
  type OnConflictBuilder,
  type QueryResult,
  type RawBuilder,
  type SqlBool,
  sql,
} from 'kysely';
import { MINUTE_MS } from '../durations.ts';
import type { OnOpenToOthers } from './sqlite-files.ts';
import { type AnyRow, type Db, type Row, type Schema, TABLES, type TableName } from './tables.ts';
import type { WriteTurn } from './write-turn.ts';

/** The database's time `plusMs` from now. Both engines define `database_now`. */
export function databaseTime(plusMs = 0): RawBuilder<number> {
  return plusMs === 0 ? sql<number>`database_now()` : sql<number>`database_now() + ${plusMs}`;
}

const LOSABLE = '/* may be lost */';

/** Ends a write that needn't survive a power cut, such as a lease: all see it, but nobody waits for the disk. */
export const MAY_BE_LOST = sql.raw(LOSABLE);

export const mayBeLost = (statement: string) => statement.endsWith(LOSABLE);

/** How a store is opened. */
export type StoreOptions = {
  /** For copying: nobody else can have it meanwhile, no row is changed, and an unfinished copy is accepted. */
  alone?: boolean;
  /** For the doctor: nothing can be changed, older tables are refused, and an unfinished copy is, too. */
  onlyLook?: boolean;
  /** For the second thread of a process: its side of the write turn. */
  beside?: WriteTurn;
  /** Called after the migration; returns this thread's side of the write turn if a second one may open the store. */
  share?: (db: Db) => Promise<WriteTurn | undefined>;
  /** Called for each failed statement. */
  onFailed?: () => void;
  /** Called for files of the embedded store that others can read. */
  onOpenToOthers?: OnOpenToOthers;
};

/** For Kysely's `log`: calls `onFailed` for each failed statement, even if the error is handled. */
export function watchFailures(onFailed: () => void): (event: LogEvent) => void {
  return ({ level }) => {
    if (level === 'error') onFailed();
  };
}

/** After this time without renewal, another worker may take a claim. */
export const LEASE_MS = MINUTE_MS;

/** In the caller's transaction, or a new one, again after a deadlock: so `work` changes nothing but the store. */
export async function inTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (tries === MOST_TRIES || !isDeadlock(error)) throw error;
    }
  }
}

const MOST_TRIES = 5;

/** https://www.postgresql.org/docs/18/errcodes-appendix.html */
function isDeadlock(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '40P01';
}

// Symbols, which are part of a statement, not of its values (see prepare.ts).

/** In `matching`: any value but null. */
export const NOT_NULL = Symbol('is not null');

/** In `matching`, the same as null. */
export const NULL = Symbol('is null');

type Compared<Value> = { by: symbol; value: Value };

const [BELOW, AT_LEAST, NOT, NOT_IN] = [Symbol('<'), Symbol('>='), Symbol('<>'), Symbol('not in')];
export const below = <const Value>(value: Value): Compared<Value> => ({ by: BELOW, value });
export const atLeast = <const Value>(value: Value): Compared<Value> => ({ by: AT_LEAST, value });
export const not = <const Value>(value: Value): Compared<Value> => ({ by: NOT, value });
export const noneOf = <Value>(value: readonly Value[]): Compared<readonly Value[]> => ({ by: NOT_IN, value });

function isCompared(value: unknown): value is Compared<unknown> {
  return typeof value === 'object' && value !== null && 'by' in value;
}

/** A value for each of some columns; of a list, any of it, so that none match an empty one. */
export type Matched<Name extends TableName> = {
  readonly [Column in keyof Row<Name>]?:
    | Row<Name>[Column]
    | readonly Row<Name>[Column][]
    | Expression<Row<Name>[Column]>
    | Compared<Row<Name>[Column] | readonly Row<Name>[Column][]>
    | typeof NOT_NULL
    | typeof NULL;
};

/** The condition that a row of the table has these values. */
export function matching<Name extends TableName>(table: Name, values: Matched<Name>): RawBuilder<SqlBool> {
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = sql.ref(`${table}.${name}`);
    if (Array.isArray(value)) return value.length > 0 ? sql`${column} in (${sql.join(value)})` : sql`false`;
    if (value === NOT_NULL) return sql`${column} is not null`;
    if (value === NULL || value === null) return sql`${column} is null`;
    if (isCompared(value)) return compare(column, value);
    return sql`${column} = ${value}`;
  });
  return conditions.length === 0 ? sql`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

function compare(column: RawBuilder<unknown>, { by, value }: Compared<unknown>): RawBuilder<unknown> {
  const other = Array.isArray(value) ? sql`(${sql.join(value)})` : value;
  const isAny = Array.isArray(value) && value.length === 0;
  return isAny ? sql`true` : sql`${column} ${sql.raw(by.description ?? '')} ${other}`;
}

/** For a join: the row of `table` whose key is in the columns of `other` with the same names. */
export function byKey(table: TableName, other: string) {
  const same = TABLES[table].key.map(
    (name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`${other}.${name}`)}`,
  );
  return <Join extends { on(is: RawBuilder<SqlBool>): Join }>(join: Join) =>
    join.on(sql<SqlBool>`${sql.join(same, sql` and `)}`);
}

/** For `onConflict`: an existing row with the same key gets these values. */
export function replacing<Name extends TableName>(
  table: Name,
  change: Parameters<OnConflictBuilder<Schema, Name>['doUpdateSet']>[0],
) {
  return (conflict: OnConflictBuilder<Schema, Name>) => conflict.columns(keyOf(table)).doUpdateSet(change);
}

/** For `replacing`: these columns of the row that was to be inserted. */
export function inserted<Column extends string>(...columns: readonly Column[]) {
  const values = columns.map((name) => [name, sql.ref(`excluded.${name}`)]);
  // TypeScript can't follow: the excluded row is of the same table.
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>;
}

function keyOf<Name extends TableName>(table: Name) {
  // TypeScript can't follow: a table's key is made of its own columns.
  return TABLES[table].key as readonly AnyColumn<Schema, Name>[];
}

/** For `$call`: executes a statement that returns its rows, and returns whether it changed one. */
export async function hasChanged(statement: { execute(): Promise<readonly unknown[]> }): Promise<boolean> {
  return (await statement.execute()).length > 0;
}

/** Rows per statement: SQLite takes 32,766 values in one, PostgreSQL 65,535, and no table has 40 columns. */
const PIECE = 500;

export function piecesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, index) =>
    items.slice(index * PIECE, (index + 1) * PIECE),
  );
}

/** Reads a long list in pieces, yielding to the event loop in between. An empty list reads nothing. */
export async function readInPieces<Item, Row>(
  items: readonly Item[],
  read: (piece: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const piece of piecesOf(items)) {
    if (rows.length > 0) await nextTurn();
    rows.push(...(await read(piece)));
  }
  return rows;
}

// Literals, not parameters: SQLite matches a query with a partial index by its text, before parameters are bound.

/** A delivery that Slack doesn't have yet, or may have. */
export const isOpen = sql<boolean>`delivery.state in ('queued', 'sending')`;

/** A delivery that Slack shows in an outdated state. */
export const isStale = sql<boolean>`delivery.state = 'sent' and delivery.wanted_rev > delivery.shown_rev`;

/** A stale delivery that may be edited now: its last edit didn't fail, or its pause is over. */
export const isEditDue = sql<boolean>`${isStale} and coalesce(delivery.edit_after, 0) <= ${databaseTime()}`;

export const isFailed = sql<boolean>`delivery.state = 'failed'`;

export const DUE = sql.lit<'due'>('due');

export const DONE = sql.lit<'done'>('done');

/** A lead's identity that is the address of its thread: only these are looked for in all projects. */
export const isThread = sql<boolean>`identity like 'url:%'`;

/** A lead that waits for a time: for a reminder of its claimer, or the end of its snooze. */
export const isWaiting = sql<boolean>`lead.state in ('claimed', 'snoozed')`;

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

/** A placeholder for a value. Computing with it throws: the result would be fixed for all executions. */
class Place {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError('The values of a prepared statement are not known while it is built');
  }
}

/** Compiled variants kept of each statement: lists of different lengths make different ones. */
const SHAPES_KEPT = 100;

/** Builds a statement without looking at the values or computing with them. */
type Build<Values, Row> = (db: Db, values: Values) => Compilable<Row>;

/** A statement that returns rows. `values`: primitives, lists, rows, lists of rows; a symbol is part of it. */
export function prepareQuery<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const execute = createExecutor(build);
  return (db, values) => execute(db, values).then(({ rows }) => rows);
}

/** A statement that returns whether it changed a row. */
export function prepareChange<Values extends object>(
  build: Build<Values, unknown>,
): (db: Db, values: Values) => Promise<boolean> {
  const execute = createExecutor(build);
  return (db, values) => execute(db, values).then(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}

function createExecutor<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const built = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

  return (db, values) => {
    const { adapter } = db.getExecutor();
    const ofEngine = built.get(adapter) ?? new Map<string, CompiledQuery>();
    built.set(adapter, ofEngine);
    const shape = shapeOf(values);
    let query = ofEngine.get(shape);
    if (!query) {
      const { sql, parameters } = build(db, replaceByPlaces(values)).compile();
      // Without the tree it came from, which for a list of a hundred rows has thousands of nodes.
      query = CompiledQuery.raw(sql, [...parameters]);
      if (ofEngine.size >= SHAPES_KEPT) ofEngine.clear();
      ofEngine.set(shape, query);
    }
    const all = listPrimitives(values);
    const parameters = query.parameters.map((one) => (one instanceof Place ? all[one.at] : one));
    return db.executeQuery<Row>({ ...query, parameters });
  };
}

/** The columns, the lengths of lists, and symbols. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `${value.length}[${shapeOf(value[0])}]`;
  if (!isRow(value)) return typeof value === 'symbol' ? String(value) : '';
  let shape = '';
  for (const name in value) shape += `${name}:${shapeOf(value[name])},`;
  return shape;
}

function replaceByPlaces<Values>(values: Values): Values {
  let at = 0;
  const toPlaces = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toPlaces);
    if (isRow(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlaces(one)]));
    return typeof value === 'symbol' ? value : new Place(at++);
  };
  // TypeScript can't follow: only the primitives differ, and nobody looks at them.
  return toPlaces(values) as Values;
}

/** In the order of their placeholders. */
function listPrimitives(value: unknown, found: unknown[] = []): unknown[] {
  if (Array.isArray(value)) for (const one of value) listPrimitives(one, found);
  else if (isRow(value)) for (const name in value) listPrimitives(value[name], found);
  else if (typeof value !== 'symbol') found.push(value);
  return found;
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
