/** Secrets sealed with ENCRYPTION_KEY, each bound to its row: tokens of workspaces, API keys. Also MCP tokens' fingerprints. */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../durations.ts';
import { ConfigError } from '../errors.ts';
import type { TokenInfo } from '../messages/projects/connect.ts';
import { createPersonalToken, fingerprint, SealedElsewhere, type Vault } from '../secrets.ts';
import type { StoredInstallation } from '../slack/installations.ts';
import { changeRows, deleteRows, findRow, findRows, insertRow, putRow } from './rows.ts';
import { below, inTransaction, matching } from './statements.ts';
import type { Db, Row } from './tables.ts';

const tokenPlace = (team: string) => [team, 'bot token'];
const apiKeyPlace = (team: string, projectId: string) => [team, 'api key', projectId];

/** Opens the secret of each row; `unreadable` are the rows whose secret can't be opened, with the reason. */
function openEach<Kept>(rows: readonly Kept[], open: (row: Kept) => string) {
  const opened: [Kept, string][] = [];
  const unreadable: [Kept, string][] = [];
  for (const row of rows) {
    try {
      opened.push([row, open(row)]);
    } catch (error) {
      if (!(error instanceof SealedElsewhere)) throw error;
      unreadable.push([row, error.message]);
    }
  }
  return { opened, unreadable };
}

const openTokens = (vault: Vault, rows: readonly Row<'installation'>[]) =>
  openEach(rows, ({ team, token }) => vault.open(token, tokenPlace(team)));

const openApiKeys = (vault: Vault, rows: readonly Row<'api_key'>[]) =>
  openEach(rows, ({ team, project_id, sealed }) => vault.open(sealed, apiKeyPlace(team, project_id)));

/** Stores an installation, in place of an earlier one of the workspace. */
export async function keepInstallation(
  db: Db,
  vault: Vault,
  { team, botUserId, botId, token, scopes, installedBy, installedAt }: StoredInstallation,
): Promise<void> {
  const change = {
    bot_user_id: botUserId,
    bot_id: botId,
    token: vault.seal(token, tokenPlace(team)),
    scopes: scopes.join(','),
    installed_by: installedBy,
    installed_at: installedAt,
  };
  await putRow(db, 'installation', { team }, change);
}

/** All workspaces' installations, and those whose token can't be opened. */
export async function readStoredInstallations(db: Db, vault: Vault) {
  const { opened, unreadable } = openTokens(vault, await findRows(db, 'installation', {}, 'team'));
  return {
    installations: opened.map(([row, token]) => ({
      team: row.team,
      botUserId: row.bot_user_id,
      botId: row.bot_id,
      token,
      scopes: row.scopes.split(','),
      installedBy: row.installed_by,
      installedAt: row.installed_at,
    })),
    unreadable: unreadable.map(([{ team }, why]) => ({ team, why })),
  };
}

/** `onUnreadable` is called for each token that can't be opened, at every read. @throws ConfigError without a vault */
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
    /** Deletes its token alone, if installed before then (epoch ms): Slack may report a removal late. False if none. */
    drop: (team: string, before: number) =>
      deleteRows(db, 'installation', { team, installed_at: below(before) }),
  };
}

export type Given = { by: string; at: number };

/** Stores a project's key, in place of an earlier one. */
export async function keepApiKey(
  db: Db,
  vault: Vault,
  team: string,
  projectId: string,
  key: string,
  { by, at }: Given,
): Promise<void> {
  const sealed = vault.seal(key, apiKeyPlace(team, projectId));
  await putRow(db, 'api_key', { team, project_id: projectId }, { sealed, given_by: by, given_at: at });
}

/** A workspace's keys by project id, and the projects whose key can't be opened, with the reason. */
export async function readStoredApiKeys(db: Db, vault: Vault, team: string) {
  const { opened, unreadable } = openApiKeys(vault, await findRows(db, 'api_key', { team }));
  return {
    keys: new Map(opened.map(([{ project_id }, key]) => [project_id, key])),
    unreadable: unreadable.map(([{ project_id: projectId }, why]) => ({ projectId, why })),
  };
}

/** Who gave a project's key in Slack, and when. Undefined if nobody did. */
export async function readKeyGiver(db: Db, team: string, projectId: string): Promise<Given | undefined> {
  const row = await findRow(db, 'api_key', { team, project_id: projectId });
  return row && { by: row.given_by, at: row.given_at };
}

/** False if there was none. */
export async function dropApiKey(db: Db, team: string, projectId: string): Promise<boolean> {
  return deleteRows(db, 'api_key', { team, project_id: projectId });
}

/** How to replace what no key opens. A single workspace's token is in the environment, so there may be API keys alone. */
const howToReplace = (tokens: readonly unknown[], apiKeys: readonly unknown[]) =>
  [
    ...(tokens.length > 0 ? ['install at /slack/install'] : []),
    ...(apiKeys.length > 0 ? ['connect the projects again with /visibility connect'] : []),
  ].join(' and ');

