/**
 * API keys that people gave in Slack, sealed; the check that ENCRYPTION_KEY still opens what the store keeps, and sealing
 * all of it with another key.
 */
import { ConfigError } from '../errors.ts';
import { SealedElsewhere, type Vault } from '../secrets.ts';
import { readStoredInstallations, tokenPlace } from './installations.ts';
import { changeRows, deleteRows, findRow, findRows, putRow } from './rows.ts';
import type { Db } from './schema.ts';

/** Binds a sealed key to its workspace and project: in another row it can't be opened. */
const apiKeyPlace = (team: string, projectId: string) => [team, 'api key', projectId];

/** Who gave a key, and when (epoch ms). */
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
export async function readStoredApiKeys(
  db: Db,
  vault: Vault,
  team: string,
): Promise<{ keys: Map<string, string>; unreadable: { projectId: string; why: string }[] }> {
  const keys = new Map<string, string>();
  const unreadable: { projectId: string; why: string }[] = [];
  for (const { project_id, sealed } of await findRows(db, 'api_key', { team })) {
    try {
      keys.set(project_id, vault.open(sealed, apiKeyPlace(team, project_id)));
    } catch (error) {
      if (!(error instanceof SealedElsewhere)) throw error;
      unreadable.push({ projectId: project_id, why: error.message });
    }
  }
  return { keys, unreadable };
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

const LOST =
  'If it is lost, nothing can open them: delete them with `npm run --silent rotate-key -- --lost`, then install at /slack/install and connect the projects again';

/**
 * Checks the key against everything sealed. A single damaged secret counts as missing and is no reason to stop.
 * @throws ConfigError if none can be opened, with what to do
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
  const tokens = await readStoredInstallations(db, vault);
  const keys = await Promise.all(teams.map(({ team }) => readStoredApiKeys(db, vault, team)));
  const opened = tokens.installations.length + keys.reduce((sum, each) => sum + each.keys.size, 0);
  const [unreadable] = [...tokens.unreadable, ...keys.flatMap((each) => each.unreadable)];
  if (opened > 0 || !unreadable) return;
  throw new ConfigError([
    `ENCRYPTION_KEY opens none of the tokens and API keys in the store. ${unreadable.why} Set the former key again. ${LOST}`,
  ]);
}

/** How many of each were re-encrypted, and what no key opens. */
type Resealed = { tokens: number; apiKeys: number; unreadable: readonly string[] };

/**
 * Bots that have both keys may run on the store meanwhile: what they seal is not overwritten. `dropLost` deletes what no
 * key opens.
 */
export async function reseal(db: Db, vault: Vault, { dropLost = false } = {}): Promise<Resealed> {
  const unreadable: string[] = [];
  const resealOne = (sealed: string, place: readonly string[], what: string): string | undefined => {
    try {
      const secret = vault.open(sealed, place);
      return vault.isFormer(sealed) ? vault.seal(secret, place) : sealed;
    } catch (error) {
      if (!(error instanceof SealedElsewhere)) throw error;
      unreadable.push(`${what}: ${error.message}`);
      return undefined;
    }
  };
  let [tokens, apiKeys] = [0, 0];
  for (const row of await findRows(db, 'installation', {})) {
    const key = { team: row.team, token: row.token };
    const token = resealOne(row.token, tokenPlace(row.team), `The token of workspace ${row.team}`);
    if (token === undefined) {
      if (dropLost) await deleteRows(db, 'installation', key);
    } else if (token !== row.token && (await changeRows(db, 'installation', key, { token }))) tokens += 1;
  }
  for (const row of await findRows(db, 'api_key', {})) {
    const key = { team: row.team, project_id: row.project_id, sealed: row.sealed };
    const what = `The API key of project ${row.project_id} in workspace ${row.team}`;
    const sealed = resealOne(row.sealed, apiKeyPlace(row.team, row.project_id), what);
    if (sealed === undefined) {
      if (dropLost) await deleteRows(db, 'api_key', key);
    } else if (sealed !== row.sealed && (await changeRows(db, 'api_key', key, { sealed }))) apiKeys += 1;
  }
  return { tokens, apiKeys, unreadable };
}
