/** Pages of the brand's own: which domains are, and which of their pages answers began or ceased to cite. */
import { describe, expect, test } from 'vitest';
import { ownDomains, ownPageChanges } from '../../src/rules/own-pages.ts';
import { Citations } from '../../src/visibility/assumed.ts';
import type { Mention } from '../../src/visibility/contract.ts';

const mention = (entity_name: string, matched_term: string | null): Mention => ({
  ...{ id: '1', response_id: '1', entity_name, entity_type: 'company', matched_term },
  ...{ rank_position: 1, sentiment: null, description: null, confidence: null },
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
      ...{ url: `https://${domain}${path}`, domain, title: `Page ${path}` },
      created_at: `${day}T08:00:00Z`,
    }));
  const changes = (...rows: object[][]) =>
    ownPageChanges(Citations.parse(rows.flat()), { since: '2026-11-20', day: '2026-11-20' }, isOwn);
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
      appeared: [{ url: 'https://acme.example/docs', title: 'Page /docs', times: 3 }],
      vanished: [{ url: 'https://acme.example/guide', title: 'Page /guide', times: 4 }],
    });
  });

  test('are not known where the list does not cover both days whole, or cites none of them', () => {
    expect(changes(cited('/docs', '2026-11-20'), cited('/guide', '2026-11-19'))).toBeUndefined();
    expect(changes(cited('/a', '2026-11-20', 2, 'wiki.example'), older)).toBeUndefined();
  });
});
