/** Shapes and abbreviations that further teams use for what the API’s document leaves open. */
import { describe, expect, it } from 'vitest';
import { clientOf, listing, PROJECT } from './api.ts';
import { parseAnswer } from './reading.ts';

const UUID = '9d1c2a44-70f6-4a51-8d0e-6b2f1f3d5a77';
const NINE = Date.UTC(2026, 9, 14, 9);
const AT_NINE = '2026-10-14T09:00:00Z';

it('a name is never guessed by its beginning or its initials', () => {
  const topic = { label: 'Pricing', score: 61, vis: 0.4, mr: 0.52, ran: 3, mentions: 4 };
  expect(parseAnswer('topics', [topic])[0]).toMatchObject({
    score: 61,
    rank: undefined,
    mentionRate: undefined,
  });
  expect(parseAnswer('competitorDetail', { name: 'Globex', sent: 12 }).sentiment).toBeUndefined();
});

describe('what a row is of', () => {
  const engine = { id: UUID, display_name: 'ChatGPT' };

  it('may stand with the run that it is from', () => {
    const run = { engine, prompt: { id: UUID, text: 'best cms' } };
    expect(parseAnswer('citations', [{ url: 'https://g2.com/cms', promptRun: run }])[0]).toMatchObject({
      engine: 'ChatGPT',
      prompt: 'best cms',
    });
    expect(parseAnswer('topicAnswers', [{ rawText: 'Acme is fair.', promptRun: run }])[0]).toMatchObject({
      engineId: UUID,
      promptId: UUID,
    });
  });

  it('may be several engines in a table of joins', () => {
    expect(parseAnswer('warmLeads', [{ title: 'Which CMS?', engines: [{ engine }] }])[0]?.engines).toEqual([
      'ChatGPT',
    ]);
  });

  it('is missing, and not none, where a list of engines names none of them', () => {
    const lead = { title: 'Which CMS?', engines: [{ weight: 1 }] };
    expect(parseAnswer('warmLeads', [lead])[0]?.engines).toBeUndefined();
  });

  it('may be the evidence of a lead', () => {
    const evidence = { citationCount: 9, engines: [engine], prompt: { promptId: UUID, text: 'best cms' } };
    expect(parseAnswer('warmLeads', [{ title: 'Which CMS?', evidence }])[0]).toMatchObject({
      citations: 9,
      engines: ['ChatGPT'],
      promptId: UUID,
    });
  });
});

describe('figures', () => {
  it('may stand in objects whose names only group them', () => {
    const ownStats = { visibility: '61.50', mentionRate: '0.52', overallRank: 1 };
    expect(parseAnswer('topics', [{ label: 'Pricing', ownStats }])[0]).toMatchObject({
      score: 61.5,
      mentionRate: 0.52,
      rank: 1,
    });
    const stats = { visibility: { value: 62.5, outOf: 100 }, mean_rank: 2.1 };
    expect(parseAnswer('promptDetail', { prompt: { text: 'best cms', stats } })).toMatchObject({
      score: 62.5,
      averageRank: 2.1,
    });
  });

  it('may be basis points', () => {
    expect(parseAnswer('sources', [{ domain: 'g2.com', share_bps: 3100 }])[0]?.share).toBe(0.31);
    expect(parseAnswer('topics', [{ label: 'Pricing', mention_rate_bps: 5200 }])[0]?.mentionRate).toBe(0.52);
  });

  it('may be per mille', () => {
    const topic = { label: 'Pricing', ownScorePermille: 619.3, mention_rate_permille: 520 };
    expect(parseAnswer('topics', [topic])[0]).toMatchObject({ score: 61.93, mentionRate: 0.52 });
    const lead = { title: 'Which CMS?', relevance_permille: 912 };
    expect(parseAnswer('communityLeads', [lead])[0]?.score).toBe(91.2);
  });

  it('has the digits that it was written with, though 32 bits held it', () => {
    const topic = { label: 'Pricing', score: Math.fround(0.62705), mention_rate: Math.fround(0.0365) };
    expect(parseAnswer('topics', [topic])[0]).toMatchObject({ score: 0.62705, mentionRate: 0.0365 });
    expect(parseAnswer('topics', [{ label: 'Pricing', score: 0.375 }])[0]?.score).toBe(0.375);
  });

  it.each([{ share: '0.8%' }, { share_bps: 80 }, { share: 0.008 }])(
    'is the share of a cited domain: %j',
    (share) => {
      const domain = { domain: 'g2.com', citation_count: 3, ...share };
      expect(parseAnswer('referrers', [domain])[0]?.share).toBe(0.008);
    },
  );
});

