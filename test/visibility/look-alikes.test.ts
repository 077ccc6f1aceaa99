/** Places that look like what we want and are something else; and charts, which look like nothing we want. */
import { describe, expect, it } from 'vitest';
import { clientOf, json, listing, PROJECT, SEGMENT } from './api.ts';
import { parseAnswer } from './reading.ts';

const THREAD = 'https://www.reddit.com/r/devops/comments/aa01/flags/';
const OWN = 'https://api.example/v1/leads/1';

describe('the address of a lead', () => {
  it.each([
    { url: OWN, permalink: THREAD },
    { url: 'https://blog.example/what-the-thread-links-to', permalink: '/r/devops/comments/aa01/flags/' },
    { _links: { self: { href: OWN }, thread: { href: THREAD } } },
    { links: { self: OWN, html: THREAD } },
    { url: THREAD, permalink: '/t/flags/12' },
  ])('is that of its thread: %o', (more) => {
    expect(parseAnswer('communityLeads', [{ title: 'Flags?', ...more }])).toMatchObject([{ url: THREAD }]);
  });

  it('is never the API’s own', () => {
    const lead = { title: 'Flags?', links: { self: OWN }, _links: { self: { href: OWN } } };
    expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ url: undefined }]);
  });

  it('is that of its page in the API’s dashboard only where there is no other', () => {
    const lead = { id: 71, title: 'Flags?', url: 'https://app.example/p/6f0c/leads/71' };
    const other = { id: 72, title: 'Toggles?', url: 'https://app.example/p/6f0c/leads/72' };
    const linked = [
      { ...lead, link: THREAD },
      { ...other, link: 'https://forum.example/t/9' },
    ];
    expect(parseAnswer('communityLeads', linked).map(({ url }) => url)).toEqual([
      THREAD,
      'https://forum.example/t/9',
    ]);
    expect(parseAnswer('communityLeads', [lead, other])).toMatchObject([
      { url: lead.url },
      { url: other.url },
    ]);
  });

  it('is never its site alone', () => {
    const url = { domain: 'www.reddit.com', full: THREAD, scheme: 'https' };
    expect(parseAnswer('communityLeads', [{ title: 'Flags?', url }])).toMatchObject([{ url: THREAD }]);
    const domain = 'reddit.com';
    expect(parseAnswer('citations', [{ title: 'Flags?', url: { ...url, domain } }])).toMatchObject([
      { url: THREAD, domain },
    ]);
    expect(parseAnswer('sources', [{ url: domain, citations: 4 }])).toMatchObject([
      { url: undefined, domain },
    ]);
  });
});

it('comments of leads are no leads, however much they have', () => {
  const comment = { id: 5, author: 'mara', body: 'Same here', score: 3, created_at: '2026-11-19T04:00:00Z' };
  const lead = { id: 1, title: 'Flags?', url: THREAD, score: 94, created_at: '2026-11-19T03:00:00Z' };
  const leads = [{ ...lead, comments: [comment, { ...comment, id: 6 }] }];
  expect(parseAnswer('communityLeads', leads)).toMatchObject([
    { id: '1', title: 'Flags?', author: undefined },
  ]);
});

it('a figure of the rival beside ours isn’t its number of mentions', () => {
  const body = {
    name: 'Globex',
    visibility: { own: 42, competitor: 72 },
    mention_rate: { own: 0.4, competitor: 0.7 },
  };
  expect(parseAnswer('competitorDetail', body)).toMatchObject({
    name: 'Globex',
    score: 72,
    mentionRate: 0.7,
    mentions: undefined,
  });
});

it('searches are listed below the prompt that they were made for', async () => {
  const prompt = { id: PROJECT, text: 'best flags' };
  const { client } = await clientOf(
    listing([
      {
        prompt,
        searches: [
          { q: 'flags 2026', n: 3 },
          { q: 'cheap flags', n: 2 },
        ],
      },
    ]),
  );
  const read = (await client.queryFanout(PROJECT)).map(({ query, prompt: of }) => [query, of]);
  expect(read).toEqual([
    ['flags 2026', 'best flags'],
    ['cheap flags', 'best flags'],
  ]);
});

