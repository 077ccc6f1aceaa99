/** Any address of a page. fast-check's own `webUrl` takes 1.8 s of CPU to prepare. */
import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

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
