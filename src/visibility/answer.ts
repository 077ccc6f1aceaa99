/** Reads a successful response: text to JSON, and JSON to the type that its operation promises. */
import { z } from 'zod';
import { oncePer } from '../once-per.ts';
import { ENTITY, OWN_STANDING, SENTIMENT, STANDING } from './assumed.ts';
import { type Check, RESOURCES, rowCheckOf, Timestamp } from './contract.ts';
import { ContractError, isWebPage } from './errors.ts';
import { figuresOf } from './forms.ts';
import type { HttpAnswer } from './http.ts';
import type { RowList } from './lists.ts';
import { type OperationLines, pathText } from './profile.ts';
import { type Plan, readRows, readThing } from './read.ts';
import type { Field, Listing, Read, Shape } from './shape.ts';
import { alsoIn, flag, id, mapValues, number, rows, share, texts, thing, timestamp, words } from './shape.ts';
import { withSides } from './sides.ts';
import { isTyped, unwrapped, withoutTypes, withTables } from './tables.ts';
import { isRaw, type Raw, readConstantOf } from './values.ts';

export type { Listing };

/**
 * What an operation answers: one `shape` or a list of them; `schema` validates documented ones, and
 * `isRow` recognises most of their rows. `written`: a write's answer, which must not fail a write that
 * was done. `byPart`: rows of engines, regions and the whole, told apart by breakdown.ts. `greatestFirst`: the field
 * that its rows are sorted by, which may come in any order; where the order `isDocumented`, only rows in groups are.
 */
export type Answer<T = unknown> = {
  shape: Shape;
  list: boolean;
  schema?: z.ZodType;
  isRow?: Check;
  written?: true;
  byPart?: true;
  /** Rows without at least one field of each list are unreadable: a lead has a title or a URL. */
  needs?: readonly (readonly string[])[];
  greatestFirst?: string;
  isDocumented?: true;
  /** Exists for TypeScript only. */
  value?: T;
};

type Listed = Pick<Answer, 'needs' | 'greatestFirst' | 'isDocumented'>;

export function listOf<S extends Shape>(shape: S, more: Listed = {}): Answer<Listing<Read<S>>> {
  return { shape, list: true, ...more };
}

/** Rows of days, for the whole project and for its engines and regions. */
export function listByPart<S extends Shape>(
  shape: S,
  needs: Answer['needs'] = [],
): Answer<Listing<Omit<Read<S>, 'revisedAt'>>> {
  return { shape, list: true, byPart: true, needs };
}

export function thingOf<S extends Shape>(shape: S): Answer<Read<S>> {
  return { shape, list: false };
}

/** A list of documented resources. */
export function documentedList<T>(schema: z.ZodType<T>, more: Listed = {}): Answer<Listing<T>> {
  return { shape: shapeOf(schema), list: true, schema: z.array(schema), isRow: rowCheckOf(schema), ...more };
}

/** A documented resource. */
export function documented<T>(schema: z.ZodType<T>): Answer<T> {
  return { shape: shapeOf(schema), list: false, schema };
}

/** What a write answers; undefined where the list can't be read. */
export function written<T>(answer: Answer<Listing<T>>): Answer<Listing<T> | undefined> {
  return { ...answer, written: true };
}

/** What a write answers; its fields are undefined where they can't be read. */
export function thingWritten<S extends Shape>(shape: S): Answer<Read<S>> {
  return { shape, list: false, written: true };
}

/** An answer that isn't read. */
export const unread: Answer<undefined> = { shape: {}, list: false, written: true };

const LONGEST_QUOTE = 60;

/** `came` of the ContractError for an HTML page. */
export const WEB_PAGE = 'a web page';

/** The address of what was created may be all that is said of it. */
const [CREATED, NO_CONTENT] = [201, 204];

/** Whether an API writes its dates with the day first, as far as any answer has told. */
export type DateOrder = { isDayFirst?: boolean };

