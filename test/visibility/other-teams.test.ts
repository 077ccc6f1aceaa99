/** Names and forms that come with the tools of other teams: protocol buffers, search indexes, .NET, data warehouses. */
import { describe, expect, it } from 'vitest';
import { ContractError } from '../../src/visibility/errors.ts';
import { clientOf, json, listing, OTHER, PROJECT, SEGMENT, text } from './api.ts';
import { parseAnswer } from './reading.ts';

const TIME = '2026-11-19T03:10:00Z';

describe('what people see of a thing', () => {
  it('is its display name, where it also has one for machines', () => {
    const region = { id: SEGMENT, name: 'regions/us', displayName: 'United States', regionCode: 'US' };
    expect(parseAnswer('regions', [region])).toEqual([{ id: SEGMENT, name: 'United States', code: 'US' }]);
  });

  it('is the display name of its engine', () => {
    const row = { query: 'flag tools', engine: { name: 'engines/chatgpt', displayName: 'ChatGPT' } };
    expect(parseAnswer('queryFanout', [row])).toMatchObject([{ engine: 'ChatGPT' }]);
  });

  it('is never the API’s own path of it', () => {
    const row = { name: 'warmLeads/81', pageTitle: 'Ten flag tools', url: 'https://blog.example/flags' };
    expect(parseAnswer('warmLeads', [row])).toMatchObject([{ id: 'warmLeads/81', title: 'Ten flag tools' }]);
  });
});

describe('what only refers to a thing', () => {
  const lead = { title: 'Flags?', url: 'https://forum.example/t/1' };
  const resource = (of: string, id: string) => `${of}/${id}`;

  it.each([
    [{ engines: [SEGMENT, OTHER], prompt: PROJECT }],
    [
      {
        engines: [resource('engines', SEGMENT), { id: resource('engines', OTHER) }],
        prompt: resource(`projects/${OTHER}/prompts`, PROJECT),
      },
    ],
  ])('under the thing’s own name is its id: %o', (references) => {
    const [read] = parseAnswer('warmLeads', [{ ...lead, ...references }]);
    expect(read).toMatchObject({ engines: [SEGMENT, OTHER], promptId: PROJECT });
    expect(read?.prompt).toBeUndefined();
  });

  it('is its id in any row, and never where names stand', () => {
    const answer = { text: 'Acme is fine.', prompt_run: SEGMENT };
    expect(parseAnswer('topicAnswers', [answer])).toMatchObject([{ promptRunId: SEGMENT }]);
    const named = { ...answer, prompt_run: 'nightly' };
    expect(parseAnswer('topicAnswers', [answer, named]).map(({ promptRunId }) => promptRunId)).toEqual([
      undefined,
      undefined,
    ]);
  });
});

describe('a constant that begins with its field’s name', () => {
  const mention = {
    ...{ id: SEGMENT, response_id: OTHER, entity_name: 'STATUS_PAGE', entity_type: 'ENTITY_TYPE_OWN' },
    ...{ matched_term: null, rank_position: 1, sentiment: 'SENTIMENT_VERY_NEGATIVE', description: null },
    ...{ confidence: 0.9, created_at: TIME },
  };

  it('is read as the rest of it, also in documented fields', () => {
    const read = { entity_type: 'own', sentiment: 'very negative', entity_name: 'STATUS_PAGE' };
    expect(parseAnswer('mentions', [mention])).toMatchObject([read]);
  });
});

describe('times', () => {
  const answer = { id: SEGMENT, text: 'Acme is a good pick.' };

  it.each([
    { answered: 'Thu, 19 Nov 2026 03:10:00 GMT', '@timestamp': '2026-11-20T09:00:00Z' },
    { AnsweredOnUtc: '2026-11-19T03:10:00.0000000Z' },
    { answered_ts: '1.7950578E9' },
  ])('of an answer are those of the answer: %o', (times) => {
    expect(parseAnswer('topicAnswers', [{ ...answer, ...times }])).toMatchObject([
      { createdAt: Date.parse(TIME) },
    ]);
  });

  it('of a lead are those of its thread', () => {
    const lead = { Thread: { Title: 'Flags?', PostedOnUtc: TIME }, CreatedOnUtc: '2026-11-20T09:00:00Z' };
    expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ postedAt: Date.parse(TIME) }]);
  });

  it('of an index count where there is no other', () => {
    expect(parseAnswer('topicAnswers', [{ ...answer, '@timestamp': TIME }])).toMatchObject([
      { createdAt: Date.parse(TIME) },
    ]);
  });
});

