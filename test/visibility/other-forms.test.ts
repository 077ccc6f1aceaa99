/** Forms that other teams give to what the API’s document leaves open: tables, lists of everything, pages. */
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { API_BODIES } from '../support/api-bodies.ts';
import { type Asked, clientOf, json, listing, OTHER, PROJECT, SEGMENT } from './api.ts';
import { parseAnswer } from './reading.ts';

/** An API with two engines that answers so to everything else. */
const clientFor = async (body: unknown) => (await clientOf(listing(body))).client;

describe('daily scores with a column for each engine', () => {
  const days = (rows: readonly unknown[]) => ({
    columns: ['date', 'All engines', 'ChatGPT', 'Gemini'],
    rows,
  });
  const all = [
    ['2026-11-19', undefined, 60.5],
    ['2026-11-20', undefined, 52],
    ['2026-11-19', 'ChatGPT', 70],
    ['2026-11-20', 'ChatGPT', 63],
    ['2026-11-19', 'Gemini', 51],
    ['2026-11-20', 'Gemini', 41],
  ];
  const read = async (body: unknown) =>
    (await (await clientFor(body)).dailyScores(PROJECT)).map(({ date, engine, score }) => [
      date,
      engine,
      score,
    ]);

  it('may be written as percentages', async () => {
    const rows = [
      ['20261119', '60.5%', '70.0%', '51.0%'],
      ['20261120', '52.0%', '63.0%', '41.0%'],
    ];
    expect(await read(days(rows))).toEqual(all);
  });

  it('may have none for the whole', async () => {
    const rows = [
      { date: '2026-11-19', ChatGPT: 70, Gemini: 51 },
      { date: '2026-11-20', ChatGPT: 63, Gemini: 41 },
    ];
    const scores = await read(rows);
    expect(scores.filter(([, , score]) => score !== undefined)).toEqual(all.slice(2));
  });

  it('can’t be read where no column is an engine', async () => {
    await expect(read([{ date: '2026-11-19', colour: 7 }])).rejects.toThrow('expected rows with score');
  });

  it('may have figures written as text inside the day', async () => {
    const ofDay = (date: string, whole: string, chatgpt: string, gemini: string) => ({
      date,
      overall: { visibilityPct: whole },
      engines: { ChatGPT: { visibilityPct: chatgpt }, Gemini: { visibilityPct: gemini } },
    });
    const body = [ofDay('2026-11-19', '60.5', '70', '51'), ofDay('2026-11-20', '52', '63', '41')];
    expect(new Set(await read(body))).toEqual(new Set(all));
  });
});

describe('one prompt’s time series, from an API that answers for all prompts', () => {
  const series = (score: number) => [
    { date: '2026-11-19', score },
    { date: '2026-11-20', score: score - 9 },
  ];
  const withId = (id: string, score: number) => series(score).map((row) => ({ ...row, prompt_id: id }));

  it.each([
    ['a map by id', { result: { [SEGMENT]: series(61), [OTHER]: series(30) } }],
    ['rows', [...withId(SEGMENT, 61), ...withId(OTHER, 30)]],
  ])('%s', async (_, body) => {
    const scores = await (await clientFor(body)).promptTimeseries(PROJECT, SEGMENT);
    expect(scores.map(({ score }) => score)).toEqual([61, 52]);
  });
});

