/** Answers and refusals of APIs that other teams might have built from the same document. */
import { describe, expect, it, test } from 'vitest';
import { SHAPES } from '../../src/visibility/assumed.ts';
import { ContractError } from '../../src/visibility/errors.ts';
import { asRows } from '../../src/visibility/forms.ts';
import { readAddress, readText } from '../../src/visibility/values.ts';
import type { OperationId } from '../support/api-bodies.ts';
import { clientOf, json, listing, PROJECT, SEGMENT } from './api.ts';
import { parseAnswer, readingOf } from './reading.ts';

/** An API that lists two engines and one region, and answers so to daily scores. */
async function scoresOf(body: unknown) {
  const { client } = await clientOf(listing(body, { regions: [{ id: 'r1', name: 'Germany' }] }));
  const rows = await client.dailyScores(PROJECT);
  return rows.map(({ date, engine, score }) => [date, engine, score]);
}

test('each figure of a day may be a map with the whole and every engine', async () => {
  const day = (date: string, by: number) => ({
    date,
    scores: { overall: 60 - by, chatgpt: 70 - by },
    mention_rates: { overall: 41 - by, chatgpt: 52 - by },
    avg_positions: { overall: 2.4 },
  });
  const { client } = await clientOf(listing([day('2026-11-19', 0), day('2026-11-20', 8)]));
  const read = (await client.dailyScores(PROJECT)).filter(({ date }) => date === '2026-11-20');
  const figures = read.map(({ engine, score, mentionRate, averageRank }) => [
    engine,
    score,
    mentionRate,
    averageRank,
  ]);
  expect(new Set(figures)).toEqual(
    new Set([
      [undefined, 52, 33, 2.4],
      ['ChatGPT', 62, 44, undefined],
    ]),
  );
});

describe('daily scores as a chart takes them', () => {
  const days = ['2026-11-19', '2026-11-20'];
  const both = [
    ['2026-11-19', undefined, 60],
    ['2026-11-20', undefined, 52],
    ['2026-11-19', 'ChatGPT', 70],
    ['2026-11-20', 'ChatGPT', 41],
  ];

  it.each([
    [
      'a column of the whole beside a line for each engine',
      {
        dates: days,
        overall: [60, 52],
        series: [{ engine_id: SEGMENT, engine: 'ChatGPT', values: [70, 41] }],
      },
    ],
    [
      'labels and datasets',
      {
        data: {
          labels: days,
          datasets: [
            { label: 'Overall', data: [60, 52] },
            { label: 'ChatGPT', data: [70, 41] },
          ],
        },
      },
    ],
    [
      'a column of the whole beside engines with scores',
      { dates: days, overall: [60, 52], engines: [{ id: SEGMENT, name: 'ChatGPT', scores: [70, 41] }] },
    ],
    [
      'lines of points',
      {
        series: [
          { name: 'Overall', points: days.map((x, i) => ({ x, y: [60, 52][i] })) },
          { name: 'ChatGPT', points: days.map((x, i) => ({ x, y: [70, 41][i] })) },
        ],
      },
    ],
    ['lines by the engine’s id', { days, score: [60, 52], engines: { [SEGMENT]: [70, 41] } }],
  ])('are rows of days: %s', async (_, body) => {
    expect(await scoresOf(body)).toEqual(both);
  });

  it('may have a line for each figure, under a shortened name', () => {
    const datasets = [
      { label: 'vis', data: [60, 52] },
      { label: 'mention_pct', data: [41, 33.5] },
    ];
    expect(parseAnswer('promptTimeseries', { labels: days, datasets })).toMatchObject([
      { date: '2026-11-19', score: 60, mentionRate: 41 },
      { date: '2026-11-20', score: 52, mentionRate: 33.5 },
    ]);
  });

  it('may be one of the whole and one of each engine', async () => {
    const chart = (...scores: number[]) => ({ dates: days, scores });
    const body = { overall: chart(60, 52), by_engine: { chatgpt: chart(70, 41), gemini: chart(50, 49) } };
    const gemini = [
      ['2026-11-19', 'Gemini', 50],
      ['2026-11-20', 'Gemini', 49],
    ];
    expect(new Set(await scoresOf(body))).toEqual(new Set([...both, ...gemini]));
  });

  it('may have days without a figure', async () => {
    expect(await scoresOf({ dates: days, score: [null, 52] })).toEqual([
      ['2026-11-19', undefined, undefined],
      ['2026-11-20', undefined, 52],
    ]);
  });

  it.each([
    ['no column is as long as the days', { dates: days, score: [60] }],
    ['there are two columns of days', { dates: days, updated: days, score: [60, 52] }],
    ['there are rows already', [{ date: '2026-11-20', score: 52 }]],
  ])('are left as they are where %s', (_, body) => {
    expect(asRows(body, SHAPES.dailyScore, true)).toBe(body);
  });
});

