import { expect, test } from 'vitest';
import type { ChangeAlert, PastAlert } from '../../../src/decision.ts';
import { whatIfAnswer } from '../../../src/messages/scores/scores-answer.ts';
import { ACME } from '../cast.ts';
import { livingAlert } from '../every-alert.ts';
import { heardOf, shownOf } from '../reading.ts';

const told = (alert: Partial<ChangeAlert>) => ({
  alert: livingAlert(alert),
  day: '2026-11-19',
  value: 53.2,
  base: 61.4,
});

function row(alert: Partial<ChangeAlert>, more: Partial<PastAlert> = {}): string | undefined {
  const alerts = [{ ...told(alert), ...more }];
  const days = { from: '2026-09-21', to: '2026-11-26' };
  const answer = whatIfAnswer(ACME, { minChange: 5, asked: 0, ...days, total: 1, alerts });
  return shownOf(answer)[1];
}

test('a past alert reads like its message, with the day it ended', () => {
  const what = '*Thu 19 Nov* visibility score fell 8.2 points: 61.4 → 53.2 · well outside normal';
  expect(row({ day: '2026-11-26' })).toBe(`${what} · still open`);
  expect(row({ status: 'recovered', day: '2026-11-25' })).toBe(`${what} · back to normal on Wed 25 Nov`);
  expect(row({ status: 'new_normal', day: '2026-11-25', level: 53 })).toBe(`${what} · new normal: 53.0`);
});

test('the text has the note below the list', () => {
  const days = { from: '2026-09-21', to: '2026-11-26' };
  const now = { minChange: 5, total: 3 };
  const answer = whatIfAnswer(ACME, { minChange: 8, asked: 90, ...days, total: 0, alerts: [], now });
  expect(heardOf(answer).at(-1)).toBe(
    'Mon 21 Sep to Thu 26 Nov · the API has figures for only 67 days · 3 alerts with 5, this feed’s alert threshold',
  );
});

test('says when an alert was last measured', () => {
  expect(row({ day: '2026-11-22' })).toMatch(/ · still open, last measured on Sun 22 Nov$/);
  expect(row({ status: 'corrected', day: '2026-11-22' })).toMatch(/ · last measured on Sun 22 Nov$/);
});
