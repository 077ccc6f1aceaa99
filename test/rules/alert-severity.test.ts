import { expect, test } from 'vitest';
import type { ChangeAlert } from '../../src/decision.ts';
import { mentionsOf } from '../../src/rules/alert-severity.ts';

const alert = (sureness: ChangeAlert['sureness']): ChangeAlert => ({
  type: 'change',
  key: 'score:p:score:2026-11-19',
  metric: 'score',
  status: 'open',
  openedOn: '2026-11-19',
  day: '2026-11-19',
  lead: { scope: {}, kind: 'jump', changedOn: '2026-11-19', base: 60, value: 50, delta: -10 },
  sureness,
  calmWithin: 2.5,
  calmDays: 0,
  moved: [],
});
const [sure, less] = [alert('well outside normal'), alert('outside normal')];

test('only the highest severity mentions people, and only those of the feed', () => {
  expect(mentionsOf({ kind: 'opened', state: sure }, undefined, ['U1'])).toEqual(['U1']);
  expect(mentionsOf({ kind: 'opened', state: sure }, undefined, [])).toEqual([]);
  expect(mentionsOf({ kind: 'opened', state: less }, undefined, ['U1'])).toEqual([]);
});

test('once for an alert: when it becomes so severe, not on every later day, nor at its end', () => {
  expect(mentionsOf({ kind: 'updated', state: sure }, less, ['U1'])).toEqual(['U1']);
  expect(mentionsOf({ kind: 'updated', state: sure }, sure, ['U1'])).toEqual([]);
  expect(mentionsOf({ kind: 'recovered', state: sure }, less, ['U1'])).toEqual([]);
});
