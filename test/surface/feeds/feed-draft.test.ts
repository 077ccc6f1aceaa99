import { expect, test } from 'vitest';
import { ACTIONS } from '../../../src/messages/actions.ts';
import { findDraftFaults, readDraft } from '../../../src/surface/feeds/make-feed.ts';

test.each(['"0 9 * * 1"', '“0 9 * * 1”', ' 0 9 * * 1 '])('the form accepts %s', (typed) => {
  const values = { channel: 'C0HERE', [ACTIONS.feedSchedule]: typed };
  const draft = readDraft({ values, lists: {} }, 'recap');
  expect(findDraftFaults(draft)).toEqual({});
  expect(draft.values.schedule).toBe('0 9 * * 1');
});
