/**
 * What a real answer tells of the guesses: where each thing stood, what is unknown, which scale. For those who learn and
 * the doctor, which get every answer as it was read (`onAnswer` of client.ts). Pure.
 */
import type { Reading } from './answer.ts';
import { type Line, pathText } from './profile.ts';
import type { Plan } from './read.ts';
import type { Path, Shape } from './shape.ts';

const LONGEST_NAME = 60;

/** Where each field of a shape stood, by our name for it ("byEngine.score"); undefined for one that stood nowhere. */
export function matchedNames(shape: Shape, { plan }: Reading<unknown>): Record<string, string | undefined> {
  return Object.fromEntries(matches(shape, plan, ''));
}

type Match = [field: string, path: string | undefined];

function matches(shape: Shape, plan: Plan | undefined, at: string): Match[] {
  const planned = new Map(plan?.fields.map((field) => [field.name, field]));
  return Object.entries(shape).flatMap(([name, { inner }]): Match[] => {
    const found = planned.get(name);
    // Null is an answer only where the document says so.
    const isThere = found && (!found.isEmpty || found.field.documented);
    const own: Match = [at + name, isThere ? pathText(found.path) : undefined];
    return inner ? [own, ...matches(inner, found?.inner, `${at}${name}.`)] : [own];
  });
}

/** What an answer teaches: a line for everything that was found, and for where its rows lay. */
export function linesOf(operation: string, shape: Shape, reading: Reading<unknown>): Line[] {
  const { rowList } = reading;
  const list = rowList
    ? [{ operation, what: 'list', there: pathText(rowList.path), known: 'answered' as const }]
    : [];
  const fields = Object.entries(matchedNames(shape, reading)).flatMap(([what, there]) =>
    there === undefined ? [] : [{ operation, what, there, known: 'answered' as const }],
  );
  return [...list, ...fields];
}

/** The fields of a body that nothing asked for, each once, as "$[].colour". They are outside text, shortened. */
export function unknownFields({ plan, rowList }: Reading<unknown>): string[] {
  return plan ? [...new Set(beyond(plan, rowList ? '$[]' : '$'))] : [];
}

function beyond({ unknown, fields }: Plan, at: string): string[] {
  return [
    ...unknown.map((path) => nameAt(at, path)),
    ...fields.flatMap(({ field, path, inner }) =>
      inner ? beyond(inner, `${nameAt(at, path)}${field.kind === 'rows' ? '[]' : ''}`) : [],
    ),
  ];
}

function nameAt(at: string, path: Path): string {
  return `${at}.${path.map((step) => step.slice(0, LONGEST_NAME)).join('.')}`;
}

/**
 * The scale that numbers of one kind (scores, rates) seem to be on: "0-100" as soon as one is above 1, "0-1" where one
 * lies between and none above 100; undefined where they do not tell (none, or only zeros and ones). For telling people, not for sums.
 */
export function scaleIn(values: readonly number[]): '0-1' | '0-100' | undefined {
  if (values.some((value) => Math.abs(value) > 100)) return undefined;
  if (values.some((value) => Math.abs(value) > 1)) return '0-100';
  return values.some((value) => value !== 0 && Math.abs(value) !== 1) ? '0-1' : undefined;
}
