import { expect, test } from 'vitest';
import {
  causesToTell,
  listCauses,
  listCausesAnswered,
  listOver,
  mayHurry,
  needsOwners,
  type PollTarget,
  toTrouble,
} from '../../src/rules/trouble.ts';

const ACME: PollTarget = { subscription: 'acme.leads', projectId: 'acme', keyName: 'KEY' };
const DENIED = { code: 'visibility_unauthorised', operation: 'GET leads', isOfProject: true };
const FAILURES = [
  undefined,
  DENIED,
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
  expect(listCauses(ACME, ['GET leads'])).toContain(toTrouble(failure, ACME).part);
});

test('an answer proves that the API’s troubles are over, and not a fault of our own', () => {
  const over = listCausesAnswered(ACME, ['GET leads']);
  expect(ofApi.every((failure) => over.includes(toTrouble(failure, ACME).part))).toBe(true);
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

const MINUTE = 60_000;
const unavailable = (operation: string) => toTrouble({ code: 'visibility_unavailable', operation }, ACME);

test('a feed is retried at once when what stopped it is over, but for a rate limit', () => {
  const causes = listCauses(ACME, ['GET leads']);
  const open = (...names: string[]) => new Map(names.map((name) => [name, 0]));
  const partOf = (code: string, target = ACME) => toTrouble({ code, operation: 'GET leads' }, target).part;
  const [quota, limit] = [partOf('visibility_quota'), partOf('visibility_rate_limited')];
  const another = partOf('visibility_quota', { ...ACME, keyName: 'ANOTHER_KEY' });
  expect(mayHurry(causes, [quota], open(quota))).toBe(true);
  expect(mayHurry(causes, [], open(quota))).toBe(false);
  expect(mayHurry(causes, [quota], open(quota, limit))).toBe(false);
  expect(mayHurry(causes, [another], open(another))).toBe(false);
});

test.each([
  ['nothing has been answered since it began to fail', 80, true],
  ['it failed while others were answered', 60, false],
])('a feed whose operation fails is retried when another answers, if %s', (_, since, hurried) => {
  const begun = new Map([
    ['unreachable', 80 * MINUTE],
    [unavailable('GET leads').part, since * MINUTE],
  ]);
  expect(mayHurry(listCauses(ACME, ['GET leads']), ['unreachable'], begun)).toBe(hurried);
});

const [leads, scores] = [unavailable('GET leads'), unavailable('GET scores')];

test.each([
  ['two that failed since the last answer', 80, 90, ['unreachable', leads.part, scores.part]],
  ['two of which one failed just before the last answer', 79, 80, ['unreachable', leads.part, scores.part]],
  ['one that failed long before it', 60, 90, [leads.part]],
  ['one beside which another failed long before it', 80, 60, [leads.part]],
])('of operations without an answer, %s', (_, leadsAt, scoresAt, told) => {
  const begun = new Map([
    ['unreachable', 80 * MINUTE],
    [leads.part, leadsAt * MINUTE],
    [scores.part, scoresAt * MINUTE],
  ]);
  expect(causesToTell(leads, begun)).toEqual(told);
});

test.each([
  DENIED,
  { code: 'visibility_quota' },
  { code: 'visibility_rate_limited' },
  { code: 'visibility_not_found' },
])('%o is over when all is answered that wasn’t', (failure) => {
  const [leads, scores] = ['GET leads', 'GET scores'].map((operation) =>
    toTrouble({ ...failure, operation }, ACME),
  );
  const begun = new Map([leads?.cause, leads?.part, scores?.part].map((cause = '') => [cause, 0]));
  expect(listOver([leads?.part ?? ''], begun)).toEqual([leads?.part]);
  begun.delete(leads?.part ?? '');
  expect(listOver([scores?.part ?? ''], begun)).toEqual([scores?.part, scores?.cause]);
});

test('owners are told at once of what only they can mend', () => {
  const reasons = FAILURES.map((failure) => toTrouble(failure, ACME).reason).filter(needsOwners);
  expect(reasons).toEqual(['forbidden', 'key_refused', 'quota', 'project_unknown']);
});
