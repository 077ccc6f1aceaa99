/** Times of the API, however they are written: as Date.parse reads them, but that no offset is UTC and no day is made up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime, readTimestamp } from '../../src/visibility/values.ts';

const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((number) => String(number).padStart(2, '0'));
const parts = fc.record({
  date: fc.tuple(fc.integer({ min: 1900, max: 2200 }), two(0, 13), two(0, 32)).map((all) => all.join('-')),
  time: fc.tuple(two(0, 25), two(0, 61), two(0, 61)).map((all) => all.join(':')),
  fraction: fc.constantFrom('', '.5', '.25', '.125', '.123456', '.999999', '.000'),
  offset: fc.constantFrom('Z', '', '+00:00', '+02:00', '-09:30'),
});

describe('a time of the API', () => {
  it('is what it says, however fine and with whatever offset it is written', () => {
    fc.assert(
      fc.property(parts, ({ date, time, fraction, offset }) => {
        const asUtc = Date.parse(`${date}T${time}${fraction}${offset || 'Z'}`);
        const day = Date.parse(`${date}T00:00:00Z`);
        const isDay = !Number.isNaN(day) && new Date(day).toISOString().startsWith(date);
        const wanted = Number.isNaN(asUtc) || !isDay ? undefined : asUtc;
        expect(parseTime(`${date}T${time}${fraction}${offset}`)).toBe(wanted);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['2031-03-03T06:00:00.5Z', 500],
    ['2031-03-03T06:00:00.123456', 123],
    ['2031-03-03T06:00:00.999999+00:00', 999],
    ['2031-03-03T08:00:00+02:00', 0],
    ['2031-03-03 06:00', 0],
    ['2031-03-03t06:00z', 0],
    ['2031-03-03T08:00:00.000000+0200', 0],
    ['2031-03-03 06:00:00 UTC', 0],
    ['2031-03-03 07:00:00 +0100', 0],
  ])('%s', (written, ms) => {
    expect(parseTime(written)).toBe(Date.UTC(2031, 2, 3, 6) + ms);
  });

  it('may be a whole day, which begins at midnight UTC', () => {
    expect(parseTime('2031-03-03')).toBe(Date.UTC(2031, 2, 3));
  });

  it('is written as in RFC 3339 for documented fields', () => {
    expect(readTimestamp('2031-03-03 06:00:00 UTC')).toBe('2031-03-03T06:00:00.000Z');
  });

  it.each([
    ...['2031-02-30T06:00:00Z', '2031-13-01T06:00:00Z', '2031-03-03T06:60:00Z', '2031-02-30', '2031-13-40'],
    ...['5', 'reply 5', '2 days ago', '03/03/2031', '', 'undefined'],
  ])('%j is none', (written) => {
    expect(parseTime(written)).toBeUndefined();
  });
});
