/** What a reading found and what it didn’t use, in the profile’s words, for learn and doctor. */
import type { Reading } from './answer.ts';
import { candidatesIn } from './candidates.ts';
import { listsIn } from './lists.ts';
import { pathText } from './profile.ts';
import type { Plan } from './read.ts';
import { type Path, type Shape, valueAt } from './shape.ts';
import { isRaw } from './values.ts';

const LONGEST_NAME = 60;

/** Where each field was, by our name ("byEngine.score"); undefined for fields that weren't found. */
export function matchedNames(shape: Shape, { plan }: Reading<unknown>): Record<string, string | undefined> {
  return Object.fromEntries(matches(shape, plan, ''));
}

type Match = [field: string, path: string | undefined];

function matches(shape: Shape, plan: Plan | undefined, at: string): Match[] {
  const planned = new Map(plan?.fields.map((field) => [field.name, field]));
  return Object.entries(shape).flatMap(([name, { inner, kind, documented }]): Match[] => {
    const found = planned.get(name);
    // A field with only null counts as found only if it is documented.
    const isThere = found && (!found.isEmpty || found.field.documented);
    const own: Match = [at + name, isThere ? pathText(found.path) : undefined];
    const isOptional = kind === 'thing' && !documented && !isThere;
    return inner && !isOptional ? [own, ...matches(inner, found?.inner, `${at}${name}.`)] : [own];
  });
}

/** Where the list and every field that was found were, in the profile's words. */
export function placesIn(shape: Shape, reading: Reading<unknown>): { what: string; there: string }[] {
  const fields = Object.entries(matchedNames(shape, reading)).flatMap(([what, there]) =>
    there === undefined ? [] : { what, there },
  );
  const { rowList } = reading;
  return rowList ? [{ what: 'list', there: pathText(rowList.path) }, ...fields] : fields;
}

/** The fields of a body that we don't use, as "$[].colour", each once. Outside text, shortened. */
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

/** What an answer has: the place of its longest list of objects, and the fields of those, or its own, each with a value. */
export type Came = { list?: string; fields: readonly { at: string; example: string }[] };

const LONGEST_EXAMPLE = 40;

/**
 * For an answer that couldn't be read; undefined if there is nothing in it. `clean` makes outside text fit for a line,
 * and takes secrets out of it before it is shortened.
 */
export function describeBody(body: unknown, clean: (text: string) => string): Came | undefined {
  const [longest] = listsIn(body, {}).toSorted((a, b) => b.raws.length - a.raws.length);
  const raws = longest?.raws ?? (isRaw(body) ? [body] : []);
  const fields = candidatesIn(raws).flatMap(({ path }) => {
    const value = raws.map((raw) => valueAt(raw, path)).find((each) => each != null);
    if (value === undefined || isRaw(value)) return [];
    const example = Array.isArray(value) ? `a list of ${value.length}` : String(value);
    return [{ at: clean(pathText(path)), example: clean(example).slice(0, LONGEST_EXAMPLE) }];
  });
  if (fields.length === 0) return undefined;
  return { ...(longest && { list: clean(pathText(longest.path)) }), fields };
}

/**
 * The scale that scores or rates seem to be on: "0-100" if one is above 1, "0-1" if one is between 0 and 1; undefined
 * if only zeros and ones came, or a number beyond 100. For people to read, not to calculate with.
 */
export function scaleIn(values: readonly number[]): '0-1' | '0-100' | undefined {
  if (values.some((value) => Math.abs(value) > 100)) return undefined;
  if (values.some((value) => Math.abs(value) > 1)) return '0-100';
  return values.some((value) => value !== 0 && Math.abs(value) !== 1) ? '0-1' : undefined;
}
