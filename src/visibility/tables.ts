/**
 * Tables of bare values, as databases and spreadsheets export them: rows beside a list of columns, rows under a row of
 * headings, pairs of a day and a figure. Pure.
 */
import { isRaw, type Raw, readDay } from './values.ts';

type Row = readonly unknown[];

/**
 * The table as rows with names; undefined where this is no such table.
 * `name` and `parent`: where it stands in the body.
 */
export function tableAsRows(list: readonly unknown[], name: string, parent: Raw = {}): Raw[] | undefined {
  if (!isTable(list)) return undefined;
  const columns = columnsBeside(list, name, parent);
  if (columns) return list.map((row) => nameColumns(columns, row));
  return underHeadings(list) ?? pairsOfDays(list);
}

/** Rows of one width, with more than one value each. */
export function isTable(value: unknown): value is readonly Row[] {
  if (!Array.isArray(value) || !Array.isArray(value[0]) || value[0].length < 2) return false;
  const width = value[0].length;
  return value.every((row) => Array.isArray(row) && row.length === width && !row.some(isNested));
}

const isNested = (value: unknown) => typeof value === 'object' && value !== null;

/** The only list beside the table that has a name for each of its values. */
function columnsBeside([first]: readonly Row[], name: string, parent: Raw): string[] | undefined {
  const lists = Object.entries(parent).flatMap(([other, list]) => {
    const columns = other === name ? undefined : columnNames(list);
    return columns && columns.length === first?.length ? [columns] : [];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

/** Column names: text, or objects that have a name. */
function columnNames(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const names = list.map((column) =>
    isRaw(column) ? (column.name ?? column.key ?? column.field ?? column.id) : column,
  );
  const areNames = names.every((name) => typeof name === 'string' && name !== '');
  return areNames && new Set(names).size === names.length ? (names as string[]) : undefined;
}

/** A first row of words alone is one of headings where later rows hold something else. */
function underHeadings([first, ...rows]: readonly Row[]): Raw[] | undefined {
  const columns = columnNames(first);
  const areHeadings = columns?.every((name) => /^\p{L}[\p{L}\p{N}_ -]*$/u.test(name));
  const isOther = (row: Row) => row.some((value) => typeof value !== 'string');
  return columns && areHeadings && rows.some(isOther)
    ? rows.map((row) => nameColumns(columns, row))
    : undefined;
}

/** [[1763596800000, 61.2], …], as charting libraries take a line. */
function pairsOfDays(rows: readonly Row[]): Raw[] | undefined {
  const arePairs = rows.every(
    ([day, value, ...more]) =>
      more.length === 0 && readDay(day) !== undefined && (value === null || typeof value === 'number'),
  );
  return arePairs ? rows.map((row) => nameColumns(['date', 'value'], row)) : undefined;
}

function nameColumns(columns: readonly string[], row: Row): Raw {
  return Object.fromEntries(columns.map((name, i) => [name, row[i]]));
}