it.each([
  'queryFanout',
  'prompts',
  'sources',
  'citations',
  'topics',
  'suggestions',
  'promptSuggestions',
] as const)('rows without what %s are about can’t be read', async (id) => {
  const { client } = await clientOf(listing([{ count: 3, created_at: '2026-11-19T04:00:00Z' }]));
  await expect(client[id](PROJECT)).rejects.toThrow('expected rows with');
});

it('searches may be in a list of texts below their prompt', async () => {
  const { client } = await clientOf(
    listing([{ prompt: 'best flags', queries: ['flags 2026', 'cheap flags'] }]),
  );
  expect((await client.queryFanout(PROJECT)).map(({ query, prompt }) => [query, prompt])).toEqual([
    ['flags 2026', 'best flags'],
    ['cheap flags', 'best flags'],
  ]);
});

describe('daily scores', () => {
  const DAYS = ['2026-11-19', '2026-11-20'];
  const [whole, engine] = [
    [61, 52],
    [70, 0],
  ];
  const of = <T>(work: (date: string, i: number) => T) => DAYS.map(work);
  const pairs = (figures: readonly number[] = []) =>
    of((date, i) => [Date.parse(date) / 1000, String(figures[i])]);

  it.each<[string, unknown]>([
    [
      'a map of engines in each day',
      Object.fromEntries(
        of((date, i) => [date, { overall: { score: whole?.[i] }, chatgpt: { score: engine?.[i] } }]),
      ),
    ],
    [
      'lists of engines by slug',
      of((date, i) => ({
        date,
        overall: { score: whole?.[i] },
        by_engine: [{ engine_slug: 'chatgpt', score: engine?.[i], rank: 1 }],
      })),
    ],
    [
      'a chart with an axis',
      {
        xAxis: { type: 'category', data: DAYS },
        series: [
          { name: 'Overall', data: whole },
          { name: 'ChatGPT', data: engine },
        ],
      },
    ],
    [
      'a chart of several figures with labels, and days that are not whole',
      {
        timestamps: DAYS,
        partial: DAYS.slice(1),
        series: [
          { metric: 'score', labels: {}, values: whole },
          { metric: 'score', labels: { engine: 'ChatGPT' }, values: engine },
          { metric: 'mention_rate', labels: {}, values: [0.5, 0.4] },
          { metric: 'mention_rate', labels: { engine: 'ChatGPT' }, values: [0.7, 0.6] },
        ],
      },
    ],
    [
      'a matrix of samples',
      {
        status: 'success',
        data: {
          result: [
            { metric: { engine: 'all' }, values: pairs(whole) },
            { metric: { engine: 'chatgpt' }, values: pairs(engine) },
          ],
        },
      },
    ],
  ])('may be %s', async (_, body) => {
    const { client } = await clientOf(listing(body));
    const rows = await client.dailyScores(PROJECT);
    const read = rows
      .filter(({ score }) => score !== undefined)
      .map(({ date, engine: one, score }) => [date, one, score]);
    const all = of((date, i) => [
      [date, undefined, whole?.[i]],
      [date, 'ChatGPT', engine?.[i]],
    ]);
    expect(new Set(read)).toEqual(new Set(all.flat()));
  });
});

describe('a figure that has a newer version beside it', () => {
  it.each([
    { score: 40, score_v2: 61 },
    { scoreV1: 40, scoreV2: 50, scoreV3: 61 },
    { score_v1: 40, visibilityScore: 61 },
  ])('is left for the newest: %j', (figures) => {
    expect(parseAnswer('topics', [{ label: 'pricing', ...figures }])).toMatchObject([{ score: 61 }]);
  });

  it('is read where the newer one is never given', () => {
    const topic = { label: 'pricing', score: 61, score_v2: null };
    expect(parseAnswer('topics', [topic])).toMatchObject([{ score: 61 }]);
  });
});

describe('a word for nothing', () => {
  it.each(['None', 'nan', 'null', 'undefined', 'N/A'])('is no text: %s', (nothing) => {
    const lead = { title: 'Flags?', author: nothing, reason: nothing, prompt: nothing, score: 'NaN' };
    const wanted = { author: undefined, reason: undefined, prompt: undefined, score: undefined };
    expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ title: 'Flags?', ...wanted }]);
  });
});

