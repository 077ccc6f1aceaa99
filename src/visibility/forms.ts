/**
 * APIs write rows in many forms: bare tables, lists of names, charts, one row for each figure, maps by day or by
 * engine. Here each of them becomes a list of objects, the only form that the rest of the reader knows. Pure.
 */
import { oncePer } from '../once-per.ts';
import { isWhole, plainName, spelledOut } from './names.ts';
import { type Field, KEY, mapValues, type Shape } from './shape.ts';
import { ownRows, withOwnFigures, withOwnMentions } from './sides.ts';
import { chartAsRows, FIGURE_COLUMNS, type Form, pivot, pointIn, rewrite } from './tables.ts';
import { isGuid, isRaw, type Raw, readDay, readInstant, readNumber } from './values.ts';

const DEEPEST = 3;

/** A body without tables with all its rows as lists of objects; `isByPart`: rows of days, of the whole and its parts. */
export function asRows(body: unknown, shape: Shape, isByPart: boolean): unknown {
  const others = shape.engine ? [names, rowPerText(shape), rowPerEngine] : [names, ownFigures(shape)];
  const figures = figuresOf(shape);
  const forms = isByPart ? [charts, daysAndParts(figures)] : others;
  return forms.reduce((rows, form) => rewrite(rows, form), isByPart ? withoutMaps(body, figures) : body);
}

/** What things with an id of their own are called: "Prompt", "App\Models\Prompt". */
const THING_TYPE =
  /(?:^|[\\/.:])(?:tracked[ _-]?)?(?:prompt|query|question|project|brand|topic|segment|competitor)s?$/i;

