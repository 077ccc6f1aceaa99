/**
 * Reads an answer: a field is where the profile's line says, as long as the answer has that place; fields without a
 * line are placed by place-fields.ts. Pure. Also returns the plan, from which learn and doctor make lines.
 */
import { oncePer } from '../once-per.ts';
import { type Candidate, candidatesIn, DEEPEST, type Layout, layoutOf, sampleOf } from './candidates.ts';
import type { Check } from './contract.ts';
import { asRows, onlyNamed, thingWithLists } from './forms.ts';
import { findRows, isRowList, listsIn, otherLists, type RowList, rowsAt } from './lists.ts';
import { plainName, splitName } from './names.ts';
import { denies, isNamedAs, placeFields, saysDone } from './place-fields.ts';
import { NO_LINES, type OperationLines, parsePath } from './profile.ts';
import { type Field, type Path, type Read, type Shape, valueAt } from './shape.ts';
import {
  isRaw,
  MIDNIGHTS_EAST,
  type Raw,
  readDayFromEast,
  readDenied,
  readForumIn,
  readId,
  readLateMinute,
  readNoon,
  readParts,
  readSince,
  UNITS,
} from './values.ts';

/** Where a shape's fields are, and places that no field uses. `isEmpty`: only null was there; `instead`: else it is here; `done`: or what is said here. */
export type Plan = { fields: readonly PlannedField[]; unknown: readonly Path[] };
type PlannedField = {
  name: string;
  field: Field;
  path: Path;
  isEmpty: boolean;
  instead?: Path;
  done?: readonly Path[];
  inner?: Plan;
};

/** `called`: words of the operation's path; `named`: the id of the only thing that was asked for. */
type AskedRows = { lines: OperationLines; called: readonly string[]; named?: string | undefined };

/** Further rows of one answer are cut off: reading them would block the process for seconds. */
const MOST_ROWS = 10_000;

/** Undefined without such a list. `isCut`: there were more rows. `areChecked`: `isRow` says that all are right. */
export function readRows<S extends Shape>(
  shape: S,
  given: unknown,
  { lines, called, named }: AskedRows,
  isByPart = false,
  isRow?: Check,
): { rows: Read<S>[]; plan: Plan; rowList: RowList; isCut: boolean; areChecked?: boolean } | undefined {
  const body = asRows(onlyNamed(given, named), shape, isByPart);
  const listed = lines.get('list') ?? [];
  const [known] = listed.flatMap(({ there }) => rowsAt(body, parsePath(there ?? '$'), shape) ?? []);
  // A list named by a person is the only one meant.
  const isNamed = listed[0]?.known === 'corrected';
  // Where a day's figures are by part, the rows with figures are inside the days that a description lists.
  const hasFigures = ({ raws }: RowList) =>
    readingOf(shape, raws, lines).plan.fields.some(({ field }) => field.ofAnswers);
  const isTold = known !== undefined && (!isByPart || isNamed || hasFigures(known));
  const whole = isTold ? known : findRows(body, shape, called);
  const rowList = whole && { ...whole, raws: takeMost(shape, whole.raws, lines) };
  if (!whole || !rowList || (rowList.others > 0 && rowList.raws.length === 0)) return undefined;
  const { plan, readRow } = readingOf(shape, rowList.raws, lines);
  const areChecked = isRow !== undefined && areAsNamed(shape, plan) && rowList.raws.every(isRow);
  const read = areChecked ? rowList.raws.map((raw) => ({ ...raw }) as Read<S>) : rowList.raws.map(readRow);
  const rows = shape.id?.documented ? read : withoutSharedIds(read);
  const isCut = rows.length < whole.raws.length;
  if (!isByPart || isNamed) return { rows, plan, rowList, isCut, areChecked };
  const others = otherRows(shape, body, rowList);
  const unknown = [plan, ...others].flatMap((each) => each.unknown);
  return {
    rows: [...rows, ...others.flatMap((other) => other.rows)],
    plan: { ...plan, unknown: [...new Map(unknown.map((path) => [path.join('\u0000'), path])).values()] },
    rowList: { ...rowList, raws: [...rowList.raws, ...others.flatMap(({ raws }) => raws)] },
    isCut,
  };
}

