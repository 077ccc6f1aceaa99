/** Where the store is: PostgreSQL, shared by many processes, or else a file in the data folder, for this one alone. */
import { openPostgres } from './postgres.ts';
import type { Db } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import type { OnOpenToOthers } from './sqlite-files.ts';

/**
 * Opens the store and brings its tables up to date; `destroy` closes it. `realNow` (epoch ms) is the clock of the
 * embedded store; PostgreSQL has its own. `onOpenToOthers` hears of files of the embedded store that others could read.
 * @throws StoreError, never with a password in its sentence
 */
export function openStore(
  place: { databaseUrl?: string; dataDir: string },
  realNow: () => number,
  onOpenToOthers?: OnOpenToOthers,
): Promise<Db> {
  return place.databaseUrl === undefined
    ? openSqlite(place.dataDir, realNow, onOpenToOthers)
    : openPostgres(place.databaseUrl);
}
