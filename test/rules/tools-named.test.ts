/** What is counted from lists of mentions and citations: each answer once, only of the days and answers that are meant. */
import { describe, expect, test } from 'vitest';
import { daysBefore } from '../../src/rules/calendar.ts';
import { countCitedPages } from '../../src/rules/cited-threads.ts';
import { compareFirsts, compareMentions, countTools, type NamedDay } from '../../src/rules/named-days.ts';
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
  regionId: undefined,
  promptId: undefined,
  prompt: undefined,
  responseId: undefined,
  promptRunId: undefined,
  url: undefined,
  createdAt: undefined,
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

const TODAY = '2026-11-25';
const day = (back: number) => daysBefore(TODAY, back);

let ids = 0;
/** So many answers of a day, of which some name each tool. */
function answers(date: string, of: number, times: Record<string, number>): Mention[] {
  const responses = Array.from({ length: of }, () => `r${ids++}`);
  return Object.entries({ Acme: of, ...times }).flatMap(([entity_name, many]) =>
    responses.slice(0, many).map((response_id) => ({
      id: `m${ids++}`,
      response_id,
      entity_name,
      entity_type: entity_name === 'Acme' ? 'own' : 'competitor',
      matched_term: null,
      rank_position: null,
      sentiment: null,
      description: null,
      confidence: null,
      created_at: `${date}T10:00:00Z`,
    })),
  );
}

/** A week in which Globex is named in 80 of 100 answers, after one with 40; Initech always in half of them. */
const WEEKS = Array.from({ length: 15 }, (_, i) => i + 1).flatMap((back) =>
  answers(day(back), 20, { Globex: back <= 7 ? 16 : 8, Initech: 10 }),
);

test('tells the shares of both spans, and which move is beyond chance', () => {
  const moved = compareMentions(WEEKS, 'Acme', { today: TODAY }, 'named');
  expect(moved).toMatchObject({
    by: 'named',
    now: { from: day(7), to: day(1), answers: 140 },
    before: { from: day(14), to: day(8), answers: 140 },
  });
  expect(moved?.tools.map(({ name, now, before, isBeyond }) => [name, now, before, isBeyond])).toEqual([
    ['Globex', 0.8, 0.4, true],
    ['Acme', 1, 1, false],
    ['Initech', 0.5, 0.5, false],
  ]);
});

test('a list that does not reach back beyond the earlier days tells nothing of asked days, and less of none', () => {
  const short = WEEKS.filter(({ created_at }) => created_at >= day(6));
  expect(compareMentions(short, 'Acme', { from: day(7), to: day(1), today: TODAY }, 'named')).toBeUndefined();
  expect(compareMentions(short, 'Acme', { today: TODAY }, 'named')?.now).toMatchObject({
    from: day(2),
    to: day(1),
  });
  expect(compareMentions([], 'Acme', { today: TODAY }, 'named')).toBeUndefined();
});

test('only the answers that are meant count', () => {
  const of = new Set(
    WEEKS.filter(({ entity_name }) => entity_name === 'Initech').map((one) => one.response_id),
  );
  const { tools = [] } = compareMentions(WEEKS, 'Acme', { today: TODAY }, 'named', of) ?? {};
  expect(tools.find(({ name }) => name === 'Initech')).toMatchObject({ now: 1, before: 1 });
});

test('days that were kept tell who is named first, where none of them is missing', () => {
  const kept = Array.from({ length: 20 }, (_, i): NamedDay => {
    const first = i + 1 <= 7 ? 60 : 20;
    return { day: day(i + 1), ranked: 100, own: 30, rivals: [{ name: 'Globex', first }] };
  }).toReversed();
  const asked = { from: day(7), to: day(1), today: TODAY };
  expect(compareFirsts(kept, 'Acme', asked)?.tools[0]).toEqual({
    name: 'Globex',
    isOwn: false,
    now: 0.6,
    before: 0.2,
    isBeyond: true,
  });
});

test.each([
  ['some of the days before', { from: day(7), to: day(1) }, 9, [day(9), day(8), day(7), day(1)]],
  ['only some of the days asked for', { from: day(7), to: day(1) }, 4, [day(4), day(3), day(2), day(1)]],
  ['days that go on', { from: day(3), to: TODAY }, 3, [day(3), day(2), day(1), day(1)]],
])('%s that are known are compared, and named', (_, asked, known, [first, end, from, last]) => {
  const kept = Array.from({ length: 20 }, (_, i): NamedDay => {
    return { day: day(i + 1), ranked: 10, own: 3, rivals: [{ name: 'Globex', first: 4 }] };
  }).toReversed();
  const moved = (of: readonly NamedDay[]) => compareFirsts(of, 'Acme', { ...asked, today: TODAY });
  const part = { isPart: true, before: { from: first, to: end }, now: { from, to: last } };
  expect(moved(kept.slice(-known))).toMatchObject(part);
  expect(moved(kept.toSpliced(-known - 1, 1))).toMatchObject(part);
  expect(moved(kept)).not.toHaveProperty('isPart');
  expect(moved(kept.slice(-1))).toBeUndefined();
  expect(moved(kept.slice(0, -12))).toBeUndefined();
});

test.each([
  ['since a day compares the days after it with that day', day(3), [day(3), day(3), day(2), day(1)]],
  ['since yesterday compares yesterday, as nothing later is known', day(1), [day(3), day(2), day(1), TODAY]],
])('%s', (_, from, [first, end, begin, last]) => {
  const kept = Array.from({ length: 20 }, (_, i): NamedDay => {
    return { day: day(i + 1), ranked: 10, own: 3, rivals: [{ name: 'Globex', first: 4 }] };
  }).toReversed();
  const spans = (to?: string) => ({ before: { from: first, to: end }, now: { from: begin, to } });
  expect(compareFirsts(kept, 'Acme', { from, today: TODAY })).toMatchObject(spans(day(1)));
  expect(compareMentions(WEEKS, 'Acme', { from, today: TODAY }, 'named')).toMatchObject(spans(last));
});

test('a rival that answers spell in two ways is one rival', () => {
  const kept = Array.from({ length: 14 }, (_, i): NamedDay => {
    const name = i % 2 === 0 ? 'Globex Cloud' : 'GlobexCloud';
    return { day: day(i + 1), ranked: 100, own: 30, rivals: [{ name, first: 40 }] };
  }).toReversed();
  const moved = compareFirsts(kept, 'Acme', { from: day(7), to: day(1), today: TODAY });
  expect(moved?.tools.map(({ now, before }) => [now, before])).toEqual([
    [0.3, 0.3],
    [0.4, 0.4],
  ]);
});
