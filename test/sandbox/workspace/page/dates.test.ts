import { describe, expect, test } from 'vitest';
import { dayLabel, isoDay, momentLabel, slackDate } from '../../../../src/sandbox/workspace/page/dates.ts';
import { NOW } from './fake-workspace.ts';

const BERLIN = { now: NOW, timezone: 'Europe/Berlin' };
const at = (iso: string) => Date.parse(iso) / 1000;

describe('Slack date tokens', () => {
  const THEN = at('2014-02-18T14:39:42Z');
  test.each([
    ['{date_num}', '2014-02-18'],
    ['{date_slash}', '18/02/2014'],
    ['{date}', 'February 18th, 2014'],
    ['{date_long_full}', 'February 18th, 2014'],
    ['{date_short}', 'Feb 18, 2014'],
    ['{date_long}', 'Tuesday, February 18th, 2014'],
    ['{date_pretty}', 'February 18th, 2014'],
    ['{date_short_pretty}', 'Feb 18, 2014'],
    ['{date_long_pretty}', 'Tuesday, February 18th, 2014'],
    ['{day_divider_pretty}', 'Tuesday, February 18th, 2014'],
    ['{time}', '15:39'],
    ['{time_secs}', '15:39:42'],
    ['on {date_num} at {time}', 'on 2014-02-18 at 15:39'],
    ['{unknown}', '{unknown}'],
  ])('%s', (format, text) => {
    expect(slackDate(format, THEN, BERLIN)).toBe(text);
  });

  test.each([
    ['2026-11-20T05:00:00Z', 'Today'],
    ['2026-11-19T22:59:00Z', 'Yesterday'],
    ['2026-11-20T23:30:00Z', 'Tomorrow'],
    ['2026-11-18T12:00:00Z', 'Nov 18'],
  ])('%s is called %s', (iso, text) => {
    expect(slackDate('{date_short_pretty}', at(iso), BERLIN)).toBe(text);
  });

  test('a day named inside a sentence has no capital', () => {
    expect(slackDate('seen {date_pretty}', NOW / 1000, BERLIN)).toBe('seen today');
  });

  test.each([
    [-3 * 3600, '3 hours ago'],
    [-90, '1 minute ago'],
    [2 * 86_400, 'in 2 days'],
  ])('{ago} of %d s', (seconds, text) => {
    expect(slackDate('{ago}', NOW / 1000 + seconds, BERLIN)).toBe(
      text.charAt(0).toUpperCase() + text.slice(1),
    );
  });

  test('an invalid time has no text', () => {
    expect(slackDate('{time}', Number.NaN, BERLIN)).toBeUndefined();
  });
});

describe('labels of the page', () => {
  test('the time beside "Next day"', () => {
    expect(momentLabel(NOW, 'Europe/Berlin')).toBe('Fri 20 Nov, 09:12');
  });

  test('a day ends at the workspace’s midnight, not at UTC’s', () => {
    const lateInBerlin = Date.parse('2026-11-18T23:30:00Z');
    expect(isoDay(lateInBerlin, 'Europe/Berlin')).toBe('2026-11-19');
    expect(dayLabel(lateInBerlin, BERLIN)).toBe('Yesterday');
    expect(dayLabel(Date.parse('2026-11-16T12:00:00Z'), BERLIN)).toBe('Monday 16 November');
  });
});
