import { expect, it } from 'vitest';
import { findDays } from '../../src/ask/days.ts';

/** A Wednesday. */
const TODAY = '2026-11-25';

it('takes the two days between which something changed as its ends', () => {
  expect(findDays('what changed between Sunday and Monday', TODAY)).toMatchObject({ areDays: true });
  expect(findDays('what changed between August and October', TODAY)?.areDays).toBeUndefined();
  expect(findDays('our score between Sunday and Monday', TODAY)?.areDays).toBeUndefined();
});

it.each([
  ['last week', '2026-11-16', '2026-11-22'],
  ['in the last two weeks', '2026-11-12', '2026-11-25'],
  ['since Friday', '2026-11-20', undefined],
  ['how are we doing vs last Friday', '2026-11-20', undefined],
  // A name was here.
  ['compare us with        on Monday', '2026-11-23', '2026-11-23'],
  ['is it lower than on Monday', '2026-11-23', undefined],
  ['since Wednesday', '2026-11-18', undefined],
  ['since Wed', '2026-11-18', undefined],
  ['on Wednesday', '2026-11-25', '2026-11-25'],
  ['until yesterday', undefined, '2026-11-24'],
  ['30d', '2026-10-27', '2026-11-25'],
  ['last month', '2026-10-01', '2026-10-31'],
  ['in the last month', '2026-10-27', '2026-11-25'],
  ['over the weekend', '2026-11-21', '2026-11-22'],
  ['between August and October', '2026-08-01', '2026-10-31'],
  ['from september to november', '2026-09-01', '2026-11-25'],
  ['between 10 Nov and 5 Nov', '2026-11-05', '2026-11-10'],
  ['from October to September', '2026-09-01', '2026-10-31'],
  ['from 2026-11-20 to 2026-11-10', '2026-11-10', '2026-11-20'],
  ['from Friday to Monday', '2026-11-20', '2026-11-23'],
  ['between Tuesday and Sunday', '2026-11-17', '2026-11-22'],
  ['from 1 Nov to 10 Nov', '2026-11-01', '2026-11-10'],
  ['from 1 November until 10 November', '2026-11-01', '2026-11-10'],
  ['on the 9th of nov', '2026-11-09', '2026-11-09'],
  ['since the 9th of nov', '2026-11-09', undefined],
  ['in the week of Nov 9', '2026-11-09', '2026-11-15'],
  ['for the week beginning Monday 9 November', '2026-11-09', '2026-11-15'],
  ['in the last week', '2026-11-19', '2026-11-25'],
  ['on November 19 and 20, 2026', '2026-11-19', '2026-11-20'],
  ['for November 1–15, 2026', '2026-11-01', '2026-11-15'],
  ['from Monday the 16th to Friday the 20th', '2026-11-16', '2026-11-20'],
  ['on 03.11.2026', '2026-11-03', '2026-11-03'],
  ['from 10.11. to 15.11.', '2026-11-10', '2026-11-15'],
  ['from 10/11/2026 to 15/11/2026', '2026-11-10', '2026-11-15'],
  ['in Q3 2025', '2025-07-01', '2025-09-30'],
  ['in the third quarter of 2026', '2026-07-01', '2026-09-30'],
  ['on the last day of October 2026', '2026-10-31', '2026-10-31'],
  ['starting November 10, 2026', '2026-11-10', undefined],
  ['on or after November 10', '2026-11-10', undefined],
  ['prior to November 10', undefined, '2026-11-09'],
  ['up to and including November 15', undefined, '2026-11-15'],
  ['compare October 2026 with that of September 2026', '2026-09-01', '2026-10-31'],
  ['on December 24', '2025-12-24', '2025-12-24'],
  ['in March', '2026-03-01', '2026-03-31'],
  ['this quarter', '2026-10-01', '2026-11-25'],
  ['last quarter', '2026-07-01', '2026-09-30'],
  ['since:2026-11-24', '2026-11-24', undefined],
  ['until:2026-11-24', undefined, '2026-11-24'],
  ['since 2026-11-20 until 2026-11-24', '2026-11-20', '2026-11-24'],
  ['since Nov 1 until Nov 5', '2026-11-01', '2026-11-05'],
  ['on 2026-12-25', '2026-12-25', '2026-12-25'],
  ['on 25 December', '2025-12-25', '2025-12-25'],
  ['on Tuesday last week', '2026-11-17', '2026-11-17'],
  ['in the first half of November', '2026-11-01', '2026-11-15'],
  ['in the month before last', '2026-09-01', '2026-09-30'],
  ['quarter so far', '2026-10-01', '2026-11-25'],
  ['q to date', '2026-10-01', '2026-11-25'],
  ['wk on wk', '2026-11-19', '2026-11-25'],
  ['wk of 2 Nov', '2026-11-02', '2026-11-08'],
  ['from the 16th to the 20th', '2026-11-16', '2026-11-20'],
  ['since we launched on Nov 9', '2026-11-09', undefined],
  ['this week vs last week', '2026-11-16', '2026-11-25'],
  ['Leads from the last 24 hours', '2026-11-24', '2026-11-25'],
  ['Compare this week to last week', '2026-11-16', '2026-11-25'],
  ['last week against this week', '2026-11-16', '2026-11-25'],
  ['between the 3rd and the 9th of November', '2026-11-03', '2026-11-09'],
  ['2026-11-01 through 2026-11-15', '2026-11-01', '2026-11-15'],
  ['trailing 30 days', '2026-10-27', '2026-11-25'],
  ['in 2025', '2025-01-01', '2025-12-31'],
  ['since May', '2026-05-01', undefined],
  ['q4 so far', '2026-10-01', '2026-11-25'],
  ['a week ago today', '2026-11-18', '2026-11-18'],
  ['this month vs last', '2026-10-01', '2026-11-25'],
  ['in the last fortnight', '2026-11-12', '2026-11-25'],
  ['on halloween', '2026-10-31', '2026-10-31'],
  ['since new year', '2026-01-01', undefined],
  ['since black friday', '2025-11-28', undefined],
  ['the day before yesterday', '2026-11-23', '2026-11-23'],
  ['overnight', '2026-11-24', '2026-11-25'],
  ['the week before last', '2026-11-09', '2026-11-15'],
  ['yesterday vs same day last week', '2026-11-17', '2026-11-24'],
  ['month over month', '2026-10-27', '2026-11-25'],
  ['since the start of the year', '2026-01-01', '2026-11-25'],
  ['since beginning of this year', '2026-01-01', undefined],
  ['in the last couple of weeks', '2026-11-12', '2026-11-25'],
  ['on the 28th', '2026-10-28', '2026-10-28'],
  ['no older than 3 days', '2026-11-23', '2026-11-25'],
  ['yesterday vs a week ago', '2026-11-18', '2026-11-24'],
  ['today against 2 days ago', '2026-11-23', '2026-11-25'],
  ['vs a week ago', '2026-11-18', undefined],
  ['since two weeks ago', '2026-11-11', undefined],
  ['a month ago', '2026-10-25', '2026-10-25'],
  ['nine months ago', '2026-02-25', '2026-02-25'],
])('“%s” is from %s to %s', (words, from, to) => {
  expect(findDays(`score ${words}?`, TODAY)?.days).toEqual({ ...(from && { from }), ...(to && { to }) });
});

