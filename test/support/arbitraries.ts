/** What fast-check draws in tests of ours: its own `binary` and `webUrl` take seconds of CPU to prepare. */
import fc from 'fast-check';

/** Surrogates stand for halves of other characters. */
const [SURROGATES, AFTER] = [0xd800, 0xe000];

/** Any code point of those that a text may hold. */
export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - (AFTER - SURROGATES) })
  .map((nth) => String.fromCodePoint(nth < SURROGATES ? nth : nth + AFTER - SURROGATES));

/** What may stand in a path as it is, and anything else in percents. */
const inPath = fc.oneof(
  fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@"),
  anyCharacter.map(encodeURIComponent),
);

export const anyUrl = fc
  .tuple(fc.constantFrom('http', 'https'), fc.domain(), fc.array(fc.array(inPath)))
  .map(
    ([scheme, domain, path]) => `${scheme}://${domain}${path.map((part) => `/${part.join('')}`).join('')}`,
  );
