import { describe, expect, test } from 'vitest';
import { listStillOpen, type OpenLead, openCount } from '../../src/rules/lead-digest.ts';
import { DAY, FRIDAY } from './cast.ts';

const open = (key: string, given: Partial<OpenLead> = {}): OpenLead => ({
  key,
  title: key,
  place: undefined,
  score: undefined,
  postedAt: undefined,
  firstSeenAt: FRIDAY - DAY,
  ...given,
});
const back = (leads: OpenLead[], filters = {}, average?: number) =>
  listStillOpen(leads, filters, average, FRIDAY).map(({ key }) => key);

describe('what comes back', () => {
  test('is what nobody took, in its order, with the day it was first seen', () => {
    expect(back([open('a'), open('b')])).toEqual(['a', 'b']);
    expect(listStillOpen([open('a')], {}, undefined, FRIDAY)).toMatchObject([{ firstSeenAt: FRIDAY - DAY }]);
  });

  test('is strong: not below the average, where there is one', () => {
    const leads = [
      open('above', { score: 60 }),
      open('at', { score: 58 }),
      open('below', { score: 57 }),
      open('none'),
    ];
    expect(back(leads, {}, 58)).toEqual(['above', 'at']);
    expect(back(leads)).toEqual(['above', 'at', 'below', 'none']);
  });

  test('is what the filters of today let through', () => {
    const leads = [open('old', { postedAt: FRIDAY - 9 * DAY }), open('fresh', { postedAt: FRIDAY - DAY })];
    expect(back(leads, { maxAgeMs: 3 * DAY })).toEqual(['fresh']);
  });

  test('is at any age what is open again: a snooze that ended is kept to', () => {
    const old = { postedAt: FRIDAY - 15 * DAY };
    const leads = [
      open('never touched', { ...old, state: { state: 'new' } }),
      open('snooze ended', { ...old, state: { state: 'new', since: FRIDAY } }),
      open('muted', { ...old, place: 'r/memes', state: { state: 'new', since: FRIDAY } }),
    ];
    expect(back(leads, { maxAgeMs: 14 * DAY, muted: ['r/memes'] })).toEqual(['snooze ended']);
  });

  test('is first what is open again, below the average too and however many', () => {
    const again = (key: string) => open(key, { score: 40, state: { state: 'new', since: FRIDAY } });
    expect(back([open('best', { score: 90 }), again('snooze ended')], {}, 58)).toEqual([
      'snooze ended',
      'best',
    ]);
    expect(back(Array.from({ length: 7 }, (_, i) => again(`${i}`)))).toHaveLength(7);
  });

  test('is never more than a handful', () => {
    expect(back(Array.from({ length: 20 }, (_, i) => open(`${i}`)))).toHaveLength(5);
  });
});

describe('what is counted as open', () => {
  const count = (leads: OpenLead[], backHere: OpenLead[] = [], filters = {}, fresh: OpenLead[] = []) =>
    openCount(leads, { fresh, back: backHere }, filters, FRIDAY);

  test('is all that nobody took, and each lead once', () => {
    expect(count([open('a'), open('b'), open('c')], [open('b')])).toBe(3);
    expect(count([open('a')], [open('given back')])).toBe(2);
  });

  test('is not what is new: that is counted beside it', () => {
    expect(count([open('a'), open('b')], [], {}, [open('b')])).toBe(1);
  });

  test('is not what the feed leaves out by now, as the list of open leads', () => {
    const leads = [
      open('old', { postedAt: FRIDAY - 9 * DAY }),
      open('muted', { place: 'r/memes' }),
      open('fell', { score: 40 }),
    ];
    const filters = { maxAgeMs: 3 * DAY, places: { never: ['r/memes'] }, minScore: 50 };
    expect(count(leads, [], filters)).toBe(0);
  });
});
