/** A source that answers cite no more: named where that is more than chance, and the list says so of whole days. */

import { describe, expect, test } from 'vitest';
import { findSourceLoss } from '../../src/rules/alert-why.ts';
import { parseAnswer } from '../visibility/reading.ts';
import { daysAgo } from './cast.ts';

const days = { previousDay: daysAgo(1), day: daysAgo(0) };

/** So many answers of a day, of which the first ones cite the guide and all cite the wiki. */
const cited = (ago: number, answers: number, guide: number, engine = 'Gemini') =>
  Array.from({ length: answers }, (_, i) => {
    const one = { response_id: `${ago}-${engine}-${i}`, engine, created_at: `${daysAgo(ago)}T08:00:00Z` };
    const wiki = { ...one, domain: 'wiki.example' };
    return i < guide ? [wiki, { ...one, domain: 'guide.example' }] : [wiki];
  }).flat();
const lossIn = (...rows: object[][]) => findSourceLoss(parseAnswer('citations', rows.flat()), days);
const older = cited(2, 1, 0);

describe('a source', () => {
  test('that answers cite no more is named, with how many did the day before', () => {
    expect(lossIn(cited(0, 60, 0), cited(1, 60, 25), older)).toEqual({
      domain: 'guide.example',
      before: 25,
      after: 0,
    });
  });

  test('that is cited about as often, more often, or in fewer answers on a day of fewer is none', () => {
    expect(lossIn(cited(0, 60, 20), cited(1, 60, 25), older)).toBeUndefined();
    expect(lossIn(cited(0, 60, 40), cited(1, 60, 25), older)).toBeUndefined();
    expect(lossIn(cited(0, 20, 8), cited(1, 60, 25), older)).toBeUndefined();
  });

  test('of few answers is no more than chance', () => {
    expect(lossIn(cited(0, 6, 0), cited(1, 6, 2), older)).toBeUndefined();
  });

  test('that only the day before cited so often was not lost: its usual share of a week counts', () => {
    const week = [2, 3, 4, 5, 6, 7].map((ago) => cited(ago, 60, 1));
    expect(lossIn(cited(0, 60, 1), cited(1, 60, 6), ...week, cited(8, 1, 0))).toBeUndefined();
  });

  test('is not told by a list that ends within the days, nor by one that names no answers', () => {
    expect(lossIn(cited(0, 60, 0), cited(1, 60, 25))).toBeUndefined();
    const nameless = [...cited(0, 60, 0), ...cited(1, 60, 25), ...older].map(
      ({ response_id: _, ...one }) => one,
    );
    expect(lossIn(nameless)).toBeUndefined();
  });

  test('of another engine than the one that leads says nothing', () => {
    const rows = [cited(0, 60, 0, 'Claude'), cited(1, 60, 25, 'Claude'), older].flat();
    expect(
      findSourceLoss(parseAnswer('citations', rows), { ...days, engine: { id: 'g', name: 'Gemini' } }),
    ).toBeUndefined();
  });
});
