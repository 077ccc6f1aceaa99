import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../src/visibility/answer.ts';
import { VisibilityError } from '../../src/visibility/errors.ts';
import { operationName } from '../../src/visibility/operations.ts';
import { API_BODIES, OPERATION_IDS, type OperationId } from '../support/api-bodies.ts';
import { anyCharacter } from '../support/arbitraries.ts';
import { runs } from '../support/runs.ts';
import { matchedIn, readingOf, unknownIn } from './reading.ts';

const RUNS = runs(50, 800);

type Path = readonly (string | number)[];

/** Every place in a body, the whole included. */
function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    placesIn(each, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return [at, ...inner];
}

const GONE = Symbol('gone');

/** The body with another value at one place, or without it. */
function replaced(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value === GONE ? undefined : value;
  const inside = (each: unknown) => replaced(each, rest, value);
  const leaving = rest.length === 0 && value === GONE;
  if (Array.isArray(body)) {
    return body.flatMap((each, i) => (i !== key ? [each] : leaving ? [] : [inside(each)]));
  }
  if (typeof body !== 'object' || body === null) return body;
  const entries = Object.entries(body);
  return Object.fromEntries(
    entries.flatMap(([name, each]) =>
      name !== key ? [[name, each]] : leaving ? [] : [[name, inside(each)]],
    ),
  );
}

/** What hostile or careless servers put where something else should be. */
const oddities = fc.oneof(
  fc.constant(GONE),
  fc.constantFrom(
    null,
    '',
    0,
    -1,
    1e308,
    '1e999',
    '42',
    '0.5',
    true,
    [],
    {},
    [null],
    [[]],
    'null',
    '\u0000',
    'x'.repeat(1e4),
  ),
  fc.constantFrom({ items: [] }, { data: {} }, { data: { data: [] } }, { length: 3 }, { toString: 1 }),
  fc.string({ unit: anyCharacter }),
  fc.jsonValue(),
);

/** Bodies of an operation, mutated at up to four places, and then perhaps cut off or spoilt as text. */
function mutationsOf(id: OperationId): fc.Arbitrary<string> {
  const body = API_BODIES[id];
  const mutation = fc.tuple(fc.constantFrom(...placesIn(body)), oddities);
  const structures = fc
    .array(mutation, { minLength: 1, maxLength: 4 })
    .map((all) => all.reduce<unknown>((each, [place, value]) => replaced(each, place, value), body))
    .map((each) => JSON.stringify(each) ?? '');
  const cut = structures.chain((text) => fc.nat(text.length).map((end) => text.slice(0, end)));
  const spoilt = fc
    .tuple(
      structures,
      fc.nat(),
      fc.constantFrom('{', ']', '"', ',', '1e999', '-', '\u2028', '"__proto__":1,'),
    )
    .map(([text, at, wrong]) => {
      const place = at % (text.length + 1);
      return text.slice(0, place) + wrong + text.slice(place);
    });
  return fc.oneof({ weight: 8, arbitrary: structures }, cut, spoilt);
}

describe('an answer that nobody foresaw', () => {
  it.each(OPERATION_IDS)('of %s is a value or a typed error, never another throw', (id) => {
    const operation = operationName(id);
    const seen = { value: 0, error: 0 };
    fc.assert(
      fc.property(mutationsOf(id), (text) => {
        try {
          const came = bodyOf(operation, { status: 200, text });
          readingOf(id, came);
          matchedIn(id, came);
          unknownIn(id, came);
          seen.value++;
        } catch (error) {
          if (!(error instanceof VisibilityError)) throw error;
          expect(error).toMatchObject({ code: 'visibility_contract', operation, retry: 'never' });
          expect(error.message.length).toBeLessThan(400);
          seen.error++;
        }
      }),
      { seed: 32, numRuns: RUNS },
    );
    // Mutations that always, or never, broke the shape would show nothing.
    expect(seen.value + seen.error).toBe(RUNS);
    expect(Math.min(seen.value, seen.error)).toBeGreaterThan(RUNS / 100);
  });

  it('of a hundred thousand brackets is a typed error too', () => {
    const deep = (text: string) => () => readingOf('engines', bodyOf('GET /engines', { status: 200, text }));
    expect(deep('['.repeat(100_000))).toThrow(VisibilityError);
    expect(deep('['.repeat(100_000) + ']'.repeat(100_000))).toThrow(VisibilityError);
  });
});
