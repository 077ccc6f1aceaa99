/** How further frameworks say that a parameter is missing, and that an answer of status 200 is none. */
import { describe, expect, it } from 'vitest';
import { createProfiles } from '../../src/visibility/profile.ts';
import { type Answering, clientOf, failureIn, json, PROJECT, SEGMENT, text } from './api.ts';

/** An API that wants the topic under this name. */
const wanting =
  (name: string, refusal: Answering): Answering =>
  (response, asked, number) => {
    const isThere = new URL(asked.url, 'http://api').searchParams.get(name) === 'pricing';
    (isThere ? json([{ text: 'Acme is fair.' }]) : refusal)(response, asked, number);
  };

describe('a parameter that is missing', () => {
  it.each<[string, string, Answering]>([
    [
      'Spring',
      'label',
      json(
        {
          status: 400,
          error: 'Bad Request',
          message: "Required request parameter 'label' for method parameter type String is not present",
          path: '/topics',
        },
        400,
      ),
    ],
    [
      'Flask’s schemas',
      'topic_label',
      json({ code: 422, errors: { query: { topic_label: ['Missing data for required field.'] } } }, 422),
    ],
    [
      'Symfony, whose types are UUIDs',
      'label',
      json(
        {
          title: 'Validation Failed',
          violations: [
            {
              propertyPath: 'label',
              title: 'This value should not be blank.',
              type: 'urn:uuid:c1051bb4-d103-4f74-8988-acbcafc7fdc3',
            },
          ],
        },
        422,
      ),
    ],
    [
      'Salesforce',
      'Topic',
      json([{ message: 'Required fields are missing: [Topic]', errorCode: 'X', fields: ['Topic'] }], 422),
    ],
    [
      'Go',
      'topic_label',
      json({ error: { code: 'invalid_argument', message: 'topic_label: is required' } }, 422),
    ],
    ['Ktor', 'topicName', json({ code: 'INVALID', message: 'Request parameter topicName is missing' }, 422)],
    [
      'HAL',
      'topicLabel',
      json(
        {
          message: 'Validation failed',
          _embedded: { errors: [{ message: 'must not be null', path: '/topicLabel', _links: {} }] },
        },
        422,
      ),
    ],
    [
      'a .NET that keeps its capitals',
      'Theme',
      json(
        {
          Success: false,
          Data: null,
          Error: { Code: 'ValidationFailed', Message: 'The Theme field is required.', Field: 'Theme' },
        },
        422,
      ),
    ],
    [
      'Strapi',
      'label',
      json(
        {
          data: null,
          error: {
            status: 422,
            name: 'ValidationError',
            message: 'label must be defined.',
            details: { errors: [{ path: ['label'], message: 'label must be defined.' }] },
          },
        },
        422,
      ),
    ],
    [
      'a sealed type of Kotlin',
      'topicName',
      json(
        {
          type: 'FAILURE',
          error: {
            code: 'VALIDATION_FAILED',
            message: 'Request parameters are invalid',
            fieldErrors: [
              { field: 'topicName', message: "Required request parameter 'topicName' is not present" },
            ],
          },
        },
        422,
      ),
    ],
    [
      'tsoa',
      'label',
      json({ message: 'Validation Failed', details: { label: { message: "'label' is required" } } }, 422),
    ],
    [
      'express-validator',
      'topicLabel',
      json({ errors: [{ msg: 'Invalid value', path: 'topicLabel', location: 'query' }] }, 400),
    ],
    [
      'GraphQL’s variables',
      'label',
      json({
        data: null,
        errors: [{ message: 'Variable "$label" of required type "String!" was not provided.' }],
      }),
    ],
    [
      'GraphQL’s arguments',
      'label',
      json({
        errors: [
          {
            message: 'Field "topic" argument "label" of type "String!" is required, but it was not provided.',
          },
        ],
      }),
    ],
    [
      'Google',
      'topic_label',
      json({ error: { code: 3, message: 'topic_label: must be set', status: 'INVALID_ARGUMENT' } }, 400),
    ],
    [
      'Elasticsearch',
      'q',
      json({ error: { reason: 'Validation Failed: 1: [q] is missing;' }, status: 400 }, 400),
    ],
    [
      'Smithy',
      'label',
      json(
        {
          message:
            "1 validation error detected: Value null at 'label' failed to satisfy constraint: Member must not be null",
        },
        400,
      ),
    ],
    ['a person', 'label', json({ error: { message: "Please provide the 'label' query parameter." } }, 400)],
    ['another', 'label', json({ error: 'You must specify a label.' }, 400)],
    ['API Gateway', 'topicName', json({ message: 'Missing required request parameters: [topicName]' }, 400)],
    [
      'tRPC, whose sentence is a list of faults',
      'topicName',
      json(
        {
          error: {
            json: {
              message: JSON.stringify([{ code: 'invalid_type', path: ['topicName'], message: 'Required' }]),
              code: -32_600,
              data: { code: 'BAD_REQUEST', httpStatus: 400, path: 'topics' },
            },
          },
        },
        400,
      ),
    ],
    ['few words', 'label', json({ success: false, error: 'missing label' })],
    [
      'GraphQL',
      'label',
      json({ errors: [{ message: 'Argument "label" of required type "String!" was not provided.' }] }, 400),
    ],
    ['a Data API', 'topicLabel', json({ error: "missing required query parameter 'topicLabel'" }, 400)],
    ['a path', 'label', json({ message: 'path failed validation: query.label should be defined' }, 400)],
    ['plain text', 'topic_label', text('error: missing parameter: topic_label\n', 400)],
    [
      'Quarkus, after its own method',
      'topicLabel',
      json({ violations: [{ field: 'getTopicAnswers.topicLabel', message: 'must not be null' }] }, 400),
    ],
    [
      'PostgREST, which finds no function without it',
      'p_topic',
      json(
        {
          code: 'PGRST202',
          hint: 'Perhaps you meant to call the function api.topic_answers(project_id, p_topic)',
          message: 'Could not find the function api.topic_answers(project_id) in the schema cache',
        },
        404,
      ),
    ],
  ])('is found in the words of %s', async (_, name, refusal) => {
    const { client, asked } = await clientOf(wanting(name, refusal));
    expect(await client.topicAnswers(PROJECT, 'pricing')).toMatchObject([{ text: 'Acme is fair.' }]);
    expect(asked).toHaveLength(2);
  });
});

