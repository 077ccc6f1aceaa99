/**
 * APIs write rows in many forms: bare tables, lists of names, charts, one row for each figure, maps by day or by
 * engine. Here each of them becomes a list of objects, the only form that the rest of the reader knows. Pure.
 */

import { oncePer } from '../once-per.ts';
import { isWhole, plainName, spelledOut } from './names.ts';
import { type Field, KEY, type Path, type Shape, valueAt } from './shape.ts';
import { isOwn, ownRows, placesIn } from './sides.ts';
import { chartAsRows, FIGURE_COLUMNS, type Form, pivot, pointsAsColumns, rewrite } from './tables.ts';
import { isGuid, isRaw, type Raw, readDay, readInstant, readNumber } from './values.ts';

const DEEPEST = 3;

/** A body without tables with all its rows as lists of objects; `isByPart`: rows of days, of the whole and its parts. */
export function asRows(body: unknown, shape: Shape, isByPart: boolean): unknown {
  const others = shape.engine ? [names, textsOf(shape), rowPerEngine] : [names];
  const forms = isByPart ? [chartsOf(figuresOf(shape)), daysAndParts(figuresOf(shape))] : others;
  return forms.reduce((rows, form) => rewrite(rows, form), body);
}

/** What is of the thing with this id, where an API answers for all: the entry of a map, or the rows with it in a column. */
export function onlyNamed(body: unknown, named: string | undefined, depth = 0): unknown {
  if (named === undefined || !isGuid(named) || depth > DEEPEST) return body;
  if (isRaw(body)) {
    const own = Object.hasOwn(body, named) ? body[named] : undefined;
    if (typeof own === 'object' && own !== null) return own;
    return Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name, onlyNamed(value, named, depth + 1)]),
    );
  }
  if (!isRowsOfRaws(body)) return body;
  const isOf = (row: Raw, inside = 0): boolean =>
    Object.values(row).some(
      (value) => value === named || (isRaw(value) && inside < DEEPEST && isOf(value, inside + 1)),
    );
  return body.some((row) => isOf(row)) ? body.filter((row) => isOf(row)) : body;
}

/** Topics, regions or prompts by their names alone, where they are the only list around. */
const names: Form = (value, _name, parent = {}) => {
  const areNames =
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((each) => typeof each === 'string' && each !== '') &&
    Object.values(parent).filter(Array.isArray).length <= 1;
  return areNames ? value.map((text) => ({ name: text, text })) : undefined;
};

/** A row for each search, where a row has several: {prompt: "best flags", queries: ["flags 2026", "cheap flags"]}. */
function textsOf(shape: Shape): Form {
  const [[first, field] = ['', undefined]] = Object.entries(shape);
  const known = new Set(field?.kind === 'text' ? field.names.map(plainName) : []);
  const isSeveral = (name: string) => known.has(plainName(name).replace(/ies$/, 'y').replace(/s$/, ''));
  const textsIn = (row: Raw, name: string) => {
    const list = row[name];
    return Array.isArray(list) && list.every((each) => typeof each === 'string') ? list : undefined;
  };
  return (value) => {
    if (!isRowsOfRaws(value)) return undefined;
    const several = Object.keys(value[0] ?? {}).find(
      (name) => value.every((row) => textsIn(row, name)) && isSeveral(name),
    );
    if (several === undefined || value.some(isCounted)) return undefined;
    return value.flatMap(({ [several]: _, ...rest }, i) =>
      (textsIn(value[i] ?? {}, several) ?? []).map((text) => ({ ...rest, [first]: text })),
    );
  };
}

/** A time is written as a number, too. */
const isCount = ([name, value]: [string, unknown]) =>
  isFigure(value) && readInstant(value) === undefined && !/id$/i.test(name);
/** Also in an object: {_count: {responses: 4}}. */
const isCounted = (row: Raw) =>
  Object.entries(row).some(
    (entry) => isCount(entry) || (isRaw(entry[1]) && Object.entries(entry[1]).some(isCount)),
  );

