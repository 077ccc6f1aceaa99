import { expect, test } from 'vitest';
import {
  listCauses,
  listCausesAnswered,
  mayHurry,
  needsOwners,
  type PollTarget,
  toTrouble,
} from '../../src/rules/trouble.ts';

const ACME: PollTarget = { subscription: 'acme.leads', projectId: 'acme', keyName: 'KEY' };
const FAILURES = [
  undefined,
  ...[
    'visibility_unauthorised',
    'visibility_quota',
    'visibility_unreadable',
    'visibility_rate_limited',
    'visibility_not_found',
    'visibility_contract',
    'visibility_unavailable',
  ].map((code) => ({ code, operation: 'GET leads' })),
];
const ofApi = FAILURES.filter((failure) => failure !== undefined);

test.each(FAILURES)('whatever stops a feed is among the causes that its feed waits for: %o', (failure) => {
  expect(listCauses(ACME, ['GET leads'])).toContain(toTrouble(failure, ACME).cause);
});

test('an answer proves that the API’s troubles are over, and not a fault of our own', () => {
  const over = listCausesAnswered(ACME, ['GET leads']);
  expect(ofApi.every((failure) => over.includes(toTrouble(failure, ACME).cause))).toBe(true);
  expect(over).not.toContain(toTrouble(undefined, ACME).cause);
});

test('no answer proves nothing', () => {
  expect(listCausesAnswered(ACME, [])).toEqual([]);
});

test('an answer to one operation proves nothing about another, nor about another project', () => {
  const unreadable = toTrouble({ code: 'visibility_contract', operation: 'GET scores' }, ACME).cause;
  expect(listCausesAnswered(ACME, ['GET leads'])).not.toContain(unreadable);
  const unknown = toTrouble({ code: 'visibility_not_found', operation: 'GET leads' }, ACME).cause;
  expect(listCausesAnswered({ ...ACME, projectId: 'tidewater' }, ['GET leads'])).not.toContain(unknown);
});

test('a feed is retried at once when what stopped it is over, but for a rate limit', () => {
  const causes = listCauses(ACME, ['GET leads']);
  expect(mayHurry(causes, ['unreachable'])).toBe(true);
  expect(mayHurry(causes, [])).toBe(false);
  expect(mayHurry(causes, ['unreachable', 'rate_limited:KEY'])).toBe(false);
  expect(mayHurry(causes, ['quota:ANOTHER_KEY'])).toBe(false);
});

test('owners are told at once of what only they can mend', () => {
  const reasons = FAILURES.map((failure) => toTrouble(failure, ACME).reason).filter(needsOwners);
  expect(reasons).toEqual(['key_refused', 'quota', 'project_unknown']);
});
