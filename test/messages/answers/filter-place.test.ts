import { expect, test } from 'vitest';
import { type FeedFilters, filterPlaceAnswer } from '../../../src/messages/answers/filter-place.ts';
import { ACME } from '../cast.ts';
import { wordsOf } from '../reading.ts';

const FILTERS: FeedFilters = {
  isMade: false,
  minScore: 60,
  maxAgeMs: 36 * 3_600_000,
  places: ['r/memes'],
  words: [],
  muted: [],
};

const told = (filters: Partial<FeedFilters>) =>
  wordsOf(filterPlaceAnswer(ACME, { ...FILTERS, ...filters }).blocks)
    .join('\n')
    .split('\n')
    .slice(1);

test('the filters of a feed of the file are told by its keys, since they are changed there', () => {
  expect(told({})).toEqual([
    '• min_score: 60; leads without a score are shown too',
    '• max_age: 36h',
    '• places, never: r/memes',
    '• words, never: none',
    '• muted in this channel: none',
  ]);
});

test('those of a feed that was made in Slack are told in the words of its form', () => {
  expect(told({ isMade: true })).toEqual([
    '• only from a score of 60 on; leads without a score are shown too',
    '• not older than 36 hours',
    '• never from these places: r/memes',
    '• never with these words: none',
    '• muted in this channel: none',
  ]);
  expect(told({ isMade: true, minScore: undefined, maxAgeMs: undefined }).slice(0, 2)).toEqual([
    '• from any score on',
    '• of any age',
  ]);
});
