import { describe, expect, test } from 'vitest';
import { daysBefore } from '../../src/rules/calendar.ts';
import { makeRecapScore, type Spans } from '../../src/rules/recap.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { dailyScore } from './cast.ts';

const at = (day: string) => Date.parse(`${day}T08:00:00Z`);
const WEEK: Spans = {
  before: at('2026-11-09'),
  from: at('2026-11-16'),
  to: at('2026-11-23'),
  isMonth: false,
  timezone: 'Europe/Berlin',
};
const OCTOBER: Spans = {
  before: at('2026-09-01'),
  from: at('2026-10-01'),
  to: at('2026-11-01'),
  isMonth: true,
  timezone: 'Europe/Berlin',
};

/** `many` days to `last`, each of which has this figure. */
const days = (last: string, many: number, figure: (day: string) => number | undefined): DailyScore[] =>
  Array.from({ length: many }, (_, i) => daysBefore(last, many - 1 - i)).map((date) =>
    dailyScore({ date, score: figure(date) }),
  );
const scoreOf = (
  rows: readonly DailyScore[],
  spans = WEEK,
  moved: Parameters<typeof makeRecapScore>[1] = [],
) => makeRecapScore(rows, moved, spans);

describe('the score of a week', () => {
  const figures = (day: string) => (day < '2026-11-16' ? 60 : 52);

  test('is the average of its complete days, like its rivals’, beside that of the week before', () => {
    // The day on which the recap comes isn't over.
    const rows = days('2026-11-23', 90, (day) => (day < '2026-11-21' ? figures(day) : 38));
    expect(scoreOf(rows)).toMatchObject({
      day: '2026-11-22',
      score: 48,
      last: 38,
      isAverage: true,
      before: { day: '2026-11-15', score: 60 },
    });
  });

  test('is an average, as its chart shows, where prompts came in the middle of the week before', () => {
    // The last days alone say it rose, though the week was worse.
    const rows = days('2026-11-22', 90, (day) =>
      day === '2026-11-22' ? 61 : day === '2026-11-15' ? 58 : figures(day),
    );
    const prompts = [{ day: '2026-11-12', of: 'prompts' as const, came: ['best crm'], went: [] }];
    const score = scoreOf(rows, WEEK, prompts);
    expect(score).toMatchObject({ isAverage: true, last: 61, measured: prompts });
    expect(score?.score).toBeLessThan(score?.before?.score ?? 0);
  });

  test('has eight weeks of days, with gaps where a day has no figure', () => {
    const series = scoreOf(days('2026-11-22', 90, (day) => (day === '2026-11-01' ? undefined : 60)))?.series;
    expect(series).toHaveLength(56);
    expect(series?.[0]?.date).toBe('2026-09-28');
    expect(series?.find(({ date }) => date === '2026-11-01')).toEqual({ date: '2026-11-01', score: null });
  });

  test('takes a day near to the one that is missing, and compares with none further off', () => {
    const without = (...missing: string[]) =>
      scoreOf(days('2026-11-22', 90, (day) => (missing.includes(day) ? undefined : 60)))?.before?.day;
    expect(without('2026-11-15')).toBe('2026-11-14');
    expect(without('2026-11-15', '2026-11-14', '2026-11-13')).toBeUndefined();
  });

  test('is none where the API’s figures ended before it, or never were', () => {
    expect(scoreOf(days('2026-11-10', 90, figures))).toBeUndefined();
    expect(scoreOf([])).toBeUndefined();
  });

  test('names what came and went in the two weeks, and nothing that was earlier', () => {
    const prompts = (day: string) => [{ day, of: 'prompts' as const, came: ['x'], went: [] }];
    const rows = days('2026-11-22', 90, figures);
    expect(scoreOf(rows, WEEK, prompts('2026-11-18'))?.measured).toEqual(prompts('2026-11-18'));
    expect(scoreOf(rows, WEEK, prompts('2026-11-09'))?.measured).toBeUndefined();
  });

  describe('across a change', () => {
    const added = [{ day: '2026-11-18', of: 'prompts' as const, came: ['x'], went: [] }];
    const rows = days('2026-11-22', 90, figures);
    const prompt = (id: string, from: string, figure: (day: string) => number) => {
      const rows = days('2026-11-22', 30, figure).filter(({ date = '' }) => date >= from);
      return { id, text: id, rows };
    };

    test('is compared on the prompts measured both times', () => {
      const prompts = [
        prompt('a', '2026-11-01', (day) => (day < '2026-11-16' ? 60 : 62)),
        prompt('b', '2026-11-01', (day) => (day < '2026-11-16' ? 50 : 50)),
        prompt('new', '2026-11-18', () => 5),
      ];
      expect(makeRecapScore(rows, added, WEEK, prompts)?.shared).toEqual({
        of: 'prompts',
        parts: 2,
        before: 55,
        after: 56,
      });
    });

    test('is compared on the engines measured both times', () => {
      const of = (engine: string, from: string, score: number) =>
        days('2026-11-22', 30, () => score)
          .filter(({ date = '' }) => date >= from)
          .map((row) => ({ ...row, engine, engineId: engine }));
      const all = [...rows, ...of('Claude', '2026-11-01', 70), ...of('Gemini', '2026-11-18', 10)];
      expect(makeRecapScore(all, [], WEEK)).toMatchObject({
        measured: [{ of: 'engines', came: ['Gemini'], day: '2026-11-18' }],
        shared: { of: 'engines', parts: 1, before: 70, after: 70 },
      });
    });

    test('has a like for like of the prompts that weren’t reworded, and none if nothing of them is known', () => {
      const reworded = [{ ...added[0], came: [], reworded: ['b'] } as (typeof added)[0]];
      const [same, other] = [prompt('a', '2026-11-01', () => 60), prompt('b', '2026-11-01', () => 90)];
      expect(makeRecapScore(rows, reworded, WEEK, [same, other])?.shared).toMatchObject({
        parts: 1,
        after: 60,
      });
      expect(makeRecapScore(rows, reworded, WEEK, [same])?.shared).toBeUndefined();
      expect(makeRecapScore(rows, added, WEEK)?.shared).toBeUndefined();
    });

    test('keeps changes apart that only its chart shows', () => {
      const october = [{ ...added[0], day: '2026-10-10' } as (typeof added)[0]];
      expect(makeRecapScore(rows, october, WEEK)).toMatchObject({ earlier: october });
      expect(makeRecapScore(rows, october, WEEK)?.measured).toBeUndefined();
    });
  });

  test('is compared with none on another scale', () => {
    const rows = days('2026-11-22', 90, (day) => (day < '2026-11-16' ? 60 : 0.6));
    expect(scoreOf(rows)).toMatchObject({ score: 0.6, before: undefined });
  });
});

describe('the score of a month', () => {
  const figures = (day: string) => (day < '2026-10-01' ? 58 : day < '2026-10-16' ? 50 : 60);

  test('is the average of its days, beside that of the month before', () => {
    expect(scoreOf(days('2026-11-01', 90, figures), OCTOBER)).toMatchObject({
      day: '2026-10-31',
      score: (15 * 50 + 16 * 60) / 31,
      isAverage: true,
      before: { day: '2026-09-30', score: 58 },
    });
  });

  test('has the days of the month', () => {
    const series = scoreOf(days('2026-11-01', 90, figures), OCTOBER)?.series ?? [];
    expect([series.length, series[0]?.date, series.at(-1)?.date]).toEqual([31, '2026-10-01', '2026-10-31']);
  });

  test('is no average of a few of its days', () => {
    const few = scoreOf(days('2026-11-01', 12, figures), OCTOBER);
    expect(few).toMatchObject({ day: '2026-10-31', score: 60, before: undefined });
    expect(few?.isAverage).toBeUndefined();
    const first = scoreOf(days('2026-11-01', 40, figures), OCTOBER);
    expect(first).toMatchObject({ isAverage: true, before: undefined });
  });
});