describe('a competitor, from an API that answers for all', () => {
  const rivals = [
    { name: 'Globex', visibility: '68.2%', mentions: 205 },
    { name: 'Initech', visibility: '49.5%', mentions: 149 },
  ];

  it.each([
    ['a list', rivals],
    ['a list beside ours', { us: { name: 'Acme', visibility: 44 }, them: rivals }],
    ['resources', { data: rivals.map((attributes, i) => ({ id: `${i}`, type: 'rival', attributes })) }],
    [
      'a table',
      { columns: ['competitor', 'visibility', 'mentions'], rows: rivals.map((row) => Object.values(row)) },
    ],
    ['a map by name', { Globex: rivals[0], Initech: rivals[1] }],
  ])('is the one that was asked for: %s', async (_, body) => {
    const rival = await (await clientFor(body)).competitorDetail(PROJECT, 'Initech');
    expect(rival).toMatchObject({ name: 'Initech', score: 49.5, mentions: 149 });
  });

  it('stays whole where a list inside names it again', async () => {
    const body = { name: 'Initech', score: 49.5, mentions: 149, compared: [{ name: 'Initech', score: 3 }] };
    const rival = await (await clientFor(body)).competitorDetail(PROJECT, 'Initech');
    expect(rival).toMatchObject({ score: 49.5, mentions: 149 });
  });
});

describe('days with lists of their engines and regions', () => {
  const at = (date: string, whole: number, chatgpt: number, de: number) => ({
    date,
    overall: { visibility: whole, answers: 72, avg_rank: 1.4, sentiment: 0.3 },
    engines: [{ engine: { id: SEGMENT, name: 'ChatGPT' }, visibility: chatgpt }],
    regions: [{ region: { code: 'DE' }, visibility: de }],
  });
  const days = [at('2026-11-19', 60, 70, 55), at('2026-11-20', 52, 63, 50)];
  const figures = { visibility: 52, answers: 72, avg_rank: 1.4, mood: 0.3 };
  const parts = { engines: { ChatGPT: { visibility: 63 } }, regions: { DE: { visibility: 50 } } };
  const points = (...scores: number[]) => ({
    points: scores.map((score, i) => ({ date: days[i]?.date, score })),
  });

  it.each([
    ['lists', days],
    [
      'lists in envelopes, with figures of their own',
      days.map(({ date, overall, engines, regions }) => ({
        date,
        total: overall,
        byEngine: { results: engines.map(({ engine, visibility }) => ({ engine, figures: { visibility } })) },
        byRegion: { results: regions },
      })),
    ],
    ['maps', { days: { '2026-11-20': { ...figures, ...parts }, '2026-11-19': { ...figures, ...parts } } }],
    [
      'series, deep inside',
      {
        data: {
          project: {
            scores: {
              overall: points(60, 52),
              byEngine: [{ engine: { id: SEGMENT, name: 'ChatGPT' }, ...points(70, 63) }],
              byRegion: [{ region: { code: 'DE' }, ...points(55, 50) }],
              competitors: [{ name: 'Globex', engine: 'ChatGPT', ...points(1, 2) }],
            },
          },
        },
      },
    ],
    [
      'lists of things with ids and names',
      days.map(({ engines, regions, ...day }) => ({
        ...day,
        engines: engines.map(({ engine, ...figures }) => ({ ...engine, ...figures })),
        regions: regions.map(({ region, ...figures }) => ({ name: region.code, ...figures })),
      })),
    ],
    [
      'maps by id, to figures with their units',
      days.map(({ date, overall, engines, regions }) => ({
        date,
        overall,
        by_engine: { [SEGMENT]: { visibility: { value: engines[0]?.visibility, unit: 'points' } } },
        by_region: { DE: { visibility: { value: regions[0]?.visibility, unit: 'points' } } },
      })),
    ],
  ])('are read with all of them, as %s', async (_, body) => {
    const read = await (await clientFor(body)).dailyScores(PROJECT);
    const on20 = read.filter(({ date }) => date === '2026-11-20');
    const scoreOf = (wanted: object) =>
      on20.filter((row) => expect.objectContaining(wanted).asymmetricMatch(row));
    expect(scoreOf({ engine: undefined, region: undefined }).map(({ score }) => score)).toEqual([52]);
    expect(scoreOf({ engine: 'ChatGPT' }).map(({ score }) => score)).toEqual([63]);
    expect(scoreOf({ region: 'DE' }).map(({ score }) => score)).toEqual([50]);
  });

  it('keep what is the day’s own from them', async () => {
    const given = days.map(({ overall, ...day }) => ({ ...day, ...overall }));
    const read = await (await clientFor(given)).dailyScores(PROJECT);
    const figuresOf = ({ answers, averageRank, sentiment }: (typeof read)[number]) => [
      answers,
      averageRank,
      sentiment,
    ];
    const isWhole = ({ engine, region }: (typeof read)[number]) => !engine && !region;
    expect(read.filter(isWhole).map(figuresOf)).toEqual([
      [72, 1.4, 0.3],
      [72, 1.4, 0.3],
    ]);
    const none = [undefined, undefined, undefined];
    expect(read.filter((row) => !isWhole(row)).map(figuresOf)).toEqual([none, none, none, none]);
  });
});

