/** What the API refuses teaches how it wants to be asked: asked once more so, and remembered for that key. */
import { describe, expect, it } from 'vitest';
import { ValidationError } from '../../src/visibility/errors.ts';
import type { Line } from '../../src/visibility/profile.ts';
import { createProfiles } from '../../src/visibility/profile.ts';
import {
  type Answering,
  type Asked,
  clientOf,
  failureIn,
  inTurn,
  json,
  KEY,
  PROJECT,
  SEGMENT,
} from './api.ts';

const refusal = (...detail: object[]): Answering => json({ detail }, 422);
const missing = (...loc: string[]) => ({ loc, msg: 'Field required', type: 'missing' });

async function learning(answering: Answering) {
  const kept: Line[] = [];
  const profiles = createProfiles({
    corrected: () => [],
    keep: async (lines) => void kept.push(...lines),
    onLost: () => undefined,
  });
  return { ...(await clientOf(answering, { profiles })), kept };
}

const bodies = (asked: readonly Asked[]) => asked.map(({ body }) => JSON.parse(body));
const queries = (asked: readonly Asked[]) => asked.map(({ url }) => url.split('?')[1]);

const ZOD = {
  code: 'invalid_type',
  path: ['text'],
  message: 'Invalid input: expected string, received undefined',
};

