/** Things inside others: engines and runs in lists of their own, figures of several parts, an envelope's own time. */
import { describe, expect, it } from 'vitest';
import { rowsOfRegion } from '../../src/visibility/breakdown.ts';
import { createProfiles, type Line } from '../../src/visibility/profile.ts';
import { clientOf, json, listing, OTHER, PROJECT, SEGMENT } from './api.ts';
import { parseAnswer } from './reading.ts';

const DAYS = ['2026-11-19', '2026-11-20'];
const TIME = '2026-11-19T03:10:00Z';

describe('daily scores', () => {
  const engine = (id: string, score: number) => ({
    engine: { id, name: 'ChatGPT' },
    scores: { visibility: score },
  });
  const region = (score: number) => ({
    region: { id: OTHER, name: 'Germany' },
    scores: { visibility: score },
  });
  const series = (scores: readonly number[]) => ({
    dates: DAYS,
    series: [{ metric: 'visibility', values: scores }],
  });

  it.each([
    DAYS.map((date, i) => ({
      date,
      scores: { visibility: [60, 52][i] },
      breakdown: { engines: [engine(SEGMENT, [70, 63][i] ?? 0)], regions: [region([55, 50][i] ?? 0)] },
    })),
    { overall: series([60, 52]), engines: [{ engine_id: SEGMENT, engine: 'ChatGPT', ...series([70, 63]) }] },
  ])('have those of their engines: %j', async (body) => {
    const { client } = await clientOf(listing(body));
    const rows = await client.dailyScores(PROJECT);
    const of = (name?: string) =>
      rows.flatMap(({ engine, region, score }) => (engine === name && region === undefined ? score : []));
    expect([of(), of('ChatGPT')]).toEqual([
      [60, 52],
      [70, 63],
    ]);
  });

  it('may write their days as Java does, and newest first', async () => {
    const engines = (score: number) => [{ engineId: SEGMENT, engineName: 'ChatGPT', visibilityScore: score }];
    const content = [
      { date: [2026, 11, 20], overall: { visibilityScore: 52 }, engines: engines(63) },
      { date: [2026, 11, 19], overall: { visibilityScore: 60 }, engines: engines(70) },
    ];
    const { client } = await clientOf(listing({ content, totalElements: 2, last: true }));
    const told = (await client.dailyScores(PROJECT)).map(({ date, engine, score }) => [date, engine, score]);
    expect(told.toSorted()).toEqual([
      ['2026-11-19', undefined, 60],
      ['2026-11-19', 'ChatGPT', 70],
      ['2026-11-20', undefined, 52],
      ['2026-11-20', 'ChatGPT', 63],
    ]);
  });

  it('may link each row to its engine as a list of one, and the whole to none', async () => {
    const record = (date: string, score: number, engine?: string) => ({
      id: `rec${date}${engine}`,
      createdTime: TIME,
      fields: {
        Date: date,
        'Visibility score': score,
        ...(engine && { Engine: ['rec0d5f7c7e52a14f'], 'Engine name': [engine] }),
      },
    });
    const records = DAYS.flatMap((date) => [record(date, 60), record(date, 70, 'ChatGPT')]);
    const { client } = await clientOf(listing({ records }));
    const rows = await client.dailyScores(PROJECT);
    expect(rows.map(({ date, engine, score }) => [date, engine, score])).toEqual(
      DAYS.flatMap((date) => [
        [date, undefined, 60],
        [date, 'ChatGPT', 70],
      ]),
    );
  });

  const day = (date: string, score: number) => ({
    ...parseAnswer('dailyScores', [{ date, score }])[0],
    date,
  });
  const whole = DAYS.map((date, i) => day(date, 60 + i)) as Parameters<typeof rowsOfRegion>[0];
  const asked = { regionId: OTHER, region: 'Germany' };

  it('asked for one region are of it, unless they are the same without it', () => {
    const other = whole.map((row) => ({ ...row, score: 41 }));
    expect(rowsOfRegion(other, whole, asked)).toMatchObject(other.map((row) => ({ ...row, ...asked })));
    expect(rowsOfRegion(whole, whole, asked)).toEqual([]);
  });
});

