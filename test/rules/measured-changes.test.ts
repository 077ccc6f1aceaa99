import { expect, test } from 'vitest';
import { findMeasuredChanges, findSetChanges, type SetWrite } from '../../src/rules/measured-changes.ts';
import { dailyScore, daysAgo } from './cast.ts';

const on = (engine: string, days: readonly number[]) =>
  days.map((ago) => dailyScore({ date: daysAgo(ago), score: 50, engine }));

test('an engine that came between two days is named with its first day', () => {
  const scores = [...on('Gemini', [0, 1, 2, 3]), ...on('Copilot', [0, 1])];
  expect(findMeasuredChanges(scores, [], daysAgo(3), daysAgo(0))).toEqual([
    { day: daysAgo(1), of: 'engines', came: ['Copilot'], went: [] },
  ]);
});

test('one that was missing only in between changes nothing between both', () => {
  const scores = [...on('Gemini', [0, 1, 2, 3]), ...on('Copilot', [0, 3])];
  expect(findMeasuredChanges(scores, [], daysAgo(3), daysAgo(0))).toEqual([]);
});

test('a region that went is told as one; where no day names any, nothing is', () => {
  const scores = [
    ...[0, 1].map((ago) => dailyScore({ date: daysAgo(ago), score: 50, region: 'Germany' })),
    dailyScore({ date: daysAgo(1), score: 50, region: 'France' }),
  ];
  expect(findMeasuredChanges(scores, [], daysAgo(1), daysAgo(0))).toMatchObject([
    { of: 'regions', came: [], went: ['France'] },
  ]);
  expect(findMeasuredChanges([], [], daysAgo(1), daysAgo(0))).toEqual([]);
});

test('by engine and region alone, an engine that is nowhere is told by its name', () => {
  const cell = (ago: number, engine: string, region: string) =>
    dailyScore({ date: daysAgo(ago), score: 50, engine, region });
  const before = ['Gemini', 'Claude'].flatMap((engine) =>
    ['France', 'Spain'].map((region) => cell(1, engine, region)),
  );
  const now = [cell(0, 'Gemini', 'France'), cell(0, 'Gemini', 'Spain')];
  const between = (rows: ReturnType<typeof cell>[]) =>
    findMeasuredChanges([...before, ...rows], [], daysAgo(1), daysAgo(0));
  expect(between(now)).toEqual([{ day: daysAgo(0), of: 'engines', came: [], went: ['Claude'] }]);
  expect(between([...now, cell(0, 'Claude', 'France'), cell(0, 'Claude', 'Spain')])).toEqual([]);
});

/** Regions that somebody set, at noon so many days ago. */
const set = (ago: number, names: string[], was?: string[]): SetWrite => ({
  of: 'regions',
  at: Date.parse(`${daysAgo(ago)}T12:00:00Z`),
  names,
  ...(was && { was }),
});
const since = (ago: number, written: readonly SetWrite[]) =>
  findMeasuredChanges([], findSetChanges(written, 'Europe/Berlin'), daysAgo(ago), daysAgo(0));

test('regions that somebody set are named from the next day on, where no figure is by region', () => {
  const written = [set(2, ['France'], ['Germany', 'Spain'])];
  const told = [{ day: daysAgo(1), of: 'regions', came: ['France'], went: ['Germany', 'Spain'] }];
  expect(since(2, written)).toEqual(told);
  expect(since(3, written)).toEqual(told);
  expect(since(1, written)).toEqual([]);
});

test('figures by region are believed where both days have them', () => {
  const byRegion = (region: string) =>
    [0, 1].map((ago) => dailyScore({ date: daysAgo(ago), score: 50, region }));
  const written = findSetChanges([set(1, ['France'], ['Germany'])], 'UTC');
  expect(findMeasuredChanges(byRegion('Germany'), written, daysAgo(1), daysAgo(0))).toEqual([]);
  const gone = byRegion('Germany').slice(1);
  expect(findMeasuredChanges(gone, written, daysAgo(1), daysAgo(0))).toMatchObject([{ came: ['France'] }]);
});

test('what was set twice on a day came once, and what was set back did not change', () => {
  const again = [set(1, ['France'], ['Germany']), set(1, ['Spain'], ['France'])];
  expect(since(1, again)).toMatchObject([{ came: ['Spain'], went: ['Germany'] }]);
  expect(since(1, [set(1, ['France'], ['Germany']), set(1, ['Germany'], ['France'])])).toEqual([]);
  const later = [set(3, ['France'], ['Germany']), set(1, ['Germany', 'Spain'], ['France'])];
  expect(since(3, later)).toEqual([{ day: daysAgo(0), of: 'regions', came: ['Spain'], went: [] }]);
  expect(since(3, [set(3, ['France'], ['Germany']), set(1, ['Germany'], ['France'])])).toEqual([]);
});

test('what nobody knows the former of is no list of newcomers: it is known by the set before, or only as set anew', () => {
  const anew = { day: daysAgo(0), of: 'regions', came: [], went: [] };
  expect(since(3, [set(1, ['France'])])).toEqual([anew]);
  expect(since(3, [set(3, ['France']), set(1, ['France', 'Spain'], ['France'])])).toEqual([anew]);
  expect(since(1, [set(3, ['France']), set(1, ['France', 'Spain'])])).toMatchObject([
    { came: ['Spain'], went: [] },
  ]);
});
