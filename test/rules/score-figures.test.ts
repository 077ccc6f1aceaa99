/** The figures of the latest day beside the score. */
import { expect, test } from 'vitest';
import { scoreFigures } from '../../src/rules/score-figures.ts';
import type { DailyScore } from '../../src/visibility/assumed.ts';
import { dailyScore } from './cast.ts';

/** Fri 20 Nov, 09:00 in Berlin: the last complete day is the 19th. */
const NOW = Date.parse('2026-11-20T08:00:00Z');
const day = (of: number, given: Partial<DailyScore>) => dailyScore({ date: `2026-11-${of}`, ...given });
const read = (rows: DailyScore[], moved: Parameters<typeof scoreFigures>[3] = []) =>
  scoreFigures(rows, 'Europe/Berlin', NOW, moved);

test('are of the whole, of engines and of regions, with the change since the day before', () => {
  const rows = [
    day(18, { score: 50, mentionRate: 0.4 }),
    day(19, { score: 52, mentionRate: 0.5, sentiment: 0.25, answers: 4 }),
    day(18, { score: 60, engine: 'Gemini' }),
    day(19, { score: 61, averageRank: 2, engine: 'Gemini' }),
    day(19, { score: 40, region: 'France' }),
    day(19, { score: 30, region: 'France', engine: 'Gemini' }),
    day(20, { score: 99, mentionRate: 0.9 }),
  ];
  const date = '2026-11-19';
  expect(read(rows)).toMatchObject({
    day: date,
    since: '2026-11-18',
    whole: {
      score: { value: 52, date, change: 2 },
      mentionRate: { value: 0.5, date, change: expect.closeTo(0.1) },
      sentiment: { value: 0.25, date },
    },
    parts: [
      {
        of: 'engine',
        name: 'Gemini',
        figures: { score: { value: 61, date, change: 1 }, averageRank: { value: 2, date } },
      },
      { of: 'region', name: 'France', figures: { score: { value: 40, date } } },
    ],
    rates: [0.4, 0.5],
  });
  expect(read(rows)?.whole.sentiment).not.toHaveProperty('change');
});

test('keep their own day where they are late, without a change, and go once that is long ago', () => {
  const late = (engine: string, of: number) => [of - 1, of].map((on) => day(on, { score: 1, engine }));
  const rows = [day(19, { score: 52 }), ...late('Gemini', 17), ...late('Claude', 11)];
  const parts = read(rows)?.parts;
  expect(parts).toEqual([
    { of: 'engine', name: 'Gemini', figures: { score: { value: 1, date: '2026-11-17' } } },
  ]);
});

test('have no change between days that measured something else, but an engine’s where only engines came', () => {
  const rows = [18, 19].flatMap((of) => [
    day(of, { score: of }),
    day(of, { score: of, engine: 'Gemini' }),
    day(of, { score: of, region: 'France' }),
  ]);
  const changes = (found: ReturnType<typeof read>) =>
    [found?.whole, ...(found?.parts ?? []).map(({ figures }) => figures)].map((one) => one?.score?.change);
  expect(changes(read(rows))).toEqual([1, 1, 1]);
  const came = { day: '2026-11-19', came: ['a'], went: [] };
  expect(changes(read(rows, [{ ...came, of: 'prompts' }]))).toEqual([undefined, undefined, undefined]);
  expect(changes(read([...rows, day(19, { score: 3, engine: 'Claude' })]))).toEqual([
    undefined,
    1,
    undefined,
    undefined,
  ]);
});

test('are none where no day is complete', () => {
  expect(read([day(20, { score: 50 })])).toBeUndefined();
});
