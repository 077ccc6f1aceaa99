import { expect, test } from 'vitest';
import { measuredBetween } from '../../src/rules/measured-changes.ts';
import { dailyScore, daysAgo } from './cast.ts';

const on = (engine: string, days: readonly number[]) =>
  days.map((ago) => dailyScore({ date: daysAgo(ago), score: 50, engine }));

test('an engine that came between two days is named with its first day', () => {
  const scores = [...on('Gemini', [0, 1, 2, 3]), ...on('Copilot', [0, 1])];
  expect(measuredBetween(scores, [], daysAgo(3), daysAgo(0))).toEqual([
    { day: daysAgo(1), of: 'engines', came: ['Copilot'], went: [] },
  ]);
});

test('one that was missing only in between changes nothing between both', () => {
  const scores = [...on('Gemini', [0, 1, 2, 3]), ...on('Copilot', [0, 3])];
  expect(measuredBetween(scores, [], daysAgo(3), daysAgo(0))).toEqual([]);
});

test('a region that went is told as one; where no day names any, nothing is', () => {
  const scores = [
    ...[0, 1].map((ago) => dailyScore({ date: daysAgo(ago), score: 50, region: 'Germany' })),
    dailyScore({ date: daysAgo(1), score: 50, region: 'France' }),
  ];
  expect(measuredBetween(scores, [], daysAgo(1), daysAgo(0))).toMatchObject([
    { of: 'regions', came: [], went: ['France'] },
  ]);
  expect(measuredBetween([], [], daysAgo(1), daysAgo(0))).toEqual([]);
});
