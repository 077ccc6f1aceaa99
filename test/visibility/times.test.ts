/** Times of the API, however they are written: as Date.parse reads them, but that no offset is UTC and no day is made up. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTime, readTimestamp } from '../../src/visibility/values.ts';
import { type Answering, clientOf, failureIn, json, listing, PROJECT } from './api.ts';
import { parseAnswer } from './reading.ts';

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

describe('a day of scores', () => {
  const daysOf = (times: readonly unknown[], name = 'bucket_start') =>
    parseAnswer(
      'dailyScores',
      times.map((time) => ({ [name]: time, score: 61 })),
    ).map(({ date }) => date);

  it.each([
    ['Berlin', '2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z'],
    ['Kolkata', '2026-11-19T18:30:00.000Z', '2026-11-20T18:30:00.000Z'],
    ['Auckland in summer', '2026-11-19T11:00:00+00:00', '2026-11-20T11:00:00+00:00'],
    ['New York', '2026-11-20T05:00:00Z', '2026-11-21T05:00:00Z'],
    ['Berlin, in milliseconds', Date.UTC(2026, 10, 19, 23), Date.UTC(2026, 10, 20, 23)],
  ])('begins at midnight in %s', (_, ...times) => {
    expect(daysOf(times)).toEqual(['2026-11-20', '2026-11-21']);
  });

  it('begins there too when clocks change', () => {
    const times = ['2026-10-23T22:00:00Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'];
    expect(daysOf(times)).toEqual(['2026-10-24', '2026-10-25', '2026-10-26']);
  });

  it.each([
    [['2026-11-19T23:00:00Z', '2026-11-20T21:00:00Z']],
    [['2026-11-19T23:00:00Z', '2026-11-20T23:00:07Z']],
    [['2026-11-19T23:59:59Z', '2026-11-20T23:59:59Z']],
    [['2026-11-19T23:00:00Z', '2026-11-20T23:00:00Z'], 'measured_on'],
    [['2026-11-19T18:00:00Z', '2026-11-20T18:00:00Z'], 'timestamp'],
    [['2026-11-19T12:00:00Z', '2026-11-20T12:00:00Z'], 'date'],
    [['2026-11-19T23:00:00+01:00', '2026-11-20T23:00:00+01:00']],
  ])('is the one that is written where its time is no midnight: %j %s', (times, name?: string) => {
    expect(daysOf(times, name)).toEqual(['2026-11-19', '2026-11-20']);
  });

  it.each([
    ['the month first', '11/09/2026', '11/18/2026'],
    ['the day first', '09/11/2026', '18/11/2026'],
    ['dots', '9.11.2026', '18.11.2026'],
    ['a time', '11/09/2026 00:00:00', '11/18/2026 00:00:00'],
  ])('may be written with %s, which a day above 12 tells', async (_, ...dates) => {
    const { client } = await clientOf(listing(dates.map((date) => ({ date, score: 61 }))));
    const read = await client.dailyScores(PROJECT);
    expect(read.map(({ date }) => date)).toEqual(['2026-11-09', '2026-11-18']);
  });

  it('is written as in the pages before where all days of a page are early', async () => {
    const page: Answering = (response, asked, number) => {
      const isSecond = new URL(asked.url, 'http://api').searchParams.get('page') === '2';
      const rows = [{ date: isSecond ? '11/09/2026' : '11/18/2026', score: 61 }];
      listing({ rows, page: isSecond ? 2 : 1, pages: 2 })(response, asked, number);
    };
    const { client } = await clientOf(page);
    const read = await client.dailyScores(PROJECT);
    expect(read.map(({ date }) => date)).toEqual(['2026-11-18', '2026-11-09']);
  });

  it('is refused where nothing tells which number is the day', async () => {
    const { client } = await clientOf(listing([{ date: '11/09/2026', score: 61 }]));
    expect(await failureIn(client.dailyScores(PROJECT))).toMatchObject({ code: 'visibility_contract' });
  });

  it('leaves texts alone that only begin like one', async () => {
    const title = '18.11.2026 was a bad day for our cluster';
    const { client } = await clientOf(json([{ title, url: 'https://forum.example/t/1' }]));
    expect(await client.communityLeads(PROJECT)).toMatchObject([{ title }]);
  });
});
