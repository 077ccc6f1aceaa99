import { describe, expect, it } from 'vitest';
import { findQuietFault, parseQuiet } from '../../src/words/day-times.ts';

describe('quiet hours', () => {
  it.each([
    ['22:00-07:00', { from: 1_320, lasts: 540 }],
    ['12:00-13:30', { from: 720, lasts: 90 }],
    ['0:00-6:15', { from: 0, lasts: 375 }],
    ['22:00-00:00', { from: 1_320, lasts: 120 }],
    ['22:00-24:00', { from: 1_320, lasts: 120 }],
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

  it.each([
    '',
    'at night',
    '-',
    '22:00',
    '22:00-',
    '-7:00',
    '25:00-8:00',
    '9-25',
    '22:60-7:00',
    '13pm-7am',
    'noon-17:00',
    `22:00-${'7'.repeat(40)}`,
    '24:00-8:00',
    '9-9',
    '7:00-07:00',
    '12am-0:00',
    '22:00-7:00-9:00',
    '-1:00-7:00',
    '99-1',
    '9-5',
    '10pm-7',
    '12-1',
  ])('“%s” are refused, with an example', (words) => {
    expect(findQuietFault(words)).toContain('"22:00-07:00"');
    expect(parseQuiet(words)).toBeUndefined();
  });
});
