import { expect, test } from 'vitest';
import { isOfSite, pageOf, siteOf } from '../../src/words/cited-site.ts';

const ALERTS = {
  url: 'https://www.docs.globex.example/alerts/?utm_source=chatgpt.com#top',
  domain: 'Globex',
};

test('a page is of its site, however it was linked, and of the site above that', () => {
  expect([siteOf(ALERTS), pageOf(ALERTS)]).toEqual(['docs.globex.example', 'docs.globex.example/alerts']);
  for (const wanted of ['docs.globex.example', 'https://www.docs.globex.example/', 'Globex.example'])
    expect(isOfSite(ALERTS, wanted)).toBe(true);
  for (const wanted of ['bex.example', 'acme.example', 'Globex', ''])
    expect(isOfSite(ALERTS, wanted)).toBe(false);
});

test('with a path one page alone is meant', () => {
  expect(isOfSite(ALERTS, 'docs.globex.example/alerts')).toBe(true);
  expect(isOfSite({ url: `https://docs.globex.example/alerts/setup` }, 'docs.globex.example/alerts')).toBe(
    false,
  );
  expect(isOfSite({ url: 'https://forum.example/t?id=2' }, 'forum.example/t?id=1')).toBe(false);
});

test('of a page without an address the domain tells its site, where it is none of a mere name', () => {
  expect(siteOf({ domain: 'www.Acme.example' })).toBe('acme.example');
  expect(siteOf({ domain: 'The Acme blog' })).toBeUndefined();
  expect(pageOf({ domain: 'acme.example' })).toBeUndefined();
  expect(isOfSite({}, 'acme.example')).toBe(false);
});
