/** Where the store is, and how large: PostgreSQL, shared by many processes, or else a file in the data folder, for this one alone. */
import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from './schema.ts';
import { openSqlite, openSqliteBeside } from './sqlite.ts';
import { fileIn, type OnOpenToOthers } from './sqlite-files.ts';
import type { Share } from './statements.ts';
import type { WriteTurn } from './write-turn.ts';

/** An embedded store, by its folder, or a database, by its address. */
export type StorePlace = { databaseUrl?: string; dataDir: string };

/** Whether somebody has made it already; of PostgreSQL only its server knows. */
export function isStoreThere({ databaseUrl, dataDir }: StorePlace): boolean {
  return databaseUrl !== undefined || existsSync(fileIn(dataDir));
}

/**
 * Opens the store and brings its tables up to date; `destroy` closes it. `realNow` (epoch ms) is the clock of the
 * embedded store; PostgreSQL has its own. `onOpenToOthers` hears of files of the embedded store that others could read,
 * `onFailed` of each statement that fails once it is open. `share` is asked once the tables are up to date, and decides whether
 * openStoreBeside may open it a second time.
 * @throws StoreError, never with a password in its sentence
 */
export async function openStore(
  place: StorePlace,
  realNow: () => number,
  onOpenToOthers?: OnOpenToOthers,
  onFailed?: () => void,
  share?: Share,
): Promise<Db> {
  // What is asked of a store that has no tables yet fails as it should.
  let isOpen = false;
  const options = { onFailed: () => void (isOpen && onFailed?.()), share };
  const db =
    place.databaseUrl === undefined
      ? await openSqlite(place.dataDir, realNow, onOpenToOthers, options)
      : // Its driver is loaded by those alone who use it.
        await (await import('./postgres.ts')).openPostgres(place.databaseUrl, options);
  isOpen = true;
  return db;
}

/** Of PostgreSQL, beside the connections of the first. */
const CONNECTIONS_BESIDE = 4;

/** For another thread of the process that has it open and shares it by this `turn`. @throws StoreError */
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
 * The same for whoever copies it: nobody else has it meanwhile, all rows stay as they are, and it may be a half-done copy, which
 * nobody else takes. @throws StoreError, also where a bot runs on it
 */
export async function openStoreAlone(
  { databaseUrl, dataDir }: StorePlace,
  realNow: () => number,
): Promise<Db> {
  if (databaseUrl === undefined) return openSqlite(dataDir, realNow, undefined, { alone: true });
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(databaseUrl, { alone: true });
}

type Size = { bytes: number };

/** For /metrics, in bytes: of the embedded store its file without what is still in the log beside it, of PostgreSQL our tables with their indexes. */
export async function storeBytes(db: Db, isShared: boolean): Promise<number> {
  const size = isShared
    ? sql<Size>`select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint as bytes from pg_class
        where relnamespace = current_schema()::regnamespace and relkind = 'r'`
    : sql<Size>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`;
  const { rows } = await size.execute(db);
  return rows[0]?.bytes ?? Number.NaN;
}
