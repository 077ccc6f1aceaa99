import { expect, it } from 'vitest';
import { isWebPage, noAnswerSentence, webPageSentence } from '../../src/visibility/errors.ts';

it.each([
  '<!DOCTYPE html><html></html>',
  '\uFEFF\n  <!doctype HTML PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN">',
  '<html lang="en">',
  '<?xml version="1.0"?>\n<!DOCTYPE html>',
])('%j is a web page', (text) => expect(isWebPage(text)).toBe(true));

it.each(['', '[]', '"<html>"', '<error>no such key</error>', 'see <html>', '<htmlish>'])(
  '%j is none',
  (text) => expect(isWebPage(text)).toBe(false),
);

it('of the address nothing is shown that may be secret', () => {
  expect(webPageSentence('https://ana:word@example.com/app?key=secret')).toMatch(
    /^https:\/\/example\.com\/app answers with a web page/,
  );
});

it.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /NODE_EXTRA_CA_CERTS/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
  ['fetch failed SELF_SIGNED_CERT_IN_CHAIN', /NODE_EXTRA_CA_CERTS/],
  ['fetch failed CERT_HAS_EXPIRED', /renewed/],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /http:\/\//],
  ['UND_ERR_SOCKET', /closed/],
  ['the proxy answers 407', /HTTPS_PROXY/],
])('%s is said with what to do about it', (why, remedy) => expect(noAnswerSentence(why)).toMatch(remedy));
