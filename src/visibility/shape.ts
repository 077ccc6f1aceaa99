/** A shape is a table of our fields with their names in the API: place-fields.ts finds them, read.ts reads them. */
import {
  isGuid,
  isRaw,
  type Raw,
  readAddress,
  readConstant,
  readDay,
  readFlag,
  readForum,
  readId,
  readInstant,
  readNumber,
  readReference,
  readSentences,
  readShare,
  readStatus,
  readText,
  readTexts,
  readTimestamp,
  readTitle,
  readWhole,
  unescapeHtml,
} from './values.ts';

/** `words` is text that may be empty, `instant` epoch ms, `day` YYYY-MM-DD, `timestamp` RFC 3339 text. */
export type Kind =
  | ('text' | 'address' | 'words' | 'number' | 'share' | 'flag' | 'id')
  | ('instant' | 'day' | 'timestamp' | 'texts' | 'rows' | 'thing');

/**
 * `names`: the likeliest first; a dot leads into a nested object, case and underscores don't matter. `rather`: names
 * that win over all of these. `lastly`: names that count only where no other field wants the place. `inner`: the shape
 * of its rows or object. `inEveryRow`: one value that can't be read rules the place out. `ofAnswers`: measures the
 * answers that the field `answers` counts. `ofRival`: never the brand's own. `falling`: never rises from row to row.
 * `endings`: what a longer name may end with, if only one does.
 * `documented`: shown in the API's document, so its schema judges null and bad values. `absent`: what a missing one is
 * read as. `told`: tells it by its values, where no name does. `unless`: names of what denies a flag. `doneBy`: names
 * of flags and times that say more than a status.
 */
export type Field<T = unknown> = {
  kind: Kind;
  names: readonly string[];
  read(value: unknown): T | undefined;
  rather?: readonly string[];
  lastly?: readonly string[];
  inEveryRow?: true;
  inner?: Shape;
  ofAnswers?: true;
  endings?: readonly string[];
  ofRival?: true;
  falling?: true;
  documented?: true;
  absent?: null | boolean;
  told?: RegExp;
  unless?: readonly string[];
  doneBy?: readonly string[];
};
export type Shape = Readonly<Record<string, Field>>;

/** A shape's values: every field, undefined where it is missing. */
export type Read<S extends Shape> = {
  [F in keyof S]: (S[F] extends Field<infer T> ? T : never) | undefined;
};

/** `names` are separated by spaces. */
function field<T>(kind: Kind, read: (value: unknown) => T | undefined) {
  return (names: string): Field<T> => ({ kind, names: names.split(' '), read });
}

/** "ai_priority_score" may be the score. */
const figure = (kind: Kind, read: (value: unknown) => number | undefined) => (names: string) => ({
  ...field(kind, read)(names),
  endings: [names.replace(/ .*/, '').replace(/^(?:own|lead)_/, '')],
});

export const text = field('text', readText);
/** A URL. */
export const address = field('address', readAddress);
/** What a thing is called. */
export const title = field('text', readTitle);
/** A name, or what refers to the named. */
export const reference = field('text', readReference);
/** The name of a forum. */
export const forum = field('text', readForum);
export const words = field('words', (value) => (typeof value === 'string' ? value : undefined));
export const number = figure('number', readNumber);
export const share = figure('share', readShare);
export const flag = field('flag', readFlag);
export const instant = field('instant', readInstant);
export const day = field('day', readDay);
export const timestamp = field('timestamp', readTimestamp);
export const texts = field('texts', readTexts);

/** Text from the web. */
export const unescaped = (one: Field<string>): Field<string> => ({
  ...one,
  read: (value) => {
    const read = one.read(value);
    return read && unescapeHtml(read);
  },
});
/** A status, kind or the like. */
export const constant = (names: string): Field<string> => ({
  ...text(names),
  names: ['', '_name', '_label'].flatMap((ending) => names.split(' ').map((name) => name + ending)),
  read: readConstant,
});
/** A kind, or several in a list. */
export const constants = (names: string): Field<string> => ({
  ...constant(names),
  read: (value) => (Array.isArray(value) ? readText(readTexts(value)?.join(', ')) : readConstant(value)),
});
/** A status, or what says that a thing is done. */
export const status = (names: string): Field<string> => ({ ...constant(names), read: readStatus });
/** Text, or a list of sentences. */
export const sentences = (names: string): Field<string> => ({
  ...field('text', readSentences)(names),
  endings: names.split(' ').filter((name) => /^(?:reason|rationale|expla|justif)\w*$/.test(name)),
});
/** The domain of a site. */
export const domain = (names: string): Field<string> => ({
  ...text(names),
  told: /^(?:[\w-]+\.)+[a-z]{2,}$/i,
});
/** A number that no row has a fraction of: a place among others, not an average. */
export const whole = (names: string): Field<number> => ({
  ...figure('number', readWhole)(names),
  inEveryRow: true,
});
/** A place, of which 0 is none: "not ranked". */
export const notZero = (one: Field<number>): Field<number> => ({
  ...one,
  read: (value) => one.read(value) || undefined,
});
/** A flag, maybe as the time since when it is set, that isn't set where one of these names is, or has a time. */
export const unless = (names: string, one: Field<boolean>): Field<boolean> => ({
  ...one,
  read: (value) => one.read(value) ?? (readInstant(value) === undefined ? undefined : true),
  unless: names.split(' '),
});
/** A status, which is "dismissed" where "is_dismissed" is true or "dismissed_at" is a time. */
export const doneBy = (words: string, one: Field<string>): Field<string> => ({
  ...one,
  doneBy: words.split(' ').flatMap((word) => [word, `is_${word}`, `${word}_at`]),
});
/** "community_lead_id" may be the id of a lead. */
export const id = (names: string): Field<string> => ({
  ...field('id', readId)(names),
  endings: names.split(' ').filter((name) => /^[a-z]+_id$/.test(name)),
});
/** An id of something that can be asked for, which the API's document has as UUIDs. A row of a series has others. */
export const uuid = (names: string): Field<string> => ({
  ...id(names),
  read: (value) => [readId(value)].find((one) => one !== undefined && isGuid(one)),
});
/** The only time of a row, under any name. */
export const onlyTime = (time: Field<number>): Field<number> => ({
  ...time,
  told: /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
});

