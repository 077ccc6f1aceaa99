import { Cron } from 'croner';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findTimezone, isTimezone } from '../../src/words/day-times.ts';
import { findScheduleFault, isCron, parseSchedule } from '../../src/words/schedule-words.ts';
import { runs } from '../support/runs.ts';

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
    ['0 9 \u200B*\u200B \u200B*\u200B 1-5', '0 9 * * 1-5'],
    ['weekdays\u00A0at 9:00', '0 9 * * 1-5'],
    ['every hour', '0 * * * *'],
    ['every 2 hours', '0 */2 * * *'],
    ['Every 12 Hours', '0 */12 * * *'],
    ['every 2 hour', '0 */2 * * *'],
    ['every three hours', '0 */3 * * *'],
    ['every 30 min', '*/30 * * * *'],
    ['every 5 minutes', '*/5 * * * *'],
    ['Tuesdays at 5:30 p.m.', '30 17 * * 2'],
    ['9:00 and 13:30', '0 9 * * * | 30 13 * * *'],
    ['weekdays at 17:30, 9:00 and 12:30', '0 9 * * 1-5 | 30 12,17 * * 1-5'],
    ['last of the month at 9:00', '0 9 L * *'],
    ['on the last day of the month at 9:00', '0 9 L * *'],
    ['first Monday of the month at 9:00', '0 9 * * 1#1'],
    ['every second and fourth Friday of every month at 9:00', '0 9 * * 5#2,5#4'],
    ['the last Tuesday of the month at noon', '0 12 * * 2#L'],
    ['every day at 09:00,', '0 9 * * *'],
    ['every day at 9h30', '30 9 * * *'],
    ['Mon,Wed,Fri 9:00', '0 9 * * 1,3,5'],
    ['every 15 minutes', '*/15 * * * *'],
    ['every 30  minutes', '*/30 * * * *'],
    ['9:00', '0 9 * * *'],
    ['at 17:05', '5 17 * * *'],
    ['at 9', '0 9 * * *'],
    ['fridays at 10', '0 10 * * 5'],
    ['weekdays at 23', '0 23 * * 1-5'],
    ['fridays at noon', '0 12 * * 5'],
    ['daily at midnight', '0 0 * * *'],
    ['noon', '0 12 * * *'],
    ['9am', '0 9 * * *'],
    ['9 AM', '0 9 * * *'],
    ['5:30 pm', '30 17 * * *'],
    ['12:30 pm', '30 12 * * *'],
    ['12am', '0 0 * * *'],
    ['weekdays at 9am', '0 9 * * 1-5'],
    ['Fridays 4:15pm', '15 16 * * 5'],
    ['Mondays and Thursdays at 9:00', '0 9 * * 1,4'],
    ['every monday and thursday 9:00', '0 9 * * 1,4'],
    ['Fridays, Wednesdays and Mondays at 9:00', '0 9 * * 1,3,5'],
    ['monday, wednesday, and friday at 9:00', '0 9 * * 1,3,5'],
    ['Mondays and Mondays at 9:00', '0 9 * * 1'],
    ['First of the month at 9:00', '0 9 1 * *'],
    ['first of every month 8am', '0 8 1 * *'],
    ['monthly at 9:00', '0 9 1 * *'],
    ['Monthly on the 1st at 9:00', '0 9 1 * *'],
    ['monthly on the 15th at noon', '0 12 15 * *'],
    ['the 28th of every month at 8:30', '30 8 28 * *'],
    ['workdays at 8:30', '30 8 * * 1-5'],
    ['every working day 9:00', '0 9 * * 1-5'],
    ['weekdays 9', '0 9 * * 1-5'],
    ['on weekdays at 9:00', '0 9 * * 1-5'],
    ['9am on weekdays', '0 9 * * 1-5'],
    ['at 9 on Mondays', '0 9 * * 1'],
    ['Mon-Fri 8.45am', '45 8 * * 1,2,3,4,5'],
    ['Mon–Fri 8:45', '45 8 * * 1,2,3,4,5'],
    ['Saturday to Monday at 10', '0 10 * * 0,1,6'],
    ['Mondays - Wednesdays and Fri at 9:00', '0 9 * * 1,2,3,5'],
    ['tue, thurs 17.30', '30 17 * * 2,4'],
    ['on the hour', '0 * * * *'],
    ['every day at 17:00 and 9:00', '0 9,17 * * *'],
    ['9am, 1pm and 5pm', '0 9,13,17 * * *'],
    ['weekdays at 9 and 17', '0 9,17 * * 1-5'],
    ['Mondays at 9:00 and Thursdays at 10:00', '0 9 * * 1 | 0 10 * * 4'],
    ['Mon, Wed at 9 and 17, Fridays 10:00', '0 9,17 * * 1,3 | 0 10 * * 5'],
    ['Mon 9am, Thu 3pm', '0 9 * * 1 | 0 15 * * 4'],
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

