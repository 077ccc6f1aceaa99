/** The embedded store: node:sqlite as Kysely's SQLite dialect expects a database. */
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import {
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely';
import { startStopwatch } from '../clock.ts';
import { StoreError } from '../errors.ts';
import { oncePerText } from '../once-per.ts';
import { expectSizes, migrate } from './migrations.ts';
import {
  type Disk,
  findFolderFault,
  keepPrivate,
  makeFile,
  makeStoreFile,
  type OnOpenToOthers,
  openDisk,
  placeCheck,
  type Synced,
  storeFileIn,
  toFileFault,
  toUnknownFault,
} from './sqlite-files.ts';
import { mayBeLost, type StoreOptions, watchFailures } from './statements.ts';
import type { Db, Schema } from './tables.ts';
import type { WriteTurn } from './write-turn.ts';

/** Opens (or creates) and migrates the store of a data folder. `realNow`: its clock, epoch ms. @throws StoreError */
export async function openSqlite(
  dataDir: string,
  realNow: () => number,
  options: StoreOptions & { synced?: Synced } = {},
): Promise<Db> {
  const { alone = false, onlyLook = false, beside, onFailed, synced, share } = options;
  const onOpenToOthers = onlyLook ? undefined : (options.onOpenToOthers ?? (() => undefined));
  const file = storeFileIn(dataDir);
  if (beside) return openFile(file, { realNow, onFailed, turn: beside, isBeside: true });
  const fault = findFolderFault(path.dirname(file));
  if (fault) throw new StoreError(`The store ${file} cannot be used: ${fault.why}. ${fault.mend}`);
  const open = (turn?: WriteTurn) => openFile(file, { realNow, onFailed, synced, turn, onOpenToOthers });
  const db = open();
  try {
    await migrate(db, { halfDone: alone, onlyLook });
    if (onlyLook) {
      await sql`pragma query_only = on`.execute(db);
      return db;
    }
    await expectSizes(db);
    if (!alone) await releaseLeases(db);
    const turn = await share?.(db);
    if (!turn) return db;
    // A connection that opened the WAL exclusively can't share it later.
    await db.destroy();
    return open(turn);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** `wrote`: whether anything that must survive a power cut was written since it was last called. */
type Adapted = SqliteDatabase & { wrote(): boolean };

/** SQLite can roll back DDL, though Kysely assumes it can't: migrations happen all together or not at all. */
class Adapter extends SqliteAdapter {
  readonly sqlite: DatabaseSync;
  readonly turn: WriteTurn | undefined;

  constructor(sqlite: DatabaseSync, turn: WriteTurn | undefined) {
    super();
    this.sqlite = sqlite;
    this.turn = turn;
  }

  override get supportsTransactionalDdl() {
    return true;
  }

  // The driver below shares the connection itself: the next user gets it before the last one's writes are on disk.
  override get supportsMultipleConnections() {
    return true;
  }
}

/** The node:sqlite database of an embedded store, and the write turn if threads share it. Undefined for PostgreSQL. */
export function sqliteOf(db: Db): { sqlite: DatabaseSync; turn: WriteTurn | undefined } | undefined {
  const { adapter } = db.getExecutor();
  return adapter instanceof Adapter ? adapter : undefined;
}

/** After this much work on the store, the event loop gets a turn. */
const WORK_A_TURN_MS = 1;

type Connection = Awaited<ReturnType<SqliteDriver['acquireConnection']>>;

/** Statements that need no write turn. BEGIN does: its transaction may write later. */
const TAKES_NO_TURN = /^\s*(select|explain|commit|rollback|savepoint|release)\b/i;

type Parts = { database: Adapted; disk: Disk; turn: WriteTurn | undefined };

/** Lends the connection to one user after the other; one that wrote goes on once that is on disk. */
class Driver extends SqliteDriver {
  readonly #parts: Parts;
  readonly #waiting: (() => void)[] = [];
  #isLent = false;
  #hasTurn = false;
  #worked = startStopwatch();
  #shortening: Promise<void> | undefined;

  constructor(parts: Parts) {
    super({ database: parts.database });
    this.#parts = parts;
  }

  override async acquireConnection(): Promise<Connection> {
    if (this.#isLent) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isLent = true;
    // SQLite answers synchronously, so a long series of queries would block the event loop.
    if (this.#worked() > WORK_A_TURN_MS) {
      await turn();
      this.#worked = startStopwatch();
    }
    const lent = await super.acquireConnection();
    return this.#parts.turn ? this.#takingTurns(lent) : lent;
  }

  override async releaseConnection(): Promise<void> {
    const wrote = this.#parts.database.wrote();
    this.#handOn();
    if (!wrote) return;
    await this.#parts.disk.flush();
    if (this.#parts.disk.isLong()) this.#shortening ??= this.#shorten();
  }

  override async destroy(): Promise<void> {
    await this.#shortening;
    // What can't be moved stays in the WAL, which the next start reads.
    await this.#parts.disk.shorten().catch(() => undefined);
    await super.destroy();
  }

  /** Readers need no turn: they see the store as it was when their statement began. */
  #takingTurns(lent: Connection): Connection {
    return {
      executeQuery: async (query) => {
        if (!TAKES_NO_TURN.test(query.sql)) await this.#takeTurn();
        return lent.executeQuery(query);
      },
      streamQuery: (query, chunkSize) => lent.streamQuery(query, chunkSize),
    };
  }

  /** Given back with the connection. */
  async #takeTurn(): Promise<void> {
    const { turn } = this.#parts;
    if (!turn || this.#hasTurn) return;
    await turn.take();
    this.#hasTurn = true;
  }

  #handOn(): void {
    if (this.#hasTurn) this.#parts.turn?.give();
    this.#hasTurn = false;
    const next = this.#waiting.shift();
    this.#isLent = next !== undefined;
    next?.();
  }

  /** A failure surfaces at the next write. */
  async #shorten(): Promise<void> {
    await this.acquireConnection();
    await this.#takeTurn();
    await this.#parts.disk.shorten().catch(() => undefined);
    this.#handOn();
    this.#shortening = undefined;
  }
}

type Opening = {
  realNow: () => number;
  onFailed?: (() => void) | undefined;
  synced?: Synced | undefined;
  /** If two threads share the store. */
  turn?: WriteTurn | undefined;
  /** Whether this is the second of them. */
  isBeside?: boolean;
  /** Given by whoever may create the store, and keeps it private. */
  onOpenToOthers?: OnOpenToOthers | undefined;
};

/** An exclusive connection keeps other processes out; two threads can't be exclusive, so they lock another file. */
function openFile(
  file: string,
  { realNow, onFailed, synced, turn, isBeside = false, onOpenToOthers }: Opening,
): Db {
  let sqlite: DatabaseSync | undefined;
  let lock: DatabaseSync | undefined;
  try {
    if (onOpenToOthers) makeStoreFile(file);
    if (turn && !isBeside) lock = lockFile(`${file}-lock`);
    sqlite = new DatabaseSync(file, { timeout: turn ? BUSY_MS : 0 });
    const mode = turn ? 'normal' : 'exclusive';
    sqlite.exec(
      `pragma locking_mode = ${mode}; pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 0; pragma foreign_keys = on`,
    );
    if (onOpenToOthers) keepPrivate(file, onOpenToOthers);
    sqlite.function('database_now', realNow);
    const disk = openDisk(sqlite, file, { synced, isBeside, lock });
    const database = adapt(sqlite, disk, file);
    const adapter = new Adapter(sqlite, turn);
    return new Kysely<Schema>({
      dialect: {
        createAdapter: () => adapter,
        createDriver: () => new Driver({ database, disk, turn }),
        createIntrospector: (db) => new SqliteIntrospector(db),
        createQueryCompiler: () => new SqliteQueryCompiler(),
      },
      ...(onFailed && { log: watchFailures(onFailed) }),
    });
  } catch (error) {
    sqlite?.close();
    lock?.close();
    throw toFileFault(error, file) ?? toUnknownFault(error, file);
  }
}

/** The two threads only meet when the WAL is truncated, which takes no longer than this. */
const BUSY_MS = 1_000;

/** A lock that lasts until the process ends, however it ends. */
function lockFile(file: string): DatabaseSync {
  makeFile(file);
  const lock = new DatabaseSync(file);
  try {
    lock.exec('pragma locking_mode = exclusive; pragma journal_mode = off; begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** No other process can have the store, so every lease belongs to a dead one: its work can go on at once. */
async function releaseLeases(db: Db): Promise<void> {
  const free = { owner: null, lease_until: 0 };
  await db.updateTable('slot').set(free).where('owner', 'is not', null).execute();
  await db.updateTable('lane').set(free).where('owner', 'is not', null).execute();
}

/** Prepared statements to keep: enough for all that the bot uses, except lists of every length. */
const STATEMENTS_KEPT = 200;

const READS = /^\s*(select|explain|begin|commit|rollback|savepoint|release)\b/i;

/** Adapts node:sqlite to Kysely: it takes parameters spread out, has no `reader`, and would store a Date as NULL. */
function adapt(sqlite: DatabaseSync, disk: Disk, file: string): Adapted {
  const statements = new Map<string, SqliteStatement>();
  const checkPlace = placeCheck(file);
  let wrote = false;

  function prepare(text: string): SqliteStatement {
    const statement = sqlite.prepare(text);
    // Building rows from arrays here is faster than node:sqlite's own row objects.
    statement.setReturnArrays(true);
    let row = madeOf(statement);
    const values = (parameters: readonly unknown[]) => parameters.map(toPrimitive);
    const outlives = !READS.test(text) && !mayBeLost(text);
    return {
      reader: row.columns > 0,
      all(parameters) {
        const rows = runChecked(() => statement.all(...values(parameters)), text);
        wrote ||= outlives && rows.length > 0;
        // The table has got a new column since.
        if (rows[0] && rows[0].length !== row.columns) row = madeOf(statement);
        return rows.map(row.make);
      },
      run(parameters) {
        const done = runChecked(() => statement.run(...values(parameters)), text);
        wrote ||= outlives && done.changes > 0;
        return done;
      },
      iterate: (parameters) => runChecked(() => statement.iterate(...values(parameters))),
    };
  }

  function runChecked<Result>(work: () => Result, text = ''): Result {
    try {
      // Nothing may be sent because of a write that is lost with its file. In a transaction, the commit is what counts.
      if (!sqlite.isTransaction || text === 'commit') checkPlace();
      return work();
    } catch (error) {
      throw toFileFault(error, file) ?? error;
    }
  }

  return {
    close: () => disk.close(),
    wrote() {
      const before = wrote;
      wrote = false;
      return before;
    },
    prepare(text) {
      // On a full disk SQLite rolls back by itself; a second rollback would hide the cause.
      if (text === 'rollback' && !sqlite.isTransaction) return NOTHING;
      const statement = statements.get(text) ?? runChecked(() => prepare(text));
      if (statements.size >= STATEMENTS_KEPT) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

const NOTHING: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

type Values = Readonly<Record<number, SQLOutputValue>>;
type Made = { columns: number; make: (values: Values) => Record<string, SQLOutputValue> };

/** As many as there are lists of columns. */
const makerOf = oncePerText(
  (code: string) => new Function('values', code) as Made['make'],
  Number.POSITIVE_INFINITY,
);

/** How to make a row of an array, by code that names all columns: to add one after the other takes ten times as long. */
function madeOf(statement: StatementSync): Made {
  const names = statement.columns().map(({ name }) => name);
  const code = `return { ${names.map((name, i) => `${JSON.stringify(name)}: values[${i}]`).join(', ')} };`;
  return { columns: names.length, make: makerOf(code) };
}

function toPrimitive(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new StoreError(`A store parameter is a ${typeof value}; only text, numbers and null can be stored.`);
}
