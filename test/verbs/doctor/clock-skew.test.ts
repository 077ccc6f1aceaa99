import { expect, it } from 'vitest';
import { clockLook } from '../../../src/verbs/doctor/clock-skew.ts';

it.each([
  [0, true, undefined, /agree/],
  [-4_000, true, undefined, /agree/],
  [90_000, true, 'loss', /clock is 1 min behind that of Slack: what is due comes so much earlier or later/],
  [-30_000, true, 'loss', /clock is 30 s before that of Slack/],
  [600_000, true, 'fault', /clock is 10 min behind that of Slack: every command and every click is refused/],
  [600_000, false, 'loss', /clock is 10 min behind/],
])('a clock that is %i ms before ours (requests signed: %s) is %s', (skewMs, signed, level, said) => {
  const { look, finding } = clockLook('Slack', skewMs, signed);
  expect(finding?.level).toBe(level);
  expect(look.said).toMatch(said);
});

it('one that is not told is not judged', () => {
  expect(clockLook('the API', undefined, false).look.outcome).toBe('skipped');
});
