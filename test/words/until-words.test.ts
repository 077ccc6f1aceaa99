import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findUnclearDays, parseUntil } from '../../src/words/until-words.ts';

/** A Friday, 11:00 in Berlin. */
const NOW = Date.parse('2026-11-20T10:00:00Z');

const until = (words: string, timezone = 'Europe/Berlin', now = NOW) => {
  const at = parseUntil(words, timezone, now);
  return typeof at !== 'number' ? at : new Date(at).toISOString().slice(0, 16);
};

it.each([
  ['until Monday', '2026-11-23T08:00'],
  ['Monday 9:00', '2026-11-23T08:00'],
  ['friday', '2026-11-27T08:00'],
  ['fri 18:00', '2026-11-20T17:00'],
  ['tomorrow', '2026-11-21T08:00'],
  ['18:00', '2026-11-20T17:00'],
  ['9:30', '2026-11-21T08:30'],
  ['3 days', '2026-11-23T08:00'],
  ['for 3d', '2026-11-23T08:00'],
  ['2h', '2026-11-20T12:00'],
  ['1w', '2026-11-27T08:00'],
  ['1 Dec', '2026-12-01T08:00'],
  ['until 1 Dec 14:30', '2026-12-01T13:30'],
  ['2026-12-01', '2026-12-01T08:00'],
])('“%s”, typed on a Friday at eleven in Berlin', (words, at) => {
  expect(until(words)).toBe(at);
});

it.each(['', 'bananas', 'monday bananas', 'until', 'leads', 'tonight'])('“%s” can’t be read', (words) => {
  expect(until(words)).toBe('unreadable');
});

it.each(['yesterday', '5 minutes ago', '2 Nov 2026'])('“%s” is past', (words) => {
  expect(until(words)).toBe('past');
});

it.each(['31 february', 'until Feb 30', '31 april', '2026-02-31', 'February 31st'])(
  '“%s” is no day',
  (words) => {
    expect(until(words)).toBe('no_such_day');
  },
);

it('is local time, also across a change of the clocks', () => {
  const beforeSummer = Date.parse('2027-03-26T12:00:00Z');
  expect(until('monday', 'Europe/Berlin', beforeSummer)).toBe('2027-03-29T07:00');
  expect(until('monday', 'Asia/Kathmandu', beforeSummer)).toBe('2027-03-29T03:15');
});

it('is never in the past, whatever is typed', () => {
  const word = fc.constantFrom(
    'until',
    'mon',
    'friday',
    'tomorrow',
    '3',
    'days',
    '9:00',
    'am',
    '31',
    'feb',
    '2026',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(word, fc.string()), { maxLength: 5 }), (words) => {
      const at = parseUntil(words.join(' '), 'America/Santiago', NOW);
      if (typeof at === 'number') expect(at).toBeGreaterThan(NOW);
    }),
    { seed: 43 },
  );
});

it.each([
  ['leads since:02/12/2026', 'leads since:2026-12-02', 'leads since:2026-02-12'],
  ['from 02/11 to 5/11', 'from 2026-11-02 to 2026-11-05', 'from 2026-02-11 to 2026-05-11'],
  ['on 02-11-26 or 3-11-2026', 'on 02-11-26 or 2026-11-03', 'on 02-11-26 or 2026-03-11'],
  ['on 02/12', 'on 2025-12-02', 'on 2026-02-12'],
])('“%s” is as well read with the day first as with the month first', (text, ...ways) => {
  expect(findUnclearDays(text, '2026-11-20')?.ways.map((way) => way.text)).toEqual(ways);
});

it('dates to come are the next such days', () => {
  const days = findUnclearDays('until 02/12', '2026-11-20', true)?.ways.flatMap((way) => way.days);
  expect(days).toEqual(['2026-12-02', '2027-02-12']);
});

it.each([
  '28/11',
  'from 02/11 to 28/11',
  '11/28/2026',
  '11/11',
  '2026-11-02',
  '03.11.2026',
  'r/a/1/2',
  '2.12',
  'are we in 9/10 of answers',
])('“%s” has no such date', (text) => {
  expect(findUnclearDays(text, '2026-11-20')).toBeUndefined();
});
