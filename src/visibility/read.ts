/**
 * Reads an answer by the profile: what a line says stands where it says, as long as the answer has that place; what no
 * line knows is found by fit.ts. Pure. What is found is told too (`lines`), for those who learn.
 */
import { type Candidate, candidatesIn } from './candidates.ts';
import { placeFields } from './fit.ts';
import { EACH, findRows, type Lie, listsWithin, rowsAt } from './lists.ts';
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
  body: unknown,
  lines: OperationLines,
  called: readonly string[],
  withGroups = false,
): { rows: Read<S>[]; plan: Plan; lie: Lie; isCut: boolean } | undefined {
  const told = lines.get('list')?.flatMap(({ there }) => rowsAt(body, parsePath(there ?? '$')) ?? [])[0];
  const whole = told ?? findRows(body, shape, called);
  const lie = whole && { ...whole, raws: whole.raws.slice(0, MOST_ROWS) };
  if (!whole || !lie || (lie.others > 0 && lie.raws.length === 0)) return undefined;
  const plan = planOf(shape, candidatesIn(lie.raws), lines, '');
  const read = lie.raws.map((raw) => readRow<S>(shape, plan, raw));
  // What is documented to be an id is one.
  const rows = shape.id?.documented ? read : withOwnIds(read);
  const isCut = rows.length < whole.raws.length;
  const others = withGroups && !lines.has('list') ? otherRows(shape, body, lie) : { rows: [], raws: [] };
  const raws = [...lie.raws, ...others.raws];
  return { rows: [...rows, ...others.rows], plan, lie: { ...lie, raws }, isCut };
}

/** What most rows share tells none of them apart: rows of one id would be taken for one. */
function withOwnIds<Row extends { id?: unknown }>(rows: Row[]): Row[] {
  const ids = rows.flatMap(({ id }) => (id === undefined ? [] : [id]));
  if (ids.length < 3 || new Set(ids).size > ids.length / 2) return rows;
  return rows.map((row) => ({ ...row, id: undefined }));
}

/**
 * A day with the score of the whole may hold a list with that of each engine: whichever of the two was taken for the rows,
 * the other is read too, where it has figures of its own.
 */
function otherRows<S extends Shape>(
  shape: S,
  body: unknown,
  lie: Lie,
): { rows: Read<S>[]; raws: readonly Raw[] } {
  const hasFigures = (raws: readonly Raw[]) =>
    planOf(shape, candidatesIn(raws), NO_LINES, '').fields.some(
      ({ field, isEmpty }) => field.ofAnswers && !isEmpty,
    );
  const around = lie.path.at(-2) === EACH ? rowsAt(body, lie.path.slice(0, -2)) : undefined;
  const others = around ? (hasFigures(around.raws) ? [around] : []) : listsWithin(body, lie, hasFigures);
  const raws = others.flatMap((other) => other.raws);
  const plan = planOf(shape, candidatesIn(raws), NO_LINES, '');
  return { rows: raws.map((raw) => readRow<S>(shape, plan, raw)), raws };
}

/** A thing that is one object, in an envelope or not. Undefined where it is no object. */
export function readThing<S extends Shape>(
  shape: S,
  body: unknown,
  lines: OperationLines,
): { thing: Read<S>; plan: Plan } | undefined {
  if (!isRaw(body)) return undefined;
  const plan = planOf(shape, candidatesIn([body]), lines, '');
  return { thing: readRow<S>(shape, plan, body), plan };
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

function readRow<S extends Shape>(shape: S, plan: Plan, raw: Raw): Read<S> {
  const row: Record<string, unknown> = {};
  for (const { name, field, path, inner } of plan.fields) {
    const value = readField(field, valueAt(raw, path), inner);
    if (value !== undefined) row[name] = value;
  }
  if (row.answers === 0) {
    for (const { name, field } of plan.fields) if (field.ofAnswers) delete row[name];
  }
  for (const name of Object.keys(shape)) if (!(name in row)) row[name] = undefined;
  // TypeScript cannot follow a table through its entries; `Read` says field by field what was read.
  return row as Read<S>;
}

function readField({ kind, read, inner: shape, documented }: Field, value: unknown, inner?: Plan): unknown {
  if (!shape || !inner) return read(value) ?? (documented ? value : undefined);
  const isRight = kind === 'rows' ? Array.isArray(value) : isRaw(value);
  if (!isRight) return documented ? value : undefined;
  if (!Array.isArray(value)) return readRow(shape, inner, value as Raw);
  return value.flatMap((each) => (isRaw(each) ? [readRow(shape, inner, each)] : documented ? [each] : []));
}
