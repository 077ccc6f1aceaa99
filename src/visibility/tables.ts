/** Tables of bare values and charts, as databases, spreadsheets and charting libraries write them, as lists of objects. Pure. */
import { BAGS } from './candidates.ts';
import { isRowList } from './lists.ts';
import { isWhole, plainName, spelledOut } from './names.ts';
import { KEY, mapValues, valueAt } from './shape.ts';
import { isRaw, type Raw, readDay, readNumber, timeOfParts } from './values.ts';

type Row = readonly unknown[];

/**
 * An answer whose values say their types, as plain values: Firestore's {"stringValue": "open"}, MongoDB's {"$oid": "…"},
 * objects of {"type": "number", "number": 91} or of {"en-US": "…"} alone. Names that all begin with "$" do without it.
 */
export function withoutTypes(value: unknown, called = '', depth = 0): unknown {
  if (!isNested(value) || depth > DEEPEST_TYPED) return value;
  if (Array.isArray(value)) return value.map((each) => withoutTypes(each, '', depth + 1));
  const plain = untyped(value as Raw, called);
  if (plain !== value) return withoutTypes(plain, called, depth + 1);
  return mapValues(value as Raw, (each, name) => withoutTypes(each, name, depth + 1));
}

/** Whether an object is typed, or its values are. */
export const isTyped = (value: unknown) => isRaw(value) && untyped(value, '') !== value;

function untyped(value: Raw, called: string): unknown {
  const entries = Object.entries(value);
  const [[first, held] = ['', undefined], ...more] = entries;
  if (more.length === 0 && isType(first, held))
    return first.startsWith('null') ? null : typedValue(first, held);
  if (first.startsWith('$') && entries.every(([name]) => name.startsWith('$')))
    return Object.fromEntries(entries.map(([name, each]) => [name.slice(1), each]));
  if (!isRaw(held) || (more.length === 0 && !BAGS.test(called))) return value;
  if (entries.every(([, each]) => isTagged(each))) return mapValues(value, heldIn);
  const [language = ''] = Object.keys(held);
  const isOfIt = (each: unknown) => isRaw(each) && Object.keys(each).join() === language;
  if (!LANGUAGE.test(language) || !entries.every(([, each]) => isOfIt(each))) return value;
  const plain = mapValues(value, (each) => valueAt(each, [language]));
  // Numbers alone may be of countries.
  return called === 'fields' || Object.values(plain).some((each) => typeof each === 'string') ? plain : value;
}

function typedValue(type: string, held: unknown): unknown {
  if (!isRaw(held) || type.startsWith('$')) return held;
  return held.values ?? held.fields ?? (/^(?:array|list)/.test(type) ? [] : {});
}

const DEEPEST_TYPED = 20;
const TYPE =
  /^(?:(?:null|boolean|bool|integer|int|double|float|number|string|timestamp|reference|array|list|map|struct)Value|\$(?:oid|uuid|date|number[A-Z][a-z]+))$/;
/** Rust tags a state that nothing belongs to: {"type": "dismissed"}. */
const isType = (name: string, held: unknown) =>
  TYPE.test(name) || (name === 'type' && typeof held === 'string');
const LANGUAGE = /^[a-z]{2}-[A-Z]{2}$/;

const isTagged = (value: unknown) =>
  isRaw(value) && typeof value.type === 'string' && Object.hasOwn(value, value.type);

/** What a value holds under its type's name: a text in pieces as one, a span as its start, a choice as its name, a link as its id. */
function heldIn(value: unknown): unknown {
  const type = String(valueAt(value, ['type']));
  const held = valueAt(value, [type]);
  if (isRaw(held)) return isTagged(held) ? heldIn(held) : (held.start ?? held.name ?? held.content ?? held);
  if (!Array.isArray(held)) return held;
  if (held.length === 0) return /text|title/.test(type) ? null : held;
  const pieces = held.map((each) => valueAt(each, ['plain_text']) ?? heldIn(each));
  if (pieces.every((each) => typeof each === 'string')) return pieces.join('');
  const [first] = held;
  return held.length === 1 && isRaw(first) && Object.keys(first).join() === 'id' ? first.id : held;
}

/** One form as rows; undefined where a value is not in it. `name` and `parent`: where the value stands. */
export type Form = (value: unknown, name: string, parent?: Raw) => unknown;

const DEEPEST_FORM = 3;