describe('what an API says of its record', () => {
  const THREAD = 'https://forum.example/t/1';
  const [POSTED, FOUND] = ['2026-11-18T08:00:00.000Z', '2026-11-19T03:10:00.000Z'];

  it('is not the thread that the record holds', () => {
    const record = { id: 'ld_1', url: 'https://app.example/p/1', type: 'page', created_at: FOUND };
    const properties = { url: THREAD, title: 'Flags?', type: 'lead', posted: POSTED };
    expect(parseAnswer('communityLeads', [{ ...record, properties }])).toMatchObject([
      { id: 'ld_1', title: 'Flags?', url: THREAD, postedAt: Date.parse(POSTED) },
    ]);
  });

  it('is not the state of what was asked for', () => {
    const body = {
      status: 'ok',
      computed_at: FOUND,
      results: { status: 'ready', generated_at: POSTED, total: 3 },
    };
    const wanted = { status: 'ready', generatedAt: Date.parse(POSTED), total: 3 };
    expect(parseAnswer('suggestionsStatus', body)).toMatchObject(wanted);
  });

  it('is not the type of a tool, also in an envelope', () => {
    const data = {
      id: '7',
      type: 'competitors',
      attributes: { name: 'Globex', entity_type: 'competitor', score: 75 },
    };
    expect(parseAnswer('competitorDetail', { data })).toMatchObject({ name: 'Globex', type: 'competitor' });
    const { entity_type: _, ...untyped } = data.attributes;
    expect(parseAnswer('competitorDetail', { data: { ...data, attributes: untyped } }).type).toBeUndefined();
  });

  it('is not the id that a field inside names', () => {
    const run = { id: '900', properties: { prompt_run_id: SEGMENT, status: 'completed' } };
    expect(parseAnswer('promptHistory', { runs: [run] }).runs).toMatchObject([{ promptRunId: SEGMENT }]);
  });

  it('may be its kind and the name that machines call it, as in Kubernetes', () => {
    const [topic] = parseAnswer('topics', {
      ...{ apiVersion: 'example.com/v1', kind: 'TopicList', metadata: { resourceVersion: '7' } },
      items: [
        {
          ...{
            apiVersion: 'example.com/v1',
            kind: 'Topic',
            metadata: { name: 'cost-allocation', uid: SEGMENT },
          },
          ...{ spec: { label: 'cost allocation', type: 'feature' }, status: { ownScore: 61.5 } },
        },
      ],
    });
    expect(topic).toMatchObject({ label: 'cost allocation', kind: 'feature', score: 61.5 });
    const unnamed = { kind: 'Prompt', metadata: { name: 'k8s-cost-alerts' }, spec: { category: 'alerts' } };
    expect(() => parseAnswer('prompts', [unnamed])).not.toThrow();
    expect(parseAnswer('prompts', [unnamed])[0]?.text).toBeUndefined();
  });

  it('may hold its state in "status", where others have its name', () => {
    const [lead] = parseAnswer('communityLeads', [
      {
        apiVersion: 'v1',
        spec: { title: 'Flags?', url: THREAD },
        status: { phase: 'New', score: 91, reason: 'Asks' },
      },
    ]);
    expect(lead).toMatchObject({ status: 'New', score: 91, reason: 'Asks' });
    const named = parseAnswer('communityLeads', [
      { title: 'Flags?', status: { name: 'New', reason: 'Spam' } },
    ]);
    expect(named).toMatchObject([{ title: 'Flags?', status: 'New', reason: undefined }]);
  });
});