/** The parsed body; null for no content, undefined for any other empty one. @throws ContractError */
export function bodyOf(
  operation: string,
  { status, text, location }: Pick<HttpAnswer, 'status' | 'text' | 'location'>,
  order: DateOrder = {},
): unknown {
  const [made] = (status === CREATED && /[^/=.]+(?=\/?$)/.exec(location ?? '')) || [];
  if (text === '') return made ? { id: made } : status === NO_CONTENT ? null : undefined;
  try {
    const given: unknown = JSON.parse(text);
    // In the text, since one date tells how to read all others.
    const body = someIn(given, isWrittenDate) ? JSON.parse(withIsoDates(text, order)) : given;
    return someIn(body, isTyped) ? withoutTypes(body) : body;
  } catch {
    const came = isWebPage(text) ? WEB_PAGE : `text of ${text.length} characters`;
    throw new ContractError(operation, { path: '$', wanted: 'expected JSON', came, status });
  }
}

const isWrittenDate = (value: unknown) =>
  typeof value === 'string' && /^\d\d?([/.-])\d\d?\1(?:20)\d\d/.test(value);
const DEEPEST_TELLING = 8;
const ROWS_TELLING = 3;

/** Whether anything in an answer is so, as far as its first rows tell. */
function someIn(value: unknown, is: (value: unknown) => boolean, depth = 0): boolean {
  if (is(value)) return true;
  if (typeof value !== 'object' || value === null || depth > DEEPEST_TELLING) return false;
  const inside = Array.isArray(value) ? value.slice(0, ROWS_TELLING) : Object.values(value);
  return inside.some((each) => someIn(each, is, depth + 1));
}

/** A date as people write it, maybe with the time of day. JSON may escape a slash. */
const WRITTEN_DATE = /(?<!\\)"(\d\d?)(\\?\/|[.-])(\d\d?)\2(20\d\d)(?=(?:[ T]\d\d:\d\d[:\d.]*)?Z?")/g;

