/** Whether ENCRYPTION_KEY opens what the store keeps: asked once, at the start. */
import { ConfigError } from '../errors.ts';
import type { Vault } from '../secrets.ts';
import { storedApiKeys } from './api-keys.ts';
import { storedInstallations } from './installations.ts';
import type { Db } from './schema.ts';

const LOST =
  'If it is lost, nothing can open them: empty the tables "installation" and "api_key", then install at /slack/install and connect the projects again';

/**
 * One that was damaged alone is no reason to stop: it is missing like one that was never given.
 * @throws ConfigError when none can be opened, with what to do
 */
export async function checkSealed(db: Db, vault: Vault | undefined): Promise<void> {
  const teams = await db.selectFrom('api_key').select('team').distinct().execute();
  if (!vault) {
    const kept = teams.length > 0 || (await db.selectFrom('installation').select('team').executeTakeFirst());
    if (!kept) return;
    throw new ConfigError([
      `ENCRYPTION_KEY is missing: the store keeps tokens or API keys that were sealed with it. Set it again. ${LOST}`,
    ]);
  }
  const tokens = await storedInstallations(db, vault);
  const keys = await Promise.all(teams.map(({ team }) => storedApiKeys(db, vault, team)));
  const opened = tokens.installations.length + keys.reduce((sum, each) => sum + each.keys.size, 0);
  const [unreadable] = [...tokens.unreadable, ...keys.flatMap((each) => each.unreadable)];
  if (opened > 0 || !unreadable) return;
  throw new ConfigError([
    `ENCRYPTION_KEY opens none of the tokens and API keys in the store. ${unreadable.why} Set the former key again. ${LOST}`,
  ]);
}
