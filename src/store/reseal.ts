/** Seals anew with the present key what the former one sealed in the store: tokens of workspaces, API keys of projects. */
import { SealedElsewhere, type Vault } from '../secrets.ts';
import { apiKeyPlace } from './api-keys.ts';
import { tokenPlace } from './installations.ts';
import type { Db } from './schema.ts';
import { matching } from './statements.ts';

/** How many of each were sealed anew, and what neither key opens. */
export type Resealed = { tokens: number; apiKeys: number; unreadable: readonly string[] };

/** Processes may run on the store meanwhile if they have both keys: what they seal is not overwritten. */
export async function reseal(db: Db, vault: Vault): Promise<Resealed> {
  const unreadable: string[] = [];
  const anew = (sealed: string, place: readonly string[], what: string): string | undefined => {
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
  for (const { team, token } of await db.selectFrom('installation').select(['team', 'token']).execute()) {
    const sealed = anew(token, tokenPlace(team), `The token of workspace ${team}`);
    if (sealed === undefined) continue;
    const kept = db.updateTable('installation').set({ token: sealed }).where('team', '=', team);
    const { numUpdatedRows } = await kept.where('token', '=', token).executeTakeFirst();
    tokens += Number(numUpdatedRows);
  }
  for (const row of await db.selectFrom('api_key').select(['team', 'project_id', 'sealed']).execute()) {
    const { team, project_id } = row;
    const what = `The API key of project ${project_id} in workspace ${team}`;
    const sealed = anew(row.sealed, apiKeyPlace(team, project_id), what);
    if (sealed === undefined) continue;
    const { numUpdatedRows } = await db
      .updateTable('api_key')
      .set({ sealed })
      .where(matching('api_key', { team, project_id, sealed: row.sealed }))
      .executeTakeFirst();
    apiKeys += Number(numUpdatedRows);
  }
  return { tokens, apiKeys, unreadable };
}
