/** npm run rotate-key: seals with the new ENCRYPTION_KEY what the store has sealed with the old one. */
import { realNow } from '../clock.ts';
import { type Environment, readStoreConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { createVault } from '../secrets.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import { reseal } from '../store/reseal.ts';
import type { Terminal } from './doctor/progress.ts';

/**
 * Exit code 1 where something can be opened with neither key. The embedded store wants its bot stopped; on PostgreSQL bots with
 * both keys may go on. @throws ConfigError, StoreError
 */
export async function rotateKey(
  env: Environment,
  print: (text: string) => void,
  _args: readonly string[],
  { aside }: Terminal,
): Promise<{ exitCode: 0 | 1 }> {
  const config = readStoreConfig(env);
  const { encryptionKey, formerEncryptionKey, dataDir } = config;
  if (!encryptionKey || !formerEncryptionKey)
    throw new ConfigError([
      'ENCRYPTION_KEY needs both keys for this, the new one first: ENCRYPTION_KEY=new,old',
    ]);
  if (!isStoreThere(config))
    throw new ConfigError([`There is no store in ${dataDir}. Is DATA_DIR the bot’s?`]);
  const db = await openStore(config, realNow);
  const vault = createVault(encryptionKey, formerEncryptionKey);
  const { tokens, apiKeys, unreadable } = await reseal(db, vault).finally(() => db.destroy());
  print(`Sealed with the new key: tokens of workspaces ${tokens}, API keys ${apiKeys}.`);
  if (unreadable.length === 0) {
    print('Take the old key out of ENCRYPTION_KEY and restart.');
    return { exitCode: 0 };
  }
  aside(`${unreadable.join('\n')}\n`);
  return { exitCode: 1 };
}
