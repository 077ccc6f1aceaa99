/** Where the store is: PostgreSQL, shared by many processes, or else a file in the data folder, for this one alone. */
import { existsSync } from 'node:fs';
import type { Db } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { fileIn, type OnOpenToOthers } from './sqlite-files.ts';

/** An embedded store, by its folder, or a database, by its address. */
export type StorePlace = { databaseUrl?: string; dataDir: string };

/** Whether somebody has made it already; of PostgreSQL only its server knows. */
export function isStoreThere({ databaseUrl, dataDir }: StorePlace): boolean {
  return databaseUrl !== undefined || existsSync(fileIn(dataDir));
}

/**
 * Opens the store and brings its tables up to date; `destroy` closes it. `realNow` (epoch ms) is the clock of the
 * embedded store; PostgreSQL has its own. `onOpenToOthers` hears of files of the embedded store that others could read,
 * `onFailed` of each statement that fails once it is open.
 * @throws StoreError, never with a password in its sentence
 */
export async function openStore(
  place: StorePlace,
  realNow: () => number,
  onOpenToOthers?: OnOpenToOthers,
  onFailed?: () => void,
): Promise<Db> {
  // What is asked of a store that has no tables yet fails as it should.
  let isOpen = false;
  const options = { onFailed: () => void (isOpen && onFailed?.()) };
  const db =
    place.databaseUrl === undefined
      ? await openSqlite(place.dataDir, realNow, onOpenToOthers, options)
      : // Its driver is loaded by those alone who use it.
        await (await import('./postgres.ts')).openPostgres(place.databaseUrl, options);
  isOpen = true;
  return db;
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
