/**
 * Names of engines that stay distinct when two engines share a display name; and which engine or region each daily score
 * is of. Where no field name says so, the values do: a column that holds only engines and regions from the API's own
 * lists. Pure. Rows that can't be told apart are never used.
 */
import { oncePer } from '../once-per.ts';
import type { Answer, Reading } from './answer.ts';
import type { DailyScore, Region, Source } from './assumed.ts';
import type { Engine, TopicDetail } from './contract.ts';
import { plainName } from './names.ts';
import { readRaws } from './read.ts';
import { KEY, type Path, type Shape, valueAt } from './shape.ts';
import { isGuid, isRaw, type Raw, readId, readNumber } from './values.ts';

/** Engine names by id. */
export type EngineNames = ReadonlyMap<string, string>;

/** The display name; if several engines share it, with the surface, model, both, or the start of the id: "ChatGPT (search)". */
export function engineNames(engines: readonly Engine[]): EngineNames {
  return new Map(engines.map((engine) => [engine.id, nameAmong(engines, engine)]));
}

type OfEngine = { engineId: string | undefined; engine: string | undefined };

/** Names the engines that rows give an id for; other rows keep the API's name. */
export function withEngineNames<Row extends OfEngine>(rows: readonly Row[], names: EngineNames): Row[] {
  return rows.map((row) => ({ ...row, engine: names.get(row.engineId ?? '') ?? row.engine }));
}

/** What a row may say of its engine and region, or of several engines. */
type OfParts = Partial<OfEngine> & {
  regionId?: string | undefined;
  region?: string | undefined;
  engines?: readonly string[] | undefined;
};

/** Rows, or a thing's lists of rows, with the names of engines and regions that have only an id, a slug or a code. */
export async function withNames<T>(value: T, shape: Shape, parts: () => Promise<Parts>): Promise<T> {
  if (Array.isArray(value)) {
    const isNeeded =
      (shape.engine ?? shape.engines) && (lacksNames(value) || (shape.date && sharesNames(value)));
    return isNeeded ? (withListedNames(value, await parts()) as T) : value;
  }
  const topic = shape.by_model && (value as TopicDetail);
  if (topic?.by_model.some(({ engine }) => isGuid(engine)))
    return topicWithEngineNames(topic, engineNames((await parts()).engines)) as T;
  const lists = listsByEngine(shape);
  if (!isRaw(value) || lists.length === 0) return value;
  const named = lists.map(async ([name, { inner = {} }]) => [
    name,
    await withNames(value[name], inner, parts),
  ]);
  return { ...value, ...Object.fromEntries(await Promise.all(named)) };
}

const listsByEngine = oncePer((shape: Shape) =>
  Object.entries(shape).filter(([, one]) => !one.documented && (one.inner?.engine ?? one.inner?.byEngine)),
);

/** Whether a row has only an id, a slug or a code for its engine or region, in whichever field. */
function lacksNames(rows: readonly OfParts[]): boolean {
  return rows.some((row) => {
    const { engineId, engine, regionId, region, engines = [] } = row;
    return (
      (engineId !== undefined && engine === undefined) ||
      (regionId !== undefined && region === undefined && 'date' in row) ||
      [region, engine, ...engines].some((one) => isId(one) || isSlug(one))
    );
  });
}

/** The API's own lists. */
export type Parts = { engines: readonly Engine[]; regions: readonly Region[] };

function withListedNames(rows: readonly OfParts[], parts: Parts): OfParts[] {
  const { engineOf, regionOf } = findersOf(parts);
  return rows.map((row) => ({
    ...row,
    // An id that no engine has says nothing to people.
    ...(row.engines && {
      engines: row.engines.flatMap((one) => engineOf(one)?.engine ?? (isId(one) ? [] : one)),
    }),
    ...(engineOf(row.engineId) ?? engineOf(row.engine)),
    ...(regionOf(row.regionId) ?? regionOf(row.region)),
  }));
}

function sharesNames(rows: readonly OfParts[]): boolean {
  const ids = new Map<string, string>();
  return rows.some(({ engine, engineId }) => {
    if (engine === undefined || engineId === undefined) return false;
    const known = ids.get(engine) ?? engineId;
    ids.set(engine, known);
    return known !== engineId;
  });
}

const isId = (name: string | undefined) => name !== undefined && isGuid(name);