describe('a field that is missing', () => {
  it.each<[string, string, object]>([
    ['Rails', 'body', { errors: { body: ["can't be blank"] } }],
    [
      'Spring',
      'question',
      { title: 'Bad', violations: [{ field: 'question', message: 'must not be null' }] },
    ],
    [
      'OData',
      'QueryText',
      {
        error: {
          message: 'Invalid.',
          details: [{ target: 'QueryText', message: 'The QueryText field is required.' }],
        },
      },
    ],
    ['ASP.NET', 'Text', { errors: { Text: ['The Text field is required.'] } }],
    ['GraphQL', 'text', { errors: [{ message: 'Argument "text" is required.' }] }],
    [
      'gRPC',
      'text',
      {
        code: 3,
        message: 'invalid',
        details: [{ fieldViolations: [{ field: 'text', description: 'must be set' }] }],
      },
    ],
    [
      'Symfony',
      'text',
      { violations: [{ propertyPath: 'text', message: 'This value should not be blank.' }] },
    ],
    ['Axum', 'text', { kind: 'validation', fields: [{ path: ['text'], problem: 'missing field' }] }],
    [
      'SAP',
      'PromptText',
      { error: { code: 'V/22', message: { lang: 'en', value: 'Parameter PromptText is required' } } },
    ],
    ['Spring’s binding', 'text', { errors: [{ field: 'text', defaultMessage: 'must not be blank' }] }],
    [
      'Spring’s problems',
      'text',
      { detail: 'Validation failed', invalidParams: [{ name: 'text', reason: 'must not be null' }] },
    ],
    ['Django', 'text', { text: ['This field is required.'] }],
    ['Fastify', 'text', { error: 'Bad Request', message: "body must have required property 'text'" }],
    ['Joi', 'text', { error: 'Bad Request', message: '"text" is required' }],
    ['Spring’s parameters', 'text', { message: "Required request parameter 'text' is not present" }],
    ['a map of sentences', 'text', { code: 'E12', errors: { text: 'is required', code: 'E12' } }],
    ['Flask', 'text', { message: { text: 'Missing required parameter in the JSON body' } }],
    ['Serde', 'text', { error: 'missing field `text` at line 1 column 20' }],
    ['Zod', 'text', { error: { name: 'ZodError', issues: [ZOD] } }],
    ['Zod’s message', 'text', { error: JSON.stringify([ZOD]) }],
    [
      'Apollo',
      'text',
      { errors: [{ message: 'Field "text" of required type "String!" was not provided.' }] },
    ],
    ['Nest', 'query', { message: ['query should not be empty'], error: 'Unprocessable Entity' }],
    [
      'PostgreSQL',
      'prompt_text',
      { code: '23502', message: 'null value in column "prompt_text" violates not-null' },
    ],
    [
      'Go',
      'prompt_text',
      { error: "Key: 'New.PromptText' Error:Field validation for 'PromptText' failed on the 'required' tag" },
    ],
    ['an older one', 'phrase', { ok: 0, err: { no: 12, msg: 'Missing parameter: phrase' } }],
  ])('is found in the words of %s', async (_, name, fault) => {
    const { client, asked } = await learning((response, one, number) =>
      (name in JSON.parse(one.body) ? json({ id: SEGMENT }) : json(fault, 422))(response, one, number),
    );
    await client.createPrompt(PROJECT, 'best tool?');
    expect(bodies(asked)).toEqual([{ prompt: 'best tool?' }, { [name]: 'best tool?' }]);
  });

  it('may be named as JSON:API does, and wanted plainly', async () => {
    const fault = { errors: [{ detail: 'can’t be blank', source: { pointer: '/data/attributes/body' } }] };
    const { client, asked } = await learning((response, one, number) =>
      ('body' in JSON.parse(one.body) ? json({ id: SEGMENT }) : json(fault, 422))(response, one, number),
    );
    await client.createPrompt(PROJECT, 'best tool?');
    expect(bodies(asked).at(-1)).toEqual({ body: 'best tool?' });
  });

  it('may be wanted in an object', async () => {
    const said = (field: string, description: string) =>
      json({ code: 3, message: 'invalid', details: [{ fieldViolations: [{ field, description }] }] }, 422);
    const { client, asked } = await learning((response, one, number) => {
      const { prompt } = JSON.parse(one.body);
      const answer =
        typeof prompt === 'string'
          ? said('prompt', 'unexpected token, expected an object')
          : prompt?.text
            ? json({ id: SEGMENT })
            : said('prompt.text', 'must be set');
      answer(response, one, number);
    });
    await client.createPrompt(PROJECT, 'best tool?');
    expect(bodies(asked).at(-1)).toEqual({ prompt: { text: 'best tool?' } });
  });

  it('after another was accepted stands inside that', async () => {
    const said = (name: string) => json({ errors: [{ message: `Argument "${name}" is required.` }] }, 422);
    const { client, asked } = await learning((response, one, number) => {
      const { input } = JSON.parse(one.body);
      (input?.text ? json({ id: SEGMENT }) : said(input ? 'text' : 'input'))(response, one, number);
    });
    await client.createPrompt(PROJECT, 'best tool?');
    expect(bodies(asked).at(-1)).toEqual({ input: { text: 'best tool?' } });
  });

  it('stands in an object under our own name where Rails requires that, too', async () => {
    const { client, asked } = await learning((response, one, number) => {
      const { prompt } = JSON.parse(one.body);
      const errors = prompt
        ? { question: ["can't be blank"] }
        : { prompt: 'is missing or the value is empty' };
      (prompt?.question ? json({ id: SEGMENT }) : json({ errors }, 422))(response, one, number);
    });
    await client.createPrompt(PROJECT, 'best tool?');
    expect(bodies(asked).at(-1)).toEqual({ prompt: { question: 'best tool?' } });
  });

  it('is sent under the name that the refusal gives, and so from then on', async () => {
    const wantsText: Answering = (response, asked, number) =>
      'text' in JSON.parse(asked.body)
        ? json({ id: SEGMENT, text: 'best tool?' })(response, asked, number)
        : refusal(missing('body', 'text'))(response, asked, number);
    const { client, asked, kept } = await learning(wantsText);
    await client.createPrompt(PROJECT, 'best tool?');
    await client.createPrompt(PROJECT, 'cheapest tool?');
    expect(bodies(asked)).toEqual([
      { prompt: 'best tool?' },
      { text: 'best tool?' },
      { text: 'cheapest tool?' },
    ]);
    expect(kept).toMatchObject([
      { operation: 'createPrompt', what: 'body.prompt', there: 'text', known: 'refused' },
    ]);
  });

  it('gives way to another name where Zod doesn’t know it', async () => {
    const issues = [
      { code: 'unrecognized_keys', keys: ['prompt'], path: [], message: 'Unrecognized key: "prompt"' },
    ];
    const { client, asked } = await learning(inTurn(json({ issues }, 422), json({ id: SEGMENT })));
    await client.updatePrompt(PROJECT, SEGMENT, 'best tool?');
    expect(bodies(asked)).toEqual([{ prompt: 'best tool?' }, { text: 'best tool?' }]);
  });

  it('in each object of a list is filled with each id', async () => {
    const { client, asked } = await learning(
      inTurn(
        refusal(missing('body', 'engines')),
        refusal(missing('body', 'engines', '0', 'engine_id')),
        json([]),
      ),
    );
    await client.setEngines(PROJECT, [SEGMENT, PROJECT]);
    expect(bodies(asked).at(-1)).toEqual({ engines: [{ engine_id: SEGMENT }, { engine_id: PROJECT }] });
  });

  it('isn’t guessed again and again where the description says what is sent', async () => {
    const profiles = createProfiles({
      corrected: () => [],
      keep: async () => undefined,
      onLost: () => undefined,
    });
    profiles.learn(KEY, [
      { operation: 'updatePrompt', what: 'body.prompt', there: 'prompt', known: 'described' },
    ]);
    const { client, asked } = await clientOf(refusal(missing('body', 'paused')), { profiles });
    await failureIn(client.updatePrompt(PROJECT, SEGMENT, 'best tool?'));
    expect(asked.length).toBeLessThan(3);
  });

  it('is sent under the name that it has in the API’s own rows, unless more is known', async () => {
    const profiles = createProfiles({
      corrected: () => [],
      keep: async () => undefined,
      onLost: () => undefined,
    });
    const { client, asked } = await clientOf(json({ id: SEGMENT }), { profiles });
    const learn = (operation: string, what: string, there: string, known: Line['known']) =>
      profiles.learn(KEY, [{ operation, what, there, known }]);
    learn('prompts', 'text', 'query', 'answered');
    await client.createPrompt(PROJECT, 'best tool?');
    await client.updatePrompt(PROJECT, SEGMENT, 'best tool?');
    learn('createPrompt', 'body.prompt', 'text', 'refused');
    await client.createPrompt(PROJECT, 'best tool?');
    learn('prompts', 'text', 'attributes.phrase', 'corrected');
    await client.updatePrompt(PROJECT, SEGMENT, 'best tool?');
    expect(bodies(asked).map((body) => Object.keys(body))).toEqual([
      ['query'],
      ['query'],
      ['text'],
      ['prompt'],
    ]);
  });

  it.each<[string, Answering]>([
    [
      'an unknown name',
      json({ error: { details: [{ field: 'prompt', description: 'Unknown name "prompt"' }] } }, 422),
    ],
    [
      'an unknown key',
      json({ error: { param: 'prompt', message: "Unrecognized key(s) in object: 'prompt'" } }, 422),
    ],
    [
      'nothing under its own name',
      json({ errors: [{ source: { pointer: '/text' }, detail: "Text can't be blank" }] }, 422),
    ],
    [
      'its own name missing, with status 200',
      json({ success: false, error: { message: 'text is required' } }),
    ],
  ])('is sent under another name where the API finds %s', async (_, refuses) => {
    const { client, asked } = await learning((response, request, number) => {
      const isText = 'text' in JSON.parse(request.body);
      (isText ? json({ id: SEGMENT, text: 'best tool?' }) : refuses)(response, request, number);
    });
    expect(await client.createPrompt(PROJECT, 'best tool?')).toMatchObject({ text: 'best tool?' });
    expect(bodies(asked)).toEqual([{ prompt: 'best tool?' }, { text: 'best tool?' }]);
  });

  it('may have any name where only one of ours can be meant', async () => {
    const { client, asked } = await learning(inTurn(refusal(missing('query', 'subject')), json([])));
    await client.topicAnswers(PROJECT, 'pricing');
    expect(queries(asked)).toEqual(['topic=pricing', 'subject=pricing']);
  });

  it.each([
    ['two that we know nothing of', [missing('body', 'language'), missing('body', 'market')]],
    ['an id, where we have words', [missing('body', 'template_id')]],
    ['something in the path', [missing('path', 'text')]],
  ])('is told with its name where it can be none of ours: %s', async (_, detail) => {
    const { client, asked, kept } = await learning(refusal(...detail));
    const failure = await failureIn(client.createPrompt(PROJECT, 'best tool?'));
    expect(failure).toBeInstanceOf(ValidationError);
    expect(String(failure)).toContain(detail[0]?.loc.at(-1));
    expect([asked.length, kept]).toEqual([1, []]);
  });

  it.each([['__proto__', 'polluted'], ['constructor', 'prototype', 'polluted'], ['x'.repeat(99)], ['a b']])(
    'may have the most hostile name: %s',
    async (...loc) => {
      const { client } = await learning(refusal(missing('body', ...loc)));
      await failureIn(client.createPrompt(PROJECT, 'best tool?'));
      expect({}).not.toHaveProperty('polluted');
    },
  );

  it('is not tried for ever where the new name is refused too', async () => {
    const { client, asked, kept } = await learning(refusal(missing('body', 'text')));
    await failureIn(client.createPrompt(PROJECT, 'best tool?'));
    expect([asked.length, kept]).toEqual([7, []]);
  });
});

