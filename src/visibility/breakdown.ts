/**
 * Whose score a row of daily scores is. Where the API marks it in a way that no name tells, it is known by its values:
 * what only holds engines and regions that the API lists itself. Pure. Rows that nobody can tell apart are not used.
 */
import type { DailyScore, Region } from './assumed.ts';
import type { Engine } from './contract.ts';
import { engineNames, withEngineNames } from './engine-names.ts';
import { isWhole, plainName } from './place-fields.ts';
import { KEY, type Path, valueAt } from './shape.ts';
import { isRaw, type Raw, readId, readNumber } from './values.ts';

/** The rows with a mark of the whole taken off: it is no engine's name. */
export function withoutWholeMarks(rows: readonly DailyScore[]): DailyScore[] {
  return rows.map((row) => {
    const engine =
      isWhole(row.engine) || isWhole(row.engineId) ? { engine: undefined, engineId: undefined } : {};
    const region =
      isWhole(row.region) || isWhole(row.regionId) ? { region: undefined, regionId: undefined } : {};
    return { ...row, ...engine, ...region };
  });
}

const FIGURES = ['score', 'mentionRate', 'averageRank', 'sentiment', 'answers'] as const;
/** A day may be listed wrongly; where every third is, something tells rows apart that was not read. */
const MOST_CONTRADICTED = 1 / 3;

/** Whether rows of one day and one part contradict each other, on too many days for it to be a slip. */
export function isAmbiguous(rows: readonly DailyScore[]): boolean {
  const seen = new Map<string, Partial<DailyScore>>();
  const days = new Set<string>();
  const contradicted = new Set<string>();
  for (const row of rows) {
    const { date, engine, engineId, region, regionId } = row;
    if (date === undefined || FIGURES.every((figure) => row[figure] === undefined)) continue;
    days.add(date);
    const part = [date, engineId ?? engine, regionId ?? region].join('\u0000');
    const before = seen.get(part) ?? {};
    const differs = FIGURES.some(
      (figure) => before[figure] !== undefined && row[figure] !== undefined && before[figure] !== row[figure],
    );
    if (differs) contradicted.add(date);
    seen.set(part, { ...row, ...before });
  }
  return contradicted.size > days.size * MOST_CONTRADICTED;
}

type Known = Pick<DailyScore, 'engine' | 'engineId' | 'region' | 'regionId'>;

/**
 * `raws` are the rows as they came, `places` those in them that nothing was read from. `stood`: where engines or regions
 * stood by their own names or ids, so that the next answer can be read at once.
 */
export function recogniseParts(
  rows: readonly DailyScore[],
  raws: readonly Raw[],
  places: readonly Path[],
  { engines, regions }: { engines: readonly Engine[]; regions: readonly Region[] },
): { rows: DailyScore[]; stood: [what: string, place: Path][] } {
  const known = knownNames(engines, regions);
  const marks = raws.map((): Known => ({}) as Known);
  const stood: [what: string, place: Path][] = [];
  for (const place of places.flatMap((each) => [each, ...within(each, raws)])) {
    const values = raws.map((raw) => readId(valueAt(raw, place)));
    const isMark = (value: string | undefined) =>
      value === undefined || isWhole(value) || known.has(plainName(value));
    if (!values.every(isMark)) continue;
    stood.push(...plainlyStood(place, values, engines, regions));
    for (const [i, value] of values.entries()) {
      Object.assign(marks[i] ?? {}, value === undefined ? {} : known.get(plainName(value)));
    }
  }
  return { rows: rows.map((row, i) => ({ ...row, ...marks[i] })), stood };
}

/**
 * Days whose other columns are called after engines or regions, as {date, overall: 52, chatgpt: 41}: with a row for each of
 * these. `places` as of `recognised`.
 */
export function withColumnsOfParts(
  rows: readonly DailyScore[],
  raws: readonly Raw[],
  places: readonly Path[],
  { engines, regions }: { engines: readonly Engine[]; regions: readonly Region[] },
): DailyScore[] {
  const known = knownNames(engines, regions);
  const more = columnsIn(raws, places).flatMap(([name = '']) => {
    const mark = known.get(plainName(name));
    if (!mark) return [];
    return rows.map((row, i) => ({ ...row, ...NO_FIGURES, ...mark, score: readNumber(raws[i]?.[name]) }));
  });
  return [...rows, ...more];
}