/** Innermost first. What is inside rows is left to the form. */
export function rewrite(value: unknown, form: Form, name = '', parent?: Raw, depth = 0): unknown {
  let changed: Record<string, unknown> | undefined;
  if (isRaw(value) && depth <= DEEPEST_FORM)
    for (const key in value) {
      const inner = rewrite(value[key], form, key, value, depth + 1);
      if (inner === value[key]) continue;
      changed ??= { ...value };
      changed[key] = inner;
    }
  return form(changed ?? value, name, parent) ?? changed ?? value;
}

/** Tables, also one in each line of a chart, and maps that are lists by another name. */
function tablesIn(mayBeChart: boolean): Form {
  const tables: Form = (value, name, parent) => {
    if (isRaw(value)) return numberedAsList(value) ?? (mayBeChart ? undefined : columnsAsRows(value));
    if (!Array.isArray(value)) return undefined;
    const [first] = value;
    const haveTables = isRaw(first) && Object.values(first).some((each) => isTable(each));
    return haveTables ? value.map((line) => rewrite(line, tables)) : tableAsRows(value, name, parent);
  };
  return tables;
}

/** The body with its tables as lists of objects. `mayBeChart`: columns with one of days are left as they are. */
export const withTables = (body: unknown, mayBeChart: boolean) => rewrite(body, tablesIn(mayBeChart));

/** A list with numbers for names, as PHP writes one that something was taken from: {"0": {…}, "2": {…}}. */
function numberedAsList(map: Raw): unknown[] | undefined {
  const names = Object.keys(map);
  return names[0] === '0' && names.every((name) => /^\d+$/.test(name)) ? Object.values(map) : undefined;
}

/** A column for each name, as pandas writes a table: {"topic": ["pricing", "alerts"], "score": [61, 58]}. */
function columnsAsRows(table: Raw): Raw[] | undefined {
  const names = Object.keys(table);
  const [first, ...more] = Object.values(table);
  if (!Array.isArray(first) || first.length === 0 || !more.every((each) => isColumn(each, first)))
    return undefined;
  const rows = first.map((_, i) =>
    nameColumns(
      names,
      Object.values(table).map((column) => (column as Row)[i]),
    ),
  );
  // Two lists of names are rather two lists.
  const hasFigures = Object.values(rows[0] ?? {}).some((value) => typeof value === 'number');
  return names.length > 2 || (names.length > 1 && hasFigures) ? rows : undefined;
}

/** A table as rows with names: beside its columns, under headings, or pairs of a day and a figure. */
function tableAsRows(list: readonly unknown[], name: string, parent: Raw = {}): Raw[] | undefined {
  const [first] = list;
  // Most lists are of objects with plain values: their first row is enough to tell.
  if (isRaw(first) && !cellsIn(first)) return undefined;
  const cells = isRaw(first) ? list.map(cellsIn) : list;
  if (!isTable(cells, isCell)) return undefined;
  const columns = (isRaw(first) && columnsAlike(first, parent)) || columnsBeside(cells, name, parent);
  if (columns) return cells.map((row) => nameColumns(columns, row));
  return cells === list && isTable(cells) ? (underHeadings(cells) ?? pairsOfDays(cells)) : undefined;
}

/** A row's values in lists, maybe in objects of their own: {f: [{v: "61"}, {v: null}]}, {metrics: [61], dimensions: ["2026-11-20"]}. */
function cellsIn(row: unknown): unknown[] | undefined {
  const lists = isRaw(row) ? Object.values(row) : [];
  const cells = lists.length > 0 && lists.every(Array.isArray) ? lists.flat() : [];
  const areObjects = cells.every((cell) => isRaw(cell) && Object.keys(cell).length === 1);
  if (cells.length === 0) return undefined;
  return areObjects ? cells.flatMap((cell) => Object.values(cell)) : cells.some(isNested) ? undefined : cells;
}

/** Names for each list of a row under the list's own name: {metrics: ["score"], dimensions: ["date"]}, however deep. */
function columnsAlike(row: Raw, parent: Raw, depth = 0): string[] | undefined {
  const lists = Object.keys(row).map((name) => columnNames(parent[name]));
  if (lists.every((columns, i) => columns?.length === (Object.values(row)[i] as unknown[]).length))
    return lists.flatMap((columns) => columns ?? []);
  const inside = depth < 2 ? Object.values(parent).filter(isRaw) : [];
  return inside.map((each) => columnsAlike(row, each, depth + 1)).find((columns) => columns !== undefined);
}