describe('a table whose values are in objects of their own', () => {
  const texts = [{ prompt: 'best flag tool', enabled: true }, { prompt: 'flag rollout' }];

  it.each([
    {
      schema: { fields: [{ name: 'prompt_text' }, { name: 'enabled' }] },
      rows: [{ f: [{ v: 'best flag tool' }, { v: 'true' }] }, { f: [{ v: 'flag rollout' }, { v: null }] }],
    },
    {
      dimensionHeaders: [{ name: 'promptText' }],
      metricHeaders: [{ name: 'enabled' }],
      rows: [
        { dimensionValues: [{ value: 'best flag tool' }], metricValues: [{ value: '1' }] },
        { dimensionValues: [{ value: 'flag rollout' }], metricValues: [{ value: '' }] },
      ],
    },
  ])('has the names beside it: %o', (body) => {
    const read = parseAnswer('prompts', body);
    expect(read.map(({ text, active }) => ({ prompt: text, ...(active && { enabled: active }) }))).toEqual(
      texts,
    );
  });

  it('isn’t read where nothing names its values', async () => {
    const rows = [{ f: [{ v: 'best flag tool' }, { v: 'true' }] }];
    const { client } = await clientOf(json({ rows }));
    await expect(client.regions()).rejects.toThrow('any field that is known');
  });
});

describe('an empty list', () => {
  it.each([null, {}, { items: null, total: 0, page: 1 }, { data: { communityLeads: null } }])(
    'may be %j',
    (body) => {
      expect(parseAnswer('communityLeads', body)).toEqual([]);
    },
  );

  it('may be no content at all', async () => {
    const { client } = await clientOf(text('', 204));
    expect(await client.promptSuggestions(PROJECT)).toEqual([]);
  });

  it.each([{ total: 7 }, { items: null, message: 'Come back later' }])('is not %j', (body) => {
    expect(() => parseAnswer('communityLeads', body)).toThrow(ContractError);
  });
});

it('the score of a lead may be in a list of its scores', () => {
  const lead = (overall: number) => ({
    title: 'Flags?',
    scores: [
      { type: 'FRESHNESS', value: 99 },
      { type: 'RELEVANCE', value: 30 },
      { type: 'OVERALL', value: overall },
    ],
  });
  const read = parseAnswer('communityLeads', [lead(91), lead(80)]);
  expect(read.map(({ score }) => score)).toEqual([91, 80]);
});

