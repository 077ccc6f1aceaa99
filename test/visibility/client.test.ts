import type { ServerResponse } from 'node:http';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Listing } from '../../src/visibility/answer.ts';
import type { DailyScore, Lead, Prompt } from '../../src/visibility/assumed.ts';
import { createVisibility, type VisibilityClient } from '../../src/visibility/client.ts';
import type { SegmentSuggestion, TopicDetail } from '../../src/visibility/contract.ts';
import { KeylessError } from '../../src/visibility/errors.ts';
import { profileOf } from '../../src/visibility/profile.ts';
import { type Answering, clientOf, failureIn, inTurn, json, KEY, PROJECT, SEGMENT, text } from './api.ts';

const AT = '2026-10-14T09:00:00Z';
const suggestion = { id: SEGMENT, project_id: PROJECT, name: 'Pricing', status: 'open', created_at: AT };
const mapping = { prompt_id: SEGMENT, prompt: 'cheapest tool', applies: true };
const topicDetail = {
  label: 'pricing',
  kind: 'reason',
  answer_count: 40,
  own_score: 61.5,
  own_mention_rate: 0.42,
  entity_count: 1,
  entities: [
    { entity_name: 'Acme', entity_type: 'brand', mention_count: 17, mention_rate: 0.42, score: 61.5 },
  ],
  by_model: [
    { engine_id: SEGMENT, engine: 'ChatGPT', own_mention_rate: 0.5, own_score: 70, top_competitor: null },
  ],
  evidence: [{ evidence: 'Acme is the cheapest.', engine: null }],
};

