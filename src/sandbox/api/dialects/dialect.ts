/**
 * What a dialect is: one way an API with the same document might speak where the document is silent. Dialects change
 * the JSON between the routes and the client, and an answer's schema along with the answer: the functions below build such
 * changes.
 */
import { isRecord } from '../../../json.ts';
import { oncePer } from '../../../once-per.ts';
import type { FieldFault, RawRequest } from '../route.ts';

/** The operation that a dialect is applied to. */
export type Endpoint = {
  operation: string;
  path: string;
  method: string;
  isList: boolean;
  /** What the route's own `limit` parameter allows. */
  limit: { maximum: number; fallback: number } | undefined;
  /** All words of the dialect in use. */
  words: ReadonlySet<string>;
};

export type Schema = { [keyword: string]: unknown };

/** Changes an answer and its JSON Schema together, so the two can't disagree. */
export type Change = {
  value(value: unknown, endpoint: Endpoint): unknown;
  schema(schema: Schema, endpoint: Endpoint): Schema;
};

/** A parameter in the OpenAPI document. */
export type Parameter = {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
  style?: string;
  explode?: boolean;
};

/** A page of a list: its rows, the fields beside them, and headers. */
type Page = { rows: unknown[]; info: Record<string, unknown>; headers?: Record<string, string> };

/**
 * How lists are paged. `parameters` replace the route's `limit`; `info`
 * has the schemas of the fields beside the rows.
 */
export type Paging = {
  parameters(endpoint: Endpoint): Parameter[];
  cut(rows: unknown[], query: RawRequest['query'], endpoint: Endpoint, url: URL): Page;
  info: Record<string, Schema>;
};

/** Wraps a list. */
export type Envelope = {
  value(rows: unknown[], info: Record<string, unknown>, endpoint: Endpoint): unknown;
  schema(rows: Schema, info: Record<string, Schema>, endpoint: Endpoint): Schema;
};

/** An OpenAPI document, or a part of it. */
export type Document = Record<string, unknown>;

export type Dialect = {
  /** One line for people. */
  about: string;
  /** Words of the same group exclude each other. */
  group?: 'pages' | 'envelope' | 'times' | 'numbers' | 'refusals' | 'lists' | 'maximum';
  /** Changes the answer before paging and envelopes. */
  answer?: Change;
  /** Changes the answer after paging and envelopes. */
  finish?: Change;
  paging?: Paging;
  /** Pages only lists that have a limit. */
  limitedOnly?: true;
  envelope?: Envelope;
  /** Turns the incoming request into one that the routes expect. @throws Refusal */
  request?(raw: RawRequest, endpoint: Endpoint): RawRequest;
  /** Describes the same in the OpenAPI document. */
  parameters?(parameters: Parameter[], endpoint: Endpoint): Parameter[];
  body?(schema: Schema, endpoint: Endpoint): Schema;
  /** A parameter's or body field's name on the wire, for the `loc` of faults. */
  wireName?(name: string, endpoint: Endpoint): string;
  refusal?: {
    value(status: number, detail: string | FieldFault[]): unknown;
    schema: Schema;
    type?: string;
  };
  /** Whether the operation is missing. */
  isAbsent?(endpoint: Endpoint): boolean;
  /** Changes the whole OpenAPI document; undefined removes it. */
  document?(document: Document): Document | undefined;
};

/**
 * What happens to a field: a new name ("thread.title" nests it in an object), a conversion, or both. Null stays null.
 */
type FieldChange = { name?: string; convert?: Change };

/** Changes fields by name, at any depth. */
export function changeFields(decide: (name: string, endpoint: Endpoint) => FieldChange | undefined): Change {
  function value(input: unknown, endpoint: Endpoint): unknown {
    return typeof input === 'object' && input !== null ? changeAt(endpoint)(input) : input;
  }
  const changeAt = oncePer((endpoint: Endpoint) => oncePer((input: object) => changeObject(input, endpoint)));

  function changeObject(input: object, endpoint: Endpoint): object {
    if (Array.isArray(input)) return input.map((each) => value(each, endpoint));
    const out: Record<string, unknown> = {};
    for (const [oldName, inner] of Object.entries(input)) {
      const { name = oldName, convert } = decide(oldName, endpoint) ?? {};
      const changed = value(inner, endpoint);
      setField(
        out,
        name.split('.'),
        convert && changed !== null ? convert.value(changed, endpoint) : changed,
      );
    }
    return out;
  }

  function schema(input: Schema, endpoint: Endpoint): Schema {
    const out = mapBranches(input, (branch) => schema(branch, endpoint));
    if (!isRecord(input.properties)) return out;
    const required: unknown[] = Array.isArray(input.required) ? input.required : [];
    const root: Schema = { ...out, properties: {}, required: [] };
    for (const [oldName, inner] of Object.entries(input.properties)) {
      const { name = oldName, convert } = decide(oldName, endpoint) ?? {};
      const changed = schema(toSchema(inner), endpoint);
      setProperty(
        root,
        name.split('.'),
        convert ? convertSchema(changed, convert, endpoint) : changed,
        required.includes(oldName),
      );
    }
    return root;
  }

  return { value, schema };
}