type Body = Record<string, unknown> & { [name: string]: Body };

/** `refuses`: what such an API says of a body, undefined where it takes it. */
const shapes: [string, (body: Body) => object | undefined, object][] = [
  [
    'FastAPI: a list of objects',
    ({ prompts }) => {
      const fault = (type: string, msg: string, ...loc: (string | number)[]) => ({
        detail: [{ type, msg, loc: ['body', 'prompts', ...loc] }],
      });
      if (prompts === undefined) return fault('missing', 'Field required');
      if (!Array.isArray(prompts)) return fault('list_type', 'Input should be a valid list');
      const [first] = prompts;
      if (typeof first === 'string') return fault('model_attributes_type', 'Input should be an object', 0);
      return first.text ? undefined : fault('missing', 'Field required', 0, 'text');
    },
    { prompts: [{ text: 'best tool?' }] },
  ],
  [
    'Rails: an object that it names, and not what is in it',
    ({ prompt }) =>
      prompt?.text ? undefined : { error: 'param is missing or the value is empty or invalid: prompt' },
    { prompt: { text: 'best tool?' } },
  ],
  [
    'Phoenix: an object, and then a field of it by its own name',
    ({ prompt }) => {
      if (typeof prompt !== 'object')
        return { errors: { prompt: ['expected key "prompt" to be present in params'] } };
      return prompt.body ? undefined : { errors: { body: ["can't be blank"] } };
    },
    { prompt: { body: 'best tool?' } },
  ],
  [
    'JSON:API: data and its attributes',
    ({ data }) =>
      data?.attributes?.text
        ? undefined
        : {
            errors: [
              {
                detail: 'is missing',
                source: { pointer: data?.attributes ? '/data/attributes/text' : '/data' },
              },
            ],
          },
    { data: { attributes: { text: 'best tool?' } } },
  ],
  [
    'zod: an object',
    ({ prompt }) => {
      if (typeof prompt !== 'object')
        return { errors: [{ path: ['prompt'], message: 'Invalid input: expected object, received string' }] };
      return prompt.content ? undefined : { errors: [{ path: ['prompt', 'content'], message: 'Required' }] };
    },
    { prompt: { content: 'best tool?' } },
  ],
];

