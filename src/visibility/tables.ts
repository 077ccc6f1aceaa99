/**
 * Tables as databases and spreadsheets give them: a list of columns beside rows of bare values, or rows under a row of
 * headings. Pure. They are turned into rows with names, and read like any others.
 */
import { isRaw, type Raw, readDay } from './values.ts';

const DEEPEST = 3;

/** Lines of a chart, each with a table of its own. */
function linesAsRows(list: readonly unknown[], depth: number): readonly unknown[] {
  const [first] = list;
  const haveTables = isRaw(first) && Object.values(first).some(bareRows);
  return haveTables ? list.map((each) => tablesAsRows(each, depth + 1)) : list;
}

type Row = readonly unknown[];

/** The body with each table replaced by its rows; the same body where there is none. */
export function tablesAsRows(body: unknown, depth = 0): unknown {
  if (Array.isArray(body)) return headedRows(body) ?? linesAsRows(body, depth);
  if (!isRaw(body) || depth > DEEPEST) return body;
  let changed: Raw = body;
  for (const name in body) {
    const value = body[name];
    const rows = bareRows(value) ? underColumns(value, body, name) : tablesAsRows(value, depth + 1);
    if (rows !== undefined && rows !== value) changed = { ...changed, [name]: rows };
  }
  return changed;
}

/** Rows of one width, with more than one value each. */
function bareRows(value: unknown): value is readonly Row[] {
  if (!Array.isArray(value) || !Array.isArray(value[0]) || value[0].length < 2) return false;
  const width = value[0].length;
  return value.every((row) => Array.isArray(row) && row.length === width && !row.some(isNested));
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

/** `name`: where they stand in the body. The only list beside the rows that has a name for each of their values; else their own first row. */
function underColumns(rows: readonly Row[], body: Raw, name: string): Raw[] | undefined {
  const width = rows[0]?.length;
  const heads = Object.entries(body).flatMap(([other, list]) => {
    const names = other === name ? undefined : headings(list);
    return names?.length === width ? [names] : [];
  });
  const [columns] = heads;
  if (heads.length === 1 && columns) return rows.map((row) => named(columns, row));
  return headedRows(rows) ?? pairsOfDays(rows);
}

/** [[1763596800000, 61.2], …], as the lines of charts are drawn from. */
function pairsOfDays(rows: readonly Row[]): Raw[] | undefined {
  const arePairs = rows.every(
    ([day, value, ...more]) => more.length === 0 && readDay(day) !== undefined && isFigureOrNone(value),
  );
  return arePairs ? rows.map((row) => named(['date', 'value'], row)) : undefined;
}

const isFigureOrNone = (value: unknown) => value === null || typeof value === 'number';

/** What columns are called: names, or things that have one. */
function headings(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((column) =>
    isRaw(column) ? (column.name ?? column.key ?? column.field ?? column.id) : column,
  );
  const areNames = names.every((name) => typeof name === 'string' && name !== '');
  return areNames && new Set(names).size === names.length ? (names as string[]) : undefined;
}

/** Rows under a first one that holds words alone, where others hold something else. */
function headedRows(table: readonly unknown[]): Raw[] | undefined {
  if (!bareRows(table) || table.length === 1) return undefined;
  const [first, ...rows] = table;
  const columns = headings(first);
  const isHead = columns?.every((name) => /^\p{L}[\p{L}\p{N}_ -]*$/u.test(name));
  const isOther = (row: Row) => row.some((value) => typeof value !== 'string');
  return columns && isHead && rows.some(isOther) ? rows.map((row) => named(columns, row)) : undefined;
}

function named(columns: readonly string[], row: Row): Raw {
  return Object.fromEntries(columns.map((name, i) => [name, row[i]]));
}

const NAMED = ['name', 'label', 'key', 'metric', 'title', 'id'];
const VALUED = ['value', 'count', 'amount', 'total'];

/** [{name: "total", value: 31}, …], wherever it lies, as {total: 31, …}; undefined where there is no such list. */
export function pairsAsThing(body: unknown, depth = 0): Raw | undefined {
  if (isRaw(body) && depth <= DEEPEST)
    return Object.values(body)
      .map((each) => pairsAsThing(each, depth + 1))
      .find((thing) => thing !== undefined);
  if (!Array.isArray(body)) return undefined;
  const pairs = body.filter(isRaw).flatMap((row) => {
    const name = NAMED.map((one) => row[one]).find((one) => typeof one === 'string');
    const value = VALUED.map((one) => row[one]).find((one) => typeof one === 'number');
    return typeof name === 'string' && value !== undefined ? [[name, value] as const] : [];
  });
  return pairs.length === body.length && pairs.length > 1 ? Object.fromEntries(pairs) : undefined;
}
