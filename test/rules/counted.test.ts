/** What is counted from lists of mentions and citations: each answer once, only of the days and answers that are meant. */
import { describe, expect, test } from 'vitest';
import { countCitedPages } from '../../src/rules/pages-cited.ts';
import { countTools } from '../../src/rules/tools-named.ts';
import type { Citation } from '../../src/visibility/assumed.ts';
import type { Mention } from '../../src/visibility/contract.ts';

const mention = (response_id: string, entity_name: string, rank: number | null, day = '19'): Mention => ({
  id: `${response_id} ${entity_name}`,
  response_id,
  entity_name,
  entity_type: 'tool',
  matched_term: null,
  rank_position: rank,
  sentiment: null,
  description: null,
  confidence: null,
  created_at: `2026-11-${day}T07:00:00Z`,
});

const MENTIONS = [
  mention('r1', 'Globex', 1),
  mention('r1', 'Acme', 2),
  mention('r1', 'Globex', 3),
  mention('r2', 'Acme', 1),
  mention('r3', 'globex', 1, '12'),
  mention('r4', 'Initech', null),
];

describe('tools that answers name', () => {
  test('are counted once an answer, whatever case they are in, and told from the brand', () => {
    const { tools, answers, ranked } = countTools(MENTIONS, 'Acme');
    expect({ answers, ranked }).toEqual({ answers: 4, ranked: 3 });
    expect(tools).toMatchObject([
      { name: 'Globex', isOwn: false, answers: 2, first: 2 },
      { name: 'Acme', isOwn: true, answers: 2, first: 1 },
      { name: 'Initech', answers: 1, first: 0 },
    ]);
  });

  test('of some days, and of some answers, are those alone', () => {
    const ofDays = countTools(MENTIONS, 'Acme', { from: '2026-11-19' });
    expect(ofDays).toMatchObject({ answers: 3, since: '2026-11-19', until: '2026-11-19' });
    expect(countTools(MENTIONS, 'Acme', {}, new Set(['r2'])).tools.map(({ name }) => name)).toEqual(['Acme']);
  });
});

const cited = (given: Partial<Citation>): Citation => ({
  ...({
    id: undefined,
    title: undefined,
    domain: undefined,
    engineId: undefined,
    engine: undefined,
  } as Citation),
  ...{
    regionId: undefined,
    promptId: undefined,
    prompt: undefined,
    responseId: undefined,
    promptRunId: undefined,
  },
  ...{ url: undefined, createdAt: undefined },
  ...given,
});
const DOCS = { url: 'https://docs.acme.example/alerts', promptId: 'p1', createdAt: Date.parse('2026-11-19') };

describe('pages that engines cite', () => {
  const list = [
    cited(DOCS),
    cited(DOCS),
    cited({ url: 'https://globex.example/', domain: 'www.globex.example', promptId: 'p2' }),
    cited({ url: 'https://notacme.example/', createdAt: Date.parse('2026-11-10') }),
  ];

  test('of a site are its own and those below it, and no other that ends alike', () => {
    const { pages, citations } = countCitedPages(list, { domain: ['acme.example'] });
    expect(citations).toBe(2);
    expect(pages).toMatchObject([{ url: DOCS.url, citations: 2 }]);
    expect(countCitedPages(list, { domain: ['globex.example'] }).citations).toBe(1);
  });

  test('are as many as the API counts, where it lists each page once', () => {
    const counted = countCitedPages([cited({ ...DOCS, count: 17 }), cited(DOCS)], {});
    expect(counted).toMatchObject({ citations: 18, pages: [{ citations: 18 }] });
  });

  test('of days leave out what has no date, and say so', () => {
    expect(countCitedPages(list, { from: '2026-11-15' })).toMatchObject({ citations: 2, undated: 1 });
  });

  test('of a prompt leave out what names none, and say so', () => {
    const prompts = { ids: new Set(['p2']), texts: new Set<string>() };
    expect(countCitedPages(list, { prompts })).toMatchObject({ citations: 1, untied: 1 });
  });
});
