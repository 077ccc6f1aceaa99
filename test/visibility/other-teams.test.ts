/** Names and forms that come with the tools of other teams: protocol buffers, search indexes, .NET, data warehouses. */
import { describe, expect, it } from 'vitest';
import { clientOf, json, OTHER, PROJECT, SEGMENT } from './api.ts';
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
    await expect(client.prompts(PROJECT)).rejects.toThrow('any field that is known');
  });
});

it('an engine in an envelope isn’t a list of engines', () => {
  const row = { url: 'https://g2.com/flags', engine: { data: { type: 'engines', id: SEGMENT } } };
  expect(parseAnswer('citations', [row])).toMatchObject([{ engineId: SEGMENT, engines: undefined }]);
});
