/** The brand against a rival: what may be subtracted, and what may not. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Side, SidePart } from '../../src/decision.ts';
import { gapOf, gapRows, isOfBrand, rivalComparison, sideOf, sideOfDays } from '../../src/rules/rival-gap.ts';
import { buildScoreSeries } from '../../src/rules/score-series.ts';
import { parseAnswer } from '../visibility/reading.ts';

const side = (given: Partial<Side>): Side => ({ engines: [], topics: [], ...given });

const figure = fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined });
const parts = fc.array(
  fc.record({
    name: fc.option(fc.constantFrom('Gemini', 'gemini ', 'ChatGPT', 'Claude', 'Copilot', ''), {
      nil: undefined,
    }),
    score: figure,
  }),
  { maxLength: 8 },
);
const plain = (name = '') => name.toLowerCase().trim();

describe('rows of gaps', () => {
  test('are sorted by gap, the worst for the brand first, and those without one last', () => {
    fc.assert(
      fc.property(parts, parts, (own, rival) => {
        const gaps = gapRows(own, rival, 'score').map(gapOf);
        const known = gaps.filter((gap) => gap !== undefined);
        expect(gaps.slice(0, known.length)).toEqual(known.toSorted((a, b) => a - b));
      }),
    );
  });

  test('have every figure of either side once, and both only where one name is one part on each side', () => {
    fc.assert(
      fc.property(parts, parts, (own, rival) => {
        const rows = gapRows(own, rival, 'score');
        const scores = (some: readonly SidePart[]) => some.flatMap(({ score }) => score ?? []).toSorted();
        expect(rows.flatMap((row) => row.own ?? []).toSorted()).toEqual(scores(own));
        expect(rows.flatMap((row) => row.rival ?? []).toSorted()).toEqual(scores(rival));
        for (const row of rows.filter((row) => gapOf(row) !== undefined)) {
          const mine = own.filter(({ name }) => plain(name) === plain(row.name));
          const theirs = rival.filter(({ name }) => plain(name) === plain(row.name));
          expect([mine.map(({ score }) => score), theirs.map(({ score }) => score)]).toEqual([
            [row.own],
            [row.rival],
          ]);
        }
      }),
    );
  });

  test('seen from the other side have the opposite gaps', () => {
    fc.assert(
      fc.property(parts, parts, (own, rival) => {
        const gaps = (rows: ReturnType<typeof gapRows>) => rows.flatMap((row) => gapOf(row) ?? []);
        const there = gaps(gapRows(own, rival, 'score'));
        const back = gaps(gapRows(rival, own, 'score'));
        expect(back.map((gap) => 0 - gap).toSorted((a, b) => a - b)).toEqual(there);
      }),
    );
  });
});

describe('what is compared', () => {
  test.each([
    [
      'the score, where both have one',
      { score: 52, mentionRate: 0.5 },
      { score: 61, mentionRate: 0.6 },
      'score',
    ],
    ['else the mention rate', { mentionRate: 0.5 }, { score: 61, mentionRate: 0.6 }, 'mentionRate'],
    ['what the rival has, where nothing is common', { score: 52 }, { mentionRate: 0.6 }, 'mentionRate'],
  ])('is %s', (_, own, rival, metric) => {
    expect(rivalComparison(side(rival), { own: side(own) }).metric).toBe(metric);
  });

  test('is no topic of the brand alone', () => {
    const own = side({
      topics: [
        { name: 'pricing', score: 40 },
        { name: 'support', score: 70 },
      ],
    });
    const rival = side({
      score: 61,
      topics: [
        { name: 'pricing', score: 78 },
        { name: 'alerts', score: 50 },
      ],
    });
    expect(rivalComparison(rival, { own }).topics).toEqual([
      { name: 'pricing', own: 40, rival: 78 },
      { name: 'alerts', own: undefined, rival: 50 },
    ]);
  });
});

const detail = (body: object) => parseAnswer('competitorDetail', body);

describe('an answer to the brand’s own name', () => {
  const rival = detail({ name: 'Globex', score: 61, mention_rate: 0.7 });

  test.each([
    ['is of the brand', { name: 'ACME cloud', score: 52 }, true],
    ['is of the brand where it names nobody', { score: 52 }, true],
    ['may be of another tool', { name: 'Acme Rivals', score: 52 }, false],
    ['may be the same as to every name', { score: 61, mention_rate: 0.7 }, false],
    ['may count it nowhere', { name: 'Acme Cloud', score: 0, mention_rate: 0, mention_count: 0 }, false],
    ['may be empty', { name: 'Acme Cloud' }, false],
  ])('%s', (_, body, expected) => {
    expect(isOfBrand(detail(body), 'Acme Cloud', rival)).toBe(expected);
  });
});

describe('the brand’s daily figures as a side', () => {
  const day = (date: number) => `2026-11-${date}`;
  const daily = (rows: object[]) =>
    buildScoreSeries(
      parseAnswer(
        'dailyScores',
        rows.map((row) => ({ date: day(19), ...row })),
      ),
      day(20),
      { watched: false },
    );
  const rival = side({ score: 61, mentionRate: 0.7, engines: [{ name: 'Gemini', score: 80 }] });
  /** Ten days up to the 19th whose score is the day, of 100 answers each. */
  const ten = Array.from({ length: 10 }, (_, i) => ({ date: day(10 + i), score: 10 + i, answer_count: 100 }));

  test('are averages of the last seven days, overall and by engine', () => {
    const gemini = ten.map((row) => ({ ...row, score: row.score + 20, engine: 'Gemini' }));
    const rows = [...ten, ...gemini, { score: 50, region: 'Germany' }, { average_rank: 2.5 }];
    const { own, ownDays } = sideOfDays(daily(rows), rival) ?? expect.fail('no side');
    expect(ownDays).toEqual({ from: day(13), to: day(19) });
    expect(own).toMatchObject({ score: 16, averageRank: 2.5 });
    expect(rivalComparison(rival, { own, ownDays }).engines).toEqual([
      { name: 'Gemini', own: 36, rival: 80 },
    ]);
  });

  test('are of as many days as there are', () => {
    const some = sideOfDays(daily(ten.slice(8)), rival);
    expect(some).toMatchObject({ ownDays: { from: day(18), to: day(19) }, own: { score: 18.5 } });
  });

  test.each([
    ['the rival’s, if its mentions and rate tell how many answers these have', 350, 15],
    ['seven, if they fit no number of days', 320, 13],
  ])('are of as many days as %s', (_, mentions, first) => {
    const some = sideOfDays(daily(ten), { ...rival, mentions });
    expect(some?.ownDays).toEqual({ from: day(first), to: day(19) });
  });

  test('are not compared with figures of another scale', () => {
    const of = (score: number, rate: number, ...rates: number[]) =>
      sideOfDays(
        daily([
          { score, mention_rate: rate },
          ...rates.map((one, i) => ({ date: day(10 + i), mention_rate: one })),
        ]),
        rival,
      )?.own;
    expect(of(52, 0.6)).toMatchObject({ score: 52, mentionRate: 0.6 });
    expect(of(0.52, 0.6)?.score).toBeUndefined();
    expect(of(52, 60)?.mentionRate).toBeUndefined();
    // 0.6% on a quiet day, of an API that counts in per cent.
    expect(of(52, 0.6, 34)?.mentionRate).toBeUndefined();
    expect(of(0.52, 60)).toBeUndefined();
  });

  test('may be 0, which fits every scale', () => {
    expect(sideOfDays(daily([{ score: 0 }]), rival)?.own.score).toBe(0);
  });
});

test('a competitor’s detail as a side has its engines and topics by name', () => {
  const body = {
    score: 61,
    by_model: [{ engine: 'Gemini', score: 80 }],
    topics: [{ label: 'pricing', mention_rate: 0.5 }],
  };
  expect(sideOf(detail(body))).toMatchObject({
    score: 61,
    engines: [{ name: 'Gemini', score: 80 }],
    topics: [{ name: 'pricing', mentionRate: 0.5 }],
  });
});
