/** Finds an operation's rows in an answer: at the top, in envelopes, next to other lists, or in groups. */
import { entryOf } from '../words/nearest.ts';
import { type Candidate, candidatesIn } from './candidates.ts';
import { isWhole, plainName } from './names.ts';
import { type Fit, placeFields } from './place-fields.ts';
import { EACH, KEY, type Path, type Shape, valueAt } from './shape.ts';
import { isRaw, type Raw } from './values.ts';

/** Rows and their path. `others`: how many elements of the list aren't objects. */
export type RowList = { path: Path; raws: readonly Raw[]; others: number };

/** How many things a page of these rows has, as an API counts them: days, where each holds rows of its engines. */
export function countIn(body: unknown, { path, raws }: RowList): number {
  const list = valueAt(body, groupsOf(path));
  return Array.isArray(list) ? list.length : raws.length;
}

const groupsOf = (path: Path) => (path.includes(EACH) ? path.slice(0, path.indexOf(EACH)) : path);

const DEEPEST = 6;
const MOST_LISTS = 40;
const MOST_GROUPS = 1_000;

/** Usual names of an answer's list, in addition to the last words of the operation's path. */
const LIST_NAMES =
  'items data results rows records list entries hits objects content collection edges nodes buckets values series'.split(
    ' ',
  );

/** The rows at a path; undefined if it doesn't lead to a list. */
export function rowsAt(body: unknown, path: Path, shape: Shape): RowList | undefined {
  const found = listAt(body, path, {}, shape);
  if (!found) return undefined;
  const raws = found.every(isRaw) ? found : found.filter(isRaw);
  return { path, raws, others: found.length - raws.length };
}

/** `joined`: of which shape the rows are that get their groups' fields. */
function listAt(
  value: unknown,
  [step, ...rest]: Path,
  group: Raw,
  joined?: Shape,
): readonly unknown[] | undefined {
  if (step === undefined) {
    const list = Array.isArray(value) ? value : undefined;
    return Object.keys(group).length === 0
      ? list
      : list?.map((row) => (isRaw(row) ? { ...group, ...row } : row));
  }
  if (step !== EACH) {
    const inner = isRaw(value) ? entryOf(value, step) : undefined;
    return listAt(inner, rest, group, joined);
  }
  const entries = entriesOf(value);
  const figures = joined && rest.length > 0 ? figuresIn(entries ?? [], joined) : undefined;
  return entries?.flatMap(([key, each]) => {
    const named = Array.isArray(value) ? group : { ...group, [KEY]: key };
    if (rest.length === 0 && isRaw(each)) return [{ ...named, ...each }];
    const own = isRaw(each) && joined ? { ...named, ...withoutLists(each, figures) } : named;
    return listAt(each, rest, own, joined) ?? [];
  });
}

/** The names of what groups measure: the score of a day isn't that of each engine in it. */
function figuresIn(groups: readonly (readonly [string, unknown])[], shape: Shape): ReadonlySet<unknown> {
  const raws = groups.flatMap(([, each]) => (isRaw(each) ? [withoutLists(each)] : []));
  const found = [...placeFields(shape, candidatesIn(raws))];
  return new Set(
    found.flatMap(([name, { path }]) => (/number|share/.test(shape[name]?.kind ?? '') ? path[0] : [])),
  );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] | undefined {
  if (Array.isArray(value)) return value.map((each, i) => [String(i), each]);
  return isRaw(value) ? Object.entries(value) : undefined;
}

function withoutLists(raw: Raw, figures: ReadonlySet<unknown> = new Set()): Raw {
  return Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => !Array.isArray(value) && !figures.has(name)),
  );
}

/** The list that has most of the shape's fields; undefined where none is clearly the one. `called`: words of the path. */
export function findRows(body: unknown, shape: Shape, called: readonly string[]): RowList | undefined {
  if (Array.isArray(body) && !body.some((row) => isRaw(row) && holdsRows(row)))
    return rowsAt(body, [], shape);
  const places = pathsIn(body, [])
    .slice(0, MOST_LISTS)
    .flatMap((path) => placeAt(body, path, shape) ?? []);
  if (places.length > 0) return chooseList(places, shape, called)?.rowList;
  if (isNothing(body, listNames(called))) return rowsAt([], [], shape);
  return onlyRow(body, shape) ?? (shape.code && rowsAt(codesIn(body), [], shape));
}

