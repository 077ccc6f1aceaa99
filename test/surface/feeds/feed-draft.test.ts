import { expect, test } from 'vitest';
import { ACTIONS } from '../../../src/messages/actions.ts';
import { findDraftFaults, readDraft } from '../../../src/surface/feeds/feed-form.ts';

test.each(['"0 9 * * 1"', '“0 9 * * 1”', ' 0 9 * * 1 '])('the form accepts %s', (typed) => {
  const values = { [ACTIONS.feedChannel]: 'C0HERE', [ACTIONS.feedSchedule]: typed };
  const draft = readDraft({ values, lists: {} }, 'recap');
  expect(findDraftFaults(draft)).toEqual({});
  expect(draft.values.schedule).toBe('0 9 * * 1');
});

test('the form refuses a change that no score can make, beside its field', () => {
  const values = { [ACTIONS.feedChannel]: 'C0HERE', [ACTIONS.feedSchedule]: 'hourly', min_change: '500' };
  expect(findDraftFaults(readDraft({ values, lists: {} }, 'scores'))).toEqual({
    min_change: expect.stringContaining('at most 100'),
  });
});

test.each([
  ['0 9 31 2 *', 'a day that never comes'],
  ['0 9 31', 'must be a schedule'],
  ['* * * * *', 'more often than every 5 minutes'],
  ['every minute', 'too often'],
])('the form says what is wrong with a schedule before it is sent: %s', (schedule, fault) => {
  const draft = { kind: 'leads', values: { channel: 'C0HERE', schedule }, lists: {} } as const;
  expect(findDraftFaults(draft).schedule).toContain(fault);
});