describe('daily scores in a form of their own', () => {
  const [before, day] = ['2026-11-19', '2026-11-20'];
  const all = [
    [before, undefined, 60],
    [before, 'ChatGPT', 70],
    [day, undefined, 52],
    [day, 'ChatGPT', 41],
  ];
  const ofParts = (value: (score: number) => unknown) => [
    { date: before, score: 60, by_engine: { [SEGMENT]: value(70) } },
    { date: day, score: 52, by_engine: { [SEGMENT]: value(41) } },
  ];
  const inTurn = (rows: unknown[][]) => rows.toSorted((a, b) => (`${a}` < `${b}` ? -1 : 1));

  it.each<[string, unknown]>([
    ['a number for each engine within a day', ofParts((score) => score)],
    ['figures for each engine within a day', ofParts((score) => ({ score, mention_rate: 0.5 }))],
    [
      'days under their dates, engines within them',
      Object.fromEntries(ofParts((score) => score).map(({ date, ...row }) => [date, row])),
    ],
    [
      'a row for each figure',
      all.flatMap(([date, engine, visibility]) =>
        Object.entries({ visibility, mention_rate: 0.5 }).map(([metric, value], i) => ({
          id: `${date}${engine}${i}`,
          date,
          engine,
          metric,
          value,
        })),
      ),
    ],
    [
      'rows of rivals, by their type',
      all.flatMap(([date, engine, score]) => [
        { date, engine, entity_name: 'Globex', entity_type: 'competitor', score: 80 },
        { date, engine, entity_name: 'Acme', entity_type: 'brand', score },
      ]),
    ],
    [
      'rows of rivals, by a flag',
      {
        data: all.flatMap(([date, engine, score]) => [
          { date, engine, entity: { name: 'Acme', is_own: true }, score },
          { date, engine, entity: { name: 'Globex', is_own: false }, score: 3 },
        ]),
      },
    ],
    ['a table under a row of headings', [['date', 'engine', 'score'], ...all]],
    [
      'a table beside its columns',
      { columns: ['date', 'engine', 'score'].map((name) => ({ name, type: 'text' })), rows: all },
    ],
    [
      'points of a chart’s lines',
      {
        series: [undefined, 'ChatGPT'].map((name) => ({
          name: name ?? 'Overall',
          data: all.flatMap(([date, engine, score]) =>
            engine === name ? [[Date.parse(`${date}`), score]] : [],
          ),
        })),
      },
    ],
    [
      'days in digits',
      all.map(([date, engine, score]) => ({ date: Number(`${date}`.replaceAll('-', '')), engine, score })),
    ],
    [
      'days with slashes',
      all.map(([date, engine, score]) => ({ date: `${date}`.replaceAll('-', '/'), engine, score })),
    ],
    [
      'days as spans',
      all.map(([date, engine, score]) => ({
        engine,
        score,
        period_start: `${date}T00:00:00Z`,
        period_end: `${date}T23:59:59Z`,
      })),
    ],
    [
      'days in three parts',
      all.map(([date = '', engine, score]) => {
        const [year, month, day] = `${date}`.split('-').map(Number);
        return { date: { year, month, day }, engine, visibilityScore: score };
      }),
    ],
    [
      'rivals inside each row',
      all.map(([date, engine, score]) => ({
        date,
        engine,
        brand: { name: 'Acme', score },
        competitors: [{ name: 'Globex', score: 80 }],
      })),
    ],
    [
      'engines by a short name',
      all.map(([date, engine, score]) => ({ date, platform: engine && 'chat-gpt', visibility_pct: score })),
    ],
    [
      'a column for each engine',
      [
        { date: before, overall: 60, chatgpt: 70 },
        { date: day, overall: 52, chatgpt: 41 },
      ],
    ],
    [
      'scores under the names of engines',
      [
        { date: before, scores: { overall: 60, chatgpt: 70 } },
        { date: day, scores: { overall: 52, chatgpt: 41 } },
      ],
    ],
    [
      'scores under their dates',
      [
        { engine: null, scores: { [before]: 60, [day]: 52 } },
        { engine: 'ChatGPT', scores: { [before]: 70, [day]: 41 } },
      ],
    ],
    [
      'a list of days for the whole, and for each engine',
      {
        overall: all.flatMap(([date, engine, score]) => (engine ? [] : [{ date, score }])),
        engines: [
          {
            engine: 'ChatGPT',
            history: all.flatMap(([date, engine, score]) => (engine ? [{ date, score }] : [])),
          },
        ],
      },
    ],
    [
      'numbers by day, by engine',
      { overall: { [before]: 60, [day]: 52 }, ChatGPT: { [before]: 70, [day]: 41 } },
    ],
  ])('are read: %s', async (_, body) => {
    expect(inTurn(await scoresOf(body))).toEqual(inTurn(all));
  });

  it.each<[string, unknown]>([
    [
      'the type of a row is that of its day',
      [
        { date: day, type: 'brand', score: 52 },
        { date: day, type: 'weekly', score: 41 },
      ],
    ],
    [
      'an engine is a thing with an id',
      [{ date: day, engine: { id: SEGMENT, data: { name: 'ChatGPT' } }, score: 41 }],
    ],
    ['a value has no name of ours', [{ date: day, metric: 'clicks', value: 12 }]],
  ])('are left as they are where %s', (_, body) => {
    expect(asRows(body, SHAPES.dailyScore, true)).toBe(body);
  });
});