it('a field that is missing may be named after a method of the API', async () => {
  const refusal = { violations: [{ field: 'createPrompt.request.text', message: 'must not be null' }] };
  const { client, asked } = await clientOf((response, one, number) =>
    (JSON.parse(one.body).text ? json({ id: SEGMENT }) : json(refusal, 422))(response, one, number),
  );
  await client.createPrompt(PROJECT, 'best tool?');
  expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ text: 'best tool?' });
});

it.each([`/v1/public/projects/p1/prompts/${SEGMENT}`, `/prompts?id=eq.${SEGMENT}`])(
  'what was created may only be told by its address: %s',
  async (location) => {
    const { client } = await clientOf(text('', 201, { location }));
    expect(await client.createPrompt(PROJECT, 'best tool?')).toMatchObject({ id: SEGMENT });
  },
);

describe('an answer of status 200', () => {
  it.each([
    { data: null, errors: [{ message: 'No such competitor', extensions: { code: 'NOT_FOUND' } }] },
    { data: { competitor: null }, errors: [{ message: 'No such competitor' }] },
    { error: { code: 404, message: 'No such competitor' } },
  ])('with nothing but errors is a refusal: %j', async (body) => {
    const { client } = await clientOf(json(body));
    const failure = await failureIn(client.competitorDetail(PROJECT, 'Globex'));
    expect(failure).toMatchObject({
      code: 'visibility_refused',
      message: expect.stringContaining('No such competitor'),
    });
  });

  it('with errors beside what was asked for is read', async () => {
    const body = {
      data: { competitor: { name: 'Globex', score: 72 } },
      errors: [{ message: 'No topics yet' }],
    };
    const { client } = await clientOf(json(body));
    expect(await client.competitorDetail(PROJECT, 'Globex')).toMatchObject({ score: 72 });
  });

  it.each([{}, { runs: null }])('with nothing in it is empty: %j', async (body) => {
    const { client } = await clientOf(json(body));
    expect(await client.promptHistory(PROJECT, SEGMENT)).toMatchObject({ runs: undefined });
  });

  it('with nothing that is known can’t be read', async () => {
    const { client } = await clientOf(json({ colour: 'red' }));
    await expect(client.promptDetail(PROJECT, SEGMENT)).rejects.toThrow('any field that is known');
  });
});

