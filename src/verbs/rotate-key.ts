/** npm run rotate-key: re-encrypts with the new ENCRYPTION_KEY what the store sealed with the old one. */
import { realNow } from '../clock.ts';
import { type Environment, readStoreConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { createVault } from '../secrets.ts';
import { reseal } from '../store/api-keys.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import { explainNoStore } from './backup.ts';
import type { Terminal } from './terminal.ts';

/**
 * Exit code 1 if neither key opens something. A bot on the embedded store must be stopped; on PostgreSQL, bots that
 * have both keys may keep running. @throws ConfigError, StoreError
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
    throw new ConfigError(['ENCRYPTION_KEY must have both keys, the new one first: ENCRYPTION_KEY=new,old']);
  if (Buffer.compare(encryptionKey, formerEncryptionKey) === 0)
    throw new ConfigError([
      'ENCRYPTION_KEY has the same key twice: put a new one before the old one, ENCRYPTION_KEY=new,old',
    ]);
  if (!isStoreThere(config)) throw new ConfigError([explainNoStore(dataDir)]);
  const db = await openStore(config, realNow);
  const vault = createVault(encryptionKey, formerEncryptionKey);
  const { tokens, apiKeys, unreadable } = await reseal(db, vault).finally(() => db.destroy());
  print(`Re-encrypted with the new key: ${tokens} workspace tokens, ${apiKeys} API keys.`);
  if (unreadable.length === 0) {
    print('Remove the old key from ENCRYPTION_KEY and restart the bot.');
    return { exitCode: 0 };
  }
  aside(`${unreadable.join('\n')}\n`);
  return { exitCode: 1 };
}