const isRowsOfRaws = (value: unknown): value is readonly Raw[] =>
  Array.isArray(value) && value.length > 0 && value.every(isRaw);

/** A row for each engine, where a row has several: {url, count_by_engine: {chatgpt: 3, gemini: 1}} or {url, engines: ["ChatGPT"]}. */
function rowPerEngine(rows: unknown): Raw[] | undefined {
  if (!isRowsOfRaws(rows)) return undefined;
  const [[column, words] = ['', /^/]] = PARTS;
  const parts = (row: Raw, name: string) => (row[name] == null ? [] : partsIn(row[name], column));
  const several = Object.keys(rows[0] ?? {}).find(
    (name) =>
      words.test(name) &&
      rows.some((row) => row[name] != null) &&
      rows.every((row) => parts(row, name) !== undefined),
  );
  if (several === undefined) return undefined;
  // What is counted for all of them together isn't the count of each.
  if (rows.some((row) => isCounted(row) && !parts(row, several)?.some(isCounted))) return undefined;
  return rows.flatMap((row) => {
    const { [several]: _, ...rest } = row;
    const each = parts(row, several) ?? [];
    const own = Object.fromEntries(
      Object.entries(rest).filter(([name]) => !isCounted({ [name]: rest[name] })),
    );
    return each.length === 0 ? [rest] : each.map((part) => ({ ...own, ...part }));
  });
}

/** Engines or regions in a list or in a map by name or id; undefined for a single one. */
function partsIn(value: unknown, column: string): Raw[] | undefined {
  if (Array.isArray(value)) {
    const texts = value.flatMap((each) => (typeof each === 'string' ? [{ [column]: each }] : []));
    return texts.length === value.length
      ? texts
      : value.every(isRaw)
        ? value.map((each) => withPartName(each, column))
        : undefined;
  }
  if (!isRaw(value)) return undefined;
  const entries = Object.entries(value).filter(([, each]) => each !== null);
  const [[, first] = []] = entries;
  const namesIn = (each: unknown) => (isRaw(each) ? Object.keys(each).join() : typeof each);
  const areAlike = entries.every(([key, each]) => namesIn(each) === namesIn(first) && !OF_A_VALUE.has(key));
  if (!areAlike || !(isRaw(first) || isFigure(first))) return undefined;
  if (entries.length === 1 && !entries.every(([key]) => isGuid(key))) return undefined;
  // What is counted 0 times isn't there.
  return entries.flatMap(([key, each]): Raw[] => {
    if (each === 0) return [];
    return [{ [isGuid(key) ? `${column}_id` : column]: key, ...(isRaw(each) ? each : { count: each }) }];
  });
}

const NAMES_OF_PART = ['display_name', 'displayName', 'name', 'label', 'title', 'slug', 'key'];

/** In a list of engines or regions, "id" and "name" are theirs. */
function withPartNames(rows: readonly Raw[], list: string): readonly Raw[] {
  const column = PARTS.slice(0, 2).find(([, words]) => words.test(list))?.[0];
  return column === undefined ? rows : rows.map((row) => withPartName(row, column));
}

/** Any other id may be that of the row. */
const asId = (id: unknown) => (typeof id === 'string' && isGuid(id) ? id : undefined);

function withPartName(row: Raw, column: string): Raw {
  const words = PARTS.find(([each]) => each === column)?.[1];
  const name = NAMES_OF_PART.find((each) => typeof row[each] === 'string') ?? '';
  const { id, [name]: called, ...rest } = row;
  if (Object.keys(row).some((each) => words?.test(each)) || (called ?? asId(id)) === undefined) return row;
  return {
    ...(id !== undefined && { [`${column}_id`]: id }),
    ...(called !== undefined && { [column]: called }),
    ...rest,
  };
}