/** Rows of one width, with more than one value each. */
export function isTable(value: unknown, isValue = isPlain): value is readonly Row[] {
  if (!Array.isArray(value) || !Array.isArray(value[0]) || value[0].length < 2) return false;
  const width = value[0].length;
  return value.every((row) => Array.isArray(row) && row.length === width && row.every(isValue));
}

const isPlain = (value: unknown) => !isNested(value);
/** Beside the names of its columns, a table may have lists in its cells. */
const isCell = (value: unknown) => !isNested(value) || (Array.isArray(value) && value.every(isPlain));
const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The only list next to the table, or in an object there, with a name for each of its values; or several lists together. */
function columnsBeside([first = []]: readonly Row[], name: string, parent: Raw): string[] | undefined {
  const beside = Object.entries(parent).flatMap(([other, value]) => (other === name ? [] : [value]));
  const lists = [...beside, ...beside.filter(isRaw).flatMap(Object.values)].map(columnNames);
  const [ofWidth, ...more] = lists.filter((columns) => columns?.length === first.length);
  if (ofWidth) return more.length === 0 ? ofWidth : undefined;
  const together = columnNames(lists.flatMap((columns) => columns ?? []));
  return together?.length === first.length ? together : undefined;
}

/** Column names: text, or objects that have a name. */
function columnNames(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((column) =>
    isRaw(column) ? (column.name ?? column.key ?? column.field ?? column.id) : column,
  );
  const areNames = names.every((name) => typeof name === 'string' && name !== '');
  return areNames && new Set(names).size === names.length ? (names as string[]) : undefined;
}

/** A first row of words alone is one of headings where later rows hold something else. */
function underHeadings([first, ...rows]: readonly Row[]): Raw[] | undefined {
  const columns = columnNames(first);
  const areHeadings = columns?.every((name) => /^\p{L}[\p{L}\p{N}_ -]*$/u.test(name));
  const isOther = (row: Row) => row.some((value) => typeof value !== 'string');
  if (!columns || !areHeadings || !rows.some(isOther)) return undefined;
  return rows.map((row) => nameColumns(columns, row));
}

/** [[1763596800000, 61.2], …], as charting libraries take a line. */
function pairsOfDays(rows: readonly Row[]): Raw[] | undefined {
  const arePairs = rows.every(
    ([day, value, ...more]) =>
      more.length === 0 && readDay(day) !== undefined && (value === null || readNumber(value) !== undefined),
  );
  return arePairs ? rows.map((row) => nameColumns(['date', 'value'], row)) : undefined;
}

function nameColumns(columns: readonly string[], row: Row): Raw {
  return Object.fromEntries(columns.map((name, i) => [name, row[i]]));
}

const MOST_DAYS = 2_000;

/** Column names that say nothing about the figure in them. */
const NO_FIGURE =
  /^(?:overall|total|all|average|whole|project|own|brand|values?|data|points?|series|y|counts?)$/i;

/** A column of days next to columns of figures, one for the whole or one for each engine, as rows of days. */
export function chartAsRows(chart: Raw): Raw[] | undefined {
  const axes = Object.entries(chart).flatMap(([name, value]) => {
    // The days of an axis stand in an object: {xAxis: {data: […]}, series: […]}.
    const lists = isRaw(value) ? Object.values(value) : [value];
    return lists.filter(isColumnOfDays).map((dates) => ({ name, dates }));
  });
  // A shorter one tells of some days: {dates: […], partial: ["2026-11-20"]}.
  const [axis, next] = axes.sort((a, b) => b.dates.length - a.dates.length);
  if (!axis || next?.dates.length === axis.dates.length) return undefined;
  const { dates } = axis;
  const { [axis.name]: _, ...rest } = chart;
  const whole = Object.fromEntries(Object.entries(rest).filter(([, each]) => isColumn(each, dates)));
  const lines = Object.values(rest).flatMap((each) => linesIn(each, dates));
  const all = Object.keys(whole).length === 0 ? lines : [whole, ...lines];
  // If one line has a single figure, the others have the same one; what is beside a line of the whole is another one.
  const isOfWhole = (line: Raw) =>
    Object.values(line).some((each) => typeof each === 'string' && isWhole(each));
  const figure = (lines.some(isOfWhole) ? lines : all)
    .map((line) => onlyFigureIn(line, dates))
    .find((name) => name !== undefined);
  return all.length === 0 ? undefined : all.flatMap((line) => rowsOfLine(line, dates, figure ?? 'value'));
}

