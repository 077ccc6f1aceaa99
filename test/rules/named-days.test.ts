/** What a list of mentions says of whole days: who is named first, how the brand is spoken of, and what it cannot say. */
import { expect, test } from 'vitest';
import { createToneReader, mergeDays, type NamedDay, readNamedDays } from '../../src/rules/named-days.ts';
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
    ...{ day: '2026-11-19', ranked, own: ranked, rivals: [] },
    ...given,
  });
  const points = { own: 60, rivals: [{ name: 'Globex', score: 61 }] };
  expect(mergeDays([day(9, { points })], [day(5)])).toEqual([day(9, { points })]);
  expect(mergeDays([day(9, { points })], [day(12)])).toEqual([day(12, { points })]);
});
