/** Personal tokens, with which assistants ask for a person over MCP: whose each is and when it was last used; of itself only a fingerprint. */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../durations.ts';
import { fingerprint, newPersonalToken } from '../secrets.ts';
import type { Db, Row } from './schema.ts';
import { hasChanged, inTransaction, matching } from './statements.ts';

/** Live ones that one person can have. */
export const MOST_TOKENS = 10;

/** Times in epoch ms; `lastUsedAt` is up to an hour behind. */
export type McpToken = {
  id: string;
  person: string;
  label: string;
  createdAt: number;
  lastUsedAt: number | undefined;
};

/** Returns the token itself, which nobody can read again; undefined where the person has as many as one can have. */
export async function makeMcpToken(
  db: Db,
  team: string,
  { person, label, at }: { person: string; label: string; at: number },
): Promise<string | undefined> {
  return inTransaction(db, async (trx) => {
    if ((await liveMcpTokens(trx, team, person)).length >= MOST_TOKENS) return undefined;
    const token = newPersonalToken();
    await trx
      .insertInto('mcp_token')
      .values({ team, id: randomUUID(), hash: fingerprint(token), person, label, created_at: at })
      .execute();
    return token;
  });
}

/** Those that were not revoked, the newest first: a person's, or everybody's in the workspace. */
export async function liveMcpTokens(db: Db, team: string, person?: string): Promise<McpToken[]> {
  const rows = await db
    .selectFrom('mcp_token')
    .selectAll()
    .where(matching('mcp_token', { team, revoked_at: null }))
    .$if(person !== undefined, (query) => query.where('person', '=', person ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(tokenOf);
}

/** A live one; undefined where there is none. */
export async function liveMcpToken(db: Db, team: string, id: string): Promise<McpToken | undefined> {
  const row = await db
    .selectFrom('mcp_token')
    .selectAll()
    .where(matching('mcp_token', { team, id, revoked_at: null }))
    .executeTakeFirst();
  return row && tokenOf(row);
}

/** Whose a presented token is: the one question that names no workspace, since the token alone says which. */
export async function whoseMcpToken(
  db: Db,
  token: string,
): Promise<{ team: string; id: string; person: string; isRevoked: boolean } | undefined> {
  const row = await db
    .selectFrom('mcp_token')
    .select(['team', 'id', 'person', 'revoked_at'])
    .where('hash', '=', fingerprint(token))
    .executeTakeFirst();
  return row && { team: row.team, id: row.id, person: row.person, isRevoked: row.revoked_at !== null };
}

/** Written at most once an hour. `at` in epoch ms. */
export async function noteMcpTokenUsed(db: Db, team: string, id: string, at: number): Promise<void> {
  await db
    .updateTable('mcp_token')
    .set({ last_used_at: at })
    .where(matching('mcp_token', { team, id }))
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<=', at - HOUR_MS)]))
    .execute();
}

/** False where it was revoked before, or there is none. `at` in epoch ms. */
export async function revokeMcpToken(db: Db, team: string, id: string, at: number): Promise<boolean> {
  return db
    .updateTable('mcp_token')
    .set({ revoked_at: at })
    .where(matching('mcp_token', { team, id, revoked_at: null }))
    .$call(hasChanged);
}

function tokenOf({ id, person, label, created_at, last_used_at }: Row<'mcp_token'>): McpToken {
  return { id, person, label, createdAt: created_at, lastUsedAt: last_used_at ?? undefined };
}
