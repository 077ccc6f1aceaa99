import { describe, expect, test } from 'vitest';
import { reminderAt, snoozeDays, snoozeUntil } from '../../src/rules/lead-times.ts';

const BERLIN = 'Europe/Berlin';
const at = (text: string) => Date.parse(text);

describe('the days offered for a snooze', () => {
  test.each([
    ['on a Friday', BERLIN, '2026-11-20T22:30:00Z', ['2026-11-21', '2026-11-23']],
    ['after midnight there', BERLIN, '2026-11-20T23:30:00Z', ['2026-11-22', '2026-11-23']],
    [
      'on a Sunday, whose tomorrow is Monday: once',
      BERLIN,
      '2026-11-22T17:00:00Z',
      ['2026-11-23', undefined],
    ],
    ['on a Monday', BERLIN, '2026-11-23T08:00:00Z', ['2026-11-24', '2026-11-30']],
    ['in New York', 'America/New_York', '2026-11-23T03:00:00Z', ['2026-11-23', undefined]],
  ])('are tomorrow and next week’s Monday: %s', (_, timezone, now, days) => {
    const { tomorrow, nextWeek } = snoozeDays(at(now), timezone);
    expect([tomorrow, nextWeek]).toEqual(days);
  });
});

describe('a snooze until', () => {
  test.each([
    ['a date', '2026-12-01', BERLIN, '2026-11-30T23:00:00Z'],
    ['the day after clocks go back', '2026-10-26', BERLIN, '2026-10-25T23:00:00Z'],
    ['the day clocks go forward', '2026-03-29', BERLIN, '2026-03-28T23:00:00Z'],
    ['a date in New York', '2026-11-21', 'America/New_York', '2026-11-21T05:00:00Z'],
  ])('%s ends as that day begins there', (_, day, timezone, ends) => {
    expect(snoozeUntil(day, timezone)).toBe(at(ends));
  });

  test.each(['', '2026-02-30', 'soon'])('no day that is in the calendar, “%s”, has no end', (day) => {
    expect(snoozeUntil(day, BERLIN)).toBeUndefined();
  });
});

describe('somebody who claimed', () => {
  test.each([
    ['on Thursday is reminded on Friday', '2026-11-19T08:14:00Z', '2026-11-20T08:14:00Z'],
    ['on Friday is reminded on Monday', '2026-11-20T08:14:00Z', '2026-11-23T08:14:00Z'],
    ['on Saturday is reminded on Tuesday', '2026-11-21T08:14:00Z', '2026-11-24T08:14:00Z'],
    ['on Sunday is reminded on Tuesday', '2026-11-22T08:14:00Z', '2026-11-24T08:14:00Z'],
    [
      'before clocks go back is reminded at the same time there',
      '2026-10-23T07:14:00Z',
      '2026-10-26T08:14:00Z',
    ],
    [
      'on the day clocks go back is reminded at the same time there',
      '2026-10-25T15:00:00Z',
      '2026-10-27T15:00:00Z',
    ],
    [
      'on the day clocks go forward is reminded at the same time there',
      '2026-03-29T14:00:00Z',
      '2026-03-31T14:00:00Z',
    ],
    [
      'to the millisecond is reminded to the millisecond',
      '2026-10-25T15:00:00.123Z',
      '2026-10-27T15:00:00.123Z',
    ],
  ])('%s', (_, claimed, reminded) => {
    expect(reminderAt(at(claimed), BERLIN)).toBe(at(reminded));
  });

  test('at a time that the clock leaves out that day is reminded as long after the gap', () => {
    // Clocks in Cairo go from 23:59 on Thursday to 1:00 on Friday.
    expect(reminderAt(at('2026-04-22T22:30:00Z'), 'Africa/Cairo')).toBe(at('2026-04-23T22:30:00Z'));
  });
});
