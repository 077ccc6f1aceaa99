/** Who is named first over the days that a list of mentions covers: whole days and weeks only, whatever the order of the list. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysBefore } from '../../src/rules/calendar.ts';
import { chartNamedFirst, readNamedDays } from '../../src/rules/named-days.ts';
import type { Mention } from '../../src/visibility/contract.ts';

const TODAY = '2026-11-20';

const course = (mentions: readonly Mention[]) =>
  chartNamedFirst(
    readNamedDays(mentions, { brand: 'Acme', today: TODAY, asked: mentions.length + 1 }),
    'Globex',
  );

let answers = 0;
/** One answer, so many days ago, that names these, the first one first. */
function answer(ago: number, ...names: string[]): Mention[] {
  answers += 1;
  return names.map((entity_name, i) => ({
    id: `${answers}-${i}`,
    response_id: `${answers}`,
    entity_name,
    entity_type: 'tool',
    matched_term: null,
    rank_position: i + 1,
    sentiment: null,
    description: null,
    confidence: null,
    created_at: `${daysBefore(TODAY, ago)}T10:00:00Z`,
  }));
}

const daily = (days: number, ...names: string[]) =>
  Array.from({ length: days }, (_, ago) => answer(ago, ...names)).flat();

test('a few days are told by day, without today and the oldest, of which the list may have a part', () => {
  const list = [...daily(6, 'Acme', 'Globex'), ...answer(2, 'Globex', 'Acme'), ...answer(2, 'Initech')];
  expect(course(list)).toEqual({
    by: 'day',
    points: [4, 3, 2, 1].map((ago) => ({
      from: daysBefore(TODAY, ago),
      own: ago === 2 ? 1 / 3 : 1,
      rival: ago === 2 ? 1 / 3 : 0,
    })),
  });
});

test.each([
  [28, 'day', 20],
  [30, 'week', 4],
  [80, 'week', 11],
  [365, 'week', 12],
])('%i days are told by %s', (days, by, points) => {
  const told = course(daily(days, 'Globex', 'Acme'));
  expect([told?.by, told?.points.length]).toEqual([by, points]);
  expect(told?.points.every(({ own, rival }) => own === 0 && rival === 1)).toBe(true);
});

test('three days are no course, nor are answers that rank nobody', () => {
  expect(course(daily(5, 'Acme'))).toBeUndefined();
  expect(course(daily(40, 'Acme').map((mention) => ({ ...mention, rank_position: null })))).toBeUndefined();
  expect(course([])).toBeUndefined();
});

test('a day on which nobody is named first is left out: it is no day of 0%', () => {
  const list = daily(9, 'Acme').filter(({ created_at }) => !created_at.startsWith(daysBefore(TODAY, 4)));
  expect(course(list)?.points.map(({ from }) => from)).toEqual(
    [7, 6, 5, 3, 2, 1].map((ago) => daysBefore(TODAY, ago)),
  );
});

test('every point is what a person would count in its days, in whatever order the list comes', () => {
  const some = fc.array(
    fc.record({
      ago: fc.integer({ min: 0, max: 45 }),
      first: fc.constantFrom('Acme', 'Globex', 'Initech'),
    }),
    { minLength: 60, maxLength: 150 },
  );
  fc.assert(
    fc.property(some, fc.integer(), (drawn, turn) => {
      const list = drawn.flatMap(({ ago, first }) => answer(ago, first, 'Umbrella', 'Globex'));
      const told = course(list);
      const cut = turn % list.length;
      expect(course([...list.slice(cut), ...list.slice(0, cut)])).toEqual(told);
      const oldest = Math.max(...drawn.map(({ ago }) => ago));
      for (const { from, own, rival } of told?.points ?? []) {
        const length = told?.by === 'week' ? 7 : 1;
        const within = drawn.filter(({ ago }) => {
          const day = daysBefore(TODAY, ago);
          return day >= from && day <= daysBefore(from, 1 - length) && ago > 0 && ago < oldest;
        });
        const share = (name: string) => within.filter(({ first }) => first === name).length / within.length;
        expect([own, rival]).toEqual([share('Acme'), share('Globex')]);
        expect(from > daysBefore(TODAY, oldest) && daysBefore(from, 1 - length) < TODAY).toBe(true);
      }
    }),
  );
});