const listNames = (called: readonly string[]): ReadonlySet<string> =>
  new Set([...LIST_NAMES, ...called].map(plainName));

/** An object instead of a list of one, where no other kind of thing has its fields; maybe in an envelope. */
function onlyRow(body: unknown, shape: Shape, depth = 0): RowList | undefined {
  if (!isRaw(body)) return undefined;
  const fields = [...placeFields(shape, candidatesIn([body])).keys()];
  if (fields.length > 1 && fields.some((field) => !GENERAL.has(field))) return rowsAt([body], [], shape);
  const [inside, ...more] = Object.values(body).filter(isRaw);
  return more.length === 0 && depth < DEEPEST ? onlyRow(inside, shape, depth + 1) : undefined;
}

/** {"usage": {"us": 672, "de": 40}}: what is counted isn't said. */
function codesIn(body: unknown, depth = 0): Raw[] | undefined {
  if (!isRaw(body) || depth > DEEPEST) return undefined;
  const entries = Object.entries(body);
  if (entries.length > 1 && entries.every(([key, each]) => CODE.test(key) && typeof each === 'number'))
    return entries.map(([code]) => ({ code }));
  return entries.map(([, each]) => codesIn(each, depth + 1)).find((rows) => rows !== undefined);
}

const CODE = /^[a-z]{2}(?:[-_][a-z]{2})?$/i;

/** Whether an answer says that there is nothing, as Go writes it or protocol buffers: null, {}, {"leads": null, "total": 0}. */
function isNothing(body: unknown, names: ReadonlySet<string>): boolean {
  const isNone = (value: unknown, depth = 0): boolean =>
    isRaw(value) ? depth < DEEPEST && Object.values(value).every((each) => isNone(each, depth + 1)) : !value;
  if (!isRaw(body)) return body === null;
  const entries = Object.entries(body);
  const isList = ([name, value]: [string, unknown]) => value === null && names.has(plainName(name));
  const isPlain = ([, value]: [string, unknown]) =>
    isNone(value) || /^(?:boolean|number)$/.test(typeof value);
  return isNone(body) || (entries.some(isList) && entries.every(isPlain));
}

/** A possible place of the rows, with their candidates. For rows in groups also those of the rows `alone`, and of the `groups`. */
type ListPlace = {
  path: Path;
  rowList: RowList;
  candidates: readonly Candidate[];
  isEmpty: boolean;
  alone?: readonly Candidate[];
  groups?: readonly Candidate[];
};

function placeAt(body: unknown, path: Path, shape: Shape): ListPlace | undefined {
  const rowList = rowsAt(body, path, shape);
  if (!rowList) return undefined;
  const groups = path.at(-2) === EACH ? rowsAt(body, path.slice(0, -1), shape) : undefined;
  const place = {
    path,
    rowList,
    candidates: candidatesIn(rowList.raws),
    isEmpty: rowList.raws.length + rowList.others === 0,
  };
  if (!groups) return place;
  const alone = (listAt(body, path, {}) ?? []).filter(isRaw);
  return { ...place, alone: candidatesIn(alone), groups: candidatesIn(groups.raws) };
}

/** A list's name counts more than any field: an empty list named "leads" wins over a full list of filters. */
const NAME_WEIGHT = 3;
/** Prefers all groups together over one of them. */
const SPREAD_WEIGHT = 0.5;
/** Fields that rows of any kind may have. */
const GENERAL = new Set(
  'id name label title kind type status text code count description category url'.split(' '),
);

