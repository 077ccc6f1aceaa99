/** Reads a successful answer in two steps: text to JSON, JSON to the typed thing its operation promises. */
import { z } from 'zod';
import { Timestamp } from './contract.ts';
import { ContractError } from './errors.ts';
import type { HttpAnswer } from './http.ts';
import { EACH, type RowList } from './lists.ts';
import { NO_LINES, type OperationLines, pathText } from './profile.ts';
import { type Plan, readRows, readThing } from './read.ts';
import { isWebPage } from './remedies.ts';
import {
  type Field,
  flag,
  id,
  number,
  type Read,
  rows,
  type Shape,
  texts,
  thing,
  timestamp,
  words,
} from './shape.ts';
import { isRaw } from './values.ts';

/** More is there than came; `total` where the API says how much there is. */
export type Rest = { total?: number };
/** A list as the API gave it; with `rest` it is a part, and no rule may take it for the whole. */
export type Listing<T> = T[] & { rest?: Rest };

/**
 * What an operation answers, read by `shape`: a list of such rows, or one thing. `schema` judges the
 * whole of what is documented.
 * `written`: it answers a write, which is done whatever can be read of it. `byPart`: its rows are of engines, regions or
 * the whole, which breakdown.ts tells apart. `bestFirst`: in the order of their scores, where groups leave them none.
 */
type Answering = {
  shape: Shape;
  list: boolean;
  schema?: z.ZodType;
  written?: true;
  byPart?: true;
  needs?: Needs;
  bestFirst?: true;
};

/** Of each of these fields one at least has a place in rows that can be read: a lead has a title or an address. */
type Needs = readonly (readonly string[])[];

/** `parse` reads a body without a profile. @throws ContractError */
export type Answer<T = unknown> = Answering & { parse(body: unknown): T };

function answer<T>(answering: Answering): Answer<T> {
  const alone = {
    operation: 'An answer',
    status: 200,
    lines: NO_LINES,
    called: [],
    redact: (text: string) => text,
  };
  return { ...answering, parse: (body) => readBody<T>(answering, body, alone).value };
}

export function listOf<S extends Shape>(
  shape: S,
  more: Pick<Answering, 'needs' | 'bestFirst'> = {},
): Answer<Listing<Read<S>>> {
  return answer({ shape, list: true, ...more });
}

/** Rows of days, of the whole and of its parts. */
export function listByPart<S extends Shape>(shape: S, needs: Needs = []): Answer<Listing<Read<S>>> {
  return answer({ shape, list: true, byPart: true, needs });
}

export function thingOf<S extends Shape>(shape: S): Answer<Read<S>> {
  return answer({ shape, list: false });
}

/** A list of a documented resource. */
export function documentedList<T>(schema: z.ZodType<T>): Answer<Listing<T>> {
  return answer({ shape: shapeOf(schema), list: true, schema: z.array(schema) });
}

/** A documented resource. */
export function documented<T>(schema: z.ZodType<T>): Answer<T> {
  return answer({ shape: shapeOf(schema), list: false, schema });
}

/** What a write answers, as far as it can be read: of a thing without anything known, of a list undefined. */
export function written<T>({ parse, ...answering }: Answer<Listing<T>>): Answer<Listing<T> | undefined> {
  return answer({ ...answering, written: true });
}

export function thingWritten<S extends Shape>(shape: S): Answer<Read<S>> {
  return answer({ shape, list: false, written: true });
}

/** Of what is not read. */
export const unread: Answer<undefined> = answer({ shape: {}, list: false, written: true });

const LONGEST_QUOTE = 60;

/** What came, as a ContractError says it of the answer of a website. */
export const WEB_PAGE = 'a web page';

/** The body as it came; undefined for an empty one, with which some writes are content. @throws ContractError */
export function bodyOf(operation: string, { status, text }: Pick<HttpAnswer, 'status' | 'text'>): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    const came = isWebPage(text) ? WEB_PAGE : `text of ${text.length} characters`;
    throw new ContractError(operation, { path: '$', wanted: 'expected JSON', came, status });
  }
}

export type Asked = {
  operation: string;
  status: number;
  lines: OperationLines;
  /** Words of the operation, by which its list may be called. */
  called: readonly string[];
  /** Takes the API key out of what an error quotes. */
  redact: (text: string) => string;
};

/** What was read, and where it stood; of a list also its rows as they came, and whether there were more than are taken in. */
export type Reading<T> = { value: T; plan?: Plan; rowList?: RowList; isCut?: boolean };

