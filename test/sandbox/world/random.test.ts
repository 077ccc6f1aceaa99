import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { randomOf } from '../../../src/sandbox/world/random.ts';

describe('randomOf', () => {
  it('gives the same stream for the same name, and another for another', () => {
    const draw = (...name: (string | number)[]) => {
      const random = randomOf(...name);
      return [random.next(), random.normal(), random.int(0, 999), random.uuid()];
    };
    expect(draw(1, 'noise', -1)).toEqual(draw(1, 'noise', -1));
    expect(draw(1, 'noise', -1)).not.toEqual(draw(1, 'noise', 1));
    expect(draw('a', 'b')).not.toEqual(draw('ab'));
  });

  it('spreads evenly', () => {
    const random = randomOf('even');
    const counts = Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i += 1) {
      const bin = random.int(0, 9);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(150);
  });

  it('keeps integers in range and shuffles without losing items', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: -50, max: 50 }), fc.nat(50), (name, min, span) => {
        const random = randomOf(name);
        const number = random.int(min, min + span);
        const list = Array.from({ length: span }, (_, index) => index);
        return (
          Number.isInteger(number) &&
          number >= min &&
          number <= min + span &&
          random
            .shuffled(list)
            .toSorted((a, b) => a - b)
            .every((each, index) => each === index)
        );
      }),
      { seed: 7 },
    );
  });

  it('makes valid, distinct UUIDs', () => {
    const random = randomOf('ids');
    const ids = Array.from({ length: 1_000 }, () => random.uuid());
    expect(() => z.array(z.uuidv4()).parse(ids)).not.toThrow();
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('refuses to pick from an empty list', () => {
    expect(() => randomOf('nothing').pick([])).toThrow(RangeError);
  });
});
