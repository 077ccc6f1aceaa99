import { describe, expect, it } from 'vitest';
import { KEPT } from '../../src/outbox/post-kinds.ts';
import { removeOld } from '../../src/store/retention.ts';
import type { Db } from '../../src/store/schema.ts';
import {
  findLiveMcpToken,
  findMcpTokenOwner,
  MOST_TOKENS,
  makeMcpToken,
  noteMcpTokenUsed,
  readLiveMcpTokens,
  revokeMcpToken,
} from '../../src/store/sealed.ts';
import { ENGINES } from '../support/store-engines.ts';
import { HOUR, NINE, TEAM } from '../support/store-opened.ts';

const ANAS = { person: 'U0ANA', label: 'Claude on my laptop', at: NINE };

async function made(db: Db, given: Partial<typeof ANAS> = {}, team = TEAM): Promise<string> {
  return (await makeMcpToken(db, team, { ...ANAS, ...given })) ?? expect.fail('no token was made');
}

const idOf = async (db: Db, token: string) => (await findMcpTokenOwner(db, token))?.id ?? '';

describe.each(ENGINES)('a personal token ($name)', ({ openedStore }) => {
  it('is its maker’s, and can’t be read again', async () => {
    const { db } = await openedStore();
    const [token, another] = [await made(db), await made(db)];
    expect(token).toMatch(/^slt_[\w-]{43}$/);
    expect(token).not.toBe(another);
    expect(await findMcpTokenOwner(db, token)).toMatchObject({
      team: TEAM,
      person: 'U0ANA',
      isRevoked: false,
    });
    expect(await findMcpTokenOwner(db, `${token}x`)).toBeUndefined();
    const kept = JSON.stringify(await db.selectFrom('mcp_token').selectAll().execute());
    expect(kept).not.toContain(token.slice(4, 20));
  });

  it('is listed, the newest first, with when it was last used to the hour', async () => {
    const { db } = await openedStore();
    const token = await made(db);
    const id = await idOf(db, token);
    await made(db, { person: 'U0BEN', label: 'Cursor', at: NINE + 1 });
    await made(db, {}, 'T0OTHER');
    for (const [at, noted] of [
      [NINE + HOUR, NINE + HOUR],
      [NINE + 2 * HOUR - 1, NINE + HOUR],
      [NINE + 2 * HOUR, NINE + 2 * HOUR],
    ] as const) {
      await noteMcpTokenUsed(db, TEAM, id, at);
      expect((await findLiveMcpToken(db, TEAM, id))?.lastUsedAt).toBe(noted);
    }
    const anas = { id, person: 'U0ANA', label: 'Claude on my laptop', createdAt: NINE };
    expect(await readLiveMcpTokens(db, TEAM, 'U0ANA')).toEqual([{ ...anas, lastUsedAt: NINE + 2 * HOUR }]);
    expect((await readLiveMcpTokens(db, TEAM)).map(({ label }) => label)).toEqual([
      'Cursor',
      'Claude on my laptop',
    ]);
  });

  it('is revoked once, in its own workspace alone', async () => {
    const { db } = await openedStore();
    const token = await made(db);
    const id = await idOf(db, token);
    expect(await revokeMcpToken(db, 'T0OTHER', id, NINE)).toBe(false);
    expect(await revokeMcpToken(db, TEAM, id, NINE)).toBe(true);
    expect(await revokeMcpToken(db, TEAM, id, NINE)).toBe(false);
    expect(await findMcpTokenOwner(db, token)).toMatchObject({ isRevoked: true });
    expect(await findLiveMcpToken(db, TEAM, id)).toBeUndefined();
    expect(await readLiveMcpTokens(db, TEAM)).toEqual([]);
  });

  it('is one of ten at most, of those that aren’t revoked', async () => {
    const { db } = await openedStore();
    const tokens = [];
    for (let i = 0; i < MOST_TOKENS; i++) tokens.push(await made(db));
    expect(await makeMcpToken(db, TEAM, ANAS)).toBeUndefined();
    await made(db, { person: 'U0BEN' });
    await revokeMcpToken(db, TEAM, await idOf(db, tokens[0] ?? ''), NINE);
    await made(db);
  });

  it('leaves the store when it was revoked long ago, and never before', async () => {
    const { db } = await openedStore();
    const [old, recent, live] = [await made(db), await made(db), await made(db)];
    await revokeMcpToken(db, TEAM, await idOf(db, old), NINE);
    await revokeMcpToken(db, TEAM, await idOf(db, recent), NINE + HOUR);
    const ages = { slots: 0, deliveries: 0, audit: 0, announced: 0, asked: 0, tokens: NINE + HOUR };
    await removeOld(db, TEAM, ages, KEPT, async () => true);
    expect(await findMcpTokenOwner(db, old)).toBeUndefined();
    expect(await findMcpTokenOwner(db, recent)).toMatchObject({ isRevoked: true });
    expect(await findMcpTokenOwner(db, live)).toMatchObject({ isRevoked: false });
  });
});
