import { describe, expect, test } from 'vitest';
import type { LeadStory } from '../../src/decision.ts';
import { countFigures, decideRecap, recapHistoryStart } from '../../src/rules/recap.ts';
import { ACME, DAY, FRIDAY, HOUR } from './cast.ts';
import { replied, story } from './stories.ts';

const FEED = {
  project: ACME,
  subscription: 'recap:acme',
  timezone: 'Europe/Berlin',
  schedule: 'Fridays 16:00',
  byPerson: false,
};
const WEEK = { from: FRIDAY, to: FRIDAY + 7 * DAY };
const recapOf = (stories: LeadStory[], feed = FEED) => decideRecap(stories, feed, WEEK);

describe('what became of the leads of a week', () => {
  test('is counted of those shown in it; a reply to an earlier one is named apart', () => {
    const recap = recapOf([
      story({ state: 'claimed', by: 'U0ANA', claims: [{ by: 'U0ANA', at: FRIDAY }] }),
      replied(2),
      story({ state: 'dismissed', dismissReason: 'off_topic' }),
      story({}),
      replied(30, { shownAt: FRIDAY - DAY }),
      story({ shownAt: WEEK.to }),
    ]);
    expect(recap).toMatchObject({
      shown: 4,
      claimed: 2,
      replied: 1,
      acted: 2,
      dismissed: 1,
      repliedEarlier: 1,
    });
  });

  test('a claim that was given back was one, but nobody acts on the lead any more', () => {
    const claims = [{ by: 'U0ANA', at: FRIDAY }];
    expect(recapOf([story({ claims })])).toMatchObject({ claimed: 1, acted: 0 });
  });

  test.each([
    ['holds it', { state: 'claimed', by: 'U0BEN' }, 1],
    ['replied', { state: 'replied', by: 'U0BEN', repliedAt: FRIDAY + HOUR }, 1],
    ['declined it', { state: 'new', by: 'U0BEN' }, 0],
    ['dismissed it', { state: 'dismissed', by: 'U0BEN' }, 0],
  ] as const)('a lead that a colleague gave somebody is claimed by them where they %s', (_, now, claimed) => {
    const given = story({ ...now, claims: [{ by: 'U0BEN', at: FRIDAY, given: true }] });
    expect(countFigures('U0BEN', [given], WEEK)).toMatchObject({ claimed });
    expect(recapOf([given], { ...FEED, byPerson: true })).toMatchObject({
      claimed,
      byPerson: claimed === 0 ? [] : [{ person: 'U0BEN', claimed }],
    });
  });

  test('one that was handed on is of who took it and of who has it now, not of who passed it on', () => {
    const claims = [
      { by: 'U0ANA', at: FRIDAY },
      { by: 'U0BEN', at: FRIDAY + 1, given: true },
      { by: 'U0CEM', at: FRIDAY + 2, given: true },
    ];
    const stories = [story({ state: 'claimed', by: 'U0CEM', claims })];
    const ofAll = ['U0ANA', 'U0BEN', 'U0CEM'].map((person) => countFigures(person, stories, WEEK));
    expect(ofAll.map(({ claimed }) => claimed)).toEqual([1, 0, 1]);
    expect(recapOf(stories)).toMatchObject({ claimed: 1 });
  });

  test('a reply to what a colleague was given is of who replied', () => {
    const claims = [{ by: 'U0BEN', at: FRIDAY, given: true }];
    const stories = [replied(1, { by: 'U0ANA', claims })];
    expect(countFigures('U0ANA', stories, WEEK)).toMatchObject({ claimed: 1, replied: 1 });
    expect(countFigures('U0BEN', stories, WEEK)).toMatchObject({ claimed: 0, replied: 0 });
  });

  test('the median time to reply is of every reply in the week, also to earlier leads', () => {
    const replies = [replied(1), replied(3), replied(26, { shownAt: FRIDAY - DAY })];
    expect(recapOf(replies).medianReplyMs).toBe(3 * HOUR);
    expect(recapOf([replied(1), replied(3)]).medianReplyMs).toBe(2 * HOUR);
    expect(recapOf([replied(1), story({})]).medianReplyMs).toBeUndefined();
  });

  test('threads that engines cite are counted, and outcomes', () => {
    const recap = recapOf([
      story({ citedBy: [] }),
      replied(1, { citedBy: ['ChatGPT'], outcome: 'helpful' }),
      replied(1, { outcome: 'removed' }),
    ]);
    expect(recap).toMatchObject({ cited: 2, outcomes: { helpful: 1, removed: 1 } });
  });

  test('of nothing is a recap too', () => {
    expect(recapOf([])).toMatchObject({ shown: 0, weeks: [] });
  });
});