/** One chart, or one of each engine: [{engine: "ChatGPT", dates: […], values: […]}]. */
const chartsOf =
  (figures: ReadonlySet<string>): Form =>
  (value) => {
    if (isRaw(value)) return chartAsRows(pointsAsColumns(value, figures));
    if (!isRowsOfRaws(value)) return undefined;
    const charts = value.map((chart) => pointsAsColumns(chart, figures));
    const all = charts.map((chart) => chartAsRows(chart) ?? []);
    if (all.some((rows) => rows.length === 0)) return undefined;
    return all.flatMap((rows, i) => {
      const own = Object.entries(charts[i] ?? {}).filter(([, each]) => !Array.isArray(each));
      return rows.map((row) => ({ ...Object.fromEntries(own), ...row }));
    });
  };

function daysAndParts(figures: ReadonlySet<string>): Form {
  return (value, name) => {
    if (isRaw(value))
      return rowsOfDays(value, 'score') ?? daysOfParts(value, figures) ?? rowsOfParts(value, name, figures);
    if (!Array.isArray(value) || !value.every(isRaw)) return undefined;
    const rows = pivot(ownRows(withPartNames(value, name)), figures).map((row) =>
      withPartsAsRows(row, figures),
    );
    return rows.length === value.length && rows.every((row, i) => row === value[i]) ? undefined : rows;
  };
}

/** A day or line whose figures stand under days, engines or regions: these become lists of rows. */
function withPartsAsRows(row: Raw, figures: ReadonlySet<string>): Raw {
  return replaceLists(withFiguresByPart(row, figures), (value, name) => {
    if (!isRaw(value)) return isRowsOfRaws(value) ? withPartNames(value, name) : undefined;
    return (
      rowsOfDays(value, figureIn(name)) ?? rowsOfParts(value, name, figures) ?? envelopedRows(value, name)
    );
  });
}

/** With those values as lists that `rowsIn` makes one of; the same object if there are none. */
function replaceLists(raw: Raw, rowsIn: (value: unknown, name: string) => object | undefined): Raw {
  let changed = raw;
  for (const name in raw) {
    const rows = rowsIn(raw[name], name);
    if (rows) changed = { ...changed, [name]: rows };
  }
  return changed;
}

/** {scores: {overall: 61, chatgpt: 70}, mention_rates: {overall: 0.4, chatgpt: 0.5}}: a row for each part with all its figures. */
function withFiguresByPart(row: Raw, figures: ReadonlySet<string>): Raw {
  const maps = Object.entries(row).flatMap(([name, map]) => {
    const figure = name.replace(/s$/, '');
    const isWanted = isRaw(map) && figures.has(spelledOut(figure));
    const rows = isWanted ? entriesAsRows(map, 'part', figure, figures) : undefined;
    return rows ? [{ name, rows }] : [];
  });
  if (maps.length < 2) return row;
  const byPart = Map.groupBy(
    maps.flatMap(({ rows }) => rows),
    ({ part }) => part,
  );
  const rest = Object.entries(row).filter(([name]) => !maps.some((map) => map.name === name));
  return {
    ...Object.fromEntries(rest),
    parts: [...byPart.values()].map((each) => Object.assign({}, ...each)),
  };
}

/** {results: [{engine: …}, …]} */
function envelopedRows(value: Raw, name: string): readonly Raw[] | undefined {
  const list = ['results', 'items', 'nodes', 'edges', 'rows', 'buckets']
    .map((one) => value[one])
    .find(Array.isArray);
  return list !== undefined && isRowsOfRaws(list) ? withPartNames(list, name) : undefined;
}

/** The names of a thing's lists of figures, and whether a list of it has a row for each engine. */
const figureListsOf = oncePer((shape: Shape) => {
  const isList = ({ kind, inner, documented }: Field) =>
    kind === 'rows' && !documented && Object.values(inner ?? {}).some(({ ofAnswers }) => ofAnswers);
  const isPerEngine = ({ inner, ofAnswers, documented }: Field) =>
    Boolean(inner?.engine && !ofAnswers && !documented);
  const fields = Object.values(shape);
  const names = new Set(fields.filter(isList).flatMap((list) => list.names.map(plainName)));
  return { names, isOfEngines: fields.some(isPerEngine) };
});