describe('daily scores', () => {
  it('may have the beginning and the end of their day as a period', async () => {
    const row = (start: string, score: number) => ({
      period: { start: Date.parse(start) / 1000, end: Date.parse(start) / 1000 + 86_400 },
      score,
    });
    const { client } = await clientOf(listing([row('2026-11-19', 60), row('2026-11-20', 52)]));
    expect(await client.promptTimeseries(PROJECT, SEGMENT)).toMatchObject([
      { date: '2026-11-19', score: 60 },
      { date: '2026-11-20', score: 52 },
    ]);
  });

  const DAYS = ['2026-11-19', '2026-11-20'];
  const read = async (body: unknown) => {
    const { client } = await clientOf(listing(body));
    const rows = await client.dailyScores(PROJECT);
    return rows.map(({ date, engine, score, mentionRate }) => [date, engine, score ?? mentionRate]);
  };
  const all = [
    ['2026-11-19', undefined, 60],
    ['2026-11-20', undefined, 52],
    ['2026-11-19', 'ChatGPT', 70],
    ['2026-11-20', 'ChatGPT', 0],
  ];

  it('may be buckets of a search index, without hits', async () => {
    const bucket = (key: string, score: number) => ({ key, doc_count: 20, visibility: { value: score } });
    const buckets = DAYS.map((day, i) => ({
      ...bucket('', [60, 52][i] ?? 0),
      ...{ key_as_string: `${day}T00:00:00.000Z`, key: Date.parse(day) },
      per_engine: { buckets: [bucket('chatgpt', [70, 0][i] ?? 0)] },
    }));
    const body = { hits: { total: { value: 40 }, hits: [] }, aggregations: { per_day: { buckets } } };
    expect(new Set(await read(body))).toEqual(new Set(all));
  });

  const wrapped = (name: string, inner: object, i: number) =>
    ({
      node: { cursor: `c${i}`, node: inner },
      attributes: { type: 'scores', id: `${i}`, attributes: inner },
    })[name];

  it.each(['node', 'attributes'])('may have their engines inside a row’s own %s', async (name) => {
    const inRow = DAYS.map((date, i) => {
      const engines = [{ engine: { displayName: 'ChatGPT' }, visibility: { score: [70, 0][i] } }];
      const byEngine = name === 'node' ? { edges: engines.map((node) => ({ node })) } : engines;
      return wrapped(name, { date, visibility: { score: [60, 52][i] }, byEngine }, i);
    });
    const body = name === 'node' ? { edges: inRow, totalCount: 2 } : { data: inRow };
    expect(new Set(await read(body))).toEqual(new Set(all));
  });

  const figures = (score: number | undefined) => [
    { name: 'VISIBILITY_SCORE', value: score, unit: 'POINTS' },
    { name: 'MENTION_RATE', value: 41, unit: 'PERCENT' },
  ];

  it('may be lists of named figures', async () => {
    const Items = DAYS.map((date, i) => ({
      ...{ date, metrics: figures([60, 52][i]) },
      engines: [{ engineName: 'ChatGPT', metrics: figures([70, 0][i]) }],
    }));
    expect(new Set(await read({ Items }))).toEqual(new Set(all));
  });

  it('may be maps by day, of the whole and of each engine', async () => {
    const byDay = (scores: readonly number[]) =>
      Object.fromEntries(DAYS.map((day, i) => [day, { visibility: { value: scores[i], n: 32 } }]));
    const body = { overall: byDay([60, 52]), by_engine: { [SEGMENT]: byDay([70, 0]) } };
    expect(new Set(await read(body))).toEqual(new Set(all));
  });

  it('of one prompt are its own, where a table has those of all', async () => {
    const columns = ['dt', 'prompt_id', 'visibility_score'].map((name) => ({ name }));
    const rows = DAYS.flatMap((day, i) => [
      [day, SEGMENT, 60 + i],
      [day, OTHER, 20],
    ]);
    const { client } = await clientOf(listing({ columns, rows }));
    const series = await client.promptTimeseries(PROJECT, SEGMENT);
    expect(series.map(({ score }) => score)).toEqual([60, 61]);
  });

  const points = (scores: readonly number[]) => DAYS.map((date, i) => ({ date, value: scores[i] }));

  it('may be a line of points for each engine, beside one of the whole', async () => {
    const engine = { id: SEGMENT, displayName: 'ChatGPT' };
    const dailyScores = {
      overall: { points: points([60, 52]) },
      byEngine: [{ engine, points: points([70, 0]) }],
    };
    expect(new Set(await read({ data: { dailyScores } }))).toEqual(new Set(all));
  });

  it('aren’t the figure beside the lines of a chart', async () => {
    const series = [
      { name: 'Overall', values: [60, 52] },
      { name: 'ChatGPT', values: [70, 0] },
    ];
    const { client } = await clientOf(listing({ dates: DAYS, series, mention_pct: [41, 43] }));
    const rows = await client.dailyScores(PROJECT);
    const of = (figure: 'score' | 'mentionRate') => rows.flatMap((row) => row[figure] ?? []);
    expect([of('score'), of('mentionRate')]).toEqual([
      [60, 52, 70, 0],
      [41, 43],
    ]);
  });
});

describe('a thing of GraphQL', () => {
  it('is found under data and its own name', () => {
    const communityMetrics = { totalCount: 37, newCount: 12, todayCount: 0 };
    expect(parseAnswer('communityMetrics', { data: { communityMetrics } })).toMatchObject({
      ...{ total: 37, new: 12, today: 0 },
    });
  });

  it('has lists as connections', () => {
    const topics = { edges: [{ node: { label: 'Pricing', score: 61 } }] };
    const competitor = { name: 'Globex', visibilityScore: 72, topics };
    expect(parseAnswer('competitorDetail', { data: { competitor } })).toMatchObject({
      ...{ name: 'Globex', score: 72, topics: [{ label: 'Pricing', score: 61 }] },
    });
  });
});

it('what a row refers to is read where JSON:API includes it', () => {
  const link = (type: string, id: string) => ({ data: { type, id } });
  const body = {
    data: [
      {
        ...{ id: '9001', type: 'leads', attributes: { 'thread-title': 'Flags?', 'relevance-score': 94 } },
        relationships: { subreddit: link('subreddits', '7'), author: link('users', '7') },
      },
    ],
    included: [
      {
        type: 'subreddits',
        id: '7',
        attributes: { 'display-name': 'r/devops', 'created-at': '2009-01-01T00:00:00Z' },
      },
      { type: 'users', id: '7', attributes: { username: 'mara' } },
    ],
  };
  expect(parseAnswer('communityLeads', body)).toMatchObject([
    { id: '9001', title: 'Flags?', score: 94, place: 'r/devops', author: 'mara', postedAt: undefined },
  ]);
});

