/** Any code point as a string, of those that a text may hold. fast-check's own `binary` takes a second to prepare. */
import fc from 'fast-check';

/** Those between stand for halves of others. */
const [SURROGATES, AFTER] = [0xd800, 0xe000];

export const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - (AFTER - SURROGATES) })
  .map((nth) => String.fromCodePoint(nth < SURROGATES ? nth : nth + AFTER - SURROGATES));
