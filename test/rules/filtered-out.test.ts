import { expect, test } from 'vitest';
import { decideFilteredOut } from '../../src/rules/lead-filter.ts';
import { ACME, FRIDAY, lead } from './cast.ts';

const FEED = { project: ACME, subscription: 'leads:acme' };
const low = [lead({ score: 0.91 }), lead({ score: 0.4 })];

test('filters that remove everything are told of with what they removed: the scale may be another', () => {
  expect(decideFilteredOut(low, { minScore: 60 }, FEED, FRIDAY)).toMatchObject({
    kind: 'filtered_out',
    leftOut: [{ reason: 'below_min_score', count: 2, best: 0.91 }],
    minScore: 60,
  });
});

test('other filters are another thing to tell', () => {
  const told = [60, 50].map((minScore) => decideFilteredOut(low, { minScore }, FEED, FRIDAY)?.filters);
  expect(new Set(told).size).toBe(2);
});

test.each([
  ['one lead passes', [...low, lead({ score: 60 })]],
  ['a lead without a score passes', [lead({ score: 40 }), lead({})]],
  ['there is no lead at all', []],
])('nothing is told where %s', (_, leads) => {
  expect(decideFilteredOut(leads, { minScore: 60 }, FEED, FRIDAY)).toBeUndefined();
});