describe('a page that several engines cite', () => {
  const page = { link: 'https://a.example/b', cited: 12, first_cited: 1795083600, last_cited: 1795656000 };

  it('has the number and time of each, and counts no time as a number', async () => {
    const { client } = await clientOf(listing([{ ...page, engines: { [SEGMENT]: 9, [OTHER]: 3 } }]));
    expect(await client.citations(PROJECT)).toMatchObject([
      { engine: 'ChatGPT', count: 9, createdAt: 1795656000000 },
      { engine: 'Gemini', count: 3 },
    ]);
  });

  it('stays one where only all together are counted, in an object too', () => {
    const row = {
      search: 'flag tools',
      engines: [
        { id: SEGMENT, name: 'ChatGPT' },
        { id: OTHER, name: 'Gemini' },
      ],
    };
    const read = { query: 'flag tools', engines: ['ChatGPT', 'Gemini'], count: 61 };
    expect(parseAnswer('queryFanout', [{ ...row, _count: { responses: 61 } }])).toMatchObject([read]);
  });
});

describe('the runs of a prompt', () => {
  const ran = { engine: 'ChatGPT', status: 'success', completedAt: Date.parse(TIME) };

  it.each([
    {
      run: { id: SEGMENT, group_id: OTHER, state: 'success', finished_at: TIME },
      engine: { name: 'ChatGPT' },
    },
    {
      date: TIME,
      run_group_id: OTHER,
      runs: [{ prompt_run_id: SEGMENT, engine: 'ChatGPT', status: 'success' }],
    },
  ])('may be objects, or in lists by day: %j', (row) => {
    const { runs } = parseAnswer('promptHistory', { history: [row] });
    expect(runs).toMatchObject([{ ...ran, promptRunId: SEGMENT, runGroupId: OTHER }]);
  });

  it('name the brand where the mentions in their answer do', () => {
    const run = (...types: string[]) => ({
      id: SEGMENT,
      engine: 'ChatGPT',
      response: { mentions: types.map((type, i) => ({ position: i + 1, entity: { name: type, type } })) },
    });
    const { runs = [] } = parseAnswer('promptHistory', {
      runs: [run('RIVAL', 'BRAND'), run('RIVAL'), run()],
    });
    expect(runs.map(({ mentioned, rank }) => [mentioned, rank])).toEqual([
      [true, 2],
      [false, undefined],
      [false, undefined],
    ]);
  });
});

it('the time of an envelope isn’t that of what is in it', () => {
  const body = {
    data: { state: 'ready', refreshed_at: TIME },
    meta: { generated_at: '2026-11-20T09:00:00Z' },
  };
  expect(parseAnswer('suggestionsStatus', body)).toMatchObject({ generatedAt: Date.parse(TIME) });
});

it('rivals at a prompt may be rows of dimensions and metrics', () => {
  const by_entity = [
    { dimensions: { entity: 'Globex', entity_type: 'RIVAL' }, metrics: { visibility: '0.52' } },
  ];
  expect(parseAnswer('promptDetail', { prompt: 'flag tools', by_entity }).entities).toMatchObject([
    { name: 'Globex', score: 0.52 },
  ]);
});

it('a single figure may be in a list of figures', async () => {
  const { client } = await clientOf(
    json([{ source_url: 'https://a.example', metrics: [{ metric: 'citations', value: 7 }] }]),
  );
  expect(await client.sources(PROJECT)).toMatchObject([{ citations: 7 }]);
});

