/** All places in an answer, or in its description, that may hold one of our fields: the input of place-fields.ts. */
import { type Field, type Path, valueAt } from './shape.ts';
import { isRaw, type Raw, readId } from './values.ts';

/** A place in a row. `fits`: whether its values can be read as such a field; `said`: its title or description. */
export type Candidate = {
  path: Path;
  fits(field: Field): boolean;
  said?: string;
  /** Whether its numbers never rise from row to row; undefined for a few rows. */
  falls(field: Field): boolean | undefined;
  /** Only null was seen there. */
  isEmpty?: boolean;
  /** Its URLs are those of the rows' own pages in the API's dashboard: "https://app.example/leads/7" in the row 7. */
  isOwnPage?: boolean;
  /** Its path as far as it tells a name: Kubernetes has what is known of a thing in "status". */
  goesBy?: Path;
  /** It tells of the record, whose substance is in an object beside it: {"created_at": …, "properties": {…}}. */
  isOfRecord?: boolean;
  /** It is true in some rows and missing in the others: some APIs leave out what is false. */
  isOnlyTrue?: boolean;
  /** The places inside, if this is an object or a list of them. */
  inner(): readonly Candidate[];
};

export const DEEPEST = 5;
/** Bounds the work on hostile or careless answers; the fields we want are among the first. */
const MOST_CANDIDATES = 400;
const ROWS_LOOKED_AT = 60;
const FIRST_LOOKED_AT = 20;

/** The places in `rows`, each once, from a sample of the rows. */
export function candidatesIn(rows: readonly Raw[]): Candidate[] {
  const seen: Place[] = [];
  const outermost: Places = new Map();
  const sample = sampleOf(rows);
  for (const row of sample) collect(row, [], outermost, seen, ownIdOf(row));
  const isOfRecord = recordIn([...outermost.values()]);
  const ofKubernetes = ['spec', 'apiVersion'].some((name) => outermost.has(name)) ? 'status' : undefined;
  return seen.map((place) => ({
    ...candidateOf(place, sample.length),
    goesBy: place.path.length > 1 && place.path[0] === ofKubernetes ? place.path.slice(1) : place.path,
    isOfRecord: isOfRecord(place.path[0] ?? ''),
  }));
}

/** Whether a name beside the object that holds what a row is only tells which record it is, and when it was made or asked for. */
function recordIn(outermost: readonly Place[]): (name: string) => boolean {
  const isObject = ({ values }: Place) => values.some(isRaw);
  const namesOf = (wanted: boolean) =>
    outermost.flatMap((place) => (isObject(place) === wanted ? place.path : []));
  const others = namesOf(false);
  const hasBag =
    namesOf(true).some((name) => BAGS.test(name)) && others.every((name) => OF_RECORD.test(name));
  return (name) => OF_INDEX.test(name) || (hasBag && (others.includes(name) || /^meta/.test(name)));
}
/** What holds a row's own fields. */
export const BAGS = /^(?:_source|attributes|data|fields|items?|node|payload|properties|results?|spec)$/i;
const OF_RECORD =
  /^[@_$]?(?:id|uu?id|key|type|kind|object|name|status|state|ok|success|code|message|error|url|self|score|index|version|api_?version|revision|etag|cursor|archived|deleted|icon|(?:creat|insert|updat|modif|edit|last_?edit|comput|generat|fetch)\w*)$/i;
/** "_score" and "@timestamp" are a search index's own. */
const OF_INDEX = /^(?:@|_(?!id$|source$))/;

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/** The first rows, and others at steps that repeat no pattern: rows may take turns, as one of the whole and one of each engine. */
export function sampleOf(rows: readonly Raw[]): readonly Raw[] {
  if (rows.length <= ROWS_LOOKED_AT) return rows;
  const sample = rows.slice(0, FIRST_LOOKED_AT);
  const step = rows.length / ROWS_LOOKED_AT;
  for (let i = FIRST_LOOKED_AT; i < ROWS_LOOKED_AT; i += 1)
    sample.push(rows[Math.floor((i + ((i * GOLDEN_RATIO) % 1)) * step)] ?? {});
  return sample;
}

const OWN_IDS = ['id', '_id', 'uuid', 'pk', 'lead_id', 'leadId'];

function ownIdOf(row: Raw): string {
  return OWN_IDS.map((name) => readId(row[name])).find((id) => id !== undefined) ?? '';
}

/** What an API's dashboard calls things, and no forum its threads. */
const DASHBOARD =
  /^https?:\/\/.*\/(?:[a-z]+[-_])?(?:leads?|opportunit(?:y|ies)|citations?|sources?)\/[^/]+$/i;

