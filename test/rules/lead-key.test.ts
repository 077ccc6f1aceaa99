import { describe, expect, test } from 'vitest';
import { identifyLeads, toLeadKey } from '../../src/rules/lead-key.ts';
import type { Lead } from '../../src/visibility/assumed.ts';
import { lead } from './cast.ts';

describe('two leads are the same', () => {
  test.each([
    ['if they have one id, whatever else changed', { id: '7', title: 'Old' }, { id: '7', title: 'New' }],
    [
      'if the address differs in the case of its host',
      { url: 'https://Forum.example/a' },
      { url: 'https://forum.example/a' },
    ],
    ['if one links to a comment', { url: 'https://forum.example/a#c9' }, { url: 'https://forum.example/a' }],
    [
      'if one came from a newsletter',
      { url: 'https://forum.example/a?utm_source=n&UTM_medium=m' },
      { url: 'https://forum.example/a' },
    ],
    ['if one ends with a slash', { url: 'https://forum.example/a/' }, { url: 'https://forum.example/a' }],
    [
      'if one ends with a slash before its parameters',
      { url: 'https://forum.example/a/?p=2' },
      { url: 'https://forum.example/a?p=2' },
    ],
    [
      'if without id and address their title and place agree',
      { title: 'CRM?', place: 'r/saas' },
      { title: 'CRM?', place: 'r/saas' },
    ],
  ])('%s', (_, one, other) => {
    expect(toLeadKey(lead(one))).toBe(toLeadKey(lead(other)));
  });
});

describe('two leads are different', () => {
  test.each([
    [
      'with other ids and one address',
      { id: '7', url: 'https://a.example/' },
      { id: '8', url: 'https://a.example/' },
    ],
    [
      'with an address in which a parameter names the thread',
      { url: 'https://a.example/?t=1' },
      { url: 'https://a.example/?t=2' },
    ],
    ['with paths that differ in case', { url: 'https://a.example/A' }, { url: 'https://a.example/a' }],
    ['with one title in two places', { title: 'CRM?', place: 'r/saas' }, { title: 'CRM?', place: 'r/crm' }],
    ['when an id looks like an address', { id: 'https://a.example' }, { url: 'https://a.example' }],
  ])('%s', (_, one, other) => {
    expect(toLeadKey(lead(one))).not.toBe(toLeadKey(lead(other)));
  });
});

test('an address that is none still identifies its lead', () => {
  expect(toLeadKey(lead({ url: ' not an address ' }))).toBe('url:not an address');
});

test('leads whose long addresses or words differ only at their end have short keys that differ', () => {
  const long = 'x'.repeat(5_000);
  for (const key of ['url', 'reason'] as const) {
    const [one, other] = ['a', 'b'].map((end) =>
      toLeadKey(lead({ [key]: `https://forum.example/${long}${end}` })),
    );
    expect(one).not.toBe(other);
    expect(Buffer.byteLength(one ?? long)).toBeLessThan(2_600);
  }
});

describe('a list', () => {
  const list = (leads: Partial<Lead>[], known: [string, string][] = []) =>
    identifyLeads(leads.map(lead), new Map(known));

  test('names every lead once, in its order, whichever of its names comes twice', () => {
    const found = list([
      { id: '2', url: 'https://redd.it/abc' },
      { id: '1', title: 'One' },
      { id: '3', url: 'https://old.reddit.com/r/x/comments/abc/title/' },
      { id: '1', url: 'https://a.example/1', title: 'One again' },
    ]);
    expect(found).toMatchObject([
      { key: 'id:2', rank: 1, identities: ['id:2', 'url:https://reddit.com/comments/abc', 'id:3'] },
      { key: 'id:1', rank: 2, title: 'One', url: 'https://a.example/1' },
    ]);
    expect(found).toHaveLength(2);
  });

  test('that comes with other ids is known by its threads', () => {
    const [found] = list(
      [{ id: '9', url: 'https://a.example/1?utm_source=x' }],
      [['url:https://a.example/1', 'id:1']],
    );
    expect(found).toMatchObject({ key: 'id:1', identities: ['id:9', 'url:https://a.example/1'] });
  });

  test('that comes with other addresses is known by its ids', () => {
    const [found] = list(
      [{ id: '1', url: 'https://a.example/moved' }],
      [['id:1', 'url:https://a.example/1']],
    );
    expect(found?.key).toBe('url:https://a.example/1');
  });

  test('of leads without id and address keeps those apart that differ in anything', () => {
    expect(list([{ reason: 'a' }, { reason: 'b' }, { reason: 'a', author: 'casey' }])).toHaveLength(3);
  });
});