describe('the runs of a prompt', () => {
  it('are those of all pages, although the API answers them in pages of the prompt', async () => {
    const runs = Array.from({ length: 7 }, (_, i) => ({ id: `0b54cf0a-2c1d-4e38-8a55-5d2f9d3b7c1${i}` }));
    const { client } = await clientOf((response, asked, number) => {
      const from = Number(new URL(asked.url, 'http://api').searchParams.get('cursor') ?? 0);
      const next = from + 3 < runs.length ? { nextCursor: String(from + 3) } : {};
      const inPages = { items: runs.slice(from, from + 3), ...next };
      json(asked.url.includes('/history') ? { text: 'best flags?', runs: inPages } : [])(
        response,
        asked,
        number,
      );
    });
    const read = await client.promptHistory(PROJECT, SEGMENT);
    expect(read.runs?.map(({ promptRunId }) => promptRunId)).toEqual(runs.map(({ id }) => id));
  });

  it('are the first ones, where the API has but one page and says it again and again', async () => {
    const runs = [{ id: SEGMENT, status: 'completed' }];
    const { client } = await clientOf(json({ text: 'best flags?', runs, page: 1, pages: 9 }));
    expect((await client.promptHistory(PROJECT, SEGMENT)).runs).toHaveLength(1);
  });

  it('have their engine and prompt where the run stands in its answer', () => {
    const run = {
      id: OTHER,
      prompt: { id: SEGMENT, text: 'best flags?' },
      engine: { display_name: 'Gemini' },
    };
    const cited = { url: 'https://blog.example/flags', response: { id: PROJECT, prompt_run: run } };
    const wanted = { promptRunId: OTHER, promptId: SEGMENT, prompt: 'best flags?', engine: 'Gemini' };
    expect(parseAnswer('citations', [cited])).toMatchObject([{ responseId: PROJECT, ...wanted }]);
  });
});

describe('engines in a map by their id', () => {
  it('keep it beside the name that stands inside', () => {
    const body = { text: 'best flags?', engines: { [SEGMENT]: { engineName: 'ChatGPT', visibility: 61 } } };
    const byEngine = [{ engineId: SEGMENT, engine: 'ChatGPT', score: 61 }];
    expect(parseAnswer('promptDetail', body)).toMatchObject({ byEngine });
  });
});

describe('figures under days, parts and their own names', () => {
  const [FIRST = '', SECOND = ''] = DAYS;
  const of = <T>(each: (score: number, rate: number) => T, days: readonly (readonly [number, number])[]) =>
    Object.fromEntries(DAYS.map((date, i) => [date, each(...(days[i] ?? [0, 0]))]));
  const [whole, chatgpt] = [
    [
      [61, 0.8],
      [52, 0.7],
    ],
    [
      [67, 0.9],
      [55, 0.75],
    ],
  ] as const;
  const both = (score: number, mention_rate: number) => ({ score, mention_rate });
  const score = (each: number) => each;
  const rate = (_: number, each: number) => each;

  it.each([
    {
      series: {
        'Visibility score': { $overall: of(score, whole), ChatGPT: of(score, chatgpt) },
        'Mention rate': { $overall: of(rate, whole), ChatGPT: of(rate, chatgpt) },
      },
    },
    { data: { overall: of(both, whole), ChatGPT: of(both, chatgpt) } },
    { overall: of(both, whole), engines: { ChatGPT: of(both, chatgpt) } },
    Object.fromEntries(
      DAYS.map((date, i) => [date, { overall: both(...whole[i as 0]), ChatGPT: both(...chatgpt[i as 0]) }]),
    ),
    {
      scores: { all: of(score, whole), ChatGPT: of(score, chatgpt) },
      mention_rates: { all: of(rate, whole), ChatGPT: of(rate, chatgpt) },
    },
  ])('are read in whatever order they come: %j', async (body) => {
    const { client } = await clientOf(listing(body));
    const read = await client.dailyScores(PROJECT);
    const rows = read.map(({ date, engine, score, mentionRate }) => [date, engine, score, mentionRate]);
    expect(new Set(rows)).toEqual(
      new Set([
        [FIRST, undefined, 61, 0.8],
        [SECOND, undefined, 52, 0.7],
        [FIRST, 'ChatGPT', 67, 0.9],
        [SECOND, 'ChatGPT', 55, 0.75],
      ]),
    );
  });

  it('are of the same engine in every answer, whether its name was told or found', async () => {
    const kept: Line[] = [];
    const profiles = createProfiles({
      corrected: () => [],
      keep: async (lines) => void kept.push(...lines),
      onLost: () => undefined,
    });
    const body = { series: { score: { $overall: of(score, whole), ChatGPT: of(score, chatgpt) } } };
    const { client } = await clientOf(listing(body), { profiles });
    const [first, second] = [await client.dailyScores(PROJECT), await client.dailyScores(PROJECT)];
    expect(kept).not.toEqual([]);
    expect(second).toEqual(first);
    expect(second.filter(({ engine }) => engine === 'ChatGPT')).toHaveLength(DAYS.length);
  });

  it.each([
    { data: { ChatGPT: of(score, chatgpt) } },
    { share_of_voice: { overall: of(rate, whole), ChatGPT: of(rate, chatgpt) } },
    { own: { overall: of(score, whole) }, competitors: { Globex: of(score, chatgpt) } },
  ])('are no score of the whole where none is told: %j', async (body) => {
    const { client } = await clientOf(listing(body));
    const read = await client.dailyScores(PROJECT).catch(() => []);
    expect(read.filter(({ engine, score }) => engine === undefined && score !== undefined)).toEqual([]);
  });
});