/** A thing whose engines, topics or rivals are maps by name: these become lists whose rows have their key. */
export function thingWithLists(thing: Raw, shape: Shape, depth = 0): Raw {
  const { names, isOfEngines } = figureListsOf(shape);
  const own = shape.own?.inner && isRaw(thing.own) ? { own: thingWithLists(thing.own, shape.own.inner) } : {};
  return replaceLists({ ...thing, ...own }, (value, name) => {
    if (isRaw(value) && names.has(plainName(name))) return entriesAsRows(value, KEY, name, figuresOf(shape));
    if (isRaw(value) && depth < DEEPEST && /^(?:data|attributes|fields)$/.test(name))
      return thingWithLists(value, shape, depth + 1);
    if (!isOfEngines || !isRowsOfRaws(value)) return undefined;
    const rows = ungrouped(value);
    return withOwnMentions(rowPerEngine(rows) ?? rows);
  });
}

/** Runs that are in the rows of their days: {history: [{date, runs: [{engine: …}, …]}]}. */
function ungrouped(rows: readonly Raw[]): readonly Raw[] {
  const name = Object.keys(rows[0] ?? {}).find(
    (each) => /runs$/i.test(each) && rows.every((row) => isRowsOfRaws(row[each])),
  );
  if (name === undefined) return rows;
  return rows.flatMap(({ [name]: inside, ...around }) => {
    const own = Object.entries(around).filter(([, each]) => typeof each === 'string');
    return (inside as readonly Raw[]).map((row) => ({ ...Object.fromEntries(own), ...row }));
  });
}

/** Answers with everybody they mention, marked as the brand or not: whether it is among them, and its own mention. */
function withOwnMentions(rows: readonly Raw[]): readonly Raw[] {
  const isList = (value: unknown): value is readonly Raw[] => Array.isArray(value) && value.every(isRaw);
  const listIn = (row: Raw, place: Path) => [valueAt(row, place)].find(isList);
  const place = placesIn(rows[0]).find(
    (each) => /mention/i.test(each.at(-1) ?? '') && rows.some((row) => listIn(row, each)),
  );
  const lists = rows.map((row) => place && listIn(row, place));
  const all = lists.flatMap((list) => list ?? []);
  const mark = placesIn(all[0]).find((each) =>
    all.every((one) => isOwn(each.at(-1) ?? '', valueAt(one, each)) !== undefined),
  );
  if (mark === undefined) return rows;
  return rows.map((row, i) => {
    if (!lists[i]) return row;
    const own = lists[i].find((one) => isOwn(mark.at(-1) ?? '', valueAt(one, mark)));
    return { mentioned: own !== undefined, ...(own && { own }), ...row };
  });
}

/** {"2026-11-20": 61}. A map of days to more than a number is a list by another name already (lists.ts). */
function rowsOfDays(map: Raw, figure: string): Raw[] | undefined {
  const entries = Object.entries(map);
  const areDays = entries.length > 0 && entries.every(([day, each]) => isDay(day) && isFigureOrNone(each));
  return areDays ? entries.map(([date, each]) => ({ date, [figure]: each })) : undefined;
}

/** {"2026-11-20": {overall: {score: 61}, chatgpt: {score: 70}}} */
function daysOfParts(map: Raw, figures: ReadonlySet<string>): Raw[] | undefined {
  const days = Object.entries(map).map(([date, each]) => {
    const rows = isDay(date) && isRaw(each) && Object.values(each).every(isRaw) ? each : {};
    return { date, scores: entriesAsRows(rows, 'part', 'scores', figures) };
  });
  return days.length > 0 && days.every(({ scores }) => scores !== undefined) ? days : undefined;
}

