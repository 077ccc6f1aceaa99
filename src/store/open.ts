/** Opens the store: PostgreSQL, shared by many processes, or a file in the data folder that belongs to one. */
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { openSqlite, openSqliteBeside } from './sqlite.ts';
import { type OnOpenToOthers, storeFileIn } from './sqlite-files.ts';
import type { Share } from './statements.ts';
import type { WriteTurn } from './write-turn.ts';

/** A database by its URL, else the embedded store by its folder. */
export type StorePlace = { databaseUrl?: string; dataDir: string };

/** Whether the store exists; always true for PostgreSQL, where only the server knows. */
export function isStoreThere({ databaseUrl, dataDir }: StorePlace): boolean {
  return databaseUrl !== undefined || existsSync(storeFileIn(dataDir));
}

/**
 * Opens the store and migrates its tables; `destroy` closes it. `realNow` (epoch ms) is the clock of the embedded
 * store. `onOpenToOthers` is called for files of it that others can read, `onFailed` for each failed statement. `share`
 * is called after the migration and decides whether openStoreBeside may open it a second time.
 * @throws StoreError, never with a password in its message
 */
export async function openStore(
  place: StorePlace,
  realNow: () => number,
  onOpenToOthers?: OnOpenToOthers,
  onFailed?: () => void,
  share?: Share,
): Promise<Db> {
  // While there are no tables yet, statements are expected to fail.
  let isOpen = false;
  const options = { onFailed: () => void (isOpen && onFailed?.()), share };
  const db =
    place.databaseUrl === undefined
      ? await openSqlite(place.dataDir, realNow, onOpenToOthers, options)
      : // The driver is loaded only if used.
        await (await import('./postgres.ts')).openPostgres(place.databaseUrl, options);
  isOpen = true;
  return db;
}

/** PostgreSQL connections of the second thread. */
const CONNECTIONS_BESIDE = 4;

/** Opens the store in a second thread of a process that shares it through `turn`. @throws StoreError */
export async function openStoreBeside(
  { databaseUrl, dataDir }: StorePlace,
  realNow: () => number,
  turn: WriteTurn,
  onFailed: () => void,
): Promise<Db> {
  if (databaseUrl === undefined) return openSqliteBeside(dataDir, realNow, turn, onFailed);
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, { onFailed, most: CONNECTIONS_BESIDE });
}

/**
 * Opens the store for copying: nobody else can have it meanwhile, no row is changed, and an unfinished copy is
 * accepted.
 * @throws StoreError, also if a bot runs on it
 */
export async function openStoreAlone({ databaseUrl, dataDir }: StorePlace, realNow: () => number) {
  if (databaseUrl === undefined) return openSqlite(dataDir, realNow, undefined, { alone: true });
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, { alone: true });
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