describe('what an operation sends', () => {
  it('the wanted number of leads, and no number where none is wanted', async () => {
    const { client, asked } = await clientOf(json([]));
    await client.communityLeads(PROJECT, { limit: 10 });
    await client.communityLeads(PROJECT, {});
    expect(asked.map(({ url }) => url.split('?')[1])).toEqual(['limit=10', undefined]);
  });

  it('a new prompt as JSON, whatever stands in it', async () => {
    const { client, asked } = await clientOf(json({ id: SEGMENT }, 201));
    await client.createPrompt(PROJECT, 'a "best"\n<tool> ✓');
    expect(asked[0]?.headers['content-type']).toBe('application/json');
    expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ prompt: 'a "best"\n<tool> ✓' });
  });

  it('ids one by one, or as one list with commas where the API wants that', async () => {
    const wanted = { engineIds: ['e1', 'e2'], regionIds: ['r1'] };
    const { client, asked, baseUrl } = await clientOf(json([]));
    await client.sources(PROJECT, wanted);
    const commas = ['engine_ids', 'region_ids'].map((word) => ({
      operation: 'sources',
      what: `query.${word}.list`,
      there: 'comma',
      known: 'corrected' as const,
    }));
    const profiles = { of: () => profileOf(commas), learn: () => undefined };
    const visibility = createVisibility({ baseUrl, profiles });
    await visibility.open(KEY).sources(PROJECT, wanted);
    await visibility.open(KEY).sources(PROJECT, { engineIds: [] });
    await visibility.close();
    expect(asked.map(({ url }) => url.split('?')[1])).toEqual([
      'engine_ids=e1&engine_ids=e2&region_ids=r1',
      'engine_ids=e1%2Ce2&region_ids=r1',
      undefined,
    ]);
  });

  it('a set of engines or regions as JSON', async () => {
    const { client, asked } = await clientOf(json([]));
    await client.setEngines(PROJECT, [SEGMENT]);
    await client.setRegions(PROJECT, [SEGMENT, PROJECT]);
    expect(asked.map(({ body }) => JSON.parse(body))).toEqual([
      { engine_ids: [SEGMENT] },
      { region_ids: [SEGMENT, PROJECT] },
    ]);
  });

  const unfit: [string, (client: VisibilityClient) => Promise<unknown>, string][] = [
    ['an empty set of regions', (client) => client.setRegions(PROJECT, []), 'body.region_ids'],
    ['an empty set of engines', (client) => client.setEngines(PROJECT, []), 'body.engine_ids'],
    [
      'a region that is no UUID',
      (client) => client.setRegions(PROJECT, [SEGMENT, 'de']),
      'body.region_ids.1',
    ],
    ['an empty prompt', (client) => client.createPrompt(PROJECT, ''), 'body.prompt'],
    ['a prompt changed to nothing', (client) => client.updatePrompt(PROJECT, SEGMENT, ''), 'body.prompt'],
  ];
  it.each(unfit)('never %s', async (_, call, at) => {
    const { client, asked } = await clientOf(json([]));
    expect(await failureIn(call(client))).toMatchObject({
      code: 'visibility_validation',
      status: undefined,
      details: [{ at }],
    });
    expect(asked).toEqual([]);
  });

  it('an unlisted operation: its ids encoded, no body; and tells the status', async () => {
    const { client, asked } = await clientOf((response) => response.writeHead(204).end());
    const accept = '/projects/{project_id}/segment-suggestions/{suggestion_id}/accept';
    const told = await client.unlisted('POST', accept, { project_id: PROJECT, suggestion_id: 'a/b?c' });
    expect(told).toEqual({ status: 204 });
    expect(asked[0]).toMatchObject({
      method: 'POST',
      url: `/v1/public/projects/${PROJECT}/segment-suggestions/a%2Fb%3Fc/accept`,
      body: '',
    });
  });

  it('what sent it, since some firewalls refuse requests that keep that to themselves', async () => {
    const { client, asked } = await clientOf(json([]));
    await client.topics(PROJECT);
    expect(asked[0]?.headers['user-agent']).toMatch(/^Sightline\/\d/);
  });

  it('its own key for each client of one pool', async () => {
    const { client, asked, open } = await clientOf(json([]));
    await Promise.all([client.topics(PROJECT), open('another-key').topics(PROJECT)]);
    expect(asked.map(({ headers }) => headers['x-api-key']).toSorted()).toEqual(
      ['another-key', KEY].toSorted(),
    );
  });

  it('a base address with a slash at its end is the same', async () => {
    const { baseUrl, asked } = await clientOf(json([]));
    const visibility = createVisibility({ baseUrl: `${baseUrl}/` });
    await visibility.open(KEY).topics(PROJECT);
    await visibility.close();
    expect(asked[0]?.url).toBe(`/v1/public/projects/${PROJECT}/topics`);
  });

  it.each(['', 'two words', 'line\r\nbreak', 'ключ'])('no key like %j', async (key) => {
    const { open } = await clientOf(json([]));
    expect(() => open(key)).toThrow(KeylessError);
  });
});

