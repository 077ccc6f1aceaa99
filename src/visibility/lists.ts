/** Where in an answer the rows lie that an operation is asked for: at once, in envelopes, beside other lists, or in series. */
import { type Candidate, candidatesIn } from './candidates.ts';
import { type Fit, isWhole, placeFields, plainName } from './place-fields.ts';
import { KEY, type Path, type Shape } from './shape.ts';
import { isRaw, type Raw } from './values.ts';

/** In a path: every element of a list or every entry of a map. A row under it has what its group has, too. */
export const EACH = '*';

/** Rows, and where they lie. `others`: what lies there and is no object. */
export type RowList = { path: Path; raws: readonly Raw[]; others: number };

const DEEPEST = 4;
const MOST_LISTS = 40;
const MOST_GROUPS = 1_000;

/** What lists are called that hold an answer's rows; the last words of an operation's path are such names, too. */
const LIST_NAMES =
  'items data results rows records list entries hits objects content collection edges nodes values series'.split(
    ' ',
  );

/** The rows at a path; undefined where it leads to no list. */
export function rowsAt(body: unknown, path: Path): RowList | undefined {
  const found = listAt(body, path, {}, true);
  return found && rowListOf(path, found);
}

function rowListOf(path: Path, found: readonly unknown[]): RowList {
  const raws = found.every(isRaw) ? found : found.filter(isRaw);
  return { path, raws, others: found.length - raws.length };
}

/** `joins`: whether rows get what their groups have. */
function listAt(
  value: unknown,
  [step, ...rest]: Path,
  group: Raw,
  joins: boolean,
): readonly unknown[] | undefined {
  if (step === undefined) {
    const list = Array.isArray(value) ? value : undefined;
    return Object.keys(group).length === 0
      ? list
      : list?.map((row) => (isRaw(row) ? { ...group, ...row } : row));
  }
  if (step !== EACH) {
    const inner = isRaw(value) && Object.hasOwn(value, step) ? value[step] : undefined;
    return listAt(inner, rest, group, joins);
  }
  return entriesOf(value)?.flatMap(([key, each]) => {
    const named = Array.isArray(value) ? group : { ...group, [KEY]: key };
    if (rest.length === 0 && isRaw(each)) return [{ ...named, ...each }];
    const own = isRaw(each) && joins ? { ...named, ...withoutLists(each) } : named;
    return listAt(each, rest, own, joins) ?? [];
  });
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((each, i) => [String(i), each]);
  return isRaw(value) ? Object.entries(value) : undefined;
}

function withoutLists(raw: Raw): Raw {
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => !Array.isArray(value)));
}

/**
 * The list that holds most of what the shape asks for. `called` are words of the operation. Undefined where there is no
 * list, or where none of several can be told to be it.
 */
export function findRows(body: unknown, shape: Shape, called: readonly string[]): RowList | undefined {
  if (Array.isArray(body) && !body.some((row) => isRaw(row) && holdsRows(row))) return rowsAt(body, []);
  const places = pathsIn(body, [])
    .slice(0, MOST_LISTS)
    .flatMap((path) => placeAt(body, path) ?? []);
  return chooseList(places, shape, called)?.rowList;
}

function placeAt(body: unknown, path: Path): (ListPlace & { rowList: RowList }) | undefined {
  const rowList = rowsAt(body, path);
  if (!rowList) return undefined;
  const groups = path.at(-2) === EACH ? rowsAt(body, path.slice(0, -2)) : undefined;
  const place = {
    path,
    rowList,
    candidates: candidatesIn(rowList.raws),
    isEmpty: rowList.raws.length + rowList.others === 0,
  };
  if (!groups) return place;
  const alone = (listAt(body, path, {}, false) ?? []).filter(isRaw);
  return { ...place, alone: candidatesIn(alone), groups: candidatesIn(groups.raws) };
}

/**
 * A place where rows may lie, with what may stand in them. Of rows in groups also what they have by themselves, and what
 * their groups have.
 */
export type ListPlace = {
  path: Path;
  candidates: readonly Candidate[];
  isEmpty: boolean;
  alone?: readonly Candidate[];
  groups?: readonly Candidate[];
};

/** A list's own name counts more than any field: an empty list of leads is one, beside a full list of filters. */
const NAME_WEIGHT = 3;
/** All groups together rather than one of them. */
const SPREAD_WEIGHT = 0.5;
/** Fields that are found in rows of any kind. */
const GENERAL = new Set(
  'id name label title kind type status text code count description category url'.split(' '),
);

