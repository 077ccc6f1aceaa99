/** Workspaces that installed the bot over OAuth: a row for each, with its token sealed. */
import { ConfigError } from '../errors.ts';
import { SealedElsewhere, type Vault } from '../secrets.ts';
import type { StoredInstallation } from '../slack/installations.ts';
import { deleteRows, findRows, putRow } from './rows.ts';
import type { Db } from './schema.ts';
import { below } from './statements.ts';

/** Binds a sealed token to its workspace: in another row it can't be opened. */
export const tokenPlace = (team: string) => [team, 'bot token'];

/** Stores an installation, in place of an earlier one of the workspace. */
export async function keepInstallation(
  db: Db,
  vault: Vault,
  { team, botUserId, botId, token, scopes, installedBy, installedAt }: StoredInstallation,
): Promise<void> {
  const sealed = vault.seal(token, tokenPlace(team));
  await putRow(
    db,
    'installation',
    { team },
    {
      bot_user_id: botUserId,
      bot_id: botId,
      token: sealed,
      scopes: scopes.join(','),
      installed_by: installedBy,
      installed_at: installedAt,
    },
  );
}

/** All workspaces' installations, and those whose token can't be opened. */
export async function readStoredInstallations(
  db: Db,
  vault: Vault,
): Promise<{ installations: StoredInstallation[]; unreadable: { team: string; why: string }[] }> {
  const installations: StoredInstallation[] = [];
  const unreadable: { team: string; why: string }[] = [];
  for (const row of await findRows(db, 'installation', {}, 'team')) {
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
 * Deletes a workspace's token and nothing else: its feeds, posts and keys are there when it comes back. An installation
 * after `before` (epoch ms) stays, since Slack may report a removal late. False if there was none.
 */
export async function dropInstallation(db: Db, team: string, before: number): Promise<boolean> {
  return deleteRows(db, 'installation', { team, installed_at: below(before) });
}

/**
 * The three functions above for one store. `onUnreadable` is called for each token that can't be opened, at every read.
 * @throws ConfigError without a vault
 */
export function createKeptInstallations(
  db: Db,
  vault: Vault | undefined,
  onUnreadable: (lost: { team: string; why: string }) => void,
) {
  if (!vault) throw new ConfigError(['ENCRYPTION_KEY is missing: it encrypts the workspaces’ tokens']);
  return {
    async all(): Promise<StoredInstallation[]> {
      const { installations, unreadable } = await readStoredInstallations(db, vault);
      unreadable.forEach(onUnreadable);
      return installations;
    },
    keep: (installation: StoredInstallation) => keepInstallation(db, vault, installation),
    drop: (team: string, before: number) => dropInstallation(db, team, before),
  };
}
