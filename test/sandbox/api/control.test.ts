import { describe, expect, it } from 'vitest';
import { KEY, openSandbox } from './sandbox.ts';

describe('the sandbox control', () => {
  it('tells the time and advances it for everybody', async () => {
    const { control, clock } = openSandbox();
    expect((await control('/clock')).json()).toEqual({ now: '2026-03-12T09:00:00.000Z' });
    expect((await control('/advance', { days: 1 })).json()).toEqual({ now: '2026-03-13T09:00:00.000Z' });
    expect((await control('/advance', { minutes: 90 })).json()).toEqual({ now: '2026-03-13T10:30:00.000Z' });
    expect(new Date(clock.now()).toISOString()).toBe('2026-03-13T10:30:00.000Z');
  });

  it.each([
    {},
    { days: -1 },
    { days: 0 },
    { days: 'one' },
    { days: 1, minutes: 1 },
    { hours: 1 },
    { days: 1e9 },
    '',
    '{',
  ])('refuses to advance by %o', async (body) => {
    const { control, clock } = openSandbox();
    const before = clock.now();
    expect((await control('/advance', body)).status).toBe(422);
    expect(clock.now()).toBe(before);
  });

  it.each([{}, { days: -1 }, { minutes: 0 }, { days: 367 }, { days: 'one' }, { hours: 1 }, []])(
    'says what to write instead of %j',
    async (body) => {
      const { detail } = (await openSandbox().control('/advance', body)).json();
      const words = 'Write {"days": n} or {"minutes": n}, with n above 0, for up to 366 days';
      expect(detail).toMatchObject([{ msg: words }]);
    },
  );

  it.each([
    [{ operation: 'topics', kind: 'on_fire' }, 'kind', /^Write one of unauthorised, .*; or none to clear$/],
    [{ operation: 'topics' }, 'kind', /^Write one of unauthorised, /],
    [
      { operation: 'weather', kind: 'slow' },
      'operation',
      /^Write "\*" for all operations, or one of engines, /,
    ],
    [{ kind: 'slow' }, 'operation', /^Write "\*" for all operations, /],
    [{ operation: '*', kind: 'slow', time: 1 }, 'time', /^Extra inputs are not permitted$/],
  ])('says what to write instead of the fault %j, and where', async (body, where, words) => {
    const { detail } = (await openSandbox().control('/faults', body)).json();
    expect(detail).toMatchObject([{ loc: ['body', where], msg: expect.stringMatching(words) }]);
  });

  it.each([
    ['unauthorised', 401],
    ['unavailable', 500],
    ['rate_limited', 429],
  ])('makes an operation %s as often as requested', async (kind, status) => {
    const { control, get } = openSandbox();
    await control('/faults', { operation: 'topics', kind, times: 2 });
    const statuses: number[] = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await get('/topics')).status);
    expect(statuses).toEqual([status, status, 200]);
    expect((await get('/prompts')).status).toBe(200);
  });

  it('says when to come back after a rate limit', async () => {
    const { control, get } = openSandbox();
    await control('/faults', { operation: '*', kind: 'rate_limited', times: 1 });
    expect((await get('/topics')).headers.get('retry-after')).toBe('1');
  });

  it('makes answers slow but correct', async () => {
    const { control, get, slept } = openSandbox();
    const right = (await get('/topics')).text;
    await control('/faults', { operation: 'topics', kind: 'slow', times: 1 });
    expect((await get('/topics')).text).toBe(right);
    expect(slept).toEqual([2_000]);
  });

  it('breaks the JSON of an answer', async () => {
    const { control, get } = openSandbox();
    await control('/faults', { operation: 'topics', kind: 'malformed' });
    const broken = await get('/topics');
    expect(broken.status).toBe(200);
    expect(broken.headers.get('content-type')).toContain('application/json');
    expect(broken.json).toThrow(SyntaxError);
  });

  it('keeps a fault without times until it is cleared', async () => {
    const { control, get } = openSandbox();
    await control('/faults', { operation: '*', kind: 'unavailable' });
    await control('/faults', { operation: 'topics', kind: 'unauthorised' });
    expect((await get('/topics')).status).toBe(401);
    expect((await get('/prompts')).status).toBe(500);
    await control('/faults', { kind: 'none', operation: 'topics' });
    expect((await get('/topics')).status).toBe(500);
    expect((await control('/faults', { kind: 'none' })).json()).toEqual({ faults: [] });
    expect((await get('/topics')).status).toBe(200);
  });

  it.each([
    { operation: 'topics', kind: 'on_fire' },
    { operation: 'weather', kind: 'slow' },
    { operation: 'topics', kind: 'slow', times: 0 },
    { kind: 'slow' },
    [],
  ])('refuses the fault %o', async (body) => {
    const { control, get } = openSandbox();
    expect((await control('/faults', body)).status).toBe(422);
    expect((await get('/topics')).status).toBe(200);
  });

  it('shows requests with status and body, but never the key', async () => {
    const { control, get, post } = openSandbox();
    await get('/community/leads?limit=3');
    await post('/prompts', { prompt: '' });
    await get('/weather');
    const journal = await control('/requests');
    expect(journal.json()).toMatchObject([
      {
        at: '2026-03-12T09:00:00.000Z',
        method: 'GET',
        operation: 'community_leads',
        query: { limit: '3' },
        status: 200,
      },
      { method: 'POST', operation: 'create_prompt', status: 422, body: { prompt: '' } },
      { operation: null, status: 404 },
    ]);
    expect(journal.text).not.toContain(KEY);
  });

  it('shows failed requests too, even without a key', async () => {
    const { control, get, ask } = openSandbox();
    await control('/faults', { operation: '*', kind: 'unavailable', times: 1 });
    await get('/topics');
    await ask('GET', '/v1/public/projects/x/topics', undefined, { 'X-API-Key': '' });
    const statuses = (await control('/requests')).json().map(({ status }: { status: number }) => status);
    expect(statuses).toEqual([500, 401]);
  });

  it('remembers the last 500 requests', async () => {
    const { control, get } = openSandbox();
    await get('/prompts');
    for (let i = 0; i < 500; i += 1) await get('/nowhere');
    const journal = (await control('/requests')).json();
    expect(journal).toHaveLength(500);
    expect(journal[0].operation).toBeNull();
  });

  it.each([
    'http://evil.example/sandbox/clock',
    'http://192.0.2.7/sandbox/clock',
    'http://localhost.evil.example/sandbox/clock',
  ])('refuses requests to %s', async (url) => {
    const answer = await openSandbox().app.request(url);
    expect(answer.status).toBe(403);
  });

  it.each(['http://127.0.0.1:4401', 'http://localhost:4401', 'http://[::1]:4401'])(
    'answers requests to %s',
    async (base) => {
      expect((await openSandbox().app.request(`${base}/sandbox/clock`)).status).toBe(200);
    },
  );

  it('refuses another site’s page, even at the right address', async () => {
    const { ask, clock } = openSandbox();
    const before = clock.now();
    for (const origin of ['https://evil.example', 'http://127.0.0.1:4400', 'null'])
      expect((await ask('POST', '/sandbox/advance', { days: 1 }, { origin })).status).toBe(403);
    expect(clock.now()).toBe(before);
  });
});
