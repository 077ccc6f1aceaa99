/**
 * The random numbers behind the simulated world: one stream per name, and the same name always gives the same stream.
 * Separate streams let any day be generated without the days before it.
 */
import { hash } from 'node:crypto';

export type Random = {
  /** Uniform in [0, 1). */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  /** Gaussian: mean 0, standard deviation 1. */
  normal(): number;
  /** One item of the list. @throws RangeError when it's empty */
  pick<T>(list: readonly T[]): T;
  /** A new list in random order. */
  shuffled<T>(list: readonly T[]): T[];
  /** A version 4 UUID. */
  uuid(): string;
};

/**
 * The stream with this name, e.g. `randomOf(seed, 'noise', projectId, -1)`. Days in a name count from the world's
 * start, so a seed tells the same story whenever it starts.
 */
export function randomOf(...name: readonly (string | number)[]): Random {
  const bits = sfc32(hash('sha256', JSON.stringify(name), 'buffer'));
  const next = () => bits() / 2 ** 32;
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    int,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick(list) {
      const [first] = list;
      if (first === undefined) throw new RangeError('There is nothing to pick from.');
      return list[int(0, list.length - 1)] ?? first;
    },
    shuffled(list) {
      return list
        .map((item) => ({ item, order: next() }))
        .sort((a, b) => a.order - b.order)
        .map(({ item }) => item);
    },
    uuid() {
      const hex = [bits(), bits(), bits(), bits()].map((word) => word.toString(16).padStart(8, '0')).join('');
      const variant = '89ab'.charAt(bits() & 3);
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
  };
}

/** Chris Doty-Humphrey's 32-bit "small fast counter" from PractRand (public domain): good spread, little state. */
function sfc32(seed: Buffer): () => number {
  let a = seed.readInt32LE(0);
  let b = seed.readInt32LE(4);
  let c = seed.readInt32LE(8);
  let counter = seed.readInt32LE(12);
  return () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
}
