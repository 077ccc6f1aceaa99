/** The dialects of the reference API: each answers differently, and as its OpenAPI document says. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DIALECTS, parseDialect } from '../../../src/sandbox/api/dialects/dialects.ts';
import { ACME, openSandbox, READ_ONLY, START } from './sandbox.ts';

const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().optional() });
const Schema = z.record(z.string(), z.unknown());
const Answer = z.object({ content: z.record(z.string(), z.object({ schema: Schema })) });
const Operation = z.looseObject({
  parameters: z.array(Parameter).default([]),
  responses: z.record(z.string(), Answer),
});
const Document = z.object({
  servers: z.array(z.object({ url: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), Schema) }),
});
type Document = z.output<typeof Document>;

type Sandbox = ReturnType<typeof openSandbox>;

async function readDocument({ app }: Sandbox): Promise<Document> {
  return Document.parse(await (await app.request('/openapi.json')).json());
}

/** Values for the operations' parameters, by path parameter or by the path's last segment. */
function findValues({ world }: Sandbox): Record<string, string> {
  const project = world.project(ACME);
  const [run] = project?.recentRuns(START) ?? [];
  return {
    project_id: ACME,
    prompt_id: run?.prompt.id ?? '',
    segment_id: project?.suggestions.at(START)[0]?.id ?? '',
    run_group_id: project?.runGroupId(Math.floor((run?.scheduledFor ?? 0) / 86_400_000)) ?? '',
    prompt_run_id: run?.id ?? '',
    'topic-detail': 'pricing',
    'topic-answers': 'pricing',
    'competitor-detail': 'Globex',
    'prompt-detail': run?.prompt.id ?? '',
    'prompt-timeseries': run?.prompt.id ?? '',
  };
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Calls each GET operation as the document describes it. */
async function readAll(sandbox: Sandbox, document: Document) {
  const values = findValues(sandbox);
  const [{ url: server = '' } = {}] = document.servers;
  const reads = Object.entries(document.paths).flatMap(([path, { get }]) => (get ? { path, get } : []));
  const asked = reads.map(async ({ path, get }) => {
    const [, last = ''] = /([^/]+)\/?$/.exec(path) ?? [];
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[snake(name)] ?? name);
    const needed = get.parameters.filter((one) => one.in === 'query' && one.required);
    const query = needed.map(({ name }) => `${name}=${values[last]}`).join('&');
    const answer = await sandbox.ask('GET', `${server.replace(/\/$/, '')}${filled}?${query}`);
    return { path, answer, schema: get.responses['200']?.content['application/json']?.schema };
  });
  return Promise.all(asked);
}

/** Each dialect's answers, read once. */
const answersByDialect = new Map<
  string,
  Promise<{ document: Document; answers: Awaited<ReturnType<typeof readAll>> }>
>();

function readDialect(word: string) {
  const read = async () => {
    const sandbox = openSandbox(word, READ_ONLY);
    const document = await readDocument(sandbox);
    return { document, answers: await readAll(sandbox, document) };
  };
  const known = answersByDialect.get(word) ?? read();
  answersByDialect.set(word, known);
  return known;
}

/** The schemas that `schema` refers to, however indirectly: to read all of them for each answer takes most of the time. */
function findReferred(schema: unknown, { components: { schemas } }: Document) {
  const referred: Document['components']['schemas'] = {};
  const add = (from: unknown) => {
    for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (referred[name]) continue;
      referred[name] = schemas[name] ?? expect.fail(`No schema ${name}`);
      add(referred[name]);
    }
  };
  add(schema);
  return referred;
}

/** By their text: most dialects change few of them. */
const validators = new Map<string, z.ZodType>();

function validator(document: Document, schema: unknown, word: string) {
  const text = JSON.stringify({ ...Object(schema), $defs: findReferred(schema, document) })
    .replaceAll('#/components/schemas/', '#/$defs/')
    // zod only accepts times in upper case with a Z.
    .replaceAll(/"format":"date-time"/g, /rfc-lower|naive-times/.test(word) ? '"minLength":1' : '$&');
  const known = validators.get(text) ?? z.fromJSONSchema(JSON.parse(text));
  validators.set(text, known);
  return known;
}

const DESCRIBED = Object.keys(DIALECTS).filter((word) => word !== 'undescribed');
const TOGETHER = [
  'camel,pages,other-names,number-text',
  'nested,unit-scale,percent-text,results',
  'series,engines-only,engine-key,epoch-seconds,cursor',
  'beside,has-more,nulls,refs,path-prefix,other-parameters,camel,no-limit-parameter',
];

describe.each(['plain', ...DESCRIBED, ...TOGETHER])('%s', (word) => {
  it('answers every GET operation as its document says', async () => {
    const { document, answers } = await readDialect(word);
    expect(answers.length).toBeGreaterThan(22);
    for (const { path, answer, schema } of answers) {
      if (word === 'segments-apart' && path.includes('/segments/')) {
        expect(answer.status).toBe(404);
        continue;
      }
      expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      expect(schema, path).toBeDefined();
      const { error } = validator(document, schema, word).safeParse(answer.json());
      expect(error?.issues.slice(0, 2), path).toBeUndefined();
    }
  });
});

describe('parseDialect', () => {
  it('accepts known words only', () => {
    expect(parseDialect(' camel, pages ')).toEqual(['camel', 'pages']);
    expect(parseDialect('plain')).toEqual([]);
    expect(() => parseDialect('camel,klingon')).toThrow(/klingon.*plain, .*camel/);
  });

  it('accepts one word of each group', () => {
    expect(() => parseDialect('pages,cursor')).toThrow(/one of pages and cursor/);
  });
});

