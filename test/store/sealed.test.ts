import { describe, expect, it } from 'vitest';
import { KEPT } from '../../src/outbox/post-kinds.ts';
import { createVault } from '../../src/secrets.ts';
import { removeOld } from '../../src/store/retention.ts';
import {
  checkSealed,
  createKeptInstallations,
  findLiveMcpToken,
  findMcpTokenOwner,
  keepApiKey,
  keepInstallation,
  MOST_TOKENS,
  makeMcpToken,
  noteMcpTokenUsed,
  readLiveMcpTokens,
  readStoredApiKeys,
  readStoredInstallations,
  reseal,
  revokeMcpToken,
} from '../../src/store/sealed.ts';
import type { Db } from '../../src/store/tables.ts';
import { ENGINES } from '../support/store-engines.ts';
import { HOUR, NINE, TEAM } from '../support/store-opened.ts';

const VAULT = createVault(new Uint8Array(32).fill(1));
const OTHER_VAULT = createVault(new Uint8Array(32).fill(2));
const OTHER_TEAM = 'T0OTHER';

const installation = (given: Partial<Parameters<typeof keepInstallation>[2]> = {}) => ({
  team: TEAM,
  botUserId: 'U0BOT',
  botId: 'B0BOT',
  token: 'xoxb-of-one',
  scopes: ['commands', 'chat:write'],
  installedBy: 'U0ANA',
  installedAt: NINE,
  ...given,
});
const who = { by: 'U0ANA', at: NINE };
const readable = async (db: Db) => (await readStoredInstallations(db, VAULT)).installations;

describe.each(ENGINES)('on $name', ({ openedStore }) => {
  it('an installation is kept as it was given, its token unreadable in the table', async () => {
    const { db } = await openedStore();
    await keepInstallation(db, VAULT, installation());
    expect(await readStoredInstallations(db, VAULT)).toEqual({
      installations: [installation()],
      unreadable: [],
    });
    expect(JSON.stringify(await db.selectFrom('installation').selectAll().execute())).not.toContain(
      'xoxb-of-one',
    );
  });

  it('a later installation of a workspace takes the place of the earlier one', async () => {
    const { db } = await openedStore();
    await keepInstallation(db, VAULT, installation());
    const later = installation({ token: 'xoxb-new', installedBy: 'U0BEN', installedAt: NINE + 1 });
    await keepInstallation(db, VAULT, later);
    expect(await readable(db)).toEqual([later]);
  });

  it('a removal forgets the workspace it is of, and not one that came back meanwhile', async () => {
    const { db } = await openedStore();
    await keepInstallation(db, VAULT, installation());
    await keepInstallation(db, VAULT, installation({ team: OTHER_TEAM }));
    const { drop } = createKeptInstallations(db, VAULT, () => expect.fail('nothing was read'));
    expect(await drop(TEAM, NINE)).toBe(false);
    expect(await drop(TEAM, NINE + 1)).toBe(true);
    expect(await drop(TEAM, NINE + 1)).toBe(false);
    expect((await readable(db)).map(({ team }) => team)).toEqual([OTHER_TEAM]);
  });

  it('a token that somebody moved to another workspace’s row opens nothing there, and spoils nothing else', async () => {
    const { db } = await openedStore();
    await keepInstallation(db, VAULT, installation());
    await keepInstallation(db, VAULT, installation({ team: OTHER_TEAM, token: 'xoxb-of-other' }));
    const { token } = await db
      .selectFrom('installation')
      .select('token')
      .where('team', '=', OTHER_TEAM)
      .executeTakeFirstOrThrow();
    await db.updateTable('installation').set({ token }).where('team', '=', TEAM).execute();
    const { installations, unreadable } = await readStoredInstallations(db, VAULT);
    expect(installations.map(({ team }) => team)).toEqual([OTHER_TEAM]);
    expect(unreadable).toEqual([{ team: TEAM, why: 'It was sealed for another place, or it is damaged.' }]);
    await expect(checkSealed(db, VAULT)).resolves.toBeUndefined();
  });

  it('a key is kept for its project and workspace, unreadable in the table, and replaced by the next one', async () => {
    const { db } = await openedStore();
    await keepApiKey(db, VAULT, TEAM, 'acme', 'vk-first', who);
    await keepApiKey(db, VAULT, TEAM, 'acme', 'vk-acme', who);
    await keepApiKey(db, VAULT, OTHER_TEAM, 'acme', 'vk-other', who);
    expect((await readStoredApiKeys(db, VAULT, TEAM)).keys).toEqual(new Map([['acme', 'vk-acme']]));
    // Whole keys: three letters turn up in what is sealed by chance.
    expect(JSON.stringify(await db.selectFrom('api_key').selectAll().execute())).not.toMatch(
      /vk-first|vk-acme|vk-other/,
    );
  });

  it('a key that somebody moved to another project opens nothing there', async () => {
    const { db } = await openedStore();
    await keepApiKey(db, VAULT, TEAM, 'acme', 'vk-acme', who);
    await db.updateTable('api_key').set({ project_id: 'globex' }).execute();
    const { keys, unreadable } = await readStoredApiKeys(db, VAULT, TEAM);
    expect([keys.size, unreadable.map(({ projectId }) => projectId)]).toEqual([0, ['globex']]);
  });

  it('an encryption key that opens nothing keeps the bot from starting, and it is said what to do', async () => {
    const { db } = await openedStore();
    await keepApiKey(db, VAULT, TEAM, 'acme', 'vk-acme', who);
    await expect(checkSealed(db, OTHER_VAULT)).rejects.toThrow(
      /^ENCRYPTION_KEY opens none of .* It was sealed with the key \w{8}; ENCRYPTION_KEY is \w{8}\. Set the former key again\. If it is lost, /,
    );
    await expect(checkSealed(db, undefined)).rejects.toThrow(/^ENCRYPTION_KEY is missing: the store keeps /);
    await expect(checkSealed(db, VAULT)).resolves.toBeUndefined();
  });

  it('a store that keeps no secret needs no key', async () => {
    const { db } = await openedStore();
    await expect(checkSealed(db, undefined)).resolves.toBeUndefined();
    await expect(checkSealed(db, VAULT)).resolves.toBeUndefined();
  });
});

