/** The suggestions feed, and what people and the dashboard do with suggestions meanwhile. */
import { expect, test } from 'vitest';
import { readSuggestionState, reopenSuggestion, settleSuggestion } from '../../src/store/suggestions.ts';
import { HOUR, NINE, TEAM } from '../support/store-opened.ts';
import { ACME, apiWith, DAY, SUGGESTIONS, watchOver } from '../support/watch-over.ts';
import { json } from '../visibility/api.ts';

const OPEN = {
  id: '0b9d6c1e-4d5a-4c8e-9b7f-2a1d3e5c7b99',
  project_id: ACME,
  name: 'Cost monitoring',
  status: 'suggested',
  created_at: '2026-11-19T10:00:00Z',
};
const KEY = { team: TEAM, projectId: ACME, suggestionId: OPEN.id };

/** A feed over an API that lists `list.now`. */
async function feedOf(list: { now: object[] }) {
  const watch = await watchOver(
    apiWith({ '/segment-suggestions': (...request) => json(list.now)(...request) }),
    [SUGGESTIONS],
  );
  /** Lets the slot of the n-th day come. */
  const day = async (n: number) => {
    await watch.tickAt(NINE + n * DAY);
    await watch.slotsCome(...Array.from({ length: n + 1 }, () => ({ state: 'done' })));
  };
  const revisions = async () =>
    (await watch.db.selectFrom('delivery').select('wanted_rev').execute()).map((row) => row.wanted_rev);
  return { ...watch, day, revisions };
}

test('one that somebody decided from the list is not posted, until that is taken back', async () => {
  const { db, day, queued } = await feedOf({ now: [OPEN] });
  await settleSuggestion(db, KEY, { status: 'dismissed', by: 'U0ANA', at: NINE - HOUR, written: 'off' });
  await day(0);
  expect(await queued()).toEqual([]);
  await reopenSuggestion(db, KEY);
  await day(1);
  expect(await queued()).toMatchObject([{ kind: 'segment_suggestion' }]);
});

test('a decision that the API still knows nothing of a day later can be taken back', async () => {
  const { db, day, revisions } = await feedOf({ now: [OPEN] });
  await day(0);
  const accepted = { status: 'accepted', by: 'U0ANA', at: NINE + HOUR, written: 'waiting' } as const;
  await settleSuggestion(db, KEY, accepted);
  await day(1);
  expect(await readSuggestionState(db, KEY)).toMatchObject({ written: 'waiting' });
  await day(2);
  expect(await readSuggestionState(db, KEY)).toMatchObject({ status: 'accepted', written: 'unsent' });
  expect(await revisions()).toEqual([2]);
  expect(await reopenSuggestion(db, KEY)).toBe(true);
});

test('one that ended in the dashboard changes its post once; one that is listed no more is left alone', async () => {
  const list: { now: object[] } = { now: [OPEN] };
  const { db, day, revisions } = await feedOf(list);
  await day(0);
  list.now = [];
  await day(1);
  expect(await revisions()).toEqual([1]);
  expect(await readSuggestionState(db, KEY)).toBeUndefined();
  list.now = [{ ...OPEN, status: 'rejected', dismissed_at: '2026-11-21T10:00:00Z' }];
  await day(2);
  await day(3);
  expect(await revisions()).toEqual([2]);
  expect(await readSuggestionState(db, KEY)).toEqual({
    status: 'dismissed',
    at: Date.parse('2026-11-21T10:00:00Z'),
  });
});

test.each([
  ['No suggestions', { state: 'done' }],
  ['Project not found', { state: 'due', attempts: 1 }],
])('a project that has none is no fault, an unknown project is: “%s”', async (detail, slot) => {
  const watch = await watchOver(apiWith({ '/segment-suggestions': json({ detail }, 404) }), [SUGGESTIONS]);
  await watch.tickAt(NINE);
  await watch.slotsCome(slot);
});