it('a parameter that a sentence names is the one that is missing', async () => {
  const { client, asked } = await learning((response, one, number) => {
    const refused = json({ code: 'invalid_argument', message: 'query parameter name is required' }, 422);
    (one.url.includes('?name=') ? json({ name: 'Globex', score: 70 }) : refused)(response, one, number);
  });
  expect(await client.competitorDetail(PROJECT, 'Globex')).toMatchObject({ score: 70 });
  expect(queries(asked)).toEqual(['competitor=Globex', 'name=Globex']);
});

it.each([
  json({ detail: 'Not found.' }, 404),
  json({ errors: { topic: ['The selected topic is invalid.'] } }, 422),
])('a topic that isn’t known by its label is asked for by its id', async (refusing) => {
  const { client, asked } = await learning((response, one, number) => {
    const answer = one.url.endsWith('/topics')
      ? json([{ id: SEGMENT, label: 'Pricing' }])
      : one.url.endsWith(`topic=${SEGMENT}`)
        ? json([{ text: 'Acme is cheap.' }])
        : refusing;
    answer(response, one, number);
  });
  expect(await client.topicAnswers(PROJECT, 'Pricing')).toMatchObject([{ text: 'Acme is cheap.' }]);
  await client.topicAnswers(PROJECT, 'Pricing');
  expect(asked.filter(({ url }) => url.includes('topic=Pricing')).length).toBe(1);
  await expect(client.topicDetail(PROJECT, 'Other')).rejects.toThrow();
});

it('a topic is asked for by its id where the API wants that', async () => {
  const { client, asked } = await learning((response, one, number) => {
    const isList = one.url.endsWith('/topics');
    const isById = one.url.endsWith(`topic_id=${SEGMENT}`);
    const answer = isList ? [{ id: SEGMENT, name: 'Pricing' }] : [];
    (isList || isById ? json(answer) : refusal(missing('query', 'topic_id')))(response, one, number);
  });
  await client.topicAnswers(PROJECT, 'Pricing');
  await client.topicAnswers(PROJECT, 'Pricing');
  expect(asked.filter(({ url }) => url.includes('topic_id')).length).toBe(2);
});