describe('what an operation answers', () => {
  const answered = async <T>(body: unknown, call: (client: VisibilityClient) => Promise<T>) =>
    call((await clientOf(json(body))).client);

  it('leads, best first, with what the API gave of each', async () => {
    const leads = await answered([{ id: 1, title: 'Help', score: '9' }, { id: 2 }], (client) =>
      client.communityLeads(PROJECT),
    );
    expectTypeOf(leads).toEqualTypeOf<Listing<Lead>>();
    expect(leads.map(({ id, score }) => [id, score])).toEqual([
      ['1', 9],
      ['2', undefined],
    ]);
  });

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ])('the same where the API compresses it with %s, unasked', async (coding, compress) => {
    const { client } = await clientOf((response) => {
      response.writeHead(200, { 'content-encoding': coding });
      response.end(compress(JSON.stringify([{ id: 1, title: 'Help', score: 9 }])));
    });
    expect(await client.communityLeads(PROJECT)).toMatchObject([{ title: 'Help', score: 9 }]);
  });

  it('the same where a proxy has unpacked it and left the header', async () => {
    const { client } = await clientOf(
      json([{ id: 1, title: 'Help', score: 9 }], 200, { 'content-encoding': 'gzip' }),
    );
    expect(await client.communityLeads(PROJECT)).toMatchObject([{ title: 'Help', score: 9 }]);
  });

  it('scores and prompts', async () => {
    const scores = await answered([{ date: '2026-10-14', score: 61 }], (client) =>
      client.dailyScores(PROJECT),
    );
    expectTypeOf(scores).toEqualTypeOf<Listing<DailyScore>>();
    expect(scores[0]?.score).toBe(61);
    const created = await answered({ id: 'p1', text: 'best tool?' }, (client) =>
      client.createPrompt(PROJECT, 'best tool?'),
    );
    expectTypeOf(created).toEqualTypeOf<Prompt>();
    expect(created.text).toBe('best tool?');
  });

  it.each(['oldest', 'newest'])(
    'of years of scores the latest days, in full, with the %s first',
    async (first) => {
      const days = Array.from({ length: 1_100 }, (_, i) => new Date(Date.UTC(2023, 11, 1 + i)));
      const rows = days.flatMap((day) =>
        Array.from({ length: 12 }, (_, i) => ({
          date: day.toISOString().slice(0, 10),
          engine: `Engine ${i}`,
          score: 50 + i,
        })),
      );
      const scores = await answered(first === 'oldest' ? rows : rows.toReversed(), (client) =>
        client.dailyScores(PROJECT),
      );
      const read = Map.groupBy(scores, ({ date }) => date);
      expect(read.has('2026-12-04')).toBe(true);
      expect(read.has('2023-12-01')).toBe(false);
      expect([...read.values()].every((ofDay) => ofDay.length === 12)).toBe(true);
      expect(scores.rest).toBeDefined();
    },
  );

  it('a topic with the documented defaults, and its optional fields absent or null', async () => {
    const topic = await answered(topicDetail, (client) => client.topicDetail(PROJECT, 'pricing'));
    expectTypeOf(topic).toEqualTypeOf<TopicDetail>();
    expect(topic.entities[0]?.top_pick_count).toBe(0);
    expect(topic.own_average_rank).toBeUndefined();
    expect(topic.by_model[0]?.top_competitor).toBeNull();
  });

  it('suggestions and mappings as documented; unknown fields are no fault', async () => {
    const full = { ...suggestion, description: null, accepted_at: null, dismissed_at: AT, colour: 'blue' };
    const suggestions = await answered([full, suggestion], (client) => client.segmentSuggestions(PROJECT));
    expectTypeOf(suggestions).toEqualTypeOf<Listing<SegmentSuggestion>>();
    const { colour: _unknown, ...known } = full;
    expect(suggestions).toEqual([known, suggestion]);
    const mappings = await answered([mapping], (client) => client.segmentPrompts(PROJECT, SEGMENT));
    expect(mappings).toEqual([mapping]);
  });

  const told: [string, unknown][] = [
    ['nothing', undefined],
    ['a word', 'ok'],
    ['another shape', { updated: true }],
  ];
  it.each(told)('nothing known of a write that is answered with %s', async (_, body) => {
    const answer = (response: ServerResponse) => void response.end(JSON.stringify(body));
    const { client } = await clientOf(answer);
    expect(await client.setEngines(PROJECT, [SEGMENT])).toBeUndefined();
    expect(await client.setRegions(PROJECT, [SEGMENT])).toBeUndefined();
    expect(await client.deletePrompt(PROJECT, SEGMENT)).toBeUndefined();
    expect((await client.updatePrompt(PROJECT, SEGMENT, 'x')).id).toBeUndefined();
    expect((await client.createPrompt(PROJECT, 'x')).text).toBeUndefined();
  });

  it('and, to whoever examines the API, the body as it came', async () => {
    const came: unknown[] = [];
    const { client } = await clientOf(json([{ label: 'pricing', colour: 'blue' }]), {
      onAnswer: (answer) => came.push(answer),
    });
    await client.topics(PROJECT);
    expect(came).toMatchObject([
      { operation: 'GET /projects/{project_id}/topics', body: [{ label: 'pricing', colour: 'blue' }] },
    ]);
  });

  const times = ['2026-10-14T09:00:00.123456', '2026-10-14T09:00:00+00:00', '2026-10-14T09:00:00.5Z'];
  it.each(times)('a suggestion made at %s', async (created_at) => {
    const [one] = await answered([{ ...suggestion, created_at }], (client) =>
      client.segmentSuggestions(PROJECT),
    );
    expect(one?.created_at).toBe(created_at);
  });
});

