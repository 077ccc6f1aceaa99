/** All places in an answer, or in its description, that may hold one of our fields: the input of place-fields.ts. */
import { type Field, type Kind, type Path, valueAt } from './shape.ts';
import { isRaw, type Raw } from './values.ts';

/** A place in a row. `fits`: whether its values can be read as such a field; `said`: its title or description. */
export type Candidate = {
  path: Path;
  fits(field: Field): boolean;
  said?: string;
  /** Only null was seen there. */
  isEmpty?: boolean;
  /** The places inside, if this is a list of objects. */
  inner(): readonly Candidate[];
};

export const DEEPEST = 5;
/** Bounds the work on hostile or careless answers; the fields we want are among the first. */
export const MOST_CANDIDATES = 400;
const ROWS_LOOKED_AT = 60;
const FIRST_LOOKED_AT = 20;

/** The places in `rows`, each once, from a sample of the rows. */
export function candidatesIn(rows: readonly Raw[]): Candidate[] {
  const seen: Place[] = [];
  const outermost: Places = new Map();
  for (const row of sampleOf(rows)) collect(row, [], outermost, seen);
  return seen.map(({ path, values }) => candidateOf(path, values));
}

const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2;

/**
 * Rows often take turns, as one of the whole and one of each engine, and equal steps could always meet the same ones. So
 * the first come in a row, and the others at steps that repeat no pattern.
 */
export function sampleOf(rows: readonly Raw[]): readonly Raw[] {
  if (rows.length <= ROWS_LOOKED_AT) return rows;
  const sample = rows.slice(0, FIRST_LOOKED_AT);
  const step = rows.length / ROWS_LOOKED_AT;
  for (let i = FIRST_LOOKED_AT; i < ROWS_LOOKED_AT; i += 1)
    sample.push(rows[Math.floor((i + ((i * GOLDEN_RATIO) % 1)) * step)] ?? {});
  return sample;
}

/** A place, its values, and the places inside. */
type Place = { path: Path; values: unknown[]; inside: Places };
type Places = Map<string, Place>;

function collect(raw: Raw, at: Path, places: Places, seen: Place[]): void {
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
    if (isRaw(value) && place.path.length < DEEPEST) collect(value, place.path, place.inside, seen);
  }
}

function candidateOf(path: Path, values: readonly unknown[]): Candidate {
  const present = values.filter((value) => value !== null && value !== undefined);
  const inner = present.flatMap((value) => (Array.isArray(value) ? value.filter(isRaw) : []));
  const fits = (field: Field) => fitsIn(field, present, inner);
  return { path, fits, isEmpty: present.length === 0, inner: () => candidatesIn(inner) };
}

/** A place with only null may be anything, so its name alone decides. */
function fitsIn(field: Field, present: readonly unknown[], inner: readonly Raw[]): boolean {
  const { kind, documented } = field;
  // Documented fields go by name; their schema reports bad values. Words may stand in an object: {prompt: {text}}.
  if (documented) return kind !== 'words' || !present.some(isRaw);
  if (present.length === 0) return true;
  if (kind === 'rows') return inner.length > 0 || present.every((value) => isEmptyList(value));
  if (kind === 'thing') return present.some(isRaw);
  return areReadable(field, present);
}

/** Whether the values at a path of these, where there are any, can be read as a field. */
export function areReadable(
  { read, inEveryRow = false }: Pick<Field, 'read'> & { inEveryRow?: boolean },
  among: readonly unknown[],
  path: Path = [],
): boolean {
  for (const each of among) {
    const value = valueAt(each, path);
    if (value == null) continue;
    const isRead = read(value) !== undefined;
    if (isRead !== inEveryRow) return isRead;
  }
  return inEveryRow;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** The kinds of field that a JSON type and format can be read as. */
export function kindsOfType(type: string, format: string | undefined): readonly Kind[] {
  switch (type) {
    case 'integer':
      return ['number', 'share', 'id', 'instant', 'day', 'timestamp', 'flag'];
    case 'number':
      return ['number', 'share', 'instant', 'timestamp'];
    case 'boolean':
      return ['flag'];
    case 'string':
      return ofFormat(format);
    default:
      return [];
  }
}

function ofFormat(format: string | undefined): readonly Kind[] {
  if (format === 'uuid' || format === 'guid') return ['id', 'text', 'words'];
  if (format === 'date-time' || format === 'date') return ['instant', 'day', 'timestamp'];
  if (format === 'uri' || format === 'url') return ['text', 'words'];
  // Numbers and times may be written as text.
  return ['text', 'words', 'id', 'number', 'share', 'instant', 'day', 'timestamp', 'flag'];
}
