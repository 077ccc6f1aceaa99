import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimezone, parseSchedule } from '../src/schedule-words.ts';

describe('a schedule in plain words', () => {
  it.each([
    ['weekdays at 9:00', '0 9 * * 1-5'],
    ['every weekday at 09:05', '5 9 * * 1-5'],
    ['Weekdays 9:00', '0 9 * * 1-5'],
    ['every day at 17:15', '15 17 * * *'],
    ['daily 0:00', '0 0 * * *'],
    ['weekends at 23:59', '59 23 * * 0,6'],
    ['Sunday 8:00', '0 8 * * 0'],
    ['Mondays 08:30', '30 8 * * 1'],
    ['every friday at 16:00', '0 16 * * 5'],
    ['SATURDAYS  AT   7:00', '0 7 * * 6'],
    ['  hourly ', '0 * * * *'],
    ['every hour', '0 * * * *'],
    ['every 2 hours', '0 */2 * * *'],
    ['every 23 hours', '0 */23 * * *'],
  ])('“%s” is %s', (words, cron) => {
    expect(parseSchedule(words)).toBe(cron);
  });
});

describe('a schedule as cron', () => {
  it.each(['0 9 * * 1-5', '*/15 8-18 * * *', '0 10 * * 1', '0 9 1,15 * *', '0 9 * * mon-fri'])(
    '“%s” stays as it is',
    (cron) => {
      expect(parseSchedule(cron)).toBe(cron);
    },
  );
});

describe('what is no schedule', () => {
  it.each([
    '',
    'never',
    'weekdays',
    'weekdays at nine',
    'weekdays at 24:00',
    'weekdays at 9:60',
    'weekdays at 9',
    'fridayss at 9:00',
    'every 0 hours',
    'every 24 hours',
    'every -2 hours',
    'every 1.5 hours',
    '0 9 * *',
    '0 0 9 * * 1-5',
    '61 9 * * *',
    '0 9 30 2 *',
    '@daily',
    'constructor at 9:00',
  ])('“%s” is refused', (words) => {
    expect(parseSchedule(words)).toBeUndefined();
  });
});

describe('whatever is accepted', () => {
  const day = fc.constantFrom(
    'every day',
    'weekdays',
    'Mondays',
    'every sunday',
    'constructor',
    '__proto__',
    'day',
  );
  const clock = fc
    .tuple(fc.nat(30), fc.nat(70))
    .map(([hour, minute]) => `${hour}:${`${minute}`.padStart(2, '0')}`);
  const field = fc.oneof(
    fc.constantFrom(
      '*',
      '?',
      '*/7',
      '0',
      '1',
      '5',
      '1-5',
      '5-1',
      '0,30',
      'L',
      '1#2',
      'jan',
      'mon',
      '/',
      '-',
      '99',
    ),
    fc.stringMatching(/^[\d*,/-]{1,4}$/),
  );
  const line = fc.oneof(
    fc.tuple(day, fc.constantFrom(' ', ' at ', '  AT '), clock).map((words) => words.join('')),
    fc.integer({ min: -3, max: 30 }).map((hours) => `every ${hours} hours`),
    fc.array(field, { minLength: 4, maxLength: 6 }).map((fields) => fields.join(' ')),
    fc.string(),
  );

  it('is a pattern of five fields that runs again, in any timezone', () => {
    const accepted = new Set<string>();
    fc.assert(
      fc.property(line, (words) => {
        const cron = parseSchedule(words);
        if (cron === undefined) return;
        accepted.add(cron);
        expect(cron.split(' ')).toHaveLength(5);
        expect(new Cron(cron, { paused: true, timezone: 'Europe/Berlin' }).nextRun()).toBeInstanceOf(Date);
      }),
      { seed: 7, numRuns: 3_000 },
    );
    expect(accepted.size).toBeGreaterThan(100);
  });
});

describe('a timezone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])(
    '%s is one, and schedules run in it',
    (name) => {
      expect(isTimezone(name)).toBe(true);
      expect(new Cron('0 9 * * *', { paused: true, timezone: name }).nextRun()).toBeInstanceOf(Date);
    },
  );

  it.each(['', 'Berlin', 'Mars/Olympus', 'UTC+1', 'Europe/Berlin '])('“%s” is none', (name) => {
    expect(isTimezone(name)).toBe(false);
  });
});