describe('engines that cite a page', () => {
  const page = { url: 'https://forum.example/1', domain: 'forum.example' };
  const one = (more: object) => ({ ...page, ...more });
  it.each([
    ['an id in each row', [one({ engine_id: SEGMENT }), one({ engine_id: OTHER })]],
    ['a maker in each row', [one({ engine: 'openai' }), one({ engine: 'google' })]],
    ['counts by id in one row', [one({ count_by_engine: { [SEGMENT]: 3, [OTHER]: 1 } })]],
    ['counts by name in one row', [one({ byEngine: { ChatGPT: { count: 3 }, Gemini: { count: 1 } } })]],
    ['a list of ids in one row', [one({ engine_ids: [SEGMENT, OTHER] })]],
    [
      'a list of things in one row',
      [
        one({
          engines: [
            { id: SEGMENT, name: 'ChatGPT' },
            { id: OTHER, name: 'Gemini' },
          ],
        }),
      ],
    ],
  ])('have their names, from %s', async (_, body) => {
    const client = await clientFor(body);
    const citations = await client.citations(PROJECT, { limit: 5 });
    expect(citations.map(({ url, engine }) => [url, engine])).toEqual([
      [page.url, 'ChatGPT'],
      [page.url, 'Gemini'],
    ]);
  });

  it.each([
    ['ids', { engines: [SEGMENT, OTHER] }],
    [
      'things',
      {
        cited_by: [
          { engine_id: SEGMENT, count: 3 },
          { engine_id: OTHER, count: 1 },
        ],
      },
    ],
    ['counts by id', { citations_by_engine: { [SEGMENT]: { count: 3 }, [OTHER]: { count: 1 } } }],
  ])('have them for a source and a cited lead, too: %s', async (_, more) => {
    const client = await clientFor([one(more)]);
    const names = [{ engines: ['ChatGPT', 'Gemini'] }];
    expect(await client.sources(PROJECT)).toMatchObject(names);
    expect(await client.warmLeads(PROJECT)).toMatchObject(names);
  });

  it('are not those that are counted 0 times', async () => {
    const client = await clientFor([one({ count_by_engine: { ChatGPT: 3, Gemini: 0 } })]);
    const citations = await client.citations(PROJECT, { limit: 5 });
    expect(citations.map(({ engine, count }) => [engine, count])).toEqual([['ChatGPT', 3]]);
    expect(await client.sources(PROJECT)).toMatchObject([{ engines: ['ChatGPT'] }]);
    expect(await client.warmLeads(PROJECT)).toMatchObject([{ engines: ['ChatGPT'] }]);
  });

  it('have their names in many answers at once, though a key has few turns', async () => {
    const client = await clientFor([one({ engine_id: SEGMENT })]);
    const all = await Promise.all(Array.from({ length: 9 }, () => client.citations(PROJECT, { limit: 5 })));
    expect(all.flat().map(({ engine }) => engine)).toEqual(Array.from({ length: 9 }, () => 'ChatGPT'));
  });

  it('share a count that is of all of them', async () => {
    const row = one({ id: 'c1', citation_count: 7, engines: ['ChatGPT', 'Gemini'] });
    const citations = await (await clientFor([row])).citations(PROJECT, { limit: 5 });
    expect(citations).toMatchObject([{ count: 7, engines: ['ChatGPT', 'Gemini'] }]);
  });

  it('have none for an id that no engine has', async () => {
    const [source] = await (await clientFor([one({ engines: [PROJECT] })])).sources(PROJECT);
    expect(source?.engines).toEqual([]);
  });
});

