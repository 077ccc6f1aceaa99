import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quotaReason, refusalDetails } from '../../src/visibility/failure.ts';

const seen = (text: string) => text;
const detailsOf = (body: unknown) => refusalDetails(JSON.stringify(body), seen);

describe('what the API says about a refused request', () => {
  it('is read from FastAPI’s list', () => {
    expect(
      detailsOf({
        detail: [
          { type: 'missing', loc: ['body', 'region_ids'], msg: 'Field required', input: {} },
          { type: 'uuid_parsing', loc: ['body', 'region_ids', 0], msg: 'Input should be a valid UUID' },
        ],
      }),
    ).toEqual([
      { at: 'body.region_ids', message: 'Field required', kind: 'missing' },
      { at: 'body.region_ids.0', message: 'Input should be a valid UUID', kind: 'not_an_id' },
    ]);
  });

  it('is read from a single sentence', () => {
    expect(detailsOf({ detail: 'Prompt already tracked' })).toEqual([{ message: 'Prompt already tracked' }]);
  });

  it('is kept where a part of it is of an unknown shape', () => {
    expect(detailsOf({ detail: [{ loc: 'limit', msg: 'too big' }, { loc: ['query'] }] })).toEqual([
      { at: 'limit', message: 'too big' },
      { at: 'query', message: 'not valid' },
    ]);
  });

  const envelopes: [string, object, object][] = [
    [
      'an error with a message',
      { error: { message: 'text is required', field: 'text' } },
      { at: 'text', kind: 'missing' },
    ],
    [
      'an error that is a sentence',
      { error: 'No access to this project' },
      { message: 'No access to this project' },
    ],
    ['a message alone', { status: 400, message: 'Bad request' }, { message: 'Bad request' }],
    [
      'a problem of RFC 9457',
      { title: 'Invalid', status: 422, errors: [{ pointer: '#/body/text', detail: 'is required' }] },
      { at: 'body.text', kind: 'missing' },
    ],
    [
      'details beside an error',
      { error: { message: 'Not valid', details: [{ in: 'query', field: 'limit', issue: 'at most 50' }] } },
      { at: 'query.limit', kind: 'too_large', most: 50 },
    ],
    [
      'errors by field',
      { errors: { limit: ['must be at most 50'] } },
      { at: 'limit', kind: 'too_large', most: 50 },
    ],
    [
      'FastAPI’s bound',
      { detail: [{ loc: ['query', 'limit'], msg: 'too much', type: 'less_than_equal', ctx: { le: 50 } }] },
      { at: 'query.limit', kind: 'too_large', most: 50 },
    ],
    ['a bound in words', { message: 'limit must be less than 51' }, { kind: 'too_large', most: 50 }],
  ];
  it.each(envelopes)('is read from %s', (_, body, detail) => {
    expect(detailsOf(body)).toMatchObject([detail]);
  });

  it.each([
    [402, 'Payment required', true],
    [403, 'Your plan does not include community leads', true],
    [429, 'Monthly quota exceeded', true],
    [403, 'Invalid API key', false],
    [429, 'Too many requests', false],
  ])('%d “%s” speaks of quota: %j', (status, message, isQuota) => {
    expect(quotaReason(status, detailsOf({ message })) !== undefined).toBe(isQuota);
  });

  it('may begin with its place', () => {
    expect(detailsOf({ error: 'Bad Request', message: 'querystring/engine_ids must be string' })).toEqual([
      { at: 'query.engine_ids', message: 'querystring/engine_ids must be string' },
    ]);
  });

  it('stays short', () => {
    const details = detailsOf({ detail: Array(1000).fill({ loc: ['x'.repeat(999)], msg: 'y'.repeat(999) }) });
    expect(details).toHaveLength(10);
    expect(details[0]).toEqual({ at: 'x'.repeat(200), message: 'y'.repeat(200) });
  });

  it('is nothing, never a failure, however deeply it is nested', () => {
    const [open, close] = ['['.repeat(100_000), ']'.repeat(100_000)];
    expect(refusalDetails(`{"errors":${open}"deep"${close}}`, seen)).toEqual([]);
  });

  it('is nothing, never a failure, whatever else came', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(refusalDetails(body, seen).length).toBeLessThanOrEqual(10);
      }),
      { seed: 6 },
    );
  });
});
