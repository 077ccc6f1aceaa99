import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVault, SealedElsewhere } from '../src/secrets.ts';
import { anyCharacter } from './support/arbitraries.ts';

const key = (fill: number) => new Uint8Array(32).fill(fill);
const vault = createVault(key(1));
const PLACE = ['T0TEAM', 'api key', 'acme'];

const texts = fc.string({ unit: anyCharacter, maxLength: 200 });
const places = fc.array(fc.string(), { maxLength: 4 });

describe('a sealed text', () => {
  it('opens unchanged in its place', () => {
    fc.assert(
      fc.property(texts, places, (text, place) => {
        expect(vault.open(vault.seal(text, place), place)).toBe(text);
      }),
      { seed: 1 },
    );
  });

  it('reveals nothing and never looks the same twice', () => {
    const [one, other] = [vault.seal('vk-of-acme', PLACE), vault.seal('vk-of-acme', PLACE)];
    expect(one).not.toContain('acme');
    expect(Buffer.from(one.split('.')[2] ?? '', 'base64url').toString('latin1')).not.toContain('vk-');
    expect(one).not.toBe(other);
  });

  it('can’t be opened in another place, such as a row moved to another workspace', () => {
    fc.assert(
      fc.property(texts, places, places, (text, place, other) => {
        fc.pre(JSON.stringify(place) !== JSON.stringify(other));
        expect(() => vault.open(vault.seal(text, place), other)).toThrow(SealedElsewhere);
      }),
      { seed: 2 },
    );
  });

  it('can’t be opened once any bit has changed', () => {
    const [version, keyId, content = ''] = vault.seal('vk-of-acme', PLACE).split('.');
    const bits = Buffer.from(content, 'base64url').length * 8;
    fc.assert(
      fc.property(fc.nat(bits - 1), (bit) => {
        const bytes = Buffer.from(content, 'base64url');
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const changed = [version, keyId, bytes.toString('base64url')].join('.');
        expect(() => vault.open(changed, PLACE)).toThrow('sealed for another place, or it is damaged');
      }),
      { seed: 3 },
    );
  });

  it('can’t be opened with another key; the error names both keys without revealing them', () => {
    const other = createVault(key(2));
    expect(() => other.open(vault.seal('vk-of-acme', PLACE), PLACE)).toThrow(
      /^It was sealed with the key [0-9a-f]{8}; ENCRYPTION_KEY is [0-9a-f]{8}\.$/,
    );
  });

  it('opens with the former key too, but is sealed with the new one', () => {
    const both = createVault(key(2), key(1));
    const [old, anew] = [vault.seal('vk-of-acme', PLACE), both.seal('vk-of-acme', PLACE)];
    expect([both.open(old, PLACE), both.open(anew, PLACE)]).toEqual(['vk-of-acme', 'vk-of-acme']);
    expect([both.isFormer(old), both.isFormer(anew)]).toEqual([true, false]);
    expect(createVault(key(2)).open(anew, PLACE)).toBe('vk-of-acme');
    expect(() => vault.open(anew, PLACE)).toThrow(SealedElsewhere);
  });

  it.each(['', 'vk-in-the-open', 'v1', 'v2.abc.def', '..', 'v1..'])('is not “%s”', (text) => {
    expect(() => vault.open(text, PLACE)).toThrow(SealedElsewhere);
  });

  it('can’t be opened if it’s cut short', () => {
    const sealed = vault.seal('vk-of-acme', PLACE);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => vault.open(sealed.slice(0, length), PLACE)).toThrow(SealedElsewhere);
    }
  });
});