it('a thing may stand in an envelope that has a type of its own', () => {
  const overall = { visibility: { value: 70.25, outOf: 100 }, mentionCount: 55 };
  const payload = { competitor: { name: 'Globex' }, overall };
  expect(parseAnswer('competitorDetail', { type: 'SUCCESS', payload })).toMatchObject({
    name: 'Globex',
    score: 70.25,
    mentions: 55,
  });
  const usage = parseAnswer('regionUsage', { type: 'SUCCESS', payload: { used: 2, quota: 5 } });
  expect(usage).toMatchObject([{ used: 2, limit: 5 }]);
});

it('a state may be tagged with what belongs to it', () => {
  const rows = [
    { text: 'best cms', state: 'active' },
    { text: 'cheap cms', state: { paused: { since: 1795651200 } } },
  ];
  expect(parseAnswer('prompts', rows).map(({ active }) => active)).toEqual([true, false]);
});

it('the time of what was done may be named after the doing', () => {
  const read = parseAnswer('suggestionsStatus', { status: 'ready', lastGenerationAt: AT_NINE });
  expect(read.generatedAt).toBe(NINE);
});

it('times may be written as Java does, in parts', () => {
  const lead = { title: 'Flags?', url: 'https://forum.example/t/1', postedAt: [2026, 10, 14, 9, 0] };
  const later = { ...lead, postedAt: [2026, 10, 14, 9, 0, 1, 500_000_000] };
  expect(parseAnswer('communityLeads', [lead, later])).toMatchObject([
    { postedAt: NINE },
    { postedAt: NINE + 1_500 },
  ]);
  const notOne = { ...lead, postedAt: [2026, 13, 14, 9, 0] };
  expect(parseAnswer('communityLeads', [notOne])).toMatchObject([{ postedAt: undefined }]);
});

describe('the place of a lead is what names it, and a site of many forums only if nothing does', () => {
  const HN = 'hackernews';
  it.each<[string, object, object, (string | undefined)[]]>([
    [
      'beside its platform',
      { platform: 'reddit', community: 'r/cms' },
      { platform: HN, community: null },
      ['r/cms', HN],
    ],
    ['beside its source', { Source: 'reddit', Sub: 'cms' }, { Source: HN, Sub: '' }, ['cms', HN]],
    [
      'in its thread',
      { thread: { source: 'REDDIT', channel: 'cms' } },
      { thread: { source: 'LOBSTERS', channel: null } },
      ['cms', 'LOBSTERS'],
    ],
    ['alone', { platform: 'reddit' }, { platform: HN }, [undefined, HN]],
  ])('%s', (_, first, second, places) => {
    const read = parseAnswer('communityLeads', [
      { title: 'Which CMS?', ...first },
      { title: 'Why a CMS?', ...second },
    ]);
    expect(read.map(({ place }) => place)).toEqual(places);
  });
});

describe('a resource of JSON:API', () => {
  it('may have its engines by their ids', () => {
    const attributes = { text: 'best cms', engines: { [UUID]: { visibility: 61, grade: 'B' } } };
    const read = parseAnswer('promptDetail', { data: { id: UUID, type: 'prompt', attributes } });
    expect(read.byEngine).toMatchObject([{ engine: UUID, score: 61 }]);
  });

  it('may have its runs as answers', () => {
    const answers = [
      { prompt_run_id: UUID, engine: 'ChatGPT', region: 'gb', answered_at: AT_NINE, brand_rank: 2 },
    ];
    const data = { id: UUID, type: 'prompt_history', attributes: { text: 'best cms', answers } };
    expect(parseAnswer('promptHistory', { data }).runs).toMatchObject([
      { promptRunId: UUID, engine: 'ChatGPT', region: 'gb', completedAt: NINE, rank: 2 },
    ]);
  });
});

