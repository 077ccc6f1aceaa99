/** npm run rotate-key: re-encrypts with the new ENCRYPTION_KEY what the store sealed with the old one. */
import { parseArgs } from 'node:util';
import { realNow } from '../clock.ts';
import { readStoreConfig } from '../config.ts';
import { ConfigError } from '../errors.ts';
import { count } from '../messages/figures.ts';
import { createVault, HOW_TO_MAKE_A_KEY } from '../secrets.ts';
import { isStoreThere, openStore } from '../store/open.ts';
import { reseal } from '../store/sealed.ts';
import { explainNoStore } from './backup.ts';
import { COMMAND_LINES, type Ended, type Verb } from './command-line.ts';

/**
 * Exit code 1 if something stays that no key opens; `--lost --yes` deletes it. A bot on the embedded store must be
 * stopped; on PostgreSQL, bots that have both keys may keep running. @throws ConfigError, StoreError
 */
export const rotateKey: Verb<Ended> = async (env, print, args, { aside }) => {
  const { lost, yes } = parseArgs({
    args: [...args],
    options: COMMAND_LINES['rotate-key'].options,
  }).values;
  const config = readStoreConfig(env);
  const { encryptionKey, formerEncryptionKey } = config;
  if (!encryptionKey || !(formerEncryptionKey || lost))
    throw new ConfigError([
      lost
        ? `ENCRYPTION_KEY is missing: set it to a new key; ${HOW_TO_MAKE_A_KEY}`
        : 'ENCRYPTION_KEY must have both keys, the new one first: ENCRYPTION_KEY=new,old. If the old one is lost: npm run --silent rotate-key -- --lost',
    ]);
  if (formerEncryptionKey && Buffer.compare(encryptionKey, formerEncryptionKey) === 0)
    throw new ConfigError([
      'ENCRYPTION_KEY has the same key twice: put a new one before the old one, ENCRYPTION_KEY=new,old',
    ]);
  if (!(await isStoreThere(config))) throw new ConfigError([explainNoStore(config)]);
  const db = await openStore(config, realNow);
  const vault = createVault(encryptionKey, formerEncryptionKey);
  const dropLost = lost === true && yes === true;
  const { tokens, apiKeys, unreadable, toReplace } = await reseal(db, vault, { dropLost }).finally(() =>
    db.destroy(),
  );
  if (formerEncryptionKey)
    print(
      `Re-encrypted with the new key: ${count(tokens, 'workspace token')}, ${count(apiKeys, 'API key')}.`,
    );
  if (unreadable.length > 0) {
    aside(`ENCRYPTION_KEY doesn’t open these:\n  ${unreadable.join('\n  ')}\n`);
    if (!dropLost) {
      aside(`${NOTHING_DELETED} Then start the bot and ${toReplace}.\n`);
      return { exitCode: 1 };
    }
    print(`Deleted them from the store. To replace them, start the bot and ${toReplace}.`);
  } else if (lost) print('ENCRYPTION_KEY opens everything that is sealed in the store. Nothing was deleted.');
  if (formerEncryptionKey) print('Remove the old key from ENCRYPTION_KEY and restart the bot.');
  return { exitCode: 0 };
};

const NOTHING_DELETED = `Nothing was deleted. If you still have the key that sealed them, set ENCRYPTION_KEY=new,old with it and run \`npm run --silent rotate-key\`.
If you don’t, nothing can open them any more: \`npm run --silent rotate-key -- --lost --yes\` deletes them, and nothing else.`;
