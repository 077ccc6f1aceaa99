/** Personal tokens for MCP: whose each is, and when it was last used. Only a fingerprint of it is stored. */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '../durations.ts';
import { createPersonalToken, fingerprint } from '../secrets.ts';
import { changeRows, findRow, findRows, insertRow } from './rows.ts';
import type { Db, Row } from './schema.ts';
import { inTransaction, matching } from './statements.ts';

/** How many live tokens one person can have. */
export const MOST_TOKENS = 10;

/** Times in epoch ms; `lastUsedAt` is up to an hour behind. */
export type McpToken = {
  id: string;
  person: string;
  label: string;
  createdAt: number;
  lastUsedAt: number | undefined;
};

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
export async function readLiveMcpTokens(db: Db, team: string, person?: string): Promise<McpToken[]> {
  const live = { team, revoked_at: null, ...(person !== undefined && { person }) };
  return (await findRows(db, 'mcp_token', live, 'created_at desc', 'id')).map(toMcpToken);
}

/** A token that wasn't revoked; undefined if there is none. */
export async function findLiveMcpToken(db: Db, team: string, id: string): Promise<McpToken | undefined> {
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

function toMcpToken({ id, person, label, created_at, last_used_at }: Row<'mcp_token'>): McpToken {
  return { id, person, label, createdAt: created_at, lastUsedAt: last_used_at ?? undefined };
}