/** The likeliest place; undefined where that isn't clear. */
function chooseList(
  places: readonly ListPlace[],
  shape: Shape,
  called: readonly string[],
): ListPlace | undefined {
  const names = listNames(called);
  const weighed = places
    .filter((place) => isOfGroups(place, shape, names))
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

/** Whether the rows in groups match the shape rather than the groups: scores of an engine do, comments of a lead don't. */
function isOfGroups({ path, alone, groups }: ListPlace, shape: Shape, names: ReadonlySet<string>): boolean {
  if (!alone || !groups) return true;
  const [ofAlone, ofGroups] = [placeFields(shape, alone), placeFields(shape, groups)];
  // A day, or a search that an engine made: what rows are about first of all.
  const [first = ''] = Object.keys(shape);
  const isNamed = shape[first]?.kind !== 'id';
  const isFirst = isNamed && ofAlone.has(first) && !ofGroups.has(first);
  // Rivals in a topic have names and figures as it has.
  if (isNamed && !shape.date && ofGroups.has(first) && OF_BRANDS.test(path.at(-1) ?? '')) return false;
  // A comment of a lead has an author, a text and a time as well: what has no name of rows must fit better than its group.
  const better = weightIn(ofAlone) - weightIn(ofGroups);
  return isFirst || better > 0 || (better === 0 && names.has(plainName(path.at(-1) ?? '')));
}

function weightIn(fields: Fit): number {
  return [...fields.values()].reduce((sum, { weight }) => sum + weight / 1000, 0);
}

function pathsIn(value: unknown, at: Path): Path[] {
  if (Array.isArray(value)) return [at, ...pathsInside(value, at)];
  if (!isRaw(value) || at.length >= DEEPEST) return [];
  const entries = Object.entries(value);
  if (!isMap(value)) return entries.flatMap(([name, each]) => pathsIn(each, [...at, name]));
  const ofAll = [[...at, EACH], ...pathsInside(Object.values(value), at)];
  const lists = entries.filter(([, each]) => Array.isArray(each));
  return [...ofAll, ...lists.flatMap(([name, each]) => pathsIn(each, [...at, name]))];
}

/** The lists that are in groups, each of all groups together. */
function pathsInside(groups: readonly unknown[], at: Path): Path[] {
  const raws = groups.slice(0, MOST_GROUPS).filter(isRaw);
  const names = raws.flatMap((raw) => Object.keys(raw).filter((name) => isRowList(raw[name])));
  return [...new Set(names)].map((name) => [...at, EACH, name]);
}

/** Every list of objects, the outermost first. */
export function listsIn(body: unknown, shape: Shape): RowList[] {
  return pathsIn(body, [])
    .slice(0, MOST_LISTS)
    .flatMap((path) => rowsAt(body, path, shape) ?? []);
}

/** The other lists of an answer: around the rows, inside or beside them. `isWanted` judges their own rows. */
export function otherLists(
  body: unknown,
  { path }: RowList,
  shape: Shape,
  isWanted: (raws: readonly Raw[], mayBeOfWhole?: boolean) => boolean,
): RowList[] {
  const textOf = (place: Path) => place.join('\u0000');
  const isInside = (place: Path, around: Path) =>
    around.length > 0 && around.every((step, i) => place[i] === step);
  const isBeside = (place: Path) =>
    path[0] !== EACH &&
    !(path.includes(EACH) && isInside(place, groupsOf(path))) &&
    !(place.includes(EACH) && isInside(path, groupsOf(place)));
  const isMeant = (other: RowList) => {
    if (textOf(groupsOf(other.path)) === textOf(groupsOf(path)))
      return isWanted((listAt(body, other.path, {}) ?? []).filter(isRaw));
    return isBeside(other.path) && isWanted(other.raws, [...other.path, ...path].some(isWhole));
  };
  const isOther = ({ path: place }: RowList) =>
    textOf(place) !== textOf(path) && !place.some((step) => OF_OTHERS.test(step));
  return listsIn(body, shape).filter((list) => isOther(list) && isMeant(list));
}

const OF_BRANDS = /competitor|rival|peer|entit|brand|tool/i;
/** Figures of something else than the brand's engines and regions. */
const OF_OTHERS = new RegExp(`${OF_BRANDS.source}|prompt|topic|segment`, 'i');

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
