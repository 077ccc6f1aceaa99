/** The embedded store: node:sqlite as Kysely's SQLite dialect expects a database. */
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as turn } from 'node:timers/promises';
import {
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  sql,
} from 'kysely';
import { stopwatch } from '../clock.ts';
import { StoreError } from '../errors.ts';
import { migrate } from './migrations.ts';
import type { Db, Schema } from './schema.ts';
import { type Disk, openDisk, type Synced } from './sqlite-disk.ts';
import {
  fileFault,
  fileIn,
  folderFault,
  keepPrivate,
  type OnOpenToOthers,
  placeCheck,
  unknownFault,
} from './sqlite-files.ts';
import { expectSizes } from './sqlite-sizes.ts';
import { failures, type StoreOptions } from './statements.ts';

/**
 * Opens (or makes) the store of a data folder and brings its tables up to date. A second process is refused.
 * `realNow` is the database's clock (epoch ms), on which leases and lanes run. `alone`: as openStoreAlone has it; `synced`
 * waits for the disk, where that is not as usual.
 * @throws StoreError
 */
export async function openSqlite(
  dataDir: string,
  realNow: () => number,
  onOpenToOthers: OnOpenToOthers = () => undefined,
  { alone = false, onFailed, synced }: StoreOptions & { synced?: Synced } = {},
): Promise<Db> {
  const file = fileIn(dataDir);
  const { sqlite, disk } = openFile(file, realNow, onOpenToOthers, synced);
  const db = new Kysely<Schema>({
    dialect: new Dialect(sqlite, adapted(sqlite, disk, file), disk),
    ...(onFailed && { log: failures(onFailed) }),
  });
  try {
    await migrate(db, { halfDone: alone });
    await expectSizes(db);
    if (!alone) await releaseLeases(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** A database that tells, once, whether anything was written since it was last asked that must outlive a power cut. */
type Adapted = SqliteDatabase & { wrote(): boolean };

/** SQLite takes back tables as it takes back rows, which Kysely does not count on: steps come all together or not at all. */
class Adapter extends SqliteAdapter {
  readonly sqlite: DatabaseSync;

  constructor(sqlite: DatabaseSync) {
    super();
    this.sqlite = sqlite;
  }

  override get supportsTransactionalDdl() {
    return true;
  }

  // The driver lends its only connection itself: the next one has it before the last one's work is on the disk.
  override get supportsMultipleConnections() {
    return true;
  }
}

class Dialect extends SqliteDialect {
  readonly #parts: { sqlite: DatabaseSync; database: Adapted; disk: Disk };

  constructor(sqlite: DatabaseSync, database: Adapted, disk: Disk) {
    super({ database });
    this.#parts = { sqlite, database, disk };
  }

  override createDriver(): SqliteDriver {
    return new Driver(this.#parts.database, this.#parts.disk);
  }

  override createAdapter(): Adapter {
    return new Adapter(this.#parts.sqlite);
  }
}

/** What SQLite alone can do with its database, beside Kysely. Undefined where the store is another engine's. */
export function sqliteOf(db: Db): DatabaseSync | undefined {
  const { adapter } = db.getExecutor();
  return adapter instanceof Adapter ? adapter.sqlite : undefined;
}

/** The loop turns whenever what lives from the store has worked for so long. */
const WORK_A_TURN_MS = 1;

type Connection = Awaited<ReturnType<SqliteDriver['acquireConnection']>>;

/** Lends the connection to one after the other; whoever wrote goes on once that is on the disk. */
class Driver extends SqliteDriver {
  readonly #database: Adapted;
  readonly #disk: Disk;
  readonly #waiting: (() => void)[] = [];
  #isLent = false;
  #worked = stopwatch();
  #shortening: Promise<void> | undefined;

  constructor(database: Adapted, disk: Disk) {
    super({ database });
    this.#database = database;
    this.#disk = disk;
  }

  override async acquireConnection(): Promise<Connection> {
    if (this.#isLent) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isLent = true;
    // Its answers come without ever waiting: else a long row of questions would be one piece, and Slack not heard meanwhile.
    if (this.#worked() > WORK_A_TURN_MS) {
      await turn();
      this.#worked = stopwatch();
    }
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    const wrote = this.#database.wrote();
    this.#handOn();
    if (!wrote) return;
    await this.#disk.flush();
    if (this.#disk.isLong()) this.#shortening ??= this.#shorten();
  }

  override async destroy(): Promise<void> {
    await this.#shortening;
    // What cannot be moved is still in the log, which the next start reads.
    await this.#disk.shorten().catch(() => undefined);
    await super.destroy();
  }

  #handOn(): void {
    const next = this.#waiting.shift();
    this.#isLent = next !== undefined;
    next?.();
  }

  /** A failure shows at the next write. */
  async #shorten(): Promise<void> {
    await this.acquireConnection();
    await this.#disk.shorten().catch(() => undefined);
    this.#handOn();
    this.#shortening = undefined;
  }
}

function openFile(
  file: string,
  realNow: () => number,
  onOpenToOthers: OnOpenToOthers,
  synced: Synced | undefined,
): { sqlite: DatabaseSync; disk: Disk } {
  const fault = folderFault(path.dirname(file));
  if (fault) throw new StoreError(`The store ${file} cannot be used: ${fault.why}. ${fault.mend}`);
  let sqlite: DatabaseSync | undefined;
  try {
    keepPrivate(file, onOpenToOthers);
    sqlite = new DatabaseSync(file);
    sqlite.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = off; pragma wal_autocheckpoint = 0; pragma foreign_keys = on',
    );
    sqlite.function('database_now', realNow);
    return { sqlite, disk: openDisk(sqlite, file, synced) };
  } catch (error) {
    sqlite?.close();
    throw fileFault(error, file) ?? unknownFault(error, file);
  }
}

/** No other process can be here, so whoever holds a lease is dead: its work goes on at once. */
async function releaseLeases(db: Db): Promise<void> {
  const free = { owner: null, lease_until: 0 };
  await db.updateTable('slot').set(free).where('owner', 'is not', null).execute();
  await db.updateTable('lane').set(free).where('owner', 'is not', null).execute();
}

const LOSABLE = '/* may be lost */';

/**
 * At the end of a write that need not outlive a power cut, such as a lease: it is in the file, as for every process, but
 * the disk is not waited for.
 */
export const MAY_BE_LOST = sql.raw(LOSABLE);

/** So many statements stay prepared: all that the bot uses, were it not for lists of every length. */
const STATEMENTS_KEPT = 200;

/** What changes no row. */
const READS = /^\s*(select|explain|begin|commit|rollback|savepoint|release)\b/i;

/** node:sqlite takes parameters spread out and has no `reader`; a Date or an array would silently be stored as NULL. */
function adapted(sqlite: DatabaseSync, disk: Disk, file: string): Adapted {
  const statements = new Map<string, SqliteStatement>();
  const checkPlace = placeCheck(file);
  let wrote = false;

  function prepare(text: string): SqliteStatement {
    const statement = sqlite.prepare(text);
    // Its own rows take longer to make and to read than those that are made here of their values.
    statement.setReturnArrays(true);
    let columns = namesOf(statement);
    const values = (parameters: readonly unknown[]) => parameters.map(primitive);
    const outlives = !READS.test(text) && !text.endsWith(LOSABLE);
    return {
      reader: columns.length > 0,
      all(parameters) {
        const rows = told(() => statement.all(...values(parameters)), text);
        wrote ||= outlives && rows.length > 0;
        // A table has been given a column meanwhile.
        if (rows[0] && rows[0].length !== columns.length) columns = namesOf(statement);
        return rows.map((row) => rowOf(columns, row));
      },
      run(parameters) {
        const done = told(() => statement.run(...values(parameters)), text);
        wrote ||= outlives && done.changes > 0;
        return done;
      },
      iterate: (parameters) => told(() => statement.iterate(...values(parameters))),
    };
  }

  function told<Result>(work: () => Result, text = ''): Result {
    try {
      // So that nothing is ever sent on the strength of a write that is kept nowhere; of a transaction the commit keeps it.
      if (!sqlite.isTransaction || text === 'commit') checkPlace();
      return work();
    } catch (error) {
      throw fileFault(error, file) ?? error;
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
      // On a full disk SQLite rolls back by itself; a second rollback would hide why.
      if (text === 'rollback' && !sqlite.isTransaction) return NOTHING;
      const statement = statements.get(text) ?? told(() => prepare(text));
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

function namesOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name);
}

/** `values`: an array, by setReturnArrays, of which its type knows nothing. */
function rowOf(columns: readonly string[], values: Readonly<Record<number, SQLOutputValue>>) {
  const row: Record<string, SQLOutputValue> = {};
  columns.forEach((name, i) => {
    row[name] = values[i] ?? null;
  });
  return row;
}

function primitive(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value;
  throw new StoreError(`A store parameter is a ${typeof value}; only text, numbers and null can be stored.`);
}
