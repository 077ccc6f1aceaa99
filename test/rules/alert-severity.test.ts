import { expect, test } from 'vitest';
import type { AlertNews, ChangeAlert, ScoreAlert } from '../../src/decision.ts';
import { findGraverAlerts, withMentions } from '../../src/rules/alert-tell.ts';
import { ALERT, livingAlert } from '../messages/cast.ts';

const alert = (sureness: ChangeAlert['sureness'], given: Partial<ScoreAlert> = {}): ScoreAlert => {
  const key = given.key ?? 'a';
  return { ...ALERT, key, alert: livingAlert({ key, sureness }), ...given };
};

const ended = (given: ScoreAlert): ScoreAlert => ({
  ...given,
  alert: { ...given.alert, status: 'recovered' },
});
const [sure, less] = [alert('well outside normal'), alert('outside normal')];
const called = (news: AlertNews | undefined) => news?.kind === 'score_alert' && news.mention;
const keys = (before: AlertNews[], changed: AlertNews[]) =>
  findGraverAlerts(before, changed, ['U1']).map(({ key, alert: { key: grave }, mention }) => [
    key,
    grave,
    ...mention,
  ]);

test('only the highest severity mentions people, and only those of the feed', () => {
  expect(called(withMentions([sure], [], ['U1'])[0])).toEqual(['U1']);
  expect(called(withMentions([sure], [], [])[0])).toEqual([]);
  expect(called(withMentions([less], [], ['U1'])[0])).toEqual([]);
});

test('a message that tells a grave alert of another metric calls them too', () => {
  const rate = alert('well outside normal', { key: 'b', toldIn: 'a' });
  expect(called(withMentions([less], [rate], ['U1'])[0])).toEqual(['U1']);
});

test('a message that stands calls them once, when what it tells becomes grave', () => {
  expect(keys([less], [sure])).toEqual([['a', 'a', 'U1']]);
  expect(keys([sure], [sure])).toEqual([]);
  expect(keys([less], [ended(sure)])).toEqual([]);
  expect(keys([less], [less])).toEqual([]);
});

test('also when it is another metric that it tells; not twice for two', () => {
  const rate = alert('well outside normal', { key: 'b', toldIn: 'a' });
  const mild = alert('outside normal', { key: 'b', toldIn: 'a' });
  expect(keys([less, mild], [less, rate])).toEqual([['a', 'b', 'U1']]);
  expect(keys([less, mild], [sure, rate])).toEqual([['a', 'a', 'U1']]);
  expect(keys([less, rate], [sure, rate])).toEqual([]);
});

test('of what only ended, or is posted today, no thread is told', () => {
  expect(keys([], [sure])).toEqual([]);
});
