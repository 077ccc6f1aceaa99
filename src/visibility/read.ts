/**
 * Reads an answer by the profile: what a line says stands where it says, as long as the answer has that place; what no
 * line knows is found by fit.ts. Pure. What is found is told too (`lines`), for those who learn.
 */
import { type Candidate, candidatesIn, sampleOf } from './candidates.ts';
import { asRows, thingFromFigures, thingWithLists } from './forms.ts';
import { type Layout, layoutOf } from './layout.ts';
import { EACH, findRows, listsBeside, listsWithin, type RowList, rowsAt } from './lists.ts';
import { placeFields } from './place-fields.ts';
import { NO_LINES, type OperationLines, parsePath } from './profile.ts';
import { type Field, type Path, type Read, type Shape, valueAt } from './shape.ts';
import { isRaw, type Raw } from './values.ts';

/** Where a shape's fields stand in one answer; `isEmpty`: with nothing but null. `unknown` are places that nothing asks for. */
export type Plan = { fields: readonly PlannedField[]; unknown: readonly Path[] };
export type PlannedField = { name: string; field: Field; path: Path; isEmpty: boolean; inner?: Plan };

/** More rows in one answer are not taken in: they would stop everything else for seconds. */
const MOST_ROWS = 10_000;

/** `lie`: where the rows lay; `isCut`: there were more. Throws nothing: undefined where there is no such list. */
export function readRows<S extends Shape>(
  shape: S,
  given: unknown,
  lines: OperationLines,
  called: readonly string[],
  withGroups = false,
): { rows: Read<S>[]; plan: Plan; rowList: RowList; isCut: boolean } | undefined {
  const body = asRows(given, shape, withGroups);
  const told = lines.get('list')?.flatMap(({ there }) => rowsAt(body, parsePath(there ?? '$')) ?? [])[0];
  const whole = told ?? findRows(body, shape, called);
  const rowList = whole && { ...whole, raws: whole.raws.slice(0, MOST_ROWS) };
  if (!whole || !rowList || (rowList.others > 0 && rowList.raws.length === 0)) return undefined;
  const { plan, readRow } = readingOf(shape, rowList.raws, lines);
  const read = rowList.raws.map(readRow);
  // What is documented to be an id is one.
  const rows = shape.id?.documented ? read : withOwnIds(read);
  const isCut = rows.length < whole.raws.length;
  // A person who names a list means that one alone.
  const isNamed = lines.get('list')?.[0]?.known === 'corrected';
  if (!withGroups || isNamed) return { rows, plan, rowList, isCut };
  const others = otherRows(shape, body, rowList);
  const raws = [...rowList.raws, ...others.raws];
  return { rows: [...rows, ...others.rows], plan, rowList: { ...rowList, raws }, isCut };
}

/** What most rows share tells none of them apart: rows of one id would be taken for one. */
function withOwnIds<Row extends { id?: unknown }>(rows: Row[]): Row[] {
  const seen = new Set<unknown>();
  let many = 0;
  for (const { id } of rows) {
    if (id === undefined) continue;
    many += 1;
    seen.add(id);
    if (many >= 3 && seen.size > rows.length / 2) return rows;
  }
  if (many < 3 || seen.size > many / 2) return rows;
  return rows.map((row) => ({ ...row, id: undefined }));
}

/** What tells of which part or day a row is. */
const OF_PART = new Set(['date', 'engineId', 'engine', 'regionId', 'region']);

/**
 * A day with the score of the whole may hold a list with that of each engine: whichever of the two was taken for the rows,
 * the other is read too, where it has figures of its own.
 */