describe('anything else', () => {
  it.each([
    '',
    'never',
    'weekdays',
    'weekdays at nine',
    'weekdays at 24:00',
    'weekdays at 9:60',
    'weekdays at 24',
    'fridayss at 9:00',
    'every 0 hours',
    'every 24 hours',
    'every -2 hours',
    'every 1.5 hours',
    'every 5 hours',
    'every 23 hours',
    'every 4 minutes',
    'every 7 minutes',
    'every 45 minutes',
    'every 2 days',
    'every 2 hours at 9:00',
    'hourly at 9:00',
    '9',
    '25:00',
    '9:5',
    '009:00',
    '0am',
    '13pm',
    '13:00 pm',
    '9:60 am',
    '9:00 a',
    '9:00 UTC',
    'at at 9:00',
    '9 weekdays',
    'Mon-Wed-Fri at 9:00',
    'monthly on the 29th at 9:00',
    '15th at 9:00',
    'twice a day',
    'Mondays and Fridays at 24:00',
    'Mondays or Thursdays at 9:00',
    'Mondays Thursdays at 9:00',
    'Mondays and weekdays at 9:00',
    'Mondays and at 9:00',
    'Mondays at 9:00 and Thursdays',
    'Mondays at 9:00 and or Thursdays at 10:00',
    'every other Monday at 9:00',
    'every second Monday at 9:00',
    'weekdays9:00',
    'first of the month',
    'fifth Monday of the month at 9:00',
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

describe('a schedule that isn’t understood', () => {
  it.each([
    ['every 7 hours', 'every 6 hours'],
    ['every 36 hours', 'every 6 hours'],
    ['every 1.5 hours', 'every 30 minutes'],
    ['every 3 minutes', 'every 5 minutes'],
    ['every minute', 'every 5 minutes'],
    ['9', 'every day at 9:00'],
    ['fridayss at noon', 'fridays at noon'],
    ['daily at midnigth', 'daily at midnight'],
    ['evry day at 9:00', 'every day at 9:00'],
    ['Mondays', 'mondays at 9:00'],
    ['monthly on the 15th', 'monthly on the 15th at 9:00'],
    ['monthly on the last day', 'monthly on the last day at 9:00'],
    ['every second Monday at 9:00', 'first and third monday of the month at 9:00'],
    ['every other week', 'monday at 9:00'],
    ['weekdays at 25:00', 'weekdays at 9:00'],
    ['weekdays at nine', 'weekdays at 9:00'],
    ['monthly on the 31st at 9:00', 'last day of the month at 9:00'],
    ['Fridays at 16:00 UTC', 'fridays at 16:00'],
    ['weekdays at 8:30 (Europe/Berlin)', 'weekdays at 8:30'],
    ['Mondays at 9:00 and Thursdays', 'mondays at 9:00 and thursdays at 9:00'],
    ['mondys at 9:00 and fridys at 10:00', 'mondays at 9:00 and fridays at 10:00'],
    ['weekdys at 9:00, saturdys 10:00', 'weekdays at 9:00, saturdays 10:00'],
  ])('“%s” is answered with the nearest that is: %s', (words, works) => {
    expect(parseSchedule(words)).toBeUndefined();
    expect(findScheduleFault(words)).toContain(`"${works}"`);
    expect(parseSchedule(works)).toBeDefined();
  });

  it.each(['Fridays at 16:00 UTC', 'weekdays at 8:30 (Europe/Berlin)', 'daily at 9am CET'])(
    'the timezone after a time is not called a mistake of the time: “%s”',
    (words) => {
      expect(findScheduleFault(words)).toContain('timezone, which is set in projects.yml');
    },
  );

  it.each(['every minute', 'every 3 minutes'])(
    'an interval that is too short is called so: “%s”',
    (words) => {
      expect(findScheduleFault(words)).toMatch(/too often.*"every 5 minutes"/);
    },
  );

  it.each(['* * * * *', '*/4 9-17 * * *'])('cron is taken at its word: “%s”', (cron) => {
    expect(parseSchedule(cron)).toBe(cron);
  });

  it('only cron is called cron', () => {
    expect(['0 9 * * 1-5', '*/5 * * * *', '0 9 1 1 1'].every(isCron)).toBe(true);
    expect(['9:00', '17:30 every Friday', '9:00 on Mondays and Fridays'].some(isCron)).toBe(false);
  });

  it.each(['0 9 * *', '@daily', '61 9 * * *'])('only cron hears of cron: “%s”', (words) => {
    expect(findScheduleFault(words)).toContain('cron');
  });

  it.each([
    ...['', 'every 0 hours', 'every 2 days', 'at nine', 'twice a day', 'quarterly'],
    ...['fridays at 16:00 and 17:0', 'Mondays or Thursdays at 9:00'],
  ])('“%s” gets examples of schedules, rather than a part of it', (words) => {
    expect(findScheduleFault(words)).toMatch(/^must be a schedule such as/);
  });

  it.each(['0 9 31 2 *', '0 9 30 feb *'])('“%s” never comes', (words) => {
    expect(findScheduleFault(words)).toMatch(/day that never comes/);
  });

  it('a valid one has no fault', () => {
    expect(findScheduleFault('every 6 hours')).toBeUndefined();
  });
});

describe('any schedule that is accepted', () => {
  const day = fc.constantFrom(
    'every day',
    'Mondays and Fridays',
    'first of the month',
    'weekdays',
    'Mondays',
    'every sunday',
    'constructor',
    '__proto__',
    'day',
  );
  const clock = fc
    .tuple(fc.nat(30), fc.nat(70))
    .chain(([hour, minute]) =>
      fc.constantFrom('', 'am', ' PM').map((half) => `${hour}:${`${minute}`.padStart(2, '0')}${half}`),
    );
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
    fc
      .tuple(fc.integer({ min: -3, max: 70 }), fc.constantFrom('minutes', 'hours'))
      .map(([count, unit]) => `every ${count} ${unit}`),
    fc.array(field, { minLength: 4, maxLength: 6 }).map((fields) => fields.join(' ')),
    fc.string(),
  );

  it('is a pattern of five fields that runs again', () => {
    const accepted = new Set<string>();
    fc.assert(
      fc.property(line, (words) => {
        const cron = parseSchedule(words);
        if (cron === undefined) return;
        accepted.add(cron);
        expect(cron.split(' ')).toHaveLength(5);
        expect(new Cron(cron, { paused: true, timezone: 'Europe/Berlin' }).nextRun()).toBeInstanceOf(Date);
      }),
      { seed: 7, numRuns: runs(600) },
    );
    expect(accepted.size).toBeGreaterThan(20);
  });
});

describe('a timezone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata'])(
    '%s is known, and schedules run in it',
    (name) => {
      expect(isTimezone(name)).toBe(true);
      expect(new Cron('0 9 * * *', { paused: true, timezone: name }).nextRun()).toBeInstanceOf(Date);
    },
  );

  it.each([
    ['Berlin', 'Europe/Berlin'],
    ['EST', 'America/New_York'],
    ['europe/berln', 'Europe/Berlin'],
  ])('“%s” means %s', (name, meant) => {
    expect(findTimezone(name)).toBe(meant);
  });

  it.each(['', 'Berlin', 'Mars/Olympus', 'UTC+1', 'Europe/Berlin ', 'EST'])('“%s” is unknown', (name) => {
    expect(isTimezone(name)).toBe(false);
  });
});

describe('a schedule that is not understood', () => {
  it.each(['monthly on the 31st at 9:00', 'the 29th of every month at 9:00'])(
    '“%s” is answered with dates that every month has',
    (words) => {
      expect(findScheduleFault(words)).toMatch(/28th.*"last day of the month at 9:00"/);
    },
  );

  it.each([['weekday at 9', 'weekdays at 9']])('“%s” is answered with “%s”', (words, works) => {
    expect(findScheduleFault(words)).toContain(`"${works}"`);
    expect(parseSchedule(works)).toBeDefined();
  });
});