/** A list of objects inside an object; read.ts reads what is inside. */
export function rows<S extends Shape>(inner: S, names: string): Field<Read<S>[]> {
  return { ...field('rows', () => undefined)(names), inner };
}

/** An object inside an object; read.ts reads what is inside. */
export function thing<S extends Shape>(inner: S, names: string): Field<Read<S>> {
  return { ...field('thing', () => undefined)(names), inner };
}

/** A figure measured over answers. Over none it is missing, whatever the API writes: 0 would read as a bad score. */
export function ofAnswers<T>(field: Field<T>): Field<T> {
  return { ...field, ofAnswers: true };
}

/** The fields of another tool: what stands under "own" or "self" isn't its. */
export function ofRival<S extends Shape>(shape: S): S {
  return mapValues<Field, Field>(shape, (field) => ({ ...field, ofRival: true })) as S;
}

/** The same field, but `names` win over its other names. */
export function rather<T>(names: string, field: Field<T>): Field<T> {
  return { ...field, rather: names.split(' ') };
}

/** The same field, which may also have one of these names if no field has a better claim to it. */
export function lastly<T>(names: string, field: Field<T>): Field<T> {
  return { ...field, lastly: names.split(' ') };
}

/** The same field, which may also be the first of a list: an id only where it is a UUID, and text only where it is none. */
export const orFirst = (
  inList: (value: unknown) => string | undefined,
  field: Field<string>,
): Field<string> => ({
  ...field,
  read(value) {
    const isList = Array.isArray(value);
    const one = isList ? inList(value[0]) : field.read(value);
    const isWanted = one !== undefined && isGuid(one) === (field.kind === 'id');
    return isWanted || (!isList && field.kind === 'id') ? one : undefined;
  },
});

/** What is quoted, or the first of several: text, or an object of it. */
export const passage = (names: string): Field<string> => {
  const inList = (value: unknown) =>
    isRaw(value) ? Object.values(value).map(readText).find(isProse) : readText(value);
  return orFirst(inList, text(names));
};
const isProse = (said: string | undefined) => said?.includes(' ');

/** Names in an object of this name: "thread.title thread.url". */
export const within = (of: string, names: string) =>
  names
    .split(' ')
    .map((name) => `${of}.${name}`)
    .join(' ');

/** The same fields, which may also be in an object of this name, or have it before their own: "region.code", "RegionCode". */
export function alsoIn<S extends Shape>(of: string, shape: S): S {
  const both = (names: readonly string[]) => names.flatMap((each) => [each, `${of}.${each}`]);
  return mapValues<Field, Field>(shape, ({ lastly, ...field }) => ({
    ...field,
    names: both(field.names),
    ...(lastly && { lastly: both(lastly) }),
  })) as S;
}

/** The field that holds the key in a row made from a map's entry. */
export const KEY = '$key';

/** In a path: every element of a list or entry of a map. The rows inside also get their group's fields. */
export const EACH = '*';

/** The steps of "thread.title" in a profile. */
export type Path = readonly string[];

/** The value at a path, if any. Own properties only: "constructor" is not a field. */
export function valueAt(raw: unknown, path: Path): unknown {
  let at = raw;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Raw)[step];
  }
  return at;
}

/** An object with the same names for other values. */
export function mapValues<T, U>(object: Readonly<Record<string, T>>, of: (value: T, name: string) => U) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(value, name)]));
}

/** There is more than came; `total` where the API says how many. */
export type Rest = { total?: number };
/** A list; with `rest` it is only a part, and no rule may treat it as complete. */
export type Listing<T> = T[] & { rest?: Rest };