/** "chatgpt", "CHATGPT", "google-ai-overviews", "openai/gpt-4.1", "de-DE" */
const isSlug = (name: string | undefined) => name !== undefined && (SLUG.test(name) || LOCALE.test(name));
const LOCALE = /^[a-z]{2}[-_][A-Z]{2}$/;
const SLUG = /^(?:[a-z\d]+(?:[-_./:][a-z\d]+)*|[A-Z\d]+(?:[-_./:][A-Z\d]+)*)$/;

type Mark = Partial<Pick<DailyScore, 'engine' | 'engineId' | 'region' | 'regionId'>>;

/** Find an engine or a region by whatever a single one is called, its own name before what it is made of. */
function findersOf({ engines, regions }: Parts) {
  const names = engineNames(engines);
  const engine = finderOf(engines, [
    ({ id, display_name }) => [id, display_name, names.get(id)],
    ({ model, provider }) => [model, provider, provider + model],
  ]);
  const region = finderOf(regions, [({ id, name, code }) => [id, name, code]]);
  return {
    engineOf(called: string | undefined): Mark | undefined {
      const found = engine(called);
      return found && { engineId: found.id, engine: names.get(found.id) };
    },
    regionOf(called: string | undefined): Mark | undefined {
      const { id, name, code } = region(called) ?? {};
      return (id ?? name ?? code) === undefined
        ? undefined
        : { ...(id !== undefined && { regionId: id }), region: name ?? code };
    },
  };
}

function finderOf<T>(all: readonly T[], calls: readonly ((one: T) => readonly (string | undefined)[])[]) {
  const found = new Map<string, T | undefined>();
  for (const call of calls) {
    const named = all.flatMap((one) =>
      [...new Set(call(one).map((name = '') => plainName(name)))].map((name) => ({ name, one })),
    );
    for (const [name, [only, ...more]] of Map.groupBy(named, (each) => each.name))
      if (name !== '' && !found.has(name)) found.set(name, more.length === 0 ? only?.one : undefined);
  }
  return (name = '') => found.get(plainName(name));
}

/** One row for a page that has one per engine: counts add up; shares, of whatever whole, are dropped. */
export function mergeEngines<Row extends Partial<Pick<Source, 'url' | 'citations' | 'share' | 'engines'>>>(
  rows: readonly Row[],
): Row[] {
  const merged = [...Map.groupBy(rows, ({ url }) => url)].flatMap(([url, ofPage]) => {
    const engines = ofPage.flatMap((row) => row.engines ?? []);
    const [first, ...others] = ofPage;
    const areOfEngines = engines.length === ofPage.length && new Set(engines).size === engines.length;
    if (url === undefined || !first || others.length === 0 || !areOfEngines) return ofPage;
    const counts = ofPage.flatMap(({ citations }) => citations ?? []);
    const citations = counts.length < ofPage.length ? undefined : counts.reduce((sum, one) => sum + one);
    return [{ ...first, engines, citations }];
  });
  return merged.length < rows.length ? merged.map((row) => ({ ...row, share: undefined })) : merged;
}

/** As `withEngineNames`, for a topic's figures by engine and its evidence. */
export function topicWithEngineNames(topic: TopicDetail, names: EngineNames): TopicDetail {
  const named = <Row extends { engine_id?: string | null | undefined }>(row: Row): Row => {
    const engine = names.get(row.engine_id ?? '');
    return engine === undefined ? row : { ...row, engine };
  };
  return { ...topic, by_model: topic.by_model.map(named), evidence: topic.evidence.map(named) };
}

function nameAmong(engines: readonly Engine[], engine: Engine): string {
  const display_name = engine.display_name.trim();
  const alike = engines.filter((one) => one.id !== engine.id && same(one.display_name, display_name));
  if (alike.length === 0) return display_name;
  const isOwn = (label: (one: Engine) => string) =>
    label(engine).trim() !== '' && !alike.some((one) => same(label(one), label(engine)));
  const label = [(one: Engine) => one.surface, (one: Engine) => one.model, bothOf].find(isOwn);
  return `${display_name} (${label?.(engine) ?? engine.id.slice(0, 8)})`;
}

const bothOf = ({ surface, model }: Engine) => `${surface}, ${model}`;

