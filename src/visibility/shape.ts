/**
 * Our words for what the API answers: a shape is a table of fields, each with the names that it may have there. fit.ts
 * finds where a field really is, read.ts reads it there.
 */
import {
  type Raw,
  readAddress,
  readDay,
  readFlag,
  readForum,
  readId,
  readInstant,
  readNumber,
  readShare,
  readText,
  readTexts,
  readTimestamp,
} from './values.ts';

/** What sort of value a field is. `words` is text that may be empty; `timestamp` a time as RFC 3339 text. */
export type Kind = keyof typeof READERS | 'rows' | 'thing';

const READERS = {
  text: readText,
  words: (value: unknown) => (typeof value === 'string' ? value : undefined),
  number: readNumber,
  share: readShare,
  flag: readFlag,
  id: readId,
  /** Epoch ms. */
  instant: readInstant,
  /** YYYY-MM-DD. */
  day: readDay,
  timestamp: readTimestamp,
  /** What has no name is left out. */
  texts: readTexts,
};

/**
 * `names`: those it may have, the likeliest first; a dot leads into a nested object, and neither case nor underscores
 * matter. `rather`: names that go before all of these. `read`: a single value. `inner`: the shape of its rows, or of the thing that it is. `ofAnswers`: it measures the
 * answers that the shape's field `answers` counts. `documented`: the API's document shows it, so that null and what
 * cannot be read are left to its schema.
 */
export type Field<T = unknown> = {
  kind: Kind;
  names: readonly string[];
  read(value: unknown): T | undefined;
  rather?: readonly string[];
  inner?: Shape;
  ofAnswers?: true;
  documented?: true;
};
export type Shape = Readonly<Record<string, Field>>;

/** What is read of a shape: every field, undefined where it is missing. */
export type Read<S extends Shape> = {
  [F in keyof S]: (S[F] extends Field<infer T> ? T : never) | undefined;
};

function field<K extends keyof typeof READERS>(kind: K) {
  const read = READERS[kind] as Field<NonNullable<ReturnType<(typeof READERS)[K]>>>['read'];
  /** The names stand in one text, with a space between. */
  return (names: string): Field<NonNullable<ReturnType<(typeof READERS)[K]>>> => ({
    kind,
    names: names.split(' '),
    read,
  });
}

export const text = field('text');
/** Text that is an address. */
export const address = (names: string): Field<string> => ({ ...text(names), read: readAddress });
/** The name of a forum. */
export const forum = (names: string): Field<string> => ({ ...text(names), read: readForum });
export const words = field('words');
export const number = field('number');
export const share = field('share');
export const flag = field('flag');
export const id = field('id');
export const instant = field('instant');
export const day = field('day');
export const timestamp = field('timestamp');
export const texts = field('texts');

/** A list of objects inside an object; read.ts reads what is inside. */
export function rows<S extends Shape>(inner: S, names: string): Field<Read<S>[]> {
  return { kind: 'rows', names: names.split(' '), inner, read: () => undefined };
}

/** An object inside an object; read.ts reads what is inside. */
export function thing<S extends Shape>(inner: S, names: string): Field<Read<S>> {
  return { kind: 'thing', names: names.split(' '), inner, read: () => undefined };
}

/** What is measured over answers. Of no answers at all it is missing, whatever the API writes: a score of 0 would be bad. */
export function ofAnswers<T>(field: Field<T>): Field<T> {
  return { ...field, ofAnswers: true };
}

/** The same field; where one of `names` stands too, that is it. */
export function rather<T>(names: string, field: Field<T>): Field<T> {
  return { ...field, rather: names.split(' ') };
}

/** The name under which a row in a map has its key. */
export const KEY = '$key';

/** A path as it is written in a profile, and its steps: "thread.title". */
export type Path = readonly string[];

/** What stands there; undefined where nothing does. Own properties only: "constructor" is no field of anybody. */
export function valueAt(raw: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Raw)[step] : undefined,
    raw,
  );
}
