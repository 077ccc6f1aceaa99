import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Answering, clientOf, failureIn, inTurn, json, KEY, PROJECT, SEGMENT, text } from './api.ts';

const TOPICS = 'GET /projects/{project_id}/topics';
const CREATE = 'POST /projects/{project_id}/prompts';
const later = (seconds: number): Answering => json({}, 429, { 'retry-after': String(seconds) });
const cutOff: Answering = (response) => {
  response.writeHead(200, { 'content-length': '100' });
  response.write('[{"label":', () => response.destroy());
};
const hangUp: Answering = (response) => response.destroy();
const sayNothing: Answering = () => undefined;
const stallInBody: Answering = (response) => response.write('[');

describe('a status that is no success', () => {
  const final: [number, unknown, string, string][] = [
    [401, {}, 'UnauthorisedError', 'was refused (401): the API key is wrong or not allowed here.'],
    [403, {}, 'UnauthorisedError', 'was refused (403): the API key is wrong or not allowed here.'],
    [
      403,
      { error: 'Invalid API key' },
      'UnauthorisedError',
      'was refused (403): the API key is wrong or not allowed here.',
    ],
    [403, { error: 'IP not in allow list' }, 'UnauthorisedError', 'was refused (403): IP not in allow list.'],
    [
      403,
      { detail: 'Prompt limit reached (10/10)' },
      'QuotaError',
      'was refused because of the plan or its quota (403): Prompt limit reached (10/10).',
    ],
    [404, {}, 'NotFoundError', 'found nothing: it doesn’t exist (404).'],
    [422, {}, 'ValidationError', 'was not valid: the API doesn’t say why.'],
    [
      422,
      { detail: [{ loc: ['query', 'limit'], msg: 'Input should be less than 100', type: 'less_than' }] },
      'ValidationError',
      'was not valid: query.limit: Input should be less than 100.',
    ],
    [409, { detail: 'Already accepted' }, 'RefusedError', 'was refused with status 409: Already accepted.'],
    [400, 'bad', 'RefusedError', 'was refused with status 400: bad.'],
    [400, {}, 'RefusedError', 'was refused with status 400.'],
  ];
  it.each(final)('%d with %j is final, and said in one sentence', async (status, body, name, sentence) => {
    const { client, asked } = await clientOf(json(body, status));
    const failure = await failureIn(client.topics(PROJECT));
    expect(String(failure)).toBe(`${name}: ${TOPICS} ${sentence}`);
    expect(failure).toMatchObject({ operation: TOPICS, status, retry: 'never' });
    expect(asked).toHaveLength(1);
  });

  it.each([
    [
      'a sentence',
      { ok: false, fault: 'Prompt limit of your plan reached (2 of 2)', payload: null },
      'visibility_quota',
    ],
    [
      'an error',
      { success: false, error: { code: 'QUOTA', message: 'Quota used up' }, data: [] },
      'visibility_quota',
    ],
    ['nothing', { ok: false, data: [] }, 'visibility_refused'],
    ['another reason', { ok: false, error: 'No such project' }, 'visibility_refused'],
    ['a status', { status: 'fail', data: { prompt: 'A prompt like this exists' } }, 'visibility_refused'],
    ['a status and why', { status: 'error', message: 'Out of quota' }, 'visibility_quota'],
  ])('200 is one too where the body says so, with %s', async (_, body, code) => {
    const { client } = await clientOf(json(body));
    expect(await failureIn(client.createPrompt(PROJECT, 'best tool?'))).toMatchObject({ code, status: 200 });
  });

  it.each([
    [{ ok: false, data: [] }, 'visibility_refused'],
    [{ success: false, error: { code: 'QUOTA', message: 'Quota used up' } }, 'visibility_quota'],
  ])('so it is for a read, with %j', async (body, code) => {
    const { client } = await clientOf(json(body));
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({ code });
  });

  it.each([
    [200, { success: false, error: { code: 'NOT_FOUND', message: 'Topic not found' } }],
    [406, { code: 'PGRST116', details: 'The result contains 0 rows', message: 'Cannot coerce the result' }],
  ])('%d may say that what is asked for doesn’t exist', async (status, body) => {
    const { client } = await clientOf(json(body, status));
    const failure = await failureIn(client.topicDetail(PROJECT, 'Pricing'));
    expect(failure).toMatchObject({ code: 'visibility_not_found', status });
    const ofWrite = await failureIn(client.createPrompt(PROJECT, 'best tool?'));
    expect(ofWrite).toMatchObject({ code: 'visibility_refused', status });
  });

  it('what is read may have a status of its own', async () => {
    const { client } = await clientOf(json({ status: 'failed', message: 'The last run broke off' }));
    expect(await client.suggestionsStatus(PROJECT)).toMatchObject({ status: 'failed' });
  });

  it('200 is one where nothing was deleted', async () => {
    const { client } = await clientOf(json({ deleted: false }));
    const failure = await failureIn(client.deletePrompt(PROJECT, SEGMENT));
    expect(failure).toMatchObject({ code: 'visibility_refused', status: 200 });
  });

  it('a redirect is not followed: the key stays where it belongs', async () => {
    const { client, asked, baseUrl } = await clientOf(text('', 302, { location: '/elsewhere?key=1' }));
    const failure = await failureIn(client.topics(PROJECT));
    expect(failure).toMatchObject({ code: 'visibility_redirected', status: 302 });
    expect(String(failure)).toMatch(/redirects to http:\/\/127\.0\.0\.1:\d+\/elsewhere\.$/);
    expect(String(failure)).toContain(new URL(baseUrl).origin);
    expect(asked).toHaveLength(1);
  });

  it('a redirect to the same path with a slash at its end is followed, once', async () => {
    const { client, asked, baseUrl } = await clientOf((response, one, number) => {
      const [path = '', query] = one.url.split('?');
      const location = `http://other.test${path}/${query === undefined ? '' : `?${query}`}`;
      const isAsWanted = path.endsWith('/') || path.endsWith('/topics');
      const answer = isAsWanted ? json([]) : text('', 301, { location });
      answer(response, one, number);
    });
    await client.citations(PROJECT, { limit: 5 });
    await client.citations(PROJECT, { limit: 5 });
    await client.topics(PROJECT);
    await client.createPrompt(PROJECT, 'best tool?');
    const root = `${new URL(baseUrl).pathname}/projects/${PROJECT}`;
    expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['GET', `${root}/citations?limit=5`, ''],
      ['GET', `${root}/citations/?limit=5`, ''],
      ['GET', `${root}/citations/?limit=5`, ''],
      ['GET', `${root}/topics`, ''],
      ['POST', `${root}/prompts`, JSON.stringify({ prompt: 'best tool?' })],
      ['POST', `${root}/prompts/`, JSON.stringify({ prompt: 'best tool?' })],
    ]);
  });

  it('a redirect within the API is followed, but never repeats a write that may be done', async () => {
    const isOld = (url: string) => !url.includes('/v2-');
    const { client, asked } = await clientOf((response, one, number) => {
      const location = one.url.replace(/topics|prompts/, 'v2-$&');
      const status = one.method === 'GET' ? 301 : 303;
      (isOld(one.url) ? text('', status, { location }) : json([{ label: 'Pricing' }]))(response, one, number);
    });
    expect(await client.topics(PROJECT)).toMatchObject([{ label: 'Pricing' }]);
    const failure = await failureIn(client.createPrompt(PROJECT, 'best tool?'));
    expect(failure).toMatchObject({ code: 'visibility_redirected', status: 303 });
    expect(asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST']);
  });

  it('a redirect of the whole API says which base address to use', async () => {
    const { client } = await clientOf((response, { url }) =>
      response.writeHead(301, { location: `https://api.test${url}` }).end(),
    );
    expect(String(await failureIn(client.topics(PROJECT)))).toMatch(
      / VISIBILITY_BASE_URL redirects to https:\/\/api\.test\/v1\/public\.$/,
    );
  });

  it.each([
    [200, { error: 'Invalid API key' }],
    [200, { ok: false, error: { code: 'auth', message: 'The API key is not valid' } }],
    [400, { message: 'Missing api_key' }],
  ])('%d with %j is about the key', async (status, body) => {
    const { client } = await clientOf(json(body, status));
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({
      code: 'visibility_unauthorised',
      status,
    });
  });

  it('an error beside data, or of another kind, isn’t', async () => {
    const { client } = await clientOf(json({ error: null, data: [{ label: 'API key rotation' }] }));
    expect((await client.topics(PROJECT)).map(({ label }) => label)).toEqual(['API key rotation']);
    const other = await clientOf(json({ error: 'No such project' }, 400));
    expect(await failureIn(other.client.topics(PROJECT))).toMatchObject({ code: 'visibility_refused' });
  });

  it('counts although its body breaks off', async () => {
    const { client } = await clientOf((response) => {
      response.writeHead(401, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    });
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({ code: 'visibility_unauthorised' });
  });
});