/** The first rows, or all of the latest days: a list of days may begin years ago. */
function takeMost(shape: Shape, raws: readonly Raw[], lines: OperationLines): readonly Raw[] {
  if (raws.length <= MOST_ROWS) return raws;
  const date = readingOf(shape, raws, lines).plan.fields.find(({ name }) => name === 'date');
  const byDay = Map.groupBy(raws, (raw) => `${date?.field.read(valueAt(raw, date.path)) ?? ''}`);
  const latest: Raw[] = [];
  for (const day of [...byDay.keys()].toSorted().toReversed()) {
    const ofDay = byDay.get(day) ?? [];
    if (latest.length + ofDay.length > MOST_ROWS) break;
    latest.push(...ofDay);
  }
  return latest.length > 0 ? latest : raws.slice(0, MOST_ROWS);
}

function areAsNamed(shape: Shape, { fields }: Plan): boolean {
  const isAsNamed = ({ name, path }: PlannedField) => path.join('.') === name;
  return fields.length === Object.keys(shape).length && fields.every(isAsNamed);
}

/** Drops ids that most rows share: they would be taken for one row. */
function withoutSharedIds<Row extends { id?: unknown }>(rows: Row[]): Row[] {
  const ids = rows.flatMap(({ id }) => id ?? []);
  return ids.length < 3 || new Set(ids).size > ids.length / 2
    ? rows
    : rows.map((row) => ({ ...row, id: undefined }));
}

/** Fields that say which part or day a row is of. */
const OF_PART = new Set(['date', 'engineId', 'engine', 'regionId', 'region']);

/** The figures beside the rows: a day with its score may hold a list with that of each engine, and either may be the rows. */
function otherRows<S extends Shape>(shape: S, body: unknown, rowList: RowList) {
  // Rows without a part or a day may be of rivals.
  const hasFigures = (raws: readonly Raw[], mayBeOfWhole = true) => {
    const given = planOf(shape, candidatesIn(raws), NO_LINES, '').fields.filter(({ isEmpty }) => !isEmpty);
    const isOfPart = ({ name }: PlannedField) => OF_PART.has(name) && (mayBeOfWhole || name !== 'date');
    return given.some(({ field }) => field.ofAnswers) && given.some(isOfPart);
  };
  // Each may have its figures elsewhere.
  return otherLists(body, rowList, shape, hasFigures).map(({ raws }) => {
    const { plan, readRow } = readingOf(shape, raws, NO_LINES);
    return { rows: raws.map(readRow), raws, unknown: plan.unknown };
  });
}

/** Rows that were found otherwise, each read by itself. */
export function readRaws<S extends Shape>(shape: S, raws: readonly Raw[]): Read<S>[] {
  return raws.map(readingOf(shape, raws, NO_LINES).readRow);
}

/** One object, in an envelope or not. Undefined where there is no object. */
export function readThing<S extends Shape>(
  shape: S,
  whole: unknown,
  lines: OperationLines,
  named?: string,
  depth = 0,
): { thing: Read<S>; plan: Plan } | undefined {
  const outer = readObject(shape, objectIn(whole, shape, named), lines);
  if (!outer || depth === DEEPEST) return outer;
  const envelope = envelopedIn(outer.raw);
  const inner = envelope && readThing(shape, envelope.value, NO_LINES, named, depth + 1);
  if (envelope && inner && inner.plan.fields.length > outer.plan.fields.length)
    return { thing: inner.thing, plan: below(envelope.name, inner.plan) };
  return outer;
}

function readObject<S extends Shape>(shape: S, given: Raw | undefined, lines: OperationLines) {
  if (!given) return undefined;
  const raw = thingWithLists(given, shape);
  const { plan, readRow } = readingOf(shape, [raw], lines);
  return { raw, thing: readRow(raw), plan };
}

/** The object that an answer is, or that stands for what it is. */
function objectIn(whole: unknown, shape: Shape, named?: string): Raw | undefined {
  const only = Array.isArray(whole) && whole.length === 1 ? whole[0] : whole;
  const body = isDocumented(shape) ? only : thingAmong(whole, shape, named);
  const object = Array.isArray(body) ? aroundRows(body, shape) : body;
  return isRaw(object) ? object : undefined;
}