describe('a text that is to stand deeper', () => {
  it.each(shapes)('is put there: %s', async (_, refuses, taken) => {
    const { client, asked, kept } = await learning((response, one, number) => {
      const refused = refuses(JSON.parse(one.body));
      return json(refused ?? { id: SEGMENT, text: 'best tool?' }, refused ? 422 : 201)(response, one, number);
    });
    await client.createPrompt(PROJECT, 'best tool?');
    expect(bodies(asked).at(-1)).toEqual(taken);
    expect(kept.length).toBeGreaterThan(0);
    const before = asked.length;
    await client.createPrompt(PROJECT, 'cheapest tool?');
    expect(asked.length).toBe(before + 1);
  });
});

describe('a limit that is too large', () => {
  const most =
    (bound: number, detail: object): Answering =>
    (response, asked, number) =>
      Number(new URLSearchParams(asked.url.split('?')[1]).get('limit') ?? 0) > bound
        ? json(detail, 422)(response, asked, number)
        : json([])(response, asked, number);

  it('is asked again with the bound that the refusal names', async () => {
    const detail = {
      detail: [{ loc: ['query', 'limit'], msg: 'too large', type: 'less_than_equal', ctx: { le: 40 } }],
    };
    const { client, asked } = await learning(most(40, detail));
    await client.communityLeads(PROJECT, { limit: 100 });
    await client.communityLeads(PROJECT, { limit: 100 });
    await client.communityLeads(PROJECT, { limit: 10 });
    expect(queries(asked)).toEqual(['limit=100', 'limit=40', 'limit=40', 'limit=10']);
  });

  it('is asked smaller and smaller where it names none', async () => {
    const { client, asked } = await learning(
      most(30, { error: { message: 'limit is too large: at most thirty' } }),
    );
    await client.communityLeads(PROJECT, { limit: 100 });
    expect(queries(asked)).toEqual(['limit=100', 'limit=50', 'limit=25']);
  });

  it('is left out where the API knows no limit', async () => {
    const extra = { loc: ['query', 'limit'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' };
    const { client, asked } = await learning(inTurn(refusal(extra), json([])));
    await client.communityLeads(PROJECT, { limit: 100 });
    expect(queries(asked)).toEqual(['limit=100', undefined]);
  });
});

describe('a list of ids', () => {
  it('is sent with commas where the API refuses them one by one', async () => {
    const detail = {
      loc: ['query', 'engine_ids'],
      msg: 'Input should be a valid string',
      type: 'string_type',
    };
    const { client, asked } = await learning(inTurn(refusal(detail), json([])));
    await client.sources(PROJECT, { engineIds: ['e1', 'e2'] });
    expect(queries(asked)).toEqual(['engine_ids=e1&engine_ids=e2', 'engine_ids=e1%2Ce2']);
  });

  it('is sent with brackets where what was sent is no list', async () => {
    const detail = 'region_ids must be an array';
    const fault = { errors: [{ title: 'Invalid parameter', detail, source: { parameter: 'region_ids' } }] };
    const { client, asked } = await learning(inTurn(json(fault, 422), json([])));
    await client.sources(PROJECT, { regionIds: ['r1'] });
    expect(queries(asked)).toEqual(['region_ids=r1', 'region_ids%5B%5D=r1']);
  });

  it('is not left out where the API has no such filter: everything would be taken for a part', async () => {
    const extra = {
      loc: ['query', 'engine_ids'],
      msg: 'Extra inputs are not permitted',
      type: 'extra_forbidden',
    };
    const { client, asked } = await learning(refusal(extra));
    await failureIn(client.sources(PROJECT, { engineIds: ['e1'] }));
    expect(asked).toHaveLength(1);
  });
});

it('what one key was taught, another is not', async () => {
  const extra = { loc: ['query', 'limit'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' };
  const { client, open, asked } = await learning(inTurn(refusal(extra), json([])));
  await client.communityLeads(PROJECT, { limit: 5 });
  await open('another-key').communityLeads(PROJECT, { limit: 5 });
  expect(queries(asked)).toEqual(['limit=5', undefined, 'limit=5']);
});

it.each([400, 409, 500])(
  'a write that is refused with %d for another reason is sent once',
  async (status) => {
    const { client, asked } = await learning(json({ detail: 'Prompt already tracked' }, status));
    await failureIn(client.createPrompt(PROJECT, 'best tool?'));
    expect(asked).toHaveLength(1);
  },
);
