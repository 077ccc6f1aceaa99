import { expect, test } from 'vitest';
import { nameThePlace, pointsBack, readPlaceInList } from '../../src/ask/place-in-list.ts';

test.each([
  ['the second one', { place: { at: 1 }, alone: true }],
  ['#2', { place: { at: 1 }, alone: true }],
  ['Number two, please', { place: { at: 1 }, alone: true }],
  ['why the 3rd lead?', { place: { at: 2 }, alone: true }],
  ['what’s the first thread about', { place: { at: 0 }, alone: true }],
  ['the last one', { place: { at: -1 }, alone: true }],
  ['who has the last lead?', { place: { at: -1 }, alone: false }],
  ['last week', undefined],
  ['#0', undefined],
  ['who has the tenth one?', { place: { at: 9 }, alone: false }],
  ['who comes second on Gemini', undefined],
  ['the one', undefined],
  ['80', undefined],
  ['next one', { place: { step: 1 }, alone: true }],
  ['and the next lead, please', { place: { step: 1 }, alone: true }],
  ['the one after that', { place: { step: 1 }, alone: true }],
  ['previous one', { place: { step: -1 }, alone: true }],
  ['show me the one before that', { place: { step: -1 }, alone: true }],
  ['what happens next', undefined],
  ['when is the next digest', undefined],
  ['next week', undefined],
])('%s', (text, place) => {
  expect(readPlaceInList(text)).toEqual(place);
});

test.each([
  ['compare us with the second one', 'compare us with Globex'],
  ['why did the 2nd rival gain?', 'why did Globex gain?'],
  ['is number 2 better than us', 'is Globex better than us'],
])('%s, where it is of Globex', (text, named) => {
  expect(nameThePlace(text, 'Globex')).toBe(named);
});

test('a topic’s place is not a lead’s', () => {
  expect(readPlaceInList('why did the second topic drop')).toBeUndefined();
  expect(readPlaceInList('why did the second topic drop', 'names')).toEqual({
    place: { at: 1 },
    alone: false,
  });
});

test.each([
  'open it',
  'who is that',
  'assign it to Ben',
  'claim that one',
  'is this lead cited?',
  'snooze the thread until Monday',
])('%s is about what was opened before', (text) => {
  expect(pointsBack(text)).toBe(true);
});

test.each(['how did we do this week', 'which leads are cited', 'the sites that engines cite'])(
  '%s stands on its own',
  (text) => {
    expect(pointsBack(text)).toBe(false);
  },
);
