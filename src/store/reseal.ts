/** Re-encrypts with the current key what the former key sealed: tokens of workspaces, API keys of projects. */
import { SealedElsewhere, type Vault } from '../secrets.ts';
import { apiKeyPlace } from './api-keys.ts';
import { tokenPlace } from './installations.ts';
import { changeRows, findRows } from './rows.ts';
import type { Db } from './schema.ts';

/** How many of each were re-encrypted, and what neither key opens. */
export type Resealed = { tokens: number; apiKeys: number; unreadable: readonly string[] };

/** Bots that have both keys may run on the store meanwhile: what they seal is not overwritten. */
export async function reseal(db: Db, vault: Vault): Promise<Resealed> {
  const unreadable: string[] = [];
  const resealOne = (sealed: string, place: readonly string[], what: string): string | undefined => {
    if (!vault.isFormer(sealed)) return undefined;
    try {
      return vault.seal(vault.open(sealed, place), place);
    } catch (error) {
      if (!(error instanceof SealedElsewhere)) throw error;
      unreadable.push(`${what}: ${error.message}`);
      return undefined;
    }
  };
  let [tokens, apiKeys] = [0, 0];
  for (const { team, token } of await findRows(db, 'installation', {})) {
    const sealed = resealOne(token, tokenPlace(team), `The token of workspace ${team}`);
    if (sealed === undefined) continue;
    if (await changeRows(db, 'installation', { team, token }, { token: sealed })) tokens += 1;
  }
  for (const { team, project_id, sealed: former } of await findRows(db, 'api_key', {})) {
    const what = `The API key of project ${project_id} in workspace ${team}`;
    const sealed = resealOne(former, apiKeyPlace(team, project_id), what);
    if (sealed === undefined) continue;
    if (await changeRows(db, 'api_key', { team, project_id, sealed: former }, { sealed })) apiKeys += 1;
  }
  return { tokens, apiKeys, unreadable };
}
