/** What changed between two answers, and between the pages that answers cite. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findCitedAnew, findNamingSentences, findPlaces, ownDomains } from '../../src/rules/answer-change.ts';
import type { Mention } from '../../src/visibility/contract.ts';
import { parseAnswer } from '../visibility/reading.ts';

const TOOLS = { own: ['Acme', 'Acme Cloud'], others: ['Globex', 'Node.js (hosted)'] };
const BEFORE = 'Acme is a strong choice. Globex costs more. Many teams use spreadsheets.';
const AFTER = 'Globex is what most teams pick. Acmeister is new. Acme is a strong choice.';

describe('an answer', () => {
  test('names first whom it names first, and us in our place', () => {
    expect(findPlaces(BEFORE, TOOLS)).toEqual({ first: 'Acme', own: 1 });
    expect(findPlaces(AFTER, TOOLS)).toEqual({ first: 'Globex', own: 2 });
    expect(findPlaces('I’d take node.js (Hosted).', TOOLS)).toEqual({
      first: 'Node.js (hosted)',
      own: undefined,
    });
  });

  test('names nobody whose name only begins a longer word', () => {
    expect(findPlaces('Acmeister is new.', TOOLS)).toEqual({ first: undefined, own: undefined });
  });

  test('is quoted where it names a tool, in its own order', () => {
    expect(findNamingSentences(AFTER, BEFORE, TOOLS)).toEqual([
      { text: 'Globex is what most teams pick.', isNew: true },
      { text: 'Acme is a strong choice.', isNew: false },
    ]);
  });

  test('is quoted where it names us rather than others, as long as both are as new', () => {
    const now = 'Globex leads. Node.js (hosted) follows. Acme Cloud is fine.';
    const quoted = findNamingSentences(now, '', TOOLS).map(({ text }) => text);
    expect(quoted).toEqual(['Globex leads.', 'Acme Cloud is fine.']);
  });

  test('of any text is quoted in its own words', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        fc.array(fc.string({ minLength: 1 }), { maxLength: 4 }),
        (text, other, own) => {
          for (const { text: quoted } of findNamingSentences(text, other, { own, others: ['Globex'] }))
            expect(text).toContain(quoted);
        },
      ),
      { seed: 3, numRuns: 200 },
    );
  });
});

const CHANGE = { since: '2026-11-20', day: '2026-11-20' };

describe('the pages cited', () => {
  const cited = (domain: string, day: string, many = 2, prompt = 'p1') =>
    Array.from({ length: many }, () => ({ domain, prompt_id: prompt, created_at: `${day}T08:00:00Z` }));
  const changes = (rows: object[]) => {
    const all = parseAnswer('citations', rows);
    const ofPrompt = all.filter(({ promptId }) => promptId === 'p1');
    return findCitedAnew(all, CHANGE, ({ domain }) => domain, ofPrompt);
  };
  const older = cited('old.example', '2026-11-18', 1);

  test('since the change and not before, and the other way round, in answers to this prompt', () => {
    const rows = [
      ...cited('docs.globex.example', '2026-11-20', 3),
      ...cited('both.example', '2026-11-20'),
      ...cited('once.example', '2026-11-20', 1),
      ...cited('other.example', '2026-11-20', 2, 'p2'),
      ...cited('both.example', '2026-11-19'),
      ...cited('docs.acme.example', '2026-11-19'),
      ...older,
    ];
    expect(changes(rows)).toEqual({
      gained: [{ cited: 'docs.globex.example', times: 3 }],
      lost: [{ cited: 'docs.acme.example', times: 2 }],
    });
  });

  test('are told where one domain took the place of another', () => {
    const rows = [...cited('new.example', '2026-11-20'), ...cited('gone.example', '2026-11-19'), ...older];
    expect(changes(rows)).toEqual({
      gained: [{ cited: 'new.example', times: 2 }],
      lost: [{ cited: 'gone.example', times: 2 }],
    });
  });

  test('are not known where the list does not reach back beyond as many days before', () => {
    expect(
      changes([...cited('a.example', '2026-11-20'), ...cited('b.example', '2026-11-19')]),
    ).toBeUndefined();
    expect(changes([...cited('a.example', '2026-11-20'), ...older])).toBeUndefined();
  });
});

const mention = (entity_name: string, matched_term: string | null): Mention => ({
  id: '1',
  response_id: '1',
  entity_name,
  entity_type: 'company',
  matched_term,
  rank_position: 1,
  sentiment: null,
  description: null,
  confidence: null,
  created_at: '2026-11-19T08:00:00Z',
});

describe('a domain is the brand’s', () => {
  test('by its registered name, and not where the brand is only a part of somebody else’s', () => {
    const isOwn = ownDomains([], 'Acme Cloud');
    const own = ['acmecloud.com', 'docs.acme-cloud.io', 'www.acmecloud.co.uk'];
    const others = ['acmecloud.reviews.com', 'notacmecloud.com', 'acme.com', 'globex.com', 'co.uk', ''];
    expect([...own, ...others].filter(isOwn)).toEqual(own);
  });

  test('where the API recognises the brand by it', () => {
    const isOwn = ownDomains([mention('Acme', 'acme-hq.dev'), mention('Globex', 'globex.com')], 'Acme');
    expect(['acme-hq.dev', 'docs.acme-hq.dev', 'globex.com', 'xacme-hq.dev'].filter(isOwn)).toEqual([
      'acme-hq.dev',
      'docs.acme-hq.dev',
    ]);
  });
});

describe('its pages', () => {
  const isOwn = ownDomains([], 'Acme');
  const cited = (path: string, day: string, many = 2, domain = 'acme.example') =>
    Array.from({ length: many }, () => ({
      url: `https://${domain}${path}`,
      domain,
      title: `Page ${path}`,
      created_at: `${day}T08:00:00Z`,
    }));
  const changes = (...rows: object[][]) =>
    findCitedAnew(parseAnswer('citations', rows.flat()), CHANGE, ({ url, domain = '' }) =>
      isOwn(domain) ? url : undefined,
    );
  const older = cited('/blog', '2026-11-18', 1, 'wiki.example');

  test('are told where they are cited since and were not before, and the other way round', () => {
    const all = [
      cited('/docs', '2026-11-20', 3),
      cited('/both', '2026-11-20'),
      cited('/both', '2026-11-19'),
      cited('/guide', '2026-11-19', 4),
      cited('/once', '2026-11-19', 1),
      cited('/theirs', '2026-11-19', 5, 'globex.example'),
    ];
    expect(changes(...all, older)).toEqual({
      gained: [{ cited: 'https://acme.example/docs', title: 'Page /docs', times: 3 }],
      lost: [{ cited: 'https://acme.example/guide', title: 'Page /guide', times: 4 }],
    });
  });

  test('are not known where the list does not cover both days whole, or cites none of them', () => {
    expect(changes(cited('/docs', '2026-11-20'), cited('/guide', '2026-11-19'))).toBeUndefined();
    const theirs = [
      cited('/a', '2026-11-20', 2, 'wiki.example'),
      cited('/b', '2026-11-19', 2, 'wiki.example'),
    ];
    expect(changes(...theirs, older)).toEqual({ gained: [], lost: [] });
  });
});
