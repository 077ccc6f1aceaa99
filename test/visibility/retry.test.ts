import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ContractError,
  NotFoundError,
  RateLimitedError,
  UnavailableError,
} from '../../src/visibility/errors.ts';
import { retrying, waitAfter } from '../../src/visibility/failure.ts';

const OPERATION = 'GET /projects/{project_id}/topics';
const down = new UnavailableError(OPERATION, 503, {});

describe('the wait before asking again', () => {
  it('doubles, and chance takes at most half of it', () => {
    expect([waitAfter(down, 1, 0), waitAfter(down, 2, 0)]).toEqual([125, 250]);
    expect(waitAfter(down, 1, 0.999)).toBeCloseTo(250, 0);
  });

  it('is never shorter than what the API asks for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (afterMs, chance) => {
          const limited = new RateLimitedError(OPERATION, { afterMs }, afterMs);
          expect(waitAfter(limited, 1, chance)).toBeGreaterThanOrEqual(afterMs);
        },
      ),
      { seed: 4 },
    );
  });

  it('is the caller’s business when it is longer than ten seconds', () => {
    expect(waitAfter(new RateLimitedError(OPERATION, { afterMs: 10_001 }, 10_001), 1, 0)).toBeUndefined();
  });

  it('does not come after a third failure', () => {
    expect(waitAfter(down, 3, 0)).toBeUndefined();
  });

  it.each([
    new NotFoundError(OPERATION),
    new ContractError(OPERATION, { path: '$', wanted: 'expected JSON', came: 'nothing' }),
    new UnavailableError('POST /projects/{project_id}/prompts', 503, 'never'),
    new TypeError('a fault of ours'),
  ])('does not come after %s', (error) => {
    expect(waitAfter(error, 1, 0)).toBeUndefined();
  });
});

describe('an aborted call', () => {
  it('ends while it waits, with the reason of the abort', async () => {
    const stop = new AbortController();
    const reason = new Error('shutting down');
    const attempts: number[] = [];
    const call = retrying(
      async (number) => {
        attempts.push(number);
        throw down;
      },
      { random: () => 0, sleep: async () => stop.abort(reason) },
      stop.signal,
    );
    await expect(call).rejects.toBe(reason);
    expect(attempts).toEqual([1]);
  });
});
