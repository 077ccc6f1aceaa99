import { expect, it } from 'vitest';
import { judgeClock } from '../../../src/verbs/doctor/address.ts';

it.each([
  [0, true, undefined, /agrees/],
  [-4_000, true, undefined, /agrees/],
  [90_000, true, 'loss', /clock is 1 min behind Slack’s\. Feeds run that much too late/],
  [-30_000, true, 'loss', /clock is 30 s ahead of Slack’s\. Feeds run that much too early/],
  [600_000, true, 'fault', /clock is 10 min behind Slack’s\. Every command and click is refused/],
  [600_000, false, 'loss', /clock is 10 min behind/],
])('a clock %i ms ahead of ours (requests signed: %s) is %s', (skewMs, signed, level, said) => {
  const { look, finding } = judgeClock('Slack', skewMs, signed);
  expect(finding?.level).toBe(level);
  expect(look.said).toMatch(said);
});

it('an unknown clock is not judged', () => {
  expect(judgeClock('the API', undefined, false).look.outcome).toBe('skipped');
});
