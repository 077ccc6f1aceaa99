import { describe, expect, it } from 'vitest';
import { createVault } from '../../src/secrets.ts';
import { keepApiKey, readStoredApiKeys, reseal } from '../../src/store/api-keys.ts';
import { keepInstallation, readStoredInstallations } from '../../src/store/installations.ts';
import type { Db } from '../../src/store/schema.ts';
import { ENGINES } from '../support/store-engines.ts';
import { NINE, TEAM } from '../support/store-opened.ts';

const [OLD, NEW, LOST] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
const vaultOf = (key = new Uint8Array(), former?: Uint8Array) => createVault(key, former);
const BOTH = vaultOf(NEW, OLD);
const who = { by: 'U0ANA', at: NINE };

async function installed(db: Db, vault = vaultOf(OLD)): Promise<void> {
  const bot = { botUserId: 'U0BOT', botId: 'B0BOT', scopes: ['commands'] };
  const given = { team: TEAM, token: 'xoxb-of-one', installedBy: 'U0ANA', installedAt: NINE };
  await keepInstallation(db, vault, { ...bot, ...given });
}

describe.each(ENGINES)('the key is changed, on $name', ({ openedStore }) => {
  it('and the new one alone opens everything then', async () => {
    const { db } = await openedStore();
    await installed(db);
    await keepApiKey(db, vaultOf(OLD), TEAM, 'acme', 'vk-of-acme', who);
    await keepApiKey(db, BOTH, TEAM, 'globex', 'vk-of-globex', who);
    expect(await reseal(db, BOTH)).toEqual({ tokens: 1, apiKeys: 1, unreadable: [] });
    const { installations } = await readStoredInstallations(db, vaultOf(NEW));
    expect(installations.map(({ token }) => token)).toEqual(['xoxb-of-one']);
    expect(await readStoredApiKeys(db, vaultOf(NEW), TEAM)).toEqual({
      keys: new Map([
        ['acme', 'vk-of-acme'],
        ['globex', 'vk-of-globex'],
      ]),
      unreadable: [],
    });
    expect(await reseal(db, BOTH)).toEqual({ tokens: 0, apiKeys: 0, unreadable: [] });
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
