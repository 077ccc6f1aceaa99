import { describe, expect, it } from 'vitest';
import { routes } from '../../../src/sandbox/api/api.ts';
import { ACME, NOBODY, openSandbox } from './sandbox.ts';

const ofProjects = routes.filter(({ path }) => path.startsWith('/projects/'));
/** Every parameter that some operation requires. */
const QUERY = `topic=pricing&competitor=Globex&prompt_id=${NOBODY}`;
const BODY = { prompt: 'x', engine_ids: [NOBODY], region_ids: [NOBODY] };

const pathOf = (path: string, project: string) =>
  `/v1/public${path.replace('{project_id}', project).replace(/\{\w+\}/, NOBODY)}`;

describe('the reference API refuses', () => {
  it.each(routes)('$operation without the right key', async ({ method, path }) => {
    const { ask } = openSandbox();
    const answer = await ask(method, pathOf(path, ACME), undefined, { 'X-API-Key': 'wrong' });
    expect(answer.status).toBe(401);
    expect(answer.json()).toEqual({ detail: 'Invalid API key' });
  });

  it.each(ofProjects)('$operation for a project id that isn’t a UUID', async ({ method, path }) => {
    const answer = await openSandbox().ask(method, pathOf(path, 'acme'));
    expect(answer.status).toBe(422);
    expect(answer.json().detail).toContainEqual({
      loc: ['path', 'project_id'],
      msg: 'Input should be a valid UUID',
      type: 'uuid_parsing',
    });
  });

  it.each(ofProjects)('$operation for an unknown project', async ({ method, path }) => {
    const { ask } = openSandbox();
    const url = `${pathOf(path, NOBODY)}?${QUERY}`;
    const answer = await ask(method, url, method === 'GET' ? undefined : BODY);
    expect(answer.status).toBe(404);
    expect(answer.json()).toEqual({ detail: 'Project not found' });
  });

  it('nothing about an id in upper case', async () => {
    expect((await openSandbox().get('/topics', ACME.toUpperCase())).status).toBe(200);
  });

  it.each([
    ['0', 'greater_than_equal', 'Input should be greater than or equal to 1'],
    ['51', 'less_than_equal', 'Input should be less than or equal to 50'],
    ['many', 'int_parsing', 'Input should be a valid integer'],
    ['2.5', 'int_parsing', 'Input should be a valid integer'],
  ])('a limit of %s', async (limit, type, msg) => {
    const answer = await openSandbox().get(`/community/leads?limit=${limit}`);
    expect(answer.status).toBe(422);
    expect(answer.json()).toEqual({ detail: [{ loc: ['query', 'limit'], msg, type }] });
  });

  it.each([
    [{}, 'missing'],
    [{ prompt: 7 }, 'string_type'],
    [{ prompt: '' }, 'string_too_short'],
    [{ prompt: '   ' }, 'string_too_short'],
    [{ prompt: 'x'.repeat(501) }, 'string_too_long'],
    [{ prompt: 'K8S Cost Alerts' }, 'value_error'],
  ])('a new prompt like %o', async (body, type) => {
    const { get, post } = openSandbox();
    const answer = await post('/prompts', body);
    expect(answer.status).toBe(422);
    expect(answer.json().detail).toMatchObject([{ loc: ['body', 'prompt'], type }]);
    expect((await get('/prompts')).json()).toHaveLength(10);
  });

  it('a body that is missing or isn’t JSON', async () => {
    const { post } = openSandbox();
    expect((await post('/prompts')).json().detail).toMatchObject([{ loc: ['body'], type: 'missing' }]);
    expect((await post('/prompts', '{"prompt":')).json().detail).toMatchObject([{ type: 'json_invalid' }]);
  });

  it('a body of more than 64 KB', async () => {
    expect((await openSandbox().post('/prompts', { prompt: 'x'.repeat(70_000) })).status).toBe(413);
  });

  it('an unknown topic, and a missing one', async () => {
    const { get } = openSandbox();
    const unknown = await get('/topic-detail?topic=weather');
    expect([unknown.status, unknown.json()]).toEqual([404, { detail: 'Topic not found' }]);
    const unnamed = await get('/topic-detail');
    expect(unnamed.status).toBe(422);
    expect(unnamed.json().detail).toEqual([
      { loc: ['query', 'topic'], msg: 'Field required', type: 'missing' },
    ]);
  });

  it('unknown segments and suggestions, reporting all faults at once', async () => {
    const { get, post } = openSandbox();
    expect((await get(`/segments/${NOBODY}/prompts`)).json()).toEqual({ detail: 'Segment not found' });
    expect((await post(`/segment-suggestions/${NOBODY}/accept`)).status).toBe(404);
    const locs = (await post('/segment-suggestions/s9/dismiss', undefined, 'acme'))
      .json()
      .detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
    expect(locs).toEqual(['path.project_id', 'path.suggestion_id']);
  });

  it('unknown paths', async () => {
    expect((await openSandbox().get('/weather')).json()).toEqual({ detail: 'Not Found' });
  });

  it.each([
    ['DELETE', `/projects/${ACME}/topics`, 'GET'],
    ['POST', '/engines', 'GET'],
    ['GET', `/projects/${ACME}/prompts/${NOBODY}`, 'PATCH, DELETE'],
  ])('%s %s, which only allows %s', async (method, path, allowed) => {
    const answer = await openSandbox().ask(method, `/v1/public${path}`);
    expect([answer.status, answer.json()]).toEqual([405, { detail: 'Method Not Allowed' }]);
    expect(answer.headers.get('allow')).toBe(allowed);
  });
});