describe('a prompt’s runs', () => {
  it.each(['executedAt', 'asked'])('have the only time that they name (%s)', async (name) => {
    const history = [{ promptRunId: SEGMENT, mentioned: true, rank: 1, [name]: '2026-11-20T03:00:00' }];
    const { runs } = await (await clientFor({ history })).promptHistory(PROJECT, SEGMENT);
    expect(runs?.[0]?.completedAt).toBe(Date.parse('2026-11-20T03:00:00Z'));
  });

  it('may say by their mentions whether and where they name the brand', async () => {
    const mention = (entity_name: string, entity_type: string, rank_position: number) => ({
      entity_name,
      entity_type,
      rank_position,
    });
    const run = (id: string, ...mentions: object[]) => ({ id, engine_id: SEGMENT, status: 'done', mentions });
    const prompt_runs = [
      run(SEGMENT, mention('Target', 'competitor', 1), mention('Acme', 'brand', 2)),
      run(OTHER, mention('Target', 'competitor', 1)),
    ];
    const { runs } = await (await clientFor({ prompt_runs })).promptHistory(PROJECT, SEGMENT);
    expect(runs?.map(({ promptRunId, mentioned, rank }) => [promptRunId, mentioned, rank])).toEqual([
      [SEGMENT, true, 2],
      [OTHER, false, undefined],
    ]);
  });

  it.each([
    ['an id', SEGMENT],
    ['a maker', 'openai'],
  ])('name their engine, where the API gives %s', async (_, engine) => {
    const history = { history: [{ run: SEGMENT, engine, ran_at: '2026-11-20T03:00:00Z' }] };
    const { runs } = await (await clientFor(history)).promptHistory(PROJECT, SEGMENT);
    expect(runs).toMatchObject([{ promptRunId: SEGMENT, engine: 'ChatGPT' }]);
  });

  it('may come by engine', async () => {
    const run = (id: string, rank: number | null) => ({ prompt_run_id: id, mentioned: rank !== null, rank });
    const history = [
      {
        completed_at: '2026-11-20T03:00:00Z',
        by_engine: { [SEGMENT]: run(OTHER, 2), [OTHER]: run(SEGMENT, null) },
      },
      { completed_at: '2026-11-19T03:00:00Z', by_engine: { [SEGMENT]: run(PROJECT, 1), [OTHER]: null } },
    ];
    const read = await (await clientFor({ prompt: { id: SEGMENT }, history })).promptHistory(
      PROJECT,
      SEGMENT,
    );
    expect(read.runs?.map(({ engineId, promptRunId, rank }) => [engineId, promptRunId, rank])).toEqual([
      [SEGMENT, OTHER, 2],
      [OTHER, SEGMENT, undefined],
      [SEGMENT, PROJECT, 1],
    ]);
  });
});