describe('rows in which nothing stands that they are about', () => {
  it.each<[string, object]>([
    ['days without a figure that is known', { date: '2026-11-20', colour: 61 }],
    ['figures without a day', { when: 'lately', score: 61 }],
  ])('are refused and not taken for none: %s', async (_, row) => {
    await expect(scoresOf([row])).rejects.toThrow(ContractError);
  });

  it('are refused of leads, too', async () => {
    const { client } = await clientOf(json([{ id: 'l1', t: 'Help', u: 'https://forum.example/1' }]));
    await expect(client.communityLeads(PROJECT, { limit: 5 })).rejects.toThrow(ContractError);
  });
});

describe('what a map’s key says', () => {
  it('is the label of a topic, and the id of a prompt', () => {
    expect(parseAnswer('topics', { pricing: { score: 61 }, setup: { score: 40 } })).toMatchObject([
      { label: 'pricing', score: 61 },
      { label: 'setup', score: 40 },
    ]);
    const [prompt] = parseAnswer('prompts', {
      prompts: { p1: { text: 'cut aws bill' }, p2: { text: 'alerts' } },
    });
    expect(prompt).toMatchObject({ id: 'p1', text: 'cut aws bill' });
  });

  it('is nothing where the rows say it themselves', () => {
    const [topic] = parseAnswer('topics', {
      t1: { label: 'pricing', score: 1 },
      t2: { label: 'setup', score: 2 },
    });
    expect(topic?.label).toBe('pricing');
  });
});