const isPageOf = (id: string, value: unknown) =>
  id !== '' && typeof value === 'string' && value.endsWith(`/${id}`) && DASHBOARD.test(value);

type Place = { path: Path; values: unknown[]; inside: Places; isOwnPage?: boolean };
type Places = Map<string, Place>;

function collect(raw: Raw, at: Path, places: Places, seen: Place[], id: string): void {
  for (const name of Object.keys(raw)) {
    const value = raw[name];
    let place = places.get(name);
    if (!place && seen.length >= MOST_CANDIDATES) return;
    if (!place) {
      place = { path: [...at, name], values: [], inside: new Map() };
      places.set(name, place);
      seen.push(place);
    }
    place.values.push(value);
    if (isPageOf(id, value)) place.isOwnPage = true;
    if (isRaw(value) && place.path.length < DEEPEST) collect(value, place.path, place.inside, seen, id);
  }
}

function candidateOf({ path, values, isOwnPage = false }: Place, rows: number): Candidate {
  const present = values.filter((value) => value !== null && value !== undefined);
  const fits = (field: Field) => fitsIn(field, present);
  const falls = (field: Field) => isFalling(present, field);
  const isOnlyTrue = values.length < rows && values.every((value) => value === true);
  const isEmpty = present.length === 0;
  const inner = () => candidatesIn(present.flat().filter(isRaw));
  return { path, fits, falls, isEmpty, isOwnPage, isOnlyTrue, inner };
}

/** Of fewer numbers, any would by chance. */
const FEWEST_IN_ORDER = 4;

function isFalling(values: readonly unknown[], field: Field): boolean | undefined {
  const numbers = values.flatMap((value) => field.read(value) ?? []).map(Number);
  if (numbers.length < FEWEST_IN_ORDER) return undefined;
  const isBelow = (number: number, i: number) => number <= (numbers[i - 1] ?? number);
  return numbers.every(isBelow) && numbers[0] !== numbers.at(-1);
}

/** A place with only null may be anything, so its name alone decides. */
function fitsIn(field: Field, present: readonly unknown[]): boolean {
  const { kind, documented } = field;
  // Documented fields go by name; their schema reports bad values. A value may stand in an object: {prompt: {text}}.
  if (documented) return kind === 'rows' || kind === 'thing' || !present.some(isRaw);
  if (present.length === 0) return true;
  if (kind === 'rows') {
    const lists = present.filter(Array.isArray);
    return (
      lists.some((list) => list.some(isRaw)) || (lists.length === present.length && !lists.flat().length)
    );
  }
  if (kind === 'thing') return present.some(isRaw);
  return areReadable(field, present);
}

/** Whether the values at a path of these, where there are any, can be read as a field. */
function areReadable(
  { read, inEveryRow = false }: Pick<Field, 'read'> & { inEveryRow?: boolean },
  among: readonly unknown[],
  path: Path = [],
): boolean {
  for (const each of among) {
    const value = valueAt(each, path);
    if (value == null || value === '') continue;
    const isRead = read(value) !== undefined;
    if (isRead !== inEveryRow) return isRead;
  }
  return inEveryRow;
}

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

/** The properties of an object that its description doesn't advise against. */
const currentIn = ({ properties }: JsonSchema) =>
  Object.entries(isRaw(properties) ? properties : {}).filter(
    ([, inner]) => !(isRaw(inner) && inner.deprecated === true),
  );

type Property = { path: Path; schema: JsonSchema; required: boolean };