it('a table may have lists in its cells, beside the names of its columns', () => {
  const meta = ['run_id', 'ts', 'engine', 'own_rank', 'brands'].map((name) => ({ name, type: 'String' }));
  const data = [
    [UUID, NINE / 1000, 'ChatGPT', 2, ['Globex', 'Acme']],
    [UUID, NINE / 1000, 'Gemini', null, []],
  ];
  const { runs } = parseAnswer('promptHistory', { meta, data, rows: 2, statistics: { elapsed: 0.004 } });
  expect(runs).toMatchObject([
    { engine: 'ChatGPT', completedAt: NINE, rank: 2 },
    { engine: 'Gemini', completedAt: NINE, rank: undefined },
  ]);
});

it('regions may be counted by their codes', () => {
  const codes = [{ code: 'us' }, { code: 'de' }];
  expect(parseAnswer('regionUsage', { us: 672, de: 40 })).toMatchObject(codes);
  expect(parseAnswer('regionUsage', { usage: { us: 672, de: 40 } })).toMatchObject(codes);
});

it('a prompt may have its topics in a list', () => {
  const prompts = [['Pricing'], ['Pricing', 'Support'], null].map((topics) => ({ text: 'best cms', topics }));
  expect(parseAnswer('prompts', prompts).map(({ category }) => category)).toEqual([
    'Pricing',
    'Pricing, Support',
    undefined,
  ]);
});

it('runs of this month and the share of answers are what they say', () => {
  expect(parseAnswer('regionUsage', [{ code: 'US', runsThisMonth: 320 }])[0]?.runs).toBe(320);
  expect(parseAnswer('competitorDetail', { name: 'Globex', shareOfAnswers: 69.7 }).mentionRate).toBe(69.7);
});

describe('what is left out where it is false', () => {
  const run = (day: string, more: object) => ({ id: UUID, engine: 'ChatGPT', completed_at: day, ...more });
  const runs = [run(AT_NINE, { mentioned: true, rank: 1 }), run('2026-10-13T09:00:00Z', {})];

  it('is false, where it is true in other rows', () => {
    const history = parseAnswer('promptHistory', { prompt_id: UUID, runs });
    expect(history.runs?.map(({ mentioned }) => mentioned)).toEqual([true, false]);
    const prompts = [
      { id: UUID, text: 'best cms', active: true },
      { id: 'b', text: 'cms for teams' },
    ];
    expect(parseAnswer('prompts', prompts)).toMatchObject([{ active: true }, { active: false }]);
  });

  it('is what it denies, where it is denied in other rows', () => {
    const prompts = [
      { id: UUID, text: 'best cms', archived: true },
      { id: 'b', text: 'cms for teams' },
    ];
    expect(parseAnswer('prompts', prompts)).toMatchObject([{ active: false }, { active: true }]);
  });

  it('isn’t known of engines, where it is said of the whole day alone', () => {
    const day = { date: '2026-10-14', score: 61 };
    const rows = parseAnswer('dailyScores', [
      { ...day, complete: true },
      { ...day, engine: 'ChatGPT' },
    ]);
    expect(rows.map(({ complete }) => complete)).toEqual([true, undefined]);
  });

  it('isn’t known where nothing is ever true, or null stands there', () => {
    const text = { id: UUID, text: 'best cms' };
    expect(parseAnswer('prompts', [text])).toMatchObject([{ active: undefined }]);
    const prompts = parseAnswer('prompts', [
      { ...text, active: true },
      { ...text, id: 'b', active: null },
    ]);
    expect(prompts).toMatchObject([{ active: true }, { active: undefined }]);
  });
});