function same(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** What rows of the whole may have in the place of an engine: a word such as "all", or the id of what was asked for. */
type IsWhole = (mark: string | undefined) => boolean;

/** Removes marks of the whole, which aren't the name of an engine or region. */
export function withoutWholeMarks(rows: readonly DailyScore[], isWhole: IsWhole): DailyScore[] {
  return rows.map((row) => {
    const { engine, engineId, region, regionId } = row;
    return {
      ...row,
      ...((isWhole(engine) || isWhole(engineId)) && { engine: undefined, engineId: undefined }),
      ...((isWhole(region) || isWhole(regionId)) && { region: undefined, regionId: undefined }),
    };
  });
}

/** What a row is of: rows of the same are of one day and part. */
const keyOf = ({ date, engine, engineId, region, regionId }: DailyScore) =>
  [date, engineId ?? engine, regionId ?? region].join('\u0000');

const FIGURES = ['score', 'mentionRate', 'averageRank', 'sentiment', 'answers'] as const;
/** A single day may be listed wrongly; above this share of days, something that we didn't read tells the rows apart. */
const MOST_CONTRADICTED = 1 / 3;

/** Whether rows of one day and part contradict each other on too many days for a slip. */
export function isAmbiguous(rows: readonly DailyScore[]): boolean {
  const seen = new Map<string, Partial<Record<(typeof FIGURES)[number], number | undefined>>>();
  const days = new Set<string>();
  const contradicted = new Set<string>();
  for (const row of rows) {
    const { date } = row;
    if (date === undefined || FIGURES.every((figure) => row[figure] === undefined)) continue;
    days.add(date);
    const before = seen.get(keyOf(row)) ?? {};
    seen.set(keyOf(row), before);
    for (const figure of FIGURES) {
      before[figure] ??= row[figure];
      if (row[figure] !== undefined && before[figure] !== row[figure]) contradicted.add(date);
    }
  }
  return contradicted.size > days.size * MOST_CONTRADICTED;
}

/** Rows for one region. Where none names it and most days are as without the filter, the API ignored it: then there are none. */
export function rowsOfRegion(
  rows: readonly DailyScore[],
  whole: readonly DailyScore[],
  asked: Required<Pick<DailyScore, 'region' | 'regionId'>>,
): DailyScore[] {
  const namesRegion = ({ regionId, region }: DailyScore) => (regionId ?? region) !== undefined;
  const naming = rows.filter(namesRegion);
  if (naming.length > 0) return naming;
  const figuresOf = (row: DailyScore) => FIGURES.map((figure) => row[figure]).join();
  const unfiltered = new Map(
    whole.filter((row) => !namesRegion(row)).map((row) => [keyOf(row), figuresOf(row)]),
  );
  const known = rows.filter((row) => unfiltered.has(keyOf(row)));
  const others = known.filter((row) => figuresOf(row) !== unfiltered.get(keyOf(row)));
  return others.length <= known.length / 2 ? [] : rows.map((row) => ({ ...row, ...asked }));
}

/** The latest version of each day and part, where an API keeps what it measured before. */
export function latestVersions(rows: readonly (DailyScore & { revisedAt?: number })[]): DailyScore[] {
  const latest = new Map<string, number>();
  for (const row of rows)
    if (row.revisedAt !== undefined)
      latest.set(keyOf(row), Math.max(row.revisedAt, latest.get(keyOf(row)) ?? 0));
  return rows.filter((row) => row.revisedAt === undefined || row.revisedAt === latest.get(keyOf(row)));
}

/** Adds engines and regions found by their values at `places`. `stood`: where display names or ids were, to read directly next time. */
export function recogniseParts(
  rows: readonly DailyScore[],
  raws: readonly Raw[],
  places: readonly Path[],
  parts: Parts,
  isWhole: IsWhole,
): { rows: DailyScore[]; stood: [what: string, place: Path][] } {
  const markOf = markerOf(parts);
  const marks = raws.map((): Mark => ({}));
  const stood: [what: string, place: Path][] = [];
  for (const place of places.flatMap((each) => [each, ...within(each, raws)])) {
    const values = raws.map((raw) => readId(valueAt(raw, place)));
    if (!values.every((value) => value === undefined || isWhole(value) || markOf(value))) continue;
    const marked = values.filter((value) => value !== undefined && !isWhole(value));
    const what = plainlyStood(place, marked, parts);
    if (what) stood.push([what, place]);
    // A name is all that is read there next time, and its part is to be the same one then.
    const isName = what === 'engine' || what === 'region';
    for (const [i, value] of values.entries())
      Object.assign(marks[i] ?? {}, isName ? { [what]: markOf(value)?.[what] } : markOf(value));
  }
  return { rows: rows.map((row, i) => ({ ...row, ...marks[i] })), stood };
}

/** Adds a row for each column named after an engine or region: {date, overall: 52, chatgpt: 41}, or with objects of figures. */
export function withColumnsOfParts(
  rows: readonly DailyScore[],
  raws: readonly Raw[],
  places: readonly Path[],
  parts: Parts,
  shape: Shape,
): DailyScore[] {
  const markOf = markerOf(parts);
  const more = columnsIn(raws, places).flatMap(([name = '']) => {
    const mark = markOf(name) ?? markOf(withoutFigure(name));
    if (!mark) return [];
    const cells = raws.map(({ [name]: cell }) => (isRaw(cell) ? cell : { score: cell }));
    const figures = readRaws(shape, cells).map((cell) => figuresIn(cell));
    const told = rows.map((row, i) => ({ ...row, ...figures[i], ...mark }));
    return told.filter((_, i) => raws[i]?.[name] !== undefined);
  });
  return [...rows, ...more];
}

const figuresIn = (row: Raw) => Object.fromEntries(FIGURES.map((figure) => [figure, row[figure]]));
const holdsFigure = (cell: unknown) =>
  (isRaw(cell) ? Object.values(cell) : [cell]).some((each) => readNumber(each) !== undefined);

/** Whether columns of days without a part may be named after engines or regions. */
export function mayHaveColumnsOfParts(
  rows: readonly DailyScore[],
  raws: readonly Raw[],
  places: readonly Path[],
): boolean {
  const isOfPart = ({ engine, engineId, region, regionId }: DailyScore) =>
    (engine ?? engineId ?? region ?? regionId) !== undefined;
  return !rows.some(isOfPart) && columnsIn(raws, places).length > 0;
}

/** Whether the figures may be in columns named after engines or regions, which separateParts finds. */
export function mayBeByColumn({ byPart }: Answer, { value, rowList, plan }: Reading<unknown>): boolean {
  const isOfDays = plan?.fields.some(({ name }) => name === 'date');
  return (
    byPart === true &&
    isOfDays === true &&
    mayHaveColumnsOfParts(value as DailyScore[], rowList?.raws ?? [], plan?.unknown ?? [])
  );
}

/** Names that no engine or region has, so that the API needn't be asked for theirs. */
const MEASURE =
  /count|rate|rank|score|share|mention|citation|answer|response|prompt|run|total|sentiment|position|change|delta|av(?:g|erage)|num|version|weight|id$/i;

/** "visibility_chatgpt" and "chatgpt_score" are the score on ChatGPT. */
const withoutFigure = (name: string) =>
  name.replace(
    /^(?:visibility_?)?(?:score|visibility)_?(?=[A-Za-z])|_?(?:visibility_?)?(?:score|visibility)$/i,
    '',
  ) || name;

function columnsIn(raws: readonly Raw[], places: readonly Path[]): readonly Path[] {
  return places.filter(
    ([name = '', ...deeper]) =>
      deeper.length === 0 && !MEASURE.test(withoutFigure(name)) && raws.some((raw) => holdsFigure(raw[name])),
  );
}

/** Only ids and display names make a line: read directly, a provider or a code would pass for the name. */
function plainlyStood(
  place: Path,
  marks: readonly (string | undefined)[],
  { engines, regions }: Parts,
): keyof Mark | undefined {
  const lists: [what: keyof Mark, names: (string | undefined)[]][] = [
    ['engineId', engines.map(({ id }) => id)],
    ['engine', engines.map(({ display_name }) => display_name)],
    ['regionId', regions.map(({ id }) => id)],
    ['region', regions.map(({ name }) => name)],
  ];
  const found = lists.find(([, names]) => marks.length > 0 && marks.every((value) => names.includes(value)));
  return place.includes(KEY) ? undefined : found?.[0];
}

/** The places inside an object: an engine may be {name: …}. */
function within(place: Path, raws: readonly Raw[]): Path[] {
  const names = raws.flatMap((raw) => {
    const value = valueAt(raw, place);
    return isRaw(value) ? Object.keys(value) : [];
  });
  return [...new Set(names)].map((name) => [...place, name]);
}

/** The engine or region that is called so, where there is only one. */
function markerOf(parts: Parts) {
  const { engineOf, regionOf } = findersOf(parts);
  return (called: string | undefined): Mark | undefined => {
    const [engine, region] = [engineOf(called), regionOf(called)];
    return engine && region ? undefined : (engine ?? region);
  };
}