it.each([
  'since Nov 20 until Nov 5',
  'may I see the score',
  'the second engine',
  'are we still ranking 2nd',
  'right now',
  'top 5 leads',
  'score 85+',
  'a call in 10 min',
])('“%s” says nothing of days', (words) => expect(findDays(words, TODAY)).toBeUndefined());

it('of two spans that nothing joins either may be meant', () => {
  expect(findDays('the Monday summary, all of last week', TODAY)?.isTorn).toBe(true);
  expect(findDays('October against September', TODAY)?.isTorn).toBe(false);
});

it.each([
  ['compare August and October', '2026-08-31', '2026-10-01'],
  ['compare the week of 2 November with the week of 16 November', '2026-11-08', '2026-11-16'],
  ['how was Q3 compared to Q1', '2026-03-31', '2026-07-01'],
  ['compare 1 to 10 November with 11 to 20 November', '2026-11-10', '2026-11-11'],
  ['Nov 1-7 vs Nov 10-16', '2026-11-07', '2026-11-10'],
  ['the last 7 days vs the previous 7', '2026-11-18', '2026-11-19'],
  ['past week vs the week before', '2026-11-18', '2026-11-19'],
])('“%s” compares two spans, without the days in between', (words, after, before) => {
  expect(findDays(words, TODAY)).toMatchObject({ areCompared: true, isTorn: false, gap: { after, before } });
});

it('two spans of different lengths, days apart, aren’t read as one', () => {
  expect(findDays('compare the first week of August with October', TODAY)?.isTorn).toBe(true);
});

it.each([
  'two Mondays ago',
  'the first Friday of October',
  'this time last year',
  'since the summer',
  'three weeks in a row',
  'in early November',
  'in the last 10 days of October',
  'the week ending Nov 15',
  'in week 46',
])('“%s” means days that nobody counted', (words) => expect(findDays(words, TODAY)?.isTorn).toBe(true));

it('“to” ends a span only where one begins', () => {
  expect(findDays('what does Claude link to this week', TODAY)?.days).toEqual({
    from: '2026-11-23',
    to: '2026-11-25',
  });
});