/** The name of a line's only column, where it says something about the figure in it. */
function onlyFigureIn(line: Raw, days: readonly unknown[]): string | undefined {
  const columns = Object.keys(line).filter((name) => isColumn(line[name], days));
  return columns.length === 1 ? columns.find((name) => !NO_FIGURE.test(name)) : undefined;
}

/** {date: "2026-11-20", value: 61} */
export function pointIn(point: unknown): { day: unknown; figure: unknown } | undefined {
  const values = isRaw(point) ? Object.values(point) : [];
  const day = values.find((value) => typeof value === 'string' && readDay(value) !== undefined);
  const [figure, ...more] = values.filter((value) => value !== day);
  return day !== undefined && more.length === 0 && (figure === null || readNumber(figure) !== undefined)
    ? { day, figure }
    : undefined;
}

function isColumnOfDays(list: unknown): list is readonly unknown[] {
  const isShort = Array.isArray(list) && list.length > 0 && list.length <= MOST_DAYS;
  return isShort && list.every((each) => typeof each === 'string' && readDay(each) !== undefined);
}

function isColumn(value: unknown, { length }: readonly unknown[]): value is unknown[] {
  return Array.isArray(value) && value.length === length && !value.some(isNested);
}

/** The lines of a chart, each with its columns and with what says whose line it is. */
function linesIn(value: unknown, days: readonly unknown[]): Raw[] {
  const lines = Array.isArray(value)
    ? value
    : Object.entries(isRaw(value) ? value : {}).map(([key, each]) =>
        isRaw(each) ? { [KEY]: key, ...each } : { [KEY]: key, value: each },
      );
  const areLines = lines.every(
    (line) => isRaw(line) && Object.values(line).some((each) => isColumn(each, days)),
  );
  return areLines ? lines : [];
}

/** `figure`: what the line's only column is called where its own name says nothing. */
function rowsOfLine(line: Raw, days: readonly unknown[], figure: string): Raw[] {
  const entries = Object.entries(line);
  const fixed = Object.fromEntries(entries.filter(([, each]) => !Array.isArray(each)));
  const columns = entries.flatMap(([name, each]) => (isColumn(each, days) ? [{ name, list: each }] : []));
  const nameOf = (name: string) => (columns.length === 1 && NO_FIGURE.test(name) ? figure : name);
  return days.map((date, i) => ({
    ...fixed,
    date,
    ...Object.fromEntries(columns.map(({ name, list }) => [nameOf(name), list[i]])),
  }));
}

/** What the column of a figure is called where each row has one figure. */
export const FIGURE_COLUMNS = 'value val v amount number figure measurement metricvalue'.split(' ');
/** Columns that tell one day or part from another; the rest may differ from figure to figure. */
const KEYS = /date|day|week|period|time|engine|model|provider|platform|region|country|market|locale|prompt/i;

/** Rows of one figure each, {date, metric: "visibility", value: 61}, as one row for each day and part. */
export function pivot(rows: readonly Raw[], figures: ReadonlySet<string>): readonly Raw[] {
  const columns = Object.keys(rows[0] ?? {});
  const value = columns.find((name) => FIGURE_COLUMNS.includes(plainName(name)));
  if (value === undefined) return rows;
  const metric = columns.find((column) => {
    const metrics = rows.map((row) => row[column]);
    const areTexts = metrics.every((one) => typeof one === 'string');
    return areTexts && metrics.some((one) => figures.has(plainName(one)) || figures.has(spelledOut(one)));
  });
  if (metric === undefined) return rows;
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify(
      Object.entries(row).filter(([name, each]) => (KEYS.test(name) || isRaw(each)) && name !== metric),
    ),
  );
  return [...groups.values()].map((group) => {
    const { [metric]: _, [value]: __, ...rest } = group[0] ?? {};
    return { ...rest, ...Object.fromEntries(group.map((row) => [String(row[metric]), row[value]])) };
  });
}

const VALUES = ['value', 'count', 'amount', 'total'];
const LABELS = ['name', 'label', 'key', 'metric', 'title', 'id', 'type'];

/** What the figures of a thing may have beside their names and values, if they aren't rows of their own. */
const OF_FIGURE = new Set([...LABELS, ...VALUES, ...'unit scale max min weight'.split(' ')]);

