/** Checks the store, and opens it unless a running bot has it, which isn't a fault. */
import path from 'node:path';
import { realNow } from '../../clock.ts';
import type { Config } from '../../config.ts';
import { ConfigError, StoreError, StoreOutOfReach } from '../../errors.ts';
import type { Vault } from '../../secrets.ts';
import { isStoreThere, openStore } from '../../store/open.ts';
import type { Db } from '../../store/schema.ts';
import { checkSealed } from '../../store/sealed.ts';
import { findFolderFault, storeFileIn } from '../../store/sqlite-files.ts';
import { type LookResult, ok, skipped, trouble } from './report.ts';

/** `db` is the open store; the caller closes it. `isInUse`: a bot has it. */
type StoreResult = LookResult & { db?: Db; isInUse?: boolean };

const FIX_DATABASE =
  'Start PostgreSQL there, or correct DATABASE_URL. Without DATABASE_URL, the store is a file in DATA_DIR.';
const RUNNING = 'a bot is using it, which is fine; checks that need the store are skipped';

export async function lookAtStore(config: Config, vault: Vault | undefined): Promise<StoreResult> {
  const { databaseUrl, dataDir } = config;
  if (!isStoreThere(config)) return lookAtFolder(dataDir);
  const what = databaseUrl === undefined ? storeFileIn(dataDir) : 'PostgreSQL';
  let db: Db | undefined;
  try {
    db = await openStore(config, realNow);
    await checkSealed(db, vault);
    return { db, look: ok(what, 'opens, and its tables are up to date') };
  } catch (error) {
    await db?.destroy();
    if (isInUse(error)) return { look: skipped(what, RUNNING), isInUse: true };
    if (error instanceof ConfigError) return unusable(what, error.message);
    if (!(error instanceof StoreError)) throw error;
    // Otherwise the message itself says what to do.
    return unusable(what, error.message, error instanceof StoreOutOfReach ? FIX_DATABASE : undefined);
  }
}

/** Doesn't create a store, since the doctor may run as another user than the bot. */
function lookAtFolder(dataDir: string): StoreResult {
  const fault = findFolderFault(dataDir);
  if (!fault) return { look: ok(dataDir, 'has no store yet; the bot creates it at its first start') };
  return unusable(dataDir, `No store can be created in ${path.resolve(dataDir)}: ${fault.why}.`, fault.mend);
}

function unusable(what: string, sentence: string, mend?: string): LookResult {
  return trouble('fault', 'Store', { what, sentence, ...(mend !== undefined && { mend }) });
}

/** SQLITE_BUSY: https://www.sqlite.org/rescode.html */
function isInUse(error: unknown): boolean {
  const { cause } = error instanceof StoreError ? error : {};
  return cause instanceof Error && 'errcode' in cause && (Number(cause.errcode) & 0xff) === 5;
}
