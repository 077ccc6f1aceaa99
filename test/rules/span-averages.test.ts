/** A week, month, quarter or year beside the one before it. */
import { expect, test } from 'vitest';
import type { SpanAverage } from '../../src/decision.ts';
import { buildScoreCourse, makeCourseSource } from '../../src/rules/score-course.ts';
import {
  averageCourses,
  computeSpanAverages,
  listAverageParts,
  spreadOf,
  withoutGap,
} from '../../src/rules/span-averages.ts';
import { dailyScore } from './cast.ts';

/** A Wednesday. Every day of October has 60, the week of 9 November 50, that of 16 November 40, and this week 20. */
const TODAY = '2026-11-25';
const SCORES = { '2026-10': 60, '2026-11-09': 50, '2026-11-16': 40, '2026-11-23': 20 };

const rows = Array.from({ length: 55 }, (_, i) => {
  const date = new Date(Date.UTC(2026, 9, 1 + i)).toISOString().slice(0, 10);
  const [, score = 0] = Object.entries(SCORES).findLast(([from]) => from <= date) ?? [];
  return dailyScore({ date, score });
});
const averages = (from: string, to: string, { isSame = true, areTwo = false } = {}) => {
  const moved = isSame ? [] : [{ day: '2026-11-24', of: 'prompts' as const, came: ['helm'], went: [] }];
  const found = computeSpanAverages(
    'score',
    {},
    { from, to, areTwo },
    makeCourseSource({ rows, today: TODAY, minChange: 5, moved }),
  );
  const amount = (one?: SpanAverage) => one && { value: one.value, days: one.days };
  return found && [found.kind, amount(found.now), amount(found.before), found.measured.length === 0];
};

test('a week that begins with a month is a week, and not if it is as long as that month so far', () => {
  const rows = Array.from({ length: 40 }, (_, i) =>
    dailyScore({ date: new Date(Date.UTC(2026, 4, 1 + i)).toISOString().slice(0, 10), score: 60 }),
  );
  const kindOf = (today: string, to: string) =>
    computeSpanAverages(
      'score',
      {},
      { from: '2026-06-01', to },
      makeCourseSource({ rows, today, minChange: 5, moved: [] }),
    )?.kind;
  expect(kindOf('2026-06-08', '2026-06-07')).toBe('week');
  expect(kindOf('2026-06-08', '2026-06-08')).toBe('month');
});

test('a month that has only begun is compared with the one before, if both are named', () => {
  const of = makeCourseSource({ rows, today: '2026-11-04', minChange: 5, moved: [] });
  const ends = { from: '2026-10-01', to: '2026-11-04', areTwo: true };
  const found = computeSpanAverages('score', {}, ends, of);
  expect(found).toMatchObject({ kind: 'month', now: { days: 3 }, before: { value: 60, days: 31 } });
});

test('as many days of no calendar are averaged and named by their ends', () => {
  const of = makeCourseSource({ rows, today: TODAY, minChange: 5, moved: [] });
  const ends = { from: '2026-11-11', to: '2026-11-22', areTwo: true };
  const averaged = (gap: { after: string; before: string }) =>
    computeSpanAverages('score', {}, { ...ends, gap }, withoutGap(of, gap));
  expect(averaged({ after: '2026-11-15', before: '2026-11-18' })).toMatchObject({
    kind: 'days',
    before: { value: 50, days: 5, from: '2026-11-11', to: '2026-11-15' },
    now: { value: 40, days: 5, from: '2026-11-18', to: '2026-11-22' },
  });
  expect(averaged({ after: '2026-11-12', before: '2026-11-21' })).toBeUndefined();
});

test('on a Monday, this week with the last one is last week with the one before', () => {
  const of = makeCourseSource({ rows, today: '2026-11-23', minChange: 5, moved: [] });
  const days = { from: '2026-11-16', to: '2026-11-23', areTwo: true };
  const found = computeSpanAverages('score', {}, days, of);
  expect(found).toMatchObject({ isWeekBefore: true, now: { value: 40 }, before: { value: 50 } });
});

test.each([
  ['a week', '2026-11-16', '2026-11-22', 'week', { value: 40, days: 7 }, { value: 50, days: 7 }],
  ['the first month there is', '2026-10-01', '2026-10-31', 'month', { value: 60, days: 31 }, undefined],
  ['a month so far', '2026-11-01', TODAY, 'month', { value: 1150 / 24, days: 24 }, { value: 60, days: 31 }],
])('%s', (_, from, to, ...expected) => {
  expect(averages(from, to)).toEqual([...expected, true]);
});