/** A single damaged secret is no reason to stop. @throws ConfigError if the key opens nothing, with what to do */
export async function checkSealed(db: Db, vault: Vault | undefined): Promise<void> {
  const installations = await findRows(db, 'installation', {});
  const apiKeys = await findRows(db, 'api_key', {});
  if (installations.length + apiKeys.length === 0) return;
  const lost = `If it is lost, nothing can open them: set a new one, delete them with \`npm run --silent rotate-key -- --lost\`, then ${howToReplace(installations, apiKeys)}`;
  if (!vault)
    throw new ConfigError([
      `ENCRYPTION_KEY is missing: the store keeps tokens or API keys that were sealed with it. Set it again. ${lost}`,
    ]);
  const [tokens, keys] = [openTokens(vault, installations), openApiKeys(vault, apiKeys)];
  if (tokens.opened.length + keys.opened.length > 0) return;
  const [why] = [...tokens.unreadable, ...keys.unreadable].map(([, each]) => each);
  throw new ConfigError([
    `ENCRYPTION_KEY opens none of the tokens and API keys in the store. ${why} Set the former key again. ${lost}`,
  ]);
}

/** Seals everything with the current key; bots with both keys may run meanwhile. `dropLost`: deletes what none opens. */
export async function reseal(db: Db, vault: Vault, { dropLost = false } = {}) {
  const installations = openTokens(vault, await findRows(db, 'installation', {}));
  const apiKeys = openApiKeys(vault, await findRows(db, 'api_key', {}));
  const resealed = { tokens: 0, apiKeys: 0 };
  for (const [{ team, token }, secret] of installations.opened) {
    if (!vault.isFormer(token)) continue;
    const change = { token: vault.seal(secret, tokenPlace(team)) };
    if (await changeRows(db, 'installation', { team, token }, change)) resealed.tokens += 1;
  }
  for (const [{ team, project_id, sealed }, secret] of apiKeys.opened) {
    if (!vault.isFormer(sealed)) continue;
    const change = { sealed: vault.seal(secret, apiKeyPlace(team, project_id)) };
    if (await changeRows(db, 'api_key', { team, project_id, sealed }, change)) resealed.apiKeys += 1;
  }
  if (dropLost) {
    for (const [{ team, token }] of installations.unreadable)
      await deleteRows(db, 'installation', { team, token });
    for (const [{ team, project_id, sealed }] of apiKeys.unreadable)
      await deleteRows(db, 'api_key', { team, project_id, sealed });
  }
  const unreadable = [
    ...installations.unreadable.map(([{ team }, why]) => `The token of workspace ${team}: ${why}`),
    ...apiKeys.unreadable.map(
      ([{ team, project_id }, why]) => `The API key of project ${project_id} in workspace ${team}: ${why}`,
    ),
  ];
  return {
    ...resealed,
    unreadable,
    toReplace: howToReplace(installations.unreadable, apiKeys.unreadable),
  };
}

export const MOST_TOKENS = 10;

/** Returns the token itself, which can't be read again. Undefined if the person already has MOST_TOKENS. */
export async function makeMcpToken(
  db: Db,
  team: string,
  { person, label, at }: { person: string; label: string; at: number },
): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    if ((await readLiveMcpTokens(trx, team, person)).length >= MOST_TOKENS) return undefined;
    const token = createPersonalToken();
    const row = { team, id: randomUUID(), hash: fingerprint(token), person, label, created_at: at };
    await insertRow(trx, 'mcp_token', row);
    return token;
  });
}

/** Tokens that weren't revoked, newest first: one person's, or all of the workspace. */
export async function readLiveMcpTokens(db: Db, team: string, person?: string): Promise<TokenInfo[]> {
  const live = { team, revoked_at: null, ...(person !== undefined && { person }) };
  return (await findRows(db, 'mcp_token', live, 'created_at desc', 'id')).map(toMcpToken);
}

/** A token that wasn't revoked; undefined if there is none. */
export async function findLiveMcpToken(db: Db, team: string, id: string): Promise<TokenInfo | undefined> {
  const row = await findRow(db, 'mcp_token', { team, id, revoked_at: null });
  return row && toMcpToken(row);
}

/** Whose token this is. Takes no team, since only the token says which. */
export async function findMcpTokenOwner(db: Db, token: string) {
  const row = await findRow(db, 'mcp_token', { hash: fingerprint(token) });
  return row && { team: row.team, id: row.id, person: row.person, isRevoked: row.revoked_at !== null };
}

/** Records that a token was used, at most once an hour. `at` epoch ms. */
export async function noteMcpTokenUsed(db: Db, team: string, id: string, at: number): Promise<void> {
  await db
    .updateTable('mcp_token')
    .set({ last_used_at: at })
    .where(matching('mcp_token', { team, id }))
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - HOUR_MS)]))
    .execute();
}

/** False if it was revoked before, or there is none. `at` epoch ms. */
export function revokeMcpToken(db: Db, team: string, id: string, at: number): Promise<boolean> {
  return changeRows(db, 'mcp_token', { team, id, revoked_at: null }, { revoked_at: at });
}

function toMcpToken({ id, person, label, created_at, last_used_at }: Row<'mcp_token'>): TokenInfo {
  return { id, person, label, createdAt: created_at, lastUsedAt: last_used_at ?? undefined };
}
