import { describe, expect, test } from 'vitest';
import { makeComparable } from '../../src/rules/measured-changes.ts';
import type { ScoreSeries } from '../../src/rules/score-series.ts';
import { pointsOf } from './score-days.ts';

type Figures = readonly (number | undefined)[];

const engine = (name: string, figures: Figures): ScoreSeries => ({
  key: `score:${name}:*`,
  metric: 'score',
  scope: { engine: { id: name, name } },
  points: pointsOf(figures),
});

/** The whole is the mean of the engines that have a figure. */
function linked(...engines: Figures[]) {
  const days = engines[0]?.length ?? 0;
  const whole = Array.from({ length: days }, (_, day) => {
    const measured = engines.flatMap((figures) => figures[day] ?? []);
    return measured.reduce((sum, figure) => sum + figure, 0) / measured.length;
  });
  const parts = engines.map((figures, i) => engine(`E${i}`, figures));
  return makeComparable(pointsOf(whole), [parts]);
}

test('as long as the same engines are measured, figures stay as they are', () => {
  const points = linked([60, 61, 62], [40, 41, 42]);
  expect(points.map(({ value }) => value)).toEqual([50, 51, 52]);
  expect(points.every(({ link, changes }) => link === 0 && changes === undefined)).toBe(true);
});

describe('an engine that is added', () => {
  const points = linked([60, 60, 60, 62], [undefined, undefined, 20, 20]);

  test('does not move the linked figure, and what the others do afterwards does', () => {
    expect(points.map(({ value }) => value)).toEqual([60, 60, 60, 61]);
    expect(points.map(({ value, link }) => value - link)).toEqual([60, 60, 40, 41]);
  });

  test('is told with the mean of what was there on both days', () => {
    const shared = { of: 'engines', before: 60, after: 60, parts: 1 };
    const change = { day: '1970-01-03', of: 'engines', came: ['E1'], went: [], shared };
    expect(points.map(({ changes }) => changes)).toEqual([undefined, undefined, [change], undefined]);
  });
});

test('an engine that fails for a day leaves no trace once it is back, and its return is no news', () => {
  const points = linked([60, 60, 60, 60], [20, 20, undefined, 20]);
  expect(points.map(({ value }) => value)).toEqual([40, 40, 40, 40]);
  expect(points.map(({ changes }) => changes !== undefined)).toEqual([false, false, true, false]);
});

test('a day on which no engine has a figure says nothing about what is measured', () => {
  const parts = [engine('A', [60, undefined, 60]), engine('B', [40, undefined, 40])];
  expect(makeComparable(pointsOf([50, 50, 50]), [parts]).every(({ changes }) => !changes)).toBe(true);
});

test('prompts that changed take their part of the move with them', () => {
  const shared = { of: 'prompts' as const, before: 50, after: 51, parts: 12 };
  const change = { day: '1970-01-03', of: 'prompts' as const, came: ['new'], went: [], shared };
  const points = makeComparable(pointsOf([50, 50, 62, 63]), [], [change]);
  expect(points.map(({ value }) => value)).toEqual([50, 50, 51, 52]);
  expect(points[2]?.changes).toEqual([change]);
});