describe('names of other tools', () => {
  it('may begin with what the thing is, also in documented rows', () => {
    const read = parseAnswer('referrers', [
      { ReferrerDomain: 'chatgpt.com', CitationCount: 64, Share: 0.53 },
    ]);
    expect(read).toEqual([{ domain: 'chatgpt.com', citation_count: 64, share: 0.53 }]);
  });

  it('may say that they are names', () => {
    const row = {
      Title: 'Add prices',
      Priority: 1,
      PriorityName: 'high',
      StatusName: 'open',
      CategoryName: 'docs',
    };
    expect(parseAnswer('suggestions', [row])).toMatchObject([
      { priority: 'high', status: 'open', kind: 'docs' },
    ]);
  });

  it('may say that a figure is of the whole, also around an object of the value', () => {
    const row = {
      date: '2026-11-20',
      OverallVisibility: { Value: 61, MaxValue: 100 },
      RivalVisibility: { Value: 7 },
    };
    expect(parseAnswer('dailyScores', [row])).toMatchObject([{ score: 61 }]);
  });

  it('may put now beside before', () => {
    const row = {
      query: 'flags',
      metrics: { visibility: { previous: 54, current: 61 }, avg_rank: { current: 2.4 } },
    };
    expect(parseAnswer('promptDetail', row)).toMatchObject({ score: 61, averageRank: 2.4 });
  });

  it('may group what belongs to a score', () => {
    const row = { title: 'Flags?', scoreDetails: { maxScore: 1, previousScore: 0.5, score: 0.94 } };
    expect(parseAnswer('communityLeads', [row])).toMatchObject([{ score: 0.94 }]);
  });

  it('may tell a row by its primary key, and a site by its domain', () => {
    const row = {
      pk: 81,
      page_url: 'https://blog.example/flags',
      site: { domain: 'blog.example', authority: 55 },
    };
    const { pk, ...source } = row;
    expect(parseAnswer('warmLeads', [row])).toMatchObject([{ id: '81', place: 'blog.example' }]);
    expect(parseAnswer('sources', [source])).toMatchObject([{ domain: 'blog.example' }]);
  });

  it('may be of one engine where several may have cited a page', () => {
    const row = { title: 'Flags?', engine: { id: SEGMENT, display_name: 'ChatGPT' } };
    expect(parseAnswer('warmLeads', [row])).toMatchObject([{ engines: ['ChatGPT'] }]);
  });
});

it('a series of one prompt isn’t taken for its runs', () => {
  const points = [{ id: '2026-11-19', attributes: { 'scored-on': '2026-11-19', rank: 3 } }];
  const read = parseAnswer('promptHistory', { prompt: SEGMENT, history: points });
  expect(read).toMatchObject({ prompt: undefined, runs: [{ promptRunId: undefined }] });
});

