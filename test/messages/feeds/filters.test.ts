import { expect, test } from 'vitest';
import { type FeedFilters, filtersPage } from '../../../src/messages/feeds/feed-list.ts';
import { ACME } from '../cast.ts';
import { shownOf } from '../reading.ts';

const FILTERS: FeedFilters = {
  isMade: false,
  minScore: 60,
  maxAgeMs: 36 * 3_600_000,
  places: ['r/memes'],
  words: [],
  muted: [],
};

const told = (filters: Partial<FeedFilters>) =>
  shownOf(filtersPage(ACME, { ...FILTERS, ...filters }))
    .slice(2)
    .join('\n')
    .split('\n');

test('what a feed leaves out is told in the words of its form', () => {
  for (const isMade of [true, false])
    expect(told({ isMade })).toEqual([
      '• Only a score of 60 or more; leads without a score are shown too',
      '• Not older than 36 hours',
      '• Never from these places: r/memes',
      '• Never with these words: none',
      'No place is muted in this channel.',
    ]);
  expect(told({ minScore: undefined, maxAgeMs: undefined }).slice(0, 2)).toEqual([
    '• Any score',
    '• Any age',
  ]);
});