test('two weeks are compared if both were named, and are otherwise days like any others', () => {
  const [before, last, current] = [
    { value: 50, days: 7 },
    { value: 40, days: 7 },
    { value: 20, days: 2 },
  ];
  const areTwo = true;
  expect(averages('2026-11-09', '2026-11-22', { areTwo })).toEqual(['week', last, before, true]);
  expect(averages('2026-11-16', TODAY, { areTwo })).toEqual(['week', current, last, true]);
  expect(averages('2026-11-09', '2026-11-22')).toBeUndefined();
});

test('two months are a quarter so far unless both were named, and a year has an average, too', () => {
  const whole = { value: (31 * 60 + 1150) / 55, days: 55 };
  const months = [
    { value: 1150 / 24, days: 24 },
    { value: 60, days: 31 },
  ] as const;
  expect(averages('2026-10-01', TODAY, { areTwo: true })).toEqual(['month', ...months, true]);
  expect(averages('2026-10-01', TODAY)).toEqual(['quarter', whole, undefined, true]);
  expect(averages('2026-01-01', TODAY)).toEqual(['year', whole, undefined, true]);
});

test('two weeks that aren’t neighbours are compared without the days in between', () => {
  const gap = { after: '2026-11-08', before: '2026-11-16' };
  const days = { from: '2026-11-02', to: '2026-11-22', areTwo: true, gap };
  const of = withoutGap(makeCourseSource({ rows, today: TODAY, minChange: 5, moved: [] }), gap);
  expect(computeSpanAverages('score', {}, days, of)).toMatchObject({
    kind: 'week',
    before: { value: 60, days: 7, from: '2026-11-02' },
    now: { value: 40, days: 7, from: '2026-11-16' },
  });
});

test('a month is not compared with one day of the month before', () => {
  const of = { rows: [dailyScore({ date: '2026-09-30', score: 40 }), ...rows], moved: [], minChange: 5 };
  const found = computeSpanAverages(
    'score',
    {},
    { from: '2026-10-01', to: '2026-10-31' },
    makeCourseSource({ ...of, today: TODAY }),
  );
  expect(found).toMatchObject({ now: { value: 60, days: 31 }, few: { value: 40, days: 1 } });
  expect(found?.before).toBeUndefined();
});

test('of days that are neither there are none', () => {
  expect(averages('2026-11-17', TODAY)).toBeUndefined();
  expect(averages('2026-11-16', '2026-11-24')).toBeUndefined();
  expect(averages('2026-11-23', TODAY)).toBeUndefined();
});

test('of days that measured different things they can’t be compared', () => {
  expect(averages('2026-11-16', TODAY, { isSame: false, areTwo: true })).toMatchObject([
    'week',
    {},
    {},
    false,
  ]);
});

test('days by themselves have an average, a lowest and a highest day', () => {
  const of = makeCourseSource({ rows, today: TODAY, minChange: 5, moved: [] });
  const spread = (from: string) => {
    const course = buildScoreCourse('score', {}, { from, to: '2026-11-22' }, of);
    return course && spreadOf(course, from);
  };
  expect(spread('2026-11-13')).toEqual({
    average: (3 * 50 + 7 * 40) / 10,
    days: 10,
    lowest: { date: '2026-11-16', value: 40 },
    highest: { date: '2026-11-13', value: 50 },
  });
  expect(spread('2026-11-18')).toBeUndefined();
});

test('a part that fell on the last day isn’t as usual, however little the average of its month moved', () => {
  const fallen = (engine?: string, last = 60) =>
    Array.from({ length: 55 }, (_, i) => {
      const date = new Date(Date.UTC(2026, 9, 1 + i)).toISOString().slice(0, 10);
      const score = (i === 54 ? last : 60) + (i % 2 === 0 ? 4 : -4);
      return dailyScore({ date, score, ...(engine !== undefined && { engine }) });
    });
  const all = [...fallen(undefined, 50), ...fallen('Gemini', 40), ...fallen('Claude')];
  const of = makeCourseSource({ rows: all, today: TODAY, minChange: 5, moved: [] });
  const days = { from: '2026-10-01', to: TODAY, areTwo: true };
  const course = buildScoreCourse('score', {}, days, of);
  const spans = computeSpanAverages('score', {}, days, of);
  const averaged = course && averageCourses([course], days, of)?.[0];
  const parts = averaged && spans && listAverageParts(averaged, spans, of);
  expect(parts?.engines).toMatchObject([
    { engine: 'Gemini', normal: false },
    { engine: 'Claude', normal: true },
  ]);
});