describe('a lead', () => {
  it.each([{ created_at: '2026-11-18T09:00:00Z' }, { createdUtc: Date.UTC(2026, 10, 18, 9) / 1000 }])(
    'is as old as its thread, not as its row: %o',
    (time) => {
      const lead = { created_at: '2026-11-20T09:00:00Z', post: { title: 'Help', ...time } };
      expect(parseAnswer('communityLeads', [lead])[0]?.postedAt).toBe(Date.UTC(2026, 10, 18, 9));
    },
  );

  it('is as old as its row where nothing else is said', () => {
    const [lead] = parseAnswer('communityLeads', [{ title: 'Help', created_at: '2026-11-20T09:00:00Z' }]);
    expect(lead?.postedAt).toBe(Date.UTC(2026, 10, 20, 9));
  });

  it.each([
    [{ match: '91%' }],
    [{ analysis: { score: 91, why: 'asks' } }],
    [{ scoring: { total: 91, intent: 0.5 } }],
  ])('has its score in %o', (more) => {
    expect(parseAnswer('communityLeads', [{ id: 'l1', title: 'Help', ...more }])[0]?.score).toBe(91);
  });

  it('of Reddit is found by the path that Reddit gives', () => {
    const path = '/r/devops/comments/1abc/how_do_you/';
    expect(readAddress(path)).toBe(`https://www.reddit.com${path}`);
    expect(readAddress('/item?id=7')).toBeUndefined();
  });
});

it('a thing may be a list of its figures', () => {
  const data = ['Total leads', 'New leads', 'Average score'].map((label, i) => ({ label, value: i + 5 }));
  const { value } = readingOf('communityMetrics', { data });
  expect(value).toMatchObject({ total: 5, new: 6, averageScore: 7 });
});

it('a thing may lie under its own name', () => {
  const counts = { total: 9, new: 3, today: 1, average_score: 55 };
  const { value, plan } = readingOf('communityMetrics', { community: counts });
  expect(value).toEqual({ total: 9, new: 3, today: 1, averageScore: 55 });
  expect(plan?.fields.map(({ path }) => path.join('.'))).toContain('community.total');
});

it.each<[string, string, number, unknown]>([
  ['among others', 'promptText', 422, { success: false, message: 'promptText is required' }],
  ['as all that is said', 'query', 400, 'query is required'],
])('a refusal may name a missing field in its sentence alone: %s', async (_, name, status, body) => {
  const { client, asked } = await clientOf((response, request, number) => {
    const isTaken = request.body.includes(name);
    const answer = isTaken ? json({ _id: 'p1', [name]: 'cut aws bill' }) : json(body, status);
    answer(response, request, number);
  });
  await client.createPrompt(PROJECT, 'cut aws bill');
  expect(asked.map(({ body: sent }) => JSON.parse(sent))).toEqual([
    { prompt: 'cut aws bill' },
    { [name]: 'cut aws bill' },
  ]);
});

describe('a lead', () => {
  const thread = 'https://www.reddit.com/r/devops/comments/abc/x';
  const lead = (fields: object) => {
    const [read] = parseAnswer('communityLeads', [{ id: 'a', ...fields }]);
    return [read?.title, read?.url, read?.place, read?.score];
  };

  it.each<[string, object]>([
    [
      'in a conversation',
      { conversation: { title: 'T', url: thread, community: { name: 'devops' } }, score: 91 },
    ],
    [
      'in what Reddit gives',
      { reddit: { title: 'T', permalink: new URL(thread).pathname, subreddit: 'devops' }, score: 91 },
    ],
    [
      'at its source',
      { title: 'T', source: { platform: 'reddit', community: 'devops', url: thread }, score: 91 },
    ],
    [
      'beside its source',
      { content: { title: 'T', url: thread }, source: { platform: 'reddit', name: 'devops' }, score: 91 },
    ],
    [
      'beside the row’s own address',
      { url: 'https://api.example/leads/7', html_url: thread, title: 'T', forum: 'devops', score: 91 },
    ],
    [
      'beside the row’s own name',
      { name: 'projects/p/leads/7', displayName: 'T', uri: thread, community: 'devops', leadScore: 91 },
    ],
    [
      'in what a search index found',
      { _score: 1.2, _source: { title: 'T', url: thread, community: 'devops', score: 91 } },
    ],
    ['in a comment without a title', { text: 'T', url: thread, subreddit_name: 'devops', score: 91 }],
  ])('is read with its thread %s', (_, fields) => {
    expect(lead(fields)).toEqual(['T', thread, 'r/devops', 91]);
  });

  it('reads as on its page where a forum’s own API escaped it as in HTML', () => {
    const title = 'Don&#39;t know &quot;AWS &amp; GCP&quot;: &lt;5&#x20AC;? &amp;amp; &unknown; R&D';
    expect(lead({ title, url: `${thread}?a=1&amp;b=2`, subreddit: 'devops', score: 91 })).toEqual([
      'Don\'t know "AWS & GCP": <5€? &amp; &unknown; R&D',
      `${thread}?a=1&b=2`,
      'r/devops',
      91,
    ]);
  });

  it.each<[string, object]>([
    ['of the lead, beside the thread’s own', { score: 12, lead_score: 91 }],
    ['over all, beside its parts', { scores: { intent: 80, overall: 91, relevance: 70 } }],
    [
      'beside others that are called by what they measure',
      { score: 91, intent_score: 80, relevance_score: 70 },
    ],
    ['under a name that ends so', { ai_priority_score: 91, reddit_score: 12 }],
    ['as text with its scale', { score: '91/100' }],
    ['as text with its unit', { score: '91 points' }],
  ])('has its score %s', (_, fields) => {
    expect(lead({ title: 'T', url: thread, subreddit: 'devops', ...fields }).at(-1)).toBe(91);
  });
});

