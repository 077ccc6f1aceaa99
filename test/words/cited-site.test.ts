import { expect, test } from 'vitest';
import { isOfSite, pageOf, siteOf } from '../../src/words/answers.ts';

const ALERTS = {
  url: 'https://www.docs.globex.example/alerts/?utm_source=chatgpt.com#top',
  domain: 'Globex',
};

test('a page belongs to its site and the one above, however it is linked', () => {
  expect([siteOf(ALERTS), pageOf(ALERTS)]).toEqual(['docs.globex.example', 'docs.globex.example/alerts']);
  for (const wanted of ['docs.globex.example', 'https://www.docs.globex.example/', 'Globex.example'])
    expect(isOfSite(ALERTS, wanted)).toBe(true);
  for (const wanted of ['bex.example', 'acme.example', 'Globex', ''])
    expect(isOfSite(ALERTS, wanted)).toBe(false);
});

test('with a path, only that page matches', () => {
  expect(isOfSite(ALERTS, 'docs.globex.example/alerts')).toBe(true);
  expect(isOfSite({ url: `https://docs.globex.example/alerts/setup` }, 'docs.globex.example/alerts')).toBe(
    false,
  );
  expect(isOfSite({ url: 'https://forum.example/t?id=2' }, 'forum.example/t?id=1')).toBe(false);
});

test('without an address, the domain gives the site unless it is just a name', () => {
  expect(siteOf({ domain: 'www.Acme.example' })).toBe('acme.example');
  expect(siteOf({ domain: 'The Acme blog' })).toBeUndefined();
  expect(pageOf({ domain: 'acme.example' })).toBeUndefined();
  expect(isOfSite({}, 'acme.example')).toBe(false);
});
