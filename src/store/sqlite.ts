/** The embedded store: node:sqlite as Kysely's SQLite dialect expects a database. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { Kysely, type SqliteDatabase, SqliteDialect } from 'kysely';
import { messageOf, StoreError } from '../errors.ts';
import { migrate } from './migrations.ts';
import type { Db, Schema } from './schema.ts';

/**
 * Opens (or makes) the store of a data folder and brings its tables up to date. A second process is refused.
 * `realNow` is the database's clock (epoch ms), on which leases and lanes run.
 * @throws StoreError
 */
export async function openSqlite(dataDir: string, realNow: () => number): Promise<Db> {
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: openFile(dataDir, realNow) }) });
  await migrate(db);
  return db;
}

function openFile(dataDir: string, realNow: () => number): SqliteDatabase {
  const file = path.join(dataDir, 'sightline.db');
  try {
    mkdirSync(dataDir, { recursive: true });
    const sqlite = new DatabaseSync(file);
    sqlite.exec(
      'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on',
    );
    sqlite.function('database_now', realNow);
    return adapted(sqlite);
  } catch (error) {
    const why = /locked|busy/i.test(messageOf(error))
      ? 'another Sightline is running on it. Stop that one, or give this one another DATA_DIR.'
      : messageOf(error);
    throw new StoreError(`The store ${file} cannot be opened: ${why}`, { cause: error });
  }
}

/** node:sqlite takes parameters spread out and has no `reader`; a Date or an array would silently be stored as NULL. */
function adapted(sqlite: DatabaseSync): SqliteDatabase {
  return {
    close: () => sqlite.close(),
    prepare(text) {
      const statement = sqlite.prepare(text);
      const values = (parameters: readonly unknown[]) => parameters.map(primitive);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

function primitive(value: unknown): SQLInputValue {
  if (value === null || ['string', 'number', 'bigint'].includes(typeof value)) return value as SQLInputValue;
  throw new StoreError(`A store parameter is a ${typeof value}; only text, numbers and null can be stored.`);
}