const NO_FIGURES = Object.fromEntries(FIGURES.map((figure) => [figure, undefined]));

/** Whether something beside the figures of days that name no part may be the figure of one. */
export function mayHaveColumnsOfParts(
  rows: readonly DailyScore[],
  raws: readonly Raw[],
  places: readonly Path[],
): boolean {
  const namesPart = ({ engine, engineId, region, regionId }: DailyScore) =>
    (engine ?? engineId ?? region ?? regionId) !== undefined;
  return !rows.some(namesPart) && columnsIn(raws, places).length > 0;
}

/** What no engine and no region is called; their names are asked of the API. */
const MEASURE =
  /count|rate|rank|score|share|mention|citation|answer|response|prompt|run|total|sentiment|position|change|delta|av(?:g|erage)|num|version|weight|id$/i;

function columnsIn(raws: readonly Raw[], places: readonly Path[]): readonly Path[] {
  return places.filter(
    ([name = '', ...deeper]) =>
      deeper.length === 0 && !MEASURE.test(name) && raws.some((raw) => typeof raw[name] === 'number'),
  );
}

/** What a field of ours can be read from as it stands: a maker's name or a code would be read as the engine's name. */
function plainlyStood(
  place: Path,
  values: readonly (string | undefined)[],
  engines: readonly Engine[],
  regions: readonly Region[],
): [what: string, place: Path][] {
  const said = values.filter((value) => value !== undefined && !isWhole(value));
  const lists: [what: string, names: (string | undefined)[]][] = [
    ['engineId', engines.map(({ id }) => id)],
    ['engine', engines.map(({ display_name }) => display_name)],
    ['regionId', regions.map(({ id }) => id)],
    ['region', regions.map(({ name }) => name)],
  ];
  const found = lists.find(([, names]) => said.length > 0 && said.every((value) => names.includes(value)));
  return found && !place.includes(KEY) ? [[found[0], place]] : [];
}

/** Rows of engines that share a name, each with a name of its own. */
export function withOwnNames(rows: readonly DailyScore[], engines: readonly Engine[]): DailyScore[] {
  return withEngineNames(rows, engineNames(engines));
}

/** Whether two engines go by one name in these rows. */
export function sharesNames(rows: readonly DailyScore[]): boolean {
  const ids = new Map<string, string>();
  return rows.some(({ engine, engineId }) => {
    if (engine === undefined || engineId === undefined) return false;
    const known = ids.get(engine) ?? engineId;
    ids.set(engine, known);
    return known !== engineId;
  });
}

/** An engine may be a thing of its own, with a name. */
function within(place: Path, raws: readonly Raw[]): Path[] {
  const names = raws.flatMap((raw) => {
    const value = valueAt(raw, place);
    return isRaw(value) ? Object.keys(value) : [];
  });
  return [...new Set(names)].map((name) => [...place, name]);
}

/** Every name that only one engine or one region has. */
function knownNames(engines: readonly Engine[], regions: readonly Region[]): Map<string, Partial<Known>> {
  const known = new Map<string, Partial<Known> | undefined>();
  const add = (name: string | undefined, mark: Partial<Known>) => {
    if (name === undefined || plainName(name) === '') return;
    const plain = plainName(name);
    known.set(plain, known.has(plain) && known.get(plain) !== mark ? undefined : mark);
  };
  for (const { id, display_name, model, provider } of engines) {
    const mark = { engineId: id, engine: display_name };
    for (const name of [id, display_name, model, provider]) add(name, mark);
  }
  for (const { id, name, code } of regions) {
    const mark = { ...(id !== undefined && { regionId: id }), region: name ?? code };
    for (const each of [id, name, code]) add(each, mark);
  }
  return new Map([...known].flatMap(([name, mark]) => (mark ? [[name, mark]] : [])));
}
