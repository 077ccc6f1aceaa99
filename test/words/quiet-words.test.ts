import { describe, expect, it } from 'vitest';
import { findQuietFault, parseQuiet } from '../../src/words/quiet-words.ts';

describe('quiet hours', () => {
  it.each([
    ['22:00-07:00', { from: 1_320, lasts: 540 }],
    ['12:00-13:30', { from: 720, lasts: 90 }],
    ['0:00-6:15', { from: 0, lasts: 375 }],
    ['22:00-00:00', { from: 1_320, lasts: 120 }],
    ['9:00-8:59', { from: 540, lasts: 1_439 }],
    [' 22:00 - 7:00 ', { from: 1_320, lasts: 540 }],
    ['22:00–07:00', { from: 1_320, lasts: 540 }],
    ['22:00 — 07:00', { from: 1_320, lasts: 540 }],
    ['22:00 to 7:00', { from: 1_320, lasts: 540 }],
    ['20:00 until 8:00', { from: 1_200, lasts: 720 }],
    ['22-7', { from: 1_320, lasts: 540 }],
    ['9-17', { from: 540, lasts: 480 }],
    ['0-6', { from: 0, lasts: 360 }],
    ['20:00-8', { from: 1_200, lasts: 720 }],
    ['10pm-7am', { from: 1_320, lasts: 540 }],
    ['10 PM – 7:30 am', { from: 1_320, lasts: 570 }],
    ['22:00-7am', { from: 1_320, lasts: 540 }],
    ['22.00-7:00', { from: 1_320, lasts: 540 }],
  ])('“%s” start at a minute of the day and last some minutes', (words, hours) => {
    expect(parseQuiet(words)).toEqual(hours);
    expect(findQuietFault(words)).toBeUndefined();
  });

  const no = (time: string) =>
    `has ${time} in it, which isn’t a time of day; write times from 00:00 to 23:59, such as "22:00-07:00"`;
  const half = (hour: string, morning: string, evening: string) =>
    `has ${hour} in it, which could be ${morning} or ${evening}; write the one you mean`;
  const ONE_TIME = 'has only one time; write both ends, such as "22:00-07:00"';
  const ONE_SPAN = 'must be one span of hours, such as "22:00-07:00"';
  const SAME = 'must have two different ends, such as "22:00-07:00"';
  const HOURS = 'must be hours such as "22:00-07:00"';

  it.each([
    ['', 'is empty; write hours such as "22:00-07:00", or leave it out'],
    ['  ', 'is empty; write hours such as "22:00-07:00", or leave it out'],
    ['at night', HOURS],
    ['-', HOURS],
    ['22:00', ONE_TIME],
    ['22:00-', ONE_TIME],
    ['-7:00', ONE_TIME],
    ['25:00-8:00', no('25:00')],
    ['9-25', no('25')],
    ['22:60-7:00', no('22:60')],
    ['13pm-7am', no('13pm')],
    ['noon-17:00', no('noon')],
    ['25:00-25:00', no('25:00')],
    [`22:00-${'7'.repeat(40)}`, HOURS],
    ['24:00-8:00', 'has 24:00 in it, which isn’t a time of day; midnight is 00:00'],
    ['22-24', 'has 24 in it, which isn’t a time of day; midnight is 00:00'],
    ['9-9', SAME],
    ['7:00-07:00', SAME],
    ['9:00-9', SAME],
    ['12am-0:00', SAME],
    ['9-5', half('9', '09:00', '21:00')],
    ['10pm-7', half('7', '07:00', '19:00')],
    ['12-1', half('12', '00:00', '12:00')],
    ['22:00-7:00-9:00', ONE_SPAN],
    ['22:00-07:00, 12:00-13:00', ONE_SPAN],
    ['-1:00-7:00', ONE_SPAN],
  ])('“%s” are refused: %s', (words, fault) => {
    expect(findQuietFault(words)).toBe(fault);
    expect(parseQuiet(words)).toBeUndefined();
  });
});
