/** A rival's figures, where the API's answer sets them beside the brand's own. */
import { expect, it } from 'vitest';
import { clientOf, listing, OTHER, PROJECT, SEGMENT } from './api.ts';

const names: Record<string, string> = { [SEGMENT]: 'ChatGPT', [OTHER]: 'Gemini' };
const engine = (id: string) => ({ engine_id: id, engine: names[id] });
/** Both sides of the whole and of two engines. */
const SCORES = { all: [48, 55], [SEGMENT]: [61, 52], [OTHER]: [40, 57] } as const;
const [[own, its], [ownChat, itsChat], [ownGemini, itsGemini]] = [SCORES.all, SCORES[SEGMENT], SCORES[OTHER]];
const parts = [SEGMENT, OTHER] as const;
const blocks = (mine: string, theirs: string, [us, them]: readonly [number, number]) => ({
  [mine]: { score: us, mention_rate: us / 100 },
  [theirs]: { score: them, mention_rate: them / 100 },
});
/** Figures by what everybody is called. */
const sides = (id: typeof SEGMENT | typeof OTHER) => ({
  Acme: SCORES[id][0],
  Globex: SCORES[id][1],
  Initech: 12,
});
const twoRows = ([us, them]: readonly [number, number], flag = {}) => [
  { brand: 'Acme', ...flag, metrics: { visibility: us } },
  { brand: 'Globex', metrics: { visibility: them } },
];

it.each([
  {
    competitor: 'Globex',
    own_summary: { score: own },
    summary: { score: its },
    by_engine: parts.map((id) => ({ ...engine(id), ...blocks('own', 'competitor', SCORES[id]) })),
  },
  {
    competitor: { name: 'Globex' },
    overall: blocks('brand', 'competitor', SCORES.all),
    engines: parts.map((id) => ({
      engine: { id, name: names[id] },
      ...blocks('brand', 'competitor', SCORES[id]),
    })),
  },
  {
    name: 'Globex',
    mentions: 12,
    ...blocks('us', 'them', SCORES.all),
    engines: Object.fromEntries(parts.map((id) => [id, blocks('us', 'them', SCORES[id])])),
    days: { '2026-11-19': blocks('us', 'them', SCORES.all) },
  },
  {
    data: {
      competitor: { id: OTHER, name: 'Globex' },
      comparison: blocks('you', 'competitor', SCORES.all),
      breakdown: {
        engines: parts.map((id) => ({ engine: { id }, ...blocks('you', 'competitor', SCORES[id]) })),
      },
    },
  },
  {
    brand: 'Globex',
    overall: twoRows(SCORES.all),
    engines: parts.map((id) => ({ ...engine(id), brands: twoRows(SCORES[id]) })),
  },
  {
    entity: 'Globex',
    totals: twoRows(SCORES.all),
    by_engine: parts.flatMap((id) => twoRows(SCORES[id]).map((row) => ({ dimensions: engine(id), ...row }))),
  },
  {
    data: {
      name: 'Globex',
      score: { own, competitor: its },
      by_engine: parts.map((id) => ({
        ...engine(id),
        score: { own: SCORES[id][0], competitor: SCORES[id][1] },
      })),
    },
    meta: { count: 2 },
  },
  {
    competitor: 'Globex',
    own_score: own,
    competitor_score: its,
    by_engine: parts.map((id) => ({
      ...engine(id),
      own_score: SCORES[id][0],
      competitor_score: SCORES[id][1],
    })),
  },
  {
    Acme: { score: own, mention_rate: own / 100 },
    Globex: { score: its, mention_rate: its / 100 },
    Initech: { score: 12, mention_rate: 0.12 },
    engines: { ChatGPT: sides(SEGMENT), Gemini: sides(OTHER) },
  },
  {
    data: {
      brands: blocks('acme', 'globex', SCORES.all),
      engines: parts.map((id) => ({ ...engine(id), brands: blocks('Acme', 'Globex', SCORES[id]) })),
    },
  },
  {
    status: 'ok',
    payload: {
      name: 'Globex',
      ...blocks('us', 'them', SCORES.all),
      engines: Object.fromEntries(
        parts.map((id) => [id, { us: `${SCORES[id][0]}.00`, them: `${SCORES[id][1]}.00` }]),
      ),
    },
  },
])('are its own alone, and the brand’s are the brand’s: %j', async (body) => {
  const { client } = await clientOf(listing(body));
  const read = await client.competitorDetail(PROJECT, 'Globex', { brands: ['Acme'] });
  const scoresIn = (side: typeof read.own) => [
    side?.score,
    ...(side?.byEngine ?? []).map((row) => [row.engine, row.score]),
  ];
  expect(scoresIn(read as typeof read.own)).toEqual([its, ['ChatGPT', itsChat], ['Gemini', itsGemini]]);
  expect(read.mentions).not.toBe(2);
  expect(scoresIn(read.own)).toEqual([own, ['ChatGPT', ownChat], ['Gemini', ownGemini]]);
});

it('are of every engine, whoever leads there', async () => {
  const by_engine = parts.map((id, i) => ({
    ...engine(id),
    score: SCORES[id][1],
    top_competitor: ['Globex', 'Initech'][i],
    leader: { name: ['Globex', 'Initech'][i] },
  }));
  const { client } = await clientOf(listing({ name: 'Globex', score: its, by_engine }));
  expect((await client.competitorDetail(PROJECT, 'Globex')).byEngine).toHaveLength(2);
});

it('aren’t the brand’s where nothing says whose they are', async () => {
  const body = { name: 'Globex', score: its, by_engine: [{ ...engine(SEGMENT), score: itsChat }] };
  const { client } = await clientOf(listing(body));
  expect(await client.competitorDetail(PROJECT, 'Globex')).toMatchObject({ score: its, own: undefined });
});

it('of a type are not the brand’s, whose figures stand in the same row', async () => {
  const body = { entity_name: 'Globex', entity_type: 'competitor', score: its, own_score: own };
  const { client } = await clientOf(listing(body));
  expect(await client.competitorDetail(PROJECT, 'Globex')).toMatchObject({
    type: 'competitor',
    own: { score: own, type: undefined },
  });
});

const everybody = [
  { name: 'Globex', entity_type: 'competitor', score: its, mention_rate: 0.6, mention_count: 30 },
  { name: 'Acme', entity_type: 'own', score: own, mention_rate: 0.4, mention_count: 20 },
];
const flagged = everybody.map(({ entity_type, name, ...figures }) => ({
  brand: { name, is_own: entity_type === 'own' },
  metrics: figures,
}));

it.each([
  [everybody, 'entities', { score: own, mentionRate: 0.4 }],
  [flagged, 'brands', { score: own, mentionRate: 0.4 }],
  [everybody.slice(0, 1), 'entities', { score: undefined, mentionRate: undefined }],
])('of a topic are the brand’s where only a list of everybody has them: %j', async (list, name, figures) => {
  const { client } = await clientOf(listing([{ label: 'pricing', answer_count: 50, [name]: list }]));
  expect(await client.topics(PROJECT)).toMatchObject([{ label: 'pricing', answers: 50, ...figures }]);
});

it('of a topic are its own where it has them, whatever a list of everybody says', async () => {
  const rows = [
    { label: 'pricing', own_score: 22, own_mention_rate: 0.25, entities: everybody },
    { label: 'alerts', us: { score: '22.00', mention_rate: '0.25' }, entities: everybody },
  ];
  for (const row of rows) {
    const { client } = await clientOf(listing([row]));
    expect(await client.topics(PROJECT)).toMatchObject([{ score: 22, mentionRate: 0.25 }]);
  }
});