describe('a search index', () => {
  it('counts topics in buckets by their names', () => {
    const buckets = [
      { key: 'pricing', doc_count: 249, own_score: { value: 61.9 } },
      { key: 'support', doc_count: 162, own_score: { value: 58.2 } },
    ];
    expect(parseAnswer('topics', { took: 3, aggregations: { topics: { buckets } } })).toMatchObject([
      { label: 'pricing', score: 61.9, answers: 249 },
      { label: 'support', score: 58.2, answers: 162 },
    ]);
  });

  it('finds runs of a prompt, each with its own time', () => {
    const _source = { '@timestamp': AT_NINE, engine: { id: UUID, name: 'ChatGPT' }, mentioned: true };
    const hits = { total: { value: 1 }, max_score: null, hits: [{ _id: UUID, _source }] };
    const history = parseAnswer('promptHistory', { took: 3, _shards: { total: 1 }, hits });
    expect(history.runs).toMatchObject([
      { promptRunId: UUID, engine: 'ChatGPT', completedAt: NINE, mentioned: true },
    ]);
  });

  it('has the time when a lead was found beside that of its thread', () => {
    const _source = { '@timestamp': AT_NINE, title: 'Flags?', url: 'https://forum.example/t/1' };
    const posted = { ..._source, posted_at: '2026-10-13T09:00:00Z' };
    expect(parseAnswer('communityLeads', [{ _id: 'a', _score: 3.1, _source: posted }])).toMatchObject([
      { foundAt: NINE, postedAt: NINE - 86_400_000 },
    ]);
  });
});

