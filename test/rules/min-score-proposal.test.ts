import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LeadStory } from '../../src/decision.ts';
import { minScoreHistoryStart, proposeMinScore, type ScoringFeed } from '../../src/rules/lead-proposals.ts';
import { runs } from '../support/runs.ts';
import { DAY, FRIDAY } from './cast.ts';
import { replied, story } from './stories.ts';

const FEED: ScoringFeed = { feed: 'leads:acme' };
const NOW = FRIDAY + 10 * DAY;

const unused = (...scores: number[]) => scores.map((score) => story({ score }));
const answered = (...scores: number[]) => scores.map((score) => replied(1, { score }));
const proposed = (stories: readonly LeadStory[], feed: Partial<ScoringFeed> = {}, now = NOW) =>
  proposeMinScore(stories, [], { ...FEED, ...feed }, now);

const NOISE = unused(51, 52, 55, 58, 70, 75, 77);
const USED = answered(80, 82, 84, 85, 88, 90);

test('is the lowest that would have hidden half of what nobody used, and nothing that anybody answered', () => {
  expect(proposed([...NOISE, ...USED])).toMatchObject({ score: 59, hides: 4, of: 7 });
});

describe('is none', () => {
  test.each([
    ['where it would hide one that was answered', [...NOISE, ...USED, ...answered(55)]],
    [
      'where it would hide one that was claimed and given back',
      [...NOISE, ...USED, story({ score: 55, claims: [{ at: FRIDAY }] })],
    ],
    ['where it would hide one that is snoozed', [...NOISE, ...USED, story({ score: 55, state: 'snoozed' })]],
    ['of three leads, which nobody needs to decide on', [...unused(51, 52, 55), ...USED]],
    ['where hardly anything was answered', [...NOISE, ...answered(80, 82, 84, 85, 90)]],
    [
      'where half of the unused have no score',
      [...NOISE.slice(0, 4), ...Array.from({ length: 5 }, () => story({})), ...USED],
    ],
    ['where the API changed its scale meanwhile', [...NOISE, ...USED, ...unused(0.52)]],
  ] as const)('%s', (_, stories) => {
    expect(proposed(stories)).toBeUndefined();
  });

  test('where it would hide one that people took without a post', () => {
    expect(proposeMinScore([...NOISE, ...USED], [54], FEED, NOW)).toBeUndefined();
  });

  test('of what people had no time to take', () => {
    expect(proposed([...NOISE, ...USED], {}, FRIDAY + 2 * DAY)).toBeUndefined();
    expect(proposed([...NOISE, ...USED], {}, FRIDAY + 3 * DAY)).toBeDefined();
  });

  test('after people decided, until as much has come again', () => {
    expect(proposed([...NOISE, ...USED], { decidedAt: FRIDAY + 1 })).toBeUndefined();
    const again = NOISE.map((one) => ({ ...one, shownAt: FRIDAY + DAY }));
    expect(proposed([...again, ...USED], { decidedAt: FRIDAY + 1 })).toBeDefined();
  });
});

test('counts what was answered in the month, whenever it was shown, and nothing older', () => {
  const long = FRIDAY - 40 * DAY;
  const answeredLate = { ...story({ score: 55, state: 'replied', shownAt: long }), repliedAt: FRIDAY };
  expect(proposed([...NOISE, ...USED, answeredLate])).toBeUndefined();
  expect(proposed([...NOISE, ...USED, replied(1, { score: 55, shownAt: long })])).toBeDefined();
  expect(minScoreHistoryStart(NOW)).toBeLessThan(long);
});

test('names the days that it knows of: since the first lead or the last decision, a month at most', () => {
  const known = (from: number, decidedAt?: number) =>
    proposed([...NOISE, ...USED, story({ score: 81, shownAt: from })], { decidedAt })?.days;
  expect([known(FRIDAY), known(FRIDAY - 5 * DAY), known(FRIDAY - 40 * DAY)]).toEqual([10, 15, 30]);
  expect(known(FRIDAY - 5 * DAY, FRIDAY - DAY)).toBe(11);
});

test('speaks only of leads that pass the minimum there is', () => {
  expect(proposed([...NOISE, ...USED], { from: 55 })).toMatchObject({ score: 76, hides: 4, of: 5, from: 55 });
  expect(proposed([...NOISE, ...USED], { from: 70 })).toBeUndefined();
});

test('is written as people write scores, on the API’s own scale', () => {
  const share = (stories: LeadStory[]) =>
    stories.map((one) => ({ ...one, score: (one.score ?? 0) / 100 + 0.00123 }));
  expect(proposed(share([...NOISE, ...USED]))?.score).toBe(0.6);
  expect(proposed([...unused(58.11, 58.12, 58.13, 58.14, 58.31, 58.32), ...USED])?.score).toBe(58.2);
});

test('whatever the scores: it hides at least half of the unused, as many as it says, and nothing that was used', () => {
  const scores = (min: number, max: number) =>
    fc.array(fc.oneof(fc.integer({ min, max }), fc.double({ min, max, noNaN: true })), { maxLength: 14 });
  const from = fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined });
  let proposals = 0;
  fc.assert(
    fc.property(scores(2, 70), scores(40, 100), from, (idle, taken, minimum) => {
      const proposal = proposed([...unused(...idle), ...answered(...taken)], { from: minimum });
      if (!proposal) return;
      proposals += 1;
      const { score, hides, of } = proposal;
      const there = idle.filter((one) => minimum === undefined || one >= minimum);
      expect(there).toHaveLength(of);
      expect(there.filter((one) => one < score)).toHaveLength(hides);
      expect(2 * hides).toBeGreaterThanOrEqual(of);
      expect(hides).toBeGreaterThanOrEqual(4);
      expect(taken.every((one) => one >= score)).toBe(true);
      expect(score).toBeGreaterThan(minimum ?? -1);
    }),
    { seed: 3, numRuns: runs(2_000) },
  );
  expect(proposals).toBeGreaterThan(20);
});
