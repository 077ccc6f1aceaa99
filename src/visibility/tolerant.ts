/**
 * How a guess of assumed.ts is read, field by field: under the first of several names that holds a value of the wanted
 * type. Numbers may be text, names may be whole things, times are ISO text. Pure; never throws, never makes a value up.
 */
import { z } from 'zod';

export type Raw = Readonly<Record<string, unknown>>;

/**
 * The names a field may have, best first (one may be a path, "thread.url"); `rows`: it is a list of such objects;
 * `ofAnswers`: it measures the answers that the shape's field `answers` counts.
 */
export type Field<T> = {
  names: readonly string[];
  read(value: unknown): T | undefined;
  rows?: Shape;
  ofAnswers?: true;
};
export type Shape = Readonly<Record<string, Field<unknown>>>;
/** What is read of a shape: every field, undefined where it is missing. */
export type Read<S extends Shape> = {
  [F in keyof S]: (S[F] extends Field<infer T> ? T : never) | undefined;
};

function field<T>(read: (value: unknown) => T | undefined) {
  return (...names: string[]): Field<T> => ({ names, read });
}

export const text = field(readText);
export const number = field(readNumber);
export const flag = field((value) => (typeof value === 'boolean' ? value : undefined));
export const id = field((value) => (typeof value === 'number' ? String(value) : readText(value)));
/** Epoch ms. */
export const instant = field((value) => (typeof value === 'string' ? parseTime(value) : undefined));
/** YYYY-MM-DD. */
export const day = field((value) => {
  if (typeof value !== 'string' || parseTime(value) === undefined) return undefined;
  return value.trim().slice(0, 10);
});
/** A list of names; what has none is left out. */
export const texts = field((value) =>
  Array.isArray(value) ? value.flatMap((each) => nameIn(each) ?? []) : undefined,
);

/** A list of objects inside an object; what is no object is left out. */
export function rows<S extends Shape>(shape: S, ...names: string[]): Field<Read<S>[]> {
  const read = (value: unknown) =>
    Array.isArray(value) ? value.filter(isRaw).map((raw) => readShape(shape, raw)) : undefined;
  return { names, read, rows: shape };
}

/** What is measured over answers. Of no answers at all it is missing, whatever the API writes: a score of 0 would be bad. */
export function ofAnswers<T>(field: Field<T>): Field<T> {
  return { ...field, ofAnswers: true };
}

/** A field of `raw` under the first name that holds one, with that name. */
export function found<T>({ names, read }: Field<T>, raw: Raw): { name: string; value: T } | undefined {
  for (const name of names) {
    const at = name.split('.').reduce<unknown>((at, key) => (isRaw(at) ? at[key] : undefined), raw);
    const value = read(at);
    if (value !== undefined) return { name, value };
  }
  return undefined;
}

export function readShape<S extends Shape>(shape: S, raw: Raw): Read<S> {
  const isMeasured = shape.answers === undefined || found(shape.answers, raw)?.value !== 0;
  const fields = Object.entries(shape).map(([name, field]) => [
    name,
    field.ofAnswers && !isMeasured ? undefined : found(field, raw)?.value,
  ]);
  // TypeScript cannot follow a table through its entries; `Read` says field by field what was read.
  return Object.fromEntries(fields) as Read<S>;
}

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const ISO_TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:?\d{2})?)?$/i;

/** Epoch ms of an ISO time; one without offset is UTC (FastAPI writes such). Undefined if it is no time. */
export function parseTime(iso: string): number | undefined {
  // Left to itself Date.parse finds a date in "reply 5", and reads a time without offset as local.
  const [, date = '', time = '00:00', offset = 'Z'] = ISO_TIME.exec(iso.trim()) ?? [];
  const ms = Date.parse(`${date}T${time}${offset}`);
  // It also takes 30 February for 2 March.
  return Number.isNaN(ms) || !z.iso.date().safeParse(date).success ? undefined : ms;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function readNumber(value: unknown): number | undefined {
  const written = typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim());
  const read = written ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

/** The name of a thing that is given by its name, or whole. */
function nameIn(value: unknown): string | undefined {
  return isRaw(value) ? (readText(value.display_name) ?? readText(value.name)) : readText(value);
}

/** The list in an envelope: "items", "data", "results", or else the only list there is. */
export function inEnvelope(body: unknown): unknown {
  if (!isRaw(body)) return body;
  const lists = Object.values(body).filter(Array.isArray);
  const named = ['items', 'data', 'results'].map((name) => body[name]).find(Array.isArray);
  return named ?? (lists.length === 1 ? lists[0] : body);
}

/** The thing in an envelope: "data". */
export function unwrapped(body: unknown): unknown {
  return isRaw(body) && isRaw(body.data) ? body.data : body;
}

/** A list, in an envelope or not, where the document does not show how the list comes. */
export function enveloped<Item extends z.ZodType>(item: Item) {
  return z.preprocess(inEnvelope, z.array(item));
}
