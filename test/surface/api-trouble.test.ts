import { describe, expect, it } from 'vitest';
import { describeApiFailure } from '../../src/surface/refused.ts';
import {
  ContractError,
  KeylessError,
  NotFoundError,
  RateLimitedError,
  RefusedError,
  UnauthorisedError,
  UnavailableError,
  ValidationError,
  type VisibilityError,
} from '../../src/visibility/errors.ts';

const READ = 'GET /projects/{project_id}/topics';
const WRITE = 'POST /projects/{project_id}/prompts';
const said = (error: VisibilityError) => describeApiFailure(error, 'a1b2c3d4');
const fault = { path: '$[0].id', wanted: 'expected string', came: 'nothing' };

describe('an API failure as a sentence', () => {
  it.each([
    [new UnauthorisedError(READ, 401), 'The API refuses our key. Whoever runs Sightline'],
    [new UnauthorisedError(READ, 403, undefined, true), 'The API refuses our key for this project. Whoever'],
    [new UnauthorisedError(READ, 403, 'IP not in allow list'), 'refuses our key: IP not in allow list.'],
    [new KeylessError(), 'Sightline has no API key for this project.'],
    [new NotFoundError(READ), 'The API can’t find what you asked for.'],
    [new RateLimitedError(READ, {}, 12_000), 'The API asks us to slow down. Try again in 12 s.'],
    [new RateLimitedError(READ, {}, 600_000), 'The API asks us to slow down. Try again in 10 min.'],
    [new RateLimitedError(READ, {}), 'The API asks us to slow down. Try again in 1 min.'],
    [
      new UnavailableError(READ, 503, {}),
      'The API isn’t answering as it should right now. Try again in a minute.',
    ],
    [new UnavailableError(READ, 'TimeoutError', {}), 'The API is too slow to answer right now.'],
    [new ContractError(READ, fault), 'The API sent an answer that Sightline can’t read. Whoever runs'],
    [
      new ValidationError(READ, [{ at: 'query.limit', message: 'at most 200' }, { message: 'no' }], 422),
      'The API doesn’t accept this: query.limit: at most 200; no.',
    ],
    [
      new RefusedError(WRITE, 409, [{ message: 'Prompt already exists.' }]),
      'The API refuses this: Prompt already exists. Nothing changed.',
    ],
    [
      new RefusedError(READ, 405, []),
      'The API refuses this. Whoever runs Sightline can find out why in the log',
    ],
  ])('%s', (error, sentence) => {
    expect(said(error)).toContain(sentence);
    expect(said(error)).not.toContain('/projects');
  });

  it('a write that may have gone through is not called unchanged', () => {
    expect(said(new UnavailableError(WRITE, 'ECONNRESET', 'never'))).toMatch(/may have gone through anyway/);
    expect(said(new ContractError(WRITE, fault))).toMatch(/may have gone through anyway/);
  });

  it('a write that the API rejected is called unchanged', () => {
    expect(said(new ValidationError(WRITE, [], 422))).toBe('The API doesn’t accept this. Nothing changed.');
    expect(said(new RefusedError(WRITE, 409, []))).toMatch(/Nothing changed\./);
    expect(said(new RateLimitedError(WRITE, 'never'))).toMatch(/Nothing changed\./);
  });
});
