/** The API's own description: what is taken from it, and what is left alone. */
import { describe, expect, it } from 'vitest';
import { readOpenApi } from '../../src/visibility/read-openapi.ts';

type Schema = Record<string, unknown>;
const json = (schema: Schema) => ({ content: { 'application/json': { schema } } });
const answering = (schema: Schema, more: object = {}) => ({
  responses: { 200: { description: 'ok', ...json(schema) }, 422: json({ type: 'object' }) },
  ...more,
});
const list = (properties: Record<string, Schema>) => ({
  type: 'array',
  items: { type: 'object', properties },
});
const text = { type: 'string' };
const number = { type: 'number' };

const LEADS = '/projects/{project_id}/community/leads';

async function linesOf(paths: object, components: object = {}) {
  const { lines } = await readOpenApi({ openapi: '3.1.0', info: {}, paths, components });
  return (operation: string) =>
    Object.fromEntries(
      lines.filter((line) => line.operation === operation).map(({ what, there }) => [what, there]),
    );
}

describe('a description', () => {
  it('leaves out what it calls deprecated', async () => {
    const rows = list({
      url: { ...text, deprecated: true, description: 'Tracking redirect. Use originalUrl.' },
      originalUrl: text,
      title: text,
    });
    const of = await linesOf({ [LEADS]: { get: answering(rows) } });
    expect(of('communityLeads')).toMatchObject({ url: 'originalUrl', title: 'title' });
  });

  it('says where the rows lie and which field is which, by name, title and description', async () => {
    const rows = list({
      headline: text,
      hotness: { ...number, description: 'Relevance score of the lead, 0 to 100' },
      where: { ...text, title: 'Subreddit' },
      author: { type: 'object', properties: { id: text, name: text } },
    });
    const schema = { type: 'object', properties: { data: { type: 'object', properties: { leads: rows } } } };
    const of = await linesOf({ [LEADS]: { get: answering(schema) } });
    expect(of('communityLeads')).toMatchObject({
      list: 'data.leads',
      title: 'headline',
      score: 'hotness',
      place: 'where',
      author: 'author.name',
    });
  });

  it('leaves it to the order of leads which of two scores is theirs', async () => {
    const of = await linesOf({
      [LEADS]: { get: answering(list({ title: text, score: number, relevance_score: number })) },
    });
    expect(of('communityLeads')).toMatchObject({ title: 'title' });
    expect(of('communityLeads')).not.toHaveProperty('score');
  });

  it('says that an id under a thing’s own name is no text of it', async () => {
    const reference = { type: ['string', 'null'], format: 'uuid' };
    const rows = list({ title: text, prompt: reference, engines: { type: 'array', items: reference } });
    const of = await linesOf({ '/projects/{project_id}/warm-leads': { get: answering(rows) } });
    expect(of('warmLeads')).toMatchObject({ title: 'title', promptId: 'prompt', engines: 'engines' });
    expect(of('warmLeads')).not.toHaveProperty('prompt');
  });

  it('leaves it to an answer where rows are that it has only in groups of groups', async () => {
    const queries = list({ query: text, count: number });
    const engines = list({ engine: text, queries });
    const of = await linesOf({
      '/projects/{project_id}/query-fanout': { get: answering(list({ prompt: text, engines })) },
    });
    expect(of('queryFanout')).not.toHaveProperty('list');
  });

  it('is read behind references, null and allOf', async () => {
    const components = {
      schemas: {
        Lead: {
          allOf: [
            { $ref: '#/components/schemas/Base' },
            { type: 'object', properties: { score: { anyOf: [number, { type: 'null' }] } } },
          ],
        },
        Base: { type: 'object', properties: { title: text, parent: { $ref: '#/components/schemas/Lead' } } },
      },
    };
    const schema = { type: 'array', items: { $ref: '#/components/schemas/Lead' } };
    const of = await linesOf({ [LEADS]: { get: answering(schema) } }, components);
    expect(of('communityLeads')).toMatchObject({ list: '$', title: 'title', score: 'score' });
  });

  it('says how to ask: names, bounds, lists, pages, and what has to be there', async () => {
    const parameters = [
      {
        name: 'page_size',
        in: 'query',
        schema: { anyOf: [{ type: 'integer', maximum: 50 }, { type: 'null' }] },
      },
      {
        name: 'engineIds',
        in: 'query',
        style: 'form',
        explode: false,
        schema: { type: 'array', items: text },
      },
      { name: 'cursor', in: 'query', schema: text },
      {
        name: 'window',
        in: 'query',
        required: true,
        schema: { type: 'string', enum: ['7d', '30d'], default: '30d' },
      },
    ];
    const of = await linesOf({
      '/projects/{project_id}/citations': { get: answering(list({ url: text }), { parameters }) },
    });
    expect(of('citations')).toMatchObject({
      'query.limit': 'page_size',
      'query.limit.maximum': '50',
      'query.engine_ids': 'engineIds',
      'query.engine_ids.list': 'comma',
      'query.region_ids': null,
      'query.cursor': 'cursor',
      'send.window': '30d',
    });
  });

  it('says what a body wants', async () => {
    const body = { type: 'object', required: ['text'], properties: { text, category: text } };
    const of = await linesOf({
      '/projects/{project_id}/prompts': { post: answering({ type: 'object' }, { requestBody: json(body) }) },
    });
    expect(of('createPrompt')).toEqual({ 'body.prompt': 'text', 'body.category': 'category' });
  });

  it('says that a body wants objects instead of ids', async () => {
    const engines = { type: 'array', items: { type: 'object', properties: { engine_id: text, note: text } } };
    const requestBody = json({ type: 'object', required: ['engines'], properties: { engines } });
    const of = await linesOf({
      '/projects/{project_id}/engines': { put: answering({ type: 'object' }, { requestBody }) },
    });
    expect(of('setEngines')).toMatchObject({ 'body.engine_ids': 'engines.0.engine_id' });
  });

  it.each(['/v1/public/projects/{projectId}/topics/', '/Projects/{id}/Topics/'])(
    'knows an operation by its path, however that is written: %s',
    async (path) => {
      const of = await linesOf({ [path]: { get: answering(list({ label: text })) } });
      expect(of('topics')).toMatchObject({
        label: 'label',
        path: expect.stringMatching(/^\/projects\/\{project_id\}\/topics\/$/i),
      });
    },
  );

  it('takes the regions of a project for no list of all regions', async () => {
    const { found } = await readOpenApi({
      openapi: '3.1.0',
      paths: {
        '/projects/{project_id}/regions': {
          put: answering(list({ id: text })),
          get: answering(list({ id: text })),
        },
      },
    });
    expect(found).toEqual(['setRegions']);
  });

  it('tells what only the API lists, and proposes what decides on suggestions', async () => {
    const at = '/v1/public/projects/{projectId}/segment-suggestions/{id}';
    const { undocumented, proposals } = await readOpenApi({
      openapi: '3.1.0',
      paths: {
        [`${at}/accept`]: { post: answering({ type: 'object' }, { summary: 'Accept' }) },
        [`${at}/dismiss`]: { post: answering({ type: 'object' }) },
        '/health': { get: answering({ type: 'object' }) },
        '/engines': { get: answering(list({ id: text })) },
      },
    });
    expect(undocumented).toHaveLength(3);
    expect(proposals.map(({ what, there }) => [what, there])).toEqual([
      ['accept_segment_suggestion', 'POST /projects/{project_id}/segment-suggestions/{suggestion_id}/accept'],
      [
        'dismiss_segment_suggestion',
        'POST /projects/{project_id}/segment-suggestions/{suggestion_id}/dismiss',
      ],
    ]);
  });

  it('that refers to another address is not followed there, and says nothing of that part', async () => {
    const schema = { type: 'array', items: { $ref: 'http://127.0.0.1:9/secret.json' } };
    const of = await linesOf({ [LEADS]: { get: answering(schema) } });
    expect(of('communityLeads').title).toBeUndefined();
  });

  it('of another API is refused, and so is one in Swagger 2', async () => {
    const paths = { '/pets': { get: answering(list({ name: text })) } };
    await expect(readOpenApi({ openapi: '3.1.0', paths })).rejects.toThrow(/another API/);
    await expect(readOpenApi({ swagger: '2.0', paths })).rejects.toThrow(/OpenAPI 3/);
  });

  it.each([undefined, 'text', {}, { openapi: '3.1.0' }, []])('is not %j', async (document) => {
    await expect(readOpenApi(document)).rejects.toThrow(/OpenAPI/);
  });
});