describe('a read that fails for the moment', () => {
  const passing: [string, Answering][] = [
    ['408', json({}, 408)],
    ['429', json({}, 429)],
    ['500', json({}, 500)],
    ['503', json({}, 503)],
    ['202, as long as it is computed', json({ status: 'pending', data: [] }, 202)],
    ['a connection closed without an answer', hangUp],
    ['an answer cut off in its body', cutOff],
  ];
  it.each(passing)('is asked again after %s', async (_, answering) => {
    const { client, asked, slept } = await clientOf(inTurn(answering, json([{ label: 'pricing' }])));
    expect((await client.topics(PROJECT)).map(({ label }) => label)).toEqual(['pricing']);
    expect(asked).toHaveLength(2);
    expect(slept).toEqual([125]);
  });

  it('is given up after three times, and may be tried later', async () => {
    const { client, asked, slept, reports } = await clientOf(json({}, 503));
    const failure = await failureIn(client.topics(PROJECT));
    expect(failure).toMatchObject({ code: 'visibility_unavailable', status: 503, retry: {} });
    expect(String(failure)).toBe(`UnavailableError: ${TOPICS} failed at the API (503).`);
    expect([asked.length, slept]).toEqual([3, [125, 250]]);
    expect(reports.map(({ attempt, outcome, status }) => [attempt, outcome, status])).toEqual([
      [1, 'visibility_unavailable', 503],
      [2, 'visibility_unavailable', 503],
      [3, 'visibility_unavailable', 503],
    ]);
  });

  it('waits as long as the API asks', async () => {
    const { client, slept } = await clientOf(inTurn(later(7), json([])));
    await client.topics(PROJECT);
    expect(slept).toEqual([7_000]);
  });

  it('waits until the hour the API names, by the API’s own clock', async () => {
    const dates = { date: 'Wed, 14 Oct 2026 09:00:00 GMT', 'retry-after': 'Wed, 14 Oct 2026 09:00:09 GMT' };
    const { client, slept } = await clientOf(inTurn(json({}, 503, dates), json([])));
    await client.topics(PROJECT);
    expect(slept).toEqual([9_000]);
  });

  it.each([
    ['x-rate-limit-retry-after-seconds', '7', 7_000],
    ['x-ms-retry-after-ms', '1500', 1_500],
    ['x-ratelimit-reset', String(Date.UTC(2026, 9, 14, 9, 0, 9) / 1000), 9_000],
    ['ratelimit-reset', '4', 4_000],
    ['x-ratelimit-reset-short', '4', 4_000],
    ['ratelimit', '"default";r=0;t=3', 3_000],
    ['ratelimit', 'limit=10, remaining=0, reset=3', 3_000],
    ['x-ratelimit-limit', '100', 125],
  ])('waits as long as the API asks in %s: %s', async (name, value, wait) => {
    const headers = { date: 'Wed, 14 Oct 2026 09:00:00 GMT', [name]: value };
    const { client, slept } = await clientOf(inTurn(json({}, 429, headers), json([])));
    await client.topics(PROJECT);
    expect(slept).toEqual([wait]);
  });

  it.each([
    [{ details: [{ retryDelay: '1.5s' }] }, 1_500],
    [{ retry_after: 2 }, 2_000],
    [{ errors: [{ extensions: { retryAfterMs: 1500 } }] }, 1_500],
    [{ retry_after: 'soon' }, 125],
  ])('waits as long as the API asks in %j', async (body, wait) => {
    const { client, slept } = await clientOf(inTurn(json(body, 429), json([])));
    await client.topics(PROJECT);
    expect(slept).toEqual([wait]);
  });

  it('is left to the caller when the API asks for more than ten seconds', async () => {
    const { client, asked, slept } = await clientOf(later(90));
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({
      code: 'visibility_rate_limited',
      message: `${TOPICS} was rate limited for 90 s (429).`,
      retryAfterMs: 90_000,
      retry: { afterMs: 90_000 },
    });
    expect([asked.length, slept]).toEqual([1, []]);
  });

  it('nobody there is said as such', async () => {
    const { open, stop } = await clientOf(json([]));
    await stop();
    expect(await failureIn(open(KEY).topics(PROJECT))).toMatchObject({
      code: 'visibility_unavailable',
      message: `${TOPICS} got no answer (ECONNREFUSED).`,
      status: undefined,
    });
  });
});