const [OLD, NEW, LOST] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
const vaultOf = (key = new Uint8Array(), former?: Uint8Array) => createVault(key, former);
const BOTH = vaultOf(NEW, OLD);

async function installed(db: Db, vault = vaultOf(OLD)): Promise<void> {
  await keepInstallation(db, vault, installation());
}

describe.each(ENGINES)('the key is changed, on $name', ({ openedStore }) => {
  it('and the new one alone opens everything then', async () => {
    const { db } = await openedStore();
    await installed(db);
    await keepApiKey(db, vaultOf(OLD), TEAM, 'acme', 'vk-of-acme', who);
    await keepApiKey(db, BOTH, TEAM, 'globex', 'vk-of-globex', who);
    expect(await reseal(db, BOTH)).toMatchObject({ tokens: 1, apiKeys: 1, unreadable: [] });
    const { installations } = await readStoredInstallations(db, vaultOf(NEW));
    expect(installations.map(({ token }) => token)).toEqual(['xoxb-of-one']);
    expect(await readStoredApiKeys(db, vaultOf(NEW), TEAM)).toEqual({
      keys: new Map([
        ['acme', 'vk-of-acme'],
        ['globex', 'vk-of-globex'],
      ]),
      unreadable: [],
    });
    expect(await reseal(db, BOTH)).toMatchObject({ tokens: 0, apiKeys: 0, unreadable: [] });
  });

  it('what neither key opens is named, and the rest is sealed anew', async () => {
    const { db } = await openedStore();
    await installed(db, vaultOf(LOST));
    await keepApiKey(db, vaultOf(OLD), TEAM, 'acme', 'vk-of-acme', who);
    const { tokens, apiKeys, unreadable } = await reseal(db, BOTH);
    expect({ tokens, apiKeys }).toEqual({ tokens: 0, apiKeys: 1 });
    expect(unreadable).toEqual([expect.stringContaining(TEAM)]);
    expect(unreadable.join()).not.toContain('xoxb');
  });
});

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
    const ages = { slots: 0, deliveries: 0, audit: NINE + HOUR, announced: 0, asked: 0 };
    await removeOld(db, TEAM, ages, KEPT, async () => true);
    expect(await findMcpTokenOwner(db, old)).toBeUndefined();
    expect(await findMcpTokenOwner(db, recent)).toMatchObject({ isRevoked: true });
    expect(await findMcpTokenOwner(db, live)).toMatchObject({ isRevoked: false });
  });
});
