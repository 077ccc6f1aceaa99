import { describe, expect, it, test } from 'vitest';
import {
  nameTheEnd,
  nameThePart,
  nameThePlace,
  nameTheRival,
  pointsBack,
  readPlaceInList,
} from '../../src/ask/handles.ts';

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

test.each([
  'how did we do this week',
  'how many leads did we dismiss this week',
  'which leads are cited',
  'the sites that engines cite',
])('%s stands on its own', (text) => {
  expect(pointsBack(text)).toBe(false);
});

describe('the end of a list by its name', () => {
  it.each<[string, 'best' | 'worst', string]>([
    ['show me the answers to the worst one', 'worst', 'show me the answers to the first one'],
    ['why is our best one so good', 'best', 'why is the first one so good'],
    // Whatever else it may mean isn't the first of that list.
    ['show me the worst one', 'best', 'show me the worst one'],
    ['the worst engine', 'worst', 'the worst engine'],
    ['show answers for the worst', 'worst', 'show answers for the first one'],
    ['which is the worst', 'worst', 'which is the worst'],
  ])('“%s”, of a list with the %s first', (said, order, meant) => {
    expect(nameTheEnd(said, order)).toBe(meant);
  });
});

it('keeps what a name has of its own, whatever it means elsewhere', () => {
  expect(nameThePart('how are we on it?', { topic: 'plans under $100' })).toBe(
    'how are we on plans under $100?',
  );
  expect(nameThePart('that prompt', { prompt: 'best $& plan' })).toBe('for “best $& plan”');
  expect(nameTheRival('do we beat them?', 'A$$AP')).toBe('do we beat A$$AP?');
});

describe('a rival that was just compared', () => {
  it.each([
    ['on which topics do we beat them?', 'on which topics do we beat Globex?'],
    ['are they ahead in Germany?', 'are Globex ahead in Germany?'],
    ['are we closing the gap?', 'are we closing the gap to Globex?'],
    ['and theirs?', 'and Globex’s?'],
  ])('is meant by “%s”', (said, meant) => {
    expect(nameTheRival(said, 'Globex')).toBe(meant);
  });

  it.each(['what do they say about us?', 'do they still recommend us?', 'the gap to Hooli'])(
    'isn’t meant by “%s”',
    (said) => {
      expect(nameTheRival(said, 'Globex')).toBe(said);
    },
  );
});

describe('the prompt and the topic of the question before', () => {
  const before = { prompt: 'best crm', topic: 'pricing' };
  it.each([
    ['show me the score for that prompt', 'show me the score for “best crm”'],
    ['who wins that one', 'who wins for “best crm”'],
    ['who leads on it?', 'who leads on pricing?'],
    ['is it over?', 'is it over?'],
  ])('are meant by “%s”', (said, meant) => {
    expect(nameThePart(said, before)).toBe(meant);
  });
});