describe('a write', () => {
  const failures: [string, Answering][] = [
    ['429', later(1)],
    ['503', json({}, 503)],
    ['a connection closed without an answer', hangUp],
    ['an answer cut off in its body', cutOff],
  ];
  it.each(failures)('is never sent twice: %s', async (_, answering) => {
    const { client, asked, slept } = await clientOf(answering);
    expect(await failureIn(client.createPrompt(PROJECT, 'best tool?'))).toMatchObject({
      operation: CREATE,
      retry: 'never',
    });
    expect([asked.length, slept]).toEqual([1, []]);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('by %s is never sent twice either', async (method) => {
    const { client, asked } = await clientOf(json({}, 503));
    const path = '/projects/{project_id}/segment-suggestions/{suggestion_id}/accept';
    const call = client.unlisted(method, path, { project_id: PROJECT, suggestion_id: SEGMENT });
    expect(await failureIn(call)).toMatchObject({ operation: `${method} ${path}`, status: 503 });
    expect(asked).toHaveLength(1);
  });

  it('that changes or deletes a prompt is never sent twice', async () => {
    const { client, asked } = await clientOf(json({}, 503));
    await failureIn(client.updatePrompt(PROJECT, SEGMENT, 'best tool?'));
    await failureIn(client.deletePrompt(PROJECT, SEGMENT));
    expect(asked.map(({ method }) => method)).toEqual(['PATCH', 'DELETE']);
  });

  it.each(failures)('that replaces a set may be sent again: %s', async (_, answering) => {
    const { client, asked } = await clientOf(inTurn(answering, json([])));
    expect(await client.setRegions(PROJECT, [SEGMENT])).toEqual([]);
    expect(asked.map(({ method, body }) => [method, JSON.parse(body)])).toEqual(
      Array(2).fill(['PUT', { region_ids: [SEGMENT] }]),
    );
  });

  it('that is rate limited tells for how long', async () => {
    const { client } = await clientOf(later(3));
    expect(await failureIn(client.createPrompt(PROJECT, 'x'))).toMatchObject({ retryAfterMs: 3_000 });
  });
});

describe('an API that hangs', () => {
  const silences: [string, Answering, object, string][] = [
    ['before its headers', sayNothing, { headers: 20 }, 'UND_ERR_HEADERS_TIMEOUT'],
    ['in its body', stallInBody, { body: 20 }, 'UND_ERR_BODY_TIMEOUT'],
    ['however it likes, all in all', stallInBody, { total: 20 }, 'TimeoutError'],
  ];
  it.each(silences)('%s is given up', async (_, answering, timeouts, why) => {
    const { client, reports } = await clientOf(answering, { timeouts });
    expect(await failureIn(client.createPrompt(PROJECT, 'best tool?'))).toMatchObject({
      code: 'visibility_unavailable',
      message: `${CREATE} got no answer (${why}).`,
      retry: 'never',
    });
    expect(reports).toHaveLength(1);
  });

  it('is asked again where that is a read', async () => {
    const { client, reports } = await clientOf(sayNothing, { timeouts: { total: 20 } });
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({
      code: 'visibility_unavailable',
      retry: {},
    });
    expect(reports).toHaveLength(3);
  });

  it('costs only those who are asked: waiting for a connection is no timeout', async () => {
    const answering: Answering = (response, _, number) => {
      if (number > 8) response.end('[]');
    };
    const { client, reports } = await clientOf(answering, { timeouts: { total: 600 }, callsPerKey: 9 });
    await Promise.all(Array.from({ length: 9 }, () => client.topics(PROJECT)));
    expect(reports.filter(({ outcome }) => outcome === 'visibility_unavailable')).toHaveLength(8);
    expect(reports.filter(({ outcome, attempt }) => outcome === 'ok' && attempt === 1)).toHaveLength(1);
  });

  it('is left when the caller has had enough, with the caller’s reason', async () => {
    const stop = new AbortController();
    const reason = new Error('the person closed the window');
    const { client, asked } = await clientOf(() => stop.abort(reason));
    expect(await failureIn(client.topics(PROJECT, { signal: stop.signal }))).toBe(reason);
    expect(asked).toHaveLength(1);
  });

  it('is not asked at all by who has already left', async () => {
    const { client, asked } = await clientOf(json([]));
    const call = client.topics(PROJECT, { signal: AbortSignal.abort(new Error('gone')) });
    await expect(call).rejects.toThrow('gone');
    expect(asked).toEqual([]);
  });
});

describe('the API key', () => {
  const echo = { detail: [{ loc: ['header', KEY], msg: `${KEY} is no key`, input: KEY }] };
  const leaky: [string, Answering][] = [
    ['401', json(echo, 401)],
    ['403', json({ detail: KEY }, 403)],
    ['404', text(KEY, 404)],
    ['409', json({ detail: `no ${KEY}` }, 409)],
    ['422', json(echo, 422)],
    ['429', json(echo, 429, { 'retry-after': '60' })],
    ['500', text(KEY, 500)],
    ['text that is no JSON', text(KEY)],
    ['a key in the wrong place', json(KEY)],
    ['a key among other things', json([{ id: `${'x'.repeat(50)}${KEY}` }])],
    [
      'headers that are no HTTP',
      (response) => response.socket?.end(`HTTP/1.1 200 OK\r\n${KEY}\u0000: x\r\n\r\n`),
    ],
    ['a connection that breaks', hangUp],
  ];
  it.each(leaky)('is in nothing that is said of a failure: %s', async (_, answering) => {
    const { client, reports } = await clientOf(answering);
    const failure = await failureIn(client.segmentSuggestions(PROJECT));
    const said = [
      String(failure),
      JSON.stringify(failure),
      inspect(failure, { depth: 9, showHidden: true }),
      inspect(reports),
    ];
    expect(failure).toHaveProperty('operation');
    expect(reports).not.toEqual([]);
    for (const words of said) {
      expect(words).not.toContain(KEY);
      expect(words).not.toContain(KEY.slice(0, 8));
    }
  });

  it('is in no report of a success', async () => {
    const { client, reports } = await clientOf(json([]));
    await client.topics(PROJECT);
    expect(reports).toEqual([
      { operation: TOPICS, attempt: 1, outcome: 'ok', status: 200, ms: expect.any(Number) },
    ]);
  });
});
