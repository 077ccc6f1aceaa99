/** Opens the store: PostgreSQL, shared by many processes, or a file in the data folder that belongs to one. */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { openSqlite } from './sqlite.ts';
import { storeFileIn } from './sqlite-files.ts';
import type { StoreOptions } from './statements.ts';
import type { Db } from './tables.ts';

/** A database by its URL, else the embedded store by its folder. */
export type StorePlace = { databaseUrl?: string; dataDir: string };

/** Also true for a folder that this user may not look into: opening it says so. @throws StoreError */
export async function isStoreThere({ databaseUrl, dataDir }: StorePlace): Promise<boolean> {
  if (databaseUrl !== undefined) return (await import('./postgres.ts')).hasTables(databaseUrl);
  try {
    return statSync(storeFileIn(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/** `destroy` closes it. `realNow` (epoch ms): the embedded store's clock. @throws StoreError, never with a password */
export async function openStore(
  { databaseUrl, dataDir }: StorePlace,
  realNow: () => number,
  { onFailed, ...options }: StoreOptions = {},
): Promise<Db> {
  // While there are no tables yet, statements are expected to fail.
  let isOpen = false;
  const watched = { ...options, onFailed: () => void (isOpen && onFailed?.()) };
  const db =
    databaseUrl === undefined
      ? await openSqlite(dataDir, realNow, watched)
      : // The driver is loaded only if used.
        await (await import('./postgres.ts')).openPostgres(databaseUrl, watched);
  isOpen = true;
  return db;
}

type Size = { bytes: number };

/** Bytes, for /metrics: the embedded store's file without its WAL, or PostgreSQL's tables with their indexes. */
export async function readStoreBytes(db: Db, isShared: boolean): Promise<number> {
  const size = isShared
    ? sql<Size>`select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'`
    : sql<Size>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}
