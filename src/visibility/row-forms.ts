/**
 * Rows of days in other forms than a row for each day and part: rows of rivals among our own, a row for each figure, the parts
 * of a day under their names. Pure. They become rows as the others are, and are read like them.
 */
import { isWhole, plainName } from './fit.ts';
import type { Shape } from './shape.ts';
import { isRaw, type Raw, readDay } from './values.ts';

const DEEPEST = 3;

/** The body with its rows in the usual form; the same body where they are so already. */
export function inUsualForm(body: unknown, shape: Shape): unknown {
  return formed(body, figuresOf(shape), 0);
}

function formed(body: unknown, figures: ReadonlySet<string>, depth: number): unknown {
  if (depth > DEEPEST) return body;
  if (isRaw(body)) {
    const days = rowsOfDays(body);
    if (days) return days;
    const entries = Object.entries(body).map(
      ([name, each]) => [name, formed(each, figures, depth + 1)] as const,
    );
    const isSame = entries.every(([name, each]) => each === body[name]);
    return withPartsAsRows(isSame ? body : Object.fromEntries(entries), figures);
  }
  if (!Array.isArray(body) || !body.every(isRaw)) return body;
  const rows = mergedByFigure(ownRows(body), figures).map((row) => withPartsAsRows(row, figures));
  return rows.length === body.length && rows.every((row, i) => row === body[i]) ? body : rows;
}

const OWN = new Set(
  'own ownbrand brand self us ours you mine me target client primary main owned subject tracked'.split(' '),
);
const OTHERS = new Set(
  'competitor competitors competition rival rivals other others peer external'.split(' '),
);

/** The rows of the brand itself, where every row says whether it is one. */
function ownRows(rows: readonly Raw[]): readonly Raw[] {
  const [first] = rows;
  const places = Object.entries(first ?? {}).flatMap(([name, value]) =>
    isRaw(value) ? Object.keys(value).map((inner) => [name, inner]) : [[name]],
  );
  for (const place of places) {
    const isMarked = (row: Raw) => isOwn(place.at(-1) ?? '', valueIn(row, place));
    if (!first || isMarked(first) === undefined) continue;
    const marks = rows.map(isMarked);
    if (marks.includes(true) && marks.includes(false) && !marks.includes(undefined))
      return rows.filter((_, i) => marks[i]);
  }
  return rows;
}

function valueIn(row: Raw, [outer = '', inner]: readonly string[]): unknown {
  const value = row[outer];
  return inner === undefined ? value : isRaw(value) ? value[inner] : undefined;
}

/** "own", or true under "is_own"; undefined for what says neither. */
function isOwn(name: string, value: unknown): boolean | undefined {
  const words = (said: string) => (OWN.has(said) ? true : OTHERS.has(said) ? false : undefined);
  if (typeof value === 'string') return words(plainName(value));
  const said = words(plainName(name).replace(/^is/, ''));
  return typeof value === 'boolean' && said !== undefined ? said === value : undefined;
}

function figuresOf(shape: Shape): ReadonlySet<string> {
  const figures = Object.values(shape).filter(({ kind }) => kind === 'number' || kind === 'share');
  return new Set(figures.flatMap(({ names }) => names.map(plainName)).filter((name) => !isWhole(name)));
}

const VALUES = new Set('value val v amount number figure measurement metricvalue'.split(' '));
/** What tells one day or part from another; the rest may differ from figure to figure. */
const TELLING =
  /date|day|week|period|time|engine|model|provider|platform|region|country|market|locale|prompt/i;

/** {metric: "visibility", value: 61} and its like are put together into one row for each day and part. */
function mergedByFigure(rows: readonly Raw[], figures: ReadonlySet<string>): readonly Raw[] {
  const [first = {}] = rows;
  const value = Object.keys(first).find((name) => VALUES.has(plainName(name)));
  if (value === undefined) return rows;
  const names = (place: string) => rows.map((row) => row[place]);
  const metric = Object.keys(first).find((place) => {
    const said = names(place);
    const areTexts = said.every((one) => typeof one === 'string');
    return areTexts && said.some((one) => figures.has(plainName(one)));
  });
  if (metric === undefined) return rows;
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify(Object.entries(row).filter(([name]) => TELLING.test(name) && name !== metric)),
  );
  return [...groups.values()].map((group) => {
    const { [metric]: _, [value]: __, ...rest } = group[0] ?? {};
    return { ...rest, ...Object.fromEntries(group.map((row) => [String(row[metric]), row[value]])) };
  });
}

