/** Words that other teams use for what the API’s document leaves open. */
import { describe, expect, it } from 'vitest';
import { clientOf, json, PROJECT } from './api.ts';
import { matchedIn, parseAnswer, unknownIn } from './reading.ts';

const UUID = '9d1c2a44-70f6-4a51-8d0e-6b2f1f3d5a77';
const NINE = Date.UTC(2026, 9, 14, 9);
const AT_NINE = '2026-10-14T09:00:00Z';

describe('words that every object of JavaScript knows', () => {
  it('are nothing in particular in an answer', () => {
    const row = { text: 'best cms', status: 'constructor', constructor: 3, toString: 'valueOf' };
    expect(parseAnswer('prompts', [row])[0]).toMatchObject({ text: 'best cms', active: undefined });
    expect(unknownIn('prompts', [row])).toEqual(expect.arrayContaining(['$[].constructor', '$[].toString']));
  });
});

describe('what Google’s APIs call “name” is an id', () => {
  const name = (collection: string) => `projects/p1/${collection}/${UUID}`;

  it.each([
    ['topics', { name: name('topics'), displayName: 'Pricing' }, { label: 'Pricing' }],
    ['topics', { name: 'projects/p1/topics/7', displayName: 'Pricing' }, { label: 'Pricing' }],
    ['communityLeads', { name: name('leads'), threadTitle: 'Which CMS?' }, { id: UUID, title: 'Which CMS?' }],
    ['regions', { name: `regions/${UUID}`, displayName: 'Germany' }, { id: UUID, name: 'Germany' }],
    ['prompts', { name: name('prompts'), queryText: 'best cms' }, { id: UUID, text: 'best cms' }],
    ['suggestions', { name: name('suggestions'), title: 'Write' }, { id: UUID, title: 'Write' }],
  ] as const)('%s: %j', (operation, row, read) => {
    expect(parseAnswer(operation, [row])[0]).toMatchObject(read);
  });

  it('but not where it is one', () => {
    expect(parseAnswer('topics', [{ name: 'CI/CD' }])[0]).toMatchObject({ label: 'CI/CD' });
    expect(parseAnswer('suggestions', [{ name: 'tools/pricing' }])[0]).toMatchObject({
      id: undefined,
      title: 'tools/pricing',
    });
  });
});

describe('constants', () => {
  it('are read as words', () => {
    const [one] = parseAnswer('suggestions', [
      { title: 'Write', category: 'CATEGORY_ON_SITE', priority: 'PRIORITY_HIGH', state: 'ADVICE_STATE_OPEN' },
    ]);
    expect(one).toMatchObject({ kind: 'on site', priority: 'high', status: 'open' });
    expect(parseAnswer('topics', [{ label: 'Pricing', kind: 'FAQ' }])[0]?.kind).toBe('FAQ');
  });

  it('may be tags', async () => {
    const tagged = { id: UUID, text: 'best cms', status: { type: 'dismissed' } };
    const { client } = await clientOf(json([tagged]));
    expect((await client.promptSuggestions(PROJECT))[0]).toMatchObject({ id: UUID, status: 'dismissed' });
  });

  it('say whether a prompt is active', () => {
    const prompts = ['ACTIVE', 'PAUSED', 'UNSPECIFIED'].map((state) => ({ state: `PROMPT_STATE_${state}` }));
    expect(parseAnswer('prompts', prompts).map(({ active }) => active)).toEqual([true, false, undefined]);
  });
});

describe('a prompt', () => {
  const activeIn = (...rows: object[]) =>
    parseAnswer(
      'prompts',
      rows.map((row) => ({ text: 'best cms', ...row })),
    ).map(({ active }) => active);

  it('is active where nothing says since when it isn’t', () => {
    expect(activeIn({ paused_at: null }, { paused_at: AT_NINE })).toEqual([true, false]);
    expect(activeIn({ archived: false }, { archived: true })).toEqual([true, false]);
    expect(activeIn({ deleted_at: null, paused_at: null })).toEqual([true]);
    expect(activeIn({ deleted_at: null, paused_at: AT_NINE })).toEqual([false]);
    expect(activeIn({ active: true, paused_at: null }, { active: false })).toEqual([true, false]);
  });

  it('may be either where two things may say no', () => {
    const rows = [
      { deleted_at: AT_NINE, paused_at: null },
      { deleted_at: null, paused_at: AT_NINE },
    ];
    expect(activeIn(...rows)).toEqual([undefined, undefined]);
    expect(activeIn({ category: { name: 'Guides', archived_at: AT_NINE } })).toEqual([undefined]);
  });
});

