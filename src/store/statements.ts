/** What statements share: the database’s clock, transactions, long lists in pieces, and states in the words of the partial indexes. */
import { setImmediate as breath } from 'node:timers/promises';
import {
  type AnyColumn,
  type DeleteResult,
  type Expression,
  InsertResult,
  type LogEvent,
  type OnConflictBuilder,
  type RawBuilder,
  type SqlBool,
  sql,
  UpdateResult,
} from 'kysely';
import { MINUTE_MS } from '../durations.ts';
import type { Db, Row, Schema } from './schema.ts';
import { TABLES, type TableName } from './tables.ts';
import type { WriteTurn } from './write-turn.ts';

/** Now, `plusMs` later. Both engines define the function `database_now`. */
export function databaseTime(plusMs = 0): RawBuilder<number> {
  return plusMs === 0 ? sql<number>`database_now()` : sql<number>`database_now() + ${plusMs}`;
}

/** `alone`: as openStoreAlone has it; `share`: as openStore has it; `onFailed` hears of each statement that fails. */
export type StoreOptions = {
  alone?: boolean;
  onFailed?: (() => void) | undefined;
  share?: Share | undefined;
};

/** Whether a thread beside this one is to have the store as well: the turn of this one to write it. */
export type Share = (db: Db) => Promise<WriteTurn | undefined>;

/** For Kysely's `log`: hears of each statement that fails, whoever deals with it. */
export function failures(onFailed: () => void): (event: LogEvent) => void {
  return ({ level }) => {
    if (level === 'error') onFailed();
  };
}

/** A claim not renewed within this time is another worker's. */
export const LEASE_MS = MINUTE_MS;

/** Does `work` in the caller's transaction if `db` is one, else in a transaction of its own. */
export function inTransaction<Result>(db: Db, work: (trx: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

/** In `matching`: any value but null. */
export const NOT_NULL = Symbol('not null');

/** A value for each of some columns; of a list, any of it. */
export type Matched<Name extends TableName> = {
  readonly [Column in keyof Row<Name>]?:
    | Row<Name>[Column]
    | readonly Row<Name>[Column][]
    | Expression<Row<Name>[Column]>
    | typeof NOT_NULL;
};

/** The condition that a row of the table has these values. */
export function matching<Name extends TableName>(table: Name, values: Matched<Name>): RawBuilder<SqlBool> {
  const conditions = Object.entries(values).map(([name, value]) => {
    const column = sql.ref(`${table}.${name}`);
    if (Array.isArray(value)) return sql`${column} in (${sql.join(value)})`;
    if (value === NOT_NULL) return sql`${column} is not null`;
    return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
  });
  return conditions.length === 0 ? sql`true` : sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

/** For a join: the row of a table that `other`, whose columns have the same names, speaks of by its key. */
export function byKey(table: TableName, other: string) {
  const same = TABLES[table].key.map(
    (name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`${other}.${name}`)}`,
  );
  return <Join extends { on(is: RawBuilder<SqlBool>): Join }>(join: Join) =>
    join.on(sql<SqlBool>`${sql.join(same, sql` and `)}`);
}

/** For `onConflict`: the row that is there, by its key, takes these values. */
export function replacing<Name extends TableName>(
  table: Name,
  change: Parameters<OnConflictBuilder<Schema, Name>['doUpdateSet']>[0],
) {
  return (conflict: OnConflictBuilder<Schema, Name>) => conflict.columns(keyOf(table)).doUpdateSet(change);
}

/** For `replacing`: these columns as the row has them that was to be inserted. */
export function inserted<Column extends string>(...columns: readonly Column[]) {
  const values = columns.map((name) => [name, sql.ref(`excluded.${name}`)]);
  // TypeScript can't follow: the other row is one of the same table.
  return Object.fromEntries(values) as Record<Column, RawBuilder<never>>;
}

function keyOf<Name extends TableName>(table: Name) {
  // TypeScript can't follow: each table's key is of its own columns.
  return TABLES[table].key as readonly AnyColumn<Schema, Name>[];
}

type Statement = { execute(): Promise<readonly (InsertResult | UpdateResult | DeleteResult)[]> };

/** For `$call`: whether a statement changed a row. False where none was there, or none was as it was to be. */
export async function hasChanged(statement: Statement): Promise<boolean> {
  const [result] = await statement.execute();
  if (!result) return false;
  if (result instanceof InsertResult) return (result.numInsertedOrUpdatedRows ?? 0n) > 0n;
  return (result instanceof UpdateResult ? result.numUpdatedRows : result.numDeletedRows) > 0n;
}

/** Rows in one statement: SQLite takes 32,766 values in it, PostgreSQL 65,535, and no table of ours has 40 columns. */
const PIECE = 500;

export function piecesOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / PIECE) }, (_, index) =>
    items.slice(index * PIECE, (index + 1) * PIECE),
  );
}

/** What `read` finds for each piece of a list, together: nothing is asked for an empty one. Others get their turn between two. */
export async function readInPieces<Item, Row>(
  items: readonly Item[],
  read: (piece: Item[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const piece of piecesOf(items)) {
    if (rows.length > 0) await breath();
    rows.push(...(await read(piece)));
  }
  return rows;
}

// Written out, not as parameters: SQLite compares a query with an index by its text, before any parameter is known.

/** A delivery that is not with Slack yet. */
export const isOpen = sql<boolean>`delivery.state in ('queued', 'sending')`;

/** A delivery that Slack shows in an older state than it should. */
export const isStale = sql<boolean>`delivery.state = 'sent' and delivery.wanted_rev > delivery.shown_rev`;

/** One whose edit may be made now: the last did not fail, or that is long enough ago. */
export const isEditDue = sql<boolean>`${isStale} and coalesce(delivery.edit_after, 0) <= ${databaseTime()}`;

/** One that Slack refused for good. */
export const isFailed = sql<boolean>`delivery.state = 'failed'`;

/** The state of a slot that is still to be worked on. */
export const DUE = sql.lit<'due'>('due');

/** The state of a slot that had its verdict. */
export const DONE = sql.lit<'done'>('done');

/** A lead that waits for a time: its claimer is reminded, or its snooze ends. */
export const isWaiting = sql<boolean>`lead.state in ('claimed', 'snoozed')`;