const isDocumented = oncePer((shape: Shape) => Object.values(shape).some(({ documented }) => documented));

/** Fields that tell one thing from another. */
const IDENTITY = ['id', 'name', 'label', 'text'];

/** The row that is `named`, where an API lists all such things; or the only row of a list, as databases answer; else the body. */
function thingAmong(body: unknown, shape: Shape, named = ''): unknown {
  const isNamed = (raws: readonly Raw[]) => {
    const identity = Object.fromEntries(Object.entries(shape).filter(([name]) => IDENTITY.includes(name)));
    const places = [...placeFields(identity, candidatesIn(raws)).values()];
    return (raw: Raw) =>
      places.some(({ path }) => plainName(readId(valueAt(raw, path)) ?? '') === plainName(named));
  };
  const inside = isRaw(body) ? [body, envelopedIn(body)?.value ?? body] : [];
  if (plainName(named) !== '' && !inside.some((raw) => isNamed([raw])(raw)))
    for (const { raws } of listsIn(body, shape)) {
      const found = raws.find(isNamed(raws));
      if (found) return found;
    }
  const fieldsIn = (raw: unknown) => (isRaw(raw) ? placeFields(shape, candidatesIn([raw])).size : 0);
  // The columns of a table are a list as well, of other things.
  const lists = (isRaw(body) ? Object.values(body) : [body]).filter(isRowList);
  const [[first, ...more] = [], ...others] = lists.filter(([row]) => fieldsIn(row) > 0);
  const isOnly = isRaw(first) && more.length === 0 && others.length === 0;
  return isOnly && (!isRaw(body) || fieldsIn(body) === 0) ? first : body;
}

/** A thing with a single list may come as that list alone. */
function aroundRows(body: readonly unknown[], shape: Shape): Raw | undefined {
  const rows = shape[onlyRowsOf(shape) ?? ''];
  return rows && body.every(isRaw) ? { [rows.names[0] ?? '']: body } : undefined;
}

/** The name of a thing's single list; undefined where it has none or several. */
export function onlyRowsOf(shape: Shape): string | undefined {
  const isList = ({ kind, documented }: Field) => kind === 'rows' && !documented;
  const [only, ...more] = Object.keys(shape).filter((name) => shape[name] && isList(shape[name]));
  return more.length === 0 ? only : undefined;
}

/** The only object in a body, beside what is said of the answer: {"topic": {"label": …}}, {"json": {…}, "meta": {…}}. */
function envelopedIn(body: Raw): { name: string; value: Raw } | undefined {
  const [only, ...more] = Object.entries(body).filter(
    ([name, value]) => isRaw(value) && !OF_ANSWER.test(name),
  );
  return only && more.length === 0 ? { name: only[0], value: only[1] as Raw } : undefined;
}

const OF_ANSWER = /^_?(?:meta(?:data)?|links|paging|pagination|page_?info)$/i;

function below(step: string, { fields, unknown }: Plan): Plan {
  const at = (path: Path) => [step, ...path];
  return {
    fields: fields.map((field) => ({ ...field, path: at(field.path) })),
    unknown: unknown.map(at),
  };
}

/** The plan for an answer's rows, a reader made from it, and the layout that it is for. */
type PlannedReading<S extends Shape> = { plan: Plan; readRow: (raw: Raw) => Read<S>; layout: Layout };

/** The last reading of each shape, by profile lines: most answers have the same layout as the one before. */
const LAST = new WeakMap<OperationLines, WeakMap<Shape, PlannedReading<Shape>>>();

function readingOf<S extends Shape>(
  shape: S,
  rows: readonly Raw[],
  lines: OperationLines,
): PlannedReading<S> {
  const byShape = LAST.get(lines) ?? new WeakMap<Shape, PlannedReading<Shape>>();
  LAST.set(lines, byShape);
  const sample = sampleOf(rows);
  const last = byShape.get(shape);
  if (last?.layout.isOf(sample)) return last as PlannedReading<S>;
  const layout = layoutOf(sample, candidatesIn(sample));
  const plan = withTurns(planOf(shape, layout.candidates, lines, ''), layout.candidates, sample);
  const reading = { plan, readRow: readerOf<S>(shape, plan), layout };
  byShape.set(shape, reading as PlannedReading<Shape>);
  return reading;
}