it('the type of a JSON:API resource is no kind of topic', () => {
  const topic = (attributes: object) => ({ id: '7', type: 'topics', attributes });
  expect(parseAnswer('topics', [topic({ label: 'Pricing', kind: 'theme' })])[0]?.kind).toBe('theme');
  expect(parseAnswer('topics', [topic({ label: 'Pricing' })])[0]?.kind).toBeUndefined();
  expect(parseAnswer('topics', [{ label: 'Pricing', type: 'theme' }])[0]?.kind).toBe('theme');
});

describe('times', () => {
  it('may be those of .NET', () => {
    const day = { ScoreDate: `/Date(${NINE})/`, VisibilityScore: '61.00' };
    expect(parseAnswer('dailyScores', [day])[0]).toMatchObject({ date: '2026-10-14', score: 61 });
    expect(
      parseAnswer('prompts', [{ text: 'best cms', CreatedAt: `/Date(${NINE}+0200)/` }])[0]?.createdAt,
    ).toBe(NINE);
    expect(
      parseAnswer('prompts', [{ text: 'best cms', CreatedAt: '/Date(soon)/' }])[0]?.createdAt,
    ).toBeUndefined();
  });

  it.each(['create_time', 'createdOn', 'createdTs', 'created_timestamp', 'date_created'])('%s', (name) => {
    expect(parseAnswer('prompts', [{ text: 'best cms', [name]: AT_NINE }])[0]?.createdAt).toBe(NINE);
  });

  it('of a lead’s row is when it was found, only if its thread has another', () => {
    const created_at = '2026-10-15T09:00:00Z';
    const [inside, beside, alone] = [{ thread: { created_at: AT_NINE } }, { posted_at: AT_NINE }, {}].map(
      (times) => parseAnswer('communityLeads', [{ title: 'Help', created_at, ...times }])[0],
    );
    const found = { postedAt: NINE, foundAt: NINE + 24 * 3_600_000 };
    expect(inside).toMatchObject(found);
    expect(beside).toMatchObject(found);
    expect(alone).toMatchObject({ postedAt: found.foundAt, foundAt: undefined });
  });
});

describe('figures', () => {
  it('may have “percent” in their names', () => {
    expect(parseAnswer('topics', [{ label: 'Pricing', visibilityPct: '61.5' }])[0]?.score).toBe(61.5);
    expect(parseAnswer('sources', [{ host: 'g2.com', sharePct: 12.5, hits: 40 }])[0]).toMatchObject({
      domain: 'g2.com',
      share: 12.5,
      citations: 40,
    });
  });

  it('may be grouped', () => {
    const standing = { score: 61, mentionRate: 0.4, rank: 2 };
    expect(parseAnswer('topics', [{ label: 'Pricing', standing }])[0]).toMatchObject(standing);
    const metrics = { visibilityScore: 0.7, mentionRate: 0.6 };
    const prompt = { promptId: UUID, queryText: 'best cms', state: 'active', metrics };
    const read = { id: UUID, text: 'best cms', active: true, score: 0.7, mentionRate: 0.6 };
    expect(parseAnswer('promptDetail', { prompt })).toMatchObject(read);
  });

  it('of a place among others have no fraction: an average position is none', () => {
    const topics = [
      { label: 'Pricing', position: 1.4, place: 2 },
      { label: 'Support', position: 3, place: 4 },
    ];
    expect(parseAnswer('topics', topics).map(({ rank }) => rank)).toEqual([2, 4]);
    expect(matchedIn('topics', [{ label: 'Pricing', position: 1.4 }]).rank).toBeUndefined();
  });
});