/** The column for a map's keys, by the map's own name. */
const PARTS: readonly (readonly [column: string, names: RegExp])[] = [
  ['engine', /engine|model|provider|platform|assistant/i],
  ['region', /region|countr|market|locale/i],
  // breakdown.ts tells by the keys themselves whether these are engines or regions.
  [
    'part',
    /^(?:[Bb]y|[Pp]er)(?![a-z])|[Bb]reakdown|^(?:[Ss]cores?|[Vv]isibility(?:_?[Ss]cores?)?|[Vv]alues?)$/,
  ],
];

/** {by_engine: {chatgpt: 61}} and {engines: {chatgpt: {score: 61}}} */
function rowsOfParts(map: Raw, name: string, figures: ReadonlySet<string>): Raw[] | undefined {
  const part = PARTS.find(([, words]) => words.test(name));
  return part && (entriesAsRows(map, part[0], name, figures) ?? daysByPart(map, part[0]));
}

/** {chatgpt: {"2026-11-20": {score: 70}}} as a row for each engine and day; undefined for other maps. */
function daysByPart(map: Raw, column: string): Raw[] | undefined {
  const lines = Object.entries(map);
  const areDays = (days: unknown) =>
    isRaw(days) && Object.entries(days).every(([day, each]) => isDay(day) && isRaw(each));
  if (lines.length === 0 || !lines.every(([, days]) => areDays(days))) return undefined;
  return lines.flatMap(([part, days]) =>
    Object.entries(days as Raw).map(([date, each]) => ({ [column]: part, date, ...(each as Raw) })),
  );
}

/** Keys of an object that is one value: {score: {value: 61, max: 100}}. */
const OF_A_VALUE = new Set(
  'max min of scale out_of total count n delta change previous raw unit id code name slug'.split(' '),
);

/** A row for each entry, its key under `column`; undefined where the keys are fields and not names. */
function entriesAsRows(
  map: Raw,
  column: string,
  name: string,
  figures: ReadonlySet<string>,
): Raw[] | undefined {
  const entries = Object.entries(map);
  const isField = (key: string) => isDay(key) || figures.has(plainName(key)) || OF_A_VALUE.has(key);
  if (entries.length === 0 || entries.some(([key]) => isField(key))) return undefined;
  if (entries.every(([, each]) => isRaw(each) && Object.values(each).some(holdsFigure)))
    return entries.map(([key, each]) => ({ [column]: key, ...(each as Raw) }));
  if (!entries.every(([, each]) => isFigureOrNone(each))) return undefined;
  return entries.map(([key, each]) => ({ [column]: key, [figureIn(name)]: each }));
}

/** "mention_rate_by_engine" says which figure it holds; "scores" and "engines" hold scores. */
function figureIn(name: string): string {
  const [figure = ''] = name.split(/_?by_?/i);
  return figure === '' || PARTS.some(([, words]) => words.test(figure)) ? 'score' : figure;
}

/** A number, also written as text: "61.2", "61.2%". */
const isFigure = (value: unknown) => readNumber(value) !== undefined;
/** A figure, or an object of one: {value: 0.61, unit: "fraction"}. */
const holdsFigure = (value: unknown) =>
  isFigure(value) || (isRaw(value) && FIGURE_COLUMNS.some((name) => isFigure(value[name])));
const isFigureOrNone = (value: unknown) => value === null || isFigure(value);
const isDay = (name: string) => /^\d{4}-/.test(name) && readDay(name) !== undefined;

/** The names of a shape's figures, plain. */
export const figuresOf = oncePer((shape: Shape): ReadonlySet<string> => {
  const figures = Object.values(shape).filter(({ kind }) => kind === 'number' || kind === 'share');
  return new Set(figures.flatMap((figure) => figure.names.map(plainName)).filter((name) => !isWhole(name)));
});