/** `around`: the schemas around this one, so that a schema that contains itself isn't entered again. */
export function propertiesOf(schema: unknown, at: Path = [], around: readonly unknown[] = []): Property[] {
  if (at.length >= DEEPEST || around.includes(schema)) return [];
  return variantsOf(schema).flatMap((variant) => {
    const required = Array.isArray(variant.required) ? variant.required : [];
    const properties = currentIn(variant);
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

/** Rows of a list in an example: enough for each value that a property may have. */
const ROWS = [0, 1, 2, 3, 4];

/** The answers that a schema allows, with lists of rows that differ: so readers of real answers tell what it describes. */
export const examplesOf = (schema: unknown) => ROWS.map((number) => exampleOf(schema, number));

function exampleOf(schema: unknown, number: number, around: readonly unknown[] = []): unknown {
  const variants = around.includes(schema) || around.length > 2 * DEEPEST ? [] : variantsOf(schema);
  const inside = (inner: unknown, i = number) => exampleOf(inner, i, [...around, schema]);
  const entries = variants.flatMap(({ properties, additionalProperties: others }) => [
    ...currentIn({ properties }),
    ...(isRaw(others) ? [TEXT, TIME].map((key) => [key, others] as const) : []),
  ]);
  const isObject = entries.length > 0 || variants.some(({ type }) => [type].flat().includes('object'));
  const values = variants.flatMap((variant) => {
    if (Array.isArray(variant.enum)) return variant.enum;
    const { items } = variant;
    return [variant.type].flat().flatMap((type) => {
      if (type !== 'array') return EXAMPLES[`${type} ${variant.format}`] ?? EXAMPLES[`${type}`] ?? [];
      const rows = ROWS.map((i) => inside(items, i));
      return [rows.some((row) => typeof row === 'object') ? rows : [TEXT]];
    });
  });
  if (isObject) values.push(Object.fromEntries(entries.map(([name, inner]) => [name, inside(inner)])));
  return values[number % values.length];
}

const [TEXT, ADDRESS, TIME] = ['example', 'https://example.com/', '2026-11-20T09:00:00Z'];
const ID = '00000000-0000-4000-8000-000000000000';
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

/** The names of an object in order, and the form of each value that is an object. */
type Form = { names: readonly string[]; insides: readonly (Form | undefined)[] };
/** Whether any value at a place could be read as such a field; whether its numbers never rose. */
type Fact = { path: Path; field: Field; fits: boolean };
type Order = { path: Path; field: Field; fell: boolean | undefined };

/** The layout that a plan was made for: an API rarely changes it, and checking it costs far less than a new plan. */
export type Layout = ReturnType<typeof layoutOf>;

export function layoutOf(rows: readonly Raw[], found: readonly Candidate[]) {
  const form = rows[0] && formOf(rows[0], 1);
  const facts: Fact[] = [];
  const orders: Order[] = [];
  // Lists inside rows would need the same check again.
  let isDeep = false;
  const candidates = found.map((candidate): Candidate => {
    const { path, isEmpty } = candidate;
    return {
      ...candidate,
      fits(field) {
        const fits = candidate.fits(field);
        if (field.kind === 'rows') isDeep = true;
        else if (!isEmpty && !field.documented) facts.push({ path, field, fits });
        return fits;
      },
      falls(field) {
        const fell = candidate.falls(field);
        orders.push({ path, field, fell });
        return fell;
      },
      inner() {
        isDeep = true;
        return candidate.inner();
      },
    };
  });
  const isAlike = form !== undefined && areOfForm(rows, form);
  /** A page may have too few rows to tell, or another figure that falls by chance: what fell before counts. */
  const areInOrder = (others: readonly Raw[]) => {
    const fallNow = ({ path, field }: Order) =>
      isFalling(
        others.map((row) => valueAt(row, path)),
        field,
      );
    const fell = orders.filter((order) => order.fell);
    return fell.length > 0
      ? fell.every((order) => fallNow(order) !== false)
      : orders.every((order) => fallNow(order) === order.fell);
  };
  const saysTheSame = (others: readonly Raw[]) =>
    found.every(({ path, isEmpty }) => others.every((row) => valueAt(row, path) == null) === isEmpty) &&
    facts.every(({ path, field, fits }) => areReadable(field, others, path) === fits) &&
    areInOrder(others);
  return {
    /** The given candidates, wrapped to record what they answer. */
    candidates,
    /** Whether the candidates of other rows would answer the same; false, too, where that can't be checked cheaply. */
    isOf: (others: readonly Raw[]) => isAlike && !isDeep && areOfForm(others, form) && saysTheSame(others),
  };
}

function formOf(raw: Raw, depth: number): Form | undefined {
  const values = Object.values(raw);
  if (depth >= DEEPEST && values.some(isRaw)) return undefined;
  const insides = values.map((value) => (isRaw(value) ? formOf(value, depth + 1) : undefined));
  return { names: Object.keys(raw), insides };
}

/** The first row must have every object; in later ones an object may be null. */
function areOfForm(rows: readonly Raw[], form: Form): boolean {
  return rows.length > 0 && rows.every((row, i) => isOfForm(row, form, i === 0));
}

function isOfForm(raw: Raw, { names, insides }: Form, isWhole: boolean): boolean {
  let i = 0;
  for (const name in raw) {
    if (names[i] !== name) return false;
    const value = raw[name];
    const inside = insides[i];
    if (isRaw(value)) {
      if (!inside || !isOfForm(value, inside, isWhole)) return false;
    } else if (inside && (isWhole || value !== null)) return false;
    i += 1;
  }
  return i === names.length;
}
