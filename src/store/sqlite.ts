/** The embedded store: node:sqlite as Kysely's SQLite dialect expects a database. */
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import { StoreError } from '../errors.ts';
import { migrate } from './migrations.ts';
import type { Db, Schema } from './schema.ts';
import {
  fileFault,
  folderFault,
  keepPrivate,
  type OnOpenToOthers,
  placeCheck,
  unknownFault,
} from './sqlite-files.ts';

/**
 * Opens (or makes) the store of a data folder and brings its tables up to date. A second process is refused.
 * `realNow` is the database's clock (epoch ms), on which leases and lanes run.
 * @throws StoreError
 */
export async function openSqlite(
  dataDir: string,
  realNow: () => number,
  onOpenToOthers: OnOpenToOthers = () => undefined,
): Promise<Db> {
  const file = path.join(dataDir, 'sightline.db');
  const db = new Kysely<Schema>({
    dialect: new Dialect({ database: adapted(openFile(file, realNow, onOpenToOthers), file) }),
  });
  try {
    await migrate(db);
    await releaseLeases(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** SQLite takes back tables as it takes back rows, which Kysely does not count on: steps come all together or not at all. */
class Dialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl() {
        return true;
      }
    })();
  }
}

function openFile(file: string, realNow: () => number, onOpenToOthers: OnOpenToOthers): DatabaseSync {
  const fault = folderFault(path.dirname(file));
  if (fault) throw new StoreError(`The store ${file} cannot be used: ${fault.why}. ${fault.mend}`);
  let sqlite: DatabaseSync | undefined;
  try {
    keepPrivate(file, onOpenToOthers);
    sqlite = new DatabaseSync(file);
    sqlite.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on',
    );
    sqlite.function('database_now', realNow);
    return sqlite;
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

/** node:sqlite takes parameters spread out and has no `reader`; a Date or an array would silently be stored as NULL. */
function adapted(sqlite: DatabaseSync, file: string): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  const checkPlace = placeCheck(file);

  function prepare(text: string): SqliteStatement {
    const statement = sqlite.prepare(text);
    const values = (parameters: readonly unknown[]) => parameters.map(primitive);
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => told(() => hurried(text, () => statement.all(...values(parameters))), text),
      run: (parameters) => told(() => statement.run(...values(parameters)), text),
      iterate: (parameters) => told(() => statement.iterate(...values(parameters))),
    };
  }

  /** Slack's pace leaves no time to wait for the disk more often than needed. */
  function hurried<Result>(text: string, work: () => Result): Result {
    if (!text.endsWith(LOSABLE)) return work();
    sqlite.exec('pragma synchronous = normal');
    try {
      return work();
    } finally {
      sqlite.exec('pragma synchronous = full');
    }
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
    close: () => sqlite.close(),
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

function primitive(value: unknown): SQLInputValue {
  if (value === null || ['string', 'number', 'bigint'].includes(typeof value)) return value as SQLInputValue;
  throw new StoreError(`A store parameter is a ${typeof value}; only text, numbers and null can be stored.`);
}