/** Two names of a text may take turns, one row having a "subreddit", another a "forum", and none another one. */
function withTurns({ fields, unknown }: Plan, candidates: readonly Candidate[], rows: readonly Raw[]): Plan {
  const open = new Map(unknown.map((path) => [path.join('\u0000'), path]));
  const others = candidates.filter(({ path, isEmpty }) => !isEmpty && open.has(path.join('\u0000')));
  const turned = fields.map((one): PlannedField => {
    if (!/^(?:text|address)$/.test(one.field.kind) || one.field.documented) return one;
    const textOf = (row: Raw, path: Path) => one.field.read(valueAt(row, path));
    const areOther = (a: unknown, b: unknown) => a !== undefined && b !== undefined && a !== b;
    const instead = others.find(
      (each) =>
        open.has(each.path.join('\u0000')) &&
        isNamedAs(one.field, each) &&
        !rows.some((row) => areOther(textOf(row, one.path), textOf(row, each.path))),
    );
    if (!instead) return one;
    open.delete(instead.path.join('\u0000'));
    return { ...one, instead: instead.path };
  });
  return { fields: turned, unknown: [...open.values()] };
}

/** `at` is the prefix of inner fields in the lines: "byEngine.". */
function planOf(shape: Shape, candidates: readonly Candidate[], lines: OperationLines, at: string): Plan {
  const places = new Map(candidates.map((candidate) => [candidate.path.join('\u0000'), candidate]));
  const known = new Map<string, Candidate | undefined>();
  for (const [name, field] of Object.entries(shape)) {
    const own = lines.get(at + name) ?? [];
    const [first] = own.flatMap(({ there, known }) => {
      const place = there === null ? undefined : places.get(parsePath(there).join('\u0000'));
      // A description tells types, and what has the right one may still be something else, such as an address.
      const isRight = known === 'corrected' || place?.fits(field);
      return there === null || (place && isRight) ? [{ place }] : [];
    });
    if (first) known.set(name, first.place);
  }
  const taken = new Set(known.values());
  const rest = candidates.filter((candidate) => !taken.has(candidate));
  const found = placeFields(shape, rest, new Set(known.keys()));
  const fields = Object.entries(shape).flatMap(([name, field]): PlannedField[] => {
    const done = field.doneBy ? candidates.filter((each) => saysDone(each, field)) : [];
    const candidate = known.get(name) ?? found.get(name)?.candidate ?? done[0];
    if (!candidate) return spreadOut(name, field, candidates);
    const inner = field.inner && planOf(field.inner, candidate.inner(), lines, `${at}${name}.`);
    const { path, isEmpty = false } = candidate;
    const more = { ...(inner && { inner }), ...(done.length > 0 && { done: done.map((each) => each.path) }) };
    const toRead = fieldAt(candidate, field, shape);
    return [{ name, field: toRead, path, isEmpty: isEmpty && !denies(path, field), ...more }];
  });
  return { fields, unknown: unknownIn(candidates, fields) };
}

/** A documented thing whose fields are spread in what is around it: a run group beside its prompt runs. */
function spreadOut(name: string, field: Field, candidates: readonly Candidate[]): PlannedField[] {
  if (field.kind !== 'thing' || !field.documented || !field.inner) return [];
  const inner = planOf(field.inner, candidates, NO_LINES, '');
  const isWhole = Object.entries(field.inner).every(
    ([each, { absent, kind }]) =>
      absent === null || kind === 'number' || inner.fields.some((one) => one.name === each),
  );
  return isWhole ? [{ name, field, path: [], isEmpty: false, inner }] : [];
}

