/** Finds an operation's rows in an answer: at the top, in envelopes, next to other lists, or in groups. */
import { type Candidate, candidatesIn } from './candidates.ts';
import { type Fit, isWhole, placeFields, plainName } from './place-fields.ts';
import { KEY, type Path, type Shape } from './shape.ts';
import { isRaw, type Raw } from './values.ts';

/** In a path: every element of a list or entry of a map. The rows inside also get their group's fields. */
export const EACH = '*';

/** Rows and their path. `others`: how many elements of the list aren't objects. */
export type RowList = { path: Path; raws: readonly Raw[]; others: number };

const DEEPEST = 4;
const MOST_LISTS = 40;
const MOST_GROUPS = 1_000;

/** Usual names of an answer's list, in addition to the last words of the operation's path. */
const LIST_NAMES =
  'items data results rows records list entries hits objects content collection edges nodes values series'.split(
    ' ',
  );

/** The rows at a path; undefined if it doesn't lead to a list. */
export function rowsAt(body: unknown, path: Path): RowList | undefined {
  const found = listAt(body, path, {}, true);
  return found && rowListOf(path, found);
}

function rowListOf(path: Path, found: readonly unknown[]): RowList {
  const raws = found.every(isRaw) ? found : found.filter(isRaw);
  return { path, raws, others: found.length - raws.length };
}

/** `joins`: whether rows get their groups' fields. */
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
 * The list that has most of the shape's fields. `called` are words of the operation's path. Undefined where there is
 * no list, or several and none is clearly the one.
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
 * A possible place of the rows, with their candidates. For rows in groups also
 * those of the rows `alone`, and of the `groups`.
 */
export type ListPlace = {
  path: Path;
  candidates: readonly Candidate[];
  isEmpty: boolean;
  alone?: readonly Candidate[];
  groups?: readonly Candidate[];
};

/** A list's name counts more than any field: an empty list named "leads" wins over a full list of filters. */
const NAME_WEIGHT = 3;
/** Prefers all groups together over one of them. */
const SPREAD_WEIGHT = 0.5;
/** Fields that rows of any kind may have. */
const GENERAL = new Set(
  'id name label title kind type status text code count description category url'.split(' '),
);

/** The likeliest place; undefined where that isn't clear. */
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

/**
 * Whether the rows in groups match the shape rather than the groups:
 * scores of an engine do, comments of a lead don't.
 */
function isOfGroups({ alone, groups }: ListPlace, shape: Shape): boolean {
  return !alone || !groups || weightIn(placeFields(shape, alone)) >= weightIn(placeFields(shape, groups));
}

function weightIn(fields: Fit): number {
  return [...fields.values()].reduce((sum, { weight }) => sum + weight / 1000, 0);
}

/** Every possible place of rows, the outermost first. */
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

/** Every list of objects, the outermost first. */
export function listsIn(body: unknown): RowList[] {
  return pathsIn(body, [])
    .slice(0, MOST_LISTS)
    .flatMap((path) => rowsAt(body, path) ?? []);
}

/** Lists inside rows, joined with the fields around them, if `isWanted` accepts their rows alone. */
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

/**
 * Lists of parts next to a list of the whole, or the other way round: {overall: […], engines: [{engine, days: […]}]}.
 */
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

export function isRowList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some(isRaw);
}

function holdsRows(row: Raw): boolean {
  for (const name in row) if (isRowList(row[name])) return true;
  return false;
}

/** Whether an object's entries are alike, which makes it a list by day or by engine. */
function isMap(raw: Raw): boolean {
  const entries = Object.values(raw).map((value) => (Array.isArray(value) ? value[0] : value));
  const [first, ...more] = entries;
  if (!isRaw(first) || (more.length === 0 && !/\d/.test(Object.keys(raw)[0] ?? ''))) return false;
  const wanted = Object.keys(first).sort().join();
  return more.every((each) => isRaw(each) && Object.keys(each).sort().join() === wanted);
}