describe('what lies in things of its own', () => {
  const value = (id: OperationId, body: unknown) => readingOf(id, body).value;
  const chatgpt = { engine: 'ChatGPT', score: 60 };

  it.each<[string, object]>([
    ['by name', { ChatGPT: { score: 60 } }],
    ['by name, as numbers', { ChatGPT: 60 }],
    ['as rows', [chatgpt]],
  ])('a competitor’s and a prompt’s engines are read %s', (_, by_engine) => {
    expect(value('competitorDetail', { name: 'Globex', score: 70, by_engine })).toMatchObject({
      score: 70,
      byEngine: [chatgpt],
    });
    expect(value('promptDetail', { id: SEGMENT, prompt: 'best crm', by_engine })).toMatchObject({
      byEngine: [chatgpt],
    });
  });

  it('a competitor’s topics are read by name', () => {
    const topics = { pricing: { score: 75 }, alerting: { score: 50 } };
    expect(value('competitorDetail', { name: 'Globex', topics })).toMatchObject({
      topics: [
        { label: 'pricing', score: 75 },
        { label: 'alerting', score: 50 },
      ],
    });
  });

  it('a cited page and the answer that cites it are read', () => {
    const source = { url: 'https://x.example/p', title: 'T', domain: 'x.example' };
    const response = { id: SEGMENT, engine: { display_name: 'ChatGPT' }, prompt: { text: 'best crm' } };
    expect(value('citations', [{ source, response }])).toMatchObject([
      { ...source, responseId: SEGMENT, engine: 'ChatGPT', prompt: 'best crm' },
    ]);
  });

  it('a prompt’s runs may come without what is around them', () => {
    expect(value('promptHistory', [{ id: SEGMENT, engine: 'ChatGPT', rank: 2 }])).toMatchObject({
      runs: [{ promptRunId: SEGMENT, engine: 'ChatGPT', rank: 2 }],
    });
  });

  it('topics, prompts and regions may be names alone', () => {
    expect(parseAnswer('topics', ['pricing'])).toMatchObject([{ label: 'pricing' }]);
    expect(parseAnswer('prompts', ['best crm'])).toMatchObject([{ text: 'best crm' }]);
    expect(value('regions', ['Germany'])).toMatchObject([{ name: 'Germany' }]);
    expect(value('prompts', { prompts: ['best crm'], total: 1 })).toMatchObject([{ text: 'best crm' }]);
  });
});

test('a character that PostgreSQL takes in no text is left out of any', () => {
  expect([readText('Which\u0000 CMS?'), readText('\u0000 ')]).toEqual(['Which CMS?', undefined]);
});
