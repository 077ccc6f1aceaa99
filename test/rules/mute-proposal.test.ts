import { expect, test } from 'vitest';
import { type LeadStory, withRemark } from '../../src/decision.ts';
import { decideMuteProposal, type MuteAnswer } from '../../src/rules/lead-proposals.ts';
import { ACME, DAY, FRIDAY, HOUR } from './cast.ts';
import { replied, story, type Told, times } from './stories.ts';

const FEED = { project: ACME, subscription: 'leads:acme' };
const NOW = FRIDAY + 5 * DAY;

/** Leads of r/x, one an hour, of which the latest so many were dismissed. */
const ofPlace = (all: number, dismissed: number, given: Told = {}): LeadStory[] =>
  times(all, (i) => ({
    place: 'r/x',
    shownAt: FRIDAY + i * HOUR,
    ...(i >= all - dismissed && { state: 'dismissed', dismissReason: 'off_topic' }),
    ...given,
  }));

const proposed = (stories: LeadStory[], answers: MuteAnswer[] = [], now = NOW) =>
  decideMuteProposal(stories, answers, FEED, now);

test('eight of the last ten dismissed as off topic are evidence, and what a mute would have removed is told', () => {
  const others = times(3, (i) => ({ key: `id:other${i}`, place: 'r/devops' }));
  expect(proposed([...ofPlace(12, 8), ...others])).toMatchObject({
    kind: 'mute_proposal',
    project: ACME,
    subscription: 'leads:acme',
    place: 'r/x',
    round: 0,
    reason: 'off_topic',
    dismissed: 8,
    of: 10,
    removes: { leads: { length: 12, 0: { key: 'id:11' } }, repliedTo: 0, shown: 15 },
  });
});

test('a remark beside the reason changes nothing', () => {
  const remarked = ofPlace(8, 8, { dismissReason: withRemark('off_topic', 'about phones') });
  expect(proposed(remarked)).toMatchObject({ reason: 'off_topic', dismissed: 8 });
});

test.each([
  ['too few dismissals', ofPlace(4, 4)],
  ['too small a share', ofPlace(10, 7)],
  ['a reason that says nothing of the place', ofPlace(8, 8, { dismissReason: 'too_old' })],
  ['leads without a place', ofPlace(8, 8).map((one) => ({ ...one, place: undefined }))],
  [
    'somebody who acts on one of the last',
    [...ofPlace(9, 9), replied(1, { place: 'r/x', shownAt: FRIDAY + DAY })],
  ],
])('%s is no evidence', (_, stories) => {
  expect(proposed(stories)).toBeUndefined();
});

test('a reply that lies further back does not hinder it, and is told', () => {
  const earlier = replied(1, { key: 'id:earlier', place: 'r/x', shownAt: FRIDAY - DAY });
  expect(proposed([earlier, ...ofPlace(10, 10)])).toMatchObject({ removes: { repliedTo: 1 } });
});

test('of two places the one with more evidence is proposed, and only that', () => {
  const more = ofPlace(9, 9).map((one) => ({ ...one, key: `${one.key}y`, place: 'r/y' }));
  expect(proposed([...ofPlace(6, 6), ...more])).toMatchObject({ place: 'r/y' });
});

test('a muted place is not proposed again', () => {
  expect(proposed(ofPlace(10, 10), [{ place: 'R/X', state: 'muted', at: FRIDAY }])).toBeUndefined();
});

test.each(['declined', 'undone'] as const)(
  'after it was %s a place is left alone for 30 days, then asked on new evidence alone',
  (state) => {
    const answers = [{ place: 'r/x', state, at: FRIDAY + DAY }];
    expect(proposed(ofPlace(10, 10), answers)).toBeUndefined();
    const later = FRIDAY + 31 * DAY;
    expect(proposed(ofPlace(10, 10), answers, later)).toBeUndefined();
    const again = ofPlace(5, 5).map((one) => ({ ...one, shownAt: one.shownAt + 20 * DAY }));
    expect(proposed(again, answers, later)).toMatchObject({ round: FRIDAY + DAY, dismissed: 5, of: 5 });
  },
);

test('leads without any decision on them are part of the last ten', () => {
  expect(
    proposed([
      ...ofPlace(6, 6),
      ...times(4, (i) => ({ key: `id:n${i}`, place: 'r/x', shownAt: FRIDAY + DAY })),
    ]),
  ).toBeUndefined();
  expect(
    proposed([...ofPlace(6, 6), story({ key: 'id:n', place: 'r/x', shownAt: FRIDAY + DAY })]),
  ).toMatchObject({ dismissed: 6, of: 7 });
});