function otherRows<S extends Shape>(
  shape: S,
  body: unknown,
  rowList: RowList,
): { rows: Read<S>[]; raws: readonly Raw[] } {
  // What says neither of which part nor of which day it is may be of rivals.
  const hasFigures = (raws: readonly Raw[]) => {
    const given = planOf(shape, candidatesIn(raws), NO_LINES, '').fields.filter(({ isEmpty }) => !isEmpty);
    return given.some(({ field }) => field.ofAnswers) && given.some(({ name }) => OF_PART.has(name));
  };
  const around = rowList.path.at(-2) === EACH ? rowsAt(body, rowList.path.slice(0, -2)) : undefined;
  const others = [
    ...(around ? [around].filter((one) => hasFigures(one.raws)) : listsWithin(body, rowList, hasFigures)),
    ...listsBeside(body, rowList, hasFigures),
  ];
  const raws = others.flatMap((other) => other.raws);
  return { rows: raws.map(readingOf(shape, raws, NO_LINES).readRow), raws };
}

/** A thing that is one object, in an envelope or not. Undefined where it is no object. */
export function readThing<S extends Shape>(
  shape: S,
  body: unknown,
  lines: OperationLines,
  isInside = false,
): { thing: Read<S>; plan: Plan } | undefined {
  const given = Array.isArray(body) ? (aroundRows(body, shape) ?? thingFromFigures(body)) : body;
  if (!isRaw(given)) return undefined;
  const raw = thingWithLists(given, shape);
  const { plan, readRow } = readingOf(shape, [raw], lines);
  const inside = plan.fields.length === 0 && !isInside ? envelopedIn(raw) : undefined;
  const inner = inside && readThing(shape, inside.value, NO_LINES, true);
  if (!inside || !inner || inner.plan.fields.length === 0) {
    const pairs = plan.fields.length === 0 && !isInside ? thingFromFigures(raw) : undefined;
    const paired = pairs && readThing(shape, pairs, NO_LINES, true);
    return { thing: paired?.thing ?? readRow(raw), plan };
  }
  return { thing: inner.thing, plan: below(inside.name, inner.plan) };
}

/** A thing that is hardly more than its rows may come as these alone. */
function aroundRows(body: readonly unknown[], shape: Shape): Raw | undefined {
  const [rows, more] = Object.values(shape).filter(({ kind, documented }) => kind === 'rows' && !documented);
  return rows && !more && body.every(isRaw) ? { [rows.names[0] ?? '']: body } : undefined;
}

/** The only object of a body, which may be called after the thing that it is: {"topic": {"label": …}}. */
function envelopedIn(body: Raw): { name: string; value: Raw } | undefined {
  const [only, ...more] = Object.entries(body).filter(([, value]) => isRaw(value));
  return only && more.length === 0 ? { name: only[0], value: only[1] as Raw } : undefined;
}

function below(step: string, { fields, unknown }: Plan): Plan {
  const at = (path: Path) => [step, ...path];
  return {
    fields: fields.map((field) => ({ ...field, path: at(field.path) })),
    unknown: unknown.map(at),
  };
}

/** How the rows of an answer are read: the plan of what stands where, and a reader made of it. */
type PlannedReading<S extends Shape> = { plan: Plan; readRow: (raw: Raw) => Read<S> };

/** The last of each shape, by what is known of the API. */
const LAST = new WeakMap<OperationLines, WeakMap<Shape, PlannedReading<Shape> & { layout: Layout }>>();

function readingOf<S extends Shape>(
  shape: S,
  rows: readonly Raw[],
  lines: OperationLines,
): PlannedReading<S> {
  const byShape = LAST.get(lines) ?? new WeakMap<Shape, PlannedReading<Shape> & { layout: Layout }>();
  LAST.set(lines, byShape);
  const sample = sampleOf(rows);
  const last = byShape.get(shape);
  if (last?.layout.isOf(sample)) return last as PlannedReading<S>;
  const layout = layoutOf(sample, candidatesIn(sample));
  const plan = planOf(shape, layout.candidates, lines, '');
  const reading = { plan, readRow: readerOf<S>(shape, plan) };
  byShape.set(shape, { ...reading, layout } as PlannedReading<Shape> & { layout: Layout });
  return reading;
}

