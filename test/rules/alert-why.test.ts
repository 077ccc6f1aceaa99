/** What explains an alert: the rival that gained, the source that is no longer cited, and which of many prompts are read. */
import { describe, expect, test } from 'vitest';
import { samplePrompts } from '../../src/rules/alert-figures.ts';
import { findCompetitorGain, findSourceLoss } from '../../src/rules/answer-change.ts';
import type { Mention } from '../../src/visibility/contract.ts';
import { parseAnswer } from '../visibility/reading.ts';
import { daysAgo } from './cast.ts';

const days = { previousDay: daysAgo(1), day: daysAgo(0) };

/** Answers of a day, each a list of who is named in it, the first one first. */
function answers(date: string, ...named: (readonly string[])[]): Mention[] {
  return named.flatMap((names, answer) =>
    names.map(
      (entity_name, i): Mention => ({
        id: `${date}-${answer}-${i}`,
        response_id: `${date}-${answer}`,
        entity_name,
        entity_type: entity_name === 'Acme Cloud' ? 'own' : 'tool',
        matched_term: null,
        rank_position: i + 1,
        sentiment: null,
        description: null,
        confidence: null,
        created_at: `${date}T10:00:00Z`,
      }),
    ),
  );
}
const times = (many: number, ...names: string[]) => Array.from({ length: many }, () => names);
const older = answers(daysAgo(2), ['Globex']);
const gainIn = (mentions: readonly Mention[]) => findCompetitorGain(mentions, { ...days, brand: 'Acme' });
const day = (globex: number, initech: number, own = 'Acme') => [
  ...times(globex, 'Globex', own),
  ...times(initech, 'Initech', 'Globex'),
  ...times(100 - globex - initech, own, 'Globex'),
];

describe('a competitor who came forward', () => {
  test('is named with how often it was named first on both days', () => {
    const list = [...answers(daysAgo(0), ...day(50, 22)), ...answers(daysAgo(1), ...day(30, 20)), ...older];
    expect(gainIn(list)).toEqual({ name: 'Globex', before: 30, after: 50 });
  });

  test('is nobody where the gain is no more than chance, or small', () => {
    const of = (before: number, after: number) => [
      ...answers(daysAgo(0), ...day(after, 20)),
      ...answers(daysAgo(1), ...day(before, 20)),
      ...older,
    ];
    expect(gainIn(of(30, 38))).toBeUndefined();
    expect(gainIn(of(0, 4))).toBeUndefined();
    expect(gainIn(of(50, 30))).toBeUndefined();
  });

  test('is never the brand, by its name or by what the API calls it', () => {
    const own = (name: string) => [
      ...answers(daysAgo(0), ...times(50, name)),
      ...answers(daysAgo(1), ...times(50, 'Globex')),
      ...older,
    ];
    expect(gainIn(own('ACME'))).toBeUndefined();
    expect(gainIn(own('Acme Cloud'))).toBeUndefined();
  });

  test('more answers on a day are no gain', () => {
    const twice = [
      ...answers(daysAgo(0), ...day(30, 20), ...day(30, 20)),
      ...answers(daysAgo(1), ...day(30, 20)),
    ];
    expect(gainIn([...twice, ...older])).toBeUndefined();
  });
});

test('a list that does not reach back beyond both days says nothing', () => {
  const list = [...answers(daysAgo(0), ...day(50, 20)), ...answers(daysAgo(1), ...day(30, 20))];
  expect(gainIn(list)).toBeUndefined();
  expect(gainIn([...answers(daysAgo(0), ...day(50, 20)), ...older])).toBeUndefined();
  expect(gainIn([])).toBeUndefined();
});

/** So many answers of a day, of which the first ones cite the guide and all cite the wiki. */
const cited = (ago: number, answers: number, guide: number, engine = 'Gemini') =>
  Array.from({ length: answers }, (_, i) => {
    const one = { response_id: `${ago}-${engine}-${i}`, engine, created_at: `${daysAgo(ago)}T08:00:00Z` };
    const wiki = { ...one, domain: 'wiki.example' };
    return i < guide ? [wiki, { ...one, domain: 'guide.example' }] : [wiki];
  }).flat();
const lossIn = (...rows: object[][]) => findSourceLoss(parseAnswer('citations', rows.flat()), days);
const olderCited = cited(2, 1, 0);

describe('a source', () => {
  test('that answers cite no more is named, with how many did the day before', () => {
    expect(lossIn(cited(0, 60, 0), cited(1, 60, 25), olderCited)).toEqual({
      domain: 'guide.example',
      before: 25,
      after: 0,
    });
  });

  test('that is cited about as often, more often, or in fewer answers on a day of fewer is none', () => {
    expect(lossIn(cited(0, 60, 20), cited(1, 60, 25), olderCited)).toBeUndefined();
    expect(lossIn(cited(0, 60, 40), cited(1, 60, 25), olderCited)).toBeUndefined();
    expect(lossIn(cited(0, 20, 8), cited(1, 60, 25), olderCited)).toBeUndefined();
  });

  test('of few answers is no more than chance', () => {
    expect(lossIn(cited(0, 6, 0), cited(1, 6, 2), olderCited)).toBeUndefined();
  });

  test('that only the day before cited so often was not lost: its usual share of a week counts', () => {
    const week = [2, 3, 4, 5, 6, 7].map((ago) => cited(ago, 60, 1));
    expect(lossIn(cited(0, 60, 1), cited(1, 60, 6), ...week, cited(8, 1, 0))).toBeUndefined();
  });

  test('is not told by a list that ends within the days, nor by one that names no answers', () => {
    expect(lossIn(cited(0, 60, 0), cited(1, 60, 25))).toBeUndefined();
    const nameless = [...cited(0, 60, 0), ...cited(1, 60, 25), ...olderCited].map(
      ({ response_id: _, ...one }) => one,
    );
    expect(lossIn(nameless)).toBeUndefined();
  });

  test('of another engine than the one that leads says nothing', () => {
    const rows = [cited(0, 60, 0, 'Claude'), cited(1, 60, 25, 'Claude'), olderCited].flat();
    expect(
      findSourceLoss(parseAnswer('citations', rows), { ...days, engine: { id: 'g', name: 'Gemini' } }),
    ).toBeUndefined();
  });
});

const prompt = (i: number, category: string) => ({
  id: `p${i}`,
  text: `prompt ${i}`,
  category,
  active: true,
  createdAt: undefined,
});
const TOPICS = ['pricing', 'alerting', 'support', 'setup'];
const ALL = Array.from({ length: 80 }, (_, i) => prompt(i, TOPICS[i % 4] ?? ''));

test('no more than may be asked are all asked', () => {
  expect(samplePrompts(ALL, 80)).toEqual(ALL);
});

test('of more, no more than may be asked are', () => {
  const many = Array.from({ length: 90 }, (_, i) => prompt(i, `topic ${i}`));
  expect(samplePrompts(many, 30)).toHaveLength(30);
});
