/** What a list of mentions says of whole days: who is named first, how the brand is spoken of, and what it cannot say. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { daysBefore } from '../../src/rules/calendar.ts';
import {
  chartNamedFirst,
  createToneReader,
  mergeDays,
  type NamedDay,
  readNamedDays,
} from '../../src/rules/named-days.ts';
import type { Mention } from '../../src/visibility/contract.ts';

let ids = 0;
/** One answer of a day that names these, the first one first. */
function answer(date: string, names: readonly string[], own: Partial<Mention> = {}): Mention[] {
  ids += 1;
  return names.map((entity_name, i) => ({
    id: `${ids}-${i}`,
    response_id: `${ids}`,
    entity_name,
    entity_type: 'tool',
    matched_term: null,
    rank_position: i + 1,
    sentiment: null,
    description: null,
    confidence: null,
    created_at: `${date}T10:00:00Z`,
    ...(entity_name === 'Acme' && own),
  }));
}
const about = { brand: 'Acme', today: '2026-11-20', asked: 2_000 };
const OLDEST = answer('2026-11-15', ['Acme']);

test('counts the answers that name each first, without today and the oldest day', () => {
  const list = [
    ...answer('2026-11-20', ['Globex']),
    ...answer('2026-11-19', ['Globex', 'Acme']),
    ...answer('2026-11-19', ['globex ']),
    ...answer('2026-11-19', ['Acme', 'Initech']),
    ...answer('2026-11-17', ['Initech']),
    ...OLDEST,
  ];
  expect(readNamedDays(list, about).map(({ tone: _tone, ...day }) => day)).toEqual([
    { day: '2026-11-16', ranked: 0, own: 0, rivals: [] },
    { day: '2026-11-17', ranked: 1, own: 0, rivals: [{ name: 'Initech', first: 1 }] },
    { day: '2026-11-18', ranked: 0, own: 0, rivals: [] },
    { day: '2026-11-19', ranked: 3, own: 1, rivals: [{ name: 'Globex', first: 2 }] },
  ]);
});

test('a list that may be cut and is in no order says nothing, nor does one without the brand', () => {
  const list = [...answer('2026-11-18', ['Acme']), ...answer('2026-11-19', ['Acme']), ...OLDEST];
  expect(readNamedDays(list, about)).toHaveLength(4);
  expect(readNamedDays(list, { ...about, asked: 3 })).toEqual([]);
  expect(readNamedDays(list, { ...about, brand: 'Umbra' })).toEqual([]);
});

test('ranks that begin at 0 say of nobody that they come first', () => {
  const list = [...answer('2026-11-19', ['Acme', 'Globex']), ...OLDEST];
  const fromZero = list.map((one) => ({ ...one, rank_position: (one.rank_position ?? 0) - 1 }));
  expect(readNamedDays(fromZero, about).map(({ ranked }) => ranked)).toEqual([0, 0, 0, 0]);
});

test('of negative mentions the worst is quoted, but nothing that others say too', () => {
  const said = (sentiment: string, description: string | null, confidence = 0.5) =>
    answer('2026-11-19', ['Acme'], { sentiment, description, confidence });
  const list = [
    ...said('negative', 'slow', 0.4),
    ...said('NEGATIVE', 'expensive', 0.9),
    ...said('neutral', 'a tool for costs'),
    ...said('negative', 'a tool for costs', 1),
    ...said('unheard of', 'odd'),
    ...OLDEST,
  ];
  expect(readNamedDays(list, about).at(-1)?.tone).toEqual({ of: 4, negative: 3, worst: 'expensive' });
});

test.each([
  [
    ['negative', 'NEG', 'very_negative', 'Unfavorable'],
    [true, true, true, true],
  ],
  [
    ['positive', 'neutral', 'mixed', 'POS'],
    [false, false, false, false],
  ],
  [
    ['-0.7', '0.2', '0', '−3'],
    [true, false, false, true],
  ],
  [
    ['0.1', '0.9', '3'],
    [undefined, undefined, undefined],
  ],
  [
    ['sarcastic', '', null],
    [undefined, undefined, undefined],
  ],
])('%j are read as %j', (values: (string | null)[], negative: (boolean | undefined)[]) => {
  const read = createToneReader(values);
  expect(values.map((value) => read(value)?.negative)).toEqual(negative);
});

test('a mention that is neither negative nor neutral is positive', () => {
  const read = createToneReader(['Very positive', 'neutral', 'bad']);
  expect(['Very positive', 'neutral', 'bad'].map((value) => read(value)?.positive)).toEqual([
    true,
    false,
    false,
  ]);
  const figures = createToneReader(['-0.5', '0', '0.7']);
  expect(['-0.5', '0', '0.7'].map((value) => figures(value)?.positive)).toEqual([false, false, true]);
});

test('a later reading of a day counts where it has more answers; points stay', () => {
  const day = (ranked: number, given: Partial<NamedDay> = {}): NamedDay => ({
    day: '2026-11-19',
    ranked,
    own: ranked,
    rivals: [],
    ...given,
  });
  const points = { own: 60, rivals: [{ name: 'Globex', score: 61 }] };
  expect(mergeDays([day(9, { points })], [day(5)])).toEqual([day(9, { points })]);
  expect(mergeDays([day(9, { points })], [day(12)])).toEqual([day(12, { points })]);
});

const TODAY = '2026-11-20';

const course = (mentions: readonly Mention[]) =>
  chartNamedFirst(
    readNamedDays(mentions, { brand: 'Acme', today: TODAY, asked: mentions.length + 1 }),
    'Globex',
  );

/** One answer, so many days ago, that names these, the first one first. */
const answerOf = (ago: number, ...names: string[]) => answer(daysBefore(TODAY, ago), names);

const daily = (days: number, ...names: string[]) =>
  Array.from({ length: days }, (_, ago) => answerOf(ago, ...names)).flat();

test('a few days are told by day, without today and the oldest, of which the list may have a part', () => {
  const list = [...daily(6, 'Acme', 'Globex'), ...answerOf(2, 'Globex', 'Acme'), ...answerOf(2, 'Initech')];
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
      const list = drawn.flatMap(({ ago, first }) => answerOf(ago, first, 'Umbrella', 'Globex'));
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