/** `at` stands before the names of inner fields in the lines: "byEngine.". */
function planOf(shape: Shape, candidates: readonly Candidate[], lines: OperationLines, at: string): Plan {
  const places = new Map(candidates.map((candidate) => [candidate.path.join('\u0000'), candidate]));
  const told = new Map<string, Candidate | undefined>();
  for (const name of Object.keys(shape)) {
    const own = lines.get(at + name) ?? [];
    const line = own.find(({ there }) => there === null || places.has(parsePath(there).join('\u0000')));
    if (line)
      told.set(name, line.there === null ? undefined : places.get(parsePath(line.there).join('\u0000')));
  }
  const taken = new Set(told.values());
  const rest = candidates.filter((candidate) => !taken.has(candidate));
  const fits = placeFields(shape, rest, new Set(told.keys()));
  const fields = Object.entries(shape).flatMap(([name, field]): PlannedField[] => {
    const candidate = told.get(name) ?? fits.get(name)?.candidate;
    if (!candidate) return [];
    const inner =
      field.inner && planOf(field.inner, innerOf(field, candidate, candidates), lines, `${at}${name}.`);
    const { path, isEmpty = false } = candidate;
    return [{ name, field, path, isEmpty, ...(inner && { inner }) }];
  });
  return { fields, unknown: unknownIn(candidates, fields) };
}

function innerOf(
  { kind }: Field,
  { path, inner }: Candidate,
  all: readonly Candidate[],
): readonly Candidate[] {
  if (kind === 'rows') return inner();
  const within = all.filter(
    ({ path: each }) => each.length > path.length && path.every((step, i) => each[i] === step),
  );
  return within.map((each) => ({ ...each, path: each.path.slice(path.length) }));
}

/** The outermost places that no field stands at, in or around. */
function unknownIn(candidates: readonly Candidate[], fields: readonly PlannedField[]): Path[] {
  const isWithin = (a: Path, b: Path) => b.length <= a.length && b.every((step, i) => a[i] === step);
  const unknown: Path[] = [];
  for (const { path } of candidates) {
    const isKnown = fields.some((one) => isWithin(path, one.path) || isWithin(one.path, path));
    if (!isKnown && !unknown.some((outer) => isWithin(path, outer))) unknown.push(path);
  }
  return unknown;
}

/**
 * Made once of a plan: what reads a row has nothing left to look up. The rows of a list have their names in one order, that
 * of the first: to look each of them up would take longer than to read it.
 */
function readerOf<S extends Shape>(shape: S, { fields }: Plan): (raw: Raw) => Read<S> {
  const blank = Object.fromEntries(Object.keys(shape).map((name) => [name, undefined]));
  const steps = fields.map(({ name, field, path, inner }) => ({
    name,
    path,
    read: fieldReader(field, inner),
  }));
  const outer = new Map(steps.flatMap((step) => (step.path.length === 1 ? [[step.path[0], step]] : [])));
  const inside = steps.filter((step) => outer.get(step.path[0]) !== step);
  const ofAnswers = fields.filter(({ field }) => field.ofAnswers);
  let order: readonly { there: string; step: (typeof steps)[number] | undefined }[] | undefined;
  return (raw) => {
    order ??= Object.keys(raw).map((there) => ({ there, step: outer.get(there) }));
    const row: Record<string, unknown> = { ...blank };
    let i = 0;
    for (const there in raw) {
      const next = order[i];
      const step = next?.there === there ? next.step : outer.get(there);
      if (step) row[step.name] = step.read(raw[there]);
      i += 1;
    }
    for (const { name, path, read } of inside) row[name] = read(valueAt(raw, path));
    if (row.answers === 0) for (const { name } of ofAnswers) row[name] = undefined;
    // TypeScript cannot follow a table through its entries; `Read` says field by field what was read.
    return row as Read<S>;
  };
}

function fieldReader(
  { kind, read, inner: shape, documented }: Field,
  inner?: Plan,
): (value: unknown) => unknown {
  if (!shape || !inner) return documented ? (value) => read(value) ?? value : read;
  const readInner = readerOf(shape, inner);
  return (value) => {
    const isRight = kind === 'rows' ? Array.isArray(value) : isRaw(value);
    if (!isRight) return documented ? value : undefined;
    if (!Array.isArray(value)) return readInner(value as Raw);
    return value.flatMap((each) => (isRaw(each) ? [readInner(each)] : documented ? [each] : []));
  };
}