/** @throws ContractError naming the operation, the JSON path of the first fault and what stood there. */
export function readBody<T>(answer: Answering, body: unknown, asked: Asked): Reading<T> {
  try {
    return (answer.list ? readList(answer, body, asked) : readOne(answer, body, asked)) as Reading<T>;
  } catch (error) {
    // What a write answers cannot undo it.
    if (answer.written && error instanceof ContractError) return { value: undefined as T };
    throw error;
  }
}

/** Rows in which nothing stands that they are about can’t be read. @throws ContractError */
export function requireNeeded(
  { needs = [] }: Answering,
  { plan, rowList }: Reading<unknown>,
  asked: Asked,
): void {
  const found = new Set(plan?.fields.map(({ name }) => name));
  const missing = rowList?.raws.length && needs.find((fields) => !fields.some((field) => found.has(field)));
  if (rowList && missing)
    throw faultOf(asked, pathOf(rowList), `expected rows with ${missing.join(' or ')}`, rowList.raws);
}

function readList(
  { shape, schema, byPart, bestFirst }: Answering,
  body: unknown,
  asked: Asked,
): Reading<unknown> {
  const read = readRows(shape, body, asked.lines, asked.called, byPart);
  if (!read) throw faultOf(asked, '$', 'expected a list of objects', body);
  const { rows, plan, rowList, isCut } = read;
  const value = bestFirst && rowList.path.includes(EACH) ? byScore(rows) : rows;
  if (!schema) return { value, plan, rowList, isCut };
  if (rowList.others > 0) throw faultOf(asked, pathOf(rowList), 'expected objects only', rowList.raws);
  return { value: judged(rows, schema, asked, pathOf(rowList)), plan, rowList, isCut };
}

function byScore(rows: readonly { score?: unknown }[]) {
  return rows.toSorted((a, b) => Number(b.score ?? -Infinity) - Number(a.score ?? -Infinity) || 0);
}

function readOne({ shape, schema, written }: Answering, body: unknown, asked: Asked): Reading<unknown> {
  if (written && Object.keys(shape).length === 0) return { value: undefined };
  const read = readThing(shape, written && !isRaw(body) ? {} : body, asked.lines);
  if (!read) throw faultOf(asked, '$', 'expected an object', body);
  return { value: schema ? judged(read.thing, schema, asked, '$') : read.thing, plan: read.plan };
}

function judged(value: unknown, schema: z.ZodType, asked: Asked, at: string): unknown {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw faultOf(asked, at + jsonPath(issue?.path ?? []), issue?.message ?? 'not valid', issue?.input);
}

function faultOf({ operation, status, redact }: Asked, path: string, wanted: string, came: unknown) {
  return new ContractError(operation, { path, wanted, came: described(came, redact), status });
}

function pathOf({ path }: RowList): string {
  return path.length === 0 ? '$' : `$.${pathText(path)}`;
}

function jsonPath(path: readonly PropertyKey[]): string {
  return path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
}

/** A value in a few words: enough to see the fault, never a whole document. */
function described(value: unknown, redact: (text: string) => string): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return typeof value === 'string' ? JSON.stringify(redact(value).slice(0, LONGEST_QUOTE)) : String(value);
}

/** Every field under its documented name. @throws TypeError for a schema of a kind that the document does not use. */
function shapeOf(schema: z.core.$ZodType): Shape {
  if (!(schema instanceof z.ZodObject)) throw new TypeError('Only objects have fields');
  return Object.fromEntries(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, inner]) => [
      name,
      { ...fieldOf(unwrapped(inner), name), documented: true } satisfies Field,
    ]),
  );
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapped =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault;
  return isWrapped ? unwrapped(schema.unwrap()) : schema;
}

function fieldOf(schema: z.core.$ZodType, name: string): Field {
  if (schema === Timestamp) return timestamp(name);
  if (schema instanceof z.ZodGUID) return id(name);
  if (schema instanceof z.ZodString) return words(name);
  if (schema instanceof z.ZodNumber) return number(name);
  if (schema instanceof z.ZodBoolean) return flag(name);
  if (schema instanceof z.ZodObject) return thing(shapeOf(schema), name);
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) {
    return rows(shapeOf(schema.element), name);
  }
  if (schema instanceof z.ZodArray) return texts(name);
  throw new TypeError(`${name} is of a kind that the API’s document does not use`);
}