describe('reports of this market', () => {
  const whole = (rows: readonly object[]) => rows.map((row) => JSON.parse(JSON.stringify(row)) as object);

  it('may pack figures and what they are of in lists that are named elsewhere', () => {
    const body = {
      info: { total_rows: 2, query: { metrics: ['count', 'citation_share'], dimensions: ['hostname'] } },
      data: [
        { metrics: [48, 0.32], dimensions: ['g2.com'] },
        { metrics: [30, 0.2], dimensions: ['reddit.com'] },
      ],
    };
    expect(whole(parseAnswer('sources', body))).toEqual([
      { domain: 'g2.com', citations: 48, share: 0.32 },
      { domain: 'reddit.com', citations: 30, share: 0.2 },
    ]);
  });

  it('never take a score of the position for the score of the day', async () => {
    const row = { date_day: '2026-11-20', ai_platform: 'ChatGPT', brand_position_score: 61, responses: 20 };
    const { client } = await clientOf(listing([row]));
    await expect(client.dailyScores(PROJECT)).rejects.toThrow('expected rows with score');
    const { client: other } = await clientOf(listing([{ ...row, brand_presence_percentage: 47 }]));
    expect(await other.dailyScores(PROJECT)).toMatchObject([{ engine: 'ChatGPT', score: 47 }]);
  });

  it('may have engines by an id that is their name', async () => {
    const row = { date: '2026-11-20', model: { id: 'chatgpt' }, visibility: 0.52 };
    const { client } = await clientOf(listing([row]));
    expect(await client.dailyScores(PROJECT)).toMatchObject([{ engine: 'ChatGPT', engineId: SEGMENT }]);
  });

  it('may chart a day as a list of its engines', () => {
    const visibility_chart = {
      '2026-11-19': [{ provider: 'all', value: 55 }],
      '2026-11-20': [{ provider: 'all', value: 61 }],
    };
    expect(whole(parseAnswer('promptTimeseries', { success: true, data: { visibility_chart } }))).toEqual([
      { date: '2026-11-19', engine: 'all', score: 55 },
      { date: '2026-11-20', engine: 'all', score: 61 },
    ]);
  });

  const globex = { visibility_score: 0.72, position: 1.4, mentions_count: 210 };
  const acme = { visibility_score: 0.42, position: 2.8, mentions_count: 132 };

  it.each([
    {
      info: { count: 2 },
      data: [
        { asset: { name: 'Acme' }, ...acme },
        { asset: { name: 'Globex' }, ...globex },
      ],
    },
    { self: acme, competitor: { displayName: 'Globex', ...globex } },
    { name: 'Globex', own: acme, stats: globex },
  ])('tell a rival from the brand: %o', async (body) => {
    const { client } = await clientOf(json(body));
    expect(await client.competitorDetail(PROJECT, 'Globex')).toMatchObject({
      ...{ name: 'Globex', score: 0.72, averageRank: 1.4, mentions: 210 },
    });
  });

  it('may add to what Reddit says of a thread', () => {
    const data = {
      ...{ title: 'Flags?', permalink: '/r/devops/comments/aa01/flags/', subreddit: 'devops', ups: 41 },
      ...{ created: 1795112400, created_utc: 1795083600, lead_score: 94, ai_reasoning: 'Names two rivals.' },
    };
    expect(parseAnswer('communityLeads', { data: { children: [{ kind: 't3', data }] } })).toMatchObject([
      {
        title: 'Flags?',
        score: 94,
        reason: 'Names two rivals.',
        postedAt: 1795083600000,
        foundAt: undefined,
      },
    ]);
  });
});

describe('the score of a lead', () => {
  const read = (rows: readonly object[]) =>
    parseAnswer(
      'communityLeads',
      rows.map((row, i) => ({ title: `Thread ${i}`, ...row })),
    ).map(({ score }) => score);
  const votes = [41, 305, 12, 80];
  const scores = [94, 87, 71, 57.2];

  it.each(['relevance_score', 'ai_score', 'buying_intent_score'])(
    'is the one that leads are ordered by, not the votes of the thread: %s',
    (name) => {
      expect(read(scores.map((score, i) => ({ score: votes[i], ups: votes[i], [name]: score })))).toEqual(
        scores,
      );
    },
  );

  it('is not a part of it that happens to fall less often', () => {
    expect(read(scores.map((score, i) => ({ score, relevance_score: votes[i] })))).toEqual(scores);
  });

  it('stays the one of the first page on a page too short to tell', async () => {
    const rows = scores.map((score, i) => ({
      title: `Thread ${i}`,
      score: votes[i],
      relevance_score: score,
    }));
    const later = { title: 'Thread 4', score: 900, relevance_score: 55 };
    const { client } = await clientOf((response, asked, number) => {
      const isFirst = !asked.url.includes('page=2');
      json({ items: isFirst ? rows : [later], page: isFirst ? 1 : 2, pages: 2 })(response, asked, number);
    });
    const leads = await client.communityLeads(PROJECT);
    expect(leads.map(({ score }) => score)).toEqual([...scores, 55]);
  });

  it('has the likeliest name where nothing is in order', () => {
    expect(read(votes.map((score, i) => ({ score, relevance_score: votes[3 - i] })))).toEqual(votes);
  });

  it('is none of several that might be one where nothing is in order', () => {
    const rows = votes.map((vote, i) => ({ depth_score: vote, breadth_score: votes[3 - i] }));
    expect(read(rows)).toEqual(votes.map(() => undefined));
  });
});

it('an engine in an envelope isn’t a list of engines', () => {
  const row = { url: 'https://g2.com/flags', engine: { data: { type: 'engines', id: SEGMENT } } };
  expect(parseAnswer('citations', [row])).toMatchObject([{ engineId: SEGMENT, engines: undefined }]);
});
