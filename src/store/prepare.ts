/** Statements compiled once: Kysely takes longer to build one than SQLite to execute it. */
import { type Compilable, CompiledQuery, type DialectAdapter, type QueryResult } from 'kysely';
import type { Db } from './schema.ts';

/** A placeholder for a value. Computing with it throws: the result would be fixed for all executions. */
class Place {
  readonly at: number;

  constructor(at: number) {
    this.at = at;
  }

  [Symbol.toPrimitive](): never {
    throw new TypeError('The values of a prepared statement are not known while it is built');
  }
}

/** Compiled variants kept of each statement: lists of different lengths make different ones. */
const SHAPES_KEPT = 100;

/** Builds a statement without looking at the values or computing with them. */
type Build<Values, Row> = (db: Db, values: Values) => Compilable<Row>;

/**
 * A statement that returns rows. `values`: primitives, lists, rows, lists of rows. A symbol is part of the statement.
 */
export function prepareQuery<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const execute = createExecutor(build);
  return (db, values) => execute(db, values).then(({ rows }) => rows);
}

/** A statement that returns whether it changed a row. */
export function prepareChange<Values extends object>(
  build: Build<Values, unknown>,
): (db: Db, values: Values) => Promise<boolean> {
  const execute = createExecutor(build);
  return (db, values) => execute(db, values).then(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}

function createExecutor<Values extends object, Row>(
  build: Build<Values, Row>,
): (db: Db, values: Values) => Promise<QueryResult<Row>> {
  const built = new WeakMap<DialectAdapter, Map<string, CompiledQuery>>();

  return (db, values) => {
    const { adapter } = db.getExecutor();
    const ofEngine = built.get(adapter) ?? new Map<string, CompiledQuery>();
    built.set(adapter, ofEngine);
    const shape = shapeOf(values);
    let query = ofEngine.get(shape);
    if (!query) {
      const { sql, parameters } = build(db, replaceByPlaces(values)).compile();
      // Without the tree it came from, which for a list of a hundred rows has thousands of nodes.
      query = CompiledQuery.raw(sql, [...parameters]);
      if (ofEngine.size >= SHAPES_KEPT) ofEngine.clear();
      ofEngine.set(shape, query);
    }
    const all = listPrimitives(values);
    const parameters = query.parameters.map((one) => (one instanceof Place ? all[one.at] : one));
    return db.executeQuery<Row>({ ...query, parameters });
  };
}

/** The columns, the lengths of lists, and symbols. */
function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `${value.length}[${shapeOf(value[0])}]`;
  if (!isRow(value)) return typeof value === 'symbol' ? String(value) : '';
  let shape = '';
  for (const name in value) shape += `${name}:${shapeOf(value[name])},`;
  return shape;
}

function replaceByPlaces<Values>(values: Values): Values {
  let at = 0;
  const toPlaces = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(toPlaces);
    if (isRow(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, toPlaces(one)]));
    return typeof value === 'symbol' ? value : new Place(at++);
  };
  // TypeScript can't follow: only the primitives differ, and nobody looks at them.
  return toPlaces(values) as Values;
}

/** In the order of their placeholders. */
function listPrimitives(value: unknown, found: unknown[] = []): unknown[] {
  if (Array.isArray(value)) for (const one of value) listPrimitives(one, found);
  else if (isRow(value)) for (const name in value) listPrimitives(value[name], found);
  else if (typeof value !== 'symbol') found.push(value);
  return found;
}

function isRow(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
