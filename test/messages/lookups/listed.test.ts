/** A part of a list is told to be one, with how much there is where the API says it. */
import { describe, expect, it } from 'vitest';
import { referrersPage, searchesPage, sourcesPage } from '../../../src/messages/lookups/evidence.ts';
import { regionUsagePage, topicsPage } from '../../../src/messages/lookups/topics.ts';
import type { Rest } from '../../../src/visibility/assumed.ts';
import { parseAnswer } from '../../visibility/reading.ts';
import { heardOf } from '../reading.ts';

const ACME = { id: '6f0c2b1e-4d5a-4c8e-9b7f-2a1d3e5c7b90', name: 'Acme' };
const part = <Row>(rows: Row[], rest?: Rest) => (rest ? Object.assign([...rows], { rest }) : [...rows]);
const sources = parseAnswer('sources', [{ title: 'A' }, { title: 'B' }]);
const topics = parseAnswer('topics', [{ label: 'a' }, { label: 'b' }]);
const referrers = ['a', 'b'].map((domain) => ({ domain, citation_count: 1, share: 0.5 }));

describe.each([
  ['sources', (rest?: Rest) => sourcesPage(ACME, sources, part(sources, rest), { only: [] })],
  ['topics', (rest?: Rest) => topicsPage(ACME, topics, part(topics, rest))],
  ['referrers', (rest?: Rest) => referrersPage(ACME, referrers, part(referrers, rest))],
])('%s', (_, answer) => {
  it('that are all there are counted', () => {
    expect(heardOf(answer())[0]).not.toContain('first 2');
  });

  it('that are a part are the first of so many', () => {
    expect(heardOf(answer({ total: 1204 }))[0]).toContain('first 2 of 1,204');
    expect(heardOf(answer({}))[0]).toContain('first 2 ');
  });
});

const scored = parseAnswer('topics', [{ label: 'a', score: 60 }]);
const searches = parseAnswer('queryFanout', [{ query: 'a', count: 3 }]);

it.each([
  ['sources', sourcesPage(ACME, sources, sources, { only: [] })],
  ['topics', topicsPage(ACME, scored, scored)],
  ['domains', referrersPage(ACME, referrers, referrers)],
  ['searches', searchesPage(ACME, searches, searches.length)],
])('the figures of %s are said to have no days', (_, answer) => {
  expect(heardOf(answer).join(' ')).toContain('doesn’t say which days');
});

it('the usage of regions as one number says so and no more', () => {
  const usage = parseAnswer('regionUsage', { used: 2, limit: 5, plan: 'team', seats: 3 });
  expect(heardOf(regionUsagePage(ACME, usage, usage))).toEqual([expect.stringMatching(/\b2 of 5 regions\b/)]);
});