describe('a list inside a thing', () => {
  const engines = [{ engine: { id: SEGMENT, name: 'ChatGPT' }, own_score: 61 }];
  const paged = (rows: readonly object[]) => ({
    object: 'list',
    has_more: false,
    next_cursor: null,
    data: rows,
  });
  const edges = (rows: readonly object[]) => ({
    ...{ totalCount: rows.length, pageInfo: { hasNextPage: false } },
    edges: rows.map((node) => ({ cursor: 'a', node })),
  });

  it.each([
    { text: 'best flags?', by_model: paged(engines) },
    { text: 'best flags?', byModel: edges(engines) },
    { prompt: { text: 'best flags?', by_model: engines } },
    {
      ok: true,
      results: { text: 'best flags?', by_engine: { ChatGPT: { engine_id: SEGMENT, own_score: 61 } } },
    },
  ])('may be a page, a map, or in the thing’s envelope: %j', (body) => {
    const read = parseAnswer('promptDetail', body);
    expect(read).toMatchObject({
      text: 'best flags?',
      byEngine: [{ engine: 'ChatGPT', engineId: SEGMENT, score: 61 }],
    });
  });

  const topic = {
    ...{ label: 'pricing', kind: 'feature', answer_count: 9, own_score: 61, own_mention_percentage: 78.3 },
    ...{ entity_count: 1, evidence: [], by_model: [] as unknown[] },
  };
  const globex = { entity_type: 'competitor', mention_count: 7, mention_rate: 0.9, score: 75 };

  it('may be a map of documented rows', () => {
    const read = parseAnswer('topicDetail', { ...topic, entities: { Globex: globex } });
    expect(read).toMatchObject({ own_mention_rate: 78.3, entities: [{ entity_name: 'Globex', score: 75 }] });
  });

  it('may have only the ids of engines, whose names the API lists', async () => {
    const by_model = [{ engine: SEGMENT, own_mention_rate: 0.8, own_score: 60 }];
    const { client } = await clientOf(listing({ ...topic, by_model, entities: [] }));
    const read = await client.topicDetail(PROJECT, 'pricing');
    expect(read.by_model).toMatchObject([{ engine: 'ChatGPT', engine_id: SEGMENT, own_score: 60 }]);
  });
});

it('a prompt of a segment may have its id as the row’s own', () => {
  const row = { id: SEGMENT, prompt: 'best flags?', category: null, applies: true, source: null };
  expect(parseAnswer('segmentPrompts', [row])).toMatchObject([{ prompt_id: SEGMENT, applies: true }]);
  expect(parseAnswer('segmentPrompts', [{ ...row, prompt_id: OTHER }])).toMatchObject([{ prompt_id: OTHER }]);
});

