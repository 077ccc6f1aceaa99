import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findNearest } from '../../src/words/nearest.ts';

describe('the nearest known word', () => {
  const KNOWN = ['leads', 'topic', 'topics', 'track', 'Pricing', 'noon', 'us'];
  it.each([
    ['lead', 'leads'],
    ['laeds', 'leads'],
    ['leds', 'leads'],
    ['tpoic', 'topic'],
    ['topicz', 'topic'],
    ['pricng', 'Pricing'],
    ['PRICING', 'Pricing'],
    ['tr', 'track'],
    ['t', undefined],
    ['', undefined],
    ['weather', undefined],
    ['soon', undefined],
    ['nooon', 'noon'],
    ['uk', undefined],
    ['usa', undefined],
  ])('to “%s” is %j', (word, known) => {
    expect(findNearest(word, KNOWN)).toBe(known);
  });

  it('is undefined without known words', () => {
    expect(findNearest('leads', [])).toBeUndefined();
  });

  it('is always a known one, and a known word is nearest to itself', () => {
    const words = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(words, fc.string(), (known, word) => {
        expect([undefined, ...known]).toContain(findNearest(word, known));
        const starts = known.filter((other) => other.startsWith(known[0] ?? ''));
        if (starts.length === 1) expect(findNearest(known[0] ?? '', known)).toBe(known[0]);
      }),
      { seed: 41 },
    );
  });
});