describe('a group of a row’s own figures', () => {
  it('may be its usage, its engagement or one figure of the whole', () => {
    const region = { region: { id: UUID, code: 'DE' }, usage: { prompts: 3, runs: 40 } };
    expect(parseAnswer('regionUsage', [region])[0]).toMatchObject({ prompts: 3, runs: 40 });
    const lead = { title: 'Help', score: 91, engagement: { comments: 4, score: 10 } };
    expect(parseAnswer('communityLeads', [lead])[0]).toMatchObject({ comments: 4, score: 91 });
    const day = { date: '2026-10-14', score: 61, mention_rate: { overall: 0.4 } };
    expect(parseAnswer('dailyScores', [day])[0]).toMatchObject({ score: 61, mentionRate: 0.4 });
  });
});

describe('names', () => {
  it('may be general, where nothing else has a better claim', () => {
    expect(parseAnswer('prompts', [{ id: UUID, title: 'best cms' }])[0]?.text).toBe('best cms');
    expect(parseAnswer('prompts', [{ promptId: UUID, value: 'best cms' }])[0]?.text).toBe('best cms');
    expect(parseAnswer('prompts', [{ value: 61.5, text: 'best cms' }])[0]?.text).toBe('best cms');
    const answer = { excerpt: 'cheap', full_text: 'Acme is cheap', query: 'best cms' };
    const read = { evidence: 'cheap', text: 'Acme is cheap', prompt: 'best cms' };
    expect(parseAnswer('topicAnswers', [answer])[0]).toMatchObject(read);
    const lead = { headline: 'Help', source: 'reddit', source_name: 'r/devops', published: AT_NINE };
    expect(parseAnswer('communityLeads', [lead])[0]).toMatchObject({ place: 'r/devops', postedAt: NINE });
  });

  it('may begin with what they are of', () => {
    const region = { RegionId: UUID, RegionCode: 'DE', RegionName: 'Germany' };
    expect(parseAnswer('regions', [region])[0]).toMatchObject({ id: UUID, code: 'DE', name: 'Germany' });
    const engine = { engineId: UUID, displayName: 'ChatGPT' };
    expect(parseAnswer('citations', [{ url: 'https://g2.com/a', engine }])[0]).toMatchObject({
      engineId: UUID,
    });
    const competitor = { name: 'Globex', visibility_index: '61.0', mentions_count: 9 };
    expect(parseAnswer('competitorDetail', { competitor })).toMatchObject({
      name: 'Globex',
      score: 61,
      mentions: 9,
    });
  });

  it('may be short', () => {
    const prompt = { phrase: 'best cms', vis: '61.5%', topic: { id: UUID, title: 'Pricing' }, enabled: '0' };
    expect(parseAnswer('prompts', [prompt])[0]).toMatchObject({
      text: 'best cms',
      category: 'Pricing',
      active: false,
    });
    expect(parseAnswer('topics', [{ topic: 'Pricing', vis: '61.5%' }])[0]?.score).toBe(61.5);
    const tip = { subject: 'Write', txt: 'A page', prio: '1', state: '0' };
    const read = { title: 'Write', description: 'A page', priority: undefined, status: undefined };
    expect(parseAnswer('suggestions', [tip])[0]).toMatchObject(read);
  });

  it('of an index are of the score, where nothing else is', () => {
    const day = { day: 1_795_651_200_000, index: 0.33, inserted_at: 1_795_741_000_000 };
    expect(parseAnswer('dailyScores', [day])[0]).toMatchObject({ date: '2026-11-26', score: 0.33 });
    expect(parseAnswer('dailyScores', [{ ...day, index: 1, score: 0.5 }])[0]?.score).toBe(0.5);
  });
});

it('a day is what the row is about, not when the row was made', () => {
  const row = { scored: '2026-10-14', score: 61, created_at: '2026-10-15T01:00:00Z', updated_at: AT_NINE };
  expect(parseAnswer('dailyScores', [row])[0]?.date).toBe('2026-10-14');
});

it('what is null may be left out of a documented row', () => {
  const mention = {
    id: UUID,
    response_id: UUID,
    entity_name: 'Globex',
    entity_type: 'rival',
    created_at: AT_NINE,
  };
  expect(parseAnswer('mentions', [mention])[0]).toMatchObject({ entity_name: 'Globex', rank_position: null });
});