it('a run group may be spread in what holds its runs', () => {
  const group = { id: SEGMENT, project: OTHER, run_type: 'scheduled', status: 'running', created: TIME };
  const read = parseAnswer('runGroup', {
    ...group,
    total_runs: 3,
    prompt_runs: { object: 'list', data: [] },
  });
  expect(read).toMatchObject({
    run_group: { id: SEGMENT, project_id: OTHER, total_runs: 3 },
    prompt_runs: [],
  });
});

it('one thing stands beside what is said of its values', () => {
  const json = { state: 'ready', totalCount: 3 };
  const body = { result: { data: { json, meta: { values: { lastRunAt: ['Date'] } } } } };
  expect(parseAnswer('suggestionsStatus', body)).toMatchObject({ status: 'ready', total: 3 });
});

it('documented figures may stand in objects, under the names that others have', () => {
  const figures = (value: number) => ({ visibility: { value, max: 100 }, mentionRatePercent: 40 });
  const topic = {
    ...{ label: 'pricing', kind: 'feature', answerCount: 9, entityCount: 1, byModel: [], evidence: [] },
    own: figures(61),
    entities: [{ name: 'Globex', type: 'competitor', mentionCount: 4, ...figures(75) }],
  };
  expect(parseAnswer('topicDetail', topic)).toMatchObject({
    own_score: 61,
    entities: [{ entity_name: 'Globex', mention_count: 4, score: 75 }],
  });
});

describe('the runs of a prompt', () => {
  const run = { id: SEGMENT, engine: { id: OTHER, name: 'Gemini' }, status: 'completed', completed_at: TIME };
  const result = { prompt_run_id: SEGMENT, engine: 'Gemini', status: 'completed', completed_at: TIME };

  it.each([
    { days: [{ date: '2026-11-19', runs: [run] }] },
    { run_groups: [{ run_group_id: OTHER, run_type: 'scheduled', results: [result] }] },
  ])('may be in their days or groups: %j', (body) => {
    expect(parseAnswer('promptHistory', { prompt_id: OTHER, ...body }).runs).toMatchObject([
      { promptRunId: SEGMENT, engine: 'Gemini', status: 'completed', completedAt: Date.parse(TIME) },
    ]);
  });

  it('aren’t a list of other things', () => {
    const body = { prompt_id: OTHER, leaders: [{ id: SEGMENT, name: 'Globex', status: 'active' }] };
    expect(parseAnswer('promptHistory', body).runs).toBeUndefined();
  });

  it.each([
    { response: { id: OTHER, brand_mentioned: true, brand_rank: 2 } },
    { response: { id: OTHER, own_mention: { rank_position: 2 } } },
    { responseId: OTHER, ownMention: { rank: 2 } },
  ])('say of their answer that it names the brand: %j', (more) => {
    const [read] = parseAnswer('promptHistory', { runs: [{ ...run, ...more }] }).runs ?? [];
    expect(read).toMatchObject({ mentioned: true, rank: 2 });
  });

  it('name nobody where their answer has no mention, and tell nothing without an answer', () => {
    const runs = [
      { ...run, response: { id: OTHER, own_mention: { rank_position: 2 } } },
      { ...run, response: { id: OTHER, own_mention: null } },
      { ...run, response: null },
    ];
    const read = parseAnswer('promptHistory', { runs }).runs ?? [];
    expect(read.map(({ mentioned }) => mentioned)).toEqual([true, false, undefined]);
  });
});

it('a passage may be the first of several', () => {
  const passages = [['Acme is cheap.', 'Globex is not.'], [{ text: 'Acme is cheap.' }]];
  const answers = passages.map((evidence) => ({ text: 'Of these, Acme is cheap.', evidence }));
  for (const answer of answers)
    expect(parseAnswer('topicAnswers', [answer])).toMatchObject([{ evidence: 'Acme is cheap.' }]);
});

it('a run holds its prompt, and an answer its run', () => {
  const prompt_run = { id: SEGMENT, prompt: { id: OTHER, question: 'best flags?' } };
  const body = [{ raw_text: 'Acme.', prompt_run }];
  expect(parseAnswer('topicAnswers', body)).toMatchObject([{ promptRunId: SEGMENT, prompt: 'best flags?' }]);
});