describe('one thing', () => {
  it('may be a documented one as the only row of a list', () => {
    const topic = parseAnswer('topicDetail', API_BODIES.topicDetail);
    expect(parseAnswer('topicDetail', [API_BODIES.topicDetail])).toEqual(topic);
  });

  it.each([
    ['the only row of a list', [{ status: 'ready', generated_at: '2026-10-14T09:00:00Z' }]],
    [
      'the only row of a table',
      { columns: ['status', 'updated_at'], rows: [['ready', '2026-10-14T09:00:00Z']] },
    ],
  ])('may be %s', (_, body) => {
    expect(parseAnswer('suggestionsStatus', body)).toMatchObject({
      status: 'ready',
      generatedAt: Date.UTC(2026, 9, 14, 9),
    });
  });

  it('may be a table of figures', () => {
    const rows = [
      ['total', 30],
      ['new', 9],
      ['avg_score', '68.0%'],
    ];
    expect(parseAnswer('communityMetrics', { columns: ['metric', 'value'], rows })).toMatchObject({
      total: 30,
      new: 9,
      averageScore: 68,
    });
  });

  it('may be a table of its engines', () => {
    const body = { prompt: 'best cms', columns: ['engine', 'visibility'], rows: [['ChatGPT', 70]] };
    expect(parseAnswer('promptDetail', body)).toMatchObject({
      text: 'best cms',
      byEngine: [{ engine: 'ChatGPT', score: 70 }],
    });
  });
});

describe('a list in pages that say how long they are, not how many', () => {
  const prompts = Array.from({ length: 6 }, (_, i) => ({ id: `p${i}`, text: `prompt ${i}` }));

  it.each([
    ['its rows are counted', () => ({ row_count: 6 })],
    ['only the page is', (rows: unknown[]) => ({ row_count: rows.length })],
  ])('is read to its end where %s', async (_, counted) => {
    const { client } = await clientOf((response, asked, number) => {
      const offset = Number(new URL(asked.url, 'http://api').searchParams.get('offset') ?? 0);
      const rows = prompts.slice(offset, offset + 2);
      json({ rows, limit: 2, offset, ...counted(rows) })(response, asked, number);
    });
    const read = await client.prompts(PROJECT);
    expect(read.map(({ id }) => id)).toEqual(prompts.map(({ id }) => id));
    expect(read.rest).toBeUndefined();
  });
});

describe('values with their types, as Firestore has them,', () => {
  const of = (id: string, fields: object) => ({
    name: `projects/app/databases/(default)/documents/projects/p1/leads/${id}`,
    fields,
    createTime: '2026-11-20T09:00:00.000000Z',
  });

  it('are read as plain ones, and a document’s path is no title', async () => {
    const engines = { arrayValue: { values: [{ stringValue: 'ChatGPT' }, { stringValue: 'Gemini' }] } };
    const thread = { mapValue: { fields: { url: { stringValue: 'https://forum.example/t/1' } } } };
    const counts = {
      score: { integerValue: '91' },
      status: { nullValue: null },
      commentCount: { integerValue: '0' },
    };
    const { client } = await clientOf(json([of(SEGMENT, { thread, engines, ...counts })]));
    const [lead] = await client.warmLeads(PROJECT);
    const wanted = { id: SEGMENT, url: 'https://forum.example/t/1', score: 91, comments: 0 };
    expect(lead).toMatchObject({
      ...wanted,
      engines: ['ChatGPT', 'Gemini'],
      title: undefined,
      status: undefined,
    });
  });

  it('are read in the runs of a prompt, whose ids are in their paths', async () => {
    const name = `projects/app/databases/(default)/documents/prompts/p1/runs/${SEGMENT}`;
    const fields = { status: { stringValue: 'completed' }, mentioned: { booleanValue: true } };
    const { client } = await clientOf(listing({ documents: [{ name, fields }] }));
    const { runs } = await client.promptHistory(PROJECT, OTHER);
    expect(runs).toMatchObject([{ promptRunId: SEGMENT, status: 'completed', mentioned: true }]);
  });

  it('are read in a thing without any text', async () => {
    const counts = { total: { integerValue: '31' }, new: { integerValue: '7' } };
    const { client } = await clientOf(json(of('metrics', counts)));
    expect(await client.communityMetrics(PROJECT)).toMatchObject({ total: 31, new: 7 });
  });
});

