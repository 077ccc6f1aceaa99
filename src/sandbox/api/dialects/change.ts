/** Changes to an answer that are told once, for its value and for its JSON Schema, so that the two cannot disagree. */
import { remembered } from '../route.ts';
import type { At } from './at.ts';

export type Schema = { [keyword: string]: unknown };

export type Change = {
  value(value: unknown, at: At): unknown;
  schema(schema: Schema, at: At): Schema;
};

/** A field's value in another form. Of null nothing is made. */
export type Turn = { value(value: unknown, at: At): unknown; schema(schema: Schema, at: At): Schema };

/** What becomes of a field: another name ("thread.title" is a field of a nested object), another form, or nothing. */
export type FieldChange = { to?: string; turn?: Turn };

/** Changes fields by their name, at any depth. */
export function fields(decide: (name: string, at: At) => FieldChange | undefined): Change {
  function value(given: unknown, at: At): unknown {
    return typeof given === 'object' && given !== null ? changedAt(at)(given) : given;
  }
  const changedAt = remembered((at: At) => remembered((given: object) => changed(given, at)));

  function changed(given: object, at: At): object {
    if (Array.isArray(given)) return given.map((each) => value(each, at));
    const out: Record<string, unknown> = {};
    for (const [name, inner] of Object.entries(given)) {
      const { to = name, turn } = decide(name, at) ?? {};
      const read = value(inner, at);
      put(out, to, turn && read !== null ? turn.value(read, at) : read);
    }
    return out;
  }

  function schema(given: Schema, at: At): Schema {
    const out = inBranches(given, (branch) => schema(branch, at));
    if (!isObject(given.properties)) return out;
    const required: unknown[] = Array.isArray(given.required) ? given.required : [];
    const root: Schema = { ...out, properties: {}, required: [] };
    for (const [name, inner] of Object.entries(given.properties)) {
      const { to = name, turn } = decide(name, at) ?? {};
      const read = schema(asSchema(inner), at);
      putSchema(root, to.split('.'), turn ? turned(read, turn, at) : read, required.includes(name));
    }
    return root;
  }

  return { value, schema };
}

/** Gives fields other names, operation by operation; "*" is for all. */
export function renaming(names: Readonly<Record<string, Readonly<Record<string, string>>>>): Change {
  return fields((name, { operation }) => {
    const to = names[operation]?.[name] ?? names['*']?.[name];
    return to === undefined ? undefined : { to };
  });
}

/** Gives fields another form by their name. */
export function converting(names: RegExp, turn: Turn): Change {
  return fields((name) => (names.test(name) ? { turn } : undefined));
}

/** One after another. */
export function inOrder(...changes: readonly Change[]): Change {
  return {
    value: (value, at) => changes.reduce((changed, change) => change.value(changed, at), value),
    schema: (schema, at) => changes.reduce((changed, change) => change.schema(changed, at), schema),
  };
}

/** Only for these operations. */
export function only(operations: readonly string[], change: Change): Change {
  const isOurs = ({ operation }: At) => operations.includes(operation);
  return {
    value: (value, at) => (isOurs(at) ? change.value(value, at) : value),
    schema: (schema, at) => (isOurs(at) ? change.schema(schema, at) : schema),
  };
}

/** Rows left out of a list, or put otherwise; each is still of the same schema. */
export function rows(change: (rows: Record<string, unknown>[], at: At) => Record<string, unknown>[]): Change {
  return {
    value: (value, at) => (Array.isArray(value) ? change(value.filter(isObject), at) : value),
    schema: (schema) => schema,
  };
}

/** The schema where null is allowed too. */
export function orNull(schema: Schema): Schema {
  return { anyOf: [schema, { type: 'null' }] };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function asSchema(value: unknown): Schema {
  return isObject(value) ? value : {};
}

/** Every schema in a schema, from the inside out. */
export function mapSchema(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const out = inBranches(schema, (branch) => mapSchema(branch, change));
  if (isObject(out.properties))
    out.properties = Object.fromEntries(
      Object.entries(out.properties).map(([name, inner]) => [name, mapSchema(asSchema(inner), change)]),
    );
  return change(out);
}

/** The schema with each that stands in its place (anyOf …) or in its list changed. */
function inBranches(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const out: Schema = { ...schema };
  for (const keyword of ['anyOf', 'oneOf', 'allOf'])
    if (Array.isArray(out[keyword])) out[keyword] = out[keyword].map((each) => change(asSchema(each)));
  if (isObject(out.items)) out.items = change(out.items);
  return out;
}

function turned(schema: Schema, turn: Turn, at: At): Schema {
  if (Array.isArray(schema.anyOf))
    return { ...schema, anyOf: schema.anyOf.map((each) => turned(asSchema(each), turn, at)) };
  if (schema.type === 'null') return schema;
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null');
    return orNull(turn.schema({ ...schema, type: types.length === 1 ? types[0] : types }, at));
  }
  return turn.schema(schema, at);
}

function put(out: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    out[name] = value;
    return;
  }
  const inner = out[name];
  const nested = isObject(inner) ? inner : {};
  out[name] = nested;
  put(nested, rest.join('.'), value);
}

function putSchema(out: Schema, [name = '', ...rest]: string[], schema: Schema, isRequired: boolean): void {
  const properties = asSchema(out.properties);
  const required = Array.isArray(out.required) ? out.required : [];
  if (rest.length === 0) properties[name] = schema;
  else {
    const inner = asSchema(properties[name] ?? { type: 'object' });
    properties[name] = inner;
    putSchema(inner, rest, schema, isRequired);
  }
  out.properties = properties;
  out.required = isRequired ? [...new Set([...required, name])] : required;
}