/** What is of the thing with this id, where an API answers for all: the entry of a map, or the rows with it in a column. */
export function onlyNamed(body: unknown, named: string | undefined, depth = 0): unknown {
  if (named === undefined || !isGuid(named) || depth > DEEPEST) return body;
  if (isRaw(body)) {
    const own = Object.hasOwn(body, named) ? body[named] : undefined;
    if (typeof own === 'object' && own !== null) return own;
    return mapValues(body, (value) => onlyNamed(value, named, depth + 1));
  }
  if (!isRowsOfRaws(body)) return body;
  const isOf = (row: Raw, inside = 0): boolean =>
    Object.values(row).some(
      (value) => value === named || (isRaw(value) && inside < DEEPEST && isOf(value, inside + 1)),
    );
  const [of, others] = [body.filter((row) => isOf(row)), body.filter((row) => !isOf(row))];
  // {scoreable_type: "Prompt", scoreable_id: …}: rows of another type are of its parts. Prompts have types of their own, too.
  const isType = (name: string) => {
    const type = of[0]?.[name];
    const isOfThing = typeof type === 'string' && THING_TYPE.test(type) && /type$/i.test(name);
    return isOfThing && others.every((row) => row[name] !== type);
  };
  return of.length === 0 || Object.keys(of[0] ?? {}).some(isType) ? body : of;
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

/** Whether the figures of a thing are the brand's. */
const isOfBrand = oncePer((shape: Shape) =>
  Object.values(shape).some(({ ofAnswers, ofRival }) => ofAnswers && !ofRival),
);

const ownFigures =
  (shape: Shape): Form =>
  (rows) => {
    if (!isOfBrand(shape) || !isRowsOfRaws(rows)) return undefined;
    const told = rows.map(withOwnFigures);
    return told.some((row, i) => row !== rows[i]) ? told : undefined;
  };

/** A row for each search, where a row has several: {prompt: "best flags", queries: ["flags 2026", "cheap flags"]}. */
function rowPerText(shape: Shape): Form {
  const [[first, field] = ['', undefined]] = Object.entries(shape);
  const known = new Set(field?.kind === 'text' ? field.names.map(plainName) : []);
  const isSeveral = (name: string) => known.has(plainName(name).replace(/ies$/, 'y').replace(/s$/, ''));
  const areTexts = (value: unknown) =>
    Array.isArray(value) && value.every((each) => typeof each === 'string');
  return rowPer(isSeveral, (value) => (areTexts(value) ? partsIn(value, first) : undefined));
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
const rowPerEngine = rowPer(
  (name) => columnOf(name) === 'engine',
  (value) => partsIn(value, 'engine'),
);

function rowPer(isSeveral: (name: string) => boolean, partsOf: (value: unknown) => Raw[] | undefined) {
  return (rows: unknown): Raw[] | undefined => {
    if (!isRowsOfRaws(rows)) return undefined;
    const parts = (row: Raw, name: string) => (row[name] == null ? [] : partsOf(row[name]));
    const several = Object.keys(rows[0] ?? {}).find(
      (name) =>
        isSeveral(name) &&
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
  };
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
  const column = columnOf(list);
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
const charts: Form = (value) => {
  if (isRaw(value)) return chartAsRows(value);
  const all = isRowsOfRaws(value) ? value.map((chart) => ({ chart, rows: chartAsRows(chart) ?? [] })) : [];
  if (all.length === 0 || all.some(({ rows }) => rows.length === 0)) return undefined;
  return all.flatMap(({ chart, rows }) => {
    const own = Object.entries(chart).filter(([, each]) => !Array.isArray(each));
    return rows.map((row) => ({ ...Object.fromEntries(own), ...row }));
  });
};

function daysAndParts(figures: ReadonlySet<string>): Form {
  return (value, name) => {
    if (!Array.isArray(value) || !value.every(isRaw)) return undefined;
    const rows = pivot(ownRows(withPartNames(value, name)), figures).map((row) =>
      withMapsAsRows(row, figures),
    );
    return rows.length === value.length && rows.every((row, i) => row === value[i]) ? undefined : rows;
  };
}

/** The whole body with its maps of days, parts and figures as lists of rows, outermost first. */
function withoutMaps(value: unknown, figures: ReadonlySet<string>, name = '', depth = 0): unknown {
  if (!isRaw(value) || depth > DEEPEST) return value;
  const rows = mapAsRows(value, name, figures);
  if (rows) return rows;
  return replaceLists(withFiguresTogether(value, figures), (each, inner) => {
    const without = withoutMaps(each, figures, inner, depth + 1);
    return without === each ? undefined : (without as object);
  });
}

/** A day or line whose figures stand under days, engines or regions: these become lists of rows. */
function withMapsAsRows(row: Raw, figures: ReadonlySet<string>): Raw {
  return replaceLists(withFiguresTogether(row, figures), (value, name) =>
    isRaw(value)
      ? mapAsRows(value, name, figures)
      : isRowsOfRaws(value)
        ? withPartNames(value, name)
        : undefined,
  );
}

/** With those values as lists that `rowsIn` makes one of; the same object if there are none. */
function replaceLists(raw: Raw, rowsIn: (value: unknown, name: string) => object | undefined): Raw {
  let changed: Record<string, unknown> | undefined;
  for (const name in raw) {
    const rows = rowsIn(raw[name], name);
    if (!rows) continue;
    changed ??= { ...raw };
    changed[name] = rows;
  }
  return changed ?? raw;
}

/**
 * {scores: {overall: 61, chatgpt: 70}, mention_rates: {overall: 0.4, chatgpt: 0.5}}, or lists of points instead, such as
 * {visibility: [{date: "2026-11-20", value: 61}]}: a row for each part or day with all its figures.
 */
function withFiguresTogether(row: Raw, figures: ReadonlySet<string>): Raw {
  const isOfFigure = ([name, each]: [string, unknown]) =>
    typeof each === 'object' && each !== null && figureNamed(name, figures) !== undefined;
  const entries = Object.entries(row);
  const named = entries.filter(isOfFigure);
  const cells = named.length > 0 ? cellsOf(Object.fromEntries(named), figures, 'part') : undefined;
  const isSeveral = named.length > 1 && cells?.every((cell) => 'part' in cell);
  if (!cells || !(isSeveral || cells.every(({ date }) => date !== undefined))) return row;
  return { ...Object.fromEntries(entries.filter((entry) => !isOfFigure(entry))), parts: joined(cells) };
}

/** {by_engine: {chatgpt: {score: 61}}}, {"2026-11-20": {overall: 61, chatgpt: 70}}, {scores: {chatgpt: {"2026-11-20": 70}}}. */
function mapAsRows(map: Raw, name: string, figures: ReadonlySet<string>): Raw[] | undefined {
  const part = PARTS.find(([, words]) => words.test(name))?.[0];
  const column = part ?? 'part';
  const cells = cellsOf(map, figures, column, figureOf(name, figures)) ?? [];
  // A map of days to objects is a list by another name already (lists.ts).
  const isOfDays = Object.entries(map).every(([day, each]) => isDay(day) && isRaw(each));
  const has = (wanted: string) => cells.length > 0 && cells.every((cell) => cell !== map && wanted in cell);
  if ((has('date') && (!isOfDays || has(column))) || (part && has(part))) return joined(cells);
  return daysOfParts(map, column);
}

/** {US: {"2026-11-20": {total: {score: 61}, engines: […]}}}: days that hold more than figures, under parts. */
function daysOfParts(map: Raw, column: string): Raw[] | undefined {
  const days = Object.entries(map).flatMap(([part, each]) =>
    Object.entries(isRaw(each) ? each : {}).map(([date, held]) => ({ [column]: part, date, held })),
  );
  const areDays = days.length > 0 && days.every(({ date, held }) => isDay(date) && isRaw(held));
  return areDays ? days.map(({ held, ...rest }) => ({ ...rest, ...(held as Raw) })) : undefined;
}

/**
 * A row for each figure, or object of figures, under days, parts and names of figures in whatever order; undefined for
 * anything else. `column`: what the keys of parts are put under; `figure`: which one it is, if that is told.
 */
function cellsOf(
  value: unknown,
  figures: ReadonlySet<string>,
  column: string,
  figure?: string,
): Raw[] | undefined {
  if (isFigureOrNone(value)) return [{ [figure ?? 'score']: value }];
  if (Array.isArray(value)) {
    const points = figure === undefined ? [] : value.map(pointIn);
    const cells = points.flatMap((point) => (point ? { date: point.day, [figure ?? '']: point.figure } : []));
    return cells.length > 0 && cells.length === points.length ? cells : undefined;
  }
  const entries = isRaw(value) ? Object.entries(value) : [];
  const isNamed = ([key]: [string, unknown]) => figureNamed(key, figures) !== undefined;
  if (entries.some((entry) => isNamed(entry) && holdsFigure(entry[1]))) return [value as Raw];
  const all = (cellsIn: (key: string, each: unknown) => Raw[] | undefined) => {
    const cells = entries.map(([key, each]) => cellsIn(key, each));
    return entries.length > 0 && cells.every((each) => each !== undefined) ? cells.flat() : undefined;
  };
  if (entries.some(isNamed))
    return all((key, each) => cellsOf(each, figures, column, figureNamed(key, figures) ?? key));
  const under = (name: string, key: string, each: unknown, inside = column) => {
    const cells = cellsOf(each, figures, inside, figure);
    return cells?.some((cell) => name in cell) ? undefined : cells?.map((cell) => ({ [name]: key, ...cell }));
  };
  if (entries.every(([key]) => isDay(key))) return all((key, each) => under('date', key, each));
  const isPart = (key: string) => columnOf(key) === undefined;
  // The only engine isn't the whole.
  const isOne =
    column === 'part' && entries.length === 1 && entries.every(([key]) => isPart(key) && !isWhole(key));
  if (isOne || entries.some(([key]) => OF_A_VALUE.has(key))) return undefined;
  return all((key, each) =>
    isPart(key) ? under(column, key, each) : cellsOf(each, figures, columnOf(key) ?? '', figure),
  );
}

/** The figures of one day and part in one row. */
function joined(cells: readonly Raw[]): Raw[] {
  const keyOf = ({ date, part, engine, region }: Raw) => JSON.stringify([date, part, engine, region]);
  return [...Map.groupBy(cells, keyOf).values()].map((same) => Object.assign({}, ...same));
}

/** A figure's name, also of several: "mention_rates". */
const figureNamed = (name: string, figures: ReadonlySet<string>) =>
  [name, name.replace(/s$/, '')].find((one) => figures.has(spelledOut(one)));

/** Which figure a map of this name holds; undefined where the name says nothing, which is a score. */
const figureOf = (name: string, figures: ReadonlySet<string>) =>
  OF_ANY_MAP.test(name) ? undefined : (figureNamed(figureIn(name), figures) ?? figureIn(name));
const OF_ANY_MAP =
  /^(?:|data|results?|series|(?:by_?|per_?)?(?:day|date)s?|daily|history|rows|trend|chart|points|timeline|time_?series)$/i;

/** A thing's lists of figures by their plain names, and whether a list of it has a row for each engine. */
const figureListsOf = oncePer((shape: Shape) => {
  const fields = Object.values(shape);
  const lists = new Map(
    fields.flatMap(({ kind, inner = {}, names }) =>
      kind === 'rows' ? names.map((name) => [plainName(name), figuresOf(inner)] as const) : [],
    ),
  );
  const isPerEngine = ({ inner, ofAnswers, documented }: Field) =>
    Boolean(inner?.engine && !ofAnswers && !documented);
  return { lists, isOfEngines: fields.some(isPerEngine) };
});

/** A thing whose engines, topics or rivals are maps by name: these become lists whose rows have their key. */
export function thingWithLists(given: Raw, shape: Shape, depth = 0): Raw {
  const { lists, isOfEngines } = figureListsOf(shape);
  const thing = depth === 0 && isOfBrand(shape) ? withOwnFigures(given) : given;
  return replaceLists(thing, (value, name) => {
    const figures = lists.get(plainName(name));
    if (isRaw(value) && figures) {
      const rows = cellsOf(value, figures, KEY, figureIn(name));
      return rows?.every((row) => KEY in row) ? rows : undefined;
    }
    if (isRaw(value)) return depth < DEEPEST ? thingWithLists(value, shape, depth + 1) : undefined;
    if (!isOfEngines || !isRowsOfRaws(value)) return undefined;
    const rows = ungrouped(value);
    return withOwnMentions(rowPerEngine(rows) ?? rows);
  });
}

/** Runs that are in the rows of their days or groups: {history: [{date, runs: [{engine: …}, …]}]}. */
function ungrouped(rows: readonly Raw[]): readonly Raw[] {
  const name = Object.keys(rows[0] ?? {}).find(
    (each) => /(?:runs|results)$/i.test(each) && rows.every((row) => isRowsOfRaws(row[each])),
  );
  if (name === undefined) return rows;
  return rows.flatMap(({ [name]: inside, ...around }) => {
    const own = Object.entries(around).filter(([, each]) => typeof each === 'string');
    return (inside as readonly Raw[]).map((row) => ({ ...Object.fromEntries(own), ...row }));
  });
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

/** "engine" or "region", where a map's name says whose its entries are. */
const columnOf = (name: string) => PARTS.slice(0, 2).find(([, words]) => words.test(name))?.[0];

/** Keys of an object that is one value: {score: {value: 61, max: 100}}. */
const OF_A_VALUE = new Set(
  'max min of scale out_of total count n delta change previous raw unit id code name slug'.split(' '),
);

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