type Parts = readonly (readonly [string, RegExp])[];

const ENGINES = ['engine', /engine|model|provider|platform|assistant/i] as const;

const PARTS: Parts = [
  ENGINES,
  ['region', /region|countr|market|locale/i],
  // Of what it is the engines' and regions' own names tell.
  ['part', /^(?:by|per)|breakdown|^(?:scores?|visibility(?:_?scores?)?|values?)$/i],
];

/** What a thing has figures of, other than of days. */
const PARTS_OF_THINGS: Parts = [
  ENGINES,
  ['topic', /topic|theme/i],
  ['name', /competitor|rival|entit|brand|tool/i],
];

/** A thing whose engines, topics and rivals stand under their names; they become lists of rows. */
export function thingInUsualForm(thing: Raw, shape: Shape): Raw {
  const hasRows = Object.values(shape).some(({ kind, documented }) => kind === 'rows' && !documented);
  return hasRows ? withPartsAsRows(thing, figuresOf(shape), PARTS_OF_THINGS) : thing;
}

/** {by_engine: {chatgpt: 61}}, {engines: {chatgpt: {score: 61}}} and {scores: {"2026-11-20": 61}} as lists of rows. */
function withPartsAsRows(row: Raw, figures: ReadonlySet<string>, known = PARTS): Raw {
  let listed = row;
  for (const name in row) {
    const value = row[name];
    const rows = isRaw(value)
      ? (rowsOfDays(value, name) ?? rowsOfParts(value, name, figures, known))
      : undefined;
    if (rows) listed = { ...listed, [name]: rows };
  }
  return listed;
}

/** {"2026-11-20": 61}; where days hold more than a number they are rows already. */
function rowsOfDays(days: Raw, name = ''): Raw[] | undefined {
  const entries = Object.entries(days);
  const areDays =
    entries.length > 0 && entries.every(([day, each]) => isDayName(day) && isFigureOrNone(each));
  return areDays ? entries.map(([date, each]) => ({ date, [figureIn(name)]: each })) : undefined;
}

function rowsOfParts(
  parts: Raw,
  name: string,
  figures: ReadonlySet<string>,
  known: Parts,
): Raw[] | undefined {
  const [part] = known.find(([, words]) => words.test(name)) ?? [];
  const entries = Object.entries(parts);
  const isNone = part === undefined || entries.length === 0;
  // {score: {value: 61, max: 100}} has figures, and no parts.
  if (isNone || entries.some(([key]) => isDayName(key) || figures.has(plainName(key)) || OF_A_VALUE.has(key)))
    return undefined;
  if (entries.every(([, each]) => isRaw(each) && Object.values(each).some(isFigure)))
    return entries.map(([key, each]) => ({ [part]: key, ...(each as Raw) }));
  if (!entries.every(([, each]) => isFigureOrNone(each))) return undefined;
  return entries.map(([key, each]) => ({ [part]: key, [figureIn(name)]: each }));
}

const OF_A_VALUE = new Set('max min of scale out_of total count n delta change previous raw unit'.split(' '));

/** "mention_rate_by_engine" says which figure it is. */
function figureIn(name: string): string {
  const [said = ''] = name.split(/_?by_?/i);
  return said === '' || PARTS.some(([, words]) => words.test(said)) ? 'score' : said;
}

const isFigure = (value: unknown) => typeof value === 'number';
const isFigureOrNone = (value: unknown) => value === null || isFigure(value);
const isDayName = (name: string) => /^\d{4}-/.test(name) && readDay(name) !== undefined;