/** The place that is the likeliest; undefined where that cannot be told. */
export function chooseList<P extends ListPlace>(
  places: readonly P[],
  shape: Shape,
  called: readonly string[],
): P | undefined {
  const names = new Set([...LIST_NAMES, ...called].map(plainName));
  const weighed = places
    .filter((place) => isOfGroups(place, shape))
    .map((place) => {
      const { path } = place;
      const fields = placeFields(shape, place.candidates);
      const isNamed =
        path.length === 0 || path[0] === EACH || path.some((step) => names.has(plainName(step)));
      const weight =
        weightIn(fields) + (isNamed ? NAME_WEIGHT : 0) + (path.includes(EACH) ? SPREAD_WEIGHT : 0);
      return { place, weight, isSure: isNamed || [...fields.keys()].some((field) => !GENERAL.has(field)) };
    });
  const [best] = weighed.sort((a, b) => b.weight - a.weight || a.place.path.length - b.place.path.length);
  const isAnyAlike = weighed.length === 1 || weighed.every(({ place }) => place.isEmpty);
  return best && (best.isSure || isAnyAlike) ? best.place : undefined;
}

/** Whether the rows in groups are what is asked for, rather than the groups: scores of an engine, not comments of a lead. */
function isOfGroups({ alone, groups }: ListPlace, shape: Shape): boolean {
  return !alone || !groups || weightIn(placeFields(shape, alone)) >= weightIn(placeFields(shape, groups));
}

function weightIn(fields: Fit): number {
  return [...fields.values()].reduce((sum, { weight }) => sum + weight / 1000, 0);
}

/** Every place where rows might lie, the outermost first. */
function pathsIn(value: unknown, at: Path): Path[] {
  if (Array.isArray(value)) {
    const inner = new Set(
      value
        .slice(0, MOST_GROUPS)
        .filter(isRaw)
        .flatMap((row) => Object.keys(row).filter((name) => isRowList(row[name]))),
    );
    return [at, ...[...inner].map((name) => [...at, EACH, name])];
  }
  if (!isRaw(value) || at.length >= DEEPEST) return [];
  const inner = Object.entries(value).flatMap(([name, each]) => pathsIn(each, [...at, name]));
  return isMap(value) ? [[...at, EACH], ...inner] : inner;
}

/** Lists of rows in rows, joined with what stands around them, where they have by themselves what `isWanted` asks for. */
export function listsWithin(
  body: unknown,
  { path, raws }: RowList,
  isWanted: (alone: readonly Raw[]) => boolean,
): RowList[] {
  const names = raws
    .slice(0, MOST_GROUPS)
    .flatMap((row) => Object.keys(row).filter((name) => isRowList(row[name])));
  return [...new Set(names)].flatMap((name) => {
    const inner = path.at(-1) === EACH ? [...path, name] : [...path, EACH, name];
    const alone = (listAt(body, inner, {}, false) ?? []).filter(isRaw);
    return isWanted(alone) ? (rowsAt(body, inner) ?? []) : [];
  });
}

/** Lists of parts beside one of the whole, and the other way round: {overall: […], engines: [{engine, days: […]}]}. */
export function listsBeside(
  body: unknown,
  { path }: RowList,
  isWanted: (raws: readonly Raw[]) => boolean,
): RowList[] {
  if (path[0] === EACH) return [];
  const ofWhole = (place: Path) => place.some(isWhole);
  return pathsIn(body, [])
    .filter((other) => ofWhole(other) !== ofWhole(path))
    .slice(0, MOST_LISTS)
    .flatMap((other) => rowsAt(body, other) ?? [])
    .filter(({ raws }) => isWanted(raws));
}

function isRowList(value: unknown): boolean {
  return Array.isArray(value) && value.some(isRaw);
}

function holdsRows(row: Raw): boolean {
  for (const name in row) if (isRowList(row[name])) return true;
  return false;
}

/** An object whose entries are alike is a list by another name: by day, by engine. */
function isMap(raw: Raw): boolean {
  const entries = Object.values(raw).map((value) => (Array.isArray(value) ? value[0] : value));
  const [first, ...more] = entries;
  if (!isRaw(first) || (more.length === 0 && !/\d/.test(Object.keys(raw)[0] ?? ''))) return false;
  const wanted = Object.keys(first).sort().join();
  return more.every((each) => isRaw(each) && Object.keys(each).sort().join() === wanted);
}