describe('what refers to a thing by its address', () => {
  const engine = `/v1/public/engines/${UUID}`;

  it('has its id, and no name', () => {
    const day = {
      '@id': '/v1/public/scores/1',
      '@type': 'DailyScore',
      date: '2026-10-14',
      engine,
      score: 61,
    };
    expect(parseAnswer('dailyScores', [day])[0]?.engine).toBe(UUID);
    const prompt = { '@id': `/v1/public/prompts/${UUID}`, text: 'best cms' };
    expect(parseAnswer('prompts', [prompt])[0]).toMatchObject({ id: UUID, text: 'best cms' });
    expect(parseAnswer('suggestions', [{ '@type': 'Suggestion', title: 'Write' }])[0]?.kind).toBeUndefined();
  });

  it('is named as the API lists it', async () => {
    const listed = {
      id: UUID,
      provider: 'x',
      model: 'y',
      display_name: 'ChatGPT',
      surface: 'chat',
      active: true,
    };
    const { client } = await clientOf((response, asked, number) => {
      const body = asked.url.endsWith('/engines') ? [listed] : asked.url.endsWith('/regions') ? [] : rows;
      json(body)(response, asked, number);
    });
    const rows = [
      { date: '2026-10-14', engine: null, score: 50 },
      { date: '2026-10-14', engine, score: 61 },
    ];
    const read = await client.dailyScores(PROJECT);
    expect(read.map((row) => row.engine)).toEqual([undefined, 'ChatGPT']);
  });
});

describe('a site', () => {
  it('is told by its domains under any name, if only one looks like it', () => {
    const sites = (...names: string[]) => [Object.fromEntries(names.map((name) => [name, 'g2.com']))];
    expect(parseAnswer('sources', sites('_id'))[0]?.domain).toBe('g2.com');
    expect(parseAnswer('sources', sites('a', 'b'))[0]?.domain).toBeUndefined();
    expect(parseAnswer('sources', [{ _id: 'g2.com' }, { _id: UUID }])[0]?.domain).toBeUndefined();
  });
});

it('a suggestion may be a short and a long text', () => {
  const read = { title: 'Write', description: 'A page on prices' };
  for (const [short, long] of [
    ['ShortText', 'LongText'],
    ['summary', 'detail'],
  ] as const)
    expect(parseAnswer('suggestions', [{ [short]: read.title, [long]: read.description }])[0]).toMatchObject(
      read,
    );
  expect(parseAnswer('suggestions', [{ title: 'Write', summary: 'A page on prices' }])[0]).toMatchObject(
    read,
  );
});

describe('a lead', () => {
  it('may have several reasons', () => {
    const reasons = ['Asks openly', 'Names Globex'];
    const reason = 'Asks openly · Names Globex';
    expect(parseAnswer('communityLeads', [{ title: 'Which CMS?', reasons }])[0]?.reason).toBe(reason);
    const ai = { reasoning: 'Asks openly', relevanceScore: 91 };
    expect(parseAnswer('communityLeads', [{ title: 'Which CMS?', ai }])[0]).toMatchObject({
      reason: reasons[0],
      score: 91,
    });
  });

  it('may stand in its thread, with what was thought of it', () => {
    const thread = { headline: 'Which CMS?', venue: { name: 'r/cms' }, poster: { handle: 'ana' } };
    expect(
      parseAnswer('communityLeads', [
        { thread, assessment: { fit: 0.91 }, verdict: { summary: 'Asks openly' } },
      ])[0],
    ).toMatchObject({
      title: 'Which CMS?',
      place: 'r/cms',
      author: 'ana',
      score: 0.91,
      reason: 'Asks openly',
    });
  });

  it('may have its thread’s title, author and place in short', () => {
    expect(
      parseAnswer('communityLeads', [
        { lead_id: 'l1', thread: 'Which CMS?', op: 'ana', subreddit_or_forum: 'r/cms', match_pct: '91.0%' },
        { lead_id: 'l2', thread: 'Help', op: 'ben', subreddit_or_forum: 'Hacker News', match_pct: '88.0%' },
      ])[0],
    ).toMatchObject({ id: 'l1', title: 'Which CMS?', author: 'ana', place: 'r/cms', score: 91 });
  });

  it.each(['t3_1abc', UUID, 'https://forum.example/t/1'])('has no title in %s', (thread) => {
    expect(parseAnswer('communityLeads', [{ id: 'l1', thread, score: 5 }])[0]?.title).toBeUndefined();
  });

  it('may have its author and place in what it came from', () => {
    const of = (places: object) => parseAnswer('communityLeads', [{ title: 'Which CMS?', ...places }])[0];
    expect(of({ source: { name: 'r/cms', author: 'ana' } })).toMatchObject({ place: 'r/cms', author: 'ana' });
    expect(of({ origin: { type: 'subreddit', name: 'cms' } })).toMatchObject({ place: 'cms' });
  });

  it('that is cited may be a page', () => {
    const page = { title: 'Top tools', url: 'https://g2.com/top' };
    const read = { title: page.title, url: page.url, place: 'g2.com' };
    expect(parseAnswer('warmLeads', [{ page, domain: 'g2.com' }])[0]).toMatchObject(read);
    const flat = { page_title: page.title, page_url: page.url, domain: 'g2.com' };
    expect(parseAnswer('warmLeads', [flat])[0]).toMatchObject(read);
  });
});

