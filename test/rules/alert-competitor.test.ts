import { describe, expect, test } from 'vitest';
import { findCompetitorGain } from '../../src/rules/alert-why.ts';
import type { Mention } from '../../src/visibility/contract.ts';
import { daysAgo } from './cast.ts';

const days = { previousDay: daysAgo(1), day: daysAgo(0), brand: 'Acme' };

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
const day = (globex: number, initech: number, own = 'Acme') => [
  ...times(globex, 'Globex', own),
  ...times(initech, 'Initech', 'Globex'),
  ...times(100 - globex - initech, own, 'Globex'),
];

describe('a competitor who came forward', () => {
  test('is named with how often it was named first on both days', () => {
    const list = [...answers(daysAgo(0), ...day(50, 22)), ...answers(daysAgo(1), ...day(30, 20)), ...older];
    expect(findCompetitorGain(list, days)).toEqual({ name: 'Globex', before: 30, after: 50 });
  });

  test('is nobody where the gain is no more than chance, or small', () => {
    const of = (before: number, after: number) => [
      ...answers(daysAgo(0), ...day(after, 20)),
      ...answers(daysAgo(1), ...day(before, 20)),
      ...older,
    ];
    expect(findCompetitorGain(of(30, 38), days)).toBeUndefined();
    expect(findCompetitorGain(of(0, 4), days)).toBeUndefined();
    expect(findCompetitorGain(of(50, 30), days)).toBeUndefined();
  });

  test('is never the brand, by its name or by what the API calls it', () => {
    const own = (name: string) => [
      ...answers(daysAgo(0), ...times(50, name)),
      ...answers(daysAgo(1), ...times(50, 'Globex')),
      ...older,
    ];
    expect(findCompetitorGain(own('ACME'), days)).toBeUndefined();
    expect(findCompetitorGain(own('Acme Cloud'), days)).toBeUndefined();
  });

  test('more answers on a day are no gain', () => {
    const twice = [
      ...answers(daysAgo(0), ...day(30, 20), ...day(30, 20)),
      ...answers(daysAgo(1), ...day(30, 20)),
    ];
    expect(findCompetitorGain([...twice, ...older], days)).toBeUndefined();
  });
});

test('a list that does not reach back beyond both days says nothing', () => {
  const list = [...answers(daysAgo(0), ...day(50, 20)), ...answers(daysAgo(1), ...day(30, 20))];
  expect(findCompetitorGain(list, days)).toBeUndefined();
  expect(findCompetitorGain([...answers(daysAgo(0), ...day(50, 20)), ...older], days)).toBeUndefined();
  expect(findCompetitorGain([], days)).toBeUndefined();
});