describe('something to forward', () => {
  test('what the span before brought stands beside it', () => {
    const before = [story({ shownAt: FRIDAY - DAY }), replied(1, { shownAt: FRIDAY - 2 * DAY })];
    const weeks = { ...WEEK, before: FRIDAY - 7 * DAY };
    expect(decideRecap(before, FEED, weeks).before).toEqual({ shown: 2, replied: 1 });
    expect(decideRecap([story({})], FEED, weeks).before).toBeUndefined();
  });

  test('the best answered lead is the one with the best score; who answered is named where people are', () => {
    const replies = [
      replied(1, { score: 70 }),
      replied(1, { key: 'id:best', score: 91 }),
      replied(1, { score: undefined }),
      story({ score: 99 }),
    ];
    expect(recapOf(replies).best).toMatchObject({ lead: { key: 'id:best', score: 91 } });
    expect(recapOf(replies).best).not.toHaveProperty('by');
    expect(recapOf(replies, { ...FEED, byPerson: true }).best?.by).toBe('U0ANA');
    expect(recapOf([replied(1)]).best).toBeUndefined();
    // A moderator took the best one away.
    const gone = replied(1, { key: 'id:gone', score: 99, outcome: 'removed' });
    expect(recapOf([gone, ...replies]).best).toMatchObject({ lead: { key: 'id:best' } });
    expect(recapOf([gone]).best).toBeUndefined();
  });

  test.each([
    [[91, 88, 76], { many: 1, atLeast: 90 }],
    [[89, 80, 79], { many: 2, atLeast: 80 }],
    [[100], { many: 1, atLeast: 100 }],
    [[0.91, 0.9, 0.89], { many: 2, atLeast: 0.9 }],
    [[0.07], { many: 1, atLeast: 0.07 }],
    [[0, 0], undefined],
  ])('of open leads with scores %j the best are next', (open, leads) => {
    expect(decideRecap([replied(1, { score: 99 })], FEED, WEEK, { open }).next?.leads).toEqual(leads);
  });

  test('a month is named by the day on which it began, where its schedule is one of months', () => {
    const month = { from: Date.parse('2026-10-31T23:00:00Z'), to: FRIDAY };
    expect(decideRecap([], FEED, { ...month, isMonth: true }).month).toBe('2026-11-01');
    expect(recapOf([])).not.toHaveProperty('month');
  });
});

describe('people', () => {
  const stories = [
    replied(2),
    replied(4),
    replied(1, { by: 'U0BEN' }),
    story({
      state: 'claimed',
      by: 'U0CEM',
      claims: [{ by: 'U0CEM', at: FRIDAY }],
    }),
  ];

  test('are not named unless the feed asks for it', () => {
    expect(recapOf(stories)).not.toHaveProperty('byPerson');
  });

  test('are named where it does, who replied most first', () => {
    expect(recapOf(stories, { ...FEED, byPerson: true }).byPerson).toEqual([
      { person: 'U0ANA', claimed: 2, replied: 2, medianReplyMs: 3 * HOUR },
      { person: 'U0BEN', claimed: 1, replied: 1, medianReplyMs: undefined },
      { person: 'U0CEM', claimed: 1, replied: 0, medianReplyMs: undefined },
    ]);
  });

  test('count as the recap does: a claim is one, also where a colleague gave it back or replied instead', () => {
    const claims = [{ by: 'U0ANA', at: FRIDAY }];
    const both = [
      replied(1, { by: 'U0BEN', claims }),
      story({ state: 'new', claims }),
      replied(1, { by: 'U0CEM', claims: [] }),
    ];
    expect(recapOf(both)).toMatchObject({ claimed: 3, replied: 2 });
    const ofAll = ['U0ANA', 'U0BEN', 'U0CEM'].map((person) => countFigures(person, both, WEEK));
    expect(ofAll.map(({ claimed, replied }) => [claimed, replied])).toEqual([
      [2, 0],
      [0, 1],
      [1, 1],
    ]);
  });

  test('see their own figures, and of somebody who did nothing these are zero', () => {
    expect(countFigures('U0BEN', stories, WEEK)).toMatchObject({ claimed: 1, replied: 1 });
    expect(countFigures('U0NOBODY', stories, WEEK)).toMatchObject({ claimed: 0, replied: 0 });
  });
});

test('the weeks of the chart end with the recap and begin with the first that has leads', () => {
  const recap = recapOf([story({ shownAt: FRIDAY - 7 * DAY }), replied(1), story({ key: 'id:2' })]);
  expect(recap.weeks).toEqual([
    { name: '2026-11-13', shown: 1, claimed: 0, replied: 0 },
    { name: '2026-11-20', shown: 2, claimed: 1, replied: 1 },
  ]);
  expect(recapHistoryStart(WEEK)).toBe(FRIDAY - 49 * DAY);
});