describe('words of others', () => {
  it('may call engines platforms, regions markets, topics themes and leads opportunities', () => {
    const platform = { platformId: UUID, platformName: 'ChatGPT' };
    const competitor = {
      brand: 'Globex',
      presenceScore: 70,
      platforms: [{ ...platform, presenceScore: 60 }],
      themes: [{ theme: 'pricing', presenceScore: 75 }],
    };
    expect(parseAnswer('competitorDetail', competitor)).toMatchObject({
      byEngine: [{ engine: 'ChatGPT', engineId: UUID, score: 60 }],
      topics: [{ label: 'pricing', score: 75 }],
    });
    const market = { marketId: UUID, marketCode: 'DE', marketName: 'Germany' };
    expect(parseAnswer('regions', { value: [market] })).toEqual([{ id: UUID, code: 'DE', name: 'Germany' }]);
    expect(parseAnswer('regionUsage', [{ ...market, queryCount: 10, runCount: 280 }])).toMatchObject([
      { regionId: UUID, code: 'DE', name: 'Germany', prompts: 10, runs: 280 },
    ]);
    const counts = { totalOpportunities: 31, newOpportunities: 7, opportunitiesToday: 4 };
    expect(parseAnswer('communityMetrics', { ...counts, averageOpportunityScore: 58.9 })).toEqual({
      total: 31,
      new: 7,
      today: 4,
      averageScore: 58.9,
    });
  });

  it('may call a prompt a query, beside which a search says that it is one', () => {
    const search = {
      searchPhrase: 'best cms 2026 reddit',
      queryId: UUID,
      queryText: 'best cms',
      frequency: 4,
    };
    expect(parseAnswer('queryFanout', [search])).toMatchObject([
      { query: 'best cms 2026 reddit', prompt: 'best cms', promptId: UUID, count: 4 },
    ]);
  });

  it('may say that a day is not over yet, or final', () => {
    const day = { date: '2026-10-14', score: 61 };
    const complete = (more: object) => parseAnswer('dailyScores', [{ ...day, ...more }])[0]?.complete;
    expect([{ partial: true }, { isProvisional: false }, { finalized: true }].map(complete)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('may have the name of an engine beside what machines call it', () => {
    const row = { date: '2026-10-14', engine: 'openai:gpt-4o', engine_name: 'ChatGPT', score: 61 };
    expect(parseAnswer('dailyScores', [row])[0]?.engine).toBe('ChatGPT');
  });
});

describe('a database that answers in tables', () => {
  it('counts leads in a table of one row', () => {
    const meta = ['total', 'new', 'today', 'avg_score'].map((name) => ({ name, type: 'String' }));
    const body = { meta, data: [['31', '7', '4', 58.9]], rows: 1 };
    expect(parseAnswer('communityMetrics', body)).toEqual({
      total: 31,
      new: 7,
      today: 4,
      averageScore: 58.9,
    });
  });

  it('may have a column for the score of each engine', async () => {
    const days = [{ date: '2026-10-14', visibility: 61, visibility_chatgpt: 70, gemini_score: 55 }];
    const { client } = await clientOf(listing(days));
    expect((await client.dailyScores(PROJECT)).map(({ engine, score }) => [engine, score])).toEqual([
      [undefined, 61],
      ['ChatGPT', 70],
      ['Gemini', 55],
    ]);
  });
});

describe('what belongs to the record of a thing', () => {
  const url = 'https://forum.example/t/1';

  it('isn’t the time of its thread', () => {
    const record = { createdAt: '2026-10-15T09:00:00Z', publishedAt: '2026-10-15T09:00:00Z' };
    const lead = { id: 1, attributes: { title: 'Flags?', url, threadDate: AT_NINE, ...record } };
    expect(parseAnswer('communityLeads', [lead])).toMatchObject([
      { postedAt: NINE, foundAt: NINE + 86_400_000 },
    ]);
  });

  it('isn’t the id of its region', () => {
    const region = { data: { id: UUID, attributes: { code: 'DE', name: 'Germany' } } };
    const usage = { id: 1, attributes: { region, promptsCount: 10, runsCount: 280 } };
    expect(parseAnswer('regionUsage', [usage])).toMatchObject([{ regionId: UUID, name: 'Germany' }]);
  });

  it('may be around the names of its engines', () => {
    const engines = { data: [{ id: 7, attributes: { name: 'ChatGPT' } }] };
    expect(parseAnswer('sources', [{ id: 1, attributes: { url, engines } }])).toMatchObject([
      { url, engines: ['ChatGPT'] },
    ]);
    expect(parseAnswer('sources', [{ page: url, citations: 4 }])).toMatchObject([{ url, citations: 4 }]);
  });

  it('may be embedded beside what a thing is', () => {
    const _embedded = { runs: [{ runId: UUID, engine: 'ChatGPT', finishedDate: AT_NINE }] };
    expect(parseAnswer('promptHistory', { promptId: UUID, _embedded, _links: {} }).runs).toMatchObject([
      { promptRunId: UUID, engine: 'ChatGPT', completedAt: NINE },
    ]);
  });

  it('may say of its times that they are of UTC', () => {
    const lead = { Title: 'Flags?', Url: url, PostedUtc: AT_NINE, DiscoveredUtc: '2026-10-14T10:00:00Z' };
    expect(parseAnswer('communityLeads', [lead])).toMatchObject([
      { postedAt: NINE, foundAt: NINE + 3_600_000 },
    ]);
  });
});

describe('a lead that is settled', () => {
  const lead = (i: number, more: object) => ({
    id: i,
    title: 'Flags?',
    url: `https://forum.example/t/${i}`,
    ...more,
  });

  it.each([
    ['dismissed', [{ dismissed: true }, { dismissed: false }]],
    [
      'dismissed',
      [
        { status: 'new', dismissed_at: AT_NINE },
        { status: 'new', dismissed_at: null },
      ],
    ],
    [
      'replied',
      [
        { isArchived: false, isReplied: true },
        { isArchived: false, isReplied: false },
      ],
    ],
  ])('may say so beside its status, or instead of it: %s', (status, [settled = {}, open = {}]) => {
    const leads = parseAnswer('communityLeads', [lead(1, settled), lead(2, open)]);
    expect(leads.map((each) => each.status)).toEqual([status, (open as { status?: string }).status]);
  });
});

it('a lead is its discussion, not what that links to', () => {
  const lead = {
    title: 'Ask HN: flags?',
    url: 'https://blog.example/flags',
    hn_url: 'https://news.ycombinator.com/item?id=1',
  };
  expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ url: lead.hn_url }]);
});

it('scores may be lists of points for a chart, one for each figure', async () => {
  const points = (values: number[]) => values.map((y, i) => ({ x: `2026-10-${14 + i}`, y }));
  const series = (scores: number[], rates: number[]) => ({
    visibility: points(scores),
    mention_rate: points(rates),
  });
  const project = { series: series([60, 52], [0.7, 0.6]) };
  const engines = [{ id: UUID, name: 'Mistral', series: series([70, 63], [0.8, 0.7]) }];
  const { client } = await clientOf(listing({ data: { project, engines } }));
  const rows = await client.dailyScores(PROJECT);
  expect(rows.map(({ date, engine, score, mentionRate }) => [date, engine, score, mentionRate])).toEqual(
    expect.arrayContaining([
      ['2026-10-14', undefined, 60, 0.7],
      ['2026-10-15', undefined, 52, 0.6],
      ['2026-10-14', 'Mistral', 70, 0.8],
      ['2026-10-15', 'Mistral', 63, 0.7],
    ]),
  );
  expect(rows).toHaveLength(4);
});
