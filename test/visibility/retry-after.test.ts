import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LONGEST_RETRY_AFTER_MS, retryAfterMs } from '../../src/visibility/failure.ts';

const SECOND = 1000;
const answered = 'Wed, 14 Oct 2026 09:00:00 GMT';
/** Times that a header can name: whole seconds. */
const instants = fc.integer({ min: 0, max: 4_102_444_800 }).map((seconds) => seconds * SECOND);
const httpDate = (ms: number) => new Date(ms).toUTCString();

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['7', 7_000],
    [' 7 ', 7_000],
    ['1.5', 1_500],
    ['Wed, 14 Oct 2026 09:00:30 GMT', 30_000],
    ['Wednesday, 14-Oct-26 09:00:30 GMT', 30_000],
    ['Wed Oct 14 09:00:30 2026', 30_000],
    ['Wed, 14 Oct 2026 08:00:00 GMT', 0],
  ])('%j of an answer at nine is %d ms', (header, wait) => {
    expect(retryAfterMs(header, answered)).toBe(wait);
  });

  it.each([undefined, '', '-3', 'soon', '12 s', '0x10', '2026-10-14', '1e3'])('%j says nothing', (header) => {
    expect(retryAfterMs(header, answered)).toBeUndefined();
  });

  it('a date says nothing where the answer does not tell the time', () => {
    expect(retryAfterMs('Wed, 14 Oct 2026 09:00:30 GMT', undefined)).toBeUndefined();
  });

  it('seconds are seconds, up to a day', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(retryAfterMs(String(seconds), undefined)).toBe(
          Math.min(seconds * SECOND, LONGEST_RETRY_AFTER_MS),
        );
      }),
      { seed: 1 },
    );
  });

  it('a date is the distance from the answer, never less than nothing nor more than a day', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -100_000, max: 100_000 }), (now, seconds) => {
        const wait = retryAfterMs(httpDate(now + seconds * SECOND), httpDate(now));
        expect(wait).toBe(Math.min(Math.max(seconds * SECOND, 0), LONGEST_RETRY_AFTER_MS));
      }),
      { seed: 2 },
    );
  });

  it('no header, however hostile, is a wait that is not finite, negative or longer than a day', () => {
    const header = fc.oneof(fc.string(), fc.stringMatching(/^\d{1,400}$/), instants.map(httpDate));
    fc.assert(
      fc.property(header, header, (retryAfter, date) => {
        const wait = retryAfterMs(retryAfter, date) ?? 0;
        expect(wait >= 0 && wait <= LONGEST_RETRY_AFTER_MS).toBe(true);
      }),
      { seed: 3 },
    );
  });
});