const ANSWERS = Object.keys(DIALECTS).filter((word) => {
  // The default.
  if (word === 'bounded') return false;
  const { answer, finish, paging, envelope } = DIALECTS[word] ?? {};
  return (answer ?? finish ?? paging ?? envelope) !== undefined;
});

it.each(ANSWERS)('%s answers differently from the plain sandbox', async (word) => {
  const { answers: plain } = await readDialect('plain');
  const { answers } = await readDialect(word);
  const texts = ({ path, answer }: (typeof answers)[number]) =>
    `${path} ${answer.text} ${answer.headers.get('link') ?? ''}`;
  expect(answers.map(texts)).not.toEqual(plain.map(texts));
});

describe('a page', () => {
  it.each([
    ['pages', (page: number) => `?page=${page}`],
    ['offset', (page: number) => `?limit=20&offset=${(page - 1) * 20}`],
    ['has-more', (page: number) => `?limit=20&page=${page}`],
  ])('of %s continues the one before, and all pages make the whole list', async (word, at) => {
    const sandbox = openSandbox(word);
    const [first, second] = [1, 2].map(async (page) =>
      (await sandbox.get(`/community/leads${at(page)}`)).json(),
    );
    const ids = [...(await first).items, ...(await second).items].map(({ id }: { id: string }) => id);
    const whole = (await openSandbox('unbounded').get('/community/leads?limit=200')).json();
    expect(ids).toEqual(whole.map(({ id }: { id: string }) => id));
  });

  it('names the next one by cursor', async () => {
    const sandbox = openSandbox('cursor');
    const first = (await sandbox.get('/community/leads')).json();
    const second = (await sandbox.get(`/community/leads?cursor=${first.next_cursor}`)).json();
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([25, 6, null]);
  });

  it('names the next one in a header', async () => {
    const sandbox = openSandbox('link');
    const first = await sandbox.get('/community/leads');
    const [, next = ''] = /<(.+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await sandbox.ask('GET', new URL(next).pathname + new URL(next).search);
    expect([first.json().length, second.json().length]).toEqual([25, 6]);
    expect(second.headers.get('link')).toBeNull();
  });
});

describe('a request', () => {
  const body = { prompt: 'best crm for a choir' };
  it.each([
    ['maximum-50', 'GET', '/citations?limit=51', undefined, ['query', 'limit']],
    ['maximum-20', 'GET', '/community/leads?limit=21', undefined, ['query', 'limit']],
    ['no-limit-parameter', 'GET', '/mentions?limit=5', undefined, ['query', 'limit']],
    ['other-parameters', 'GET', '/topic-detail?topic=pricing', undefined, ['query', 'label']],
    ['camel', 'GET', `/prompt-detail?prompt_id=${ACME}`, undefined, ['query', 'promptId']],
    [
      'comma-lists',
      'GET',
      `/citations?engine_ids=${ACME}&engine_ids=${ACME}`,
      undefined,
      ['query', 'engine_ids'],
    ],
    ['repeated-lists', 'GET', `/citations?engine_ids=${ACME},${ACME}`, undefined, ['query', 'engine_ids']],
    ['other-bodies', 'POST', '/prompts', body, ['body', 'text']],
  ])(
    'that %s does not accept is refused with the place of the fault',
    async (word, method, path, body, loc) => {
      const answer = await openSandbox(word).on(method, path, body);
      expect([answer.status, answer.json().detail[0].loc]).toEqual([422, loc]);
      expect((await openSandbox().on(method, path, body)).status).not.toBe(422);
    },
  );

  it('in the words of other-bodies works', async () => {
    const sandbox = openSandbox('other-bodies,camel');
    const { id } = (await sandbox.post('/prompts', { text: 'best crm for a choir' })).json();
    expect((await sandbox.get('/prompts')).text).toContain('best crm for a choir');
    expect((await sandbox.on('PATCH', `/prompts/${id}`, { query: 'best crm for a band' })).status).toBe(200);
    expect((await sandbox.get('/prompts')).text).toContain('best crm for a band');
  });
});

describe('a refusal', () => {
  it.each([
    ['problem-json', { type: 'about:blank', title: 'Unprocessable Entity', status: 422 }],
    [
      'error-envelope',
      { error: { code: 'unprocessable_entity', details: [{ field: 'topic', in: 'query' }] } },
    ],
    ['message-envelope', { errors: { topic: ['Field required'] } }],
  ])('in %s comes in its envelope', async (word, body) => {
    const answer = await openSandbox(word).get('/topic-detail');
    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject(body);
    const unknown = await openSandbox(word).get('/nothing');
    expect([unknown.status, unknown.text.includes('Not Found')]).toEqual([404, true]);
  });
});

describe('a missing part', () => {
  it.each([
    ['no-metrics', '/community/metrics'],
    ['no-region-usage', '/region-usage'],
  ])('in %s is neither found nor described', async (word, path) => {
    const sandbox = openSandbox(word);
    expect((await sandbox.get(path)).status).toBe(404);
    expect(Object.keys((await readDocument(sandbox)).paths)).not.toContain(`/projects/{project_id}${path}`);
  });

  it('in undescribed is the document, at both addresses', async () => {
    const { app } = openSandbox('undescribed');
    expect((await app.request('/openapi.json')).status).toBe(404);
    expect((await app.request('/v1/public/openapi.json')).status).toBe(404);
  });
});
