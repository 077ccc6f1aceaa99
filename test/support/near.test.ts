import { expect, test } from 'vitest';
import { testsNear } from './near.ts';

const there = ['test/words/day-times.test.ts', 'test/words', 'test/surface', 'test/config.test.ts'];

test.each([
  ['src/words/day-times.ts', 'test/words/day-times.test.ts'],
  ['src/words/cron.ts', 'test/words'],
  ['src/surface/leads/claim.ts', 'test/surface'],
  ['src/config.ts', 'test/config.test.ts'],
  ['test/words/day-times.test.ts', 'test/words/day-times.test.ts'],
  ['src/main.ts', undefined],
  ['README.md', undefined],
  ['src/ask/english-weights.json', undefined],
])('near %s is %s', (file, tests) => {
  expect(testsNear(file, (one) => there.includes(one))).toBe(tests);
});
