/** Looks at the store, and opens it where that disturbs nobody; a bot that runs on it is no fault. */
import path from 'node:path';
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { ConfigError, StoreError } from '../../errors.ts';
import type { Vault } from '../../secrets.ts';
import { checkSealed } from '../../store/api-keys.ts';
import { isStoreThere, openStore } from '../../store/open.ts';
import type { Db } from '../../store/schema.ts';
import { fileIn, folderFault } from '../../store/sqlite-files.ts';
import { type Noted, ok, skipped, trouble } from './report.ts';

/** `db` is there where the store could be opened; whoever asked closes it. */
export type StoreLooked = Noted & { db?: Db };

const ANOTHER_DATABASE =
  'Start PostgreSQL there, or correct DATABASE_URL; or leave DATABASE_URL out, and the store is a file in DATA_DIR.';
const ANOTHER_FOLDER = 'Mend that file or its folder, or give DATA_DIR another one.';
const RUNNING = 'Sightline runs on it now, which is well; what only it can see of its store is left out here';

export async function lookAtStore(config: Config, vault: Vault | undefined): Promise<StoreLooked> {
  const { databaseUrl, dataDir } = config;
  if (!isStoreThere(config)) return notYet(dataDir);
  const what = databaseUrl === undefined ? fileIn(dataDir) : 'PostgreSQL';
  let db: Db | undefined;
  try {
    db = await openStore(config, realNow);
    await checkSealed(db, vault);
    return { db, look: ok(what, 'opens, and its tables are up to date') };
  } catch (error) {
    await db?.destroy();
    if (isInUse(error)) return { look: skipped(what, RUNNING) };
    if (error instanceof ConfigError) return unusable(what, error.message, 'Set ENCRYPTION_KEY as it says.');
    if (!(error instanceof StoreError)) throw error;
    return unusable(what, error.message, databaseUrl === undefined ? ANOTHER_FOLDER : ANOTHER_DATABASE);
  }
}

/** It is not made here: whoever runs the doctor need not be whom the bot runs as. */
function notYet(dataDir: string): StoreLooked {
  const fault = folderFault(dataDir);
  if (!fault) return { look: ok(dataDir, 'holds no store yet; the first start makes one there') };
  return unusable(dataDir, `No store can be made in ${path.resolve(dataDir)}: ${fault.why}.`, fault.mend);
}

function unusable(what: string, sentence: string, mend: string): StoreLooked {
  return trouble('fault', 'Store', { what, sentence, mend });
}

/** SQLITE_BUSY: https://www.sqlite.org/rescode.html */
function isInUse(error: unknown): boolean {
  const { cause } = error instanceof StoreError ? error : {};
  return cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5;
}
