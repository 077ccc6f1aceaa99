/** Payloads as nobody should send them: one of Slack's, with some of its parts gone, changed or grown. */
import fc from 'fast-check';
import { PINGS } from './hostile-bodies.ts';

type Mutation = { at: number; to: unknown };

const GONE = Symbol('gone');

/** What takes the place of a part. */
const REPLACEMENTS: readonly unknown[] = [
  GONE,
  null,
  '',
  0,
  -1,
  true,
  [],
  {},
  [null],
  '__proto__',
  'constructor',
  'toString',
  '{"__proto__":{"project":"x"}}',
  '{',
  '[]',
  PINGS,
  '\u202E\u0000 \uD800',
  'L1',
  'x'.repeat(20_000),
  '&'.repeat(3_001),
];

export const mutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.record({ at: fc.nat(), to: fc.oneof(fc.constantFrom(...REPLACEMENTS), fc.string(), fc.jsonValue()) }),
  { maxLength: 3 },
);

/** The payload after every mutation; each `at` chooses one of the parts that are there by then. */
export function mutated(payload: object, changes: readonly Mutation[]): object {
  const copy: object = structuredClone(payload);
  for (const { at, to } of changes) {
    const parts = partsOf(copy);
    const { holder, name } = parts[at % parts.length] ?? {};
    if (holder === undefined || name === undefined) continue;
    if (to === GONE) Reflect.deleteProperty(holder, name);
    else Reflect.set(holder, name, structuredClone(to));
  }
  return copy;
}

/** Everything in it that can be taken away, depth first. */
function partsOf(holder: object): { holder: object; name: string }[] {
  return Object.entries(holder).flatMap(([name, value]) => [
    { holder, name },
    ...(typeof value === 'object' && value !== null ? partsOf(value) : []),
  ]);
}