/** A field as it is read at its place. */
function fieldAt(candidate: Candidate, field: Field, shape: Shape): Field {
  const { path, isOnlyTrue } = candidate;
  const isDenied = denies(path, field);
  const isTimed = field.kind === 'flag' && !candidate.isEmpty && /(?:_a|[a-z]A)t$/.test(path.at(-1) ?? '');
  const [parts] = splitName(path.join('_')).flatMap((word) => UNITS.get(word) ?? []);
  // Of days, those of parts may lack what those of the whole have.
  const isLeftOut = isOnlyTrue && field.kind === 'flag' && !shape.date;
  return {
    ...field,
    ...(isLeftOut && { absent: isDenied }),
    ...(isTimed && { read: readSince }),
    ...(isDenied && { read: readDenied }),
    ...(parts && field.kind === 'share' && { read: readParts(parts) }),
    ...(parts && field.kind === 'number' && { read: readParts(parts / 100) }),
    ...(field.kind === 'day' && isFromEast(candidate, field) && { read: readDayFromEast }),
  };
}

/** Whether days begin at midnight in another zone: no time of a job is one, nor noon, which some write for a day. */
function isFromEast({ path, isEmpty, fits }: Candidate, field: Field): boolean {
  const areAll = (read: Field['read']) => fits({ ...field, read, inEveryRow: true });
  const mayBe = !isEmpty && OF_DAY.test(path.at(-1) ?? '') && areAll(readLateMinute);
  return mayBe && !areAll(readNoon) && MIDNIGHTS_EAST.some(areAll);
}
const OF_DAY =
  /^(?!.*(?:snapshot|run|measured|recorded|computed|scored|updated)).*(?:date|day|bucket|period|start)/i;

/** The outermost places that no field is at, inside or around. */
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
 * Built once per plan, as code of its own: V8 inlines the reading of each field, which it can't do in a loop over all
 * fields of all shapes. Names from outside go into it only as JSON text.
 */
function readerOf<S extends Shape>(shape: S, { fields }: Plan): (raw: Raw) => Read<S> {
  const planned = new Map(fields.map((one) => [one.name, one]));
  const ofAnswers = fields.filter(({ field }) => field.ofAnswers);
  const readers: ((value: unknown) => unknown)[] = [];
  const parts = Object.entries(shape).map(([name, given]) => {
    const one = planned.get(name);
    const { absent } = one?.field ?? given;
    if (!one) return `${JSON.stringify(name)}: ${absent}`;
    const { path, field, inner, instead, done } = one;
    const read = fieldReader(field, inner);
    const [call, quoted] = [`readers[${readers.length}]`, JSON.stringify(name)];
    const [place = ''] = path;
    if (!done && !instead && path.length === 1 && !(place in Object.prototype)) {
      readers.push(read);
      return `${quoted}: (value = raw[${JSON.stringify(place)}]) === undefined ? ${absent} : ${call}(value)`;
    }
    const readAt = (raw: unknown, at?: Path) => at && read(valueAt(raw, at));
    readers.push((raw) => (done && doneIn(raw, done)) ?? readAt(raw, path) ?? readAt(raw, instead) ?? absent);
    return `${quoted}: ${call}(raw)`;
  });
  const code = `return (raw) => { let value; return { ${parts.join(', ')} }; }`;
  const readRow: (raw: Raw) => Record<string, unknown> = new Function('readers', code)(readers);
  return (raw) => {
    const row = readRow(raw);
    if (shape.place) row.place = readForumIn(row.place, row.url);
    if (row.answers === 0) for (const { name } of ofAnswers) row[name] = undefined;
    // TypeScript cannot follow a table through its entries; `Read` says field by field what was read.
    return row as Read<S>;
  };
}

/** "dismissed" for a row where "is_dismissed" is true, or "dismissed_at" a time. */
function doneIn(raw: unknown, places: readonly Path[]): string | undefined {
  const place = places.find((each) => readDenied(valueAt(raw, each) ?? null) === false);
  return splitName(place?.at(-1) ?? '').find((word) => word !== 'is');
}

function fieldReader(
  { kind, read, inner: shape, documented, absent }: Field,
  inner?: Plan,
): (value: unknown) => unknown {
  if (!shape || !inner) return documented ? (value) => read(value) ?? (value === '' ? absent : value) : read;
  const readInner = readerOf(shape, inner);
  return (value) => {
    const isRight = kind === 'rows' ? Array.isArray(value) : isRaw(value);
    if (!isRight) return documented ? value : undefined;
    if (!Array.isArray(value)) return readInner(value as Raw);
    return value.flatMap((each) => (isRaw(each) ? [readInner(each)] : documented ? [each] : []));
  };
}