describe('a list by another name', () => {
  it('has numbers for names, as PHP writes one that something was taken from', () => {
    const runs = { 0: { id: SEGMENT, status: 'completed' }, 2: { id: OTHER, status: 'failed' } };
    const read = parseAnswer('promptHistory', { text: 'best flags?', runs });
    expect(read.runs?.map(({ status }) => status)).toEqual(['completed', 'failed']);
    const lead = { url: 'https://forum.example/t/1', engines: { 0: 'ChatGPT', 2: 'Gemini' } };
    expect(parseAnswer('warmLeads', [lead])).toMatchObject([{ engines: ['ChatGPT', 'Gemini'] }]);
  });

  it.each([
    { topic: ['pricing', 'alerts'], own_score: [61, 58] },
    { topic: { 0: 'pricing', 1: 'alerts' }, own_score: { 0: 61, 1: 58 } },
  ])('has a column for each name, as pandas writes a table: %j', (table) => {
    const wanted = [
      { label: 'pricing', score: 61 },
      { label: 'alerts', score: 58 },
    ];
    expect(parseAnswer('topics', table)).toMatchObject(wanted);
    expect(parseAnswer('topics', { data: table })).toMatchObject(wanted);
  });
});

describe('Salesforce’s records', () => {
  it('are named by their own fields rather than by their number, and point on to the next ones', async () => {
    const leads = ['How do you use flags?', 'Which flags?'].map((title, i) => ({
      attributes: { type: 'Lead__c', url: `/sobjects/Lead__c/${i}` },
      Name: `CL-0000${i}`,
      Thread_Title__c: title,
      Thread_Url__c: `https://forum.example/t/${i}`,
      Lead_Score__c: 91 - i,
    }));
    const { client } = await clientOf(json(leads));
    const wanted = { title: 'How do you use flags?', url: 'https://forum.example/t/0', score: 91 };
    expect((await client.communityLeads(PROJECT))[0]).toMatchObject(wanted);
    const topics = (response: ServerResponse, asked: Asked, number: number) => {
      const isSecond = asked.url.includes('locator=1');
      const more = isSecond ? { done: true } : { done: false, nextRecordsUrl: '/query/topics?locator=1' };
      const records = [{ Name: isSecond ? 'alerts' : 'pricing', Own_Score__c: 61 }];
      json({ totalSize: 2, ...more, records })(response, asked, number);
    };
    const { client: other } = await clientOf(topics);
    expect((await other.topics(PROJECT)).map(({ label }) => label)).toEqual(['pricing', 'alerts']);
  });

  it('may be searches, whose name is what was searched for', () => {
    const engine = { Id: SEGMENT, Name: 'Gemini' };
    const search = { Name: 'flags reddit', Engine__c: SEGMENT, Engine__r: engine, Count__c: 12 };
    const wanted = { query: 'flags reddit', engine: 'Gemini', engineId: SEGMENT, count: 12 };
    expect(parseAnswer('queryFanout', { records: [search] })).toMatchObject([wanted]);
    const inDocument = { name: 'projects/p1/searches/7', fields: { query: 'flags reddit' } };
    expect(parseAnswer('queryFanout', [inDocument])).toMatchObject([{ query: 'flags reddit' }]);
  });

  it('may have a topic that is called like a number', () => {
    const topics = parseAnswer('topics', [
      { name: 'ISO-27001', score: 61 },
      { name: 'pricing', score: 58 },
    ]);
    expect(topics.map(({ label }) => label)).toEqual(['ISO-27001', 'pricing']);
  });
});

describe('counts that stand in an aggregate, as Hasura answers,', () => {
  it('are those of what is counted', () => {
    const count = (number: number) => ({ aggregate: { count: number } });
    const lead = { title: 'Flags?', comments_aggregate: count(19), citations_aggregate: count(6) };
    expect(parseAnswer('warmLeads', [lead])).toMatchObject([{ comments: 19, citations: 6 }]);
  });
});