describe('a text that is wanted in an object', () => {
  it.each([
    [
      'document',
      "no 'document' field found in request body",
      "Document failed validation: 'prompt' is required",
    ],
    [
      'properties',
      'Invalid input JSON: property "properties" is required',
      'Not valid: "prompt" is required',
    ],
  ])('goes into it, where the refusal of the object names it first: %s', async (around, first, second) => {
    const { client, asked } = await clientOf((response, one, number) => {
      const body = JSON.parse(one.body);
      const message = body[around] === undefined ? first : second;
      const answer = body[around]?.prompt ? json({ id: SEGMENT }) : json({ message }, 400);
      answer(response, one, number);
    });
    await client.createPrompt(PROJECT, 'best tool?');
    expect(JSON.parse(asked.at(-1)?.body ?? '')).toEqual({ [around]: { prompt: 'best tool?' } });
  });
});

it('a topic is asked for with its kind where the API misses that', async () => {
  const missing = (name: string) => ({ type: 'missing', loc: ['query', name], msg: 'Field required' });
  const profiles = createProfiles({
    corrected: () => [],
    keep: async () => undefined,
    onLost: () => undefined,
  });
  const { client, asked } = await clientOf(
    (response, one, number) => {
      const query = new URL(one.url, 'http://api').searchParams;
      const missed = ['label', 'kind'].filter((name) => !query.get(name));
      const answer = one.url.endsWith('/topics')
        ? json([{ label: 'Pricing', kind: 'commercial' }])
        : missed.length > 0
          ? json({ detail: missed.map(missing) }, 422)
          : json([{ text: 'Acme is cheap.' }]);
      answer(response, one, number);
    },
    { profiles },
  );
  for (const _ of [1, 2])
    expect(await client.topicAnswers(PROJECT, 'Pricing')).toMatchObject([{ text: 'Acme is cheap.' }]);
  const last = new URL(asked.at(-1)?.url ?? '', 'http://api').searchParams;
  expect([last.get('label'), last.get('kind')]).toEqual(['Pricing', 'commercial']);
  await expect(client.topicAnswers(PROJECT, 'Other')).rejects.toThrow('kind');
});

describe('a list that isn’t there', () => {
  it.each([
    { detail: 'No suggestions' },
    { error: { code: 'not_found', message: 'There are no segment suggestions for this project.' } },
    { message: 'Segment suggestions not found' },
    { error: 'none_yet', message: 'No results for this project yet' },
    { error: 'no_segment_suggestions' },
  ])('is empty where the API says that there are none: %j', async (body) => {
    const { client } = await clientOf(json(body, 404));
    expect(await client.segmentSuggestions(PROJECT)).toEqual([]);
  });

  it.each([
    { detail: 'Not Found' },
    { detail: 'Project not found' },
    { message: 'No such project' },
    { message: `No project ${PROJECT} with segment suggestions` },
    { message: 'Cannot GET /v1/public/projects/p1/segment-suggestions' },
    { message: 'No suggestions: the project does not exist' },
    {},
  ])('is a fault where the API doesn’t know the project or the operation: %j', async (body) => {
    const { client } = await clientOf(json(body, 404));
    expect(await failureIn(client.segmentSuggestions(PROJECT))).toMatchObject({
      code: 'visibility_not_found',
    });
  });

  it.each([405, 410])('is no operation of the API with status %i', async (status) => {
    const { client } = await clientOf(json({ detail: 'Method Not Allowed' }, status));
    expect(await failureIn(client.topics(PROJECT))).toMatchObject({ code: 'visibility_not_found', status });
  });
});

it('a refusal’s sentence says more than the code beside it', async () => {
  const body = { error: 'bad_request', message: 'That is not possible' };
  const { client } = await clientOf(json(body, 400));
  expect(await failureIn(client.topics(PROJECT))).toMatchObject({
    message: expect.stringContaining('That is not possible'),
  });
});

it('a parameter that is missing is found in the sentence beside a code', async () => {
  const body = { error: 'bad_request', message: 'missing query parameter "brand"' };
  const { client } = await clientOf((response, one, number) => {
    const isNamed = one.url.includes('?brand=');
    (isNamed ? json({ name: 'Globex', score: 70 }) : json(body, 400))(response, one, number);
  });
  expect(await client.competitorDetail(PROJECT, 'Globex')).toMatchObject({ score: 70 });
});