/** Renames fields; `names` is by operation. */
export function renameFields(names: Readonly<Record<string, Readonly<Record<string, string>>>>): Change {
  return changeFields((oldName, { operation }) => {
    const name = names[operation]?.[oldName];
    return name === undefined ? undefined : { name };
  });
}

export function convertFields(names: RegExp, convert: Change): Change {
  return changeFields((name) => (names.test(name) ? { convert } : undefined));
}

export function inOrder(...changes: readonly Change[]): Change {
  return {
    value: (value, endpoint) => changes.reduce((result, change) => change.value(result, endpoint), value),
    schema: (schema, endpoint) => changes.reduce((result, change) => change.schema(result, endpoint), schema),
  };
}

export function onlyFor(operations: readonly string[], change: Change): Change {
  const applies = ({ operation }: Endpoint) => operations.includes(operation);
  return {
    value: (value, endpoint) => (applies(endpoint) ? change.value(value, endpoint) : value),
    schema: (schema, endpoint) => (applies(endpoint) ? change.schema(schema, endpoint) : schema),
  };
}

/** Changes the rows of a list in ways that still match the schema. */
export function changeRows(change: (rows: Record<string, unknown>[]) => Record<string, unknown>[]): Change {
  return changeValue((value) => (Array.isArray(value) ? change(value.filter(isRecord)) : value));
}

/** Changes a value in a way that still matches the schema. */
export function changeValue(change: (value: unknown) => unknown): Change {
  return { value: (value) => change(value), schema: (schema) => schema };
}

/** Of an object with all of these fields. */
export function objectSchema(properties: Record<string, Schema>): Schema {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function toSchema(value: unknown): Schema {
  return isRecord(value) ? value : {};
}

/** An object with the same names for other values. */
export function mapValues<T, U>(object: Readonly<Record<string, T>>, of: (value: T, name: string) => U) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, of(value, name)]));
}

/** Changes every schema within a schema, from the inside out. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const out = mapBranches(schema, (branch) => mapSchema(branch, change));
  if (isRecord(out.properties))
    out.properties = mapValues(out.properties, (inner) => mapSchema(toSchema(inner), change));
  return change(out);
}

/** Changes the schemas in anyOf, oneOf, allOf and items. */
function mapBranches(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const out: Schema = { ...schema };
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(out[keyword])) out[keyword] = out[keyword].map((each) => change(toSchema(each)));
  if (isRecord(out.items)) out.items = change(out.items);
  return out;
}

/** Converts the parts of a nullable schema that aren't null. */
function convertSchema(schema: Schema, convert: Change, endpoint: Endpoint): Schema {
  if (Array.isArray(schema.anyOf))
    return { ...schema, anyOf: schema.anyOf.map((each) => convertSchema(toSchema(each), convert, endpoint)) };
  if (schema.type === 'null') return schema;
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    return orNull(convert.schema({ ...schema, type: types.length === 1 ? types[0] : types }, endpoint));
  }
  return convert.schema(schema, endpoint);
}

function setField(out: Record<string, unknown>, [name = '', ...rest]: string[], value: unknown): void {
  if (rest.length === 0) {
    out[name] = value;
    return;
  }
  const inner = isRecord(out[name]) ? out[name] : {};
  out[name] = inner;
  setField(inner, rest, value);
}

function setProperty(out: Schema, [name = '', ...rest]: string[], schema: Schema, isRequired: boolean): void {
  const properties = toSchema(out.properties);
  const required = Array.isArray(out.required) ? out.required : [];
  if (rest.length === 0) properties[name] = schema;
  else {
    const inner = toSchema(properties[name] ?? { type: 'object' });
    properties[name] = inner;
    setProperty(inner, rest, schema, isRequired);
  }
  out.properties = properties;
  out.required = isRequired ? [...new Set([...required, name])] : required;
}
