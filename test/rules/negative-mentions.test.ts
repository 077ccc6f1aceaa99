/** When negative mentions rise: against the project's own days, never while these are few. */
import { expect, test } from 'vitest';
import type { ToneFigures } from '../../src/decision.ts';
import { daysBefore } from '../../src/rules/calendar.ts';
import { computeUpperTail, findToneTurns } from '../../src/rules/mention-turns.ts';

const FIRST = '2026-11-01';
const date = (day: number) => daysBefore(FIRST, -day);
const days = (...negative: number[]): ToneFigures[] =>
  negative.map((many, day) => ({ day: date(day), negative: many, of: many < 0 ? 0 : 94 }));
const turns = (figures: readonly ToneFigures[], breaks: readonly string[] = []) =>
  findToneTurns(figures, { breaks }).map(({ kind, day }) => `${kind} ${day}`);
const WEEK = [6, 5, 8, 3, 6, 10, 4];

test('a day far beyond a week of its own days is told, with what is usual', () => {
  const [rise] = findToneTurns(days(...WEEK, 24), { breaks: [] });
  expect(rise).toMatchObject({ kind: 'rose', day: date(7) });
  expect(rise?.usual).toBeCloseTo(42 / 658, 2);
});

test('nothing is told while fewer days are known, or of days that these explain', () => {
  expect(turns(days(...WEEK.slice(1), 24))).toEqual([]);
  expect(turns(days(...WEEK, 14))).toEqual([]);
  expect(turns(days(2, 20, 3, 22, 4, 25, 1, 24))).toEqual([]);
});

test('nor of few mentions, where none was negative before', () => {
  expect(turns(days(0, 0, 0, 0, 0, 0, 0, 4))).toEqual([]);
  expect(turns(days(0, 0, 0, 0, 0, 0, 0, 6))).toEqual([`rose ${date(7)}`]);
});

test('it is over after three usual days, and what stays for four weeks is no news', () => {
  expect(turns(days(...WEEK, 24, 5, 6))).toEqual([`rose ${date(7)}`]);
  expect(turns(days(...WEEK, 24, 5, 6, 20, 4, 6, 7))).toEqual([`rose ${date(7)}`, `as_usual ${date(13)}`]);
  const long = Array.from({ length: 40 }, () => 24);
  expect(turns(days(...WEEK, ...long))).toEqual([`rose ${date(7)}`, `stays ${date(35)}`]);
});

test('what is usual is learned anew where something else is measured', () => {
  expect(turns(days(...WEEK, 24), [date(3)])).toEqual([]);
});

test('days without a mention say nothing', () => {
  expect(turns(days(...WEEK.slice(1), -1, 24))).toEqual([]);
});

test('the chance of so many or more is that of a binomial', () => {
  expect(computeUpperTail(0, 10, 0.3)).toBeCloseTo(1);
  expect(computeUpperTail(2, 3, 0.5)).toBeCloseTo(0.5);
  expect(computeUpperTail(10, 10, 0.5)).toBeCloseTo(2 ** -10);
});
