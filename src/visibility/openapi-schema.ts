/** Turns a JSON Schema into the same places and lists that candidates.ts and lists.ts find in a real answer. */
import { type Candidate, candidateOf, DEEPEST, MOST_CANDIDATES } from './candidates.ts';
import { EACH, type ListPlace } from './lists.ts';
import { KEY, type Path } from './shape.ts';
import { isRaw, type Raw, readText } from './values.ts';

export type JsonSchema = Raw;

/** All alternatives that a schema allows, except null: itself, and the members of anyOf, oneOf and allOf. */
export function variantsOf(schema: unknown, depth = 0): JsonSchema[] {
  if (!isRaw(schema) || depth > 6) return [];
  const inner = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  const own =
    schema.type === 'null' || (schema.type === undefined && !isRaw(schema.properties)) ? [] : [schema];
  const kept =
    own.length > 0 || inner.length > 0 || !Array.isArray(schema.enum) ? own : [{ ...schema, type: 'string' }];
  return [...kept, ...inner.flatMap((each) => variantsOf(each, depth + 1))];
}

/** A property at any depth. */
type Property = { path: Path; schema: JsonSchema; required: boolean };

/** `around`: the schemas around this one, so that a schema that contains itself isn't entered again. */
export function propertiesOf(schema: unknown, at: Path = [], around: readonly unknown[] = []): Property[] {
  if (at.length >= DEEPEST || around.includes(schema)) return [];
  return variantsOf(schema).flatMap((variant) => {
    const required = Array.isArray(variant.required) ? variant.required : [];
    const properties = isRaw(variant.properties) ? Object.entries(variant.properties) : [];
    return properties.flatMap(([name, inner]) => {
      if (!isRaw(inner)) return [];
      const path = [...at, name];
      return [
        { path, schema: inner, required: required.includes(name) },
        ...propertiesOf(inner, path, [...around, schema]),
      ];
    });
  });
}

/** The places in an object of this schema. */
export function candidatesOf(schema: unknown): Candidate[] {
  return uniqueIn(propertiesOf(schema).slice(0, MOST_CANDIDATES).map(candidateFrom));
}

function uniqueIn(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((each) => [each.path.join('\u0000'), each])).values()];
}

function candidateFrom({ path, schema }: Property): Candidate {
  const variants = variantsOf(schema);
  const said = readText(schema.description) ?? readText(schema.title);
  return {
    ...candidateOf(path, variants.flatMap(examplesOf)),
    ...(said !== undefined && { said }),
    inner: () => itemsOf(variants).flatMap((each) => candidatesOf(each)),
  };
}

/** Values that a schema allows, so that what can be read is told by the readers of real answers. */
function examplesOf(schema: JsonSchema): readonly unknown[] {
  if (Array.isArray(schema.enum)) return schema.enum;
  return [schema.type].flat().flatMap((type) => {
    if (type === 'object' || isRaw(schema.properties)) return [{}];
    if (type === 'array')
      return [itemsOf([schema]).some((each) => propertiesOf(each).length > 0) ? [{}] : [TEXT]];
    return EXAMPLES[`${type} ${schema.format}`] ?? EXAMPLES[`${type}`] ?? [];
  });
}

const [TEXT, ID, TIME, ADDRESS] = [
  'example',
  '00000000-0000-4000-8000-000000000000',
  '2026-11-20T09:00:00Z',
  'https://example.com/',
];
/** By type, or by type and format. */
const EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  integer: [1, Date.parse(TIME)],
  number: [0.5, Date.parse(TIME)],
  boolean: [true],
  // Numbers and times may be written as text.
  string: [TEXT, '1', TIME],
  'string uuid': [ID],
  'string guid': [ID],
  'string date-time': [TIME],
  'string date': [TIME],
  'string uri': [ADDRESS],
  'string url': [ADDRESS],
};

function itemsOf(variants: readonly JsonSchema[]): JsonSchema[] {
  return variants.flatMap(({ items }) => (isRaw(items) ? [items] : []));
}

/** Every place in an answer that may hold rows. */
export function listPlacesOf(schema: unknown, at: Path = []): ListPlace[] {
  if (at.length > DEEPEST) return [];
  return variantsOf(schema).flatMap((variant) => {
    const items = itemsOf([variant]);
    const own = items.flatMap((item) => placesOfRows(item, at));
    const entries = isRaw(variant.additionalProperties) ? placesOfMap(variant.additionalProperties, at) : [];
    const properties = isRaw(variant.properties) ? Object.entries(variant.properties) : [];
    return [...own, ...entries, ...properties.flatMap(([name, inner]) => listPlacesOf(inner, [...at, name]))];
  });
}

function placesOfRows(item: JsonSchema, at: Path): ListPlace[] {
  const candidates = candidatesOf(item);
  if (candidates.length === 0) return [];
  const groups = propertiesOf(item).filter(({ path }) => path.length === 1);
  const grouped = groups.flatMap(({ path, schema }) =>
    itemsOf(variantsOf(schema)).flatMap((row): ListPlace[] => {
      const alone = candidatesOf(row);
      if (alone.length === 0) return [];
      const joined = uniqueIn([...candidates.filter((each) => each.path[0] !== path[0]), ...alone]);
      return [
        { path: [...at, EACH, ...path], candidates: joined, isEmpty: false, alone, groups: candidates },
      ];
    }),
  );
  return [{ path: at, candidates, isEmpty: false }, ...grouped];
}

function placesOfMap(entry: JsonSchema, at: Path): ListPlace[] {
  const rows = [...itemsOf(variantsOf(entry)), entry].map(candidatesOf).find((each) => each.length > 0);
  if (!rows) return [];
  const key = candidateOf([KEY], [TEXT, TIME]);
  return [{ path: [...at, EACH], candidates: [...rows, key], isEmpty: false }];
}
