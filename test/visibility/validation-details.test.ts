import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { validationDetails } from '../../src/visibility/validation-details.ts';

const seen = (text: string) => text;
const detailsOf = (body: unknown) => validationDetails(JSON.stringify(body), seen);

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
      { at: 'body.region_ids', message: 'Field required' },
      { at: 'body.region_ids.0', message: 'Input should be a valid UUID' },
    ]);
  });

  it('is read from a single sentence', () => {
    expect(detailsOf({ detail: 'Prompt already tracked' })).toEqual([{ message: 'Prompt already tracked' }]);
  });

  it('is kept where a part of it is of an unknown shape', () => {
    expect(detailsOf({ detail: [{ loc: 'limit', msg: 'too big' }, { loc: ['query'] }] })).toEqual([
      { message: 'too big' },
      { at: 'query', message: 'not valid' },
    ]);
  });

  it('stays short', () => {
    const details = detailsOf({ detail: Array(1000).fill({ loc: ['x'.repeat(999)], msg: 'y'.repeat(999) }) });
    expect(details).toHaveLength(10);
    expect(details[0]).toEqual({ at: 'x'.repeat(200), message: 'y'.repeat(200) });
  });

  it('is nothing, never a failure, whatever else came', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (body) => {
        expect(validationDetails(body, seen)).toEqual([]);
      }),
      { seed: 6 },
    );
  });
});