it('ids may be UUIDs by name', () => {
  const [query] = parseAnswer('queryFanout', [{ search: 'cms', promptUuid: UUID, engineUuid: 'e1' }]);
  expect(query).toMatchObject({ query: 'cms', promptId: UUID, engineId: 'e1' });
});

it.each([
  [{ is_completed: true }, 'done'],
  [{ is_completed: false }, 'open'],
  [{ completed_at: AT_NINE }, 'done'],
  [{ completed_at: null }, undefined],
  [{ done: true, status: 'ARCHIVED' }, 'ARCHIVED'],
])('a suggestion with %j has the status %j', (said, status) => {
  expect(parseAnswer('suggestions', [{ title: 'Write', ...said }])[0]?.status).toBe(status);
});

it('a longer name may end with that of a field', () => {
  const lead = {
    communityLeadId: UUID,
    title: 'Which CMS?',
    fit_rationale: 'Asks for a CMS',
    parent_lead_id: 'l0',
  };
  expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ id: UUID, reason: 'Asks for a CMS' }]);
  const { id, ...other } = { id: UUID, title: 'Which CMS?', parent_lead_id: 'l0' };
  expect(parseAnswer('communityLeads', [other])[0]?.id).toBeUndefined();
  expect(parseAnswer('promptSuggestions', [{ promptSuggestionId: id, text: 'best cms' }])).toMatchObject([
    { id },
  ]);
});

it.each(['mentionRatePercent', 'mentioned_pct'])('%s is a mention rate', (name) => {
  expect(parseAnswer('topics', [{ label: 'Pricing', [name]: 41 }])).toMatchObject([{ mentionRate: 41 }]);
});

it.each([
  [{ prompts: [{ id: UUID, text: 'best cms' }] }, { promptId: UUID }],
  [{ prompt_ids: [UUID] }, { promptId: UUID }],
  [{ prompt: UUID }, { promptId: UUID, prompt: undefined }],
  [{ prompts: ['best cms', 'cms'] }, { promptId: undefined, prompt: 'best cms' }],
])('a lead with %j touches the first prompt', (said, read) => {
  expect(parseAnswer('warmLeads', [{ title: 'Which CMS?', ...said }])).toMatchObject([read]);
});

it.each([
  { Id: UUID, Name: 'ChatGPT' },
  { EngineId: UUID, DisplayName: 'ChatGPT' },
])('engines that cite a lead have their names in any case: %o', (engine) => {
  const [lead] = parseAnswer('warmLeads', [{ Title: 'Which CMS?', CitingEngines: [engine] }]);
  expect(lead?.engines).toEqual(['ChatGPT']);
});

it('engines that cite a lead may be in one text', () => {
  const [lead] = parseAnswer('warmLeads', [{ title: 'Which CMS?', cited_by: 'ChatGPT, Gemini' }]);
  expect(lead?.engines).toEqual(['ChatGPT', 'Gemini']);
});

it('the prompt that found a lead may be named after what it did', () => {
  const lead = { title: 'Which CMS?', triggering_prompt: 'best cms' };
  expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ prompt: 'best cms' }]);
});