/** With the dates 11/18/2026, 18/11/2026 and 18.11.2026 as ISO has them, where one above 12 tells which number is the day. */
function withIsoDates(text: string, order: DateOrder): string {
  const dates = [...text.matchAll(WRITTEN_DATE)].map(([, one, , two]) => [Number(one), Number(two)] as const);
  const isFirst = dates.some(([one]) => one > 12);
  if (isFirst !== dates.some(([, two]) => two > 12)) order.isDayFirst = isFirst;
  const { isDayFirst } = order;
  if (isDayFirst === undefined) return text;
  return text.replace(WRITTEN_DATE, (_, one: string, _mark, two: string, year: string) => {
    const [month, day] = isDayFirst ? [two, one] : [one, two];
    return `"${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  });
}

export type Asked = {
  operation: string;
  status: number;
  lines: OperationLines;
  /** Words of the operation's path, which may name its list. */
  called: readonly string[];
  /** The name or id of the only thing that was asked for. */
  named?: string | undefined;
  brands?: readonly string[] | undefined;
  /** Removes the API key from what an error quotes. */
  redact: (text: string) => string;
};

/** What was read, and where; for a list also its raw rows, and whether it was cut off because of its length. */
export type Reading<T> = { value: T; plan?: Plan; rowList?: RowList; isCut?: boolean };

/** A raw answer and how it was read; without `reading` where it couldn't be read. */
export type Answered = { operation: string; body: unknown; reading?: Reading<unknown> };

/** @throws ContractError with the operation, the JSON path of the first fault and the value found there. */
export function readBody<T>(answer: Answer, body: unknown, asked: Asked): Reading<T> {
  try {
    const whole = unwrapped(
      withTables(withIncluded(body), answer.byPart === true),
      figuresOf(answer.shape),
      answer,
      !answer.list,
    );
    return (answer.list ? readList(answer, whole, asked) : readOne(answer, whole, asked)) as Reading<T>;
  } catch (error) {
    // The write was done, whatever its answer looks like.
    if (answer.written && error instanceof ContractError) return { value: undefined as T };
    throw error;
  }
}

/** Puts the attributes that JSON:API has beside the rows, in "included", where the rows' relationships refer to them. */
function withIncluded(body: unknown): unknown {
  if (!isRaw(body) || !Array.isArray(body.included)) return body;
  const { included, ...rest } = body;
  const nameOf = ({ type, id }: Raw) => JSON.stringify([type, id]);
  const known = new Map(body.included.filter(isRaw).map((each) => [nameOf(each), each.attributes]));
  const filled = (link: unknown) =>
    isRaw(link) ? { ...(known.get(nameOf(link)) as Raw | undefined), ...link } : link;
  const fillIn = (row: unknown) => {
    if (!isRaw(row) || !isRaw(row.relationships)) return row;
    const relationships = mapValues(row.relationships, (each) =>
      isRaw(each)
        ? { ...each, data: Array.isArray(each.data) ? each.data.map(filled) : filled(each.data) }
        : each,
    );
    return { ...row, relationships };
  };
  return { ...rest, data: Array.isArray(body.data) ? body.data.map(fillIn) : fillIn(body.data) };
}

/** @throws ContractError for rows without any field that they are about, or without any that we know. */
export function requireNeeded(
  { shape, needs, written }: Answer,
  { plan, rowList, value }: Reading<unknown>,
  asked: Asked,
): void {
  if (written) return;
  const isUnknown = !rowList && plan?.fields.length === 0 && plan.unknown.length > 0;
  if (isUnknown && isRaw(value) && Object.values(value).every((each) => each === undefined))
    throw faultOf(asked, '$', 'expected any field that is known', value);
  if (!rowList?.raws.length) return;
  const found = new Set(plan?.fields.map(({ name }) => name));
  const missing = (needs ?? [Object.keys(shape)]).find((fields) => !fields.some((field) => found.has(field)));
  const wanted = `expected rows with ${needs ? missing?.join(' or ') : 'any field that is known'}`;
  if (missing) throw faultOf(asked, pathOf(rowList), wanted, rowList.raws);
}

function readList({ shape, schema, isRow, byPart }: Answer, body: unknown, asked: Asked): Reading<unknown> {
  const read = readRows(shape, body, asked, byPart, isRow);
  if (!read) throw faultOf(asked, '$', 'expected a list of objects', body);
  const { rows: value, plan, rowList, isCut, areChecked } = read;
  if (!schema) return { value, plan, rowList, isCut };
  if (rowList.others > 0) throw faultOf(asked, pathOf(rowList), 'expected objects only', rowList.raws);
  if (areChecked || (isRow && value.every(isRow))) return { value, plan, rowList, isCut };
  return { value: validate(value, schema, asked, pathOf(rowList)), plan, rowList, isCut };
}

/** Rows of all pages as `greatestFirst` says; those without its field last, and equal ones as they came. */
export function sortRows<Row>(
  { greatestFirst, isDocumented }: Answer,
  rows: readonly Row[],
  isGrouped: boolean,
): readonly Row[] {
  if (greatestFirst === undefined || (isDocumented && !isGrouped)) return rows;
  const rankOf = (row: Row) => (row as Record<string, Rank>)[greatestFirst];
  return rows.toSorted((one, other) => compareRanks(rankOf(one), rankOf(other)));
}

/** Whether what should come first comes last, as the newest where an API lists what it has in the order of its ids. */
export function comesLowestFirst(answer: Answer, rows: readonly object[]): boolean {
  const name = answer.byPart ? 'date' : (answer.greatestFirst ?? '');
  const ranks = rows.map((row) => (row as Record<string, Rank>)[name]);
  const isRising = (rank: Rank, i: number) => i === 0 || compareRanks(ranks[i - 1], rank) >= 0;
  const rises = compareRanks(ranks[0], ranks.at(-1)) > 0;
  return rises && (answer.byPart || (!answer.isDocumented && ranks.every(isRising)));
}

type Rank = string | number | undefined;

function compareRanks(a: Rank, b: Rank): number {
  if (a === b) return 0;
  if (b === undefined) return -1;
  return a === undefined || a < b ? 1 : -1;
}

const isOfRival = oncePer((shape: Shape) => Object.values(shape).some(({ ofRival }) => ofRival));

function readOne({ shape, schema, written }: Answer, body: unknown, asked: Asked): Reading<unknown> {
  if (written && Object.keys(shape).length === 0) return { value: undefined };
  const whole = isOfRival(shape) ? withSides(body, asked.named, asked.brands) : body;
  const read = readThing(shape, written && !isRaw(whole) ? {} : whole, asked.lines, asked.named);
  if (!read) throw faultOf(asked, '$', 'expected an object', body);
  const value = schema ? validate(withNamesForIds(read.thing), schema, asked, '$') : read.thing;
  return { value, plan: read.plan };
}

/** Engines that a documented row has only the id of, under that name until breakdown.ts knows theirs. */
function withNamesForIds(thing: Raw): Raw {
  const named = (row: unknown) =>
    isRaw(row) && row.engine === undefined && 'engine' in row ? { ...row, engine: row.engine_id } : row;
  return mapValues(thing, (each) => (Array.isArray(each) ? each.map(named) : each));
}

function validate(value: unknown, schema: z.ZodType, asked: Asked, at: string): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const wanted = issue?.code === 'invalid_type' ? `expected the type ${issue.expected}` : issue?.message;
  throw faultOf(asked, at + jsonPath(issue?.path ?? []), wanted ?? 'not valid', issue?.input);
}

function faultOf({ operation, status, redact }: Asked, path: string, wanted: string, came: unknown) {
  return new ContractError(operation, { path, wanted, came: describeValue(came, redact), status });
}

function pathOf({ path }: RowList): string {
  return path.length === 0 ? '$' : `$.${pathText(path)}`;
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
}

/** Enough of a value to see the fault, never a whole document. */
function describeValue(value: unknown, redact: (text: string) => string): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(redact(value).slice(0, LONGEST_QUOTE)) : String(value);
}

/** The fields of a documented schema, also with its own name before theirs: "mention_id". */
function shapeOf(schema: z.core.$ZodType): Shape {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only objects have fields');
  const [first = ''] = Object.keys(schema.shape);
  const shape: Shape = mapValues<z.core.$ZodType, Field>(schema.shape, (inner, name) => ({
    ...fieldOf(unwrap(inner), name),
    documented: true,
    // A row's bare id is that of what it is about: a prompt's, in a list of prompts.
    ...(name === first && name.endsWith('_id') && { lastly: ['id'] }),
    // Many APIs leave out what is null.
    ...(inner instanceof z.ZodNullable && { absent: null }),
  }));
  const called = RESOURCES.get(schema)?.id?.replace(/(?:Ranking|Detail|Stat|Mapping)$/, '');
  return called === undefined ? shape : alsoIn(called, shape);
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? unwrap(schema.unwrap()) : schema;
}

/** Further names of documented fields, for an API that has changed since. */
const ALSO_CALLED: Readonly<Record<string, readonly string[]>> = {
  name: ['display_name'],
  entity_name: ENTITY.name.names,
  entity_type: ENTITY.type.names,
  mention_count: ENTITY.mentions.names,
  score: STANDING.score.names,
  own_score: OWN_STANDING.score.names,
  mention_rate: STANDING.mentionRate.names,
  own_mention_rate: OWN_STANDING.mentionRate.names,
  average_rank: STANDING.averageRank.names,
  own_average_rank: OWN_STANDING.averageRank.names,
  avg_sentiment: SENTIMENT.names,
  own_avg_sentiment: SENTIMENT.names,
};

function fieldOf(schema: z.core.$ZodType, name: string): Field {
  const names = [name, ...(ALSO_CALLED[name] ?? [])].join(' ');
  if (schema === Timestamp) return timestamp(`${name} ${name.replace(/_for$/, '_at')}`);
  if (schema instanceof z.ZodGUID) return id(name);
  if (schema instanceof z.ZodString) return { ...words(names), read: (value) => readConstantOf(name, value) };
  // "mention_percentage" is a mention rate, whose scale isn't documented.
  const percent = name.replace(/rate$|share$/, 'percent');
  if (schema instanceof z.ZodNumber) return percent === name ? number(names) : share(`${names} ${percent}`);
  if (schema instanceof z.ZodBoolean) return flag(name);
  if (schema instanceof z.ZodObject) return thing(shapeOf(schema), name);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) {
    return rows(shapeOf(schema.element), name);
  }
  if (schema instanceof z.ZodArray) return texts(name);
  throw new TypeError(`${name} is of a kind that the API’s document does not use`);
}
