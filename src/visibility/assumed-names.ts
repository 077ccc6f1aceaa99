/** The names that are tried for each guessed field, for those who vary them. */
import { SHAPES } from './assumed.ts';
import type { Shape } from './shape.ts';

/** The names tried for each field of each shape, best first: what the sandbox serves, and how it can vary that. */
export const NAMES = namesOf(SHAPES);

function namesOf<S extends Record<string, Shape>>(shapes: S) {
  const names = (shape: Shape) =>
    Object.fromEntries(Object.entries(shape).map(([field, { names }]) => [field, names]));
  const all = Object.entries(shapes).map(([kind, shape]) => [kind, names(shape)]);
  // TypeScript cannot follow a table through its entries.
  return Object.fromEntries(all) as { [K in keyof S]: { [F in keyof S[K]]: readonly string[] } };
}
