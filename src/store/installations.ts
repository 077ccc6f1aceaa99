/** Where the bot is installed, where many workspaces install it: a row for each, its token sealed. */
import { ConfigError } from '../errors.ts';
import { SealedElsewhere, type Vault } from '../secrets.ts';
import type { StoredInstallation } from '../slack/installations.ts';
import type { Db } from './schema.ts';
import { hasChanged, replacing } from './statements.ts';

/** A token belongs to its workspace: moved to another one's row it cannot be opened. */
export const tokenPlace = (team: string) => [team, 'bot token'];

/** Keeps what a workspace gave at its installation; a later one takes the place of an earlier one. */
export async function keepInstallation(
  db: Db,
  vault: Vault,
  { team, botUserId, botId, token, scopes, installedBy, installedAt }: StoredInstallation,
): Promise<void> {
  const given = {
    bot_user_id: botUserId,
    bot_id: botId,
    token: vault.seal(token, tokenPlace(team)),
    scopes: scopes.join(','),
    installed_by: installedBy,
    installed_at: installedAt,
  };
  await db
    .insertInto('installation')
    .values({ team, ...given })
    .onConflict(replacing('installation', given))
    .execute();
}

/** Every workspace's installation, the one list that is not of one workspace; and those whose token cannot be opened. */
export async function storedInstallations(
  db: Db,
  vault: Vault,
): Promise<{ installations: StoredInstallation[]; unreadable: { team: string; why: string }[] }> {
  const installations: StoredInstallation[] = [];
  const unreadable: { team: string; why: string }[] = [];
  for (const row of await db.selectFrom('installation').selectAll().orderBy('team').execute()) {
    try {
      installations.push({
        team: row.team,
        botUserId: row.bot_user_id,
        botId: row.bot_id,
        token: vault.open(row.token, tokenPlace(row.team)),
        scopes: row.scopes.split(','),
        installedBy: row.installed_by,
        installedAt: row.installed_at,
      });
    } catch (error) {
      if (!(error instanceof SealedElsewhere)) throw error;
      unreadable.push({ team: row.team, why: error.message });
    }
  }
  return { installations, unreadable };
}

/**
 * Forgets a workspace's token, and nothing else: its feeds, posts and keys are there when it comes back. `before`
 * (epoch ms): a later installation stays, since Slack may tell of a removal late. False if there was none.
 */
export async function dropInstallation(db: Db, team: string, before: number): Promise<boolean> {
  return db
    .deleteFrom('installation')
    .where('team', '=', team)
    .where('installed_at', '<', before)
    .$call(hasChanged);
}

/**
 * The three as one place. `onUnreadable` is told of each token that cannot be opened, at every reading.
 * @throws ConfigError without a vault
 */
export function keptInstallations(
  db: Db,
  vault: Vault | undefined,
  onUnreadable: (lost: { team: string; why: string }) => void,
) {
  if (!vault) throw new ConfigError(['ENCRYPTION_KEY is missing: with it the workspaces’ tokens are kept']);
  return {
    async all(): Promise<StoredInstallation[]> {
      const { installations, unreadable } = await storedInstallations(db, vault);
      unreadable.forEach(onUnreadable);
      return installations;
    },
    keep: (installation: StoredInstallation) => keepInstallation(db, vault, installation),
    drop: (team: string, before: number) => dropInstallation(db, team, before),
  };
}
