import { expect, test } from 'vitest';
import { readPlaceInList } from '../../src/ask/place-in-list.ts';

test.each([
  ['the second one', { at: 1, alone: true }],
  ['#2', { at: 1, alone: true }],
  ['Number two, please', { at: 1, alone: true }],
  ['why the 3rd lead?', { at: 2, alone: true }],
  ['what’s the first thread about', { at: 0, alone: true }],
  ['the last one', { at: -1, alone: true }],
  ['who has the last lead?', { at: -1, alone: false }],
  ['last week', undefined],
  ['#0', undefined],
  ['who has the tenth one?', { at: 9, alone: false }],
  ['who comes second on Gemini', undefined],
  ['the one', undefined],
  ['80', undefined],
])('%s', (text, place) => {
  expect(readPlaceInList(text)).toEqual(place);
});