describe('values that say what they are', () => {
  const THREAD = 'https://forum.example/t/1';
  const wanted = { title: 'Flags?', url: THREAD, score: 91, postedAt: Date.parse('2026-11-18T08:00:00Z') };
  const told = (type: string, held: unknown) => ({ id: 'a%3Ax', type, [type]: held });
  const piece = (content: string) => ({ type: 'text', text: { content, link: null }, plain_text: content });

  it.each([
    [
      'MongoDB',
      {
        _id: { $oid: '65f0c0ffee65f0c0ffee65f0' },
        ...{ title: 'Flags?', url: THREAD, score: { $numberDouble: '91.0' } },
        posted_at: { $date: { $numberLong: '1794988800000' } },
      },
    ],
    [
      'Notion',
      {
        ...{
          object: 'page',
          id: SEGMENT,
          created_time: '2026-11-19T00:00:00Z',
          url: 'https://app.example/p/1',
        },
        properties: {
          Title: told('title', [piece('Fla'), piece('gs?')]),
          'Thread URL': told('url', THREAD),
          Score: told('number', 91),
          'Posted at': told('date', { start: '2026-11-18T08:00:00.000Z', end: null }),
          Author: told('rich_text', []),
          Status: told('status', { id: '7', name: 'New', color: 'blue' }),
        },
      },
    ],
    [
      'Contentful',
      {
        sys: { id: 'l1', type: 'Entry', createdAt: '2026-11-19T00:00:00Z' },
        fields: {
          ...{ title: { 'en-US': 'Flags?' }, url: { 'en-US': THREAD }, score: { 'en-US': 91 } },
          postedAt: { 'en-US': '2026-11-18T08:00:00Z' },
        },
      },
    ],
    [
      'Mixpanel',
      {
        $distinct_id: 'l1',
        $properties: { $title: 'Flags?', $url: THREAD, $score: 91, $posted_at: '2026-11-18T08:00:00Z' },
      },
    ],
  ])('are those values: %s', async (_, row) => {
    const { client } = await clientOf(json({ results: [row] }));
    expect(await client.communityLeads(PROJECT)).toMatchObject([wanted]);
  });

  it('are rows of things where only one says so', async () => {
    const prompts = [{ id: SEGMENT, type: 'prompt', prompt: 'best flags?', category: 'tools' }];
    const { client } = await clientOf(json({ prompts }));
    expect(await client.prompts(PROJECT)).toMatchObject([
      { id: SEGMENT, text: 'best flags?', category: 'tools' },
    ]);
  });

  it('are no scores of countries', async () => {
    const scores = { chatgpt: { 'en-US': 61 }, gemini: { 'en-US': 40 } };
    const { client } = await clientOf(listing([{ date: '2026-11-20', scores }]));
    const read = await client.dailyScores(PROJECT).catch(() => []);
    expect(read.filter(({ score }) => score !== undefined)).toEqual([]);
  });
});

describe('a link', () => {
  it('is the URL in an object of that name, not its title', () => {
    const link = { url: 'https://blog.example/flags', title: 'Home' };
    expect(parseAnswer('citations', [{ link }])).toMatchObject([link]);
  });

  it('may be given without its host for Reddit, and for no other forum', () => {
    const other = 'https://news.example/item?id=7';
    const leads = [
      { title: 'Flags?', permalink: new URL(THREAD).pathname, url: THREAD },
      { title: 'More flags?', permalink: '/item?id=7', url: other },
    ];
    expect(parseAnswer('communityLeads', leads).map(({ url }) => url)).toEqual([THREAD, other]);
  });
});

it('a class of Ruby is no kind of a suggestion', () => {
  const row = { title: 'Say the price', type: 'Suggestions::Content', category: 'content' };
  expect(parseAnswer('suggestions', [row])).toMatchObject([{ kind: 'content' }]);
});

it('counts by status tell how many are new', () => {
  const counts = { total: 31, by_status: { NEW: 7, OPEN: 24 } };
  expect(parseAnswer('communityMetrics', counts)).toMatchObject({ total: 31, new: 7 });
});

it.each([{ redditor: { username: 'ana' } }, { author: { handle: 'ana' } }])(
  'who wrote a thread is its author: %j',
  (more) => {
    const lead = { title: 'Flags?', url: THREAD, subreddit: { name: 'devops' }, ...more };
    expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ author: 'ana', place: 'r/devops' }]);
  },
);

it.each([
  ['its tags', { tag_list: ['alerts'] }, { category: 'alerts' }],
  ['no list that it is in', { list_id: 7 }, { id: undefined }],
])('a prompt has %s', (_, more, wanted) => {
  expect(parseAnswer('prompts', [{ question: 'best flags?', ...more }])).toMatchObject([wanted]);
});