describe('an answer outside the contract', () => {
  const without = (whole: Record<string, unknown>, field: string) =>
    Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));

  it.each(Object.keys(suggestion))('a suggestion without its %s', async (field) => {
    const { client } = await clientOf(json([suggestion, without(suggestion, field)]));
    expect(await failureIn(client.segmentSuggestions(PROJECT))).toMatchObject({
      code: 'visibility_contract',
      operation: 'GET /projects/{project_id}/segment-suggestions',
      path: `$[1].${field}`,
      came: 'nothing',
      retry: 'never',
    });
  });

  it.each(Object.keys(mapping))('a segment’s prompt without its %s', async (field) => {
    const { client } = await clientOf(json([without(mapping, field)]));
    expect(await failureIn(client.segmentPrompts(PROJECT, SEGMENT))).toMatchObject({
      operation: 'GET /projects/{project_id}/segments/{segment_id}/prompts',
      path: `$[0].${field}`,
    });
  });

  const noTopics: [string, unknown, string, string][] = [
    ['a score that is none', { ...topicDetail, own_score: 'high' }, '$.own_score', '"high"'],
    [
      'a long text for a list',
      { ...topicDetail, evidence: 'x'.repeat(99) },
      '$.evidence',
      `"${'x'.repeat(60)}"`,
    ],
    [
      'null deep inside',
      { ...topicDetail, by_model: [{ ...topicDetail.by_model[0], engine: null }] },
      '$.by_model[0].engine',
      'null',
    ],
    ['a list', [topicDetail, topicDetail], '$', 'a list of 2'],
  ];
  it.each(noTopics)('a topic with %s', async (_, body, path, came) => {
    const { client } = await clientOf(json(body));
    expect(await failureIn(client.topicDetail(PROJECT, 'pricing'))).toMatchObject({ path, came });
  });

  const noJson: [string, Answering, string][] = [
    ['HTML', text('<html>login</html>'), 'a web page'],
    ['words', text('nothing here'), 'text of 12 characters'],
    ['JSON that breaks off', text('[{"id": 1}, {"i'), 'text of 15 characters'],
    ['nothing', text(''), 'nothing'],
  ];
  it.each(noJson)('%s instead of JSON, asked for once', async (_, answering, came) => {
    const { client, asked } = await clientOf(answering);
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({
      code: 'visibility_contract',
      path: '$',
      came,
    });
    expect(asked).toHaveLength(1);
  });

  const notAnswered: [string, Answering, string][] = [
    ['a web page', text('<html>login</html>'), 'visibility_contract'],
    ['another shape', json({ ...topicDetail, own_score: 'high' }), 'visibility_contract'],
    ['a refusal in a success', json({ error: 'Invalid API key' }), 'visibility_unauthorised'],
  ];
  it.each(notAnswered)('%s doesn’t count as answered', async (_, answering, outcome) => {
    const { client, reports } = await clientOf(answering);
    await failureIn(client.topicDetail(PROJECT, 'pricing'));
    expect(reports.map((report) => report.outcome)).toEqual([outcome]);
  });

  it('more than 10 MB is not read to its end', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    const { client, asked } = await clientOf((response) => {
      const pour = () => {
        while (response.write(megabyte));
      };
      response.on('drain', pour);
      pour();
    });
    const failure = await failureIn(client.topics(PROJECT));
    expect(failure).toMatchObject({ code: 'visibility_contract', came: 'more' });
    expect(asked).toHaveLength(1);
  });

  it('nor more than 10 MB once unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(11 * 1024 * 1024));
    const { client } = await clientOf((response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({
      code: 'visibility_contract',
      came: 'more',
    });
  });

  it('says in one sentence what and where', async () => {
    const { client } = await clientOf(inTurn(json([{ ...suggestion, id: 'S9' }])));
    expect(String(await failureIn(client.segmentSuggestions(PROJECT)))).toBe(
      'ContractError: GET /projects/{project_id}/segment-suggestions isn’t answered as Sightline expects at $[0].id: Invalid GUID (got: "S9").',
    );
  });
});