it.each(['citation_count', 'occurrences', 'times', 'times_quoted', 'cite_count', 'frequency'])(
  '%s says how often something was cited',
  (name) => {
    const cited = { domain: 'g2.com', url: 'https://g2.com/', title: 'G2', [name]: 31 };
    expect(parseAnswer('citations', [cited])).toMatchObject([{ count: 31 }]);
    expect(parseAnswer('sources', [cited])).toMatchObject([{ citations: 31 }]);
    expect(parseAnswer('warmLeads', [cited])).toMatchObject([{ citations: 31 }]);
  },
);

it('an empty text is no figure, and doesn’t make the others none', () => {
  const topics = [
    { label: 'Pricing', our_rank: '1' },
    { label: 'Support', our_rank: '' },
  ];
  expect(parseAnswer('topics', topics)).toMatchObject([{ rank: 1 }, { rank: undefined }]);
});

it.each([
  [{ score: { value: 91, label: 'strong', reason: 'Asks for a CMS' } }],
  [{ score: 91, fit_note: 'Asks for a CMS' }],
  [{ lead_quality: '91', why_it_fits: 'Asks for a CMS' }],
  [{ fit: { score: 91, rationale: 'Asks for a CMS' } }],
])('a lead with %j has its score and the reason for it', (said) => {
  const lead = { thread_name: 'Which CMS?', ...said };
  expect(parseAnswer('communityLeads', [lead])).toMatchObject([{ score: 91, reason: 'Asks for a CMS' }]);
});

it('figures of a prompt may be in an object of results', () => {
  const results = { score: 62.5, mention_rate: 0.58, average_rank: 2.1 };
  expect(parseAnswer('promptDetail', { prompt: 'best cms', results })).toMatchObject({
    score: 62.5,
    mentionRate: 0.58,
    averageRank: 2.1,
  });
});

it.each([
  { used: 2, limit: 5, remaining: 3 },
  { data: { regions_used: 2, regions_allowed: 5 } },
  { region_usage: { used: 2, limit: 5 } },
])('the usage of regions may be one number of all: %j', (body) => {
  expect(parseAnswer('regionUsage', body)).toMatchObject([{ regionId: undefined, used: 2, limit: 5 }]);
});

it('an object without fields that are known is no list of one', () => {
  expect(() => parseAnswer('regionUsage', { message: 'Try later', code: 'BUSY' })).toThrow();
  expect(() => parseAnswer('communityLeads', { id: UUID, status: 'queued' })).toThrow();
});

describe('two names of a text that take turns from row to row', () => {
  const reddit = { title: 'Which CMS?', url: 'https://a.example/1', subreddit: 'devops' };
  const hackerNews = { title: 'Ask HN', url: 'https://a.example/2', forum: 'Hacker News' };

  it('are both read', () => {
    const places = (rows: object[]) => parseAnswer('communityLeads', rows).map(({ place }) => place);
    expect(places([reddit, hackerNews, reddit])).toEqual(['devops', 'Hacker News', 'devops']);
    expect(places([hackerNews, { ...reddit, forum: null }])).toEqual(['Hacker News', 'devops']);
    expect(unknownIn('communityLeads', [reddit, hackerNews])).toEqual([]);
  });

  it('are two things where any row has both', () => {
    const both = { ...reddit, forum: 'Ops people' };
    const [first, second] = parseAnswer('communityLeads', [both, hackerNews]);
    expect([first?.place, second?.place]).toEqual(['devops', undefined]);
  });

  it('are never read as a figure that the row lacks', () => {
    const [, second] = parseAnswer('communityLeads', [
      { ...reddit, score: 91 },
      { ...hackerNews, points: 512 },
    ]);
    expect(second?.score).toBeUndefined();
  });
});

it('an empty text stands for null where no text can be', () => {
  const none = { accepted_at: '', dismissed_at: '' };
  const row = { id: UUID, project_id: PROJECT, name: 'Choirs', status: 'open', created_at: AT_NINE, ...none };
  const [read] = parseAnswer('segmentSuggestions', [{ ...row, description: '' }]);
  expect([read?.accepted_at, read?.dismissed_at, read?.description]).toEqual([undefined, undefined, '']);
});