/** [{type: "RELEVANCE", value: 91}, …] as {RELEVANCE: 91, …}, where one of them is a figure that is looked for. */
function namedFigures(list: readonly unknown[], figures: ReadonlySet<string>): Raw | undefined {
  const pairs = list.map((each) => {
    const raw = isRaw(each) && Object.keys(each).every((name) => OF_FIGURE.has(name)) ? each : {};
    const name = LABELS.map((one) => raw[one]).find((one) => typeof one === 'string');
    return [name ?? '', VALUES.map((one) => raw[one]).find((one) => readNumber(one) !== undefined)] as const;
  });
  const areFigures = pairs.every(([name, value]) => name !== '' && value !== undefined);
  return areFigures && pairs.some(([name]) => figures.has(plainName(name)))
    ? Object.fromEntries(pairs)
    : undefined;
}

/** Wrappers of a row in GraphQL, JSON:API and search indexes. */
const WRAPPERS = ['node', 'attributes', '_source'];
const MOST_DEEP = 8;
const TELLING = 3;

/**
 * The body with the lists inside its rows as plain lists, without what pages them, and their lists of named
 * figures as objects. `byPart`: what a row's wrapper holds is in the row, if that has lists, as a day has its engines.
 */
export function unwrapped(
  value: unknown,
  figures: ReadonlySet<string>,
  { list, byPart = false }: { list: boolean; byPart?: boolean },
  isInRow: boolean,
  depth = 0,
): unknown {
  const inside = (each: unknown, ofRow = isInRow) =>
    unwrapped(each, figures, { list: false, byPart }, ofRow, depth + 1);
  if (!isNested(value) || depth > MOST_DEEP) return value;
  if (Array.isArray(value)) {
    const whole = timeOfParts(value) ?? (list ? undefined : namedFigures(value, figures));
    // Most lists are of plain rows, which the first ones tell.
    const isPlain = !value
      .slice(0, TELLING)
      .some((row) => isNested(row) && Object.values(row).some(isNested));
    return whole ?? (isPlain ? value : value.map((each) => inside(each, true)));
  }
  if (!Object.values(value).some(isNested)) return value;
  const paged = isInRow && depth > 0 && pagedIn(value as Raw);
  if (paged) return inside((valueAt(value, [paged]) as Row).map((each) => valueAt(each, ['node']) ?? each));
  const row = mapValues(value as Raw, (each, name) => (byPart ? onlyPart(name, inside(each)) : inside(each)));
  const isWrapper = (name: string) =>
    WRAPPERS.includes(name) ? holdsList(row[name]) : isRaw(row[name]) && holdsOnlyLists(row[name]);
  const wrapper = byPart && isInRow ? Object.keys(row).find(isWrapper) : undefined;
  return wrapper === undefined ? row : { ...row, ...(row[wrapper] as Raw) };
}

/** The name of the list that an object pages: {object: "list", data: […], has_more: false}, {edges: […], pageInfo: {…}}. */
export function pagedIn(value: Raw): string | undefined {
  const list = LISTS.find((name) => Array.isArray(value[name]));
  if (list === undefined || /^(?:edges|nodes|buckets)$/.test(list)) return list;
  const isAlone = Object.keys(value).every((name) => name === list || OF_PAGES.test(name));
  return isAlone && (value[list] as Row).every(isRaw) ? list : undefined;
}
const LISTS = 'edges nodes buckets items data results records rows list'.split(' ');
const OF_PAGES =
  /^(?:object|type|url|self|href|_?links|_?meta|request_?id|total_?count|(?:has|next|prev|previous|page|paging|pagination|cursor|limit|offset)(?:_?(?:more|next|page|previous|prev|cursor|token|info|size|url))*)$/i;

const holdsList = (inner: unknown) => isRaw(inner) && Object.values(inner).some(isRowList);
/** {engines: […], regions: […]} */
const holdsOnlyLists = (inner: Raw) =>
  Object.keys(inner).length > 0 &&
  Object.entries(inner).every(([name, each]) => PART_LIST.test(name) && isRowList(each));
/** A linked record is a list, also where each row can have only one: {engine: ["ChatGPT"]} is of that engine. */
function onlyPart(name: string, value: unknown): unknown {
  const isOnly = Array.isArray(value) && value.length === 1 && typeof value[0] === 'string';
  return isOnly && PART_LIST.test(name) ? value[0] : value;
}
const PART_LIST = /engine|model|provider|platform|region|countr|market/i;
